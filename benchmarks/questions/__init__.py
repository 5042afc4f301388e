"""Questions kept as data in `tests/questions`, each with what the program answers; `__main__` counts and asks them."""
