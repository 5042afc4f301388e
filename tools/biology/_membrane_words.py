"""Find an ion with its concentrations on both sides of a membrane."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list
from scitoolagent.records import Quantity
from scitoolagent.tool.units import convert, convertible
from scitoolagent.tools.general._region_words import LONGEST, known_words, plain_quantities, region

GROUP = "membranes"
_BODY = 37.0
# Signs of ions that cross membranes, with their charges.
_ION = re.compile(r"(?<![\w-])(?P<ion>K\+|Na\+|Cl[-−⁻]|Ca(?:2\+|\+\+|²⁺)|H\+|Li\+|Mg(?:2\+|²⁺)|HCO3[-−⁻])(?![\w+])")
_CHARGES = {"K": 1, "Na": 1, "Cl": -1, "Ca": 2, "H": 1, "Li": 1, "Mg": 2, "HCO": -1}


@cache
def _said(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{any_of(phrase_list(GROUP, name))})(?![\w-])", re.IGNORECASE)


def find_gradients(text: str) -> Iterator[tuple[int, int, str]]:
    """An ion with both concentrations, as `K 1: 5 out 140 in at 37 °C`."""
    if len(text) > LONGEST or not _said("asked").search(text):
        return
    ions, found = list(_ION.finditer(text)), plain_quantities(text)
    sides = {side: [one for one in found if _is_on(text, one, side)] for side in ("outside", "inside")}
    temperatures = [one for one in found if convertible(one.unit, "°C")]
    if len(ions) != 1 or any(len(one) != 1 for one in sides.values()) or len(temperatures) > 1:
        return
    (out,), (inside,) = sides.values()
    if out == inside or len(found) != 2 + len(temperatures):
        return
    parts = [ions[0].span(), *((one.start, one.end) for one in found)]
    whole = region(text, parts, known_words(GROUP))
    if whole and _said("asked").search(text, *whole):
        name = re.match(r"[A-Za-z]+", ions[0]["ion"])
        charge = _CHARGES[name[0]] if name else 0
        celsius = convert(temperatures[0].value, temperatures[0].unit, "°C") if temperatures else _BODY
        values = [convert(one.value, one.unit, "mmol/L") for one in (out, inside)]
        yield (
            *whole,
            f"{name[0] if name else ''} {charge:+d}: {values[0]:.10g} out {values[1]:.10g} in at {celsius:.10g} °C",
        )


def _is_on(text: str, one: Quantity, side: str) -> bool:
    """Whether a concentration is that of a side: "5 mM outside", "outside it is 5 mM"."""
    if not convertible(one.unit, "mmol/L"):
        return False
    behind = re.match(rf"\s+(?:\w+\s+)?(?:{any_of(phrase_list(GROUP, side))})(?![\w-])", text[one.end :], re.IGNORECASE)
    front = re.search(
        rf"(?<![\w-])(?:{any_of(phrase_list(GROUP, side))})\s*(?:concentration\s*)?(?:=|:|of|is|it\s+is)?\s*$",
        text[: one.start],
        re.IGNORECASE,
    )
    return bool(behind) or bool(front)
