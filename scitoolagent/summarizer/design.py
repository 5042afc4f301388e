"""The design of data behind an answer: units with several rows, pairs, and events that were not observed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scitoolagent.errors import TableError
from scitoolagent.records import Plan, StepResult
from scitoolagent.summarizer.row_text import clean, headers_in
from scitoolagent.toolkg.columns import BOTH_COLUMNS, CONDITION, SAME_COLUMNS, TEST_RESULT, UNIT_COLUMN
from scitoolagent.toolkg.graph import ToolGraph, ToolNode

if TYPE_CHECKING:
    from scitoolagent.tables import Table
    from scitoolagent.tables.facts import TableFacts
    from scitoolagent.tables.replication import Replication

TableOf = Callable[[int, str], "Table | None"]
_LONGEST = 1_000


@dataclass(slots=True)
class DesignTold:
    """What an answer says of the design of its data, and what of it leaves the answer open."""

    lines: list[str] = field(default_factory=list)
    unmet: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The lines as one, each once."""
        return "; ".join(dict.fromkeys(self.lines))[:_LONGEST]


def design_told(graph: ToolGraph, plan: Plan, results: Mapping[int, StepResult], table_of: TableOf) -> DesignTold:
    """Return what the rows that steps worked on show of their design.

    Args:
        graph: of the tools.
        plan: what was run.
        results: of its steps.
        table_of: the table that a step gave under a name.
    """
    told = DesignTold()
    for step, result in results.items():
        tool = graph.tools.get(result.tool)
        if tool is None or result.status != "ok":
            continue
        columns = _columns(plan, step, table_of)
        for reference in plan.step(step).references():
            if reference.step is None or reference.column is not None:
                continue
            table = table_of(reference.step, reference.name)
            if table is not None and table.rows:
                _tell(_Worked(graph, tool, result, table, headers_in(result.arguments)), told)
        for table, name in columns:
            _tell_states(table, {name}, _named(plan, results, step), told)
    return told


@dataclass(frozen=True, slots=True)
class _Worked:
    """A step that worked on a table, with the headers among its arguments."""

    graph: ToolGraph
    tool: ToolNode
    result: StepResult
    table: Table
    named: set[str]

    @property
    def by(self) -> list[str]:
        """The columns whose values make the groups."""
        given = self.result.arguments.get("by") or []
        return [name for name in ([given] if isinstance(given, str) else given) if isinstance(name, str)]

    @property
    def is_test(self) -> bool:
        """Whether it gives a p-value, or could compare units."""
        gives = any(self.graph.is_a(port.type, TEST_RESULT) for port in self.tool.outputs)
        return gives or self.takes_units

    @property
    def takes_units(self) -> bool:
        return any(port.type == UNIT_COLUMN for port in self.tool.inputs)

    @property
    def chose(self) -> bool:
        """Return whether the question says what the units are."""
        ports = [port.name for port in self.tool.inputs if port.type == UNIT_COLUMN]
        return any(self.result.arguments.get(name) for name in (*ports, "each_row"))

    @property
    def is_share(self) -> bool:
        """Whether it counts the rows that meet a condition, and gives no rows."""
        kinds = (SAME_COLUMNS, BOTH_COLUMNS)
        gives_rows = any(self.graph.is_a(port.type, kind) for port in self.tool.outputs for kind in kinds)
        return any(port.type == CONDITION for port in self.tool.inputs) and not gives_rows


def _tell(worked: _Worked, told: DesignTold) -> None:
    """Add what a step's table shows, but for rows that the step only chooses or orders."""
    kinds = (SAME_COLUMNS, BOTH_COLUMNS)
    if any(worked.graph.is_a(port.type, kind) for port in worked.tool.outputs for kind in kinds):
        return
    for by in worked.by:
        found = _replication(worked.table, by)
        if found is not None and not {found.unit, *found.others} & worked.named:
            _tell_nested(worked, found, by, told)
        elif found is None and worked.is_test and not worked.chose:
            _tell_pairs(worked.table, by, told)
    if worked.is_share and not worked.by:
        _tell_share(worked.table, told)
    _tell_states(worked.table, worked.named, worked.named, told)


def _tell_nested(worked: _Worked, found: Replication, by: str, told: DesignTold) -> None:
    rows = str(found.least) if found.least == found.most else f"{found.least} to {found.most}"
    names = " and each ".join(clean(name) for name in (found.unit, *found.others))
    shown = f"each {names} has one {clean(by)} ({found.units:,} {clean(found.unit)} of {rows} rows each)"
    if not worked.is_test:
        told.lines.append(f"{shown}: rows are counted, not {clean(found.unit)}")
    elif worked.chose:
        told.lines.append(shown)
    elif found.is_certain and worked.takes_units:
        told.lines.append(f"{shown}: means of {clean(found.unit)} are compared, not rows")
    else:
        told.lines.append(f"{shown}: rows are compared as if they were independent")
        why = f"a {clean(by)} has a single {clean(found.unit)}" if found.fewest < 2 else "the rows do not show the unit"
        told.unmet.append(f"test by {names}: {shown}, and {why}; by rows the p-value may be far too small")


def _tell_pairs(table: Table, by: str, told: DesignTold) -> None:
    facts = _facts(table)
    for one in facts.design.crossings if facts else ():
        if one.factor == by and one.times == 1 and one.units > one.levels:
            unit, count = clean(one.unit), f"{one.complete:,} of {one.units:,}"
            told.lines.append(f"{count} {unit} occur once with each {clean(by)}: the groups are not compared by pairs")


def _tell_share(table: Table, told: DesignTold) -> None:
    facts = _facts(table)
    for one in facts.design.nestings[:1] if facts else ():
        rows = str(one.least) if one.least == one.most else f"{one.least} to {one.most}"
        inner = clean(one.inner)
        told.lines.append(f"a share of rows: {one.inner_count:,} {inner} have {rows} rows each, and are not counted")


def _tell_states(table: Table, columns: set[str], named: set[str], told: DesignTold) -> None:
    """Say that a column of times has one of states beside it, of which the figure takes no account."""
    from scitoolagent.tables.facts import is_time

    if not any(column.name in columns and is_time(column) for column in table.columns):
        return
    facts = _facts(table)
    for one in facts.states if facts else ():
        if one.time in columns and one.state not in named:
            told.lines.append(
                f"{clean(one.state)} looks like the state of an event at {clean(one.time)}: times are taken as they "
                "stand, also where the event was not observed; of a survival time the Kaplan–Meier estimate takes "
                "account of that"
            )


def _columns(plan: Plan, step: int, table_of: TableOf) -> Iterator[tuple[Table, str]]:
    """The columns that a step was given whole."""
    for one in plan.step(step).references():
        if one.column is None or one.step is None:
            continue
        table = table_of(one.step, one.name)
        if table is not None and one.column < len(table.columns):
            yield table, table.columns[one.column].name


def _named(plan: Plan, results: Mapping[int, StepResult], step: int) -> set[str]:
    """The headers that a step and those before it were given."""
    found = headers_in(results[step].arguments) if step in results else set[str]()
    for one in plan.step(step).references():
        if one.step is not None:
            found |= _named(plan, results, one.step)
    return found


def _replication(table: Table, by: str) -> Replication | None:
    from scitoolagent.tables.replication import replication

    try:
        return replication(table, by)
    except TableError:  # no column of that name: the step said so
        return None


def _facts(table: Table) -> TableFacts | None:
    from scitoolagent.tables.facts import facts_of

    try:
        return facts_of(table, "table", table.names)
    except TableError:
        return None
