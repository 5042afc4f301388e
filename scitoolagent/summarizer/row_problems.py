"""What an answer about rows lacks: rows and values that could not be read, and blanks, which are only noted."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING

from scitoolagent.records import Column, Plan, StepResult
from scitoolagent.summarizer.row_text import clean, headers_in

if TYPE_CHECKING:
    from scitoolagent.tables import Table

_PICTURES = (".svg", ".png", ".pdf")


def odd_values(table: Table, used: Collection[str] | None) -> tuple[list[str], list[str]]:
    """Values of columns of numbers that are none: what the answer lacks of those it uses, and notes on the others.

    Args:
        table: the rows of a file.
        used: the headers of the columns that the answer is made of; None for all.
    """
    told: tuple[list[str], list[str]] = ([], [])
    for one in table.odd:
        many = f"{one.count:,} value{'s' * (one.count != 1)}"
        text = f"{clean(table.source)}: {many} of {clean(one.column)} {one.why} (the first: {clean(one.first, 200)})"
        told[used is not None and one.column not in used].append(text)
    return told


def lacking_of(table: Table, column: Column, label: str, own: bool) -> tuple[str, str]:
    """How many rows have no value: what the answer lacks, where a value was not to be had, and a note on blanks.

    Args:
        table: the rows.
        column: of the table.
        label: what the answer calls it.
        own: whether the column is one of a file, where nothing may stand; a tool gives a value or says why not.
    """
    blank = failed = 0
    first = ""
    for chunk in table.chunks(columns=(column.name,)):
        for problem, value in zip(chunk.problems, chunk.values[column.name], strict=True):
            if value is not None:
                continue
            said = next((one for one in (problem or "").split("; ") if one.startswith(f"{column.name}: ")), "")
            told = said if own else problem or ""
            blank, failed = (blank, failed + 1) if told or not own else (blank + 1, failed)
            first = first or told
    what = f"{label} of {clean(table.source)}"
    why = f" (the first: {clean(first, 200)})" if first else ""
    lacks = f"{what}: {failed:,} of {table.rows:,} rows have none{why}" if failed else ""
    return lacks, f"{what}: {blank:,} of {table.rows:,} rows have none" if blank else ""


def problems_of(table: Table) -> list[str]:
    """What of a file is not among its rows, or was not worked on."""
    found = []
    if broken := table.malformed - table.odd_rows:
        found.append(
            f"{clean(table.source)}: {broken:,} malformed row{'s' * (broken != 1)} "
            f"(the first: {clean(table.first_malformed, 200)})"
        )
    if table.stopped:
        found.append(
            f"{clean(table.source)}: {table.stopped:,} row{'s' * (table.stopped != 1)} stopped by the safety gate "
            f"(the first: {clean(table.first_stopped, 200)})"
        )
    return found


def used_columns(
    plan: Plan, results: Mapping[int, StepResult], table_of: Callable[[int], Table | None]
) -> set[str] | None:
    """The headers of the columns that a plan works on or shows; None where it saves whole rows.

    Args:
        plan: what was run.
        results: of its steps.
        table_of: the table that a step gave.
    """
    found: set[str] = set()
    for step, result in results.items():
        found |= headers_in(result.arguments)
        for one in plan.step(step).references():
            table = table_of(one.step) if one.column is not None and one.step is not None else None
            found |= {table.columns[one.column or 0].name} if table is not None else set()
    # A picture shows what it is drawn of, and no other column.
    return None if plan.save and not plan.save.lower().endswith(_PICTURES) else found
