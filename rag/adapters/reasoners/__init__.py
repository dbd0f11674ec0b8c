"""Judgement, by rules or by models."""
