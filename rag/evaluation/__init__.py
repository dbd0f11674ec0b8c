"""Measuring the engine on public sets: what is found, what is refused, what is grounded."""
