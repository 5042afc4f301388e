"""Find galvanic cells and redox couples in a question; standard potentials of metals."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scitoolagent.errors import SciToolAgentError, ToolInputError
from scitoolagent.tool.quantities import read_quantity
from scitoolagent.tool.units import convert

# CRC Handbook of Chemistry and Physics, Electrochemical Series: V at 25 °C, by metal and charge of its ion.
POTENTIALS = {
    ("Li", 1): -3.0401, ("Cs", 1): -3.026, ("Rb", 1): -2.98, ("K", 1): -2.931, ("Ba", 2): -2.912, ("Sr", 2): -2.899,
    ("Ca", 2): -2.868, ("Na", 1): -2.71, ("Mg", 2): -2.372, ("Al", 3): -1.662, ("Mn", 2): -1.185, ("Zn", 2): -0.7618,
    ("Cr", 3): -0.744, ("Fe", 2): -0.447, ("Cd", 2): -0.4030, ("Co", 2): -0.28, ("Ni", 2): -0.257, ("Sn", 2): -0.1375,
    ("Pb", 2): -0.1262, ("Cu", 2): 0.3419, ("Cu", 1): 0.521, ("Ag", 1): 0.7996, ("Hg", 2): 0.851, ("Au", 3): 1.498,
}  # fmt: skip
_LONGEST = 2000
_ION = r"([A-Z][a-z]?)(\d?)\+(?:\s?\(\s*(?:aq\s*,\s*)?([^()|]{1,20})\))?"
_CELL = re.compile(
    rf"(?<!\w)([A-Z][a-z]?)(?:\(s\))?\s?\|\s?{_ION}\s?(?:\|\||‖)\s?{_ION}\s?\|\s?([A-Z][a-z]?)(?:\(s\))?(?!\w)"
)
_COUPLE = re.compile(r"(?<![\w|])([A-Z][a-z]?)(\d?)\+\s?/\s?([A-Z][a-z]?)(?![\w|])")


def find_cells(text: str) -> Iterator[tuple[int, int, str]]:
    """The cells of two metals in a text, as `Zn|Zn2+ (0.01 M)||Cu2+ (1 M)|Cu`."""
    for match in _CELL.finditer(text) if len(text) <= _LONGEST else ():
        left, _, _, _, _, _, _, right = match.groups()
        if match[2] == left and match[5] == right:
            yield match.start(), match.end(), match[0]


def find_couples(text: str) -> Iterator[tuple[int, int, str]]:
    """The couples of a metal and its ion, as `Zn2+/Zn`."""
    for match in _COUPLE.finditer(text) if len(text) <= _LONGEST else ():
        if match[1] == match[3]:
            yield match.start(), match.end(), f"{match[1]}{match[2]}+/{match[3]}"


def read_cell(text: str) -> tuple[tuple[str, int, float | None], tuple[str, int, float | None]]:
    """Metal, charge of its ion and concentration in mol/L, where it is given, of both sides, that of the anode first.

    Raises:
        ToolInputError: the text is no such cell, or its couples are not in the table.
    """
    match = _CELL.fullmatch(text.strip())
    if match is None or match[2] != match[1] or match[5] != match[8]:
        raise ToolInputError(f"{text[:80]!r} is no cell; write it as Zn|Zn2+ (0.01 M)||Cu2+ (1 M)|Cu")
    left = (match[2], int(match[3] or 1), _concentration(match[4]))
    right = (match[5], int(match[6] or 1), _concentration(match[7]))
    for metal, charge, _ in (left, right):
        if (metal, charge) not in POTENTIALS:
            raise ToolInputError(f"no standard potential of {metal} with the charge {charge}+ here")
    return left, right


def _concentration(text: str | None) -> float | None:
    if text is None or text.strip() == "aq":
        return None
    try:
        value, unit = read_quantity(text)
        molar = convert(value, unit, "mol/L")
    except (SciToolAgentError, ValueError) as error:
        raise ToolInputError(f"{text!r} is no concentration; write it as 0.01 M") from error
    if molar <= 0:
        raise ToolInputError(f"a concentration of {text} is impossible; give it above zero")
    return molar
