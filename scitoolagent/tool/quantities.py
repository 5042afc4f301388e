"""Find the quantities of a text: numbers with a unit, in the ways that people write both.

A number that cannot be taken as one value (a range, an uncertainty, two units) is found as well and says so, since a
quantity that is overlooked would let a tool run with its usual setting.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal

from scitoolagent.errors import PlanError
from scitoolagent.records import Quantity
from scitoolagent.tool.numbers import BLANKS, Number, find_numbers, number_at
from scitoolagent.tool.units import UnitError, convert, normal, readings, unit_at, unit_code

MOST = 100
_SHOWN = 100
_RANGE = "it is a range"

_GAP = re.compile(rf"[\s{BLANKS}]?-?")
_UNTIL = re.compile(r"\s?(?:[-–—~]|\.\.\.?|…|to\b|and\b|or\b)\s?")
_GIVE_OR_TAKE = re.compile(r"\s?(?:±|\+/-|\+-|plus or minus\b|plus/minus\b)\s?")
# "2 500 mL", "5 x 10 mL", "1.5 10^-3 M": two numbers, or one that is parted.
_SIDE_BY_SIDE = re.compile(rf"[\s{BLANKS}]?[x*·]?[\s{BLANKS}]?(?=[\d.])")
_LESS = (
    r"(?:[<≤]=?|\b(?:less|fewer|lower|smaller|closer|shorter) than|\bbelow|\bunder|\bup to|\bat most|\bmaximum(?: of)?)"
)
_MORE = (
    r"(?:[>≥]=?|\b(?:more|greater|higher|larger|longer|further|farther) than|\babove|\bover|\bat least|"
    r"\bminimum(?: of)?|\bexceeding|\bbeyond)"
)
# "Made up to 250 mL": the volume, and no bound.
_FILLED = re.compile(
    r"\b(?:made?|making|fill|top|dilut|br(?:ing|ought)|adjust|complet)\w*\b[\w\s]{0,25}\bup to\s*$", re.I
)
_BOUND = re.compile(rf"(?P<no>\b(?:no|not|never) )?(?:(?P<less>{_LESS})|{_MORE})\s*$", re.IGNORECASE)
# "2 C atoms" counts atoms: one letter in front of such a word is an element, not a unit.
_COUNTED = re.compile(r"\s(?:atom|ion|bond|cent(?:er|re)|nucle|termin|ring|isotope)", re.IGNORECASE)
# "0.15 /h", "12e-6 per K": nothing in front of the stroke is one.
_INVERSE = re.compile(r"(?:/\s?|per\s)(?:K|°C|s|min|h|second|minute|hour|day|week|year)(?![\w/·*^⁻-])")
# "Per cent" is a unit, and no inverse of one.
_INVERSE_SIGN = re.compile(r"^(?:/\s?|per\s(?!cents?\b))")
_ONE_PER = re.compile(r"[1¹]\s?/\s?[^\W\d_]")
# "1.10 V", "9.4 T": letters that are atoms or residues as well, which nobody counts in decimals.
_DECIMAL = re.compile(r"\d\.\d+\s$")
_GAUGE = re.compile(r"[\s(]*gauge\b", re.IGNORECASE)
_SECOND_UNIT = re.compile(r"[\s/]+(?=[A-Za-z°%‰Å])|(?=[%‰])")
_ELEMENTAL = re.compile(r"[A-Z]\d(?:[A-Z(]|(?![\w.^*/·]))")
_BELOW_ZERO = re.compile(r"\s(?:below (?:zero|0\b)|of frost)", re.IGNORECASE)
# A unit where a number with a unit must stand; behind other words ("in mM", "how many mL") it is what is wanted.
_NO_NUMBER = re.compile(
    r"\b(?:at|with|using|within|below|above|up to)\s+"
    r"(?P<unit>(?:[fpnum]?M|(?:[fpnum]?mol|[pnumk]?g)/[dmu]?[Ll]|°[CF]|k?(?:J|cal)/mol|[num][Ll]|[numcp]m|Å|[kM]Pa|mbar|mmHg|kDa|eV))"
    r"(?![\w/*^·-])"
)


def find_quantities(text: str, taken: Sequence[tuple[int, int]] = ()) -> tuple[Quantity, ...]:
    """The quantities of a text outside the places `taken`, in the order of the text.

    Raises:
        PlanError: there are more than `MOST`.
    """
    return _found(text, tuple(taken))


# One question is looked through by many finders, and the labels of settings come again with each question.
@lru_cache(maxsize=256)
def _found(text: str, taken: tuple[tuple[int, int], ...]) -> tuple[Quantity, ...]:
    plain = list(normal(text))
    for start, end in taken:
        plain[start:end] = "\x00" * (end - start)
    found: list[Quantity] = []
    for one in _read("".join(plain), text):
        if len(found) == MOST:
            raise PlanError(f"the question holds more than {MOST} numbers with units; ask about fewer at a time")
        found.append(one.model_copy(update={"handle": f"quantity{len(found) + 1}"}))
    return tuple(found)


def read_quantity(text: str) -> tuple[float, str]:
    """The number and the unit that a whole text consists of; the unit may be any that `readings` knows.

    Raises:
        UnitError: the text is not one number with a unit.
    """
    plain = normal(text.strip())
    first = next(iter(find_numbers(plain)), None)
    if first is None or first.start or first.problem or not math.isfinite(first.value):
        raise UnitError(f"{text[:_SHOWN]!r} is no number with a unit; write it as 7.5 kcal/mol")
    unit = text.strip()[first.end :].strip()
    if not unit:
        raise UnitError(f"{text[:_SHOWN]!r} has no unit; write it as 7.5 kcal/mol")
    readings(unit)
    return first.value, unit


def _read(text: str, original: str) -> Iterator[Quantity]:
    place = 0
    lone = [_without_number(match, original) for match in _NO_NUMBER.finditer(text)]
    for first in find_numbers(text):
        one = _quantity(text, original, first) if first.start >= place else None
        if one is None:
            continue
        place = one.end
        while lone and lone[0].start < one.start:
            yield lone.pop(0)
        yield one
    yield from lone


def _without_number(match: re.Match[str], original: str) -> Quantity:
    start, end = match.span("unit")
    unit = original[start:end]
    return Quantity(
        handle="", value=0.0, unit=unit, text=unit, start=start, end=end, problem="no number stands in front of it"
    )


def _quantity(text: str, original: str, first: Number) -> Quantity | None:
    """The quantity that a number opens, None when no unit belongs to it."""
    problem, end = first.problem, first.end
    last: Number | None = None
    upper: float | None = None
    unit = _unit(text, end)
    if unit is None:
        last = _opening(text, first)
        if last is None or (unit := _unit(text, last.end)) is None:
            return None
        problem = problem or last.problem or _joined(text[end : last.start])
    begin, end = unit
    # "two K channels", "three d orbitals": a word counts things where the letter is more than a unit.
    if first.in_words and end - begin == 1 and text[begin] not in "MgLl°%":
        return None
    other = _following(text, end, _GIVE_OR_TAKE) or _range_behind(text, first.start, end)
    if other is not None:
        problem = problem or _joined(text[end : other.start])
        again = _unit(text, other.end)
        last = other if again is None or text[slice(*again)] == text[begin:end] else None
        if again is not None and last is None:
            upper = _in_unit(other.value, original[slice(*again)], original[begin:end])
        end = again[1] if again else other.end
    if last is not None:
        upper = last.value
    problem = (
        problem
        or _second(text, end)
        or _unread(text, end)
        or ("" if math.isfinite(first.value) else "it is no finite number")
    )
    return Quantity(
        handle="",
        value=first.value if math.isfinite(first.value) else 0.0,
        upper=upper if upper is not None and problem == _RANGE and math.isfinite(upper) else None,
        unit=_INVERSE_SIGN.sub("1/", re.sub(r"\s+", " ", original[begin : unit[1]])),
        text=original[first.start : end],
        start=first.start,
        end=end,
        bound=_bound(text[max(0, first.start - 50) : first.start]),
        problem=problem,
    )


def _bound(before: str) -> Literal["", "above", "below"]:
    """Which side of a number the words in front of it leave open: "at most", "no more than"."""
    match = _BOUND.search(before)
    if match is None or _FILLED.search(before):
        return ""
    return "below" if bool(match["less"]) != bool(match["no"]) else "above"


def _joined(joint: str) -> str:
    if _GIVE_OR_TAKE.fullmatch(joint):
        return "it has an uncertainty"
    if "or" in joint:
        return "it offers two values"
    return _RANGE if _UNTIL.fullmatch(joint) else "two numbers stand side by side"


def _opening(text: str, first: Number) -> Number | None:
    """The number with the unit where the one in front of it has none: "10-20 mM", "2 500 mM"."""
    if first.in_words:
        return None
    joint = _UNTIL.match(text, first.end)
    if joint and "and" in joint[0] and not _is_between(text, first.start):
        return None
    joints = (_UNTIL, _GIVE_OR_TAKE, _SIDE_BY_SIDE)
    return next((last for joint in joints if (last := _following(text, first.end, joint)) is not None), None)


def _range_behind(text: str, start: int, end: int) -> Number | None:
    """The upper end of "10 mM-20 mM" and "between 10 mM and 20 mM"; "from 1 M to 2 M" are two values."""
    joint = _UNTIL.match(text, end)
    if joint is None or re.search(r"to|or", joint[0]):
        return None
    if "and" in joint[0] and not _is_between(text, start):
        return None
    return _following(text, end, _UNTIL)


def _in_unit(value: float, unit: str, wanted: str) -> float | None:
    """The upper end of a range in the unit of the lower one: "between 10 nM and 1 µM"; None where they do not fit."""
    try:
        return float(f"{convert(value, unit_code(unit), unit_code(wanted)):.12g}")
    except UnitError:
        return None


def _is_between(text: str, start: int) -> bool:
    return bool(re.search(r"\bbetween\s*$", text[max(0, start - 20) : start], re.IGNORECASE))


def _following(text: str, place: int, joint: re.Pattern[str]) -> Number | None:
    match = joint.match(text, place)
    return number_at(text, match.end()) if match else None


def _unit(text: str, place: int) -> tuple[int, int] | None:
    """Where the unit behind a number begins and ends."""
    gap = _GAP.match(text, place)
    begin = gap.end() if gap else place
    found = unit_at(text, begin)
    if found is None and begin > place and _ONE_PER.match(text, begin):
        # "0.01 1/s": a one in front of a stroke and a unit is part of the unit.
        found = unit_at(text, begin, prose=False)
    if found is None and (inverse := _INVERSE.match(text, begin)):
        return inverse.span()
    if found is None:
        return _meant(text, begin, place)
    end = found[1]
    if text[end : end + 1].isalnum():
        return None
    letters = text[begin:end]
    if len(letters) == 1 and letters.isalpha():
        # "1L-inositol", "2N-methyl"; "0.1M-HCl" is a concentration.
        if letters != "M" and text[end : end + 1] == "-" and text[end + 1 : end + 2].isalpha():
            return None
        # "3d" and "4s" are orbitals, "2-M" and "5-L" parts of names.
        close = begin == place and letters in "dsuh"
        if close or (letters.isascii() and text[place:begin].endswith("-")) or _COUNTED.match(text, end):
            return None
    return begin, end


def _meant(text: str, begin: int, place: int) -> tuple[int, int] | None:
    """`25 C`, `5 A`, `1.1 V`: a letter that may be a temperature, a length, a potential."""
    letter = text[begin : begin + 1]
    known = letter in ("C", "F", "A", "V") or (
        letter in ("T", "W") and _DECIMAL.search(text, begin - 30 if begin > 30 else 0, begin)
    )
    alone = known and not text[begin + 1 : begin + 2].isalnum()
    apart = begin > place and not text[place:begin].endswith("-")
    joined = text[begin + 1 : begin + 2] == "-" or _COUNTED.match(text, begin + 1)
    return (begin, begin + 1) if alone and apart and not joined else None


def _second(text: str, end: int) -> str:
    if _BELOW_ZERO.match(text, end):
        return "it is told to lie below zero; write it with a minus sign"
    gap = _SECOND_UNIT.match(text, end)
    if gap is None:
        return ""
    found = unit_at(text, gap.end())
    short = found is not None and found[1] - gap.end() < 2 and text[gap.end()] not in "%‰"
    # "10 g N2" is of nitrogen, and no newton squared; "0.1 M K2SO4" has no kelvin.
    short = short or _ELEMENTAL.match(text, gap.end()) is not None
    if found is None or short or text[found[1] : found[1] + 1] == "-":
        return ""
    return f"a second unit, {text[gap.end() : found[1]]}, stands behind it"


def _unread(text: str, end: int) -> str:
    """A unit that goes on with something that is none, as in "5 mM/zork"."""
    if _GAUGE.match(text, end):
        return "it is a gauge pressure; give the absolute one"
    rest = re.match(r"[/^*·]\S*", text[end : end + 20])
    return f"its unit goes on with {rest[0]}, which cannot be read" if rest else ""
