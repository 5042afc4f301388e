"""Training examples of the three roles, with the exact messages that the roles send: they run on a capturing model."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import InvalidOperation
from typing import Any

from jsonschema import Draft202012Validator

from scitoolagent.config import Config
from scitoolagent.errors import ModelError, NoPathError
from scitoolagent.executor.fill import ModelFiller
from scitoolagent.llm import Message, Reply
from scitoolagent.planner import Planner
from scitoolagent.reading.by_model.offer import ENTRY, NOTHING, Claim, reader_reply
from scitoolagent.records import Plan, Query, Reference, StepResult, Usage
from scitoolagent.summarizer.model import write_answer
from scitoolagent.summarizer.plain import plain_answer
from scitoolagent.toolkg.graph import ToolGraph, ToolNode

_MOST_VALUES = 12
_NAME = "recorder"


class PromptCapture:
    """A model that gives a preset reply and keeps the first prompt it receives."""

    name = _NAME

    def __init__(self) -> None:
        self.expect("{}")

    def expect(self, reply: str) -> None:
        """Forget the last prompt; the next ones are answered with `reply`."""
        self.reply = reply
        self.messages: tuple[Message, ...] = ()
        self.schema: Mapping[str, Any] = {}
        self.asked = 0

    def complete(
        self,
        role: str,
        messages: Sequence[Message],
        schema: Mapping[str, Any] | None = None,
        max_tokens: int | None = None,
        stop: Sequence[str] = (),
    ) -> Reply:
        """The preset reply."""
        self.asked += 1
        if self.asked == 1:
            self.messages, self.schema = tuple(messages), schema or {}
        return Reply(self.reply, json.loads(self.reply), Usage(role=role, model=self.name))

    def fits(self) -> bool:
        """Whether the reply fits the schema that was sent with the prompt."""
        return bool(Draft202012Validator(self.schema).is_valid(json.loads(self.reply)))


@dataclass(frozen=True, slots=True)
class Example:
    """One training example: the messages of a role and the answer that the model should give."""

    role: str
    messages: tuple[Message, ...]
    reply: str
    schema: Mapping[str, Any]

    def row(self, task: str, kind: str) -> dict[str, Any]:
        """The example as chat data, with its task."""
        turns = [{"role": message.role, "content": message.content} for message in self.messages]
        return {
            "messages": [*turns, {"role": "assistant", "content": self.reply}],
            "role": self.role,
            "task": task,
            "kind": kind,
            "schema": self.schema,
        }


class Roles:
    """Runs planner, executor and summarizer on a model that captures their prompts.

    Args:
        graph: the tool graph.
        config: the settings of a run.
    """

    def __init__(self, graph: ToolGraph, config: Config) -> None:
        self._graph = graph
        self._recorder = PromptCapture()
        self._planner = Planner(graph, config.model_copy(update={"rules": True}), self._recorder)
        self._alone = Planner(graph, config.model_copy(update={"rules": False}), self._recorder)
        self._filler = ModelFiller(graph, self._recorder)

    def recognise(self, question: str) -> Query:
        """The question with its entities, as the planner reads it."""
        return self._planner.recognise(question)

    def read(self, query: Query, claims: Sequence[Claim], known: int = 0) -> tuple[Plan | None, Example | None]:
        """The plan of a question that the model reads, and the example; none where the planner does not take it.

        Args:
            query: the question, with its values.
            claims: what is asked, all of it.
            known: how many of the claims were read before, by rules; only the others are in the reply.
        """
        planner, rest = self._alone, tuple(claims)
        if known:
            query = self._heard(self._alone, query, claims[:known])
            if not query.reader:
                return None, None
            query = query.model_copy(update={"reader": "", "usage": (), "notes": ()})
            planner, rest = self._planner, _renamed(claims[known:], known)
        read = self._heard(planner, query, rest)
        if self._recorder.asked != 1 or not self._recorder.fits():
            return None, None
        example = Example("planner", self._recorder.messages, self._recorder.reply, self._recorder.schema)
        if all(claim.option == NOTHING for claim in claims):
            return None, example
        try:
            plan = planner.draft(read)
        except NoPathError:
            return None, None
        # The plan must give what is asked, all of it and no more.
        wanted = Counter(claim.option.partition(".")[0] for claim in claims if claim.option != NOTHING)
        return (plan, example) if read.reader and set(wanted) == self._given(plan) else (None, None)

    def _heard(self, planner: Planner, query: Query, claims: Sequence[Claim]) -> Query:
        """The question as a model reads it that says these claims."""
        self._recorder.expect(reader_reply(claims))
        return planner.understand(query)

    def _given(self, plan: Plan) -> set[str]:
        """The tools that give the goals of a plan, and those whose results other goals are asked of."""
        goals = [reference.step for goal in plan.goals if (reference := Reference.parse(goal.output))]
        return {plan.step(number).tool for number in goals if number is not None}

    def fill(self, query: Query, tool: ToolNode, settings: Mapping[str, Any], error: str = "") -> Example | None:
        """The executor's example for the settings of a call."""
        reply = json.dumps(dict(settings), separators=(",", ":"), ensure_ascii=False)
        self._recorder.expect(reply)
        try:
            filled = self._filler.fill(query, tool, {}, error)
        except ModelError:
            return None
        if filled is None or not self._recorder.fits():
            return None
        return Example("executor", self._recorder.messages, reply, self._recorder.schema)

    def summarize(
        self, query: Query, plan: Plan, results: tuple[StepResult, ...], rng: random.Random
    ) -> Example | None:
        """The summarizer's example; none where there is no result or the text fails the summarizer's own check."""
        plain = plain_answer(self._graph, query, plan, results, "")
        if not plain.values or len(plain.values) > _MOST_VALUES or plain.status == "blocked":
            return None
        reply = json.dumps(_summary(self._graph, plan, results, rng), separators=(",", ":"), ensure_ascii=False)
        self._recorder.expect(reply)
        try:
            write_answer(self._recorder, query, plan, results, plain)
        except InvalidOperation:  # the text of a fingerprint may parse as an enormous number
            return None
        if self._recorder.asked != 1 or not self._recorder.fits():
            return None
        return Example("summarizer", self._recorder.messages, reply, self._recorder.schema)


