"""The samples that a test by groups compares: a number for each row, or the mean of each unit where rows are nested."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from scitoolagent.errors import TableError, ToolInputError
from scitoolagent.tables.replication import Replication, replication
from scitoolagent.tool import Semantic
from scitoolagent.tools.tables._numbers import Numbers, numbers_of

if TYPE_CHECKING:
    from numpy.typing import NDArray


UnitColumn = Annotated[
    str,
    Semantic(
        "ExperimentalUnitColumn",
        parent="ColumnName",
        label="column of the units that were treated",
        needs_context=True,
    ),
]
EachRow = Annotated[
    bool, Semantic("EachRowReplicates", parent="Parameter", label="whether each row is a unit of its own")
]


@dataclass(frozen=True)
class Samples:
    """What is compared.

    Attributes:
        given: the rows that have all values.
        groups: the values of each group, in the order of their names.
        rows: those of the rows, where `groups` holds means of units.
        unit: the column of these units; empty where each row counts.
        told: what is to be told of it.
    """

    given: Numbers
    groups: dict[str, NDArray[Any]]
    rows: dict[str, NDArray[Any]]
    unit: str = ""
    told: tuple[str, ...] = ()

    def sized(self, name: str) -> str:
        """How many values a group has: `3 litter (24 rows)`."""
        count, rows = len(self.groups[name]), len(self.rows[name])
        return f"{count} {self.unit} ({rows} rows)" if self.unit else str(count)


def samples(table: Path, column: str, by: str, unit: str = "", each_row: bool = False, least: int = 1) -> Samples:
    """Return the values of each group, of rows that have a value and a group.

    Args:
        table: a table.
        column: one of numbers.
        by: the column whose values make the groups.
        unit: the column of the units, of each of which the mean counts; that which the rows show when left out.
        each_row: whether rows count although they are nested in units.
        least: how many rows are needed.
    Raises:
        ToolInputError: a column is not there or of another kind, a unit is in two groups, or a unit is named although
            each row is to count.
    """
    if unit and each_row:
        raise ToolInputError(f"name a unit ({unit}), or let each row count; not both")
    given = numbers_of(table, [column], least, others=[by, unit] if unit else [by])
    found = None if unit or each_row else _shown(given, by)
    rows = _grouped(given.values[:, 0], given.others[0])
    if found is not None and found.is_certain:
        unit = found.unit
        given = numbers_of(table, [column], least, others=[by, unit])
    if not unit:
        return Samples(given, rows, rows, told=(_doubt(found, by),) if found else ())
    rows = _grouped(given.values[:, 0], given.others[0])
    return Samples(given, _means(given, by, unit), rows, unit, (_by_unit(found, unit, by),))


def _shown(given: Numbers, by: str) -> Replication | None:
    try:
        return replication(given.table, by)
    except TableError as error:
        raise ToolInputError(str(error)) from error


def _grouped(values: Any, names: Any) -> dict[str, NDArray[Any]]:
    import numpy as np

    found: dict[str, list[float]] = {}
    for value, name in zip(values, names, strict=True):
        found.setdefault(str(name), []).append(value)
    return {name: np.array(found[name], dtype=float) for name in sorted(found)}


def _means(given: Numbers, by: str, unit: str) -> dict[str, NDArray[Any]]:
    """The mean of each unit, by group.

    Raises:
        ToolInputError: a unit is in two groups.
    """
    places: dict[str, str] = {}
    for group, name in zip(given.others[0], given.others[1], strict=True):
        if places.setdefault(str(name), str(group)) != str(group):
            raise ToolInputError(f"{unit} {name} is in the groups {places[str(name)]} and {group} of {by}, not in one")
    means = {name: own.mean() for name, own in _grouped(given.values[:, 0], given.others[1]).items()}
    return _grouped(means.values(), [places[name] for name in means])


def _by_unit(found: Replication | None, unit: str, by: str) -> str:
    why = f", since each {unit} has one {by} and rows of a {unit} do not replicate it" if found else ""
    return f"the means of {unit} are compared{why}"


def _doubt(found: Replication, by: str) -> str:
    """Why rows are compared although they are nested in something."""
    names = " and each ".join((found.unit, *found.others))
    text = f"each {names} has one {by}: rows are compared, which may not be independent"
    if found.fewest < 2:
        return f"{text}; a {by} with a single {found.unit} allows no test by {found.unit}"
    return f"{text}; name the column of the units where one was treated as a whole"
