"""What stands in `_meta` of every result: where its values come from, and one form for whatever failed."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from scitoolagent.errors import NoPathError, SafetyError, SciToolAgentError
from scitoolagent.findings import Finding
from scitoolagent.records import AnyRecord, Query, Record, StepResult
from scitoolagent.sessions import Run
from scitoolagent.trace import environment

PROVENANCE, FAILURE = "scitoolagent/provenance", "scitoolagent/failure"
_LINE = re.compile(r"^line (\d+): (.+)$", re.MULTILINE)
_LARGEST_FILE = 2_000_000_000


class Line(Record):
    """What is wrong in a line of a program."""

    line: int
    message: str


class Failed(Record):
    """Why a call failed; the same for all tools.

    Attributes:
        error: its kind.
        message: what is wrong, with which value, and what to do.
        lines: the lines of a program that are wrong.
        findings: of the safety gate.
        approve: digests of what only the user may confirm.
        missing: what the question asks for and nothing gives.
        nearest: the tools nearest to it.
    """

    error: str
    message: str
    lines: tuple[Line, ...] = ()
    findings: tuple[Finding, ...] = ()
    approve: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    nearest: tuple[str, ...] = ()


def failed(error: SciToolAgentError) -> Failed:
    """The envelope of an error."""
    findings = error.findings if isinstance(error, SafetyError) else ()
    no_path = error if isinstance(error, NoPathError) else None
    return Failed(
        error=type(error).__name__,
        message=str(error),
        lines=tuple(Line(line=int(match[1]), message=match[2]) for match in _LINE.finditer(str(error))),
        findings=findings,
        approve=tuple(dict.fromkeys(one.digest for one in findings if one.verdict == "confirm" and one.digest)),
        missing=no_path.missing if no_path else (),
        nearest=no_path.nearest if no_path else (),
    )


def failure_in(found: dict[str, Any]) -> Failed | None:
    """The envelope of a result that says itself that there is no answer: a question refused, or without a plan."""
    answer: dict[str, Any] = found.get("answer") or found
    status = answer.get("status")
    error: dict[str, Any] = found.get("error") or {}
    if status not in ("failed", "blocked") and not error:
        return None
    findings = tuple(Finding.model_validate(one) for one in answer.get("findings", ()))
    return Failed(
        error=error.get("error") or ("BlockedError" if status == "blocked" else "NoPathError"),
        message=error.get("message") or answer.get("text", ""),
        findings=findings,
        approve=tuple(dict.fromkeys(one.digest for one in findings if one.verdict == "confirm" and one.digest)),
        missing=tuple(answer.get("unmet", ())),
        nearest=tuple(answer.get("nearest", ())),
    )


def provenance(graph_digest: str, run: Run | None, workspace: Path) -> dict[str, Any]:
    """The versions that a result depends on; of a run also its name, its tools with their sources, and its files."""
    records = run.so_far() if run is not None else ()
    return {
        "versions": environment(),
        "tool graph": graph_digest,
        "run": run.trace if run is not None else "",
        "tools": _tools(records),
        "files": _files(records, workspace),
    }


def _tools(records: Iterable[AnyRecord]) -> list[dict[str, str]]:
    steps = (one for one in records if isinstance(one, StepResult))
    named = dict.fromkeys((step.tool, step.version, step.source) for step in steps)
    return [{"tool": tool, "version": version, "source": source} for tool, version, source in named]


def _files(records: Iterable[AnyRecord], workspace: Path) -> dict[str, str]:
    """The digests (SHA-256) of the files that a question names and that lie in the folder of the server."""
    digests: dict[str, str] = {}
    root = workspace.resolve()
    names = (str(entity.value) for one in records if isinstance(one, Query) for entity in one.entities)
    for name in dict.fromkeys(names):
        try:
            path = (root / name).resolve()
            if path.is_relative_to(root) and path.is_file() and path.stat().st_size <= _LARGEST_FILE:
                with path.open("rb") as file:
                    digests[name] = hashlib.file_digest(file, "sha256").hexdigest()
        except (OSError, RuntimeError, ValueError):
            # A structure or a sequence is no name of a file.
            continue
    return digests
