"""CACTUS: ten properties of molecules, twenty questions each."""
