"""Draw a measure of each two classes as a heat map, differences as a volcano, and columns along dates as lines."""

from __future__ import annotations

from typing import Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.pictures import as_svg, cut, labelled, new_figure
from scitoolagent.tables.column_units import titled
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.tables._moments import moments
from scitoolagent.tools.tables._numbers import numbers_of
from scitoolagent.tools.tables._parted import parted
from scitoolagent.tools.tables._rows import ASSAY, FOLDS, ColumnName, OtherColumn, TableFolder, made, opened
from scitoolagent.tools.tables.by_group import GroupColumn
from scitoolagent.tools.tables.columns import MeasureName
from scitoolagent.tools.tables.group_pictures import _COLOURS

_MOST_HEAT, _WRITTEN = 60, 200

HeatMapOfGroups = Annotated[
    str, Semantic("HeatMapOfGroups", parent="SvgPicture", label="heat map of a measure of groups")
]
VolcanoPlot = Annotated[str, Semantic("VolcanoPlot", parent="SvgPicture", label="volcano plot")]
LinesOverTime = Annotated[str, Semantic("LinesOverTime", parent="SvgPicture", label="plot of a column over time")]
FoldLimit = Annotated[
    float, Semantic("FoldLimit", parent="Parameter", unit="1", label="limit of a log fold change", needs_context=True)
]
PLimit = Annotated[
    float, Semantic("PLimit", parent="Parameter", unit="1", label="limit of a p-value", needs_context=True)
]


@tool(
    Operation.VISUALISATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": ASSAY, "by": "class", "spread": "batch", "column": "logD"},
)
def draw_heat_map_of_groups(
    table: TableFolder, by: GroupColumn, spread: OtherColumn, column: ColumnName, measure: MeasureName = "mean"
) -> HeatMapOfGroups:
    """Draw a measure of a column for each two classes of two other columns as a heat map.

    Args:
        table: The table.
        by: The column whose values make the rows of the map.
        spread: The column whose values make its columns.
        column: What is measured, a column of numbers.
        measure: mean, median, sum, lowest, highest, standard deviation or count.
    Returns:
        Text of an SVG file: the measure as a colour, and as a number where there is room; white where no row has both.
    Raises:
        ToolInputError: a column is not there, named twice or holds no numbers, or there are more than 60 classes.
    Source: DuckDB's aggregates, drawn by matplotlib.
    """
    import numpy as np

    from scitoolagent.tables.grouped import pivot

    given = opened(table)
    folder = made(lambda: pivot(given, by, spread, column, measure))
    found = opened(folder)
    key, *across = found.columns
    names = [cut(str(value)) for value in found.values(key.name)]
    if max(len(names), len(across)) > _MOST_HEAT or not names:
        raise ToolInputError(f"{len(names)} by {len(across)} classes; at most {_MOST_HEAT} are drawn")
    values = np.array([list(found.values(one.name)) for one in across], dtype=float).T
    figure = new_figure(2.8 + 0.55 * len(across), 2.2 + 0.5 * len(names))
    axes = figure.subplots()
    drawn = axes.imshow(values, cmap="viridis", aspect="auto")
    axes.set_xticks(
        range(len(across)), [cut(one.name) for one in across], rotation=45, ha="right", rotation_mode="anchor"
    )
    axes.set_yticks(range(len(names)), names)
    if values.size <= _WRITTEN:
        middle = (np.nanmin(values) + np.nanmax(values)) / 2
        for (row, place), value in np.ndenumerate(values):
            if value == value:
                colour = "white" if value < middle else "black"
                axes.text(place, row, f"{value:.3g}", ha="center", va="center", fontsize=8, color=colour)
    figure.colorbar(drawn, ax=axes, shrink=0.85, label=cut(f"{measure} {titled(given.column(column))}", 60))
    return as_svg(figure)


