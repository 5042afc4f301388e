"""Find two series of measured values in a question, each with its unit: "[S] µM: 5, 10, 20; v nM/s: 4.1, 7.3, 11.6"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from scitoolagent.errors import ToolInputError
from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list
from scitoolagent.tool.units import readings

_LONGEST = 4000
_FEWEST = 3
_NUMBER = r"[-−+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?"
# Nothing is given back once it is read, as in other lists of numbers.
_LIST = re.compile(
    rf"(?<![\w.,])(?P<list>(?>{_NUMBER})(?:(?>\s*[,/]\s*(?:and\s+)?|\s+(?:and\s+)?)(?>{_NUMBER}))++)(?![\w%.]?\d)"
)
# "5 µM, 10 µM and 20 µM"
_EACH = re.compile(
    rf"(?<![\w.,])(?P<list>{_NUMBER}\s(?P<unit>[^\W\d][^\s,;:)]{{0,11}})(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+){_NUMBER}\s(?P=unit))++)(?![^\s,;:.)?])"
)
_PAIRS = re.compile(
    rf"(?<![\w.,])(?P<pairs>(?>{_NUMBER})\s?:\s?(?>{_NUMBER})(?:\s*[,;]\s*(?:and\s+)?(?>{_NUMBER})\s?:\s?(?>{_NUMBER}))++)(?![\w:]|\.\d)"
)
# What stands in front of a list since the one before, or since the last end of a clause.
_LEAD = re.compile(r"(?:^|(?<=[\s;,:.]))(?P<lead>(?:[^\s;,:?!]+\s+){0,2}[^\s;,:?!]*)\s*[:=]?\s*[\[{]?\s*$")
_HEADS = re.compile(
    r"\(\s*(?P<x>[^():]{1,30}?)\s*:\s*(?P<y>[^():]{1,30}?)\s*\)\s*$|(?P<a>[^\s():]{1,20})\s?:\s?(?P<b>[^\s():]{1,20})\s*$"
)
_BEHIND = re.compile(r"\s?(?P<unit>[^\W\d][^\s,;:)\]]{0,19}|%)")
_AXIS = re.compile(r"(?<![\w-])[xy]\W*$", re.IGNORECASE)
_FARTHEST = 60
_LONGEST_LEAD = 80


@cache
def _cues() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{any_of(phrase_list('series', 'asked'))}|AUC0[-–]\d+)(?![\w-])", re.IGNORECASE)


@cache
def _called() -> re.Pattern[str]:
    """Words in front of a series that only say what it is."""
    names = any_of(phrase_list("series", "called"))
    return re.compile(
        rf"(?<![\w-])(?:{names})(?:\s+(?:for|of)\s+[\w-]+)?\s*[:,]?\s*(?:\(?(?P<unit>[^\s:()]{{1,20}})\)?\s*:)?\s*$",
        re.I,
    )


@cache
def _turned() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{any_of(phrase_list('series', 'turned'))})(?![\w-])", re.IGNORECASE)


@cache
def _not_named() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{any_of(phrase_list('series', 'no_names'))})(?![\w-])", re.IGNORECASE)


def find_series(text: str) -> Iterator[tuple[int, int, str]]:
    """Two series of equal length where something is asked that is made of such, as `x unit; y unit: 5 4.1; 10 7.3`.

    A unit that is not given is written `1`.
    """
    if len(text) > _LONGEST or not _cues().search(text):
        return
    yield from _paired(text)
    runs = sorted(_runs(text), key=lambda run: run[0].start())
    if len(runs) != 2 or len(runs[0][1]) != len(runs[1][1]):
        return
    (first, xs), (second, ys) = runs
    if second.start() - first.end() > _FARTHEST:
        return
    begin, lead = _lead(text, first.start())
    # Which is x is for the reader of points, where anything but the order of the two tells it.
    if _not_named().search(lead) or _turned().search(text, first.end(), second.start()) or _AXIS.search(lead):
        return
    x_unit, after = _given(text, first)
    y_lead = _lead(text, second.start(), after)[1]
    if not y_lead.strip() and re.search(r"\sat\s*$", lead):
        # "k/s-1 at 283, 293 K: 2.9e-5 9.6e-5"
        y_lead, lead = re.sub(r"\s+at\s*$", "", lead), ""
    y_unit, end = _given(text, second)
    units = x_unit or _unit_of(lead), y_unit or _unit_of(y_lead)
    start = begin + len(text[begin : first.start()]) - len(text[begin : first.start()].lstrip())
    yield start, end, _written(units, xs, ys)


def _runs(text: str) -> Iterator[tuple[re.Match[str], list[str]]]:
    each = [match for match in _EACH.finditer(text) if _unit_of(match["unit"])]
    alone = [
        one for one in _LIST.finditer(text) if not any(other.start() <= one.start() < other.end() for other in each)
    ]
    for match in (*each, *alone):
        numbers = re.findall(rf"(?<![\w.]){_NUMBER}", match["list"])
        if len(numbers) >= _FEWEST:
            yield match, numbers


def _lead(text: str, end: int, start: int = 0) -> tuple[int, str]:
    """What a list is called right in front of it, and where that begins, without words that ask for something."""
    start = max(start, end - _LONGEST_LEAD)
    head = _LEAD.search(text, start, end)
    if head is None:
        return end, ""
    if called := _called().search(text, start, end):
        # "Calibration standards: 1, 2, 5 mg/L"
        return called.start(), called["unit"] or ""
    asked = list(_cues().finditer(head["lead"]))
    begin = head.start("lead") + (asked[-1].end() if asked else 0)
    return begin, text[begin : head.end("lead")]


def _paired(text: str) -> Iterator[tuple[int, int, str]]:
    for match in _PAIRS.finditer(text):
        pairs = [re.findall(_NUMBER, pair) for pair in re.split(r"\s*[,;]\s*", match["pairs"])]
        if len(pairs) < _FEWEST:
            continue
        head = _HEADS.search(text, max(0, match.start() - _LONGEST_LEAD), match.start())
        names = (head["x"] or head["a"], head["y"] or head["b"]) if head else ("", "")
        xs, ys = (list(values) for values in zip(*pairs, strict=True))
        start = head.start() if head else match.start()
        called = _called().search(text, max(0, start - _LONGEST_LEAD), start)
        yield called.start() if called else start, match.end(), _written(tuple(map(_unit_of, names)), xs, ys)


def _written(units: tuple[str, ...], xs: list[str], ys: list[str]) -> str:
    points = "; ".join(f"{x} {y}" for x, y in zip(xs, ys, strict=True)).replace("−", "-").replace("+", "")
    return f"{'; '.join(unit or '1' for unit in units)}: {points}"


def _given(text: str, run: re.Match[str]) -> tuple[str, int]:
    unit = run.groupdict().get("unit")
    return (unit, run.end()) if unit else _behind(text, run.end())


def _behind(text: str, place: int) -> tuple[str, int]:
    """The unit right behind a list, and where it ends; a word that is none is left."""
    match = _BEHIND.match(text, place)
    if match is None or not (unit := _unit_of(match["unit"].rstrip(".?!"))):
        return "", place
    return unit, match.start("unit") + len(match["unit"].rstrip(".?!"))


def _unit_of(lead: str) -> str:
    """The unit at the end of the name of a series: `[S] µM`, `time (min)`, `k/s-1`, `conc in ng/mL`, `mol L-1`."""
    words = lead.strip().strip("()[] ").split()
    if not words:
        return ""
    last = words[-1].strip("()[],")
    # "S in mM" is no unit, "mol L-1" is one.
    several = " ".join(words[-2:]).strip("()[],") if len(words) > 1 and re.search(r"[-⁻]\d?", last) else ""
    return next((unit for unit in (several, last, last.partition("/")[2]) if _is_unit(unit)), "")


def _is_unit(text: str) -> bool:
    try:
        return bool(text) and not text.isdigit() and bool(readings(text))
    except ToolInputError:
        return False


def find_profile_ends(text: str) -> Iterator[tuple[int, int, float]]:
    """The time up to which an area is asked for: 24 in "AUC0-24", "AUC(0-24 h)"."""
    for match in re.finditer(r"(?<=AUC)[\s_]?\(?0\s?[-–→]\s?(?P<end>\d+(?:\.\d+)?)\s?h?\)?(?![\w.]?\d)", text):
        yield match.start(), match.end(), float(match["end"])
