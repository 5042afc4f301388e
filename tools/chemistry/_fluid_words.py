"""Find fluids and saturated phases that a question names: air, saturated steam, R134a."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list, phrases_of
from scitoolagent.tools.chemistry._fluid import AIR, LIQUID, STEAM, VAPOUR

# The numbers of refrigerants by ASHRAE 34 for which CoolProp has an equation, with its name where that is another.
_NUMBERS = {
    **{
        name.lower(): name
        for name in (
            "R11 R12 R13 R14 R21 R22 R23 R32 R40 R41 R113 R114 R115 R116 R123 R1233zd(E) R1234yf R1234ze(E) R1234ze(Z) "
            "R124 R1243zf R125 R1336mzz(E) R1336mzz(Z) R134a R13I1 R141b R142b R143a R152A R161 R218 R227EA R236EA "
            "R236FA R245ca R245fa R365MFC R404A R407C R410A R507A RC318"
        ).split()
    },
    "r50": "Methane", "r170": "Ethane", "r290": "n-Propane", "r600": "n-Butane", "r600a": "IsoButane",
    "r717": "Ammonia", "r718": "Water", "r744": "CarbonDioxide", "r1270": "Propylene", "r1150": "Ethylene",
}  # fmt: skip
_NUMBER = re.compile(
    r"(?<![\w-])(?P<sign>HFC|HFO|HCFC|CFC|HC|R)(?P<hyphen>[ -]?)(?P<rest>C?\d{2,4}[A-Za-z]{0,3}(?:\([EZ]\))?)(?![\w(])"
)
_LETTER = re.compile(r"[A-Za-z]")


def find_fluids(text: str) -> Iterator[tuple[int, int, str]]:
    """The fluids that are no compounds by name: air, steam, numbers of refrigerants."""
    for value, said in _named().items():
        for match in said.finditer(text):
            if value != AIR or not _humid().search(text):
                yield match.start(), match.end(), value
    told = _refrigerant().search(text)
    for match in _NUMBER.finditer(text):
        # R175 may be an arginine; R134a, R-22 and the R22 of a text about refrigerants are none.
        if not told and match["hyphen"] != "-" and match["sign"] == "R" and not _LETTER.search(match["rest"][1:]):
            continue
        if (name := _NUMBERS.get(f"r{match['rest'].lower()}")) is not None:
            yield match.start(), match.end(), name


def find_moist_air(text: str) -> Iterator[tuple[int, int, str]]:
    """The air of a question about humidity; "moist air" belongs to what is asked for."""
    if _humid().search(text):
        for match in _named()[AIR].finditer(text):
            if not _moist_before().search(text[: match.start()]):
                yield match.start(), match.end(), AIR


def find_phases(text: str) -> Iterator[tuple[int, int, str]]:
    """Saturated liquids and vapours: "saturated liquid ammonia", "saturated vapour of R134a", "saturated steam"."""
    for value, said in _phases().items():
        for match in said.finditer(text):
            yield match.start(), match.end(), value


@cache
def _named() -> dict[str, re.Pattern[str]]:
    return {
        name: re.compile(rf"(?<![\w-])(?:{any_of(said)})(?![\w-])", re.IGNORECASE)
        for name, said in phrases_of("fluids").items()
    }


@cache
def _phases() -> dict[str, re.Pattern[str]]:
    saturated = any_of(phrase_list("saturation", "saturated"))
    found = {}
    for value, name in ((LIQUID, "liquid"), (VAPOUR, "vapour")):
        said = any_of(phrase_list("saturation", name))
        before_steam = rf"|(?:{saturated})(?=\s+(?:{any_of(phrases_of('fluids')[STEAM])})\b)" if value == VAPOUR else ""
        found[value] = re.compile(rf"(?<![\w-])(?:(?:{saturated})\s+(?:{said})(?![\w-]){before_steam})", re.IGNORECASE)
    return found


@cache
def _humid() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{any_of(phrase_list('moist_air', 'humidity'))})(?![\w-])", re.IGNORECASE)


@cache
def _moist_before() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{any_of(phrase_list('moist_air', 'moist'))})\s+$", re.IGNORECASE)


@cache
def _refrigerant() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{any_of(phrase_list('saturation', 'refrigerant'))})\b", re.IGNORECASE)
