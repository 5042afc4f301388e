"""Find the salts of one solution in a question, each with its concentration: "0.1 M NaCl and 0.05 M MgSO4"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list

_LONGEST = 2000
_SALT = (
    r"\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\s?(?-i:[mµμu]?M|[mµμu]?mol/L|[mµμu]?mol/dm3)\s+(?:(?-i:of)\s+)?"
    r"(?-i:(?:[A-Z][a-z]?\d*|\((?:[A-Z][a-z]?\d*)+\)\d*){2,12})(?![\w(+-])"
)
_PART = re.compile(r"(\d\S*?)\s?([mµμu]?(?:M|mol/L|mol/dm3))\s+(?:of\s+)?(\S+)")


@cache
def _mixtures() -> re.Pattern[str]:
    joints = any_of(phrase_list("mixed_salts", "joints"))
    return re.compile(rf"(?<![\w.]){_SALT}(?:\s*(?:,|\+|,?\s+(?:{joints}))\s*{_SALT})+", re.IGNORECASE)


@cache
def _cues() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{any_of(phrase_list('mixed_salts', 'cues'))})(?![\w-])", re.IGNORECASE)


@cache
def _apart() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{any_of(phrase_list('mixed_salts', 'apart'))})(?![\w-])", re.IGNORECASE)


def find_mixed_salts(text: str) -> Iterator[tuple[int, int, str]]:
    """The salts of one solution, as `0.1 M NaCl, 0.05 M MgSO4`, where a text asks for what all ions make together."""
    if len(text) > _LONGEST or not _cues().search(text) or _apart().search(text):
        return
    for match in _mixtures().finditer(text):
        parts = _PART.findall(match[0].replace(",", " "))
        yield match.start(), match.end(), ", ".join(f"{number} {unit} {salt}" for number, unit, salt in parts)
