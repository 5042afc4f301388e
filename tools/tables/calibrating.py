"""Read what samples hold from the line through measured standards: of a table, of another one, or of one signal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tables import Column, Table
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.tables._numbers import Numbers, numbers_of
from scitoolagent.tools.tables._rows import READINGS, STANDARDS, ColumnName, OtherColumn, TableFolder, made, opened

if TYPE_CHECKING:
    from numpy.typing import NDArray

_LEAST = 3
_LEVEL = 0.95

SignalRead = Annotated[
    float, Semantic("SignalRead", parent="Parameter", unit="1", label="signal of a sample", needs_context=True)
]


@dataclass(frozen=True)
class _Line:
    """The line through standards, and what its intervals need."""

    numbers: Numbers
    slope: float
    intercept: float
    spread: float

    def read(self, signal: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """What belongs to some signals, and the half width of each interval."""
        import numpy as np
        import scipy.stats

        stats: Any = scipy.stats
        y, x = self.numbers.values.T
        found = (signal - self.intercept) / self.slope
        spread_of_x = float(((x - x.mean()) ** 2).sum())
        apart = (signal - y.mean()) ** 2 / (self.slope**2 * spread_of_x)
        error = self.spread / abs(self.slope) * np.sqrt(1 + 1 / len(x) + apart)
        return found, float(stats.t.ppf(0.5 + _LEVEL / 2, len(x) - 2)) * error

    @property
    def notes(self) -> tuple[str, ...]:
        y, x = self.numbers.columns
        low, high = (float(one) for one in (self.numbers.values[:, 1].min(), self.numbers.values[:, 1].max()))
        line = f"{y.name} = {self.slope:.7g} * {x.name} + {self.intercept:.7g}"
        return (f"line through {len(self.numbers.kept)} standards from {low:g} to {high:g}: {line}",)


@tool(
    Operation.ANALYSIS,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": STANDARDS, "column": "absorbance", "other": "nitrite (mg/L)", "signal": 0.2},
)
def calibrated_value(table: TableFolder, column: ColumnName, other: OtherColumn, signal: SignalRead) -> TableFolder:
    """Read what belongs to one signal from the line through the standards of a table.

    Args:
        table: The standards, a row each.
        column: Their signal, a column of numbers.
        other: What they hold, as their concentration.
        signal: That of the sample, in the unit of the column.
    Returns:
        A table of one row: the signal, what belongs to it with its 95 % interval, and whether the signal lies among
        those of the standards.
    Raises:
        ToolInputError: there are fewer than three standards, or their line does not rise or fall.
    Source: least squares; the interval of Draper and Smith, Applied Regression Analysis, for one reading.
    """
    import numpy as np

    line = _line(opened(table), column, other)
    columns = [line.numbers.columns[0], *_columns(line)]
    values = _values(line, np.array([signal]))
    from scitoolagent.tables.added import of_rows

    return made(lambda: of_rows(line.numbers.table, columns, [[signal, *(one[0] for one in values)]], line.notes))


@tool(
    Operation.ANALYSIS,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": STANDARDS, "column": "absorbance", "other": "nitrite (mg/L)"},
)
def calibrated_samples(table: TableFolder, column: ColumnName, other: OtherColumn) -> TableFolder:
    """Read what the samples of a table hold from the line through its standards.

    Args:
        table: Standards and samples, a row each; samples have a signal and lack the other value.
        column: The signal, a column of numbers.
        other: What the standards hold, as their concentration.
    Returns:
        The samples with what they hold, its 95 % interval, and whether their signal lies among those of the standards.
    Raises:
        ToolInputError: there is no sample, fewer than three standards, or their line does not rise or fall.
    Source: as for one signal.
    """
    given = opened(table)
    line = _line(given, column, other)
    known = {int(place) for place in line.numbers.kept}
    read = numbers_of(given, [column], 1)
    samples = [place for place in map(int, read.kept) if place not in known]
    if not samples:
        raise ToolInputError(f"each row with {column} has {other}, too; there is no sample to read from the line")
    return _with_read(given, line, read, samples)


@tool(
    Operation.ANALYSIS,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": STANDARDS, "among": READINGS, "column": "absorbance", "other": "nitrite (mg/L)"},
)
def samples_by_standards(table: TableFolder, among: TableFolder, column: ColumnName, other: OtherColumn) -> TableFolder:
    """Read what the samples of one table hold from the line through the standards of another.

    Args:
        table: Standards or samples, a row each; the table that has both columns holds the standards.
        among: The other of the two.
        column: The signal, a column of numbers in both tables.
        other: What the standards hold, as their concentration.
    Returns:
        The samples with what they hold, its 95 % interval, and whether their signal lies among those of the standards.
    Raises:
        ToolInputError: both tables or none have both columns, there are fewer than three standards, or their line does
            not rise or fall.
    Source: as for one signal.
    """
    tables = [opened(table), opened(among)]
    having = [one for one in tables if {column, other} <= {held.name for held in one.columns}]
    if len(having) != 1:
        count = "both tables have" if having else "no table has"
        raise ToolInputError(
            f"{count} the columns {column} and {other}; one has to hold the standards, one the samples"
        )
    standards = having[0]
    samples = next(one for one in tables if one is not standards)
    line = _line(standards, column, other)
    read = numbers_of(samples, [column], 1)
    return _with_read(samples, line, read, [*map(int, read.kept)])


def _line(table: Table, column: str, other: str) -> _Line:
    """The line through the rows that have both values.

    Raises:
        ToolInputError: there are too few, or it is level.
    """
    import numpy as np

    numbers = numbers_of(table, [column, other], _LEAST, varied=True)
    y, x = numbers.values.T
    slope, intercept = (float(one) for one in np.polyfit(x, y, 1))
    left = y - (slope * x + intercept)
    spread = float(np.sqrt((left**2).sum() / (len(x) - 2)))
    error = spread / float(np.sqrt(((x - x.mean()) ** 2).sum()))
    # A slope that may as well be none tells nothing of a sample.
    if abs(slope) <= _least_slope(error, len(x)):
        raise ToolInputError(f"{column} neither rises nor falls with {other}: slope {slope:.4g} ± {error:.2g}")
    return _Line(numbers, slope, intercept, spread)


def _least_slope(error: float, count: int) -> float:
    import scipy.stats

    stats: Any = scipy.stats
    return float(stats.t.ppf(0.5 + _LEVEL / 2, count - 2)) * error


def _columns(line: _Line) -> list[Column]:
    held = line.numbers.columns[1]
    names = [f"{held.name} by calibration", f"lower {held.name}", f"upper {held.name}"]
    read = [Column(name=name, kind="number", unit=held.unit) for name in names]
    return [*read, Column(name="among the standards", kind="truth")]


def _values(line: _Line, signal: NDArray[Any]) -> list[list[Any]]:
    found, half = line.read(signal)
    low, high = line.numbers.values[:, 0].min(), line.numbers.values[:, 0].max()
    columns = (found, found - half, found + half)
    return [*([float(one) for one in column] for column in columns), [bool(low <= one <= high) for one in signal]]


def _with_read(table: Table, line: _Line, given: Numbers, samples: Sequence[int]) -> Path:
    """The samples of a table, by their places, with what is read for them; `given` are the signals of all rows."""
    import numpy as np

    from scitoolagent.tables.added import with_values
    from scitoolagent.tables.conditions import parse_condition
    from scitoolagent.tables.operations import where

    signals = {int(place): float(value) for place, value in zip(given.kept, given.values[:, 0], strict=True)}
    values = _values(line, np.array([signals[place] for place in samples]))
    spread = [[None] * table.rows for _ in values]
    for number, place in enumerate(samples):
        for column_of, own in zip(spread, values, strict=True):
            column_of[place] = own[number]
    beyond = values[-1].count(False)
    told = [f"{beyond} of {len(samples)} samples lie beyond the standards: extrapolated"] if beyond else []
    diluted = [held.name for held in table.columns if "dilution" in held.name.casefold()]
    told += [f"{name} is not reckoned with: what is told is that of the measured solutions" for name in diluted]
    notes = (*line.notes, *given.notes, *told)
    whole = made(lambda: with_values(table, _columns(line), spread, notes))
    read = opened(whole)
    known = {"is": "not", "of": {"is": "missing", "column": read.columns[-1].name}}
    return made(lambda: where(read, parse_condition(known)))
