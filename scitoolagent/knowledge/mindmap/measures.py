"""Vital signs in a text, held against what is usual for adults: 104 F is a fever, 35 °C none, a pulse of 45 slow.

A number belongs to the sign that is named beside it. Without a unit it is read where only one unit fits. Bounds
(`below 37`, `not above 38`) count as far as they settle it; what they do not settle is no complaint.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from scitoolagent.language.text import any_of
from scitoolagent.language.words import patients, split_phrases

_BEFORE, _BEHIND = 45, 20
_STOPS = re.compile(r"[.;!?\n](?!\d)")


@dataclass(frozen=True, slots=True)
class Measured:
    """A sign with its value, at its place in the text; `concept` is the complaint it means, empty for none."""

    start: int
    end: int
    concept: str


@lru_cache(maxsize=1)
def _signs() -> Mapping[str, tuple[re.Pattern[str], Mapping[str, Any]]]:
    """Each sign with what is said for it."""
    return {
        name: (re.compile(rf"(?<!\w)(?:{any_of(split_phrases(sign['names']))})(?!\w)", re.IGNORECASE), sign)
        for name, sign in patients()["signs"].items()
    }


@lru_cache(maxsize=1)
def _value() -> re.Pattern[str]:
    others = any_of(patients()["bounds"]["counted"].split())
    units = any_of(unit for _, sign in _signs().values() for unit in split_phrases(" ,".join(sign["units"])))
    return re.compile(
        rf"(?<![\w./])(?P<one>\d{{2,3}}(?:[.,]\d{{1,2}})?)(?:\s*(?:/|over)\s*(?P<two>\d{{2,3}}))?"
        rf"(?:\s*(?P<unit>{units})(?!\w))?(?![\w/])(?!\s*(?:{others})\b)",
        re.IGNORECASE,
    )


def measured_in(text: str) -> list[Measured]:
    """The vital signs that a text gives with a number, in order."""
    found: list[Measured] = []
    for match in _value().finditer(text):
        one = _measured(text, match)
        if one is not None and not any(one.start < other.end and other.start < one.end for other in found):
            found.append(one)
    return found


def _measured(text: str, value: re.Match[str]) -> Measured | None:
    near = [
        (abs(value.start() - named.end()), name, named)
        for name, (pattern, _) in _signs().items()
        for named in pattern.finditer(text, max(0, value.start() - _BEFORE), value.end() + _BEHIND)
        if _joined(text, named, value)
    ]
    for _, name, named in sorted(near, key=lambda one: one[0]):
        sign = _signs()[name][1]
        low, high = _range(text, named, value)
        scale = _scale(sign, value)
        if scale is None:
            continue
        low, high = (bound * scale[0] + scale[1] for bound in (low, high))
        concept = sign["above"] if low > sign["high"] else sign["below"] if high < sign["low"] else ""
        if value["two"] and float(value["two"]) > sign.get("high_two", math.inf):
            concept = sign["above"]
        return Measured(min(named.start(), value.start()), max(named.end(), value.end()), concept)
    return None


def _joined(text: str, named: re.Match[str], value: re.Match[str]) -> bool:
    """Whether nothing parts the name of a sign from a number: no end of a sentence, and no other number."""
    between = text[named.end() : value.start()] if named.end() <= value.start() else text[value.end() : named.start()]
    behind = named.start() >= value.end()
    return not (_STOPS.search(between) or _value().search(between) or (behind and "," in between))


def _scale(sign: Mapping[str, Any], value: re.Match[str]) -> tuple[float, float] | None:
    """Factor and shift to the unit of the range, by the unit that is written or the one in which the value fits."""
    number = float(value["one"].replace(",", "."))
    if bool(value["two"]) != ("high_two" in sign):
        return None
    written = (value["unit"] or "").casefold()
    for names, factor, shift, least, most in sign["scales"]:
        known = written in split_phrases(names)
        if least <= number <= most and (known or not written):
            return factor, shift
    return None


def _range(text: str, named: re.Match[str], value: re.Match[str]) -> tuple[float, float]:
    """What is told of the value: itself, or a bound."""
    number = float(value["one"].replace(",", "."))
    words = re.findall(r"\w+", text[named.end() : value.start()].casefold()) if named.end() <= value.start() else []
    bounds = patients()["bounds"]
    up, down = (any(word in bounds[name].split() for word in words) for name in ("above", "below"))
    if any(word in bounds["not"].split() for word in words):
        up, down = down, up
    return (number if up else -math.inf, math.inf) if up else (-math.inf, number) if down else (number, number)


def places(measured: list[Measured], words: list[tuple[str, int, int]]) -> Iterator[tuple[Measured, int, int]]:
    """Each value with the places of the first and the last word of it."""
    for one in measured:
        inside = [place for place, (_, start, end) in enumerate(words) if one.start <= start and end <= one.end]
        if inside:
            yield one, inside[0], inside[-1]
