"""Conversations of the solver's loop: the agent itself runs on a model that is told what to say, and is recorded.

What the model is shown – front, question, search, errors – is what the loop shows it; what it says is the program that
is printed from the plan of a task. A conversation is kept where the program gives the results of the task and nothing
of the question is left open.
"""

from __future__ import annotations

import json
import math
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from scitoolagent.agent import Agent
from scitoolagent.config import Config
from scitoolagent.errors import ModelError, PlanError, SafetyError
from scitoolagent.finetune.everyday import output_asked
from scitoolagent.finetune.faults import plant
from scitoolagent.finetune.layout import Unprintable
from scitoolagent.finetune.programs import Printed, Wanted, print_plan
from scitoolagent.finetune.said import answer_for, search_phrases
from scitoolagent.finetune.tasks import TrainingTask
from scitoolagent.llm import Message, Reply, ToolCall, ToolSpec
from scitoolagent.llm.forms import native_tool
from scitoolagent.records import Answer, AnyRecord, Goal, Plan, Query, Reference, StepResult, Usage, Value
from scitoolagent.solver.front import Front
from scitoolagent.solver.steps import PROGRAM
from scitoolagent.solver.stubs import Stubs, has_unit
from scitoolagent.solver.turns import SPECS
from scitoolagent.tool.units import UnitError, convert
from scitoolagent.toolkg.graph import ToolGraph

SOLVER = "solver"
FrontSize = Literal["whole", "topic", "rules"]
_NAME = "recorder"
_MENDED_SHARE = 0.2
_TOLERANCE = 1e-9
_SIGNATURE = re.compile(r"^(\w+)\(.*\) -> ", re.MULTILINE)
_FAILED = "The program did not run to its end"


@dataclass(frozen=True, slots=True)
class Conversation:
    """A conversation of the loop, up to the program that answers, with the functions that a model may call."""

    messages: tuple[Message, ...]
    form: str
    role: str = SOLVER

    def row(self, task: str, kind: str) -> dict[str, Any]:
        """The conversation as chat data, with its task; arguments of calls are objects, as chat templates take them."""
        return {
            "messages": [_turn(message) for message in self.messages],
            "tools": [native_tool(one) for one in SPECS],
            "role": self.role,
            "task": task,
            "kind": kind,
            "form": self.form,
        }


class Author:
    """A model that searches for the tools that it needs and is not shown, and then says what it is told to."""

    name = _NAME

    def __init__(self) -> None:
        self.expect((), (), ())

    def expect(self, tools: Sequence[str], phrases: Sequence[str], turns: Sequence[dict[str, Any]]) -> None:
        """Forget what was said; programs over these tools come next.

        Args:
            tools: those that it must have been shown before it writes a program.
            phrases: what it searches for, for each tool.
            turns: the arguments of its programs, the last of which answers.
        """
        self._tools, self._phrases, self._turns = tuple(tools), tuple(phrases), list(turns)
        self._searched = False
        self.messages: tuple[Message, ...] = ()

    @property
    def is_done(self) -> bool:
        """Whether all was said, so that the last message is the answer."""
        return bool(self.messages) and not self._turns

    def complete(
        self,
        role: str,
        messages: Sequence[Message],
        schema: Mapping[str, Any] | None = None,
        max_tokens: int | None = None,
        stop: Sequence[str] = (),
        tools: Sequence[ToolSpec] = (),
    ) -> Reply:
        """What it is to say next; a ModelError where it has nothing left, or searched without finding its tools."""
        shown = {name for message in messages[1:] for name in _SIGNATURE.findall(message.content)}
        queries = [said for tool, said in zip(self._tools, self._phrases, strict=True) if tool not in shown]
        number = sum(len(message.calls) for message in messages) + 1
        if queries and not self._searched:
            self._searched = True
            call = ToolCall("search", {"queries": list(dict.fromkeys(queries))}, f"call{number}")
        elif queries or not self._turns:
            # What was said is not the last word, or cannot be.
            self.messages = ()
            raise ModelError("there is nothing left to say")
        else:
            call = ToolCall(PROGRAM, self._turns.pop(0), f"call{number}")
        self.messages = (*messages, Message("assistant", "", (call,)))
        return Reply("", None, Usage(role=role, model=self.name), (call,))


