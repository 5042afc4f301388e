"""The rows behind a value of an answer."""

from __future__ import annotations

from pathlib import Path

from scitoolagent.errors import ConfigError
from scitoolagent.provenance.recorded import RecordedRun
from scitoolagent.records import Reference, Step, Value
from scitoolagent.solver.steps import COLUMN, PROGRAM
from scitoolagent.tables import Table


def rows_behind(recorded: RecordedRun, number: int, store: Path) -> tuple[Table, tuple[str, ...]]:
    """The table that a value of the answer was made of or stands in, and the headers of the columns that count.

    Args:
        recorded: the run.
        number: of the value in the answer, from 1 on.
        store: the folder of all tables.
    Raises:
        ConfigError: the answer has no such value, or it comes from no rows.
        TableError: the rows are no longer on the disk.
    """
    values = recorded.answer.values if recorded.answer is not None else ()
    if not 0 < number <= len(values):
        raise ConfigError(f"the answer of run {recorded.run} has {len(values)} values; none is number {number}")
    step = recorded.plan.step(values[number - 1].step)
    own = next((one for one in recorded.results[step.id].outputs.values() if one.columns), None)
    made = [reference for reference in step.references() if reference.step is not None]
    if step.tool == PROGRAM:
        return _rows_of_program(recorded, step, number, store)
    given = [recorded.results[one.step or 0].outputs[one.name] for one in made]
    tables: list[Value] = [one for one in (own, *given) if one is not None and one.columns]
    if not tables:
        raise ConfigError(f"value {number} of run {recorded.run} comes from no rows of a table")
    table = Table.load(store / str(tables[0].value))
    counted = [table.columns[one.column].name for one in made if one.column is not None]
    if own is not None:
        before = given[0].columns if given else ()
        counted += [column.name for column in own.columns[len(before) :]] if given else []
    return table, tuple(dict.fromkeys(counted))


def _rows_of_program(recorded: RecordedRun, step: Step, number: int, store: Path) -> tuple[Table, tuple[str, ...]]:
    """The table that a program read first among those that its results rest on, and the columns that it took."""
    behind = {f"step {one.id}": one for one in recorded.plan.steps}
    named = step.arguments.get("steps")
    steps = [behind[one] for one in named if one in behind] if isinstance(named, list) else []
    for one in steps:
        result = recorded.results.get(one.id)
        table = next((made for made in result.outputs.values() if made.columns), None) if result else None
        if result is not None and table is not None:
            given = [Reference(step=one.id, name=name) for name in result.outputs]
            columns = [later for later in steps if later.tool == COLUMN]
            taken = [later for later in columns if any(name in given for name in later.references())]
            names = dict.fromkeys(str(later.arguments.get("name")) for later in taken)
            return Table.load(store / str(table.value)), tuple(names)
    raise ConfigError(f"value {number} of run {recorded.run} comes from no rows of a table")
