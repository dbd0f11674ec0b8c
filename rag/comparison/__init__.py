"""One document cut in several ways, so that they can be seen side by side."""
