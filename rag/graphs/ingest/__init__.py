"""The ingest graph: a file in, a document that answers out."""
