"""Embedders: local ones that carry their weights, and any OpenAI-compatible endpoint."""
