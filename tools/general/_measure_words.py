"""Find measures that lead to the ones tools take: the diameter of a rotor, and a volume that another is added to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list, word_list
from scitoolagent.tool.units import convert, convertible
from scitoolagent.tools.general._region_words import LONGEST, plain_quantities

_DIAMETER = re.compile(r"(?<![\w-])(?:(?:rotor|outer|maximum|max)\s+)?diameter\s*(?:of|is|was|=|:)?\s*(?:about\s+)?$")
_BEHIND = re.compile(r"\s+(?:(?:in\s+)?diameter(?:\s+of\s+the\s+rotor)?|(?:rotor\s+)?diameter)(?![\w-])")


@cache
def _said(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{any_of(phrase_list('values', name))})(?![\w-])", re.IGNORECASE)


def find_rotor_diameters(text: str) -> Iterator[tuple[int, int, str]]:
    """The diameter of a rotor as its radius, half of it."""
    if len(text) > LONGEST or "diameter" not in text or not _said("rotor_words").search(text):
        return
    for one in plain_quantities(text):
        if not convertible(one.unit, "cm"):
            continue
        half = f"radius of {one.value / 2:.12g} {one.unit}"
        if before := _DIAMETER.search(text[: one.start]):
            yield before.start(), one.end, half
        elif behind := _BEHIND.match(text, one.end):
            yield one.start, behind.end(), half


@cache
def _into() -> re.Pattern[str]:
    """What stands between a concentration and the volume that it is added to."""
    verbs = any_of(phrase_list("values", "adding_verbs"))
    return re.compile(
        rf"\s+(?:(?:stock|solution|stock\s+solution)\s+)?(?:(?:is|are|was|were)\s+)?(?:{verbs})\s+(?:to|into|in|with)\s+",
        re.IGNORECASE,
    )


def find_added_volumes(text: str) -> Iterator[tuple[int, int, str]]:
    """Both volumes as the final one: "10 µL of 5 mM go into 990 µL" is diluted to 1000 µL."""
    found = plain_quantities(text) if len(text) <= LONGEST else []
    if len(found) != 3:
        return
    taken, stock, other = found
    is_volume = [convertible(one.unit, "mL") for one in found]
    if is_volume != [True, False, True] or not re.fullmatch(r"\s+of\s+(?:an?\s+)?", text[taken.end : stock.start]):
        return
    into = _into().fullmatch(text[stock.end : other.start])
    if into is None or not _is_concentration(stock.unit):
        return
    liquid = re.match(rf"\s+(?:of\s+)?(?:{'|'.join(word_list('values', 'liquids'))})(?![\w-])", text[other.end :])
    end = other.end + (liquid.end() if liquid else 0)
    whole = taken.value + convert(other.value, other.unit, taken.unit)
    yield taken.start, end, f"{taken.text} of {stock.text} are diluted to {whole:.12g} {taken.unit}"


def _is_concentration(unit: str) -> bool:
    return any(convertible(unit, one) for one in ("mol/L", "kg/m3", "%"))