def _renamed(claims: Sequence[Claim], known: int) -> tuple[Claim, ...]:
    """Claims that stand behind others that were read before: those are asks, and the entries begin with them."""

    def name(of: str) -> str:
        number = int(of.removeprefix(ENTRY)) if of.startswith(ENTRY) else 0
        return of if not number else f"ask{number}" if number <= known else f"{ENTRY}{number - known}"

    return tuple(replace(claim, of=tuple(name(of) for of in claim.of)) for claim in claims)


def _summary(graph: ToolGraph, plan: Plan, results: tuple[StepResult, ...], rng: random.Random) -> dict[str, Any]:
    """The judgement of the goals, and sentences with placeholders for values."""
    ok = {result.step for result in results if result.status == "ok"}
    alone = Counter((goal.text, goal.about) for goal in plan.goals)
    first: dict[str, int] = {}
    said: dict[str, list[str]] = {}
    number = 0
    for goal in plan.goals:
        reference = Reference.parse(goal.output)
        if reference is None or reference.step not in ok:
            first.setdefault(goal.text, 0)
            continue
        number += 1
        first[goal.text] = first.get(goal.text) or number
        about = " and ".join(f"[{handle}]" for handle in goal.about)
        # Several outputs of a tool with one name are distinguished by type.
        name = goal.text if alone[goal.text, goal.about] == 1 else graph.types[goal.type].label
        said.setdefault(about, []).append(f"{name} is {{{number}}}")
    wanted = [*dict.fromkeys(goal.text for goal in plan.goals), *plan.missing]
    goals = [
        {"goal": place, "met": bool(first.get(text)), "result": first.get(text, 0)}
        for place, text in enumerate(wanted, 1)
    ]
    sentences = [_sentence(about, parts, rng) for about, parts in said.items()]
    lost = [text for text in wanted if not first.get(text)]
    if lost:
        sentences.append(f"Not found: {', '.join(lost)}.")
    return {"goals": goals, "text": " ".join(sentences)}


def _sentence(about: str, parts: list[str], rng: random.Random) -> str:
    listed = ", ".join(f"the {part}" for part in parts[:-1]) + (" and " if len(parts) > 1 else "") + f"the {parts[-1]}"
    if not about:
        return f"{listed[0].upper()}{listed[1:]}."
    return rng.choice((f"For {about}, {listed}.", f"Of {about}, {listed}."))
