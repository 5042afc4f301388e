"""Compare models on held-out tasks: the same prompts, the same decoding, exact tool paths, intervals."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scitoolagent.errors import ConfigError, ModelError
from scitoolagent.intervals import paired_gain, wilson
from scitoolagent.llm import LanguageModel, Message
from scitoolagent.planner.prompt import read_calls


@dataclass(frozen=True, slots=True)
class Item:
    """A held-out example: what is sent, and what the right answer is."""

    messages: tuple[Message, ...]
    schema: Mapping[str, Any]
    reply: str
    kind: str


@dataclass(frozen=True, slots=True)
class Score:
    """How often a model is right on a role: the count, and the Wilson interval of 95 %."""

    model: str
    right: int
    asked: int

    @property
    def share(self) -> float:
        return self.right / self.asked if self.asked else math.nan

    @property
    def interval(self) -> tuple[float, float]:
        """Not a number where nothing was asked."""
        return wilson(self.right, self.asked) if self.asked else (math.nan, math.nan)


def read_items(data: Path, role: str, limit: int | None = None) -> list[Item]:
    """The held-out examples of a role.

    Raises:
        ConfigError: the file is not there, or is none of `finetune data`.
    """
    path = data / f"heldout-{role}.jsonl"
    try:
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()[:limit]]
        items = [_item(row) for row in rows]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ConfigError(f"{path} is no file of `scitoolagent finetune data` ({error})") from error
    if not items:
        raise ConfigError(f"{path} holds no example")
    return items


def _item(row: dict[str, Any]) -> Item:
    *asked, answer = row["messages"]
    messages = tuple(Message(turn["role"], turn["content"]) for turn in asked)
    return Item(messages, row["schema"], str(answer["content"]), str(row["kind"]))


def judge(role: str, items: Sequence[Item], model: LanguageModel) -> list[bool]:
    """Whether a model answers each item rightly; one that does not answer is wrong."""
    verdicts = []
    for item in items:
        try:
            said = model.complete(role, item.messages, item.schema).data
        except ModelError:
            said = None
        verdicts.append(said is not None and _CORE[role](said) == _CORE[role](json.loads(item.reply)))
    return verdicts


def _plan_core(reply: Mapping[str, Any]) -> Any:
    """The tool path: the calls and what each works on, in any order that runs; the wording of `wanted` is free."""
    made: dict[str, Any] = {}
    for number, call in enumerate(read_calls(dict(reply)), start=1):
        made[f"step{number}"] = (call.tool, frozenset(made.get(name, name) for name in call.of))
    return Counter(made.values())


def _settings_core(reply: Mapping[str, Any]) -> Any:
    return dict(reply)


def _summary_core(reply: Mapping[str, Any]) -> Any:
    """The judgement of the goals; the wording is checked against the results at run time."""
    return sorted((goal["goal"], bool(goal["met"])) for goal in reply.get("goals", ()))


_CORE: dict[str, Callable[[Mapping[str, Any]], Any]] = {
    "planner": _plan_core,
    "executor": _settings_core,
    "summarizer": _summary_core,
}


def gain(base: Sequence[bool], tuned: Sequence[bool], seed: int = 0) -> tuple[float, float, float]:
    """The gain of a model over another on the same items, with its paired bootstrap interval of 95 %."""
    if not base or len(base) != len(tuned):
        raise ConfigError(f"{len(base)} and {len(tuned)} verdicts cannot be compared; ask both the same items")
    return paired_gain(base, tuned, seed)


def table(role: str, items: Sequence[Item], verdicts: Mapping[str, Sequence[bool]]) -> str:
    """A Markdown table of models on a role; the gain of each over the first."""
    lines = ["| role | model | right | share | 95 % | gain | 95 % |", "| --- | --- | --- | --- | --- | --- | --- |"]
    first = next(iter(verdicts.values()))
    for name, given in verdicts.items():
        score = Score(name, sum(given), len(items))
        low, high = score.interval
        more = "" if given is first else "{:+.1f} | {:+.1f} to {:+.1f}".format(*(100 * x for x in gain(first, given)))
        lines.append(
            f"| {role} | {name} | {score.right}/{score.asked} | {100 * score.share:.1f} % | "
            f"{100 * low:.1f} to {100 * high:.1f} | {more or ' | '} |"
        )
    return "\n".join(lines)
