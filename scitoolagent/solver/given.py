"""What a question gives a program: its values, files, tables and data as typed variables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scitoolagent.records import Entity, Quantity, Query
from scitoolagent.tables import Table
from scitoolagent.tool.units import is_pure
from scitoolagent.toolkg.graph import ToolGraph

QUANTITY = "quantity"
_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Variable:
    """A value of the question.

    Attributes:
        name: of the variable.
        type: its semantic type; `quantity`, `numbers` or `quantities` for numbers, `list:TYPE` for several values.
        value: what the program gets; a quantity is its number and its unit.
        text: how the question writes it.
        unit: of a number that its type gives a unit.
        start: its place in the question, from `start` to `end`, exclusive.
        end: see `start`.
        reference: what a step calls it; empty for data that a program passes on in parts.
        earlier: whether a question before this one gives it.
    """

    name: str
    type: str
    value: Any
    text: str
    start: int
    end: int
    reference: str = ""
    earlier: bool = False
    unit: str = ""

    @property
    def amounts(self) -> tuple[tuple[float, str], ...]:
        """The numbers with units that the value holds."""
        if self.type == QUANTITY:
            return (self.value,)
        if self.type == "quantities":
            return tuple(self.value)
        return ((float(self.value), self.unit),) if self.unit else ()


@dataclass(frozen=True, slots=True)
class GivenTable:
    """A table of the question: its rows, the step output that gave them, and the file or text that they are from.

    One that is `earlier` is of a question before it.
    """

    name: str
    table: Table
    reference: str
    source: str
    start: int = 0
    end: int = 0
    notes: tuple[str, ...] = ()
    earlier: bool = False


@dataclass(frozen=True, slots=True)
class Given:
    """All variables of a question, by name.

    Attributes:
        values: without the tables.
        tables: of files, and those in the text.
        problems: what could not be read.
        unsure: numbers that may be two, as written: 1,000 mg is 1 mg or 1000 mg, and the answer has to say which.
    """

    values: Mapping[str, Variable] = field(default_factory=dict)
    tables: Mapping[str, GivenTable] = field(default_factory=dict)
    problems: tuple[str, ...] = ()
    unsure: tuple[str, ...] = ()

    @property
    def types(self) -> dict[str, str]:
        """The type of each variable that is no table."""
        return {name: variable.type for name, variable in self.values.items()}

    def at_hand(self) -> frozenset[str]:
        """The semantic types of the values, and of the columns of the tables."""
        kinds = {variable.type.removeprefix("list:") for variable in self.values.values()}
        kinds |= {column.type for given in self.tables.values() for column in given.table.columns if column.type}
        return frozenset(kinds | ({"Table"} if self.tables else set()))


def values_of(query: Query, graph: ToolGraph, workspace: Path) -> dict[str, Variable]:
    """The entities and quantities of a question as variables; of files those that can be there."""
    found: dict[str, Variable] = {}
    for entity in query.entities:
        if entity.file or entity.type not in graph.types:
            continue
        if entity.type == "FolderOfFiles" and not _is_folder(workspace, str(entity.value)):
            continue
        found[entity.handle] = Variable(
            entity.handle,
            entity.type,
            entity.value,
            entity.text,
            entity.start,
            entity.end,
            f"$query.{entity.handle}",
            is_earlier(query, entity),
            _unit_of(graph, entity),
        )
    for quantity in query.quantities:
        # One that cannot be read for certain ("4 mol%" as 4 mol) is left to the words of the question.
        if quantity.problem and quantity.upper is None:
            continue
        ends = [quantity] if quantity.upper is None else _ends(quantity)
        for one in ends:
            found[one.handle] = Variable(
                one.handle,
                QUANTITY,
                (one.value, one.unit),
                quantity.text,
                quantity.start,
                quantity.end,
                f"$query.{one.handle}",
                is_earlier(query, quantity),
            )
    return found


def _unit_of(graph: ToolGraph, entity: Entity) -> str:
    """The unit of a value that is a number, as that of Cu Kα radiation; empty for any other."""
    unit = graph.types[entity.type].unit
    is_number = isinstance(entity.value, int | float) and not isinstance(entity.value, bool)
    return unit or "" if is_number and not is_pure(unit) else ""


def is_earlier(query: Query, value: Entity | Quantity) -> bool:
    """Whether a value stands behind the end of a question, since an earlier one gives it."""
    return bool(query.text) and value.start > len(query.text)


def _ends(quantity: Any) -> list[Any]:
    return [end for which in ("lower", "upper") if (end := quantity.end_of_range(which)) is not None]


def _is_folder(workspace: Path, name: str) -> bool:
    try:
        return (workspace / name).is_dir()
    except (OSError, ValueError):
        return False


def shown(variables: Iterable[Variable]) -> str:
    """The variables as a model reads them: name, type, and how the question writes the value."""
    lines = []
    for variable in variables:
        text = variable.text if len(variable.text) <= _SHOWN else f"{variable.text[:_SHOWN]}… ({len(variable.text)})"
        earlier = " (of an earlier question)" if variable.earlier else ""
        if isinstance(variable.value, str) and variable.value != variable.text and len(variable.value) <= _SHOWN:
            # A setting in the form that its tool takes.
            text = f"{text} = {variable.value!r}"
        lines.append(f"{variable.name}: {variable.type}  # {' '.join(text.split())}{earlier}")
    return "\n".join(lines)
