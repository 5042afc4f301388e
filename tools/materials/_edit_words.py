"""Find planes, exchanges of elements, energies and stiffness matrices: "(110) surface", "replace Na by K"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list
from scitoolagent.tools.materials._miller_words import find_bare_indices

_LONGEST = 4000
_NEAR = 60
_ELEMENT = r"(?-i:[A-Z][a-z]?)"
_INDEX = r"[-−]?\d"


@cache
def _planes() -> re.Pattern[str]:
    plane = any_of(phrase_list("crystals", "plane"))
    packed = r"\(\s*(?P<h>[-−]?\d)[\s,]*(?P<k>[-−]?\d)[\s,]*(?P<l>[-−]?\d)\s*\)"
    return re.compile(rf"{packed}(?:\s*-?\s*(?:{plane})s?\b)?", re.IGNORECASE)


@cache
def _spoken_of() -> re.Pattern[str]:
    """Words without which three digits in brackets are no plane."""
    said = (*phrase_list("crystals", "plane"), *phrase_list("crystals", "of_planes"))
    return re.compile(rf"(?<![\w-])(?:{any_of(said)})s?(?![\w])", re.IGNORECASE)


def find_planes(text: str) -> Iterator[tuple[int, int, str]]:
    """The lattice planes of a question, `1 1 0` for "(110)" and "the 1 1 0 plane"; four indices are none."""
    if len(text) > _LONGEST or not _spoken_of().search(text):
        return
    found = list(_planes().finditer(text))
    for match in found:
        yield match.start(), match.end(), " ".join(match[name].replace("−", "-") for name in "hkl")
    if not found:
        yield from find_bare_indices(text)


@cache
def _exchanges() -> tuple[re.Pattern[str], ...]:
    replace, by, substitute, with_ = (any_of(phrase_list("crystals", one)) for one in ("replace", "by", "put", "for"))
    every = any_of(phrase_list("crystals", "every"))
    old, new = rf"(?P<old>{_ELEMENT})", rf"(?P<new>{_ELEMENT})(?![\w-])"
    before = re.compile(rf"(?<![\w-])(?:{replace})\s+(?:(?:{every})\s+)?{old}\s+(?:{by})\s+{new}", re.IGNORECASE)
    new, old = rf"(?P<new>{_ELEMENT})", rf"(?P<old>{_ELEMENT})(?![\w-])"
    behind = re.compile(rf"(?<![\w-])(?:{substitute})\s+{new}\s+(?:{with_})\s+{old}", re.IGNORECASE)
    return before, behind


def find_exchanges(text: str) -> Iterator[tuple[int, int, str]]:
    """The exchanges of one element by another, `Na K` for "replace Na by K" and "substitute K for Na"."""
    for pattern in _exchanges() if len(text) <= _LONGEST else ():
        for match in pattern.finditer(text):
            yield match.start(), match.end(), f"{match['old']} {match['new']}"


@cache
def _energies() -> tuple[re.Pattern[str], re.Pattern[str]]:
    formula = r"(?P<formula>(?-i:(?:[A-Z][a-z]?\d{0,3}|\((?:[A-Z][a-z]?\d{0,3})+\)\d{0,3})+))"
    linked, atom, between = (any_of(phrase_list("crystals", one)) for one in ("energy_of", "per_atom", "listed"))
    value = rf"(?P<energy>[-−+]?\d{{1,6}}(?:\.\d{{1,10}})?)\s*(?-i:eV)\s*(?:{atom})"
    return (
        re.compile(rf"(?<![\w-]){formula}\s*(?:[:=(]|\b(?:{linked})\b|\s)\s*{value}(?![\w/])\)?", re.I),
        re.compile(rf"\s*(?:[,;]\s*(?:(?:{between})\s+)?|\s(?:{between})\s)\s*", re.I),
    )


def find_energies(text: str) -> Iterator[tuple[int, int, str]]:
    """Lists of energies by formula, `Li 0; Li2O -2.1` for "Li: 0 eV/atom and Li2O: -2.1 eV/atom".

    `formation` stands in front of them where the question calls them formation energies.
    """
    if len(text) > _LONGEST:
        return
    one, gap = _energies()
    runs: list[list[re.Match[str]]] = []
    for match in one.finditer(text):
        if runs and gap.fullmatch(text, runs[-1][-1].end(), match.start()):
            runs[-1].append(match)
        else:
            runs.append([match])
    named = re.compile(
        rf"\b(?:{any_of(phrase_list('crystals', 'formation'))})\s*(?:(?:{_joining()})\s*)?[:=]?\s*\Z", re.I
    )
    for run in runs:
        if len(run) > 1:
            start = run[0].start()
            said = named.search(text, max(0, start - _NEAR), start)
            told = "; ".join(f"{match['formula']} {match['energy'].replace('−', '-')}" for match in run)
            yield said.start() if said else start, run[-1].end(), f"formation; {told}" if said else told


def _joining() -> str:
    return any_of(phrase_list("crystals", "joining"))


def find_stiffness(text: str) -> Iterator[tuple[int, int, str]]:
    """Matrices of six rows of six numbers, as `[[…], …]`."""
    if len(text) > _LONGEST or "[[" not in text.replace(" ", ""):
        return
    row = r"\[\s*(?:[-+]?\d[\d.eE+-]*\s*[,\s]\s*){5}[-+]?\d[\d.eE+-]*\s*\]"
    for match in re.finditer(rf"\[\s*{row}(?:\s*,?\s*{row}){{5}}\s*\](?:\s*(?-i:GPa))?", text):
        yield match.start(), match.end(), re.sub(r"\s*GPa$", "", match[0])
