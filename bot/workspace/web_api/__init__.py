"""The methods under /api/, a module for each family."""
