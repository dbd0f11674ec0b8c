"""Reads PDF files in a process of their own."""
