"""Where measurements and spans of runs go."""
