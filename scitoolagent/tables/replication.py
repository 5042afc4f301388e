"""Find the units of which a table has several rows each, where all rows of a unit are in one group.

Such rows do not replicate what was done to the unit: eight pups of one treated litter are one litter.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scitoolagent.records import Record
from scitoolagent.tables.design import Coded, determines
from scitoolagent.tables.facts import coded, looked
from scitoolagent.tables.store import connected

if TYPE_CHECKING:
    from scitoolagent.tables.table import Column, Table

_MOST_COLUMNS = 60


class Replication(Record):
    """Units within groups.

    `unit` is the column that names them, `units` how many there are, with `least` to `most` rows each, and `fewest` are
    those of the group that has fewest. `others` are columns that may name the units instead. `is_label`: the column may
    be only another name of what two other columns say together, such as group and sex.
    """

    unit: str
    units: int
    least: int
    most: int
    fewest: int
    others: tuple[str, ...] = ()
    is_label: bool = False

    @property
    def is_certain(self) -> bool:
        """Whether nothing else can be the units, and each group has two at least."""
        return not self.others and not self.is_label and self.fewest > 1


def replication(table: Table, by: str) -> Replication | None:
    """Return the units that are nested in the groups of a column, None where the rows show none.

    Args:
        table: looked at as far as its first 200,000 rows and 60 columns.
        by: the column whose values make the groups.
    Raises:
        TableError: it has no such column, or its rows cannot be read.
    """
    name = table.column(by).name
    if not table.parts or not table.rows:
        return None
    columns = table.columns[:_MOST_COLUMNS]
    with connected(table.folder) as engine:
        looked(engine, table)
        found = coded(engine, [column.name for column in columns], map(_kind, columns))
    groups = next((one for one in found if one.name == name), None)
    return units_in(groups, found) if groups is not None else None


def _kind(column: Column) -> str:
    """What a column may part the rows by; a measured quantity names no units, whatever its values."""
    measured = column.kind == "number" or (column.kind == "integer" and column.unit not in (None, "", "1"))
    return "number" if measured else column.kind


def units_in(groups: Coded, columns: Sequence[Coded]) -> Replication | None:
    """Return the units nested in groups, by the codes of the columns of a table."""
    classes = [one for one in columns if one is not groups and one.is_class and one.kind != "number"]
    nested = [one for one in classes if one.count > groups.count and determines(one, groups)]
    # Of fields in wells in plates the plates, where a plate has one treatment.
    units = [one for one in nested if not any(_above(other, one) for other in nested)]
    if not units:
        return None
    unit = min(units, key=lambda one: (one.kind != "text", columns.index(one)))
    same = [one for one in units if one is unit or _equal(one, unit)]
    rows = _counts(unit)
    return Replication(
        unit=unit.name,
        units=unit.count,
        least=min(rows),
        most=max(rows),
        fewest=_fewest(unit, groups),
        others=tuple(one.name for one in units if one not in same),
        is_label=any(_labels(unit, groups, one) for one in classes if one not in same),
    )


def _above(other: Coded, inner: Coded) -> bool:
    return other is not inner and determines(inner, other) and not determines(other, inner)


def _equal(one: Coded, other: Coded) -> bool:
    return determines(one, other) and determines(other, one)


def _counts(unit: Coded) -> list[int]:
    import numpy as np

    return [int(count) for count in np.bincount(unit.codes[unit.codes >= 0])]


def _fewest(unit: Coded, groups: Coded) -> int:
    """How many units the group has that has fewest."""
    import numpy as np

    there = (unit.codes >= 0) & (groups.codes >= 0)
    pairs = np.unique(unit.codes[there] * groups.count + groups.codes[there])
    return int(np.unique(pairs % groups.count, return_counts=True)[1].min())


def _labels(unit: Coded, groups: Coded, other: Coded) -> bool:
    """Whether a unit is no more than a group and a value of another class: "treated, female"."""
    import numpy as np

    if not determines(unit, other) or determines(groups, other) or determines(other, groups):
        return False
    there = (unit.codes >= 0) & (groups.codes >= 0) & (other.codes >= 0)
    pairs = np.unique(groups.codes[there] * other.count + other.codes[there])
    return len(pairs) == unit.count
