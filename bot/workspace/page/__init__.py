"""The page to use the workspace by in a browser: static files and what it offers."""
