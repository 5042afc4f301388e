"""Draw columns of a table with a colour for each group of rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.pictures import as_svg, cut, labelled, new_figure
from scitoolagent.tables.column_units import titled
from scitoolagent.tool import Operation, Safety, Topic, tool
from scitoolagent.tools.tables._axes import LogAxes, scale_axes
from scitoolagent.tools.tables._numbers import Numbers, numbers_of
from scitoolagent.tools.tables._rows import ASSAY, ColumnName, OtherColumn, TableFolder
from scitoolagent.tools.tables.by_group import GroupColumn
from scitoolagent.tools.tables.pictures import Bins, HistogramPicture, ScatterPicture, WithLine

if TYPE_CHECKING:
    from numpy.typing import NDArray

# More colours than these are not told apart.
_COLOURS = (
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#555555", "#8c564b", "#7f3c8d", "#b2b200",
)  # fmt: skip
_MOST_BINS, _OUTLINED, _FEW = 500, 2000, 3


@tool(
    Operation.VISUALISATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": ASSAY, "column": "retention (min)", "by": "class"},
)
def draw_histograms_of_groups(
    table: TableFolder, column: ColumnName, by: GroupColumn, bins: Bins = 0
) -> HistogramPicture:
    """Draw the histogram of a column for each group of rows, one above the other, on one axis.

    Args:
        table: The table.
        column: One of numbers.
        by: The column whose values make the groups; at most 10.
        bins: How many bars, up to 500; 0 for as many as suit all values together.
    Returns:
        Text of an SVG file; the groups have the same intervals, and each tells its number of rows.
    Raises:
        ToolInputError: the column holds no numbers or no value, or there are too many groups.
    Source: numpy's `histogram_bin_edges`, drawn by matplotlib.
    """
    import numpy as np

    if not 0 <= bins <= _MOST_BINS:
        raise ToolInputError(f"{bins} bars cannot be drawn; 1 to {_MOST_BINS}, or 0")
    given = numbers_of(table, [column], 1, others=[by])
    values = given.values[:, 0]
    edges = np.histogram_bin_edges(values, bins or "auto")
    if len(edges) > _MOST_BINS + 1:
        edges = np.histogram_bin_edges(values, _MOST_BINS)
    groups = _groups(given, by)
    figure = new_figure(high=1.2 + 1.5 * len(groups))
    each = figure.subplots(len(groups), 1, sharex=True, sharey=True, squeeze=False)[:, 0]
    for axes, colour, (name, inside) in zip(each, _COLOURS, groups, strict=False):
        axes.hist(values[inside], bins=edges.tolist(), color=colour, edgecolor="white", linewidth=0.6)
        labelled(axes, "", "rows", f"{cut(name)}, n = {int(inside.sum())}")
    each[-1].set_xlabel(titled(given.columns[0]))
    figure.suptitle(_told(given, by), fontsize=9, color="#444444")
    return as_svg(figure)


@tool(
    Operation.VISUALISATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": ASSAY, "column": "logD", "other": "retention (min)", "by": "class"},
)
def draw_scatter_of_groups(
    table: TableFolder,
    column: ColumnName,
    other: OtherColumn,
    by: GroupColumn,
    line: WithLine = False,
    logarithmic: LogAxes = "none",
) -> ScatterPicture:
    """Draw two columns of a table against each other, with a colour for each group of rows.

    Args:
        table: The table.
        column: Of numbers, along the horizontal axis.
        other: Of numbers, along the vertical axis.
        by: The column whose values make the groups; at most 10.
        line: Whether the straight line of least squares of each group is drawn, with R squared.
        logarithmic: Which axes are: none, horizontal, vertical or both.
    Returns:
        Text of an SVG file; the axes have the units, the groups their names and numbers of rows.
    Raises:
        ToolInputError: a column holds no numbers, there are too many groups, a group has too few rows for a line, or a
            value has no logarithm.
    Source: drawn by matplotlib; the lines by `numpy.polyfit`.
    """
    import numpy as np

    given = numbers_of(table, [column, other], 1, others=[by])
    x, y = given.values.T
    figure = new_figure(7.2)
    axes = figure.subplots()
    scale_axes(axes, given, line, logarithmic)
    many = len(x) > _OUTLINED
    for colour, (name, inside) in zip(_COLOURS, _groups(given, by), strict=False):
        told = f"{cut(name)}, n = {int(inside.sum())}"
        if line:
            if inside.sum() < _FEW or not np.ptp(x[inside]) or not np.ptp(y[inside]):
                raise ToolInputError(f"{by} {name} has too few different values for a line; leave the line out")
            slope, constant = np.polyfit(x[inside], y[inside], 1)
            ends = np.array([x[inside].min(), x[inside].max()])
            axes.plot(ends, slope * ends + constant, color=colour, linewidth=1.2)
            told += f", R² = {float(np.corrcoef(x[inside], y[inside])[0, 1]) ** 2:.3f}"
        size = 6 if many else 22
        axes.scatter(x[inside], y[inside], s=size, color=colour, linewidths=0, label=told, rasterized=many)
    axes.legend(title=cut(by), fontsize=8, loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)
    labelled(axes, titled(given.columns[0]), titled(given.columns[1]), _told(given, by))
    return as_svg(figure)


def _groups(given: Numbers, by: str) -> list[tuple[str, NDArray[Any]]]:
    """The name of each group, and which rows are in it.

    Raises:
        ToolInputError: there are more than there are colours.
    """
    import numpy as np

    names = sorted(set(given.others[0]))
    if len(names) > len(_COLOURS):
        raise ToolInputError(f"{by} makes {len(names)} groups; at most {len(_COLOURS)} are told apart by a colour")
    return [(str(name), np.array([one == name for one in given.others[0]])) for name in names]


def _told(given: Numbers, by: str) -> str:
    """How many rows are drawn, and how many are not."""
    gone = given.table.rows - len(given.kept)
    return f"{len(given.kept):,} rows by {cut(by)}" + (f"; {gone:,} without a value" if gone else "")
