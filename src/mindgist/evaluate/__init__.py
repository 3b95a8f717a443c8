"""How good a map is: the benchmark, its scores and its tables."""
