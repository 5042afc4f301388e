"""Find a dilution that is told whole: "what volume of 12 M HCl gives 500 mL of 0.5 M HCl"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list, word_list
from scitoolagent.tool.units import convert, convertible
from scitoolagent.tools.general._region_words import (
    LONGEST,
    Substance,
    known_words,
    plain_quantities,
    region,
    substance_behind,
)

GROUP = "wanted_dilutions"
# What strengths are told in; two of one kind make a dilution.
_KINDS = ("mol/L", "g/L", "%")
_TIMES = re.compile(r"(?<![\w.,])(\d{1,4}(?:\.\d+)?)\s?[x×X](?![\w.]|\s?\d)")
_RATIO = re.compile(
    r"(?<![\w.,:/])1\s?(?::|/|in|to)\s?(\d{1,3}(?:,\d{3})+|\d{1,7})(?![\w:/]|[.,]\d)(?=\s+(?:dilution|diluted|working))"
)
_HAS = re.compile(r"\s+(?:of\s+)?(?:(?:an?|the)\s+)?")
_IN = re.compile(
    r"\s+(?:\w+\s+){0,2}?(?:in|for)\s+(?:(?:an?|the)\s+)?(?:(?:final|total|reaction)\s+)?(?:volume\s+of\s+)?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Strength:
    """A strength with its kind and place, and the substance behind it."""

    start: int
    end: int
    value: float
    kind: str
    substance: Substance | None


@cache
def _said(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{any_of(phrase_list(GROUP, name))})(?![\w-])", re.IGNORECASE)


def find_wanted_dilutions(text: str) -> Iterator[tuple[int, int, str]]:
    """Stock, target and final volume, as `12 mol/L to 0.5 mol/L in 500 mL`."""
    if len(text) > LONGEST or not _said("asked").search(text) or not _said("cues").search(text):
        return
    found = plain_quantities(text)
    volumes = [one for one in found if convertible(one.unit, "mL")]
    strengths = _strengths(text)
    if len(volumes) != 1 or len(strengths) != 2 or len({one.kind for one in strengths}) != 1:
        return
    if any(one not in volumes and not any(a.start <= one.start < a.end for a in strengths) for one in found):
        return
    (volume,) = volumes
    # "12 M HCl is needed for 250 mL of 1 M": what a volume is of says more than what is for it.
    held = [one for one in strengths if volume.end <= one.start and _HAS.fullmatch(text, volume.end, one.start)]
    targets = held or [one for one in strengths if _is_target(text, one, volume.start, volume.end)]
    names = {name for one in strengths if one.substance and (name := _name(one.substance))}
    if len(targets) != 1 or len(names) > 1:
        return
    stock = next(one for one in strengths if one is not targets[0])
    if targets[0].value > stock.value:
        # "What volume of 0.5 M HCl can I make from 10 mL of 12 M HCl": the volume is that of the stock.
        return
    parts = [(volume.start, volume.end)]
    for one in strengths:
        parts += [(one.start, one.end)] + ([(one.substance.start, one.substance.end)] if one.substance else [])
    whole = region(text, parts, known_words(GROUP))
    if whole and _said("asked").search(text, *whole) and _said("cues").search(text, *whole):
        final = convert(volume.value, volume.unit, "mL")
        target = targets[0]
        yield (
            *whole,
            f"{stock.value:.10g} {stock.kind} to {target.value:.10g} {target.kind} in {final:.10g} mL",
        )


def find_ratio_dilutions(text: str) -> Iterator[tuple[int, int, str]]:
    """A dilution by a ratio and its final volume, as `1:20 in 50 mL`: "how much stock for 50 mL of a 1:20 dilution"."""
    if len(text) > LONGEST or not _said("asked").search(text):
        return
    found, ratios = plain_quantities(text), list(_RATIO.finditer(text))
    if len(found) != 1 or len(ratios) != 1 or not convertible(found[0].unit, "mL"):
        return
    (volume,), (ratio,) = found, ratios
    whole = region(text, [(volume.start, volume.end), ratio.span()], known_words(GROUP) | word_list(GROUP, "ratios"))
    if whole and _said("asked").search(text, *whole):
        yield *whole, f"1:{ratio[1].replace(',', '')} in {convert(volume.value, volume.unit, 'mL'):.10g} mL"


def _strengths(text: str) -> list[_Strength]:
    found = [(match.start(), match.end(), float(match[1]), "x") for match in _TIMES.finditer(text)]
    for one in plain_quantities(text):
        kind = next((kind for kind in _KINDS if convertible(one.unit, kind)), "")
        if kind:
            found.append((one.start, one.end, convert(one.value, one.unit, kind), kind))
    found.sort()
    return [_Strength(*one, substance_behind(text, one[1], known_words(GROUP))) for one in found]


def _name(substance: Substance) -> str:
    """The name of a substance; empty where it only says what the solution is for."""
    words = [word for word in substance.name.lower().split() if word not in word_list(GROUP, "unnamed")]
    return " ".join(words)


def _is_target(text: str, strength: _Strength, start: int, end: int) -> bool:
    """Whether the volume is that of this strength: "500 mL of 0.5 M HCl", "to 50 µM in 2 mL"."""
    if end <= strength.start:
        return _HAS.fullmatch(text, end, strength.start) is not None
    behind = strength.substance.end if strength.substance else strength.end
    return any(_IN.fullmatch(text, place, start) is not None for place in {strength.end, behind})
