"""Questions of bench scientists who had not seen the program, and what becomes of them."""
