"""Find lists of numbers, values with uncertainties and expressions in a question."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list, word_list
from scitoolagent.tool.numbers import IN_WORDS

_LONGEST = 2000
_MOST = 200
_NUMBER = r"[-−+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?"
_PLUS_MINUS = r"\s?(?:±|\+/-|\+-)\s?"
_VALUE = rf"\(?\s*{_NUMBER}{_PLUS_MINUS}{_NUMBER}\s*\)?"
_SIGNS = {"plus": "+", "minus": "-", "times": "*", "over": "/"}
_PLAIN = str.maketrans("×·÷−", "**/-")
_SUMMARY = re.compile(rf"(?P<mean>{_NUMBER}){_PLUS_MINUS}(?P<sd>{_NUMBER})\s*[(,]?\s*n\s*=\s*(?P<n>\d{{1,7}})\s*\)?")
# What a list or an expression must not go on with: a unit, a letter, a decimal comma.
_ENDS = r"(?=\s*(?:[?.!;)]?\s*$|[?.!;)](?=\s)))"


# Nothing is given back once it is read: a block of coordinates holds hundreds of numbers with many blanks between.
_LIST = rf"(?P<list>(?>{_NUMBER})(?:(?>\s*[,;]\s*(?:and\s+)?|\s+(?:and\s+)?)(?>{_NUMBER})){{1,{_MOST}}}+)"
# "Weighings (mg): 10.1, 10.3": what the numbers are.
_TITLE = r"(?:(?:(?<=[.?!\n]\s)|^)(?P<title>[^\W\d_][^\W\d_]*(?:[ -][^\W\d_]+){0,3}(?:\s\([^\s()]{1,12}\))?)\s*:\s*)?"


@cache
def _asked() -> str:
    """Some statistics, joined."""
    asked, linked = any_of(phrase_list("statistics", "asked")), any_of(phrase_list("statistics", "linked"))
    joint = rf"(?:\s*[,&/]\s*(?:(?:{linked})\s+)*|\s+(?:(?:{linked})\s+)*)"
    return rf"(?<![\w-])(?:{asked})(?:{joint}(?:{asked}))*"


@cache
def _lists() -> re.Pattern[str]:
    named, of = any_of(phrase_list("statistics", "numbers")), any_of(phrase_list("statistics", "of"))
    return re.compile(
        rf"{_asked()}\s*(?:{of}|:)\s+(?:(?:(?:(?:the|my|our|these)\s+)?(?P<count>\d{{1,3}}|{'|'.join(IN_WORDS)})\s+)?"
        rf"(?:{named})\s*:?\s+(?:(?:{of})\s+)?)?{_LIST}(?:{_ENDS}|(?=\s*(?:,|;|,?\s+and)\s+(?:the\s+)?{_asked()}\s+of\s+[-−\d]))",
        re.IGNORECASE,
    )


@cache
def _lists_first() -> re.Pattern[str]:
    before = any_of(phrase_list("statistics", "before"))
    return re.compile(
        rf"{_TITLE}(?<![\w.,-]){_LIST}\s*(?:[.;:,?]|\s(?:[-–—]{{1,2}}|->|→|=>)\s)\s*(?:(?:{before})\s+)*{_asked()}(?=\s*[?.!]*\s*$)",
        re.IGNORECASE,
    )


_PARTED = re.compile(r"\s*;\s*(?:and\s+)?|\s*,\s+(?:and\s+)?|\s+(?:and\s+)?")
_THOUSANDS = re.compile(r"[-+]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?")
_FEW = 2


def _listed(text: str) -> list[str]:
    """The numbers of a list; none where a comma without a blank may part two of them or stand within one.

    "1,2,3 and 4" has four, "1,000 and 2,000" has two, "1,5; 2,5" are decimals; "1,2 and 3,4" may be two or four.
    """
    pieces, joints = _PARTED.split(text), _PARTED.findall(text)
    tight = [piece for piece in pieces if "," in piece]
    if not tight:
        return pieces
    if all(map(_THOUSANDS.fullmatch, tight)):
        return [piece.replace(",", "") for piece in pieces]
    single = all(piece.count(",") == 1 and "." not in piece for piece in tight)
    if joints and single and all(";" in joint for joint in joints):
        return [piece.replace(",", ".") for piece in pieces]
    # One run, perhaps with a last "and": its commas part.
    if tight == pieces[:1] and len(pieces) <= _FEW and (not joints or not single):
        return [number for piece in pieces for number in piece.split(",")]
    return []


def find_number_lists(text: str) -> Iterator[tuple[int, int, str]]:
    """The numbers whose mean or spread a text asks for, parted by blanks: "the mean of 4.1, 4.5 and 4.0"."""
    if len(text) > _LONGEST:
        return
    for match in (*_lists().finditer(text), *_lists_first().finditer(text)):
        title = set((match.groupdict().get("title") or "").lower().split())
        # "Without the first: …" says which numbers are meant.
        start = match.start() if not title & word_list("statistics", "choosing") else match.start("list")
        numbers = _listed(match["list"].replace("−", "-"))
        said = (match.groupdict().get("count") or "").lower()
        if not said or float(IN_WORDS.get(said, said)) == len(numbers):
            # What is open goes to the tool as it is written, which says so.
            yield start, match.end(), " ".join(numbers) or match["list"]


def find_summaries(text: str) -> Iterator[tuple[int, int, str]]:
    """Two means with their standard deviations and numbers of values: "5.1 ± 0.4 (n = 8) and 6.0 ± 0.5 (n = 9)"."""
    found = list(_SUMMARY.finditer(text)) if len(text) <= _LONGEST else []
    if len(found) == 2:
        values = (f"{one['mean']} {one['sd']} {one['n']}".replace("−", "-") for one in found)
        yield found[0].start(), found[1].end(), "; ".join(values)


@cache
def _sums() -> list[tuple[str, re.Pattern[str]]]:
    of, joined = (any_of(phrase_list("statistics", name)) for name in ("of_two", "joined"))
    found: list[tuple[str, re.Pattern[str]]] = []
    for name, sign in _SIGNS.items():
        asked = any_of(phrase_list("statistics", name))
        pattern = rf"(?<![\w-])(?:{asked})\s+(?:{of})\s+(?P<a>{_VALUE})\s*(?:{joined})\s*(?P<b>{_VALUE})"
        found.append((sign, re.compile(pattern, re.IGNORECASE)))
    return found


_TERMS = re.compile(rf"[(\s]*{_VALUE}(?:\s*[-−+*/×·÷]\s*[(\s]*(?:{_VALUE}|{_NUMBER})\s*\)*)+")


def find_uncertain_sums(text: str) -> Iterator[tuple[int, int, str]]:
    """Sums, products and quotients of values with uncertainties, as an expression: `(5.2±0.1)*(3.4±0.2)`."""
    if len(text) > _LONGEST or not re.search(_PLUS_MINUS, text):
        return
    for sign, pattern in _sums():
        for match in pattern.finditer(text):
            first, second = (_bracketed(match[name]) for name in "ab")
            yield match.start(), match.end(), f"{first}{sign}{second}"
    for match in _TERMS.finditer(text):
        inside = match[0].strip()
        start = match.start() + len(match[0]) - len(match[0].lstrip())
        plain = inside.translate(_PLAIN)
        written = re.sub(_VALUE, lambda value: _bracketed(value[0]), plain)
        if written.count("(") == written.count(")"):
            yield start, start + len(inside), re.sub(r"\s+", "", written)


def _bracketed(value: str) -> str:
    numbers = re.findall(_NUMBER, re.sub(_PLUS_MINUS, " ", value.replace("−", "-")))
    return f"({numbers[0]}±{numbers[1].lstrip('+')})"
