"""Find a solution that is to be neutralised: "what volume of 0.1 M NaOH neutralises 25 mL of 0.08 M HCl"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list
from scitoolagent.records import Quantity
from scitoolagent.tool.units import convert, convertible
from scitoolagent.tools.general._region_words import (
    LONGEST,
    Substance,
    known_words,
    plain_quantities,
    region,
    substance_behind,
)

GROUP = "neutralised"


@cache
def _said(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{any_of(phrase_list(GROUP, name))})(?![\w-])", re.IGNORECASE)


def find_neutralised(text: str) -> Iterator[tuple[int, int, str]]:
    """The sample and the titrant, as `25 mL 0.08 mol/L HCl by 0.1 mol/L NaOH`, where the volume of titrant is asked."""
    if len(text) > LONGEST or not _said("cues").search(text) or not _said("asked").search(text):
        return
    found = plain_quantities(text)
    volumes = [one for one in found if convertible(one.unit, "mL")]
    strengths = [one for one in found if convertible(one.unit, "mol/L")]
    if len(found) != 3 or len(volumes) != 1 or len(strengths) != 2:
        return
    named = [(one, substance_behind(text, one.end, known_words(GROUP))) for one in strengths]
    of_sample = [pair for pair in named if _is_of(text, volumes[0], *pair)]
    if len(of_sample) != 1 or not all(substance for _, substance in named):
        return
    (sample,) = of_sample
    titrant = next(pair for pair in named if pair is not sample)
    parts = [(one.start, one.end) for one in found] + [(one.start, one.end) for _, one in named if one]
    if (whole := region(text, parts, known_words(GROUP))) and _said("asked").search(text, *whole):
        volume = convert(volumes[0].value, volumes[0].unit, "mL")
        yield *whole, f"{volume:.10g} mL {_written(*sample)} by {_written(*titrant)}"


def _written(strength: Quantity, substance: Substance | None) -> str:
    return f"{convert(strength.value, strength.unit, 'mol/L'):.10g} mol/L {substance.name if substance else ''}"


def _is_of(text: str, volume: Quantity, strength: Quantity, substance: Substance | None) -> bool:
    """Whether a volume is that of a solution: "25 mL of 0.1 M HCl", "25 mL of HCl (0.1 M)" is not read."""
    return (
        substance is not None
        and re.fullmatch(r"\s+(?:of\s+)?(?:an?\s+)?", text[volume.end : strength.start]) is not None
    )
