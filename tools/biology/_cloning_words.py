"""Find the molecules of a cloning in a question: "the insert ATG…", "into the vector GGC…"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list
from scitoolagent.tools.biology._sequence_words import find_enzymes

_LONGEST = 120_000
_BASES = r"(?P<bases>[ACGT]{8,60000})(?![A-Za-z])"


@cache
def _named(name: str) -> re.Pattern[str]:
    said = any_of(phrase_list("cloning", name))
    sequence = any_of(phrase_list("cloning", "sequence"))
    return re.compile(rf"(?<![\w-])(?:{said})\s*(?:(?:{sequence})\s*)?[:=]?\s*{_BASES}", re.IGNORECASE)


def find_vectors(text: str) -> Iterator[tuple[int, int, str]]:
    """The DNA that is called a vector."""
    return _found(text, "vector")


def find_inserts(text: str) -> Iterator[tuple[int, int, str]]:
    """The DNA that is called an insert."""
    return _found(text, "insert")


def find_guides(text: str) -> Iterator[tuple[int, int, str]]:
    """The DNA that is called a guide."""
    return _found(text, "guide")


def find_avoided(text: str) -> Iterator[tuple[int, int, str]]:
    """The enzymes whose sites are not wanted: `EcoRI, BamHI` for "without EcoRI and BamHI sites"."""
    if len(text) > _LONGEST:
        return
    for start, end, names in find_enzymes(text):
        before, behind = _avoiding()
        told = before.search(text, 0, start)
        if told:
            last = behind.match(text, end)
            yield told.start(), last.end() if last else end, str(names)


@cache
def _avoiding() -> tuple[re.Pattern[str], re.Pattern[str]]:
    avoiding, sites = (any_of(phrase_list("cloning", name)) for name in ("avoiding", "sites"))
    of = any_of(phrase_list("cloning", "of"))
    before = re.compile(rf"(?<![\w-])(?:{avoiding})\s+(?:(?:the\s+)?(?:{sites})\s+(?:{of})\s+)?\Z", re.IGNORECASE)
    return before, re.compile(rf"\s+(?:{sites})\b", re.IGNORECASE)


def _found(text: str, name: str) -> Iterator[tuple[int, int, str]]:
    if len(text) > _LONGEST:
        return
    for match in _named(name).finditer(text):
        yield match.start("bases"), match.end("bases"), match["bases"].upper()
