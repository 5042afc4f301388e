"""Read a question: the entities, the quantities, and what is asked of them."""
