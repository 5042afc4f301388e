"""The sets of questions that the solver is measured with, each as rows of one form."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scitoolagent.benchmarks.investigation import score as investigation
from scitoolagent.benchmarks.investigation.tables import write_tables
from scitoolagent.benchmarks.panel import score as panel

FREEASK, PANEL, FREE, FILES = "freeask", "panel", "free", "files"
# Written from the README alone, by somebody who had not seen the program: questions of the bench, messy files, pasted
# data and traps; and questions of rare structures, facts, fluids, files of the field and programs.
OWN = ("own", "beyond")


@dataclass(frozen=True, slots=True)
class Row:
    """A question: its set, its gold as the judge of that set reads it, and the folder of its files."""

    id: str
    kind: str
    question: str
    gold: Mapping[str, Any]
    folder: Path
    files: tuple[str, ...] = field(default_factory=tuple)


def rows_of(name: str, shared: Path) -> list[Row]:
    """The rows of a set: one of those of this project, `freeask`, or a folder with `items.jsonl` and `files`."""
    if name == PANEL:
        folder = Path(tempfile.mkdtemp())
        return [Row(one["id"], PANEL, one["question"], one, folder) for one in panel.load("dev")]
    if name in (FREE, FILES):
        folder = Path(tempfile.mkdtemp())
        write_tables(folder)
        return [
            Row(
                f"{name}{number}",
                name,
                item["question"],
                {"gold": investigation.gold_of(item, folder), "item": item},
                folder,
            )
            for number, item in enumerate(investigation.load_items(name), start=1)
        ]
    if name == FREEASK:
        return list(_freeask(shared))
    folder = Path(__file__).parent / name if name in OWN else Path(name)
    return [
        Row(one["id"], "own", one["question"], one, folder / "files", tuple(one.get("files", ())))
        for one in _lines(folder / "items.jsonl")
    ]


def _freeask(shared: Path) -> Iterator[Row]:
    folder = shared / "eval" / "freeask"
    for one in _lines(folder / "dev.jsonl"):
        yield Row(one["id"], FREEASK, one["question"], one, folder / "files", tuple(one["files"]))


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
