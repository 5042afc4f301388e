"""Rows of an answer on the page: they are sorted, narrowed by a word and saved there, with molecules drawn in them."""

from __future__ import annotations

import csv
import io
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nicegui import background_tasks, ui
from nicegui import run as threads
from nicegui.element import Element
from nicegui.events import GenericEventArguments

from scitoolagent.errors import SciToolAgentError, TableError
from scitoolagent.language.signs import printable
from scitoolagent.records import Answer, AnswerTable, Query, StepResult
from scitoolagent.solver.steps import label_of
from scitoolagent.summarizer import Grid, show_answer, show_value
from scitoolagent.tables.guard import guarded
from scitoolagent.tables.recognise import SMILES
from scitoolagent.tables.table import Table
from scitoolagent.tables.write import write_table
from scitoolagent.tool import unit_sign
from scitoolagent.web.page_context import PageContext

_MOST_ROWS = 2_000
_LONGEST = 120
_FORMS = {"CSV": ".csv", "XLSX": ".xlsx"}

Structures = Mapping[str, str]
# Gives the name and the content of the file of rows in a format.
Saved = Callable[[str], tuple[str, bytes]]


class Rows(Element, component="rows.js"):
    """A table; `save` gives the file of a format, and is called in a thread of its own."""

    def __init__(self, listed: _Listed, label: str, forms: Sequence[str], save: Saved, more: int = 0) -> None:
        super().__init__()
        self._props.update(columns=listed.columns, rows=listed.rows, label=label, forms=list(forms), more=more)

        async def send(event: GenericEventArguments) -> None:
            if event.args not in forms:
                return
            try:
                saved = await threads.io_bound(save, event.args)
            except SciToolAgentError as error:
                ui.notify(str(error), type="negative")
                return
            if saved is not None:
                ui.download.content(saved[1], saved[0])

        self.on("save", send)


@dataclass(frozen=True, slots=True)
class _Listed:
    """What the component shows: heads, and cells with their text, what they are sorted by, and their drawing."""

    columns: list[dict[str, Any]]
    rows: list[list[dict[str, Any]]]


def structures_of(context: PageContext, query: Query | None, results: Iterable[StepResult]) -> Structures:
    """The structures of what an answer is about, by what it calls it: given as SMILES, or found by their names."""
    graph = context.graph
    found = {}
    for entity in query.entities if query is not None else ():
        if not entity.file and isinstance(entity.value, str) and graph.is_a(entity.type, "Smiles"):
            found[entity.said] = found[entity.value] = entity.value
    for result in results:
        names = [value for value in result.arguments.values() if isinstance(value, str)]
        drawn = [one.value for one in result.outputs.values() if graph.is_a(one.type, "Smiles")]
        if len(names) == 1 and len(drawn) == 1 and isinstance(drawn[0], str):
            found.setdefault(names[0], drawn[0])
            for entity in query.entities if query is not None else ():
                if entity.value == names[0]:
                    found.setdefault(entity.said, drawn[0])
    return found


def show_grid(context: PageContext, grid: Grid, structures: Structures, name: str) -> None:
    """Draw values that an answer holds: a row for each thing, a column for each property."""
    heads = ("subject", *(_head(column.label, column.unit) for column in grid.columns))
    numbers = [all(_is_number(one.value) for one in column.cells.values()) for column in grid.columns]
    columns = [{"name": printable(head), "number": is_number} for head, is_number in zip(heads, (False, *numbers))]  # noqa: B905
    rows = []
    for subject in grid.subjects:
        cells = [_cell(subject, subject, context.drawing(structures.get(subject, "")))]
        for column in grid.columns:
            value = column.cells.get(subject)
            if value is None:
                cells.append(_cell("", None))
                continue
            drawn = value.value if context.graph.is_a(value.type, "Smiles") and isinstance(value.value, str) else ""
            text = show_answer(value.model_copy(update={"unit": None}))
            made = f"step {value.step}, {label_of(value.tool)}"
            cells.append(_cell(text, value.value, context.drawing(drawn)) | {"from": made})
        rows.append(cells)

    def save(form: str) -> tuple[str, bytes]:
        lines = [
            [one.value if (one := column.cells.get(subject)) else "" for column in grid.columns]
            for subject in grid.subjects
        ]
        return f"{name}.csv", _as_csv(
            heads, [[subject, *line] for subject, line in zip(grid.subjects, lines, strict=True)]
        )

    Rows(_Listed(columns, rows), "values of the answer", ["CSV"], save)


def show_table(context: PageContext, answer: Answer, number: int, otherwise: Callable[[], None]) -> None:
    """Draw the rows behind an answer once they are read; what it holds itself where they are no longer there."""
    place = ui.element("div").classes("stack")
    given = answer.tables[number]

    async def load() -> None:
        try:
            loaded = await threads.io_bound(_loaded, context, answer, number)
        except TableError:
            loaded = None
        if place.is_deleted:
            return
        with place:
            if loaded is None:
                otherwise()
                return
            table, listed = loaded
            more = max(0, table.rows - _MOST_ROWS)
            name = f"{answer.run or 'answer'}-{number + 1}"
            Rows(
                listed,
                f"rows of {printable(given.label)}"[:_LONGEST],
                list(_FORMS),
                lambda form: _written(table, name, form),
                more,
            )

    background_tasks.create(load())


def _loaded(context: PageContext, answer: Answer, number: int) -> tuple[Table, _Listed]:
    table = answer.table(number, context.tables)
    return table, _listed(context, table, answer.tables[number], answer)


def _listed(context: PageContext, table: Table, given: AnswerTable, answer: Answer) -> _Listed:
    """The columns that name rows or draw them, then those of the answer; all are in the file that is saved."""
    first = [column for place, column in enumerate(table.columns) if place == 0 or column.type == SMILES]
    shown = [one for one in first if one.name not in given.columns]
    shown += [one for name in given.columns for one in table.columns if one.name == name]
    labels = dict.fromkeys(value.label for value in answer.values if value.subject)
    said = dict(zip(given.columns, labels, strict=True)) if len(labels) == len(given.columns) else {}
    head = table.head(_MOST_ROWS)
    columns = [
        {"name": printable(_head(said.get(one.name, one.name), one.unit)), "number": one.is_number} for one in shown
    ]
    rows = []
    for place in range(len(head)):
        cells = []
        for column in shown:
            value = head.values[column.name][place]
            drawn = value if column.type == SMILES and isinstance(value, str) else ""
            cells.append(_cell("" if value is None else show_value(value), value, context.drawing(drawn)))
        rows.append(cells)
    return _Listed(columns, rows)


def _cell(text: str, value: Any, drawn: str = "") -> dict[str, Any]:
    cut = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
    kept = value if _is_number(value) else None if value is None or value == "" else cut
    return {"text": printable(cut), "sort": kept, "drawn": drawn}


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _head(label: str, unit: str | None) -> str:
    sign = unit_sign(unit)
    return f"{label}, {sign}" if sign and f"({sign})" not in label else label


def _as_csv(heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> bytes:
    """Values with all their digits; a text that a spreadsheet would take for a formula is marked as one."""
    written = io.StringIO()
    writer = csv.writer(written)
    for row in (heads, *rows):
        writer.writerow([guarded(one) if isinstance(one, str) else one for one in row])
    return written.getvalue().encode("utf-8-sig")


def _written(table: Table, name: str, form: str) -> tuple[str, bytes]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}{_FORMS[form]}"
        write_table(table, path)
        return path.name, path.read_bytes()
