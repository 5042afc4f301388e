"""Find elements with a cubic lattice in a question."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list
from scitoolagent.tools.materials._elements import is_symbol, symbol_of_name

_LONGEST = 2000
_NAMES = (("fcc", "fcc"), ("bcc", "bcc"), ("sc", "simple_cubic"), ("diamond", "diamond"))


def find_lattices(text: str) -> Iterator[tuple[int, int, str]]:
    """The elements that a text gives a cubic lattice, as `fcc Ni`: "fcc nickel", "Ni (fcc)"."""
    if len(text) > _LONGEST:
        return
    for value, name in _NAMES:
        for pattern in _said(name):
            for match in pattern.finditer(text):
                symbol = match[1] if is_symbol(match[1]) else symbol_of_name(match[1])
                if symbol is not None:
                    yield match.start(), match.end(), f"{value} {symbol}"


@cache
def _said(name: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    lattice, element = any_of(phrase_list("lattices", name)), r"([A-Za-z]{1,13})"
    return (
        re.compile(rf"(?<![\w-])(?i:{lattice})[\s-]{element}(?![\w-])"),
        re.compile(rf"(?<![\w-]){element}(?:\s?\(|,\s|\s)(?i:{lattice})(?![\w-])\)?"),
    )
