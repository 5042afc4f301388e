"""Find what a bench question tells at once: a spin, a plate of colonies, a culture that grew, a dose by weight."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from scitoolagent.errors import PlanError
from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list, word_list
from scitoolagent.records import Quantity
from scitoolagent.tool.quantities import find_quantities
from scitoolagent.tool.units import convert, convertible
from scitoolagent.tools.general._region_words import LONGEST, plain_quantities, region

GROUP = "bench_runs"
Found = Iterator[tuple[int, int, str]]
_NUMBER = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][+-]?\d+|\s?[x×*]\s?10\s?\^?\s?[-−+]?\d+)?"
_FORCE = re.compile(rf"(?<![\w.,-])(?P<force>{_NUMBER})\s?(?:[x×*]\s?)?g(?![\w/])")
_COLONIES = re.compile(
    rf"(?<![\w.,-])(?P<count>{_NUMBER})\s+(?:\w+\s+)?(?:colonies|colony|CFUs?)(?![\w/])", re.IGNORECASE
)
_DILUTED = re.compile(
    r"(?<![\w.,])(?:10\s?\^?\s?[-−](?P<power>\d{1,2})|1[eE]-(?P<exponent>\d{1,2})|1\s?(?::|/|to)\s?(?P<times>[\d,]{1,11}))(?![\w.])"
)
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_GROWN = re.compile(
    rf"\b(?:(?:goes|went|grows|grew|rises|rose|increases|increased|changes|changed|is|was)\s+)?from\s+(?P<first>{_NUMBER})"
    rf"(?:\s+cells(?:/mL)?)?\s+to\s+(?P<last>{_NUMBER})(?:\s+cells(?:/mL)?)?\s+(?:in|over|within|during|after)\s+$",
    re.IGNORECASE,
)


@cache
def _said(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{any_of(phrase_list(GROUP, name))})(?![\w-])", re.IGNORECASE)


def find_spin_speeds(text: str) -> Found:
    """A speed and a radius whose force is asked for, as `3000 rpm at 15 cm`."""
    if len(text) > LONGEST or not _said("force_asked").search(text):
        return
    found = plain_quantities(text)
    speeds = [one for one in found if one.unit == "rpm"]
    yield from _spin(text, found, speeds, "rpm", "force_asked")


def find_spin_forces(text: str) -> Found:
    """A force and a radius whose speed is asked for, as `12000 g at 8 cm`."""
    if len(text) > LONGEST or not _said("speed_asked").search(text):
        return
    match = list(_FORCE.finditer(text))
    if len(match) != 1:
        return
    (force,) = match
    others = [one for one in plain_quantities(text) if not force.start() <= one.start < force.end()]
    if len(others) == 1 and convertible(others[0].unit, "cm"):
        whole = region(text, [force.span(), (others[0].start, others[0].end)], _known())
        if whole and _said("speed_asked").search(text, *whole):
            yield *whole, f"{_number(force['force']):.10g} g at {_in(others[0], 'cm')} cm"


def _spin(text: str, found: list[Quantity], firsts: list[Quantity], unit: str, asked: str) -> Found:
    radii = [one for one in found if convertible(one.unit, "cm")]
    if len(found) == 2 and len(firsts) == len(radii) == 1:
        whole = region(text, [(one.start, one.end) for one in found], _known())
        if whole and _said(asked).search(text, *whole):
            yield *whole, f"{firsts[0].value:.10g} {unit} at {_in(radii[0], 'cm')} cm"


def find_plates(text: str) -> Found:
    """Colonies, plated volume and dilution, as `45 in 0.1 mL of 1e-05`."""
    plain = text.translate(_SUPERSCRIPTS)
    colonies, diluted = list(_COLONIES.finditer(plain)), list(_DILUTED.finditer(plain))
    if len(text) > LONGEST or len(colonies) != 1 or len(diluted) != 1:
        return
    taken = [colonies[0].span(), diluted[0].span()]
    volumes = [one for one in plain_quantities(text) if not any(a <= one.start < b for a, b in taken)]
    if len(volumes) != 1 or not convertible(volumes[0].unit, "mL"):
        return
    whole = region(text, [*taken, (volumes[0].start, volumes[0].end)], _known())
    if whole and _said("colonies_asked").search(text, *whole):
        power = diluted[0]["power"] or diluted[0]["exponent"]
        factor = 10.0 ** -int(power) if power else 1 / max(1.0, _number(diluted[0]["times"]))
        yield *whole, f"{_number(colonies[0]['count']):.10g} in {_in(volumes[0], 'mL')} mL of {factor:.10g}"


def find_grown_cultures(text: str) -> Found:
    """A culture at two times, as `0.1 to 0.8 in 1.5 h`."""
    if len(text) > LONGEST or not _said("growth").search(text):
        return
    try:
        found = find_quantities(text)
    except PlanError:
        return
    # "Over 2 h" is how long it took here, and no bound.
    for one in found:
        lead = _GROWN.search(text, 0, one.start) if not one.problem and convertible(one.unit, "h") else None
        if lead:
            measure = _said("measures").search(text, 0, lead.start())
            start = measure.start() if measure and not text[measure.end() : lead.start()].strip() else lead.start()
            yield start, one.end, f"{_number(lead['first']):.10g} to {_number(lead['last']):.10g} in {_in(one, 'h')} h"


def find_weighed_doses(text: str) -> Found:
    """A dose for each kilogram and a weight, as `5 mg/kg for 70 kg`."""
    if len(text) > LONGEST:
        return
    found = plain_quantities(text)
    doses = [one for one in found if one.unit.endswith("/kg") and convertible(one.unit, "mg/kg")]
    weights = [one for one in found if convertible(one.unit, "kg") and one not in doses]
    if len(found) == 2 and len(doses) == len(weights) == 1:
        whole = region(text, [(one.start, one.end) for one in found], _known())
        if whole and _said("dose_asked").search(text, *whole):
            yield *whole, f"{_in(doses[0], 'mg/kg')} mg/kg for {_in(weights[0], 'kg')} kg"


def find_measured_volumes(text: str) -> Found:
    """A volume and the concentration of its solution, where the mass in it is asked, as `3 mL of 15 mg/mL`."""
    if len(text) > LONGEST:
        return
    found = plain_quantities(text)
    strengths = [one for one in found if convertible(one.unit, "mg/mL")]
    volumes = [one for one in found if convertible(one.unit, "mL")]
    if len(found) == 2 and len(strengths) == len(volumes) == 1:
        whole = region(text, [(one.start, one.end) for one in found], _known() | word_list(GROUP, "solutes"))
        if whole and _said("mass_asked").search(text, *whole):
            yield *whole, f"{_in(volumes[0], 'mL')} mL of {_in(strengths[0], 'mg/mL')} mg/mL"


def find_masses_in_solution(text: str) -> Found:
    """A mass and the concentration of its solution, where the volume is asked, as `350 mg in 50 mg/mL`."""
    if len(text) > LONGEST:
        return
    found = plain_quantities(text)
    strengths = [one for one in found if convertible(one.unit, "mg/mL")]
    masses = [one for one in found if convertible(one.unit, "mg") and one not in strengths]
    if len(found) == 2 and len(strengths) == len(masses) == 1:
        whole = region(text, [(one.start, one.end) for one in found], _known() | word_list(GROUP, "solutes"))
        if whole and _said("volume_asked").search(text, *whole):
            yield *whole, f"{_in(masses[0], 'mg')} mg in {_in(strengths[0], 'mg/mL')} mg/mL"


def _known() -> frozenset[str]:
    return word_list(GROUP, "between") | {"/"}


def _in(one: Quantity, unit: str) -> str:
    return f"{convert(one.value, one.unit, unit):.10g}"


def _number(text: str) -> float:
    plain = text.replace(",", "").replace("−", "-").replace(" ", "")
    return float(re.sub(r"[x×*]10\^?", "e", plain))
