"""Rows in an answer: the values of each row with what names it, as many as a person reads; the rest by their number."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from scitoolagent.errors import ToolError
from scitoolagent.records import AnswerTable, AnswerValue, Column, Goal, Plan, Query, Reference, StepResult, Value
from scitoolagent.summarizer.row_problems import lacking_of, odd_values, problems_of, used_columns
from scitoolagent.summarizer.row_text import (
    Shown,
    Told,
    asked_texts,
    beside_names,
    clean,
    condition_text,
    denies_texts,
    headers_in,
    in_labels,
    naming_headers,
    parting_columns,
    shown_as,
    subjects_of,
    unit_of,
    values_of,
    with_values,
)
from scitoolagent.summarizer.values import ordinal
from scitoolagent.tool.differences import difference_in, says_difference
from scitoolagent.tool.units import UnitError, convert, unit_code
from scitoolagent.toolkg.columns import BOTH_COLUMNS, SAME_COLUMNS, is_reader, mapped_over
from scitoolagent.toolkg.generics import is_difference
from scitoolagent.toolkg.graph import ToolGraph

if TYPE_CHECKING:
    from scitoolagent.tables import Chunk, Table

Load = Callable[[Value], "Table"]
# So many rows become values of an answer, and so many lines of its text.
MOST_ROWS, _LINES = 100, 20
_TITLE = 120
# So many rows that are chosen by their names alone are told whole.
_FEW = 3
_PLACE = re.compile(r"\{(\w+)(?::(ordinal))?\}")


class Rows:
    """Describes the goals of a plan that are tables or columns of tables.

    Args:
        graph: for the types.
        query: the question.
        plan: what was run.
        results: what its steps gave.
        load: opens the table that a step gave.
    """

    def __init__(
        self, graph: ToolGraph, query: Query, plan: Plan, results: Mapping[int, StepResult], load: Load | None
    ) -> None:
        self._graph, self._query, self._plan, self._results, self._load = graph, query, plan, results, load
        self.told = Told()

    def takes(self, goal: Goal) -> bool:
        """Whether a goal that was reached is one of rows."""
        value = self._value(goal)
        return value is not None and bool(value.columns)

    def _value(self, goal: Goal) -> Value | None:
        reference = Reference.parse(goal.output)
        result = self._results.get(reference.step or 0) if reference else None
        return result.outputs.get(reference.name) if reference and result and result.status == "ok" else None

    def tell(self, goals: Sequence[Goal]) -> Told:
        """What there is to say of some goals; those on the same rows share a table."""
        columns: dict[int, list[tuple[Goal, Reference]]] = {}
        for goal in goals:
            reference = Reference.parse(goal.output)
            if reference is None:
                continue
            if reference.column is None:
                self._tell_rows(goal, reference)
            else:
                columns.setdefault(self._root(reference.step or 0), []).append((goal, reference))
        for asked in columns.values():
            self._tell_columns(asked)
        for step, result in self._results.items():
            if result.status == "ok":
                self._tell_problems(step, result)
                self._tell_left_out(step, result)
                self._tell_lacking(step, result)
        self.told.notes = list(dict.fromkeys(self.told.notes))
        self.told.unmet = list(dict.fromkeys(self.told.unmet))
        return self.told

    def _tell_problems(self, step: int, result: StepResult) -> None:
        """What of a file is not among its rows, and rows without the values that a figure was made of."""
        if self._reads(result) and (table := self.table(step)) is not None:
            lacks, aside = odd_values(table, used_columns(self._plan, self._results, self.table))
            self.told.unmet += [*problems_of(table), *lacks]
            self.told.notes += [f"{note} [step {step}]" for note in aside]
            self.told.notes += [f"{note} [step {step}]" for note in table.notes]
        columns = [one for one in self._plan.step(step).references() if one.column is not None]
        if result.lacking and columns:
            made = columns[0]
            table = self.table(made.step or 0)
            if table is not None:
                label = self._label(table.columns[made.column or 0], made.step or 0)
                self._lacking(table, Shown(label, made.column or 0, step))

    def _tell_left_out(self, step: int, result: StepResult) -> None:
        """Say which rows a selection left out because it is unknown whether they belong to it; a count lacks them."""
        name, value = next(iter(result.outputs.items()), ("", None))
        kinds = (SAME_COLUMNS, BOTH_COLUMNS)
        if value is not None and value.columns and any(self._graph.is_a(value.type, kind) for kind in kinds):
            table = self.table(step, name)
            before = self._told_before(step)
            told = [f"{note} [step {step}]" for note in (table.notes if table else ()) if note not in before]
            denied = denies_texts(result.arguments.get("condition"), value.columns)  # a blank may be what is meant
            (self.told.unmet if denied else self.told.notes).extend(told)

    def _tell_lacking(self, step: int, result: StepResult) -> None:
        """Rows that an operation could not judge, since a tool gave no value for them: a count lacks them."""
        references = self._plan.step(step).references()
        before = next((one for one in references if one.step is not None and one.column is None), None)
        made = self._results.get(before.step or 0) if before else None
        given = made.outputs.get(before.name) if before and made else None
        table = self.table(before.step or 0, before.name) if before and given and given.columns else None
        if before is None or table is None:
            return
        if "condition" in result.arguments:
            name, value = next(iter(result.outputs.items()))
            chosen = self.table(step, name) if value.columns else None
            if chosen is None or set(chosen.notes) <= set(table.notes):
                return  # other values, or the condition itself, told where such rows belong
        named, read = headers_in(result.arguments), len(self._given(before.step or 0))
        for place, column in enumerate(table.columns):
            if place >= read and column.name in named:
                self._lacking(table, Shown(self._label(column, before.step or 0), place, step))

    def _root(self, step: int) -> int:
        """The step that gave the rows first to which a mapped step adds columns."""
        call = self._plan.step(step)
        over = mapped_over(self._graph.tools[call.tool], call)
        return step if over is None else self._root(over.step or 0)

    def table(self, step: int, name: str = "table") -> Table | None:
        """Return the table that a step gave, None where it failed or gives none."""
        outputs = self._results[step].outputs
        value = outputs.get(name) or next(iter(outputs.values()), None)
        if self._load is None or value is None or value.rows is None:
            return None
        try:
            return self._load(value)
        except ToolError as error:
            self.told.unmet.append(str(error))
            return None

    def _tell_columns(self, asked: Sequence[tuple[Goal, Reference]]) -> None:
        """The values that each row has for what was asked."""
        step = max(reference.step or 0 for _, reference in asked)
        table = self.table(step)
        if table is None:
            return
        shown = []
        for goal, ref in asked:
            place = ref.column or 0
            label = self._label(table.columns[place], step)
            shown.append(Shown(label, place, ref.step or 0, goal.unit, goal.rounding))
        self._rows(table, shown, step, "")
        for one in shown:
            self._lacking(table, one)

    def _tell_rows(self, goal: Goal, reference: Reference) -> None:
        """The rows that an operation left, each with the values that it was chosen or ordered by."""
        step = reference.step or 0
        table = self.table(step, reference.name)
        if table is None:
            return
        value = self._value(goal)
        if value is not None and not self._graph.is_a(value.type, SAME_COLUMNS):
            self._tell_made(step, table, goal)
            return
        named, parting = self._named(step), parting_columns(self._graph, self._results[step])
        parting |= asked_texts(self._query, table, MOST_ROWS) - named
        kept = [one.name in parting or (one.name in named and one.kind != "text") for one in table.columns]
        # Rows that are chosen by no column are wanted as they are.
        aside = naming_headers(self._query) if table.rows <= _FEW else set()
        chosen = named & {one.name for one in table.columns} - aside
        places = [place for place, told in enumerate(kept) if told] if chosen else beside_names(table, MOST_ROWS)
        held = [(place, table.columns[place]) for place in places]
        shown = [shown_as(self._label(one, step), place, self._made(step, place), one, goal) for place, one in held]
        self._rows(table, shown, step, self._operation(step, table.columns))
        self.told.notes += [f"{note} [step {step}]" for note in table.notes if note not in self._told_before(step)]

    def _tell_made(self, step: int, table: Table, goal: Goal) -> None:
        """A table that a tool made: what it adds to the rows that it was given, or all where these are other rows."""
        given = self._worked_on(step)
        same = given and table.columns[: len(given)] == given
        labels = {column.name: self._label(column, step) for column in given}
        shown: list[Shown] = []
        for place in beside_names(table, MOST_ROWS, len(given) if same else 0):
            column = table.columns[place]
            shown.append(shown_as(clean(in_labels(column.name, labels), _TITLE), place, step, column, goal))
        self._rows(table, shown, step, "")
        # A value that its row says is missing, and why, is lacking; others are blank as a tool leaves them.
        told = shown if any(one for chunk in table.chunks(columns=()) for one in chunk.problems) else []
        lacks = (lacking_of(table, table.columns[one.place], one.label, own=True)[0] for one in told)
        self.told.unmet += [one for one in lacks if one]
        self.told.notes += [f"{note} [step {step}]" for note in table.notes if note not in self._told_before(step)]

    def _worked_on(self, step: int) -> tuple[Column, ...]:
        """The columns of the table that a step was given."""
        before = (one for one in self._plan.step(step).references() if one.step is not None)
        reference = next(before, None)
        return next(iter(self._results[reference.step or 0].outputs.values())).columns if reference else ()

    def _named(self, step: int) -> set[str]:
        """The headers that an operation and those before it work with."""
        found = headers_in(self._results[step].arguments)
        for reference in self._plan.step(step).references():
            if reference.step is not None:
                found |= self._named(reference.step)
        return found

    def _given(self, step: int) -> tuple[Column, ...]:
        """The columns of the file that the rows of a step come from."""
        call = self._plan.step(step)
        before = [reference.step for reference in call.references() if reference.step is not None]
        if not before:
            return next(iter(self._results[step].outputs.values())).columns
        return self._given(before[0])

    def _made(self, step: int, place: int) -> int:
        """The step that made a column of a table."""
        call = self._plan.step(step)
        for reference in call.references():
            if reference.step is not None:
                columns = next(iter(self._results[reference.step].outputs.values())).columns
                if place < len(columns):
                    return self._made(reference.step, place)
        return step

    def _told_before(self, step: int) -> tuple[str, ...]:
        """What the tables say that a step worked on."""
        found: list[str] = []
        for reference in self._plan.step(step).references():
            if reference.step is not None and (table := self.table(reference.step, reference.name)) is not None:
                found += table.notes
        return tuple(found)

    def _label(self, column: Column, step: int) -> str:
        """What a column is called: by its type where a tool made it, else by its header."""
        node = self._graph.types.get(column.type)
        if node is None or column in self._given(step):
            return clean(column.name)
        return node.label

    def _operation(self, step: int, columns: Sequence[Column]) -> str:
        """What an operation is called in an answer: `highest TPSA`."""
        result = self._results[step]
        tool = self._graph.tools[result.tool]
        node = self._graph.types[tool.outputs[0].type]
        names = {column.name: self._label(column, step) for column in columns}
        ports = {port.name: port for port in tool.inputs}

        def fill(match: re.Match[str]) -> str:
            given = result.arguments.get(match[1], ports[match[1]].default if match[1] in ports else "")
            if match[2]:
                return "" if given == 1 else f"{ordinal(int(given))} "
            if isinstance(given, dict):
                return condition_text(given, names)
            return names.get(str(given), str(given))

        own = _PLACE.sub(fill, node.shown) if node.shown else node.label
        earlier = self.chosen(step)
        return f"{own}, of {earlier}" if earlier else own

    def said(self, result: StepResult, name: str) -> str:
        """A setting of a call in words: a condition on rows with what their columns are called."""
        given = result.arguments[name]
        if not isinstance(given, dict):
            return str(given)
        steps = [one.step or 0 for one in self._plan.step(result.step).references()]
        tables = [(step, value) for step in steps[:1] for value in self._results[step].outputs.values()]
        names = {one.name: self._label(one, step) for step, made in tables for one in made.columns}
        return condition_text(given, names)

    def chosen(self, step: int) -> str:
        """What the rows that a step works on were chosen by; empty where they are those of the file."""
        before = next((one.step for one in self._plan.step(step).references() if one.step is not None), None)
        result = self._results.get(before or 0)
        if before is None or result is None or result.status != "ok":
            return ""
        value = next(iter(result.outputs.values()))
        return (
            self._operation(before, value.columns)
            if self._graph.is_a(value.type, SAME_COLUMNS)
            else self.chosen(before)
        )

    def _rows(self, table: Table, shown: Sequence[Shown], step: int, label: str) -> None:
        """Take up the first rows as values and lines."""
        if not table.rows and not label:
            # A choice that leaves nothing is an answer, too.
            label = self.chosen(step) or label
        head = table.head(MOST_ROWS)
        names = list(subjects_of(table, head))
        units = {one.place: unit_of(table.columns[one.place], one.unit) for one in shown}
        cells = [{one.place: self._cell(head, table, one, row) for one in shown} for row in range(len(head.rows))]
        single = self._results[step].arguments.get("count") == 1 and len(names) == 1
        if label:
            self._add(label, "", "", names[0] if single else names, None, step)
        for row, name in enumerate(names):
            for one in shown:
                if (value := cells[row][one.place]) is not None:
                    made = one.step or step
                    said = (
                        label
                        if label and len(shown) == 1 and self._results[step].arguments.get("count") == 1
                        else one.label
                    )
                    self._add(said, name, table.columns[one.place].type, value, units[one.place], made)
        self._lines(table, shown, names, cells, units, step, label)
        self.told.tables.append(
            AnswerTable(
                label=label or ", ".join(one.label for one in shown),
                table=table.folder.name,
                columns=tuple(table.columns[one.place].name for one in shown),
                rows=table.rows,
                step=step,
                source=table.source,
            )
        )

    def _add(self, label: str, subject: str, kind: str, value: Any, unit: str | None, step: int) -> None:
        result = self._results[step]
        self.told.values.append(
            AnswerValue(
                label=label, subject=subject, type=kind or "Table", value=value, unit=unit, step=step,
                tool=result.tool, source=result.source,
            )
        )  # fmt: skip

    def _cell(self, head: Chunk, table: Table, one: Shown, row: int) -> Any:
        column = table.columns[one.place]
        value = head.values[column.name][row]
        typed = column.type in self._graph.types
        if isinstance(value, str):
            drawn = typed and self._graph.is_a(column.type, "SvgPicture")
            return value if drawn else clean(value, 400)  # a picture is written to files, its text shown to nobody
        if value is None or isinstance(value, bool) or not one.unit:
            return value
        try:
            apart = is_difference(self._graph, column.type) if typed else says_difference(column.name)
            return (difference_in if apart else convert)(value, column.unit or "1", unit_code(one.unit))
        except UnitError as error:
            self.told.unmet.append(f"{one.label}: {error}")
            return None

    def _lines(
        self,
        table: Table,
        shown: Sequence[Shown],
        names: Sequence[str],
        cells: Sequence[Mapping[int, Any]],
        units: Mapping[int, str | None],
        step: int,
        label: str,
    ) -> None:
        """The rows as text: an operation in one line, values in a line a row."""
        lines = self.told.lines
        if label:
            parts = [with_values(name, shown, cells[row], units) for row, name in enumerate(names[:_LINES])]
            lines.append(f"{label[0].upper()}{label[1:]}: {', '.join(parts) or 'none'} [step {step}]")
        else:
            made = ", ".join(f"{one.label} [step {one.step}]" for one in shown)
            keeps = self._graph.is_a(next(iter(self._results[step].outputs.values())).type, SAME_COLUMNS)
            chosen = self._operation(step, table.columns) if keeps else self.chosen(step)
            of = f", of {chosen}" if chosen else ""
            lines.append(f"{clean(table.source)}{of}, {table.rows:,} row{'s' * (table.rows != 1)}: {made}")
            for row, name in enumerate(names[:_LINES]):
                lines.append(f"- {name}: {values_of(shown, cells[row], units, True) or 'no value'}")
        if table.rows > _LINES:
            lines.append(f"… and {table.rows - _LINES:,} more rows; --out FILE saves all")

    def _lacking(self, table: Table, one: Shown) -> None:
        """Say how many rows have no value, and why the first has none; blanks of a file are what it holds."""
        column = table.columns[one.place]
        files = [step for step, result in self._results.items() if self._reads(result)]
        own = any(column in (made.columns if (made := self.table(step)) else ()) for step in files)
        lacks, blank = lacking_of(table, column, one.label, own)
        self.told.unmet += [lacks] if lacks else []
        self.told.notes += [blank] if blank else []

    def _reads(self, result: StepResult) -> bool:
        tool = self._graph.tools.get(result.tool)
        return tool is not None and result.status == "ok" and is_reader(self._graph, tool)
