"""Read the ions of mass spectrometry in a question: `[M+H]+`, `M+Na`, "the sodium adduct", "deprotonated"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from scitoolagent.language.words import phrase_meanings

Changes = tuple[tuple[int, str], ...]

_PLAIN = str.maketrans("⁺⁻−–²³⁴", "+---234")
# [2M+H]+, [M-H2O+H]+, [M+2H]2+, [M+H]1+, [M]+•; a charge without a sign is left for the tool to refuse.
_BRACKETED = re.compile(
    r"\[\s?(?P<many>\d?)M(?P<parts>(?:\s?[+\-−–]\s?\d?[A-Z][A-Za-z0-9]{0,7}){0,4})\s?[•.·*]?\s?\]"
    r"[•.·*]?(?P<charge>\d?[+\-−–]|[²³⁴]?[⁺⁻]|[+\-−–]\d|\+\+|--)?[•·*]?"
)
# A charge state of an m/z, which protons make: "the 2+ ion", "at charge 3+", "z = 2"; "Ca 2+" is an ion of its own.
_STATE = re.compile(
    r"(?:(?<=\bof )|(?<=\bthe )|(?<=\bas )|(?<=\bat )|(?<=\bfor )|(?<=\bits )|(?<=\bin ))(?:a\s|the\s)?"
    r"(?:charge\s(?:state\s)?(?:of\s)?)?(?P<size>[1-9])(?P<sign>[+\-−–])(?:\s(?:ion|charge(?:\sstate)?|state|form)\b)?"
    r"(?![\w+\-−–])|\bz\s?=\s?(?P<z>[1-9])(?![\w.])"
)
_MZ = re.compile(r"\bm\s?/\s?z\b")
_SPECTRUM = re.compile(r"\bm\s?/\s?z\b|\bmass spectr|\bESI\b|\bMALDI\b|\badducts?\b|\bMS\b")


def find_adducts(text: str) -> Iterator[tuple[int, int, str]]:
    """The places of ions, and each as `[M+H]+`; an ion without its charge stays `[M+H]`."""
    for match in _BRACKETED.finditer(text):
        many, changes, charge = _parts(match)
        yield match.start(), match.end(), _written(many, changes, charge)
    for match in _STATE.finditer(text) if _MZ.search(text) else ():
        size = int(match["size"] or match["z"])
        sign = -1 if (match["sign"] or "+").translate(_PLAIN) == "-" else 1
        yield match.start(), match.end(), _written(1, ((sign * size, "H"),), sign * size)
    if _SPECTRUM.search(text):
        for match in _phrases().finditer(text):
            yield match.start(), match.end(), _named()[" ".join(match[0].lower().split())]


def read_adduct(text: str) -> tuple[int, Changes, int] | None:
    """How many molecules, what is added or lost how many times, and the charge (0: not said); None for no ion."""
    match = _BRACKETED.fullmatch(text)
    return _parts(match) if match else None


def _parts(match: re.Match[str]) -> tuple[int, Changes, int]:
    parts = re.findall(r"([+-])(\d?)([A-Z][A-Za-z0-9]*)", match["parts"].translate(_PLAIN).replace(" ", ""))
    changes = tuple((int(f"{sign}{count or 1}"), name) for sign, count, name in parts)
    signs = (match["charge"] or "").translate(_PLAIN)
    size = int("".join(sign for sign in signs if sign.isdigit()) or len(signs))
    return int(match["many"] or 1), changes, -size if "-" in signs else size


def _written(many: int, changes: Changes, charge: int) -> str:
    parts = "".join(
        f"{'+' if count > 0 else '-'}{abs(count) if abs(count) > 1 else ''}{name}" for count, name in changes
    )
    size = f"{abs(charge) if abs(charge) > 1 else ''}{'+' if charge > 0 else '-'}" if charge else ""
    return f"[{many if many > 1 else ''}M{parts}]{size}"


@lru_cache(maxsize=1)
def _named() -> dict[str, str]:
    return dict(phrase_meanings("adducts"))


@lru_cache(maxsize=1)
def _phrases() -> re.Pattern[str]:
    longest = sorted(_named(), key=len, reverse=True)
    return re.compile(
        rf"\b(?:{'|'.join(re.escape(name).replace(chr(92) + ' ', chr(92) + 's+') for name in longest)})\b", re.I
    )
