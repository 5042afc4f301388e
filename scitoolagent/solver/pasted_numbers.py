"""Find the lists of numbers that a text holds: "12.1, 13.4 and 12.9 mg", one number a line, decimal commas."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from scitoolagent.errors import PlanError
from scitoolagent.language.words import word_list
from scitoolagent.tables.recognise import header_unit
from scitoolagent.tool.quantities import find_quantities

_LEAST, _LEAST_BLANKS = 3, 4
_WORD = "word"
_EXPONENT = r"(?:[eE][+-]?\d{1,3})?"
_SIGN = r"[+\-−]?"
_POINT = re.compile(rf"{_SIGN}(?:\d+(?:\.\d+)?|\.\d+){_EXPONENT}")
_COMMA = re.compile(rf"{_SIGN}\d+(?:,\d+)?{_EXPONENT}")
_THOUSANDS = re.compile(rf"{_SIGN}(?:\d{{1,3}}(?:,\d{{3}})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?)")
_START = re.compile(r"(?<![\w.,^%/)\]\-−–#@])[+\-−]?\.?\d")
# Behind such a sign the last number is a part of something else: a range, a name, a version, an uncertainty.
_GOES_ON = re.compile(r"[\w^_]|[\-−–/][\w(]|[.,]\d|\s*(?:±|\+/-|\+-)|:\d|['’]")
_LABEL = re.compile(
    r"(?:^|[\n.;,(!?])[ \t]*(?:[-*•][ \t]+)?(?P<label>[^\W\d_][^\n:=;,?!]{0,60}?)"
    r"[ \t]*[:=][ \t]*\n?[ \t]*[\[({]?[ \t]*$"
)
# What may be a unit ends where the next number begins.
_UNIT = re.compile(r"(?=[ \t]?[^\W\d_]|[ \t]?[%°‰/])[^,;\n]{1,40}?(?=\s+[+\-−]?\.?\d|[,;\n]|$)|[^,;\n]{1,40}")
_BREAK = re.compile(r"[ \t]*[,;]?[ \t]*\r?\n[ \t]*")
_BLANKS = re.compile(r"[ \t]+(?=[+\-−]?\.?\d)")


@dataclass(frozen=True, slots=True)
class NumberList:
    """Numbers of a text with their unit as it is written, and what they are called in front of them."""

    values: tuple[float, ...]
    unit: str
    label: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Form:
    """How the numbers of a list are written, and what may stand between two of them."""

    number: re.Pattern[str]
    joint: str
    mark: str = ""


_FORMS = (
    _Form(_THOUSANDS, r",\s+|\s*;\s*", mark=","),
    _Form(_COMMA, r"\s*;\s*", mark=","),
    _Form(_POINT, r"\s*[,;]\s*"),
)


@dataclass(frozen=True, slots=True)
class _Item:
    """A number with the unit behind it, and where both begin and end."""

    text: str
    unit: str
    start: int
    behind: int


def number_lists(text: str) -> Iterator[NumberList]:
    """Yield the lists of three numbers or more, in the order of the text; places that are taken are blanked before."""
    place = 0
    while match := _START.search(text, place):
        place = _behind_run(text, match.end() - 1)
        for form in _FORMS:
            items, between = _items(text, match.start(), form)
            if found := _list_of(text, items, between, form):
                yield found
                place = found.end
                break
            # Numbers that make no list from here on make none from the next one on.
            place = max(place, items[-1].behind) if items else place


def _behind_run(text: str, place: int) -> int:
    """The end of the digits and signs that begin at a place."""
    while place < len(text) and (text[place].isalnum() or text[place] in ".-−–"):
        place += 1
    return place


@cache
def _joints(form: _Form) -> re.Pattern[str]:
    words = "|".join(re.escape(word) for word in sorted(word_list("references", "joints")) if word not in ",/")
    return re.compile(rf"(?:\s*,)?\s+(?:(?:{words})\s+){{1,3}}|{form.joint}")


def _items(text: str, start: int, form: _Form) -> tuple[list[_Item], list[str]]:
    """The numbers that follow one another from a place on, in one form of writing, and what stands between them."""
    items: list[_Item] = []
    between: list[str] = []
    place = start
    while match := form.number.match(text, place):
        unit, behind = _unit(text, match.end())
        items.append(_Item(match[0], unit, match.start(), behind))
        joint = _BREAK.match(text, behind) or _joints(form).match(text, behind) or _BLANKS.match(text, behind)
        if not joint or not form.number.match(text, joint.end()):
            break
        # "1, 2, 3; 4, 5, 6" are two lists.
        if len({_kind(one) for one in (*between[:1], *between[-1:], joint[0])} - {_WORD}) > 1:
            break
        between.append(joint[0])
        place = joint.end()
    return items, between


def _list_of(text: str, items: list[_Item], between: list[str], form: _Form) -> NumberList | None:
    """The list that numbers are; None where they are something else."""
    if len(items) < _LEAST or _GOES_ON.match(text, items[-1].behind) or not _plausible(items, between, form):
        return None
    values = tuple(_value(item.text, form) for item in items)
    if not all(map(math.isfinite, values)):
        return None
    start = items[0].start
    label, unit = _label(text[max(0, start - 120) : start])
    return NumberList(values, items[-1].unit or unit, label, start, items[-1].behind)


def _kind(joint: str) -> str:
    """What stands between two numbers: a line, blanks, a sign, or a word, which may stand for any sign."""
    if "\n" in joint:
        return "line"
    if not joint.strip():
        return "blank"
    return joint.strip() if joint.strip() in (",", ";") else _WORD


def _plausible(items: list[_Item], between: list[str], form: _Form) -> bool:
    """Whether numbers side by side are a list in that form of writing."""
    units = {item.unit for item in items[:-1]} - {""}
    if len(units | ({items[-1].unit} if units else set())) > 1:
        return False
    marked = [form.mark in item.text for item in items]
    if form.mark and not any(marked):
        return False
    if form.number is _COMMA and _kind(between[0]) == "blank" and not all(marked):
        return False
    texts = [item.text for item in items]
    if _kind(between[0]) == "blank":
        # "10 000 20 000" may be two numbers.
        pointed = all("." in one or "," in one for one in texts)
        return pointed or (len(texts) >= _LEAST_BLANKS and not any(re.fullmatch(r"\d{3}", one) for one in texts))
    # "100,200,300" may be one number.
    return not (
        len(texts) == _LEAST and set(between) == {","} and all(re.fullmatch(r"\d{3}", one) for one in texts[1:])
    )


def _value(text: str, form: _Form) -> float:
    plain = text.replace("−", "-")
    return float(plain.replace(",", "." if form.number is _COMMA else ""))


def _unit(text: str, end: int) -> tuple[str, int]:
    """The unit behind a number as it is written, and where it ends."""
    if end >= len(text) or not re.match(r"[ \t]?(?:[^\W\d_]|[%°‰/])", text[end : end + 2]):
        return "", end
    behind = _UNIT.match(text, end)
    # The number itself may be written with a comma; its unit does not depend on it.
    try:
        quantity = next(iter(find_quantities(f"1{behind[0]}")), None) if behind else None
    except PlanError:
        return "", end
    if quantity is None or quantity.start != 0 or quantity.problem:
        return "", end
    return quantity.unit, end + quantity.end - 1


def _label(before: str) -> tuple[str, str]:
    """What numbers are called in front of them, and the unit that stands there: "Weights (g): 12, 13, 14"."""
    match = _LABEL.search(before)
    if match is None:
        return "", ""
    written = match["label"].strip()
    label, unit = header_unit(written)
    bracketed = re.search(r"[\[(]([^\[\]()]+)[\])]\s*$", written)
    return label, bracketed[1] if unit and bracketed else unit or ""
