"""Traces, one column measured along another: the area under them, in all or between limits, and their peaks."""

from __future__ import annotations

from typing import Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tables import Column
from scitoolagent.tables.added import of_rows
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.tables._exposure import LINEAR, TRAPEZOIDS, Curve, area, curve_of, product_unit
from scitoolagent.tools.tables._given import choice
from scitoolagent.tools.tables._numbers import Numbers, numbers_of
from scitoolagent.tools.tables._parted import Figures, key_of, parted, rows_of_groups
from scitoolagent.tools.tables._rows import KINETICS, TRACE, ColumnName, OtherColumn, TableFolder, made
from scitoolagent.tools.tables.by_group import GroupColumn
from scitoolagent.tools.tables.pharmacokinetics import TrapezoidName

# Of the distance between the highest and the lowest value.
_LEAST_SHARE = 0.05

LowerEnd = Annotated[
    float, Semantic("LowerEnd", parent="Parameter", unit="1", label="lower end of a range", needs_context=True)
]
UpperEnd = Annotated[
    float, Semantic("UpperEnd", parent="Parameter", unit="1", label="upper end of a range", needs_context=True)
]
Prominence = Annotated[
    float, Semantic("Prominence", parent="Parameter", unit="1", label="prominence of a peak", needs_context=True)
]


@tool(
    Operation.ANALYSIS,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": KINETICS, "column": "rate (umol/min)", "other": "substrate (mmol/L)"},
)
def area_under_curve(
    table: TableFolder, column: ColumnName, other: OtherColumn, by: GroupColumn = "", trapezoid: TrapezoidName = LINEAR
) -> TableFolder:
    """Compute the area under the curve of one column against another.

    Args:
        table: The table.
        column: What is measured (y), a column of numbers.
        other: Along what (x), another column of numbers; rows may stand in any order.
        by: The column whose values make the curves; all rows are one when left out.
        trapezoid: linear, or linear up log down.
    Returns:
        A table of one row, or one for each group: its points, the area, and from where to where. A group with fewer
        than two points, or with several at one place, has none, and a note says why.
    Raises:
        ToolInputError: a column holds no numbers, or all rows are no one curve.
    Source: trapezoid rule; values below 0 count as negative areas.
    """
    choice("trapezoid", trapezoid, TRAPEZOIDS)
    given = numbers_of(table, [column, other], 1, others=[by] if by else [])
    y, x = given.columns
    new = [Column(name="area under the curve", kind="number", unit=product_unit(y.unit, x.unit))]
    new += [Column(name=f"{end} {x.name}", kind="number", unit=x.unit) for end in ("from", "to")]

    def figures(own: Numbers) -> Figures:
        curve = curve_of(own)
        return [area(curve, trapezoid), float(curve.x[0]), float(curve.x[-1])], ()

    return rows_of_groups(given, by, new, figures)


@tool(
    Operation.ANALYSIS,
    Topic.GENERAL,
    Safety.OPEN,
    example={
        "table": KINETICS,
        "column": "rate (umol/min)",
        "other": "substrate (mmol/L)",
        "lower": 1.0,
        "upper": 4.0,
    },
)
def area_between(
    table: TableFolder, column: ColumnName, other: OtherColumn, lower: LowerEnd, upper: UpperEnd, by: GroupColumn = ""
) -> TableFolder:
    """Compute the area under the curve of one column against another between two limits.

    Args:
        table: The table.
        column: What is measured (y), a column of numbers.
        other: Along what (x), another column of numbers; rows may stand in any order.
        lower: From where, in the unit of the other column.
        upper: To where; between two points the curve is a straight line.
        by: The column whose values make the curves; all rows are one when left out.
    Returns:
        A table of one row, or one for each group: its rows, the area between the limits, and the limits. A group
        with several points at one place, or that was not measured as far as the limits, has none, and a note says why.
    Raises:
        ToolInputError: a column holds no numbers, the limits are no range, or were not measured.
    Source: trapezoid rule; values below 0 count as negative areas, and no base line is subtracted.
    """
    if not lower < upper:
        raise ToolInputError(f"{lower:g} to {upper:g} is no range; the lower end comes first")
    given = numbers_of(table, [column, other], 1, others=[by] if by else [])
    y, x = given.columns
    new = [Column(name="area", kind="number", unit=product_unit(y.unit, x.unit))]
    new += [Column(name=f"{end} {x.name}", kind="number", unit=x.unit) for end in ("from", "to")]

    def figures(own: Numbers) -> Figures:
        return [area(_between(curve_of(own), lower, upper, x.name)), lower, upper], ()

    return rows_of_groups(given, by, new, figures)


