"""Recall of the retrieval: which embedder finds the tools a question needs."""
