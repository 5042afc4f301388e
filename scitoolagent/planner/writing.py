"""The plan while it is being written: its steps, what they give, and the tables among that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scitoolagent.errors import NoPathError
from scitoolagent.records import Column, Goal, Query, Reference, Step
from scitoolagent.toolkg.columns import MAPPED, columns_after, mapped_over, reader_of
from scitoolagent.toolkg.graph import ToolGraph, ToolNode


@dataclass(frozen=True, slots=True)
class Source:
    """A value at hand: an entity or the output of a step; with `many` the output is a list of such values.

    Sources of one `place` are readings of the same words, of which a call takes one; -1 is a place of its own. One that
    is `itself` was called a nucleic acid where nothing speaks of a protein, and stands for none that it may code for.
    With `rows` it is a column of a table: one value in each row.
    """

    reference: str
    type: str
    about: tuple[str, ...]
    many: bool = False
    place: int = -1
    itself: bool = False
    rows: bool = False


@dataclass
class PlanDraft:
    """The plan being written; equal calls are one step.

    `used` are the handles of the quantities that serve a call, and of what code says by itself; `read` are the places
    of the question read as its settings, `notes` say how something was read; with `is_open` some setting is left to be
    filled in when its step runs, which may be so for the asks with the handles `fillable`. `others` are what the other
    asks of the question gave.

    A tool that is given a column is mapped, and its results are new columns of the same rows. So each mapped step goes
    on with the table that the last one made of those rows (`heads`, by the step that gave them first), and all that is
    asked of the rows stands in one table. `roots` name that first step, `columns` are those of each table; with
    `made` also of tables of groups, and of those with a new column, which no word of a question can be read as.
    """

    graph: ToolGraph
    query: Query
    steps: list[Step] = field(default_factory=list)
    goals: list[Goal] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    read: set[tuple[int, int]] = field(default_factory=set)
    notes: list[str] = field(default_factory=list)
    heads: dict[int, int] = field(default_factory=dict)
    roots: dict[int, int] = field(default_factory=dict)
    columns: dict[int, tuple[Column, ...]] = field(default_factory=dict)
    others: tuple[Source, ...] = ()
    made: bool = False

    def call(self, tool: str, arguments: Mapping[str, Any]) -> int:
        """The number of the step with that call, which is written when it is not there yet."""
        given = {name: self._read(value) for name, value in arguments.items()}
        for step in self.steps:
            if step.tool == tool and self._first(step.arguments) == self._first(given):
                return step.id
        node = self.graph.tools[tool]
        step = Step(id=len(self.steps) + 1, tool=tool, arguments={name: self._last(one) for name, one in given.items()})
        self.steps.append(step)
        self._note(node, step)
        return step.id

    def _note(self, tool: ToolNode, step: Step) -> None:
        """Remember the table that a step gives."""
        found = columns_after(self.graph, tool, step, self.query, self.columns, self.made)
        if found is None:
            return
        self.columns[step.id] = found
        over = mapped_over(tool, step)
        root = step.id if over is None else self.roots[over.step or 0]
        self.roots[step.id], self.heads[root] = root, step.id

    def output(self, step: int, name: str) -> str:
        """The reference to an output of a step: a column where it is mapped."""
        call = self.steps[step - 1]
        tool = self.graph.tools[call.tool]
        over = mapped_over(tool, call)
        if over is None:
            return f"${step}.{name}"
        place = len(self.columns[over.step or 0]) + [port.name for port in tool.outputs].index(name)
        return f"${step}.{MAPPED.name}.c{place}"

    def column(self, reference: str) -> Column:
        """What a reference to a column means."""
        parsed = Reference.parse(self._read(reference))
        if parsed is None or parsed.column is None:
            raise KeyError(reference)
        return self.columns[parsed.step or 0][parsed.column]

    def beside(self, reference: Any, kind: str) -> str:
        """The reference to the one column of texts of a type in the table of a column; empty where there is none."""
        parsed = Reference.parse(self._read(reference)) if isinstance(reference, str) else None
        if parsed is None or parsed.column is None or parsed.step is None:
            return ""
        places = [
            place
            for place, column in enumerate(self.columns[parsed.step])
            if (column.type, column.kind) == (kind, "text")
        ]
        return f"{parsed.whole}.c{places[0]}" if len(places) == 1 else ""

    def table(self, reference: str) -> str:
        """The reference to the table of a column, with all that is known of its rows so far."""
        parsed = Reference.parse(self._last(self._read(reference)))
        if parsed is None:
            raise KeyError(reference)
        return str(parsed.whole)

    def _read(self, value: Any) -> Any:
        """An argument with each column of a file as that of the table which is read of the file."""
        if isinstance(value, list):
            return [self._read(item) for item in value]
        reference = Reference.parse(value)
        if reference is None or reference.step is not None or reference.is_quantity:
            return value
        entity = next((one for one in self.query.entities if one.handle == reference.name), None)
        if entity is None or not entity.file:
            return value
        names = [column.name for column in self._schema(entity.file)]
        if str(entity.value) not in names:
            # A question that was put together of others may name a column of another file.
            file = self.query.entity(entity.file).text
            raise NoPathError(f"{file} has no column {entity.value}")
        return f"${self.opened(entity.file)}.{MAPPED.name}.c{names.index(str(entity.value))}"

    def _schema(self, file: str) -> Sequence[Column]:
        table = self.query.table(file)
        return table.columns if table else ()

    def opened(self, file: str) -> int:
        """The step that reads a file as a table, or gives the rows of a clause."""
        reader = reader_of(self.graph, self.query.entity(file).type)
        schema = self.query.table(file)
        settings = dict(schema.settings) if schema else {}
        if schema and schema.sheet:
            settings[reader.inputs[1].name] = schema.sheet
        return self.call(reader.name, {reader.inputs[0].name: f"$query.{file}", **settings})

    def _moved(self, value: Any, tables: Mapping[int, int]) -> Any:
        if isinstance(value, list):
            return [self._moved(item, tables) for item in value]
        reference = Reference.parse(value)
        if reference is None or reference.step is None or reference.step not in tables:
            return value
        step = tables[reference.step]
        is_table = reference.column is not None or reference.name == self._table_of(reference.step)
        if not is_table or step == reference.step:
            return value
        return str(reference.model_copy(update={"step": step, "name": self._table_of(step)}))

    def _table_of(self, step: int) -> str:
        """What the table that a step gives is called among its outputs."""
        call = self.steps[step - 1]
        tool = self.graph.tools[call.tool]
        return MAPPED.name if mapped_over(tool, call) is not None else tool.outputs[0].name

    def _first(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Arguments by the tables that gave their rows first, so that equal calls are seen."""
        return {name: self._moved(value, self.roots) for name, value in arguments.items()}

    def _last(self, value: Any) -> Any:
        """An argument by the table that holds all columns of its rows."""
        return self._moved(value, {step: self.heads[root] for step, root in self.roots.items()})

    def length(self, ends: Sequence[Source]) -> int:
        """How many steps lead from the question to some values."""
        left = [reference for end in ends if (reference := Reference.parse(end.reference))]
        seen = set[int]()
        while left:
            step = left.pop().step
            if step is not None and step not in seen:
                seen.add(step)
                left += self.steps[step - 1].references()
        return len(seen)

    def copy(self) -> PlanDraft:
        """A draft that can be written on without changing this one."""
        return PlanDraft(
            self.graph,
            self.query,
            list(self.steps),
            list(self.goals),
            set(self.used),
            set(self.read),
            list(self.notes),
            dict(self.heads),
            dict(self.roots),
            dict(self.columns),
            self.others,
            self.made,
        )
