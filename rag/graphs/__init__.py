"""The two graphs."""
