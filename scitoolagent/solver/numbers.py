"""Numbers of a question, of a program and of words: which are the same, and which need no source."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from scitoolagent.solver.given import Given
from scitoolagent.tool.numbers import find_numbers
from scitoolagent.tool.units import normal
from scitoolagent.toolkg.graph import ToolGraph

# Counts, indices, percentages and exact conversions of time, scale and temperature need no source.
FREE: Final = frozenset(
    {
        *map(float, range(13)),
        0.5,
        0.25,
        0.05,
        1.5,
        2.5,
        14.0,
        24.0,
        60.0,
        100.0,
        365.0,
        3600.0,
        86400.0,
        273.15,
        298.15,
        180.0,
        360.0,
    }
)
NUMBER: Final = re.compile(r"(?<![\w.])[-−]?\d+(?:[.,]\d+)*(?:[eE][-+]?\d+)?")
_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
_GROUPED = re.compile(r"(?<!\d)[1-9]\d{0,2}(?: \d{3})+(?!\d)")
_NAMED_BY = re.compile(r"(?<![\w.])[A-Za-z]+\+?$")
_TOLERANCE = 1e-9


def bare_numbers(text: str, given: Given, data: Sequence[tuple[int, int]]) -> list[tuple[str, float]]:
    """The numbers of a question that no variable and no pasted data hold, as written and as they are."""
    taken = [(one.start, one.end) for one in given.values.values()]
    taken += [(one.start, one.end) for one in given.tables.values() if one.end]
    taken += data
    found: list[tuple[str, float]] = []
    plain = normal(text)
    for match in _GROUPED.finditer(plain):
        # "16 880" is one number.
        if not _overlaps(match.start(), match.end(), taken):
            found.append((match[0], float(match[0].replace(" ", ""))))
            taken.append(match.span())
    for number in find_numbers(plain):
        is_one = not (number.in_words or number.problem or is_label(text, number.start, number.end))
        if is_one and not _overlaps(number.start, number.end, taken):
            found.append((text[number.start : number.end], number.value))
    return found


def is_label(text: str, start: int, end: int) -> bool:
    """Whether a number is part of a word, a file name or a mark of a list, and not a number of its own."""
    before, behind = text[max(0, start - 1) : start], text[end : end + 1]
    # "Q27" and "M+4" are names.
    if _NAMED_BY.search(text[:start]):
        return True
    if before.isalpha() or (behind.isalpha() and not behind.isspace()) or (before and before in "_-#^"):
        return True
    # "2,2-dimethyl" and "013-A" are names.
    if behind == "-" and text[end + 1 : end + 2].isalpha():
        return True
    return behind in (")", ":") and (start == 0 or text[start - 1] in "\n(")


def _overlaps(start: int, end: int, places: Iterable[tuple[int, int]]) -> bool:
    return any(first < end and start < last for first, last in places)


def digits_of(text: str) -> Iterator[float]:
    """All numbers that the digits of a text may stand for: those in formulas and codes, thousands parted by blanks."""
    for match in _DIGITS.finditer(text):
        yield from numbers_of(match[0])
    # 4.6e3 and 2.4 x 10^9 are one number, too.
    yield from (number.value for number in find_numbers(normal(text)) if math.isfinite(number.value))
    for match in _GROUPED.finditer(text):
        yield float(match[0].replace(" ", ""))


def numbers_of(text: str) -> Iterator[float]:
    """The numbers of a text that stand by themselves."""
    for match in NUMBER.finditer(text):
        try:
            yield float(match[0].replace("−", "-").replace(",", "." if match[0].count(",") == 1 else ""))
        except ValueError:
            continue


def holds_number(numbers: Iterable[float], value: float) -> bool:
    """Whether a number is among others, with the other sign, or as the share or the rest that a percentage is."""
    return any(_is_form_of(one, value) for one in numbers)


def holds_form(number: float, values: Iterable[float]) -> bool:
    """Whether a number is a form of one of others."""
    return any(_is_form_of(number, value) for value in values)


def _is_form_of(number: float, value: float) -> bool:
    share = value / 100
    return any(is_same(number, one) for one in (value, -value, share, 1 - share, 1 + share, 100 - value))


def is_same(first: float, second: float) -> bool:
    """Whether two numbers are one, but for the last digits of a computation."""
    return abs(first - second) <= _TOLERANCE * max(1.0, abs(first), abs(second))


def rounds_to(exact: float, shown: float, text: str) -> bool:
    """Whether a number is shown rounded, or as the fall that its sign says."""
    exact, shown = abs(exact), abs(shown)
    digits = len(text.partition(".")[2])
    return is_same(exact, shown) or (digits > 0 and abs(exact - shown) <= 0.51 * 10**-digits)


def is_free(number: float, text: str) -> bool:
    """Whether a number needs no source beside a question: it holds it, or it counts, or converts exactly."""
    return abs(number) in FREE or holds_form(number, digits_of(text)) or is_power_of_ten(number)


def is_power_of_ten(number: float) -> bool:
    """Whether a number only scales."""
    value = abs(number)
    return value > 0 and re.fullmatch(r"1(?:\.0)?e[+-]\d+", f"{value:.1e}") is not None


def conditions_of(graph: ToolGraph, names: Iterable[str]) -> Iterator[float]:
    """The numbers in what tools say of themselves."""
    for name in dict.fromkeys(names):
        tool = graph.tools.get(name)
        if tool is not None:
            for text in (tool.summary, *(port.text for port in (*tool.inputs, *tool.outputs))):
                yield from digits_of(text)
