"""Print what a benchmark found as tables of plain text, and keep it as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from scitoolagent.config import Config
from scitoolagent.llm import LanguageModel, model_for
from scitoolagent.llm.replay import ResumingModel


def print_table(found: Mapping[str, Any], *lists: str) -> None:
    """The single values as `name: value`, then each list of rows named in `lists` as a table."""
    for name, value in found.items():
        if name not in lists:
            print(f"{name}: {value}")
    for name in lists:
        print("\n" + as_table(found[name]), flush=True)


def as_table(rows: Sequence[Mapping[str, Any]]) -> str:
    """Rows as columns with their names on top; a value that a row lacks is left empty."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    cells = [names, *([str(row.get(name, "")) for name in names] for row in rows)]
    widths = [max(len(line[place]) for line in cells) for place in range(len(names))]
    return "\n".join(
        "  ".join(cell.ljust(wide) for cell, wide in zip(line, widths, strict=True)).rstrip() for line in cells
    )


def keep(found: Mapping[str, Any], path: Path | None) -> None:
    """Write the figures to a file, when one is given."""
    if path is not None:
        path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def asked_model(config: Config, role: str, replies: Path | None) -> LanguageModel | None:
    """The model of the settings, None when they name none; with `replies` a run that was killed goes on from there."""
    model = model_for(config, role)
    return ResumingModel(model, replies) if model is not None and replies is not None else model
