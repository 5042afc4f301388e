"""Ask questions of one agent, each in a working folder with its own files, and compare what comes with what is kept."""

from __future__ import annotations

import json
import math
import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

from scitoolagent.agent import Agent
from scitoolagent.benchmarks.questions.items import Item, Turn
from scitoolagent.conversation import Conversation
from scitoolagent.errors import SciToolAgentError, TableError
from scitoolagent.records import Answer, AnyRecord, Plan

_DIGITS, _TOLERANCE = 6, 2e-5
# Processors train a network to other last digits.
_TRAINED, _TRAINED_TOLERANCE = "neural network", 1e-3
# Texts tell numbers with few digits; whole numbers, as of rows and dates, are the same or not.
_LAST_DIGITS = 0.01
_NUMBER = re.compile(r"\d+\.\d+")
_MOST_VALUES, _MOST_ROWS = 60, 60


class Asker:
    """Asks questions of one agent, whose working folder holds the files of the question at hand and nothing else.

    Args:
        agent: works in `workspace` and has no models.
        workspace: an empty folder.
        files: the folder of all files.
    """

    def __init__(self, agent: Agent, workspace: Path, files: Path) -> None:
        self._agent, self._workspace, self._files = agent, workspace, files

    def ask(self, item: Item) -> tuple[Outcome, ...]:
        """What comes of each turn."""
        conversation = Conversation(self._agent)
        several = len(item.turns) > 1
        outcomes = []
        with self.laid_out(item.files):
            for turn in item.turns:
                stream = conversation.stream(turn.question) if several else self._agent.stream(turn.question)
                outcomes.append(self._outcome(turn.question, stream))
        return tuple(outcomes)

    @contextmanager
    def laid_out(self, files: Sequence[str]) -> Iterator[None]:
        """Put files into the working folder, and take everything out of it afterwards."""
        for name in files:
            # The first folder keeps files of one name apart; what follows is the place in the working folder.
            place = self._workspace / Path(*Path(name).parts[1:])
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(self._files / name, place)
        try:
            yield
        finally:
            for path in self._workspace.iterdir():
                if path.is_dir():
                    shutil.rmtree(path)
                else:
                    path.unlink()

    def _outcome(self, question: str, stream: Iterator[AnyRecord]) -> Outcome:
        answer: Answer | None = None
        plan: Plan | None = None
        try:
            for record in stream:
                answer = record if isinstance(record, Answer) else answer
                plan = record if isinstance(record, Plan) else plan
        except SciToolAgentError as error:
            return Outcome(Turn(question=question, status="refused", error=type(error).__name__), str(error))
        if answer is None:
            raise AssertionError(f"{question!r} had no answer")
        turn = Turn(
            question=question,
            status=answer.status,
            values=tuple(
                (self._kept(one.label), one.subject, self._kept(one.value), one.unit)
                for one in answer.values[:_MOST_VALUES]
            ),
            steps=tuple((step.tool, dict(step.arguments)) for step in plan.steps) if plan else (),
            saved=answer.saved,
            table=self._table(answer),
        )
        return Outcome(turn, "\n".join([answer.text, *answer.unmet, *answer.notes]))

    def _table(self, answer: Answer) -> dict[str, tuple[Any, ...]] | None:
        if not answer.tables:
            return None
        try:
            table = answer.table(store=self._agent.config.cache_dir / "tables")
        except TableError:
            return None
        return {name: tuple(map(self._kept, [*table.values(name)][:_MOST_ROWS])) for name in table.names}

    def _kept(self, value: Any) -> Any:
        """A value as it is kept: places in the working folder without the folder, which is another in each run."""
        made = rounded(value)
        if not isinstance(made, str):
            return made
        # What is said of today is kept for any day.
        return made.replace(f"{self._workspace.resolve()}/", "").replace(date.today().isoformat(), "<today>")


class Outcome:
    """What came of a question, and the words of the answer or of the refusal."""

    def __init__(self, turn: Turn, words: str) -> None:
        self.turn, self.words = turn, words

    def kept(self, before: Turn) -> Turn:
        """It as it is kept: with the words that are checked, and with steps and rows only where they were before."""
        return self.turn.model_copy(
            update={
                "says": tuple(one for one in before.says if self._has(one)),
                "lacks": tuple(one for one in before.lacks if not self._has(one)),
                "steps": self.turn.steps if before.steps else (),
                "table": self.turn.table if before.table is not None else None,
            }
        )

    def differences(self, wanted: Turn) -> list[str]:
        """How it differs from what is kept."""
        got = self.turn
        found = [
            f"{name} is {getattr(got, name)!r}, not {getattr(wanted, name)!r}"
            for name in ("status", "error", "saved")
            if getattr(got, name) != getattr(wanted, name)
        ]
        checked: list[tuple[str, Any, Any]] = [("values", got.values, wanted.values)]
        checked += [("steps", got.steps, wanted.steps)] if wanted.steps else []
        checked += [("table", got.table, wanted.table)] if wanted.table is not None else []
        tolerance = _TRAINED_TOLERANCE if _TRAINED in str(wanted) else _TOLERANCE
        for name, one, other in checked:
            if not alike(_plain(one), _plain(other), tolerance):
                found.append(f"{name} are {_plain(one)}, not {_plain(other)}")
        found += [f"it does not say {one!r}" for one in wanted.says if not self._has(one)]
        found += [f"it says {one!r}" for one in wanted.lacks if self._has(one)]
        return [*found, f"it says: {self.words}"] if found else []

    def _has(self, words: str) -> bool:
        if words.startswith("re:"):
            return re.search(words[3:], self.words) is not None
        return words.casefold() in self.words.casefold()


def rounded(value: Any) -> Any:
    """A value with as many digits as are compared; what JSON does not hold as its text."""
    if isinstance(value, float):
        return float(f"{value:.{_DIGITS}g}") if math.isfinite(value) else str(value)
    if isinstance(value, list | tuple):
        return [rounded(one) for one in value]
    if isinstance(value, dict):
        return {str(key): rounded(one) for key, one in value.items()}
    return value if value is None or isinstance(value, str | int) else str(value)


def alike(one: Any, other: Any, tolerance: float = _TOLERANCE) -> bool:
    """Whether two values of JSON are the same, numbers within the rounding."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, int | float) and isinstance(other, int | float):
        return math.isclose(one, other, rel_tol=tolerance, abs_tol=1e-300)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(
            alike(left, right, tolerance) for left, right in zip(one, other, strict=True)
        )
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(alike(one[key], other[key], tolerance) for key in one)
    if isinstance(one, str) and isinstance(other, str):
        return one == other or _alike_texts(one, other)
    return bool(one == other)


def _alike_texts(one: str, other: str) -> bool:
    """Whether two texts differ in the last digits of their numbers alone, as processors do; pictures count as one."""
    if one.startswith("<svg") and other.startswith("<svg"):
        return True
    first, second = _NUMBER.findall(one), _NUMBER.findall(other)
    if _NUMBER.sub("#", one) != _NUMBER.sub("#", other) or len(first) != len(second):
        return False
    return all(
        math.isclose(float(left), float(right), rel_tol=_LAST_DIGITS)
        for left, right in zip(first, second, strict=True)
        if left != right
    )


def _plain(value: Any) -> Any:
    return json.loads(json.dumps(value))
