"""Screen the values of rows, by the gate's one function: what goes into the tools, and what comes out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

# A row goes through several steps, and its molecule is the same in each: by database, kind and text what was found. The
# kind belongs to it, so that what was screened as a name is screened again as a structure.
_KNOWN: dict[tuple[str, str, str], tuple[dict[str, Any], ...]] = {}
_MOST, _LONGEST = 100_000, 500


def screen_rows(kind: str, values: Sequence[Any]) -> list[list[dict[str, Any]]]:
    """The findings for each value, as plain data; equal values are screened once.

    Args:
        kind: as `scitoolagent.gate.screen_many` takes it; empty for values whose content alone counts.
        values: of any kind; whatever is no text is neither a molecule nor a sequence.
    Raises:
        SafetyDatabaseError: the hazard database cannot be used.
    """
    texts = list(dict.fromkeys(value for value in values if isinstance(value, str)))
    found = dict(zip(texts, _found_in(kind, texts), strict=True))
    return [[dict(one) for one in found[value]] if isinstance(value, str) else [] for value in values]


def _found_in(kind: str, texts: Sequence[str]) -> list[tuple[dict[str, Any], ...]]:
    """The findings for each text; what this process has screened as the same kind by the same database is known."""
    from scitoolagent.gate import screen_each
    from scitoolagent.safety_db import store

    place = str(store.folder())
    new = [text for text in texts if (place, kind, text) not in _KNOWN]
    made = {
        text: tuple(item.finding.model_dump() for item in items)
        for text, items in zip(new, screen_each(kind, new), strict=True)
    }
    known = [made[text] if text in made else _KNOWN[place, kind, text] for text in texts]
    for text, findings in made.items():
        if len(text) <= _LONGEST:
            _KNOWN[place, kind, text] = findings
    while len(_KNOWN) > _MOST:
        del _KNOWN[next(iter(_KNOWN))]
    return known


def screen_outputs(outputs: dict[str, Any]) -> list[dict[str, Any]]:
    """The findings for what a tool gave for one row, by its content.

    Raises:
        SafetyDatabaseError: the hazard database cannot be used.
    """
    from scitoolagent.gate import screen_many

    return [item.finding.model_dump() for item in screen_many((("", value) for value in outputs.values()), "result")]
