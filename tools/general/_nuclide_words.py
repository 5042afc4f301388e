"""Find a nuclide with what is told of it at once: a fall of its activity, a mass, a share that is left."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from scitoolagent.errors import PlanError
from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list, word_list
from scitoolagent.tool.quantities import find_quantities
from scitoolagent.tool.units import convert, convertible
from scitoolagent.tools.general._region_words import LONGEST, plain_quantities, region
from scitoolagent.tools.general.decay import find_nuclides, is_nuclide

GROUP = "nuclides"
Found = Iterator[tuple[int, int, str]]
_SYMBOL = re.compile(
    r"(?<![\w-])(?:(?P<symbol>[A-Z][a-z]?)-(?P<mass>\d{1,3})|(?P<front>\d{1,3})(?P<behind>[A-Z][a-z]?))(?![\w-])"
)


@cache
def _said(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{any_of(phrase_list(GROUP, name))})(?![\w-])", re.IGNORECASE)


def _nuclide(text: str) -> tuple[int, int, str] | None:
    """The only nuclide of a text, by name or symbol."""
    # A symbol is found by both where the text speaks of decay.
    found = dict.fromkeys(find_nuclides(text))
    for match in _SYMBOL.finditer(text):
        symbol, mass = match["symbol"] or match["behind"], match["mass"] or match["front"]
        if is_nuclide(symbol, int(mass)):
            found[match.start(), match.end(), f"{symbol}-{mass}"] = None
    return next(iter(found)) if len(found) == 1 else None


def find_decay_spans(text: str) -> Found:
    """A nuclide and how far it decays, where the time is asked for, as `P-32 from 100 to 10`."""
    if len(text) > LONGEST or not _said("time_asked").search(text) or not _said("falling").search(text):
        return
    nuclide = _nuclide(text)
    found = [one for one in plain_quantities(text) if nuclide and not nuclide[0] <= one.start < nuclide[1]]
    if nuclide is None or len(found) != 2 or not convertible(found[1].unit, found[0].unit):
        return
    first, last = found[0].value, convert(found[1].value, found[1].unit, found[0].unit)
    whole = region(text, [nuclide[:2], *((one.start, one.end) for one in found)], _known())
    if whole and _said("time_asked").search(text, *whole) and re.search(r"\bto\s+$", text[: found[1].start]):
        yield *whole, f"{nuclide[2]} from {first:.10g} to {last:.10g}"


def find_nuclide_masses(text: str) -> Found:
    """A nuclide and its mass, where the activity is asked for, as `1e-06 g of Co-60`."""
    if len(text) > LONGEST or not _said("activity_asked").search(text):
        return
    nuclide = _nuclide(text)
    found = [one for one in plain_quantities(text) if nuclide and not nuclide[0] <= one.start < nuclide[1]]
    if nuclide is None or len(found) != 1 or not convertible(found[0].unit, "g"):
        return
    whole = region(text, [nuclide[:2], (found[0].start, found[0].end)], _known())
    if whole and _said("activity_asked").search(text, *whole):
        yield *whole, f"{convert(found[0].value, found[0].unit, 'g'):.10g} g of {nuclide[2]}"


def find_nuclide_ages(text: str) -> Found:
    """A nuclide and the share of it that is left, where the age is asked for, as `25 % of C-14`."""
    if len(text) > LONGEST or not _said("age_asked").search(text) or not _said("left").search(text):
        return
    try:
        quantities = find_quantities(text)
    except PlanError:
        return
    nuclide = _nuclide(text)
    found = [one for one in quantities if nuclide and not nuclide[0] <= one.start < nuclide[1]]
    if nuclide is None or len(found) != 1 or found[0].unit != "%" or found[0].problem or found[0].bound:
        return
    whole = region(text, [nuclide[:2], (found[0].start, found[0].end)], _known())
    if whole and _said("age_asked").search(text, *whole) and _said("left").search(text, *whole):
        yield *whole, f"{found[0].value:.10g} % of {nuclide[2]}"


def _known() -> frozenset[str]:
    return word_list(GROUP, "between")
