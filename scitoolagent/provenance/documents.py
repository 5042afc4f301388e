"""What scripts and notebooks of a run are written of: values of the run as Python literals, and cells."""

from __future__ import annotations

import dataclasses
import json
import pprint
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from scitoolagent.errors import ConfigError
from scitoolagent.provenance.packed_tables import Cell, packed_table
from scitoolagent.provenance.recorded import RecordedCall, RecordedRun
from scitoolagent.provenance.recorded_table import FIRST_ROWS, RecordedTable
from scitoolagent.records import Value

_WIDTH = 100
_LONGEST_CELL = 60


def as_notebook(cells: Sequence[dict[str, Any]]) -> str:
    """Cells as a Jupyter notebook, format 4.5."""
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    document = {
        "cells": list(cells),
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def cell(name: str, source: str, kind: str = "code") -> dict[str, Any]:
    """A cell of code or of Markdown."""
    made: dict[str, Any] = {"cell_type": kind, "id": name, "metadata": {}, "source": source}
    return made | ({"execution_count": None, "outputs": []} if kind == "code" else {})


def facts_of(recorded: RecordedRun) -> str:
    """What a run was, as assignments."""
    facts = {
        "RUN": recorded.run,
        "STARTED": recorded.started,
        "QUESTION": recorded.query.text,
        "ENVIRONMENT": dict(recorded.environment),
    }
    return "\n".join(f"{name} = {python_literal(value)}" for name, value in facts.items())


def python_literal(value: Any) -> str:
    """A JSON value as a Python literal.

    Raises:
        ConfigError: it holds NaN or an infinity.
    """
    return pprint.pformat(plain(value), width=_WIDTH, sort_dicts=False)


def recorded_values(calls: Sequence[RecordedCall], store: Path | None) -> dict[int, dict[str, Any]]:
    """What each step gave in the run; of a table its size and its first rows, which people can read."""
    return {call.step: {name: _recorded(made, store) for name, made in call.result.outputs.items()} for call in calls}


def recorded_literal(recorded: Mapping[int, Mapping[str, Any]]) -> str:
    """The same as a Python literal.

    Raises:
        ConfigError: it holds NaN or an infinity.
    """
    for outputs in recorded.values():
        for value in outputs.values():
            plain(dataclasses.asdict(value) if isinstance(value, RecordedTable) else value)
    return pprint.pformat(recorded, width=_WIDTH, sort_dicts=False)


def _recorded(made: Value, store: Path | None) -> Any:
    if made.rows is None:
        return made.value
    packed = packed_table(store, str(made.value), 0) if store is not None else None
    first = [[_cut(cell) for cell in row] for row in packed.cells[:FIRST_ROWS]] if packed is not None else []
    return RecordedTable(str(made.value), made.rows, [column.name for column in made.columns], first)


def _cut(cell: Cell) -> Cell:
    return cell if not isinstance(cell, str) or len(cell) <= _LONGEST_CELL else f"{cell[: _LONGEST_CELL - 1]}…"


def plain(value: Any) -> Any:
    """A JSON value, unchanged.

    Raises:
        ConfigError: it holds NaN or an infinity.
    """
    try:
        json.dumps(value, allow_nan=False)
    except ValueError as error:
        raise ConfigError(f"the run has a number that is none, so it cannot be written down: {error}") from error
    return value
