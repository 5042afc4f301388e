"""Fine-tune open models on instructions made from the tool graph, compare them with their bases, and serve them."""
