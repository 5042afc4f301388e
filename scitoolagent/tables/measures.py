"""The measures of a column: how each is written in a query, and what its own column is."""

from __future__ import annotations

from scitoolagent.errors import TableError
from scitoolagent.tables.bounds import shown
from scitoolagent.tables.column_units import difference_unit
from scitoolagent.tables.store import connected, scan
from scitoolagent.tables.table import Column, Kind, Table
from scitoolagent.tool.units import readings

_SQL = {
    "mean": "avg", "median": "median", "sum": "sum", "lowest": "min", "highest": "max",
    "standard deviation": "stddev_samp", "standard error": "", "count": "count", "coefficient of variation": "",
    "number of different": "",
}  # fmt: skip
MEASURES = tuple(_SQL)
VARIATION = "coefficient of variation"
# Measures of columns that need hold no numbers.
COUNTS = ("count", "number of different")
_ERROR = "standard error"
_SPREADS = ("standard deviation", _ERROR)


def measured(column: Column, measure: str) -> Column:
    """The column of a measure of another one."""
    name = f"{measure} {column.name}"
    if measure in COUNTS:
        return Column(name=name, kind="integer", unit="1")
    kind: Kind = column.kind if measure in ("lowest", "highest") else "number"
    if measure == VARIATION:
        return Column(name=name, kind="number", unit="%")
    unit = difference_unit(column.unit) if measure in _SPREADS else column.unit
    # A difference of temperatures is no temperature.
    return Column(name=name, kind=kind, type=column.type if unit == column.unit else "", unit=unit)


def aggregate(table: Table, column: Column, measure: str) -> str:
    """How a measure of a column is written in a query.

    Raises:
        TableError: the measure means nothing for its values.
    """
    place = table.place(column.name)
    if measure == "number of different":
        if column.type == "Smiles" or column.type.endswith("Sequence"):
            raise TableError(
                f"{shown(column.name)}: those of each group are told apart by their letters alone; not done"
            )
        return f"count(DISTINCT {place})"
    if measure == "sum":
        return f"sum(CAST({place} AS DOUBLE))"
    if measure == _ERROR:
        return f"stddev_samp({place}) / sqrt(count({place}))"
    if measure != VARIATION:
        return f"{_SQL[measure]}({place})"
    # A share of the mean needs a scale whose zero means nothing of it: no °C, and no values on both sides of it.
    if readings(column.unit or "1")[0].offset != 0:
        raise TableError(f"{shown(column.name)} has no true zero, so it has no {measure}")
    with connected(table.folder) as engine:
        low = engine.execute(f"SELECT min({place}) FROM {scan(table.paths)}").fetchone()[0]  # noqa: S608
    if low is not None and low < 0:
        raise TableError(f"{shown(column.name)} has values below 0, so it has no {measure}")
    return f"100 * stddev_samp({place}) / nullif(avg({place}), 0)"
