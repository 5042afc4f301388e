"""Tokens of a question: words, numbers and signs with their places."""

from __future__ import annotations

import re
from dataclasses import dataclass

_TOKEN = re.compile(
    r"(?P<date>\d{4}-\d{2}-\d{2})"
    r"|(?P<number>(?<![\w.])[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.]*\w))"
    r"|(?P<word>[^\W_][\w]*(?:[-'’.][^\W_]\w*)*\.?(?=\W|$)|[^\W_]\w*)"
    r"|(?P<sign>>=|<=|≥|≤|[<>=#%&–-]|\S)"
)


@dataclass(frozen=True, slots=True)
class Token:
    """One word, number, date or sign, or the name of a thing."""

    text: str
    start: int
    end: int
    kind: str


def tokenize(text: str, start: int = 0) -> list[Token]:
    """Return the tokens of a text in their order; a word keeps no full stop behind it."""
    tokens = []
    for match in _TOKEN.finditer(text):
        kind, word = str(match.lastgroup), match.group()
        if kind == "word" and word.endswith("."):
            word = word[:-1]
        place = start + match.start()
        if kind == "word" and word[-2:].lower() in ("'s", "’s"):
            # What a possessive belongs to is a word of its own: "Tom's mean".
            tokens.append(Token(word[:-2], place, place + len(word) - 2, kind))
            place, word = place + len(word) - 2, word[-2:].replace("’", "'")
        tokens.append(Token(word, place, place + len(word), kind))
    return tokens
