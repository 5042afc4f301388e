"""The words of a language: how they are cut, what they are reduced to, and what they mean."""
