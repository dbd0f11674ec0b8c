"""Putting what a search found into a better order."""
