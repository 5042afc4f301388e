"""Arithmetic on values with units: what a program may add, multiply, divide and compare.

The sandbox asks here for whatever is more than a sum in one unit. Units are multiplied as codes, so that a mass over a
volume reads `g/L` and not `kg.m-3`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass

from scitoolagent.tool.differences import difference_in
from scitoolagent.tool.units import Unit, UnitError, convert, readings, unit_code, unit_sign

_ATOM = re.compile(r"([A-Za-z%°Åµ\[\]'_‰]+)(-?\d+)?")
_MOLAR = re.compile(r"([fpnum]?)M")
_MOST_POWER = 9
_BY_VOLUME = "% (w/v)"
# The type of a difference of temperatures: it has no zero to be shifted by, 15 K more are 27 °F more.
DIFFERENCE = "Difference"


@dataclass(frozen=True, slots=True)
class Amount:
    """A number with the code of its unit (empty for a pure number) and the semantic type that made it."""

    value: float
    unit: str
    type: str = ""

    def __str__(self) -> str:
        return f"{self.value:.10g} {unit_sign(self.unit)}".strip()


def amount(value: float, unit: str) -> Amount:
    """A number in a unit as people write it.

    Raises:
        UnitError: no unit is written so, or the number is not finite.
    """
    try:
        number = float(value)
    except OverflowError as error:
        raise UnitError("the number is too large to be computed with") from error
    if not math.isfinite(number):
        raise UnitError(f"{value} is not a finite number")
    code = unit_code(unit)
    if "mol%" in code:
        raise UnitError(f"{value:g} mol% is a share, no amount of substance: write '%', and multiply by what it is of")
    if code == _BY_VOLUME:
        return Amount(number * 10, "g/L")
    return Amount(number, _code(_powers(code, 1)) if " " in code else code)


def in_unit(given: Amount, unit: str) -> Amount:
    """The same amount in another unit.

    Raises:
        UnitError: the dimensions differ.
    """
    code = unit_code(unit)
    if given.type == DIFFERENCE:
        return Amount(difference_in(given.value, given.unit, code), code, DIFFERENCE)
    return Amount(_number_in(given, code), code, given.type)


def computed(sign: str, left: Amount, right: Amount) -> Amount:
    """The sum, difference, product or quotient of two amounts; pure where the units cancel.

    Raises:
        UnitError: amounts of different dimensions are added, a temperature on a scale without true zero is multiplied,
            or the divisor is zero.
    """
    if sign in ("+", "-"):
        return _sum(sign, left, right)
    for one in (left, right):
        _refuse_offset(one, "multiplied or divided")
    kept = DIFFERENCE if DIFFERENCE in (left.type, right.type) else ""
    if sign == "/" and right.value == 0:
        raise UnitError(f"{left} cannot be divided by zero")
    value = left.value * right.value if sign == "*" else left.value / right.value
    # Half of 43 % is 21.5 %; of a mass, 43 % are a mass.
    if not right.unit or (sign == "*" and not left.unit):
        return Amount(value, left.unit or right.unit, kept)
    return _simplified(value, _powers(left.unit, 1), _powers(right.unit, 1 if sign == "*" else -1))


def power(given: Amount, exponent: float) -> Amount:
    """An amount raised to a whole number.

    Raises:
        UnitError: the exponent is not a whole number of at most nine, or the result is no number.
    """
    if not abs(exponent) <= _MOST_POWER or exponent != int(exponent):
        raise UnitError(f"{given} can only be raised to a whole number of at most {_MOST_POWER}")
    _refuse_offset(given, "raised to a power")
    try:
        value = given.value ** int(exponent)
    except ArithmeticError as error:
        raise UnitError(f"{given} cannot be raised to {int(exponent)}: the result is not a finite number") from error
    return _simplified(value, _powers(given.unit, int(exponent)), {})


def comparable(left: Amount, right: Amount) -> tuple[float, float]:
    """The numbers of both in the unit of the first.

    Raises:
        UnitError: the dimensions differ.
    """
    _refuse_bare("compared with", left, right)
    if (left.type == DIFFERENCE) != (right.type == DIFFERENCE) and (_has_offset(left.unit) or _has_offset(right.unit)):
        raise UnitError(f"{left} and {right} cannot be compared: one is a difference, write that limit in kelvin")
    if left.type == right.type == DIFFERENCE:
        return left.value, difference_in(right.value, right.unit, left.unit)
    return left.value, _number_in(right, left.unit)


def _refuse_bare(verb: str, left: Amount, right: Amount) -> None:
    """Refuse a bare number beside a share in % or ppm: 40 may be 40 % or 4000 %."""
    if bool(left.unit) != bool(right.unit) and 0 not in (left.value, right.value):
        bare, other = (left, right) if not left.unit else (right, left)
        raise UnitError(f"{other} cannot be {verb} the bare number {bare}; write Q({bare}, '{unit_sign(other.unit)}')")


def _number_in(given: Amount, unit: str) -> float:
    """The number of an amount in a unit; a difference of temperatures may be negative in its own."""
    return given.value if given.unit == unit else convert(given.value, given.unit or "1", unit or "1")


def _sum(sign: str, left: Amount, right: Amount) -> Amount:
    if DIFFERENCE in (left.type, right.type):
        return _shifted(sign, left, right)
    if _has_offset(left.unit) and _has_offset(right.unit):
        first, second = (convert(one.value, one.unit, "K") for one in (left, right))
        return Amount(first + second, "K") if sign == "+" else Amount(first - second, "K", DIFFERENCE)
    if _has_offset(left.unit):
        # A difference in kelvin is added to a temperature on its own scale.
        shift = difference_in(right.value, right.unit or "1", left.unit)
        return Amount(left.value + shift if sign == "+" else left.value - shift, left.unit)
    _refuse_bare("added to" if sign == "+" else "subtracted from", left, right)
    try:
        other = _number_in(right, left.unit)
    except UnitError as error:
        verb = "added to" if sign == "+" else "subtracted from"
        raise UnitError(f"{right} cannot be {verb} {left}: {error}") from error
    return Amount(left.value + other if sign == "+" else left.value - other, left.unit)


def _shifted(sign: str, left: Amount, right: Amount) -> Amount:
    """A sum with a difference of temperatures: of two, or of a temperature and one, or one and what is added to it."""
    if left.type == DIFFERENCE != right.type and sign == "+":
        left, right = right, left
    shift = difference_in(right.value, right.unit or "1", left.unit or "1")
    return Amount(left.value + shift if sign == "+" else left.value - shift, left.unit, left.type)


def _has_offset(unit: str) -> bool:
    return bool(unit) and readings(unit)[0].offset != 0


def _refuse_offset(given: Amount, verb: str) -> None:
    if _has_offset(given.unit) and given.type != DIFFERENCE:
        raise UnitError(f"{given} has no true zero and cannot be {verb}; use .to('K')")


def _powers(code: str, exponent: int) -> dict[str, int]:
    """The atoms of a unit code with their powers, all raised to an exponent."""
    found: dict[str, int] = {}
    for atom, own in _atoms(code):
        found[atom] = found.get(atom, 0) + own * exponent
    return found


def _atoms(code: str) -> Iterator[tuple[str, int]]:
    """The atoms of a unit code; a molarity is an amount over a volume.

    Raises:
        UnitError: the code has parts that are no units with whole powers.
    """
    if code in ("", "1"):
        return
    above, *below = code.replace("·", ".").replace(" ", ".").replace("*", ".").replace("^", "").split("/")
    parts = [(part, 1) for part in above.split(".") if part not in ("", "1")]
    parts += [(part, -1) for group in below for part in group.strip("()").split(".")]
    for part, sign in parts:
        match = _ATOM.fullmatch(part)
        if match is None:
            raise UnitError(f"the unit {unit_sign(code)} cannot be multiplied; convert to SI units first")
        exponent = sign * int(match[2] or 1)
        if molar := _MOLAR.fullmatch(match[1]):
            yield f"{molar[1]}mol", exponent
            yield "L", -exponent
        else:
            yield match[1], exponent


def _simplified(value: float, first: dict[str, int], second: dict[str, int]) -> Amount:
    """A number in a product of units, with atoms of one dimension merged: mL and L, L and cm3, mg and g."""
    powers: dict[str, int] = {}
    for atom, exponent in (*first.items(), *second.items()):
        value *= _merge(powers, atom, exponent)
    powers = {atom: exponent for atom, exponent in powers.items() if exponent}
    unit = _unit_of(powers)
    if not unit.dimension:
        return Amount(value * float(unit.factor), "")
    return Amount(value, _code(powers))


def _merge(powers: dict[str, int], atom: str, exponent: int) -> float:
    """Put an atom among others and return the factor of merging it with one of its dimension."""
    own = readings(atom)[0]
    if not own.dimension:
        return float(own.factor) ** exponent
    for known in powers:
        other = readings(known)[0]
        if known == atom or other.dimension == own.dimension:
            powers[known] += exponent
            return float(own.factor / other.factor) ** exponent
        if len(own.dimension) == len(other.dimension) == 1 and own.dimension[0][0] == other.dimension[0][0]:
            return _merge_powers(powers, (known, other), (atom, own), exponent)
    powers[atom] = exponent
    return 1.0


def _merge_powers(powers: dict[str, int], known: tuple[str, Unit], added: tuple[str, Unit], exponent: int) -> float:
    """Merge units of one base dimension in different powers, such as L and cm, into the one of the lower power."""
    (_, high), (_, low) = known[1].dimension[0], added[1].dimension[0]
    if high % low == 0:
        before = powers.pop(known[0])
        powers[added[0]] = before * (high // low) + exponent
        return float(known[1].factor / added[1].factor ** (high // low)) ** before
    if low % high == 0:
        powers[known[0]] += exponent * (low // high)
        return float(added[1].factor / known[1].factor ** (low // high)) ** exponent
    powers[added[0]] = exponent
    return 1.0


def _unit_of(powers: dict[str, int]) -> Unit:
    unit = readings("1")[0]
    for atom, exponent in powers.items():
        unit = unit * readings(atom)[0] ** exponent
    return unit


def _code(powers: dict[str, int]) -> str:
    above = [atom + _raised(exponent) for atom, exponent in powers.items() if exponent > 0]
    below = [atom + _raised(-exponent) for atom, exponent in powers.items() if exponent < 0]
    if not below:
        return ".".join(above)
    return (".".join(above) or "1") + "/" + (below[0] if len(below) == 1 else f"({'.'.join(below)})")


def _raised(exponent: int) -> str:
    """A power as codes write it; a bare digit above four is none."""
    return "" if exponent == 1 else f"^{exponent}" if exponent > 4 else str(exponent)
