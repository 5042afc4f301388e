"""Claims held against graphs, databases and abstracts."""
