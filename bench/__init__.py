"""Measures the product against its bounds: `python -m bench [NAME …] [--quick] [--setup]`."""
