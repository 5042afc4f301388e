"""Read questions from a JSON-lines file: SciToolEval's rows, CACTUS's, or any `id, question, gold, tol`.

Files are not trusted: a line that is not such a row is left out and reported, and does not stop the run.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from scitoolagent.errors import ConfigError

_LONGEST_LINE = 1_000_000


@dataclass(frozen=True, slots=True)
class Question:
    """One question. `reference` is the published answer as text; `gold` and `tolerance` (absolute) are a value's.

    `path` names the original's tools in order; `parameter` is what the question is about, where the row says so.
    """

    id: str
    text: str
    level: int = 0
    path: tuple[str, ...] = ()
    parameter: str = ""
    reference: str = ""
    gold: str = ""
    tolerance: float | None = None
    task: str = ""


QuestionT = TypeVar("QuestionT", bound=Question)


def read_questions(path: Path) -> tuple[list[Question], list[str]]:
    """The questions of a file, and what is wrong with the invalid lines.

    Raises:
        ConfigError: the file cannot be read, or holds no question.
    """
    return read_rows(path, question_of)


def read_rows(path: Path, make: Callable[[dict[str, Any]], QuestionT]) -> tuple[list[QuestionT], list[str]]:
    """The questions that `make` makes of the rows of a file, and what is wrong with the invalid lines.

    Raises:
        ConfigError: the file cannot be read, or holds no question.
    """
    found: dict[str, QuestionT] = {}
    problems: list[str] = []
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            for number, line in enumerate(file, 1):
                if not line.strip():
                    continue
                try:
                    question = make(_row(line))
                    if question.id in found:
                        raise ValueError(f"the id {question.id!r} occurs twice")
                    found[question.id] = question
                except (ValueError, RecursionError) as error:
                    problems.append(f"line {number}: {str(error)[:200]}")
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error}") from error
    if not found:
        why = f": {problems[0]}" if problems else ""
        raise ConfigError(f"{path} holds no question; a row is JSON with at least `id` and `question`{why}")
    return list(found.values()), problems


def file_sha256(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _row(line: str) -> dict[str, Any]:
    if len(line) > _LONGEST_LINE:
        raise ValueError(f"longer than {_LONGEST_LINE} characters")
    row = json.loads(line)
    if not isinstance(row, dict):
        raise ValueError("not a JSON object")
    return row


def question_of(row: dict[str, Any]) -> Question:
    """The question of a row.

    Raises:
        ValueError: the row is none; says what is wrong with it.
    """
    path = row.get("tool_path") or []
    if not isinstance(path, list) or not all(isinstance(name, str) for name in path):
        raise ValueError("tool_path is not a list of names")
    return Question(
        id=_text(row, "id", needed=True),
        text=_text(row, "question", needed=True),
        level=_level(row.get("level", 0)),
        path=tuple(path),
        parameter=_text(row, "parameter"),
        reference=_text(row, "reference_answer"),
        gold=_gold(row.get("gold")),
        tolerance=_tolerance(row.get("tol")),
        task=_text(row, "task"),
    )


def _text(row: dict[str, Any], name: str, needed: bool = False) -> str:
    value = row.get(name)
    if value is None and not needed:
        return ""
    if not isinstance(value, str) or (needed and not value.strip()):
        raise ValueError(f"{name} is not a text")
    return value


def _level(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError("level is not a whole number")
    return value


def _gold(value: Any) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    if isinstance(value, (bool, int, float)):
        return json.dumps(value)
    raise ValueError("gold is neither a text nor a number")


def _tolerance(value: Any) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value) or value < 0:
        raise ValueError("tol is not a number of at least 0")
    return float(value)
