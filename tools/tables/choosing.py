"""Rows of a table that a figure of all rows chooses, and rows whose values cannot be read."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.tables._rows import ASSAY, EXAMPLE, ColumnName, TableFolder, made, opened

_SIDES = ("above", "below")
_FIGURES = ("mean", "median")

SideOfFigure = Annotated[
    str,
    Semantic(
        "SideOfFigure", parent="Parameter", label="side of a figure", pattern="|".join(_SIDES), needs_context=True
    ),
]
FigureOfAll = Annotated[
    str,
    Semantic(
        "FigureOfAll", parent="Parameter", label="figure of all rows", pattern="|".join(_FIGURES), needs_context=True
    ),
]
RowsBesideFigure = Annotated[
    Path,
    Semantic(
        "RowsBesideFigure",
        parent="RowsOfTable",
        label="rows above or below the mean of all",
        shown="rows with {column} {side} its {figure}",
    ),
]
UnreadableRows = Annotated[
    Path,
    Semantic(
        "UnreadableRows",
        parent="RowsOfTable",
        label="rows whose value cannot be read",
        shown="rows whose {column} cannot be read",
    ),
]


@tool(
    Operation.FILTERING,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": ASSAY, "column": "first assay (nM)", "side": "above"},
)
def rows_beside_figure(
    table: TableFolder, column: ColumnName, side: SideOfFigure, figure: FigureOfAll = "mean"
) -> RowsBesideFigure:
    """Find the rows of a table whose value of a column is above or below the mean of all rows.

    Args:
        table: The table.
        column: One of numbers.
        side: above or below; a value that is equal to the figure is on neither side.
        figure: mean or median.
    Returns:
        The folder of a table with those rows. The figure, and how many rows have no value, are told.
    Raises:
        ToolInputError: the column holds no numbers, or no value.
    Source: definition, by DuckDB.
    """
    from scitoolagent.tables.transforms import beside_figure

    if side not in _SIDES or figure not in _FIGURES:
        raise ToolInputError(f"side must be {' or '.join(_SIDES)}, and figure {' or '.join(_FIGURES)}")
    return made(lambda: beside_figure(opened(table), column, side, figure))


@tool(Operation.FILTERING, Topic.GENERAL, Safety.OPEN, example={"table": EXAMPLE, "column": "smiles"})
def unreadable_rows(table: TableFolder, column: ColumnName) -> UnreadableRows:
    """Find the rows of a table whose molecule cannot be read.

    Args:
        table: The table.
        column: One of SMILES.
    Returns:
        The folder of a table with the rows that have a text there which is no valid SMILES. How many rows have none is
        told.
    Raises:
        ToolInputError: the column holds no SMILES.
    Source: definition, by RDKit.
    """
    from scitoolagent.tables.transforms import unreadable

    return made(lambda: unreadable(opened(table), column))
