"""The units of what is computed from the columns of a table."""

from __future__ import annotations

import re
from fractions import Fraction

from scitoolagent.tables.table import Column
from scitoolagent.tool.units import UnitError, convert, convertible, is_pure, readings, unit_sign

# Degrees of temperature by their size in K: a step of 1 °C is one of 1 K, a step of 1 °F one of 1 °R.
_STEPS = {Fraction(1): "K", Fraction(5, 9): "[degR]"}
SIGNS = {"plus": "+", "minus": "-", "times": "*", "divided by": "/"}
_ATOM = re.compile(r"\[\w+\]")


def difference_unit(unit: str | None) -> str | None:
    """The unit of a difference of two values: of one as large, whose zero is a true one, where a scale has none.

    Values in °F are apart by degrees Rankine, and by kelvins only once they are divided by 1.8.

    Raises:
        UnitError: no unit is known in which the numbers of such differences are right.
    """
    if unit is None or readings(unit)[0].offset == 0:
        return unit
    step = _STEPS.get(readings(unit)[0].factor)
    if step is None:
        raise UnitError(f"differences of values in {sign(unit)} have no unit here; convert them to K first")
    return step


def divided(unit: str | None, by: str | None) -> str | None:
    """The unit of a ratio; None where one of the two is not known."""
    if unit is None or by is None:
        return None
    if is_pure(by):
        return unit
    if unit == by:
        return "1"
    return f"{'1' if is_pure(unit) else _bracketed(unit)}/{_bracketed(by)}"


def multiplied(unit: str | None, by: str | None) -> str | None:
    """The unit of a product; None where one of the two is not known."""
    if unit is None or by is None:
        return None
    if is_pure(unit) or is_pure(by):
        return by if is_pure(unit) else unit
    # Two percent signs in brackets are no unit that can be read again.
    return "%.%" if unit == by == "%" else f"{_bracketed(unit)}.{_bracketed(by)}"


def factor_between(one: Column, other: Column) -> float:
    """What values of the second column are multiplied with to be in the unit of the first.

    Raises:
        ValueError: the units cannot be converted, are scales with different zeros, or one is not known.
    """
    if one.unit == other.unit:
        return 1.0
    if one.unit is None or other.unit is None:
        unknown, known = (one, other) if one.unit is None else (other, one)
        raise ValueError(
            f"{known.name} is in {sign(known.unit)} and the unit of {unknown.name} is not known; "
            f"say it in the header, as in {unknown.name} [{sign(known.unit)}]"
        )
    if not convertible(other.unit, one.unit) or difference_unit(one.unit) != one.unit:
        raise ValueError(f"{one.name} is in {sign(one.unit)}, {other.name} in {sign(other.unit)}")
    if difference_unit(other.unit) != other.unit:
        raise ValueError(f"{one.name} is in {sign(one.unit)}, {other.name} in {sign(other.unit)}")
    return convert(1.0, other.unit, one.unit)


def computed_unit(one: Column, operation: str, other: Column) -> tuple[str | None, float]:
    """The unit of what is computed from two columns, and what values of the second are multiplied with first.

    Raises:
        ValueError: there is no such operation, or the units do not allow it.
    """
    if operation not in SIGNS:
        raise ValueError(f"{operation!r} is no operation on columns; those are {', '.join(SIGNS)}")
    scales = [column for column in (one, other) if difference_unit(column.unit) != column.unit]
    if operation == "minus" and len(scales) == 2 and one.unit == other.unit:
        return difference_unit(one.unit), 1.0
    if scales:
        raise ValueError(
            f"{scales[0].name} is in {sign(scales[0].unit)}, which has no true zero; convert it to K first"
        )
    if operation in ("plus", "minus"):
        return one.unit, factor_between(one, other)
    return (multiplied if operation == "times" else divided)(one.unit, other.unit), 1.0


def sign(unit: str | None) -> str:
    """A unit for a message."""
    return "an unknown unit" if unit is None else unit_sign(unit) or "pure numbers"


def titled(column: Column) -> str:
    """A column with its unit, as the axis of a picture has it."""
    shown = unit_sign(column.unit)
    return (
        column.name
        if not shown or f"({shown})" in column.name or f"[{shown}]" in column.name
        else (f"{column.name} ({shown})")
    )


def _bracketed(unit: str) -> str:
    return unit if unit.isalnum() or _ATOM.fullmatch(unit) else f"({unit})"
