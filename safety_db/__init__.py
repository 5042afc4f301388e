"""A graded database of hazards, and an exact, quick search in it."""
