"""Draw the columns of a table: histogram, points, boxes, bars, heat map, tree, and a grid of its molecules."""

from __future__ import annotations

from typing import Annotated, Any

from scitoolagent.errors import TableError, ToolInputError
from scitoolagent.pictures import COLOUR, as_svg, cut, labelled, new_figure, sticks, turned
from scitoolagent.tables.column_units import titled
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.units import unit_sign
from scitoolagent.tools.tables._axes import LogAxes, scale_axes
from scitoolagent.tools.tables._numbers import Numbers, numbers_of
from scitoolagent.tools.tables._rows import ASSAY, ColumnName, OtherColumn, TableFolder, opened
from scitoolagent.tools.tables.grouping import LinkageName, linked, scaled_rows
from scitoolagent.tools.tables.molecule_rows import check_smiles

_MOST_BINS, _MOST_BOXES, _MOST_BARS, _MOST_HEAT, _MOST_LEAVES = 500, 40, 60, 40, 120
_MOST_DRAWN = 60
# More points than these would make a text of megabytes; they become one image in the picture.
_OUTLINED = 2000

HistogramPicture = Annotated[
    str, Semantic("HistogramPicture", parent="SvgPicture", label="drawn histogram", also=("histogram plot",))
]
ScatterPicture = Annotated[str, Semantic("ScatterPicture", parent="SvgPicture", label="scatter plot")]
BoxPicture = Annotated[str, Semantic("BoxPicture", parent="SvgPicture", label="box plot", also=("boxplot",))]
BarPicture = Annotated[str, Semantic("BarPicture", parent="SvgPicture", label="bar chart", also=("bar plot",))]
HeatMapPicture = Annotated[
    str,
    Semantic("HeatMapPicture", parent="SvgPicture", label="heat map of correlations", also=("correlation heat map",)),
]
DendrogramPicture = Annotated[
    str, Semantic("DendrogramPicture", parent="SvgPicture", label="dendrogram", also=("tree of rows",))
]
StructureGrid = Annotated[
    str, Semantic("StructureGrid", parent="SvgPicture", label="grid of structures", also=("structure grid",))
]
StickPicture = Annotated[str, Semantic("StickPicture", parent="SvgPicture", label="stick spectrum")]
Bins = Annotated[
    int, Semantic("BinsDrawn", parent="Parameter", unit="1", label="number of bars of a histogram, 0 for a good one")
]
WithLine = Annotated[bool, Semantic("WithLine", parent="Parameter", label="whether the line of a linear fit is drawn")]


@tool(
    Operation.VISUALISATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": ASSAY, "column": "retention (min)", "bins": 8},
    also=("draw a histogram", "draw the histogram", "plot a histogram", "plot the histogram"),
)
def draw_histogram(table: TableFolder, column: ColumnName, bins: Bins = 0) -> HistogramPicture:
    """Draw the histogram of a column of a table.

    Args:
        table: The table.
        column: One of numbers.
        bins: How many bars, up to 500; 0 for as many as the rule of Freedman and Diaconis makes, or that of Sturges
            where these are more.
    Returns:
        Text of an SVG file; the axes have the unit, the title the number of rows.
    Raises:
        ToolInputError: the column holds no numbers or no value.
    Source: numpy's `histogram_bin_edges`, drawn by matplotlib.
    """
    import numpy as np

    if not 0 <= bins <= _MOST_BINS:
        raise ToolInputError(f"{bins} bars cannot be drawn; 1 to {_MOST_BINS}, or 0")
    given = numbers_of(table, [column], 1)
    values = given.values[:, 0]
    edges = np.histogram_bin_edges(values, bins or "auto")
    if len(edges) > _MOST_BINS + 1:
        edges = np.histogram_bin_edges(values, _MOST_BINS)
    figure = new_figure()
    axes = figure.subplots()
    axes.hist(values, bins=edges.tolist(), color=COLOUR, edgecolor="white", linewidth=0.6)
    labelled(axes, titled(given.columns[0]), "rows", _counted(given))
    return as_svg(figure)


