"""Questions that compose, made from the graph: properties of derived things, and operations on several things."""
