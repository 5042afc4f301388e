"""Language models behind one protocol: any OpenAI-compatible endpoint, recorded answers, a local server."""