@tool(
    Operation.VISUALISATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": ASSAY, "column": "logD", "other": "retention (min)", "line": True},
    also=("draw a scatter plot", "draw the scatter plot", "make a scatter plot"),
)
def draw_scatter(
    table: TableFolder, column: ColumnName, other: OtherColumn, line: WithLine = False, logarithmic: LogAxes = "none"
) -> ScatterPicture:
    """Draw two columns of a table against each other, a point for each row.

    Args:
        table: The table.
        column: Of numbers, along the horizontal axis.
        other: Of numbers, along the vertical axis.
        line: Whether the straight line of least squares is drawn, with R squared.
        logarithmic: Which axes are: none, horizontal, vertical or both.
    Returns:
        Text of an SVG file; the axes have the units, the title the number of rows.
    Raises:
        ToolInputError: a column holds no numbers, there are too few rows for a line, or a value has no logarithm.
    Source: drawn by matplotlib; the line by `numpy.polyfit`.
    """
    import numpy as np

    given = numbers_of(table, [column, other], 3 if line else 1, varied=line)
    x, y = given.values.T
    figure = new_figure()
    axes = figure.subplots()
    scale_axes(axes, given, line, logarithmic)
    many = len(x) > _OUTLINED
    axes.scatter(x, y, s=6 if many else 22, color=COLOUR, alpha=None if many else 0.75, linewidths=0, rasterized=many)
    told = _counted(given)
    if line:
        slope, constant = np.polyfit(x, y, 1)
        ends = np.array([x.min(), x.max()])
        axes.plot(ends, slope * ends + constant, color="#c2410c", linewidth=1.4)
        told += f"; R² = {float(np.corrcoef(x, y)[0, 1]) ** 2:.3f}"
    labelled(axes, titled(given.columns[0]), titled(given.columns[1]), told)
    return as_svg(figure)


@tool(
    Operation.VISUALISATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": ASSAY, "column": "first assay (nM)", "by": "class"},
    also=("draw a box plot", "draw the box plot", "make a box plot"),
)
def draw_boxes(table: TableFolder, column: ColumnName, by: OtherColumn) -> BoxPicture:
    """Draw a box for each group of rows of a table, with what lies far out.

    Args:
        table: The table.
        column: One of numbers.
        by: The column whose values make the groups; at most 40.
    Returns:
        Text of an SVG file: median, quartiles, whiskers to the last value within 1.5 times the box, points beyond, and
        the number of rows of each group.
    Raises:
        ToolInputError: the column holds no numbers, or there are too many groups.
    Source: Tukey 1977, drawn by matplotlib.
    """
    given = numbers_of(table, [column], 1, others=[by])
    groups: dict[str, list[float]] = {}
    for value, name in zip(given.values[:, 0].tolist(), given.others[0], strict=True):
        groups.setdefault(_name(name), []).append(value)
    if len(groups) > _MOST_BOXES:
        raise ToolInputError(f"{by} makes {len(groups)} groups; at most {_MOST_BOXES} are drawn")
    names = sorted(groups)
    figure = new_figure(max(4.0, 1.6 + 0.8 * len(names)))
    axes = figure.subplots()
    axes.boxplot(
        [groups[name] for name in names],
        patch_artist=True,
        widths=0.55,
        boxprops={"facecolor": "#d5e3f0", "edgecolor": COLOUR},
        medianprops={"color": "#c2410c", "linewidth": 1.6},
        flierprops={"markersize": 3.5, "markeredgecolor": COLOUR},
    )
    axes.set_xticks(range(1, len(names) + 1), [f"{cut(name)}\nn = {len(groups[name])}" for name in names])
    turned(axes, names, 8)
    labelled(axes, cut(by), titled(given.columns[0]), _counted(given))
    return as_svg(figure)


@tool(
    Operation.VISUALISATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": ASSAY, "column": "logD", "name": "smiles"},
    also=("draw a bar chart", "draw the bar chart", "make a bar chart"),
)
def draw_bars(table: TableFolder, column: ColumnName, name: OtherColumn = "") -> BarPicture:
    """Draw a bar for each row of a table, with its name.

    Args:
        table: The table; at most 60 rows with a value.
        column: One of numbers, the length of the bars.
        name: The column with the names of the rows; their numbers stand there when left out.
    Returns:
        Text of an SVG file, with the bars in the order of the rows.
    Raises:
        ToolInputError: the column holds no numbers, or there are too many rows.
    Source: drawn by matplotlib.
    """
    given = numbers_of(table, [column], 1, others=[name] if name else ())
    if len(given.kept) > _MOST_BARS:
        raise ToolInputError(f"{len(given.kept):,} bars cannot be read; at most {_MOST_BARS}: take the top rows first")
    names = _names(given)
    figure = new_figure(high=max(2.2, 1.2 + 0.24 * len(names)))
    axes = figure.subplots()
    axes.barh(range(len(names)), given.values[:, 0], color=COLOUR, height=0.7)
    axes.set_yticks(range(len(names)), names, fontsize=8)
    axes.invert_yaxis()
    axes.axvline(0, color="black", linewidth=0.6)
    labelled(axes, titled(given.columns[0]), "", _counted(given))
    return as_svg(figure)


