"""Have a language model read what the rules leave: it quotes words, and chooses tools and operations for them."""
