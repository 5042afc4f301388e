"""How well a strong model answers with programs over typed tools, beside rules alone and plain Python."""
