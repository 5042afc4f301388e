"""Find lists of numbers, values with uncertainties and expressions in a question."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list, word_list
from scitoolagent.tool.numbers import IN_WORDS
from scitoolagent.tools.general._listed_numbers import Listed, apart, listed_numbers

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


def find_number_lists(text: str) -> Iterator[tuple[int, int, str]]:
    """The numbers whose mean or spread a text asks for, parted by blanks: "the mean of 4.1, 4.5 and 4.0"."""
    if len(text) > _LONGEST or sum(map(str.isdigit, text)) < 2:
        return
    titled = list(_titled_lists(text))
    yield from titled
    for match in (*_lists().finditer(text), *_lists_first().finditer(text)):
        if any(start < match.end() and match.start() < end for start, end, _ in titled):
            continue
        title = set((match.groupdict().get("title") or "").lower().split())
        # "Without the first: …" says which numbers are meant.
        start = match.start() if not title & word_list("statistics", "choosing") else match.start("list")
        numbers = apart(match["list"].replace("−", "-"))
        said = (match.groupdict().get("count") or "").lower()
        if not said or float(IN_WORDS.get(said, said)) == len(numbers):
            # What is open goes to the tool as it is written, which says so.
            yield start, match.end(), " ".join(numbers) or match["list"]


def _is_plain_name(one: Listed) -> bool:
    """Whether a list has a title, or its name is a noun of measurements: "titres 12.30 / 12.35"."""
    return one.titled or one.is_called(phrase_list("statistics", "numbers"))


def _titled_lists(text: str) -> Iterator[tuple[int, int, str]]:
    """Lists of any name, with what is asked in front or behind: "mean of these flow rates (mL/min): 1.01 0.99"."""
    of, before, remarks = (any_of(phrase_list("statistics", name)) for name in ("of", "before", "remarks"))
    in_front = re.compile(rf"{_asked()}\s*(?:{of}|:)\s+$", re.IGNORECASE)
    remark = rf"(?:\s*\((?:{remarks})\))?"
    behind = re.compile(rf"\s*[.;:,?]?\s*(?:(?:{before})\s+)*{_asked()}{remark}(?=\s*[?.!]*\s*$)", re.IGNORECASE)
    for one in listed_numbers(text):
        if one.name and not _is_plain_name(one):
            continue
        front, back = in_front.search(text, 0, one.start), behind.match(text, one.end)
        if front and re.match(_ENDS, text[one.end :]):
            yield front.start(), one.end, " ".join(one.numbers)
        elif back and one.name and not text[: one.start].strip():
            yield one.start, back.end(), " ".join(one.numbers)


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
