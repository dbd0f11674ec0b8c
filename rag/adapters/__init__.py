"""Adapters of the ports, one a file; only `rag.bootstrap` names them."""
