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
from scitoolagent.errors import ModelError, PlanError
from scitoolagent.executor.fill import ModelFiller
from scitoolagent.llm import Message, Reply
from scitoolagent.planner import Planner
from scitoolagent.reading.by_model.offer import ENTRY, NOTHING, Claim, reader_reply, search_reply
from scitoolagent.records import Plan, Query, Reference, StepResult, Usage
from scitoolagent.summarizer.model import write_answer
from scitoolagent.summarizer.plain import plain_answer
from scitoolagent.toolkg.graph import ToolGraph, ToolNode

_MOST_VALUES = 12
_NAME = "recorder"
_SHUFFLED_SHARE = 0.5
# What the lines above the tools and above the operations say in a planner's message.
_TOOLS, _OPERATIONS = "tools:", "operations:"


class PromptCapture:
    """A model that gives preset replies, the last of them for ever, and keeps what it was asked for each."""

    name = _NAME

    def __init__(self) -> None:
        self.expect("{}")

    def expect(self, *replies: str) -> None:
        """Forget what was asked; the next questions are answered with `replies`."""
        self.replies = replies
        self.turns: list[tuple[tuple[Message, ...], Mapping[str, Any]]] = []

    def complete(
        self,
        role: str,
        messages: Sequence[Message],
        schema: Mapping[str, Any] | None = None,
        max_tokens: int | None = None,
        stop: Sequence[str] = (),
    ) -> Reply:
        """The next preset reply."""
        self.turns.append((tuple(messages), schema or {}))
        text = self.replies[min(len(self.turns), len(self.replies)) - 1]
        return Reply(text, json.loads(text), Usage(role=role, model=self.name))

    def examples(self, role: str) -> tuple[Example, ...]:
        """An example for each reply; none where one was not asked for, was asked for again, or fits no schema."""
        if len(self.turns) != len(self.replies):
            return ()
        made = tuple(
            Example(role, messages, reply, schema)
            for (messages, schema), reply in zip(self.turns, self.replies, strict=True)
        )
        return made if all(example.fits() for example in made) else ()


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

    def shuffled(self, rng: random.Random) -> Example:
        """The example with the tools of its list in another order, in one of two cases.

        The ranking puts the tool that a label names first, so that a model would learn to take the first one.
        """
        *before, asked = self.messages
        lines = asked.content.split("\n")
        if rng.random() > _SHUFFLED_SHARE or _TOOLS not in lines:
            return self
        first = lines.index(_TOOLS) + 1
        last = lines.index(_OPERATIONS) if _OPERATIONS in lines else len(lines)
        content = "\n".join([*lines[:first], *rng.sample(lines[first:last], last - first), *lines[last:]])
        return replace(self, messages=(*before, replace(asked, content=content)))

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

    def read(
        self, query: Query, claims: Sequence[Claim], known: int = 0, helped: bool = False
    ) -> tuple[Plan | None, tuple[Example, ...]]:
        """The plan of a question that the model reads, and the examples; none where the planner does not take it.

        A tool that is not on the list is searched by its label first, which is an example of its own.

        Args:
            query: the question, with its values.
            claims: what is asked, all of it.
            known: how many of the claims were read before, by rules; only the others are in the reply.
            helped: whether the rules read the question first, and the model what they leave.
        """
        planner, rest = self._planner if helped else self._alone, tuple(claims)
        if known:
            query = self._heard(self._alone, query, reader_reply(claims[:known]))
            if not query.reader:
                return None, ()
            query = query.model_copy(update={"reader": "", "usage": (), "notes": ()})
            planner, rest = self._planner, _renamed(claims[known:], known)
        read = self._heard(planner, query, reader_reply(rest))
        examples = self._recorder.examples("planner")
        if not examples and (sought := self._sought(rest)):
            read = self._heard(planner, query, search_reply(sought), reader_reply(rest))
            examples = self._recorder.examples("planner")
        asked = [claim for claim in claims if claim.option != NOTHING]
        if not examples or not asked:
            return None, examples
        try:
            plan = planner.draft(read)
        except PlanError:  # no way to it, or values that are not added up
            return None, ()
        # The plan must give what is asked, all of it and no more.
        wanted = {claim.option.partition(".")[0] for claim in asked} | {name for one in asked for name, _ in one.then}
        return (plan, examples) if read.reader and wanted == self._given(plan) else (None, ())

    def _sought(self, claims: Sequence[Claim]) -> list[str]:
        """What the tools that a model was not shown are called; none where it was shown them all, or nothing."""
        if not self._recorder.turns:
            return []
        _, schema = self._recorder.turns[0]
        shown = schema["properties"]["asks"]["items"]["properties"]["tool"]["enum"]
        missing = [claim.option.partition(".")[0] for claim in claims if claim.option not in shown]
        return [self._label(self._graph.tools[name]) for name in dict.fromkeys(missing)]

    def _label(self, tool: ToolNode) -> str:
        """What a text book calls the result of a tool; the tool's own name where others give the same."""
        (port, *others) = [port for port in tool.outputs if not self._graph.is_note(port.type)]
        alone = not others and len(self._graph.producers(port.type)) == 1
        return self._graph.types[port.type].label if alone else tool.name.replace("_", " ")

    def _heard(self, planner: Planner, query: Query, *replies: str) -> Query:
        """The question as a model reads it that gives these replies."""
        self._recorder.expect(*replies)
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
        examples = self._recorder.examples("executor")
        return examples[0] if filled is not None and examples else None

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
            write_answer(self._recorder, query, plan, plain)
        except InvalidOperation:  # the text of a fingerprint may parse as an enormous number
            return None
        return next(iter(self._recorder.examples("summarizer")), None)


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
