"""Checks an answer against the pages that it cites, by rules alone."""
