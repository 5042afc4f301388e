"""Texts of text files that a spreadsheet would take for a formula: an apostrophe in front says that they are texts."""

from __future__ import annotations

import re

SIGN = "'"
# A number with a sign is no formula, nor is a sign alone: strands are called + and -.
_FORMULA = re.compile(r"'*\s*[=@+\-](?!\Z)")
_NUMBER = re.compile(r"\s*[+-](?:\d+[.,]?\d*|[.,]\d+)(?:[eE][+-]?\d+)?%?\s*")
# A text with that apostrophe; the engine reads it, too.
GUARDED = r"^''*\s*[=@+\-]."
_GUARDED = re.compile(GUARDED, re.DOTALL)


def is_formula(text: str) -> bool:
    """Whether a spreadsheet would take a text for a formula, or it looks like one that was guarded."""
    return _FORMULA.match(text) is not None and _NUMBER.fullmatch(text) is None


def guarded(text: str) -> str:
    """A text as a file holds it: with an apostrophe in front where it would be taken for a formula."""
    return SIGN + text if is_formula(text) else text


def unguarded(text: str) -> str:
    """A text of a file as it was before it was guarded."""
    bare = text.strip() if SIGN in text else ""
    return bare[1:] if _GUARDED.match(bare) else text
