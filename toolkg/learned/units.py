"""The unit that a sentence gives a number, or that its words imply: a count and a fraction are pure numbers."""

from __future__ import annotations

import re
from functools import lru_cache

from scitoolagent.tool.unit_words import find_units
from scitoolagent.tool.units import UnitError, convert, convertible, readings, unit_code

_BRACKETED = re.compile(
    r"(?<=\w )[\[(]\s*(?:in\s+|units?:?\s*)?"
    r"([^\[\]()\s,;]{1,20}(?:\([^()\s]{1,12}\))?[^\[\]()\s,;]{0,8})\s*[\])](?=[\s,;.:]|$)"
)
_IN = re.compile(r"(?<!\w)(?:in|of|per)\s+(?:1/)?([^\s,;]+?(?:\s?\([^()]{1,14}\))?)(?=[,;:.)]?(?:\s|$))")
_LONE = frozenset("gLlmshKMCFJNVWATu%°‰ÅΩ")
# A letter in brackets is more often a symbol than a unit.
_LONE_IN_BRACKETS = frozenset("K%°Å")
_PURE = re.compile(
    r"\b(?:numbers? of|how many|counts?|ratio|fractions?|shares?|probability|p-value|index|score|coefficient|factor|"
    r"dimensionless|(?:without|no) unit|pure number|between 0 and 1|0 to 1|multiplicity|integer|charge|seed|rank|"
    r"logarithms?|log10|ph|pka|serial number|times)\b",
    re.IGNORECASE,
)
_FIRST_PURE = re.compile(r"(?:the )?(?:numbers? of|how many|count of|(?:decadic |natural )?logarithm)\b", re.IGNORECASE)
_PERCENT = re.compile(r"\b(?:percent|per cent|percentages?)\b|(?<![\d ])%|\bin %", re.IGNORECASE)
_RANGE = re.compile(
    r"(?:^|, )(?:at (?:least|most) )?-?[\d.,]+ (?:to|or|for|and) |\b(?:above|below|from|at least|at most) -?\d",
    re.IGNORECASE,
)
_RATE = re.compile(r"\bper (second|minute|hour|day|week|year)\b", re.IGNORECASE)
_RATES = {"second": "1/s", "minute": "1/min", "hour": "1/h", "day": "1/d", "week": "1/wk", "year": "1/a"}
# A value that is written with its unit is a text: "as `90 %`", "with its unit".
WITH_UNIT = re.compile(
    r"`-?\d[\d.]* -?\d[^`]*`|`-?\d[^`]*[^\W\d][^`]*`|`-?\d[^`]*%[^`]*`|\bwith (?:its|their) units?\b", re.IGNORECASE
)
_SENTENCE = re.compile(r"[;:]\s|\.\s")
_SHARE = re.compile(r"\b(?:in|as) (?:percent|per cent|%)", re.IGNORECASE)
_POWER = re.compile(r"\([^()]*\)\^")
_NUMBERED = re.compile(r"\d to \d[\d.,]*\s([^\s\d,;()][^\s,;()]*?)(?=[,;:.)]*(?:\s|$))")
# So many commas list several results, the first of which is meant.
_LISTED = 2


def unit_of(text: str, name: str = "", several: bool = False) -> str:
    """The unit that a text gives, as the program writes it; `1` for a pure number; empty where none is said.

    Args:
        text: the sentences about a value.
        name: of the value.
        several: the text may be about several values, of which the first is meant.
    """
    if WITH_UNIT.search(text):
        return ""
    if _FIRST_PURE.match(text):
        return "1"
    for sentence in _SENTENCE.split(_POWER.sub(" ", text)):
        clause = sentence.split(", ")[0] if several and sentence.count(", ") >= _LISTED else sentence
        if unit := _unit_of(clause):
            return unit
        if _PURE.search(clause):
            return "1"
    if _PERCENT.search(name.replace("_", " ")):
        return "%"
    return "1" if _PURE.search(name.replace("_", " ")) or _RANGE.search(text) else ""


@lru_cache(maxsize=65_536)
def same_unit(one: str, other: str) -> bool:
    """Whether two units are the same, however they are written."""
    if one == other:
        return True
    try:
        return convertible(one, other) and abs(convert(1.0, one, other) - 1.0) < 1e-9
    except UnitError:
        return False


def _unit_of(clause: str) -> str:
    if _SHARE.search(clause):
        return "%"
    for written in _written(clause):
        try:
            readings(written)
            return unit_code(written)
        except UnitError:
            continue
    if _PERCENT.search(clause):
        return "%"
    rate = _RATE.search(clause)
    return _RATES[rate[1].lower()] if rate else ""


def _written(text: str) -> list[str]:
    """What may be a unit: behind "in" first, then in brackets."""
    plain = text.replace("`", "")
    places = [(start, unit) for start, _, unit in find_units(plain)]
    for match in _IN.finditer(plain):
        word = match[1]
        if (len(word) > 1 and _is_sign(word)) or (word in _LONE and match[0].startswith("in")):
            places.append((match.start(1), f"1/{word}" if f"1/{word}" in match[0] else word))
    bracketed = [
        match[1] for match in _BRACKETED.finditer(plain) if _is_sign(match[1]) or match[1] in _LONE_IN_BRACKETS
    ]
    numbered = [match[1] for match in _NUMBERED.finditer(plain) if _is_sign(match[1]) or match[1] in _LONE]
    return [unit for _, unit in sorted(places, key=lambda place: place[0])] + bracketed + numbered


def _is_sign(word: str) -> bool:
    """Whether a word may be the sign of a unit and not a word of the language: `mg/mL`, `Å²`, `kJ`."""
    return bool(re.search(r"[/·^²³°µμΩÅ%*0-9]", word)) or word in _SIGNS


# Signs of letters alone, which a word in brackets may be; elsewhere find_units knows where a unit stands.
_SIGNS = frozenset(
    "mg kg ng ug mL uL nm um mm cm km ms min Da kDa eV kJ kcal mol mmol nM uM mM Pa kPa bar Hz MHz".split()
)
