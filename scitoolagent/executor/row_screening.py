"""Screen the values of a column: the one place where rows of a table meet the hazard database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def screen_rows(kind: str, values: Sequence[Any]) -> list[list[dict[str, Any]]]:
    """The findings for each value, as plain data; equal values are screened once.

    Args:
        kind: as `scitoolagent.gate.screen_value` takes it.
        values: of any kind; texts are screened, whatever is no text is neither a molecule nor a sequence.
    Raises:
        SafetyDatabaseError: the hazard database cannot be used.
    """
    from scitoolagent.gate.screening import screen_value

    texts = dict.fromkeys(value for value in values if isinstance(value, str))
    found = {text: [finding.model_dump() for finding in screen_value(kind, text)] for text in texts}
    return [found.get(value, []) if isinstance(value, str) else [] for value in values]
