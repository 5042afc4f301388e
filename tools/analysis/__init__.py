"""Code over values and tables, for what no tool does; it runs in a box."""
