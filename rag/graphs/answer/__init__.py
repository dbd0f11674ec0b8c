"""The answer graph: from a question to a checked answer, or to an honest refusal."""