@tool(
    Operation.VISUALISATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": ASSAY, "columns": ["first assay (nM)", "second assay (µM)", "retention (min)", "logD"]},
    also=("draw a heat map", "draw the heat map", "make a heat map"),
)
def draw_correlations(table: TableFolder, columns: list[ColumnName]) -> HeatMapPicture:
    """Draw the correlations of each two columns of a table as a heat map.

    Args:
        table: The table.
        columns: 2 to 40 of numbers.
    Returns:
        Text of an SVG file: Pearson's r as a colour from -1 to 1, and as a number for up to 14 columns.
    Raises:
        ToolInputError: a column holds no numbers or one value, or fewer than three rows have all.
    Source: `numpy.corrcoef`, drawn by matplotlib.
    """
    import numpy as np

    if not 2 <= len(columns) <= _MOST_HEAT:
        raise ToolInputError(f"{len(columns)} columns are named; 2 to {_MOST_HEAT} are drawn")
    given = numbers_of(table, columns, 3, varied=True)
    found = np.corrcoef(given.values, rowvar=False)
    names = [cut(column.name) for column in given.columns]
    figure = new_figure(2.8 + 0.55 * len(names), 2.2 + 0.5 * len(names))
    axes = figure.subplots()
    drawn = axes.imshow(found, vmin=-1, vmax=1, cmap="RdBu_r")
    axes.set_xticks(range(len(names)), names, rotation=45, ha="right", rotation_mode="anchor")
    axes.set_yticks(range(len(names)), names)
    if len(names) <= 14:
        for (row, place), value in np.ndenumerate(found):
            colour = "white" if abs(value) > 0.65 else "black"
            axes.text(place, row, f"{value:.2f}", ha="center", va="center", fontsize=8, color=colour)
    figure.colorbar(drawn, ax=axes, shrink=0.85, label="Pearson's r")
    axes.set_title(_counted(given), fontsize=9, color="#444444")
    return as_svg(figure)


@tool(
    Operation.VISUALISATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": ASSAY, "columns": ["retention (min)", "logD"], "name": "smiles"},
    also=("draw a dendrogram", "draw the dendrogram"),
)
def draw_dendrogram(
    table: TableFolder, columns: list[ColumnName], name: OtherColumn = "", linkage: LinkageName = "Ward"
) -> DendrogramPicture:
    """Draw the tree of hierarchical clusters of the rows of a table.

    Args:
        table: The table; at most 120 rows with all values.
        columns: Those of numbers that say how alike two rows are, each brought to mean 0 and standard deviation 1.
        name: The column with the names of the rows.
        linkage: Ward, average, complete or single, on Euclidean distances.
    Returns:
        Text of an SVG file with the distance at which rows are merged along the axis.
    Raises:
        ToolInputError: a column holds no numbers or one value, or there are too many rows.
    Source: `scipy.cluster.hierarchy`, drawn by matplotlib.
    """
    from scipy.cluster import hierarchy

    given, points = scaled_rows(table, columns, 3, True, others=(name,) if name else ())
    if len(points) > _MOST_LEAVES:
        raise ToolInputError(f"{len(points):,} names cannot be read; at most {_MOST_LEAVES}: take fewer rows")
    names = _names(given)
    figure = new_figure(high=max(2.4, 1.2 + 0.2 * len(names)))
    axes = figure.subplots()
    draw: Any = hierarchy.dendrogram
    draw(linked(points, linkage), labels=names, orientation="left", ax=axes, color_threshold=0,
         above_threshold_color=COLOUR, leaf_font_size=8)  # fmt: skip
    labelled(axes, f"distance ({linkage}, standardised columns)", "", _counted(given))
    return as_svg(figure)


