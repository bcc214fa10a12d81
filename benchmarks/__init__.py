"""How fast and how well the search works, measured: `python -m benchmarks` prints the tables."""
