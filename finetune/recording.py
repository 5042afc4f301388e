"""Record conversations of the solver's loop: the agent itself runs on a model that is told what to say.

What the model is shown – front, question, search, errors – is what the loop shows it. A conversation is kept where it
ends as it should: with the values that it must give and nothing of the question open, with a refusal, or a question.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from scitoolagent.agent import Agent
from scitoolagent.config import Config
from scitoolagent.errors import PlanError, SafetyError
from scitoolagent.finetune.author import NAME, Author
from scitoolagent.finetune.programs import Wanted
from scitoolagent.llm import SOLVER, Message
from scitoolagent.llm.forms import native_tool
from scitoolagent.records import Answer, AnyRecord, Program, Query, Question, StepResult, Value
from scitoolagent.solver.steps import PROGRAM
from scitoolagent.solver.stubs import has_unit
from scitoolagent.solver.turns import SPECS
from scitoolagent.tool.units import UnitError, convert

FrontSize = Literal["whole", "topic", "rules"]
Ends = Literal["answer", "refusal", "question"]
_TOLERANCE = 1e-9
FAILED = "The program did not run to its end"


@dataclass(frozen=True, slots=True)
class Conversation:
    """A conversation of the loop, up to the call that ends it, with the functions that a model may call.

    `ends` says how, and `gold` are the values that its answer must hold.
    """

    messages: tuple[Message, ...]
    form: str
    ends: Ends = "answer"
    gold: tuple[Value, ...] = ()
    role: str = SOLVER

    def row(self, task: str, kind: str) -> dict[str, Any]:
        """The conversation as chat data, with its task; arguments of calls are objects, as chat templates take them."""
        return {
            "messages": [chat_turn(message) for message in self.messages],
            "tools": [native_tool(one) for one in SPECS],
            "role": self.role,
            "task": task,
            "kind": kind,
            "form": self.form,
            "ends": self.ends,
            "gold": [{"value": one.value, "unit": one.unit} for one in self.gold],
        }


@dataclass(frozen=True, slots=True)
class Script:
    """What the model says in a conversation, and how that must end.

    Attributes:
        turns: its calls, each the name of a function and the arguments.
        tools: those that it must have been shown before it goes on from turn `searches_at`.
        phrases: what it searches for, for each of them.
        searches_at: see `tools`.
        wanted: what the results of the last program must hold.
        faults: how many of its programs must fail.
        ends: with an answer, with a refusal to answer, or with a question back.
        replies: what a person says who is asked back.
        results: all that the last program must give; None where `wanted` says enough.
        form: what is special in it.
    """

    turns: Sequence[tuple[str, dict[str, Any]]]
    tools: Sequence[str] = ()
    phrases: Sequence[str] = ()
    searches_at: int = 0
    wanted: Sequence[Wanted] = ()
    faults: int = 0
    ends: Ends = "answer"
    replies: Sequence[str] = ()
    results: Mapping[str, Any] | None = None
    form: Sequence[str] = field(default_factory=tuple)


class Recorder:
    """Runs the agent on scripts; close it, since it has processes of its own.

    Args:
        config: the settings of a run.
        workspace: the folder of the files that questions name.
        front: what of the front the loop shows, as the setting `solver_front`.
    """

    def __init__(self, config: Config, workspace: Path, front: FrontSize = "whole") -> None:
        self._author, self._replies = Author(), list[str]()
        self._folder = TemporaryDirectory()
        changes: dict[str, Any] = {
            "rules": False,
            "small_model": False,
            "second_reader": False,
            "cache": False,
            "workers": 1,
            "solver_front": front,
            "data_dir": Path(self._folder.name) / "data",
            "cache_dir": Path(self._folder.name) / "cache",
        }
        changes |= {"name_service": None, "record_services": None, "fold_service": None, "knowledge_graph": ""}
        changes |= {"planner_model": None, "summarizer_model": None}
        own = config.model_copy(update=changes)
        self.agent = Agent(own, workspace, models={"planner": self._author}, question=self._reply)

    def close(self) -> None:
        """End the processes, and remove the traces of the runs."""
        self.agent.close()
        self._folder.cleanup()

    def _reply(self, question: Question) -> str | None:
        return self._replies.pop(0) if self._replies else None

    def record(self, query: Query, script: Script) -> Conversation | str:
        """The conversation as it ran, or why it is not kept."""
        self._author.expect(script.tools, script.phrases, script.turns, script.searches_at)
        self._replies = list(script.replies)
        try:
            records = list(self.agent.stream(query))
        except (PlanError, SafetyError):
            records = []
        answer = records[-1] if records else None
        if why := self._why_not(answer, script):
            return why
        is_gold = holds(records, script.wanted) and (script.results is None or gives(records, script.results))
        if script.ends == "answer" and not is_gold:
            return "the results are others than those of the plan"
        messages = self._author.messages
        told = [message.content for message in messages if message.role == "tool"]
        if sum(text.startswith(FAILED) for text in told) != script.faults:
            return "the fault was none"
        form = [*(["search"] if self._author.has_searched else []), *script.form]
        gold = tuple(one.gold for one in script.wanted)
        return Conversation(messages, " and ".join(form) or "direct", script.ends, gold)

    def _why_not(self, answer: AnyRecord | None, script: Script) -> str:
        """Why a conversation that ended so is not kept; empty where it may be."""
        if not isinstance(answer, Answer) or answer.drafter != NAME:
            return "a tool was not found, or the program failed"
        if answer.status == "blocked":
            return "stopped by the gate"
        if not self._author.is_done:
            return "the law found something open, or a fault was none"
        ends = "question" if answer.question else "answer" if answer.values else "refusal"
        if ends != script.ends:
            return f"it ends with {ends}"
        return "the results are others than those of the plan" if ends == "answer" and answer.unmet else ""


def holds(records: Sequence[AnyRecord], wanted: Sequence[Wanted]) -> bool:
    """Whether the results of the last program are what a plan gave."""
    outputs = next(
        (one.outputs for one in reversed(records) if isinstance(one, StepResult) and one.tool == PROGRAM), {}
    )
    return all(_is_gold(outputs, one) for one in wanted)


def gives(records: Sequence[AnyRecord], results: Mapping[str, Any]) -> bool:
    """Whether the last program gave just these results."""
    last = next((one.results for one in reversed(records) if isinstance(one, Program) and one.status == "ok"), None)
    return last is not None and is_same(json.loads(json.dumps(last)), json.loads(json.dumps(results)))


def _is_gold(outputs: Mapping[str, Value], wanted: Wanted) -> bool:
    key, *rest = wanted.path
    found = outputs.get(key)
    value: Any = found.value if found is not None else None
    for part in rest:
        value = value.get(part) if isinstance(value, dict) else None
    gold = wanted.gold
    if found is not None and found.unit and isinstance(value, int | float):
        if not has_unit(gold.unit):
            return False
        try:
            value = convert(float(value), found.unit, gold.unit or "1")
        except UnitError:
            return False
    return is_same(value, json.loads(json.dumps(gold.value, default=str)))


def is_same(one: Any, other: Any) -> bool:
    """Whether two values of JSON are the same but for the last digits of their numbers."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, int | float) and isinstance(other, int | float):
        return math.isclose(one, other, rel_tol=_TOLERANCE, abs_tol=_TOLERANCE)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(is_same, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(is_same(one[key], other[key]) for key in one)
    return bool(one == other)


def chat_turn(message: Message) -> dict[str, Any]:
    """A message as chat templates take it."""
    turn: dict[str, Any] = {"role": message.role, "content": message.content}
    if message.calls:
        turn["tool_calls"] = [
            {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
            for call in message.calls
        ]
    if message.role == "tool":
        turn["tool_call_id"] = message.call
    return turn
