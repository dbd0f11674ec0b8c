"""The outer graph: what was said in a conversation, and nothing else, is remembered."""
