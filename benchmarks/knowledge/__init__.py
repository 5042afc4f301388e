"""Benchmarks of the agents on domain knowledge graphs."""
