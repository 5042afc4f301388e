"""Benchmarks: commands that print a figure."""
