"""The ions that a salt gives in water, told by its formula."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from scitoolagent.errors import ToolInputError
from scitoolagent.language.words import phrases_of
from scitoolagent.tool.quantities import read_quantity
from scitoolagent.tool.units import convert, convertible
from scitoolagent.tools.general._checks import positive
from scitoolagent.tools.materials._elements import is_metal
from scitoolagent.tools.materials._formula import Formula, neutral_formula, parse_formula

_AMMONIUM = "NH4^+"
_MOST_IONS = 12
# Mercury's salts hardly part into ions, and oxide is no ion in water.
_UNDISSOCIATED = frozenset(["Hg"])
_NOT_IN_WATER = frozenset(["O^2-"])


@dataclass(frozen=True, slots=True)
class Ion:
    """An ion of a salt: how often a formula unit holds it, its charge, and how it is written."""

    count: int
    charge: int
    written: str


def ions_of(formula: str) -> tuple[Ion, Ion]:
    """The cation and the anion of a salt of one metal, or of ammonium, with one known anion.

    Raises:
        ToolInputError: the formula is that of no such salt, or could be read in two ways.
    """
    whole = neutral_formula(formula).counts
    found = {
        (cation, Ion(count, group.charge, anion))
        for anion in phrases_of("ions")
        if anion not in _NOT_IN_WATER and (group := parse_formula(anion)).charge < 0
        for count in range(1, _MOST_IONS)
        if (rest := _without(whole, group, count)) is not None
        and (cation := _cation(rest, -count * group.charge)) is not None
    }
    if len(found) != 1:
        raise ToolInputError(f"{formula!r} is no salt of one metal or of ammonium with one known anion; give its ions")
    return found.pop()


def concentration_of(said: str) -> float:
    """The concentration of a salt in mol/L, as `0.1 M` says it.

    Raises:
        ToolInputError: it is no concentration, or not positive.
    """
    value, unit = read_quantity(said)
    if not convertible(unit, "mol/L"):
        raise ToolInputError(f"{said!r} is no concentration; give it in mol/L")
    concentration = convert(value, unit, "mol/L")
    positive(concentration=concentration)
    return concentration


def _without(whole: dict[str, Fraction], group: Formula, count: int) -> dict[str, Fraction] | None:
    """What is left of a formula without some ions; None where it does not hold them."""
    rest = dict(whole)
    for symbol, number in group.counts.items():
        rest[symbol] = rest.get(symbol, Fraction(0)) - count * number
    return None if any(number < 0 for number in rest.values()) else {one: left for one, left in rest.items() if left}


def _cation(rest: dict[str, Fraction], charge: int) -> Ion | None:
    """The one kind of cation that a rest with this charge consists of."""
    if rest.keys() == {"N", "H"} and rest["H"] == 4 * rest["N"] == 4 * charge:
        return Ion(charge, 1, _AMMONIUM)
    if len(rest) != 1:
        return None
    ((symbol, number),) = rest.items()
    if not is_metal(symbol) or symbol in _UNDISSOCIATED or number.denominator != 1 or charge % number:
        return None
    each = charge // int(number)
    return Ion(int(number), each, f"{symbol}^{each if each > 1 else ''}+") if each <= 4 else None
