"""Put a Chinese question into the words of English."""

from __future__ import annotations

from scitoolagent.language.lexicon import Lexicon
from scitoolagent.records import Piece


def keys(phrase: str) -> list[str]:
    """The keys of the words of a phrase: its signs, since nothing parts its words."""
    return list(phrase)


def render(text: str, lexicon: Lexicon) -> list[Piece]:
    """The pieces of the English text."""
    return [Piece(start=0, end=len(text), text=text)]
