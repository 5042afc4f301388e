"""Ask an agent every question, one JSON line each, so that an interrupted run can continue where it stopped."""

from __future__ import annotations

import json
import os
import platform
import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from scitoolagent.benchmarks.answering import Answerer, Outcome
from scitoolagent.benchmarks.rows import Question
from scitoolagent.errors import ConfigError
from scitoolagent.records import Record

_PACKAGES = ("scitoolagent", "rdkit", "biopython", "chemicals", "pymatgen", "selfies", "numpy", "openai", "xllamacpp")
CONFORMER_SEED = 42


class Line(Record):
    """A question's id and its outcome: one line of `questions.jsonl`."""

    id: str
    outcome: Outcome


def describe(agent: str, model: str, data: str, sha256: str) -> dict[str, Any]:
    """Describe what a result depends on: data, agent, versions, seeds, machine."""
    return {
        "agent": agent,
        "model": model,
        "data": data,
        "sha256": sha256,
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
        "seeds": {"conformer": CONFORMER_SEED},
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        "versions": {name: _version(name) for name in _PACKAGES if _version(name)},
    }


def open_run(folder: Path, described: dict[str, Any], resume: bool) -> dict[str, Outcome]:
    """Create the folder of a run, or continue the existing one; returns the outcomes that it already holds.

    Raises:
        ConfigError: there is a run and `resume` is false, or it used other data or another agent.
    """
    about, lines = folder / "run.json", folder / "questions.jsonl"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if lines.is_file() and not resume:
            raise ConfigError(f"{folder} holds a run; go on with it by --resume, or name another folder by --out")
        if not (resume and about.is_file()):
            lines.unlink(missing_ok=True)
            about.write_text(json.dumps(described, indent=2) + "\n", encoding="utf-8")
            return {}
        before = json.loads(about.read_text(encoding="utf-8"))
        for name in ("agent", "model", "sha256"):
            if before.get(name) != described[name]:
                raise ConfigError(f"{folder} holds a run with {name} {before.get(name)!r}, not {described[name]!r}")
        return _kept(lines)
    except (OSError, ValueError, AttributeError) as error:
        raise ConfigError(f"the run in {folder} cannot be read or written: {error}") from error


def read_lines(path: Path) -> dict[str, Outcome]:
    """The outcomes of a run; invalid lines, such as one cut short by a kill, are left out."""
    found: dict[str, Outcome] = {}
    if path.is_file():
        with path.open(encoding="utf-8", errors="replace") as file:
            for text in file:
                try:
                    line = Line.model_validate_json(text)
                except ValidationError:
                    continue
                found[line.id] = line.outcome
    return found


def _kept(path: Path) -> dict[str, Outcome]:
    """Read the existing outcomes and rewrite the file, so that no new line is appended to an incomplete one."""
    found = read_lines(path)
    fresh = path.with_suffix(".partial")
    fresh.write_text("".join(_written(id_, outcome) for id_, outcome in found.items()), encoding="utf-8")
    fresh.replace(path)
    return found


def ask_all(
    answerer: Answerer,
    questions: Iterable[Question],
    path: Path,
    done: dict[str, Outcome],
    progress: Callable[[Question, Outcome], None],
) -> dict[str, Outcome]:
    """Ask every question that has no outcome yet; each outcome is written before the next question is asked."""
    found = dict(done)
    with path.open("a", encoding="utf-8") as file:
        for question in questions:
            if question.id not in found:
                start = time.perf_counter()
                outcome = answerer.answer(question.text)
                outcome = outcome.model_copy(update={"seconds": round(time.perf_counter() - start, 4)})
                file.write(_written(question.id, outcome))
                file.flush()
                found[question.id] = outcome
            progress(question, found[question.id])
    return found


def _written(id_: str, outcome: Outcome) -> str:
    return Line(id=id_, outcome=outcome).model_dump_json() + "\n"


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""
