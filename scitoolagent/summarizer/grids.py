"""Lay the values of an answer out: a row for each thing, a column for each property; and say how each was made."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from scitoolagent.records import AnswerValue


@dataclass(frozen=True, slots=True)
class GridColumn:
    """One property: its values by the things that they are of; `steps` are those that computed them, each once."""

    label: str
    unit: str | None
    steps: tuple[int, ...]
    cells: dict[str, AnswerValue]


@dataclass(frozen=True, slots=True)
class Grid:
    """Properties of the same things."""

    subjects: tuple[str, ...]
    columns: tuple[GridColumn, ...]

    @property
    def is_sparse(self) -> bool:
        """Whether more than half of its cells are empty, so that a list is easier to read."""
        return len(self.columns) * len(self.subjects) > 2 * sum(len(column.cells) for column in self.columns)

    @property
    def steps(self) -> tuple[int, ...]:
        """The steps that computed its values, each once."""
        return tuple(dict.fromkeys(step for column in self.columns for step in column.steps))


@dataclass(frozen=True, slots=True)
class Way:
    """How some values were made: the steps, their tool, and its method."""

    steps: tuple[int, ...]
    tool: str
    source: str


def ways(values: Iterable[AnswerValue]) -> tuple[Way, ...]:
    """Return how values were made, each way once."""
    steps: dict[tuple[str, str], dict[int, None]] = {}
    for value in values:
        steps.setdefault((value.tool, value.source), {})[value.step] = None
    return tuple(Way(tuple(numbers), tool, source) for (tool, source), numbers in steps.items())


def grids(values: Sequence[AnswerValue]) -> tuple[Grid, ...]:
    """Return the values as grids: things with no property in common, as scores and predictions, stand in several.

    A step that gives a value of one thing alone shares its column with those that do the same for others.
    """
    made: list[_Column] = []
    for column in _by_step(values):
        home = next((other for other in made if other.takes(column)), None)
        if home is None:
            made.append(column)
        else:
            home.cells |= column.cells
            home.steps |= column.steps
    return tuple(_grid(columns) for columns in _blocks(made))


@dataclass(slots=True)
class _Column:
    label: str
    unit: str | None
    steps: dict[int, None]
    cells: dict[str, AnswerValue] = field(default_factory=dict)
    is_of_one: bool = True

    def takes(self, other: _Column) -> bool:
        is_same = (self.label, self.unit) == (other.label, other.unit)
        return is_same and self.is_of_one and other.is_of_one and not self.cells.keys() & other.cells.keys()


def _by_step(values: Sequence[AnswerValue]) -> list[_Column]:
    """A column for each property that a step gives, and further ones where it gives one thing several values."""
    columns: list[_Column] = []
    places: dict[tuple[str, str | None, int, int], _Column] = {}
    met: dict[tuple[str, str | None, int, str], int] = {}
    for value in values:
        kind = (value.label, value.unit, value.step)
        turn = met[*kind, value.subject] = met.get((*kind, value.subject), -1) + 1
        column = places.get((*kind, turn))
        if column is None:
            column = places[*kind, turn] = _Column(value.label, value.unit, {value.step: None})
            columns.append(column)
        column.cells[value.subject] = value
        column.is_of_one = len(column.cells) == 1
    return columns


def _blocks(columns: Iterable[_Column]) -> list[list[_Column]]:
    """Group columns by the things that they are of."""
    blocks: list[tuple[set[str], list[_Column]]] = []
    for column in columns:
        for held, kept in blocks:
            if held & column.cells.keys():
                held.update(column.cells)
                kept.append(column)
                break
        else:
            blocks.append((set(column.cells), [column]))
    return [kept for _, kept in blocks]


def _grid(columns: Sequence[_Column]) -> Grid:
    subjects = dict.fromkeys(subject for column in columns for subject in column.cells)
    made = (GridColumn(one.label, one.unit, tuple(one.steps), one.cells) for one in columns)
    return Grid(tuple(subjects), tuple(made))
