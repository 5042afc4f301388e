"""The built-in tools; imported by nobody by name, the registry finds them."""
