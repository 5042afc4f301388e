"""What a file of rows says beside those that are read from it: other sheets, comments, names, rows that are malformed.

Nothing of it is worked on, and nobody is asked about it; a person who opens the file sees it all the same, so that what
is never worked on is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from scitoolagent.executor.row_screening import without_rows_of
from scitoolagent.gate import Found

if TYPE_CHECKING:
    from scitoolagent.tables import Table


def has_more(path: Path, table: Table) -> bool:
    """Whether a file says more than the rows of its table, and is not screened as a whole anyway."""
    from scitoolagent.tables.layout import NO_ROWS
    from scitoolagent.tables.read import holds_coordinates
    from scitoolagent.tables.sheets import is_workbook

    if not path.is_file() or holds_coordinates(path.name):
        return False
    remarks = any(note.endswith(NO_ROWS) for note in table.notes)
    return is_workbook(path.name) or table.malformed > table.odd_rows or remarks


def with_found_beside(table: Table, found: Sequence[Found]) -> Table:
    """A table with those of the findings in its whole file that are never worked on and that no row of it has."""
    from scitoolagent.tables.bounds import shown

    told = {(one.verdict, one.subject) for one in table.findings}
    blocked = dict.fromkeys(one.finding for one in found if one.finding.verdict == "block")
    others = tuple(one for one in blocked if (one.verdict, one.subject) not in told)
    if not others:
        return table
    # The first reason for each; the findings tell them all.
    said = {one.subject: one.reason.split(";")[0] for one in reversed(others)}
    names = "; ".join(f"{shown(subject)} {reason}" for subject, reason in reversed(said.items()))
    note = f"beside the rows that are read, {table.source} names what is never worked on: {names}"
    return without_rows_of(table.model_copy(update={"notes": (*table.notes, note)}), (), others)
