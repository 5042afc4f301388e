"""Screen the values of rows, by the gate's one function: what goes into the tools, and what comes out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


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
