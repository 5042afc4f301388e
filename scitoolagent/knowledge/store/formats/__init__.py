"""The layouts of files that can be loaded as a graph, one module each; a broken row is an item, not an end."""