@tool(
    Operation.VISUALISATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": ASSAY, "column": "retention (min)", "other": "first assay (nM)"},
    also=("draw a stick spectrum", "draw the stick spectrum"),
)
def draw_sticks(table: TableFolder, column: ColumnName, other: OtherColumn) -> StickPicture:
    """Draw a spectrum of a table: a stick at each position, as high as its intensity.

    Args:
        table: The table, such as the peaks of a mass or absorption spectrum; at most 2000 rows.
        column: Of numbers, the positions.
        other: Of numbers that are not negative, the intensities.
    Returns:
        Text of an SVG file with the units at its axes; the eight highest sticks have their position written on.
    Raises:
        ToolInputError: a column holds no numbers, an intensity is negative, or there are too many rows.
    Source: drawn by matplotlib.
    """
    given = numbers_of(table, [column, other], 1)
    if len(given.kept) > _OUTLINED:
        raise ToolInputError(f"{len(given.kept):,} sticks cannot be told apart; at most {_OUTLINED:,}")
    x, y = given.values.T
    if y.min() < 0:
        raise ToolInputError(f"{other} holds the negative intensity {y.min():g}; name the column of positions first")
    figure = new_figure()
    axes = figure.subplots()
    sticks(axes, x.tolist(), y.tolist())
    labelled(axes, titled(given.columns[0]), titled(given.columns[1]), _counted(given))
    return as_svg(figure)


@tool(
    Operation.VISUALISATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"table": ASSAY, "column": "smiles", "name": "retention (min)"},
    also=("draw a grid of the structures", "draw the structures in a grid"),
)
def draw_structure_grid(table: TableFolder, column: ColumnName, name: OtherColumn = "") -> StructureGrid:
    """Draw the molecules of a table side by side, each with what another column holds below it.

    Args:
        table: The table; of more than 60 rows the first 60 are drawn.
        column: One of SMILES.
        name: The column whose values stand below the molecules, with the unit; row numbers when left out.
    Returns:
        Text of an SVG file; how many rows are left out, and how many hold no molecule, is written at its foot.
    Raises:
        ToolInputError: the column holds no SMILES, or none that can be read.
    Source: RDKit's 2-D layout, by `rdMolDraw2D.MolDraw2DSVG`.
    """
    from rdkit import Chem, rdBase

    from scitoolagent.tools.tables._grid import grid_svg

    given = opened(table)
    check_smiles(given, column)
    try:
        beside = given.column(name or column)
    except TableError as error:
        raise ToolInputError(str(error)) from error
    unit = unit_sign(beside.unit)
    mols: list[Any] = []
    legends, broken = [], 0
    with rdBase.BlockLogs():
        for chunk in given.chunks(columns=tuple(dict.fromkeys((column, beside.name)))):
            texts, values = chunk.values[given.column(column).name], chunk.values[beside.name]
            for row, smiles, value in zip(chunk.rows, texts, values, strict=True):
                mol = Chem.MolFromSmiles(smiles) if smiles and len(mols) < _MOST_DRAWN else None
                if mol is not None and mol.GetNumAtoms():
                    mols.append(mol)
                    legends.append(cut(_with_unit(value, unit)) if name else f"row {row}")
                elif len(mols) < _MOST_DRAWN:
                    broken += 1
    if not mols:
        raise ToolInputError(f"{column} holds no molecule that can be read")
    gone = given.rows - len(mols) - broken
    told = [f"{gone:,} further rows are not drawn"] if gone else []
    told += [f"{broken:,} rows hold no molecule that can be read"] if broken else []
    return grid_svg(mols, legends, "; ".join(told))


def _names(given: Numbers) -> list[str]:
    """The names of the rows that are drawn, or their numbers."""
    if given.others:
        return [cut(_name(value)) for value in given.others[0]]
    numbers = [row for chunk in given.table.chunks(columns=()) for row in chunk.rows]
    return [f"row {numbers[int(place)]}" for place in given.kept]


def _with_unit(value: Any, unit: str) -> str:
    return "" if value is None else f"{_name(value)} {unit}".strip()


def _name(value: Any) -> str:
    return f"{value:.5g}" if isinstance(value, float) else str(value).lower() if isinstance(value, bool) else str(value)


def _counted(given: Numbers) -> str:
    """How many rows are drawn, and how many are not."""
    gone = given.table.rows - len(given.kept)
    return f"n = {len(given.kept):,}" + (f" ({gone:,} without a value)" if gone else "")
