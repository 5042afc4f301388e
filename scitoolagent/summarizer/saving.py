"""Write the rows of an answer to a file, with headers that people read."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path

from scitoolagent.errors import PictureError, TableError
from scitoolagent.pictures import FORMS, write_picture
from scitoolagent.records import Answer, Column, Plan, Rounding
from scitoolagent.summarizer.headers import Headers
from scitoolagent.summarizer.values import number_text, show_answer, show_rounded
from scitoolagent.tables import Table, write_table
from scitoolagent.tables.operations import select
from scitoolagent.tables.write import writer_of
from scitoolagent.tool import unit_sign
from scitoolagent.tool.units import convertible, unit_code
from scitoolagent.toolkg.graph import ToolGraph

_SHOWN = 80
# What the records of a file are, by its ending.
_RECORDS = {".sdf": ("Smiles",), ".fasta": ("ProteinSequence", "DnaSequence", "RnaSequence")}


def target(workspace: Path, name: str) -> Path:
    """The path of a new file in the working folder, of a kind that can be written.

    Raises:
        TableError: it is elsewhere or already exists, its folder is not, or nothing writes such a file.
    """
    folder = workspace.resolve()
    try:
        path = folder / name
        inside = path.parent.resolve().is_relative_to(folder) and path.parent.is_dir()
        there = path.exists() or path.is_symlink()
    except (OSError, RuntimeError, ValueError) as error:
        raise TableError(f"the file {name[:_SHOWN]!r} cannot be written: {error}") from error
    if not inside or path.name in ("", "..") or path == folder:
        raise TableError(f"{name[:_SHOWN]!r} is not in an existing folder within {folder}; name one that is")
    if there:
        raise TableError(f"{name[:_SHOWN]!r} already exists; choose another name")
    if path.suffix.casefold() not in FORMS:
        writer_of(path)
    return path


def saved(graph: ToolGraph, answer: Answer, headers: Headers, plan: Plan, store: Path, workspace: Path) -> Answer:
    """The answer after its rows or its picture were written to a file; where they cannot be, it says why.

    Args:
        graph: the tool graph.
        answer: with the table or the picture.
        headers: what columns of the run are called.
        plan: what was run; it names the file.
        store: where tables are kept.
        workspace: where the file is to be.
    """
    name, units = plan.save, {goal.unit for goal in plan.goals if goal.unit}
    try:
        if Path(name).suffix.casefold() in FORMS:
            return _with_picture(graph, answer, target(workspace, name), name)
        table = _whole(answer, store)
        shown = tuple(dict.fromkeys(column for one in answer.tables for column in one.columns))
        _refuse_converted(table, shown, units)
        table = _asked(_with_made_records(graph, table, shown, name), headers, shown)
        texts = _texts(table, headers, plan)
        table = headed(table, headers)
        written = write_table(table, target(workspace, name), texts=texts)
    except (TableError, PictureError) as error:
        return not_saved(answer, str(error))
    told = f"Saved: {name}, {written.rows:,} rows{written.told}"
    if truths := [column.name for column in table.columns if column.kind == "truth"]:
        told += f"; {', '.join(truths)} as true and false"
    if not written.guarded:
        return answer.model_copy(update={"text": f"{answer.text}\n{told}", "saved": name})
    note = f"texts in {name} that a spreadsheet would take for formulas have an apostrophe in front"
    text = f"{answer.text}\n{told}\nNote: {note}"
    return answer.model_copy(update={"text": text, "saved": name, "notes": (*answer.notes, note)})


def _whole(answer: Answer, store: Path) -> Table:
    """The one table of an answer, or the one that has all rows and columns of the others: what was judged beside why.

    Raises:
        TableError: there is none.
    """
    found: list[Table] = [answer.table(place, store) for place in range(len(answer.tables))]
    for table in found:
        names = {column.name for column in table.columns}
        if all(one.rows == table.rows and {column.name for column in one.columns} <= names for one in found):
            return table
    raise TableError(f"the answer has {len(found) or 'no'} tables; ask for one to save it")


def _with_made_records(graph: ToolGraph, table: Table, shown: Collection[str], name: str) -> Table:
    """A table whose records in a file of structures or sequences are those that the answer shows, where it shows some.

    "Reverse complements of cds.fasta, save as rc.fasta": what was in the file first is no more a record of its own.

    Raises:
        TableError: it shows several for each row.
    """
    end = next((one for one in _RECORDS if name.casefold().removesuffix(".gz").endswith(one)), "")
    kinds = _RECORDS.get(end, ())
    fitting = [column for column in table.columns if _is_a(graph, column, kinds)]
    meant = [column for column in fitting if column.name in shown]
    if not meant or len(fitting) == 1:
        return table
    if len(meant) > 1:
        named = ", ".join(column.name for column in meant)
        raise TableError(f"{name} holds one record for each row, and {named} would be several; ask for one of them")
    kind = next(kind for kind in kinds if graph.is_a(meant[0].type, kind))
    columns = [
        column.model_copy(update={"type": kind if column in meant else ""}) if column in fitting else column
        for column in table.columns
    ]
    return table.model_copy(update={"columns": tuple(columns)})


def _refuse_converted(table: Table, shown: Collection[str], units: Collection[str]) -> None:
    """Refuse to save a table whose values the answer shows in another unit than it holds.

    Raises:
        TableError: it does.
    """
    for column in table.columns:
        for unit in units if column.name in shown and column.unit else ():
            if not column.is_count and convertible(column.unit or "", unit) and unit_code(unit) != column.unit:
                raise TableError(
                    f"{column.name} is saved in {unit_sign(column.unit)} and not in {unit}; leave the unit out"
                )


def _is_a(graph: ToolGraph, column: Column, kinds: tuple[str, ...]) -> bool:
    return column.type in graph.types and any(graph.is_a(column.type, kind) for kind in kinds)


def not_saved(answer: Answer, reason: str) -> Answer:
    """The answer, which says that no file was written and why."""
    why = f"nothing was saved: {reason}"
    text = f"{answer.text}\nNot answered:\n- {why}"
    status = "partial" if answer.status == "complete" else answer.status
    return answer.model_copy(update={"status": status, "text": text, "unmet": (*answer.unmet, why)})


def _with_picture(graph: ToolGraph, answer: Answer, path: Path, name: str) -> Answer:
    """The answer after its one picture was written.

    Raises:
        TableError: it has none, or several.
        PictureError: it cannot be written.
    """
    drawn = [one for one in answer.values if one.type in graph.types and graph.is_a(one.type, "SvgPicture")]
    if len(drawn) != 1:
        raise TableError(f"the answer has {len(drawn) or 'no'} pictures; ask for one to save it")
    write_picture(str(drawn[0].value), path)
    # How to write the picture need not be said of one that is written.
    text = answer.text.replace(show_answer(drawn[0]), f"in {name}")
    return answer.model_copy(update={"text": f"{text}\nSaved: {name}", "saved": name})


def _asked(table: Table, headers: Headers, shown: Collection[str]) -> Table:
    """The table without what a tool gave beside what was asked."""
    beside = headers.made_besides(table.columns, tuple(shown))
    return select(table, [name for name in table.names if name not in beside]) if beside else table


def _texts(table: Table, headers: Headers, plan: Plan) -> list[Callable[[float], str] | None]:
    """How the numbers of each column are written as text: those of a tool as the answer shows them.

    Those of a file are written as in the file.
    """
    rounded = {goal.type: goal.rounding for goal in plan.goals if goal.rounding is not None}
    return [
        None if column.kind != "number" or headers.is_own(column) else partial(_text, rounding=rounded.get(column.type))
        for column in table.columns
    ]


def _text(value: float, rounding: Rounding | None) -> str:
    return number_text(value) if rounding is None else show_rounded(value, None, rounding)


def headed(table: Table, headers: Headers) -> Table:
    """A table whose columns are called as people call them, with the units of what tools made."""
    names = headers.of(table.columns)
    columns = [column.model_copy(update={"name": name}) for column, name in zip(table.columns, names, strict=True)]
    return table.model_copy(update={"columns": tuple(columns)})
