"""Compare models on held-out tasks, with the same prompts and decoding, exact tool paths and intervals."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scitoolagent.errors import ConfigError, ModelError
from scitoolagent.intervals import paired_gain, wilson
from scitoolagent.llm import LanguageModel, Message


@dataclass(frozen=True, slots=True)
class HeldOutExample:
    """A held-out example: the prompt and the right answer."""

    messages: tuple[Message, ...]
    schema: Mapping[str, Any]
    reply: str
    kind: str


def read_items(data: Path, role: str, limit: int | None = None) -> list[HeldOutExample]:
    """The held-out examples of a role.

    Raises:
        ConfigError: the file does not exist or was not written by `finetune data`.
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


def _item(row: dict[str, Any]) -> HeldOutExample:
    *asked, answer = row["messages"]
    messages = tuple(Message(turn["role"], turn["content"]) for turn in asked)
    return HeldOutExample(messages, row["schema"], str(answer["content"]), str(row["kind"]))


def judge(role: str, items: Sequence[HeldOutExample], model: LanguageModel) -> list[bool]:
    """Whether a model answers each example correctly; no answer counts as wrong."""
    verdicts = []
    for item in items:
        try:
            said = model.complete(role, item.messages, item.schema).data
        except ModelError:
            said = None
        verdicts.append(said is not None and _CORE[role](said) == _CORE[role](json.loads(item.reply)))
    return verdicts


def _plan_core(reply: Mapping[str, Any]) -> Any:
    """What each piece of a question asks for; capitals do not matter, and of what asks for nothing only that."""
    return {
        name: {key: str(value).casefold() for key, value in said.items()} if said.get("term") else {}
        for name, said in reply.items()
    }


def _summary_core(reply: Mapping[str, Any]) -> Any:
    """The judgement of the goals; the text is checked against the results at run time instead."""
    return sorted((goal["goal"], bool(goal["met"])) for goal in reply.get("goals", ()))


_CORE: dict[str, Callable[[Mapping[str, Any]], Any]] = {
    "planner": _plan_core,
    "summarizer": _summary_core,
}


def parts(items: Sequence[HeldOutExample]) -> dict[str, list[int]]:
    """The places of the items of each part: all, those in words that training had, in others, and by labels."""
    every = range(len(items))
    found = {"": list(every)}
    for name, end in (("everyday words seen in training", "seen words"), ("everyday words not seen", "unseen words")):
        found[f", {name}"] = [place for place in every if items[place].kind == f"everyday, {end}"]
    found[", labels of the graph"] = [place for place in every if not items[place].kind.startswith("everyday")]
    return {name: places for name, places in found.items() if places}


def comparison_table(role: str, items: Sequence[object], verdicts: Mapping[str, Sequence[bool]]) -> str:
    """A Markdown table of models on a role, with the gain of each over the first."""
    lines = ["| role | model | right | share | 95 % | gain | 95 % |", "| --- | --- | --- | --- | --- | --- | --- |"]
    first = next(iter(verdicts.values()))
    for name, given in verdicts.items():
        right = sum(given)
        low, high = wilson(right, len(items))
        gain = (
            " | "
            if given is first
            else "{:+.1f} | {:+.1f} to {:+.1f}".format(*(100 * x for x in paired_gain(first, given)))
        )
        lines.append(
            f"| {role} | {name} | {right}/{len(items)} | {100 * right / len(items):.1f} % | "
            f"{100 * low:.1f} to {100 * high:.1f} | {gain} |"
        )
    return "\n".join(lines)
