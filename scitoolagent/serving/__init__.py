"""The agent as a model behind an OpenAI-compatible endpoint, so that any chat client can use it."""
