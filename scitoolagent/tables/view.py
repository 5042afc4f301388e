"""What a notebook shows of a table: its first rows, the types and units of its columns, and what went wrong."""

from __future__ import annotations

from html import escape
from pathlib import Path

from scitoolagent.config import load_config
from scitoolagent.errors import TableError
from scitoolagent.records import Answer
from scitoolagent.tables.table import Table
from scitoolagent.tool import unit_sign

_ROWS = 10
_SHOWN = 60


def as_html(table: Table) -> str:
    """The first rows as an HTML table; every text in it is escaped."""
    head = table.head(_ROWS)
    titles = "".join(
        f"<th>{escape(column.name)}<br><small>{escape(' '.join((column.type, unit_sign(column.unit))))}</small></th>"
        for column in table.columns
    )
    rows = "".join(
        f"<tr><th>{row}</th>{''.join(f'<td>{_cell(head.values[name][place])}</td>' for name in table.names)}</tr>"
        for place, row in enumerate(head.rows)
    )
    return (
        f"<table><thead><tr><th></th>{titles}</tr></thead><tbody>{rows}</tbody></table><p>{escape(summary(table))}</p>"
    )


def _cell(value: object) -> str:
    text = "" if value is None else f"{value:.6g}" if isinstance(value, float) else str(value)
    return escape(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…")


def summary(table: Table) -> str:
    """How many rows and columns there are, and what went wrong with how many."""
    parts = [f"{table.rows:,} rows × {len(table.columns)} columns"]
    for count, what, first in (
        (table.malformed, "malformed", table.first_malformed),
        (table.failed, "without a result", table.first_failed),
        (table.stopped, "stopped by the safety gate", table.first_stopped),
    ):
        if count:
            parts.append(f"{count:,} {what} (first: {first})")
    return "; ".join([*parts, *table.notes])


def table_of_answer(answer: Answer, number: int = 0, store: Path | None = None) -> Table:
    """The rows behind an answer.

    Raises:
        TableError: there is no such table, or its rows are no longer on the disk.
    """
    if not 0 <= number < len(answer.tables):
        raise TableError(f"the answer has {len(answer.tables) or 'no'} tables, none is number {number}")
    return Table.load((store or load_config().cache_dir / "tables") / answer.tables[number].table)


def answer_as_html(answer: Answer) -> str:
    """An answer in a notebook: its text, and the first rows of its tables; every text in it is escaped."""
    parts = [f"<p><b>{escape(answer.status)}</b></p><pre>{escape(answer.text)}</pre>"]
    for number in range(len(answer.tables)):
        try:
            parts.append(as_html(table_of_answer(answer, number)))
        except TableError as error:
            parts.append(f"<p>{escape(str(error))}</p>")
    return "".join(parts)
