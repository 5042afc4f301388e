"""Ask models the held-out questions of the solver's loop: rules off, and only what the model itself answered counts."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from scitoolagent.agent import Agent
from scitoolagent.config import Config
from scitoolagent.errors import ConfigError, SciToolAgentError
from scitoolagent.finetune.recording import is_same
from scitoolagent.llm import SOLVER, LanguageModel
from scitoolagent.records import Answer, AnswerValue
from scitoolagent.tool.units import UnitError, convert

_TOLERANCE = 1e-6


@dataclass(frozen=True, slots=True)
class HeldOutQuestion:
    """A held-out question: how its conversation ends, and the values that its answer must hold, each with its unit."""

    question: str
    kind: str
    ends: str
    gold: tuple[tuple[Any, str | None], ...]


def read_questions(data: Path, limit: int | None = None) -> list[HeldOutQuestion]:
    """The held-out questions of the solver.

    Raises:
        ConfigError: the file does not exist or was not written by `finetune data`.
    """
    path = data / f"heldout-{SOLVER}.jsonl"
    try:
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()[:limit]]
        found = [
            HeldOutQuestion(
                row["question"], row["kind"], row["ends"], tuple((one["value"], one["unit"]) for one in row["gold"])
            )
            for row in rows
        ]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ConfigError(f"{path} is no file of `scitoolagent finetune data` ({error})") from error
    if not found:
        raise ConfigError(f"{path} holds no question")
    return found


def judge_questions(
    data: Path, questions: Sequence[HeldOutQuestion], model: LanguageModel, config: Config
) -> list[bool]:
    """Whether a model answers each question correctly; no answer of its own counts as wrong.

    Args:
        data: the folder that `finetune data` wrote, with the files of the questions.
        questions: the questions.
        model: the model, which drives the loop as it is set up.
        config: the settings of the loop; rules, second reader and cache are off.
    """
    with TemporaryDirectory() as folder:
        changes: dict[str, Any] = {"rules": False, "small_model": False, "second_reader": False, "cache": False}
        changes |= {"data_dir": Path(folder) / "data", "cache_dir": Path(folder) / "cache", "knowledge_graph": ""}
        own = config.model_copy(update=changes)
        with Agent(own, data / "workspace", models={"planner": model}) as agent:
            return [is_right(one, _answer(agent, one.question), model.name) for one in questions]


def _answer(agent: Agent, question: str) -> Answer | None:
    try:
        records = list(agent.stream(question))
    except SciToolAgentError:
        return None
    return next((one for one in reversed(records) if isinstance(one, Answer)), None)


def is_right(question: HeldOutQuestion, answer: Answer | None, model: str) -> bool:
    """Whether an answer is the model's own, ends as it should, and holds all that it must."""
    if answer is None or answer.drafter != model:
        return False
    if question.ends != "answer":
        ends = "question" if answer.question else "answer" if answer.values else "refusal"
        return ends == question.ends
    values = list(answer.values)
    return answer.status == "complete" and all(
        any(_is_value(one, value, unit) for one in values) for gold, unit in question.gold for value in _leaves(gold)
    )


def _leaves(gold: Any) -> Iterator[Any]:
    """The values of a result one by one, as an answer has them; a list of plain values is one."""
    if isinstance(gold, Mapping):
        for value in gold.values():
            yield from _leaves(value)
    elif isinstance(gold, list) and any(isinstance(one, dict) for one in gold):
        for one in gold:
            yield from _leaves(one)
    else:
        yield gold


def _is_value(found: AnswerValue, value: Any, unit: str | None) -> bool:
    given = found.value
    if isinstance(value, bool) or not isinstance(value, int | float):
        return is_same(given, value)
    if isinstance(given, bool) or not isinstance(given, int | float):
        return False
    if unit and found.unit and found.unit != unit:
        try:
            given = convert(float(given), found.unit, unit)
        except UnitError:
            return False
    return math.isclose(given, value, rel_tol=_TOLERANCE, abs_tol=_TOLERANCE**2)
