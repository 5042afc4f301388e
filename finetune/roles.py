"""Training examples of the roles, with the exact messages that the roles send: they run on a capturing model."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import InvalidOperation
from functools import partial
from typing import Any

from jsonschema import Draft202012Validator

from scitoolagent.config import Config
from scitoolagent.errors import PlanError
from scitoolagent.finetune.everyday import NOTHING, Wanted
from scitoolagent.llm import Message, Reply, ToolSpec
from scitoolagent.planner import Planner
from scitoolagent.reading.by_model.short import ALL, EACH, operation_called
from scitoolagent.records import Plan, Query, Reference, StepResult, Usage
from scitoolagent.summarizer.model import write_answer
from scitoolagent.summarizer.plain import plain_answer
from scitoolagent.toolkg.graph import ToolGraph, ToolNode

_MOST_VALUES = 12
_NAME = "recorder"
_WORD = re.compile(r"\w+")

# What a model should say to some messages that ask for a schema, as JSON.
Answerer = Callable[[Sequence[Message], Mapping[str, Any]], dict[str, Any]]


class PromptCapture:
    """A model that gives the reply that it should, and keeps what it was asked."""

    name = _NAME

    def __init__(self) -> None:
        self.expect(lambda messages, schema: {})

    def expect(self, answerer: Answerer) -> None:
        """Forget what was asked; what comes next is answered so."""
        self._answerer = answerer
        self._examples: list[Example] = []

    def complete(
        self,
        role: str,
        messages: Sequence[Message],
        schema: Mapping[str, Any] | None = None,
        max_tokens: int | None = None,
        stop: Sequence[str] = (),
        tools: Sequence[ToolSpec] = (),
    ) -> Reply:
        """The reply that it should give."""
        data = self._answerer(messages, schema or {})
        text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
        self._examples.append(Example(role, tuple(messages), text, schema or {}))
        return Reply(text, data, Usage(role=role, model=self.name))

    def example(self) -> Example | None:
        """The example; none where nothing was asked, more than once, or the reply fits no schema."""
        return self._examples[0] if len(self._examples) == 1 and self._examples[0].fits() else None


@dataclass(frozen=True, slots=True)
class Example:
    """One training example: the messages of a role and the answer that the model should give."""

    role: str
    messages: tuple[Message, ...]
    reply: str
    schema: Mapping[str, Any]

    def fits(self) -> bool:
        """Whether the reply fits the schema that was sent with the prompt."""
        return bool(Draft202012Validator(self.schema).is_valid(json.loads(self.reply)))

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
    """Runs planner and summarizer on a model that captures their prompts.

    Args:
        graph: the tool graph.
        config: the settings of a run.
    """

    def __init__(self, graph: ToolGraph, config: Config) -> None:
        self._graph = graph
        self._recorder = PromptCapture()
        self._planner = Planner(graph, config.model_copy(update={"rules": True, "small_model": True}), self._recorder)

    def recognise(self, question: str) -> Query:
        """The question with its entities, as the planner reads it."""
        return self._planner.recognise(question)

    def read(self, query: Query, wanted: Sequence[Wanted]) -> tuple[Plan | None, Example | None]:
        """The plan of a question, and what the model had to say for it where the rules left something.

        No plan where the rules and the model together do not come to just what is wanted; no example either, then.

        Args:
            query: the question, with its values.
            wanted: what is asked, all of it.
        """
        asked = [one for one in wanted if one.option != NOTHING]
        tools = {one.option.partition(".")[0] for one in asked} | {name for one in asked for name, _ in one.then}
        for named in (self._label, _by_name):
            self._recorder.expect(partial(self._terms, wanted=wanted, named=named))
            read = self._planner.understand(query)
            example = self._recorder.example()
            if not asked:
                return None, example if not read.reader else None
            try:
                plan = self._planner.draft(read)
            except PlanError:  # no way to it, or values that are not added up
                continue
            # The plan must give what is asked, all of it and no more.
            if tools == self._given(plan):
                return plan, example
        return None, None

    def _terms(
        self,
        messages: Sequence[Message],
        schema: Mapping[str, Any],
        wanted: Sequence[Wanted],
        named: Callable[[ToolNode, str], str],
    ) -> dict[str, Any]:
        """What the pieces of a question ask for, as a small model is to say it."""
        lines = [line.partition(" ") for line in messages[-1].content.splitlines()]
        words = {name: json.loads(rest) for name, _, rest in lines if name in schema["properties"]}
        reply: dict[str, Any] = {}
        for name, choices in schema["properties"].items():
            one = _asking(words[name], wanted)
            tool, _, output = one.option.partition(".") if one else (NOTHING, "", "")
            term = "" if tool == NOTHING else named(self._graph.tools[tool], output)
            done = operation_called(one.then) if one and term else EACH
            usual = {"term": term, "of": ALL, "then": done}
            reply[name] = {key: usual[key] for key in choices["properties"]}
        return reply

    def _label(self, tool: ToolNode, output: str) -> str:
        """What a text book calls a result of a tool."""
        ports = [port for port in tool.outputs if not self._graph.is_note(port.type)]
        (port, *_) = [port for port in ports if port.name == output] or ports
        return self._graph.types[port.type].label

    def _given(self, plan: Plan) -> set[str]:
        """The tools that give the goals of a plan, and those whose results other goals are asked of."""
        goals = [reference.step for goal in plan.goals if (reference := Reference.parse(goal.output))]
        return {plan.step(number).tool for number in goals if number is not None}

    def summarize(
        self, query: Query, plan: Plan, results: tuple[StepResult, ...], rng: random.Random
    ) -> Example | None:
        """The summarizer's example; none where there is no result or the text fails the summarizer's own check."""
        plain = plain_answer(self._graph, query, plan, results, "")
        if not plain.values or len(plain.values) > _MOST_VALUES or plain.status == "blocked":
            return None
        summary = _summary(self._graph, plan, results, rng)
        self._recorder.expect(lambda messages, schema: summary)
        try:
            write_answer(self._recorder, query, plan, plain)
        except InvalidOperation:  # the text of a fingerprint may parse as an enormous number
            return None
        return self._recorder.example()


def _by_name(tool: ToolNode, output: str) -> str:
    """The name of a tool, in words."""
    return tool.name.replace("_", " ")


def _asking(words: str, wanted: Sequence[Wanted]) -> Wanted | None:
    """What asks by some words: that which shares most of them; None where none does."""
    said = set(_WORD.findall(words.casefold()))
    shared = [(len(said & set(_WORD.findall(one.words.casefold()))), one) for one in wanted]
    most, best = max(shared, key=lambda one: one[0], default=(0, None))
    return best if most else None


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
