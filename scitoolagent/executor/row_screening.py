"""Screen the values of rows, by the gate's one function: what goes into the tools, and what comes out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from scitoolagent.records import Finding

if TYPE_CHECKING:
    from scitoolagent.tables import Table

MOST_FINDINGS = 100  # that a table keeps


def screen_rows(kind: str, values: Sequence[Any]) -> list[list[dict[str, Any]]]:
    """The findings for each value, as plain data; equal values are screened once.

    Args:
        kind: as `scitoolagent.gate.screen_many` takes it; empty for values whose content alone counts.
        values: of any kind; whatever is no text is neither a molecule nor a sequence.
    Raises:
        SafetyDatabaseError: the hazard database cannot be used.
    """
    from scitoolagent.gate import screen_each

    texts = list(dict.fromkeys(value for value in values if isinstance(value, str)))
    screened = zip(texts, screen_each(kind, texts), strict=True)
    found = {text: [item.finding.model_dump() for item in items] for text, items in screened}
    return [found.get(value, []) if isinstance(value, str) else [] for value in values]


def screen_outputs(outputs: dict[str, Any]) -> list[dict[str, Any]]:
    """The findings for what a tool gave for one row, by its content.

    Raises:
        SafetyDatabaseError: the hazard database cannot be used.
    """
    from scitoolagent.gate import screen_many

    return [item.finding.model_dump() for item in screen_many((("", value) for value in outputs.values()), "result")]


def without_rows_of(table: Table, stopped: Sequence[tuple[int, str]], findings: tuple[Finding, ...]) -> Table:
    """A table less the rows that the gate stopped, with what it found; the first one is named."""
    from scitoolagent.tables.operations import without_rows

    if stopped:
        table = without_rows(table, [number for number, _ in stopped])
    first = f"row {stopped[0][0]}: {stopped[0][1]}" if stopped else ""
    return table.model_copy(
        update={
            "stopped": table.stopped + len(stopped),
            "first_stopped": table.first_stopped or first,
            "findings": tuple(dict.fromkeys((*table.findings, *findings)))[:MOST_FINDINGS],
        }
    ).save()
