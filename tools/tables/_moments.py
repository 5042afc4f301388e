"""When the rows of a table were: days as dates or numbers of a column, as numbers that can be put in order."""

from __future__ import annotations

from typing import Any

from scitoolagent.errors import TableError, ToolInputError
from scitoolagent.tables import Table
from scitoolagent.tool.days import day_of, moment_of

_HOURS = 24.0


def moments(table: Table, name: str, days: bool = False) -> list[float | None]:
    """One number for each row: what a column of numbers has, or the days that its dates are from the first of year 1.

    Args:
        table: the table.
        name: the column.
        days: whether numbers are converted to days, so that the column has to say a unit of time.
    Raises:
        ToolInputError: there is no such column, or it holds neither numbers nor dates.
    """
    from scitoolagent.tool.units import convert, convertible

    try:
        column = table.column(name)
    except TableError as error:
        raise ToolInputError(str(error)) from error
    values = list(table.values(column.name))
    if column.is_number:
        if not days:
            return [None if value is None else float(value) for value in values]
        if not column.unit or not convertible(column.unit, "d"):
            raise ToolInputError(f"{name} is in no unit of time; say it in the header, as in {name} (h)")
        return [None if value is None else convert(float(value), column.unit, "d") for value in values]
    found = [_moment(value) for value in values]
    wrong = next((value for value, one in zip(values, found, strict=True) if value is not None and one is None), None)
    if wrong is not None:
        raise ToolInputError(f"{name} holds {str(wrong)[:40]!r}, which is no number and no date as 2024-03-31 is")
    return found


def _moment(value: Any) -> float | None:
    if not isinstance(value, str) or (day := day_of(value)) is None:
        return None
    return day.toordinal() + (moment_of(value) or 0.0) / _HOURS