def _between(curve: Curve, lower: float, upper: float, name: str) -> Curve:
    """The part of a curve between two places, with a point at each of them.

    Raises:
        ToolInputError: it was not measured there.
    """
    import numpy as np

    first, last = float(curve.x[0]), float(curve.x[-1])
    if lower < first or upper > last:
        raise ToolInputError(f"{name} was measured from {first:g} to {last:g}, and not from {lower:g} to {upper:g}")
    inside = (curve.x > lower) & (curve.x < upper)
    ends = np.interp([lower, upper], curve.x, curve.y)
    x = np.concatenate([[lower], curve.x[inside], [upper]])
    return Curve(x, np.concatenate([ends[:1], curve.y[inside], ends[1:]]))


@tool(
    Operation.ANALYSIS,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": TRACE, "column": "absorbance", "other": "wavelength (nm)"},
    also=("peak picking", "peak detection"),
)
def peaks_of_curve(
    table: TableFolder, column: ColumnName, other: OtherColumn, prominence: Prominence = 0.0, by: GroupColumn = ""
) -> TableFolder:
    """Find the peaks of one column along another, with their heights and prominences.

    Args:
        table: The table, a row for each point of a trace; rows may stand in any order.
        column: What is measured (y), a column of numbers.
        other: Along what (x), another column of numbers.
        prominence: How far a peak stands out at least from what lies around it, in the unit of the column; 5 % of the
            distance between the highest and the lowest value when left out or 0.
        by: The column whose values make the traces; all rows are one when left out.
    Returns:
        A table with a row for each peak in the order of the other column: where it is, how high, and its prominence.
        The first and the last point are no peaks; the least prominence is told.
    Raises:
        ToolInputError: a column holds no numbers, there are fewer than three points or several at one place, the
            prominence is below 0, or the rows of the table are peaks themselves.
    Source: `find_peaks` of scipy.signal.
    """
    if prominence < 0:
        raise ToolInputError(f"a prominence of {prominence:g} is below 0")
    given = numbers_of(table, [column, other], 3, others=[by] if by else [])
    if held := next((one.name for one in given.table.columns if _is_of_peaks(one.name)), ""):
        raise ToolInputError(f"there is a column {held!r}: the rows are peaks, and no points of a trace")
    rows: list[list[Any]] = []
    notes = list(given.notes)
    for name, own in parted(given, by):
        found, told = _peaks(curve_of(own), prominence)
        rows += [[*([name] if by else []), *one] for one in found]
        notes += [f"{by} {name}: {one}" if by else one for one in told]
    y, x = given.columns
    columns = [*([key_of(given.table, by)] if by else []), Column(name=x.name, kind="number", unit=x.unit)]
    columns += [Column(name=y.name, kind="number", unit=y.unit)]
    columns.append(Column(name="prominence", kind="number", unit=y.unit))
    return made(lambda: of_rows(given.table, columns, rows, notes))


def _is_of_peaks(header: str) -> bool:
    return header.casefold().replace("_", " ").split()[:1] in (["peak"], ["peaks"])


def _peaks(curve: Curve, prominence: float) -> tuple[list[list[float]], list[str]]:
    """Where the peaks of a curve are, how high and how prominent; and what is to be told of them."""
    import scipy.signal

    signal: Any = scipy.signal
    span = float(curve.y.max() - curve.y.min())
    least = prominence or _LEAST_SHARE * span
    told = [
        f"peaks with a prominence of at least {least:.4g}{'' if prominence else ', 5 % of the range of the values'}"
    ]
    places, found = signal.find_peaks(curve.y, prominence=max(least, 1e-300))
    if len(curve.y) and int(curve.y.argmax()) in (0, len(curve.y) - 1):
        told.append("the highest value is at an end of the trace, and so no peak")
    rows = [
        [float(curve.x[place]), float(curve.y[place]), float(height)]
        for place, height in zip(places, found["prominences"], strict=True)
    ]
    return rows, told
