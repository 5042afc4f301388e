"""Find how columns of classes lie to one another: which nests in which, which occur with each other, what is a key.

All is counted on codes: a number for each different value of a column. What chance alone would give is left out, so
that two columns of a short table are not called nested because they happen to agree.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from scitoolagent.records import Record

if TYPE_CHECKING:
    from numpy.typing import NDArray

# What holds by chance in more than one of so many tables like this is no finding.
_CHANCE = 0.02
_PREFIX, _CELLS, _FACTOR_LEVELS, _MEASURED_LEVELS = 5_000, 4_000_000, 12, 50
_LEAST_ROWS, _LEAST_UNITS, _COMPLETE, _MOST_FOUND = 6, 4, 0.7, 8
# Of a class that parts the rows so many rows have a value of their own at most.
_REPEATED = 0.75
_KINDS = ("text", "date", "integer", "truth", "number")


class Nesting(Record):
    """A class with one value of other columns in all its rows: each litter has one treatment.

    `counts` are the different values of the columns in `outer`; `least` and `most` the rows of one value of `inner`.
    """

    inner: str
    inner_count: int
    outer: tuple[str, ...]
    counts: tuple[int, ...]
    least: int
    most: int


class Crossing(Record):
    """Units that occur `times` times with each value of a factor; `complete` of them where not all do."""

    unit: str
    units: int
    factor: str
    levels: int
    times: int
    complete: int


class Design(Record):
    """How the columns of a table lie to one another; `whole` unless the time did not suffice for all pairs."""

    nestings: tuple[Nesting, ...] = ()
    crossings: tuple[Crossing, ...] = ()
    keys: tuple[tuple[str, str], ...] = ()
    whole: bool = True


@dataclass(frozen=True, slots=True)
class Coded:
    """A column as codes of its different values.

    Attributes:
        name: of the column.
        kind: text, date, integer, truth or number.
        codes: of each row, from 0; -1 where there is no value.
        count: of different values.
    """

    name: str
    kind: str
    codes: NDArray[Any]
    count: int
    present: int = field(default=0)

    @classmethod
    def of(cls, name: str, kind: str, values: NDArray[Any], missing: NDArray[Any]) -> Coded:
        """Code the values of a column."""
        import numpy as np

        levels, codes = np.unique(values[~missing], return_inverse=True)
        every = np.full(len(values), -1, dtype=np.int64)
        every[~missing] = codes
        return cls(name, kind, every, len(levels), int((~missing).sum()))

    @property
    def is_key(self) -> bool:
        """Whether all rows have a value and all differ."""
        return self.count == len(self.codes) > 1

    @property
    def is_class(self) -> bool:
        """Whether its values part the rows in groups; a measured number does only where it has few values."""
        repeated = 2 <= self.count <= _REPEATED * self.present
        return repeated and (self.kind != "number" or self.count <= min(_MEASURED_LEVELS, self.present / 3))


def design_of(columns: Sequence[Coded], seconds: float = 3.0) -> Design:
    """Return how columns lie to one another.

    Args:
        columns: of one table.
        seconds: after which no further pair is looked at.
    """
    deadline = time.monotonic() + seconds
    classes = [column for column in columns if column.is_class]
    whole = True
    determined: dict[str, list[Coded]] = {}
    for inner in classes:
        if inner.kind == "number":
            continue
        if time.monotonic() > deadline:
            whole = False
            break
        determined[inner.name] = [other for other in columns if other is not inner and determines(inner, other)]
    nestings = tuple(_nestings(classes, determined))
    pairs, in_time = _pairs(classes, determined, deadline)
    crossings = _without_implied([cross for cross, _ in pairs if cross], nestings)
    keys = [key for cross, key in pairs if key and not (cross and cross.times == 1)]
    if any(column.is_key for column in columns):
        keys = []
    return Design(
        nestings=nestings[:_MOST_FOUND],
        crossings=tuple(crossings[:_MOST_FOUND]),
        keys=tuple(keys[:_MOST_FOUND]),
        whole=whole and in_time,
    )


def determines(inner: Coded, outer: Coded) -> bool:
    """Return whether each value of a column has one value of another one, and not by chance."""
    import numpy as np

    if outer.count < 2 or outer.count > inner.count or not _agree(inner.codes[:_PREFIX], outer.codes[:_PREFIX], inner):
        return False
    there = (inner.codes >= 0) & (outer.codes >= 0)
    x, y = inner.codes[there], outer.codes[there]
    if len(np.unique(y)) < 2 or not _agree(x, y, inner):
        return False
    repeats = len(x) - len(np.unique(x))
    shares = np.bincount(y) / len(y)
    return repeats * math.log(float((shares**2).sum())) < math.log(_CHANCE)


def _agree(x: NDArray[Any], y: NDArray[Any], inner: Coded) -> bool:
    import numpy as np

    there = (x >= 0) & (y >= 0)
    x, y = x[there], y[there]
    last = np.full(inner.count, -1, dtype=np.int64)
    last[x] = y
    return bool((last[x] == y).all())


def _nestings(classes: Sequence[Coded], determined: dict[str, list[Coded]]) -> Iterator[Nesting]:
    """The classes that determine something, each with what no class between them determines."""
    import numpy as np

    for inner in _first_of_equals(classes, determined):
        outers = determined[inner.name]
        between = [other for other in outers if other.is_class and not _equal(inner, other, determined)]
        direct = [
            other
            for other in outers
            if not any(middle is not other and _implies(middle, other, determined) for middle in between)
        ]
        if not direct:
            continue
        rows = np.bincount(inner.codes[inner.codes >= 0])
        yield Nesting(
            inner=inner.name,
            inner_count=inner.count,
            outer=tuple(other.name for other in direct),
            counts=tuple(other.count for other in direct),
            least=int(rows.min()),
            most=int(rows.max()),
        )


def _first_of_equals(classes: Sequence[Coded], determined: dict[str, list[Coded]]) -> Iterator[Coded]:
    """The classes, of those that lie one to one only the one that is likeliest to name the things."""
    ordered = sorted(classes, key=lambda column: _KINDS.index(column.kind))
    kept: list[Coded] = []
    for column in ordered:
        if column.name in determined and not any(_equal(column, other, determined) for other in kept):
            kept.append(column)
    yield from (column for column in classes if column in kept)


def _implies(middle: Coded, other: Coded, determined: dict[str, list[Coded]]) -> bool:
    """Whether a class determines another column that does not determine it in turn."""
    return other in determined.get(middle.name, ()) and middle not in determined.get(other.name, ())


def _equal(column: Coded, other: Coded, determined: dict[str, list[Coded]]) -> bool:
    return column is other or (
        other in determined.get(column.name, ()) and column in determined.get(other.name, ())
    )  # fmt: skip


def _pairs(
    classes: Sequence[Coded], determined: dict[str, list[Coded]], deadline: float
) -> tuple[list[tuple[Crossing | None, tuple[str, str] | None]], bool]:
    """What every two classes that do not nest make together, and whether the time sufficed."""
    found: list[tuple[Crossing | None, tuple[str, str] | None]] = []
    for place, first in enumerate(classes):
        for second in classes[place + 1 :]:
            if time.monotonic() > deadline:
                return found, False
            nested = second in determined.get(first.name, ()) or first in determined.get(second.name, ())
            if not nested and (pair := _together(first, second)) != (None, None):
                found.append(pair)
    return found, True


def _together(first: Coded, second: Coded) -> tuple[Crossing | None, tuple[str, str] | None]:
    """How two classes occur with each other, and whether both together are a key."""
    import numpy as np

    unit, factor = (first, second) if first.count >= second.count else (second, first)
    there = (unit.codes >= 0) & (factor.codes >= 0)
    rows, cells = int(there.sum()), unit.count * factor.count
    if rows < _LEAST_ROWS or cells > _CELLS:
        return None, None
    joint = unit.codes[there] * factor.count + factor.codes[there]
    counts = np.bincount(joint, minlength=cells)
    # Were the classes independent, so many pairs of rows would have both values in common.
    is_key = int(counts.max()) == 1 and rows == len(there) and math.exp(-rows * rows / (2 * cells)) < _CHANCE * 2.5
    key = (first.name, second.name) if is_key else None
    return _crossing(unit, factor, counts.reshape(unit.count, factor.count)), key


def _crossing(unit: Coded, factor: Coded, counts: NDArray[Any]) -> Crossing | None:
    times = int(counts.max())
    if factor.count > _FACTOR_LEVELS:
        return None
    complete = int((counts == times).all(axis=1).sum())
    paired = times == 1 and unit.count >= _LEAST_UNITS and complete >= _COMPLETE * unit.count
    if complete < unit.count and not (paired and unit.count > factor.count):
        return None
    return Crossing(
        unit=unit.name, units=unit.count, factor=factor.name, levels=factor.count, times=times, complete=complete
    )


def _without_implied(crossings: Sequence[Crossing], nestings: Sequence[Nesting]) -> list[Crossing]:
    """The crossings but those of a class whose members are crossed with the same factor, once each first."""
    above = {(outer, nesting.inner) for nesting in nestings for outer in nesting.outer}
    crossed = {(one.unit, one.factor) for one in crossings} | {(one.factor, one.unit) for one in crossings}

    def implied(name: str, other: str) -> bool:
        return any(outer == name and (inner, other) in crossed for outer, inner in above)

    kept = [one for one in crossings if not implied(one.unit, one.factor) and not implied(one.factor, one.unit)]
    return sorted(kept, key=lambda one: one.times != 1)
