"""Find lengths of vector and insert, their molar ratio, and kinds of nucleic acid in a question."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list

_LONGEST = 2000
_BASES = {"bp": 1.0, "kb": 1e3, "kbp": 1e3}
_LENGTH = r"(?P<{0}>\d+(?:\.\d+)?)[\s-]?(?P<{0}u>kbp?|bp)"


def find_vector_lengths(text: str) -> Iterator[tuple[int, int, float]]:
    """The length of the vector in base pairs: 4200.0 in "a 4.2 kb vector", "vector (4200 bp)"."""
    return _lengths(text, "vector")


def find_insert_lengths(text: str) -> Iterator[tuple[int, int, float]]:
    """The length of the insert in base pairs: 700.0 in "a 0.7 kb insert", "insert of 700 bp"."""
    return _lengths(text, "insert")


def _lengths(text: str, name: str) -> Iterator[tuple[int, int, float]]:
    if len(text) > _LONGEST:
        return
    for match in _of(name).finditer(text):
        side = "a" if match["a"] else "b"
        yield match.start(), match.end(), float(match[side]) * _BASES[match[f"{side}u"]]


@cache
def _of(name: str) -> re.Pattern[str]:
    said = any_of(phrase_list("ligations", name))
    before, behind = _LENGTH.format("a"), _LENGTH.format("b")
    return re.compile(
        rf"(?<![\w.-])(?:{before}\s+(?:{said})(?![\w-])|(?:{said})\s*(?:\(|,|:|=|of|is|with|has)?\s*{behind}(?!\w)\)?)"
    )


def find_molar_ratios(text: str) -> Iterator[tuple[int, int, float]]:
    """How many molecules of insert there are for one of vector: 5.0 in "a 5:1 insert:vector ratio".

    "1:5 vector to insert" is five as well; without the two names the larger number is that of the insert only where it
    stands first.
    """
    if len(text) > _LONGEST or not re.search(rf"\b(?:{any_of(phrase_list('ligations', 'insert'))})\b", text):
        return
    turned = _names("vector", "insert").search(text)
    for match in re.finditer(r"(?<![\w.:])(\d+(?:\.\d+)?)\s?:\s?(\d+(?:\.\d+)?)(?![\w.:]\d)", text):
        first, second = float(match[1]), float(match[2])
        if first <= 0 or second <= 0 or (first < second and not turned):
            continue
        named = (_names("vector", "insert") if turned else _names("insert", "vector")).search(text)
        start, end = match.span()
        if named and named.start() <= end + 3 and named.start() >= end:
            end = named.end()
        yield start, end, second / first if turned else first / second


@cache
def _names(one: str, other: str) -> re.Pattern[str]:
    first, second = (any_of(phrase_list("ligations", name)) for name in (one, other))
    return re.compile(rf"\b(?:{first})\s?(?:[:/-]|to)\s?(?:{second})\b(?:\s+molar\s+ratio)?", re.IGNORECASE)


def find_nucleic_acids(text: str) -> Iterator[tuple[int, int, str]]:
    """The kinds of nucleic acid that are measured at 260 nm, as `dsDNA`, `ssDNA` or `RNA`."""
    if len(text) > _LONGEST or not re.search(r"\b(?:A|OD)_?260|260\s?nm", text):
        return
    for kind, name in (("dsDNA", "ds_dna"), ("ssDNA", "ss_dna"), ("RNA", "rna")):
        for match in re.finditer(
            rf"(?<![\w-])(?:{any_of(phrase_list('ligations', name))})(?![\w-])", text, re.IGNORECASE
        ):
            yield match.start(), match.end(), kind


def find_absorbances_at_260(text: str) -> Iterator[tuple[int, int, float]]:
    """The absorbance at 260 nm: 0.31 in "A260 = 0.31", "the A260 of my sample is 0.31"."""
    if len(text) > _LONGEST:
        return
    number = r"(?P<value>\d{1,2}\.\d+|\d)(?!\w|\.\d|\s?(?:to|-|–|:|x|×)\s?\d)"
    near = re.compile(rf"(?<!\w)(?:A|OD)_?260(?:\s*(?:/cm|reading|value|nm))?\s*(?:=|:|of|is|was)?\s*{number}")
    found = list(near.finditer(text))
    found = found or list(re.finditer(rf"\b(?:A|OD)260\s[^.;?]{{1,60}}?\s(?P<said>is|was|reads)\s{number}", text))
    for match in found:
        # The name and the number may stand apart: what is measured stands between them.
        said = match.start("said") if "said" in match.groupdict() else match.start()
        yield said, match.end(), float(match["value"])
        if said > match.start():
            yield match.start(), match.start() + len(match[0].split()[0]), float(match["value"])
