"""Reads files of every supported type: PDF, Word, Markdown and plain text."""