@tool(
    Operation.VISUALISATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": FOLDS, "column": "log2 fold change", "other": "adjusted p"},
    also=("volcano",),
)
def draw_volcano(
    table: TableFolder, column: ColumnName, other: OtherColumn, fold: FoldLimit = 1.0, limit: PLimit = 0.05
) -> VolcanoPlot:
    """Draw a volcano plot: p-values against the logarithms of fold changes.

    Args:
        table: The table.
        column: The logarithms to base 2 of the fold changes, a column of numbers.
        other: The p-values, plain or adjusted, above 0 and up to 1.
        fold: Beyond which logarithm, up or down, a row is coloured.
        limit: Up to which p-value.
    Returns:
        Text of an SVG file with both limits as lines; how many rows lie beyond them on each side is told. A p-value
        of 0 is drawn at the lowest one above 0.
    Raises:
        ToolInputError: a column holds no numbers, a p-value is below 0 or above 1, or a limit is none.
    Source: definition, drawn by matplotlib.
    """
    import numpy as np

    if fold < 0 or not 0 < limit <= 1:
        raise ToolInputError(f"a fold change of {fold:g} and a p-value of {limit:g} are no limits")
    given = numbers_of(table, [column, other], 1)
    x, p = given.values.T
    if ((p < 0) | (p > 1)).any() or not (p > 0).any():
        raise ToolInputError(f"{other} holds values that are no p-values above 0 and up to 1")
    y = -np.log10(np.maximum(p, p[p > 0].min()))
    up, down = (p <= limit) & (x >= fold), (p <= limit) & (x <= -fold)
    figure = new_figure()
    axes = figure.subplots()
    for inside, colour, name in (
        (up, "#d55e00", "up"),
        (down, "#0072b2", "down"),
        (~(up | down), "#999999", "neither"),
    ):
        axes.scatter(x[inside], y[inside], s=14, color=colour, label=f"{name}: {int(inside.sum())}")
    for place in (-fold, fold):
        axes.axvline(place, color="#444444", linewidth=0.7, linestyle="--")
    axes.axhline(-np.log10(limit), color="#444444", linewidth=0.7, linestyle="--")
    axes.legend(fontsize=8)
    labelled(axes, titled(given.columns[0]), f"-log10 {given.columns[1].name}", f"{len(given.kept):,} rows")
    return as_svg(figure)


@tool(
    Operation.VISUALISATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": ASSAY, "column": "retention (min)", "other": "logD", "by": "class"},
)
def draw_lines_over_time(
    table: TableFolder, column: ColumnName, other: OtherColumn, by: GroupColumn = ""
) -> LinesOverTime:
    """Draw a column of numbers along dates or times as lines, one for each group.

    Args:
        table: The table; its rows may stand in any order.
        column: One of numbers.
        other: Dates, or numbers.
        by: The column whose values make the lines; at most 10.
    Returns:
        Text of an SVG file; how many rows have both values is told.
    Raises:
        ToolInputError: a column is not there, holds no numbers or dates, or there are too many groups.
    Source: drawn by matplotlib.
    """
    given = numbers_of(table, [column], 1, others=[by, other] if by else [other])
    when = moments(given.table, other)
    dated = not given.table.column(other).is_number
    figure = new_figure()
    axes: Any = figure.subplots()
    groups = [(name, own) for name, own in parted(given, by) if len(own.kept)]
    if len(groups) > len(_COLOURS):
        raise ToolInputError(f"{by} makes {len(groups)} groups; at most {len(_COLOURS)} are drawn")
    for (name, own), colour in zip(groups, _COLOURS, strict=False):
        points = sorted((when[int(place)], value) for place, value in zip(own.kept, own.values[:, 0], strict=True))
        xs = [_day(x) if dated else x for x, _ in points]
        axes.plot(xs, [y for _, y in points], marker="o", markersize=3, color=colour, label=cut(str(name)))
    if by:
        axes.legend(fontsize=8)
    if dated:
        figure.autofmt_xdate()
    labelled(axes, titled(given.table.column(other)), titled(given.columns[0]), f"{len(given.kept):,} rows")
    return as_svg(figure)


def _day(moment: Any) -> Any:
    from datetime import datetime, timedelta

    return datetime.fromordinal(int(moment)) + timedelta(days=float(moment) % 1)
