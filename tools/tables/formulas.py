"""Make a column by a formula of others, and one figure of several columns in each row."""

from __future__ import annotations

import re
from typing import Annotated

from scitoolagent.errors import TableError, ToolInputError
from scitoolagent.tables import Column
from scitoolagent.tables.column_units import difference_unit, factor_between
from scitoolagent.tables.formula import parse
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.units import is_pure
from scitoolagent.tools.tables._rows import ASSAY, OtherColumn, TableFolder, made, opened
from scitoolagent.tools.tables.transforming import NewColumnName

_LEAST = 2
_LONGEST_NAME = 100
# Figures of the values of one row: in SQL over a list, and whether they are differences, which need no true zero.
_FIGURES = {
    "sum": ("list_sum({0})", False),
    "mean": ("list_avg({0})", True),
    "median": ("list_median({0})", True),
    "lowest": ("list_min({0})", True),
    "highest": ("list_max({0})", True),
    "range": ("(list_max({0}) - list_min({0}))", False),
    "standard deviation": ("list_stddev_samp({0})", False),
}

ColumnFormula = Annotated[
    str,
    Semantic("ColumnFormula", parent="Parameter", label="formula of the columns of a table", needs_context=True),
]
FigureOfRow = Annotated[
    str,
    Semantic(
        "FigureOfRow",
        parent="Parameter",
        label="figure of several columns in each row",
        pattern="|".join(_FIGURES),
        needs_context=True,
    ),
]


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": ASSAY, "formula": "first assay / (first assay + second assay)", "name": "share"},
)
def formula_column(table: TableFolder, formula: ColumnFormula, name: NewColumnName = "") -> TableFolder:
    """Make a new column by a formula of other columns of a table, row by row.

    Args:
        table: The table.
        formula: Headers, with or without their units, numbers, + - * / ^, brackets, and log10, ln, log2, sqrt, exp and
            abs of pure numbers.
        name: What the new column is called; the formula when left out.
    Returns:
        The folder of the table with a new column in the unit that follows, unknown where one of a column is not known;
        a number that is added is in the unit of what it is added to. Where a value is missing, or nothing can be
        worked out, there is none, and the table tells how often.
    Raises:
        ToolInputError: it is no formula of columns of numbers, or the units do not allow it.
    Source: definition, by DuckDB.
    """
    from scitoolagent.tables.operations import with_column

    given = opened(table)
    try:
        whole, used = parse(formula, given.columns)
    except ValueError as error:
        raise ToolInputError(f"{formula}: {error}") from error
    if not used:
        raise ToolInputError(f"{formula} names no column of the table")
    if len(name) > _LONGEST_NAME:
        raise ToolInputError(f"the name of a column has {_LONGEST_NAME} letters at most")
    places = {f"{{{one.name}}}": f"{given.place(one.name)}::DOUBLE" for one in used}
    pattern = "|".join(re.escape(one) for one in sorted(places, key=len, reverse=True))
    sql = re.sub(pattern, lambda match: places[match[0]], whole.sql)
    new = Column(name=name or formula, kind="number", unit=whole.unit)
    scaled = whole.values and whole.unit is not None and not is_pure(whole.unit)
    notes = ["a number that multiplies or divides was taken as a pure number"] if scaled else []
    return made(lambda: with_column(given, new, sql, whole.values, [one.name for one in used], notes))


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    also=("row-wise mean", "row-wise sum"),
    example={"table": ASSAY, "figure": "mean", "columns": ["first assay (nM)", "second assay (µM)"]},
)
def figure_across_columns(table: TableFolder, figure: FigureOfRow, columns: list[OtherColumn]) -> TableFolder:
    """Work out one figure of several columns in each row of a table, as sum, mean or range.

    Args:
        table: The table.
        figure: sum, mean, median, lowest, highest, range or standard deviation.
        columns: Two of numbers or more; all are converted to the unit of the first.
    Returns:
        The folder of the table with a new column; a row where one of the values is missing has none, and the table
        tells how often.
    Raises:
        ToolInputError: there are fewer than two columns, one holds no numbers, or the units do not allow it.
    Source: definition, by DuckDB.
    """
    from scitoolagent.tables.operations import with_column

    if figure not in _FIGURES:
        raise ToolInputError(f"{figure!r} is no figure of a row; those are {', '.join(_FIGURES)}")
    given = opened(table)
    try:
        held = [given.column(name) for name in dict.fromkeys(columns)]
        if len(held) < _LEAST:
            raise ToolInputError("there have to be two columns at least")
        for one in held:
            if not one.is_number:
                raise ToolInputError(f"column {one.name} holds {one.kind}, no numbers")
        factors = [factor_between(held[0], one) for one in held]
    except (TableError, ValueError) as error:
        raise ToolInputError(str(error)) from error
    sql, on_scale = _FIGURES[figure]
    if not on_scale and difference_unit(held[0].unit) != held[0].unit:
        raise ToolInputError(f"{held[0].name} has no true zero; convert it to K first")
    parts = [f"{given.place(one.name)}::DOUBLE * ?::DOUBLE" for one in held]
    missing = " OR ".join(f"{given.place(one.name)} IS NULL" for one in held)
    whole = f"CASE WHEN NOT ({missing}) THEN {sql.format('v')} END"
    times = sql.count("{0}")
    whole = whole.replace("(v)", f"([{', '.join(parts)}])")
    listed = f"{', '.join(one.name for one in held[:-1])} and {held[-1].name}"
    new = Column(name=f"{figure} of {listed}", kind="number", unit=held[0].unit)
    return made(lambda: with_column(given, new, whole, factors * times, [one.name for one in held]))
