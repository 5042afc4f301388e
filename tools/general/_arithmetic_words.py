"""Find a question that is plain arithmetic and nothing else: "What is 12*7?", "15 % of 80", "10 choose 3"."""

from __future__ import annotations

import re
from collections.abc import Iterator

_LONGEST = 300
_ASKED = re.compile(
    r"\s*(?:(?:what\s+is|what's|what\s+are|calculate|compute|evaluate|work\s+out|how\s+much\s+is|find|give\s+me)\s+)?"
    r"(?:the\s+)?(?:(?:value|result)\s+of\s+)?(?P<said>.+?)\s*=?\s*[?.!]*\s*",
    re.IGNORECASE | re.DOTALL,
)
_NUMBER = r"\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?"
_WORDS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(said, re.IGNORECASE), put)
    for said, put in (
        (rf"(?:the\s+)?square\s+root\s+of\s+({_NUMBER})", r"sqrt(\1)"),
        (rf"(?:the\s+)?cube\s+root\s+of\s+({_NUMBER})", r"((\1)^(1/3))"),
        (rf"(?:the\s+)?(sin|cos|tan|sine|cosine|tangent)\s+of\s+({_NUMBER})\s*(°|degrees|deg)", r"\1(\2\3)"),
        (r"\b(sin|cos|tan)(?:e|ine|gent)?\s*\(\s*(-?\d+(?:\.\d+)?)\s*(?:°|degrees|deg)\s*\)", r"\1(\2*pi/180)"),
        (rf"({_NUMBER})\s*(?:%|percent)\s+of\s+({_NUMBER})", r"((\1)/100*(\2))"),
        (rf"(?:the\s+)?(ln|log10|natural\s+log(?:arithm)?)\s+of\s+({_NUMBER})", r"\1(\2)"),
        (r"natural\s+log(?:arithm)?\s*\(", "ln("),
        (r"\s(?:times|multiplied\s+by|x)\s", "*"),
        (r"\s(?:divided\s+by|over)\s", "/"),
        (r"\s(?:plus)\s", "+"),
        (r"\s(?:minus)\s", "-"),
        (r"\s(?:to\s+the\s+power\s+of|raised\s+to)\s", "^"),
        (r"\bsquared\b", "^2"),
        (r"[×·]", "*"),
        (r"÷", "/"),
        (r"√\s*(\d+(?:\.\d+)?)", r"sqrt(\1)"),
    )
)
_FUNCTIONS = "sin|cos|tan|exp|ln|log10|sqrt|asin|acos|atan|pi"
_PART = rf"(?:{_NUMBER}|(?:{_FUNCTIONS})(?![a-z])|choose|[-+*/^()!]|\s)"
_PLAIN = re.compile(rf"(?:{_PART}){{1,200}}")
# A sign between two numbers, or a function of one; a number alone, a range and a date are none.
_COUNTS = re.compile(r"[*/^!√]|sin|cos|tan|exp|ln|log10|sqrt|choose|\d\s*\+\s*\d|\d\s-\s\d|\d\)\s*-|-\s*\(")
_DATE = re.compile(r"\s*\d{1,4}\s*/\s*\d{1,2}\s*/\s*\d{1,4}\s*")


def find_arithmetic(text: str) -> Iterator[tuple[int, int, str]]:
    """The expression of a question that is nothing else; a variable, a unit or a word that is left makes it none."""
    match = _ASKED.fullmatch(text) if len(text) <= _LONGEST else None
    if match is None:
        return
    said = match["said"]
    for pattern, put in _WORDS:
        said = pattern.sub(put, said)
    if _PLAIN.fullmatch(said) and _COUNTS.search(said) and not _DATE.fullmatch(said):
        yield match.start("said"), match.end("said"), said.strip()
