"""Talking to models behind OpenAI-compatible endpoints."""
