"""Answers by quoting sentences of the retrieved pages; needs no model but an embedder."""

from rag.adapters.reasoners.extractive.reasoner import ExtractiveReasoner

__all__ = ["ExtractiveReasoner"]
