"""Declarations of tools from what documents say of functions and programs; a person confirms them."""
