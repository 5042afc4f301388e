"""Fit a curve of science to each group of rows: one IC50 for each compound, one Km for each mutant."""

from __future__ import annotations

from scitoolagent.errors import ToolInputError
from scitoolagent.tables import Column
from scitoolagent.tool import Operation, Safety, Topic, tool
from scitoolagent.tools.tables._by_groups import by_groups
from scitoolagent.tools.tables._numbers import Numbers, numbers_of
from scitoolagent.tools.tables._rows import DOSES, ColumnName, OtherColumn, TableFolder
from scitoolagent.tools.tables.by_group import GroupColumn
from scitoolagent.tools.tables.curves import CurveName, curve_called, fitted_to, given_to, outside, unit_of
from scitoolagent.tools.tables.fitting import Confidence


@tool(
    Operation.ANALYSIS,
    Topic.GENERAL,
    Safety.OPEN,
    example={
        "table": DOSES,
        "column": "inhibition (%)",
        "other": "dose (nmol/L)",
        "by": "compound",
        "curve": "dose-response",
    },
)
def curve_fits_of_groups(
    table: TableFolder,
    column: ColumnName,
    other: OtherColumn,
    by: GroupColumn,
    curve: CurveName,
    level: Confidence = 0.95,
) -> TableFolder:
    """Fit a curve of science to two columns of a table in each group of rows.

    Args:
        table: The table.
        column: What is measured (y), a column of numbers.
        other: By what it changes (x), another column of numbers.
        by: The column whose values make the groups; at most 1000.
        curve: As for the fit of all rows.
        level: Of the intervals, 0.95 for one of 95 %.
    Returns:
        A table with a row for each group: its rows with both values, each parameter of the curve, what follows from
        them, R squared, and the interval of each parameter. Of a group whose rows do not determine the parameters
        there is none, and a note says why; one that lies outside the measured range is told, too.
    Raises:
        ToolInputError: a column holds no numbers or not what the curve needs, or there are too many groups or no rows.
    Source: as the tool that fits a curve to all rows.
    """
    if not 0.5 <= level < 1:
        raise ToolInputError(f"a level of {level:g} makes no interval; give 0.5 to less than 1")
    model = curve_called(curve)
    numbers = numbers_of(table, [column, other], len(model.names) + 1, others=[by], varied=True)
    y_unit = numbers.columns[0].unit
    x_unit = given_to(curve, numbers).x_unit
    units = [unit_of(one, x_unit, y_unit) for one in model.units]
    new = [Column(name=name, kind="number", unit=unit) for name, unit in zip(model.names, units, strict=True)]
    new += [Column(name=name, kind="number", unit=unit_of(one, x_unit, y_unit)) for name, one, _ in model.derived]
    new.append(Column(name="R squared", kind="number", unit="1"))
    for name, unit in zip(model.names, units, strict=True):
        new += [Column(name=f"{end} of {name}", kind="number", unit=unit) for end in ("lower", "upper")]

    def figures(own: Numbers) -> tuple[list[float], tuple[str, ...]]:
        given = given_to(curve, own)
        found = fitted_to(curve, given, level)
        ends = [float(value) for pair in zip(found.lower, found.upper, strict=True) for value in pair]
        derived = [value(found.values, found.spread) for _, _, value in model.derived]
        return [*map(float, found.values), *derived, found.explained, *ends], outside(model, given, found)

    return by_groups(numbers, by, new, figures, len(model.names) + 1)