class Conversations:
    """Records conversations about tasks; close it, since it has processes of its own.

    Args:
        graph: the tool graph.
        config: the settings of a run.
        workspace: the folder of the files that questions name.
        front: what of the front is kept: all of it, the rules with the tools of the topics at hand, or the rules alone.
    """

    def __init__(self, graph: ToolGraph, config: Config, workspace: Path, front: FrontSize = "whole") -> None:
        self._graph, self._size = graph, front
        self._front = Front(graph, Stubs(graph))
        self._author = Author()
        self._folder = TemporaryDirectory()
        changes: dict[str, Any] = {
            "rules": False,
            "small_model": False,
            "second_reader": False,
            "cache": False,
            "workers": 1,
        }
        changes |= {"name_service": None, "record_services": None, "fold_service": None, "knowledge_graph": ""}
        changes |= {"planner_model": None, "summarizer_model": None, "data_dir": Path(self._folder.name)}
        own = config.model_copy(update=changes)
        self._agent = Agent(own, workspace, models={"planner": self._author})

    def close(self) -> None:
        """End the processes, and remove the traces of the runs."""
        self._agent.close()
        self._folder.cleanup()

    def make(self, task: TrainingTask, rng: random.Random) -> Conversation | str:
        """The conversation about a task, or why there is none."""
        if task.plan is None or len(task.wanted) > len(task.calls):
            return "a part of the question has no answer"
        try:
            query = self._agent.recognise(task.question)
            printed = print_plan(self._graph, query, self._whole(task, task.plan), task.results)
        except (PlanError, Unprintable) as error:
            return f"not printed: {error}" if isinstance(error, Unprintable) else "the question cannot be read"
        answer = answer_for(self._graph, query, printed, rng)
        phrases = [rng.choice(search_phrases(self._graph, self._graph.tools[name])) for name in printed.tools]
        broken = plant(self._graph, query, printed, rng) if rng.random() < _MENDED_SHARE else ""
        turns = [{"code": code, "answer": answer} for code in (broken, printed.code) if code]
        self._author.expect(printed.tools, phrases, turns)
        return self._recorded(query, printed, bool(broken))

    def _whole(self, task: TrainingTask, plan: Plan) -> Plan:
        """The plan with all that everyday words ask for: of the outputs of a tool the rules took the first."""
        if not task.kind.startswith("everyday"):
            return plan
        goals: list[Goal] = []
        for goal in plan.goals:
            reference = Reference.parse(goal.output)
            tool = plan.step(reference.step).tool if reference is not None and reference.step is not None else ""
            goals.append(goal)
            if tool in task.tools and reference is not None and not output_asked(tool):
                ports = [port for port in self._graph.tools[tool].outputs if not self._graph.is_note(port.type)]
                goals += [goal.model_copy(update={"output": f"${reference.step}.{port.name}"}) for port in ports]
        return plan.model_copy(update={"goals": tuple(goals)})

    def _recorded(self, query: Query, printed: Printed, is_mended: bool) -> Conversation | str:
        """The conversation as it ran, where it ended well."""
        try:
            records = list(self._agent.stream(query))
        except (PlanError, SafetyError):
            records = []
        answer = records[-1] if records else None
        if not isinstance(answer, Answer) or answer.drafter != _NAME:
            return "a tool was not found, or the program failed"
        if answer.status == "blocked":
            return "stopped by the gate"
        if not self._author.is_done:
            return "the law found something open, or a fault was none"
        if answer.unmet or not _holds(records, printed.wanted):
            return "the results are others than those of the plan"
        messages = self._author.messages
        told = [message.content for message in messages if message.role == "tool"]
        if any(text.startswith(_FAILED) for text in told) != is_mended:
            return "the fault was none"
        form = ["search"] if len(told) > is_mended else []
        form += ["mended"] if is_mended else []
        return Conversation((self._head(printed), *messages[1:]), " and ".join(form) or "direct")

    def _head(self, printed: Printed) -> Message:
        """The front as the setting has it."""
        topics = {self._graph.tools[name].topic for name in printed.tools}
        only = {"whole": None, "topic": topics, "rules": ()}[self._size]
        return Message("system", self._front.fixed(only))


def _holds(records: Sequence[AnyRecord], wanted: Sequence[Wanted]) -> bool:
    """Whether the results of the program are what a plan gave."""
    outputs = next(
        (one.outputs for one in reversed(records) if isinstance(one, StepResult) and one.tool == PROGRAM), {}
    )
    return all(_is_gold(outputs, one) for one in wanted)


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
    return _is_same(value, json.loads(json.dumps(gold.value, default=str)))


def _is_same(one: Any, other: Any) -> bool:
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, int | float) and isinstance(other, int | float):
        return math.isclose(one, other, rel_tol=_TOLERANCE, abs_tol=_TOLERANCE)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_is_same, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_is_same(one[key], other[key]) for key in one)
    return bool(one == other)


def _turn(message: Message) -> dict[str, Any]:
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
