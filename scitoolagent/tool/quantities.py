"""Find the quantities of a text: numbers with a unit, in the ways that people write both.

A number that cannot be taken as one value (a range, an uncertainty, two units) is found as well and says so, since a
quantity that is overlooked would let a tool run with its usual setting.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scitoolagent.errors import PlanError
from scitoolagent.records import Quantity
from scitoolagent.tool.units import UnitError, normal, readings, unit_at

MOST = 100
_SHOWN = 100

_DIGITS = r"(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+[.,]\d+|\.\d+|\d+)"
_POWER = r"(?:[eE][+-]?\d{1,4}|\s?[x*·]\s?10(?:\^|\*\*)?\(?[+-]?\d{1,4}\)?|\s?[x*·]\s?10[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,4})"
_TEN = r"10(?:\^\(?[+-]?\d{1,4}\)?|\*\*[+-]?\d{1,4}|[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,4})"
_NUMBER = re.compile(
    rf"(?<![\w.,^%/)\]])(?<![\w)\]][-–])(?P<sign>[+-]|–(?=\d))?(?P<body>{_TEN}|{_DIGITS}{_POWER}?|(?:nan|inf|infinity)\b)",
    re.IGNORECASE,
)
# What looks like a number and is none: "1.2.3", "1/2", "10.000,5".
_ODD = re.compile(r"(?<![\w.,^%/)\]-])\d+(?:[.,/]\d+)+(?![\d.,/]*\d)")
_TENS = re.compile(r"10(?:\^|\*\*)?\(?([+-]?[\d⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹]+)\)?$")
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_GAP = re.compile(r"[\s\u00a0\u2009\u202f]?-?")
_UNTIL = re.compile(r"\s?(?:[-–—]|\.\.\.?|to\b|and\b)\s?")
_GIVE_OR_TAKE = re.compile(r"\s?(?:±|\+/-|\+-)\s?")
_BOUND = re.compile(
    r"(?:[<>≤≥]=?|\b(?:less|more|greater|fewer|lower|higher|smaller|larger|closer|shorter|longer) than|\bbelow|\babove|"
    r"\bunder|\bover|\bup to|\bat (?:least|most)|\bminimum(?: of)?|\bmaximum(?: of)?|\bexceeding|\bbeyond)\s*$",
    re.IGNORECASE,
)
# "2 C atoms" counts atoms: one letter in front of such a word is an element, not a unit.
_COUNTED = re.compile(r"\s(?:atom|ion|bond|cent(?:er|re)|nucle|termin|ring|isotope)", re.IGNORECASE)
_SECOND_UNIT = re.compile(r"[\s/]+(?=[A-Za-z°%Å])")


@dataclass(frozen=True, slots=True)
class _Number:
    value: float
    start: int
    end: int
    problem: str = ""


def find_quantities(text: str, taken: Sequence[tuple[int, int]] = ()) -> tuple[Quantity, ...]:
    """The quantities of a text outside the places `taken`, in the order of the text.

    Raises:
        PlanError: there are more than `MOST`.
    """
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
    first = next(iter(_numbers(plain, comma=False)), None)
    if first is None or first.start or first.problem or not math.isfinite(first.value):
        raise UnitError(f"{text[:_SHOWN]!r} is no number with a unit; write it as 7.5 kcal/mol")
    unit = text.strip()[first.end :].strip()
    if not unit:
        raise UnitError(f"{text[:_SHOWN]!r} has no unit; write it as 7.5 kcal/mol")
    readings(unit)
    return first.value, unit


def _read(text: str, original: str) -> Iterator[Quantity]:
    # "0,5" says that a comma is the decimal sign in this text; then "1,500" could be both.
    comma = bool(re.search(r"(?<![\d,])(?:0,\d|\d+,\d{1,2}(?![\d,]))", text))
    place = 0
    for first in _numbers(text, comma):
        one = _quantity(text, original, first) if first.start >= place else None
        if one is not None:
            place = one.end
            yield one


def _numbers(text: str, comma: bool) -> list[_Number]:
    """The numbers of a text in its order; one that cannot be read says so."""
    odd = {match.start(): match for match in _ODD.finditer(text) if not re.fullmatch(_DIGITS, match[0])}
    found = [_number(match, comma) for match in _NUMBER.finditer(text) if match.start() not in odd]
    broken = [
        _Number(math.nan, match.start(), match.end(), "it cannot be read as one number") for match in odd.values()
    ]
    return sorted([*found, *broken], key=lambda number: number.start)


def _quantity(text: str, original: str, first: _Number) -> Quantity | None:
    """The quantity that a number opens, None when no unit belongs to it."""
    problem, end = first.problem, first.end
    unit = _unit(text, end)
    if unit is None:
        last = _following(text, end, _UNTIL) or _following(text, end, _GIVE_OR_TAKE)
        if last is None or (unit := _unit(text, last.end)) is None:
            return None
        joint = text[end : last.start]
        if "and" in joint and not re.search(r"\bbetween\s*$", text[: first.start], re.IGNORECASE):
            return None
        problem = problem or last.problem or _joined(joint)
    begin, end = unit
    other = _following(text, end, _GIVE_OR_TAKE) or _range_behind(text, first.start, end)
    if other is not None:
        problem = problem or _joined(text[end : other.start])
        end = (_unit(text, other.end) or (end, other.end))[1]
    problem = (
        problem
        or _second(text, end)
        or _unread(text, end)
        or ("" if math.isfinite(first.value) else "it is no finite number")
    )
    return Quantity(
        handle="",
        value=first.value if math.isfinite(first.value) else 0.0,
        unit=re.sub(r"\s+", " ", original[begin : unit[1]]),
        text=original[first.start : end],
        start=first.start,
        end=end,
        bound=bool(_BOUND.search(text[max(0, first.start - 20) : first.start])),
        problem=problem,
    )


def _joined(joint: str) -> str:
    return "it has an uncertainty" if _GIVE_OR_TAKE.fullmatch(joint) else "it is a range"


def _range_behind(text: str, start: int, end: int) -> _Number | None:
    """The upper end of "10 mM-20 mM" and "between 10 mM and 20 mM"; "from 1 M to 2 M" are two values."""
    joint = _UNTIL.match(text, end)
    if joint is None or re.search(r"to", joint[0]):
        return None
    if "and" in joint[0] and not re.search(r"\bbetween\s*$", text[:start], re.IGNORECASE):
        return None
    return _following(text, end, _UNTIL)


def _following(text: str, place: int, joint: re.Pattern[str]) -> _Number | None:
    match = joint.match(text, place)
    number = re.compile(_NUMBER.pattern.replace(r"(?<![\w.,^%/)\]])(?<![\w)\]][-–])", ""), re.IGNORECASE)
    found = number.match(text, match.end()) if match else None
    return _number(found, False) if found else None


def _unit(text: str, place: int) -> tuple[int, int] | None:
    """Where the unit behind a number begins and ends."""
    gap = _GAP.match(text, place)
    begin = gap.end() if gap else place
    found = unit_at(text, begin)
    if found is None:
        return _meant(text, begin, place)
    end = found[1]
    if text[end : end + 1].isalnum() or (text[end : end + 1] == "-" and text[end + 1 : end + 2].isalpha()):
        return None
    letters = text[begin:end]
    if len(letters) == 1 and letters.isalpha():
        # "3d" and "4s" are orbitals, "2-M" and "5-L" parts of names.
        close = begin == place and letters in "dsuh"
        if close or text[place:begin].endswith("-") or _COUNTED.match(text, end):
            return None
    return begin, end


def _meant(text: str, begin: int, place: int) -> tuple[int, int] | None:
    """`25 C`: a letter that may be a temperature."""
    alone = text[begin : begin + 1] in ("C", "F") and not text[begin + 1 : begin + 2].isalnum()
    apart = begin > place and not text[place:begin].endswith("-")
    joined = text[begin + 1 : begin + 2] == "-" or _COUNTED.match(text, begin + 1)
    return (begin, begin + 1) if alone and apart and not joined else None


def _second(text: str, end: int) -> str:
    gap = _SECOND_UNIT.match(text, end)
    if gap is None:
        return ""
    found = unit_at(text, gap.end())
    if found is None or found[1] - gap.end() < 2 or text[found[1] : found[1] + 1] == "-":
        return ""
    return f"a second unit, {text[gap.end() : found[1]]}, stands behind it"


def _unread(text: str, end: int) -> str:
    """A unit that goes on with something that is none, as in "5 mM/zork"."""
    rest = re.match(r"[/^*·]\S*", text[end : end + 20])
    return f"its unit goes on with {rest[0]}, which cannot be read" if rest else ""


def _number(match: re.Match[str], comma: bool) -> _Number:
    body = match["body"].replace(" ", "")
    problem = ""
    digits = re.match(_DIGITS, body)
    if digits and re.fullmatch(r"[1-9]\d{0,2},\d{3}", digits[0]) and comma:
        problem = "its comma may part thousands or be the decimal sign"
    value = _value(body)
    return _Number(-value if match["sign"] in ("-", "–") else value, match.start(), match.end(), problem)


def _value(body: str) -> float:
    if body[0].isalpha():
        return float(body)
    tens = _TENS.search(body) if re.search(r"[x*·^⁰¹²³⁴⁵⁶⁷⁸⁹]|10\*\*", body) else None
    exponent = int(tens[1].translate(_RAISED)) if tens else 0
    mantissa = re.sub(r"[x*·]$", "", body[: tens.start()]) if tens else body
    if re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?(?:[eE].*)?", mantissa) and not mantissa.startswith("0,"):
        mantissa = mantissa.replace(",", "")
    mantissa = mantissa.replace(",", ".") or "1"
    try:
        return float(f"{mantissa}e{exponent}") if exponent else float(mantissa)
    except (ValueError, OverflowError):
        return math.nan
