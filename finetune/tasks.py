"""Make one task: a question whose answer is known from running the tools, and the examples of the roles for it."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scitoolagent.config import Config
from scitoolagent.errors import PlanError
from scitoolagent.finetune.entities import EntityPool, Split
from scitoolagent.finetune.everyday import NOTHING, EverydayMaker, Wanted
from scitoolagent.finetune.leakage import Leakage
from scitoolagent.finetune.negatives import NegativeMaker, NegativeQuestion
from scitoolagent.finetune.paths import Call, PathSampler, Setting, Sketch
from scitoolagent.finetune.roles import Example, Roles
from scitoolagent.finetune.running import PlanRunner
from scitoolagent.finetune.wording import on_handles, put_into_words, shown_setting
from scitoolagent.records import Plan, Query, Record, Reference, Request, StepResult
from scitoolagent.tool.registry import load_registry
from scitoolagent.toolkg.graph import ToolGraph, ToolNode

_MOST_STEPS = 8
_TRIES = 40
_FAILED_SHARE = 0.3
# The planner learns from words that no label holds, which are in everyday and in negative tasks.
_KINDS = {"path": 0.34, "settings": 0.05, "negative": 0.13, "everyday": 0.45, "screened": 0.03}
# They take a second or more per call; tools of the same types teach their plans.
SLOW = frozenset({"site_neighbors", "fraggle_fragments", "oxidation_states", "framework_bridges"})


class TrainingTask(Record):
    """A question with its plan and results; `plan` is None where the right answer is to plan nothing."""

    id: str
    kind: str
    question: str
    wanted: tuple[str, ...]
    calls: tuple[tuple[str, tuple[str, ...]], ...]
    plan: Plan | None = None
    results: tuple[StepResult, ...] = ()

    @property
    def tools(self) -> tuple[str, ...]:
        """The tools of the calls, in order."""
        return tuple(tool for tool, _ in self.calls)

    @property
    def plan_tools(self) -> tuple[str, ...]:
        """The tools of the plan's steps, conversions in between included."""
        return tuple(step.tool for step in self.plan.steps) if self.plan else ()


@dataclass(frozen=True, slots=True)
class MadeTask:
    """A task with its examples, or the reason why it was dropped."""

    task: TrainingTask | None
    examples: tuple[Example, ...] = ()
    dropped: str = ""


Rewrite = Callable[[str, random.Random], str]


class TaskMaker:
    """Makes tasks, each determined by the seed and its number.

    Args:
        graph: the tool graph.
        config: the settings of a run.
        leakage: what evaluation files hold.
        workspace: the folder of the structure files.
        split: training or held-out tasks.
        seed: the random seed of all tasks.
        rewrite: paraphrases a question with placeholders such as `[e1]`; only templates are used when left out.
    """

    def __init__(
        self,
        graph: ToolGraph,
        config: Config,
        leakage: Leakage,
        workspace: Path,
        split: Split,
        seed: int,
        rewrite: Rewrite | None = None,
    ) -> None:
        self._graph = graph
        self._leakage = leakage
        self._split = split
        self._seed = seed
        self._rewrite = rewrite
        self._roles = Roles(graph, config)
        self._runner = PlanRunner(graph, workspace)
        examples = {spec.name: spec.example for spec in load_registry()}
        self._sampler = PathSampler(graph, EntityPool(leakage, split, workspace), usable_tools(graph), examples)
        self._negatives = NegativeMaker(graph, self._sampler)
        self._words = EverydayMaker(graph, self._sampler, split)
        self._set = [tool for tool in self._sampler.tools if self._sampler.setting_ports(tool)]
        # Only molecules are hazards here; random sequences are not.
        self._screened = [
            tool
            for tool in self._sampler.tools
            if tool.safety != "open" and any(port.type == "Smiles" for port in tool.required)
        ]

    def make(self, number: int) -> MadeTask:
        """The task of a number."""
        rng = random.Random(f"{self._seed}/{self._split}/{number}")
        task = f"{self._split}-{self._seed}-{number}"
        kind = rng.choices(list(_KINDS), list(_KINDS.values()))[0]
        if kind == "negative":
            return self._negative(task, number, rng)
        if kind == "everyday":
            return self._everyday(task, number, rng)
        tools = {"path": self._sampler.tools, "settings": self._set, "screened": self._screened}[kind]
        anchor = _in_turn(tools, number)
        ways = {"path": self._sampler.sample, "settings": self._with_settings, "screened": self._hazardous}
        sketch = ways[kind](anchor, rng)
        if sketch is None:
            return MadeTask(None, dropped="no values for the tool")
        return self._positive(task, sketch, rng)

    def _hazardous(self, tool: ToolNode, rng: random.Random) -> Sketch | None:
        """A sketch about a value that the gate stops, if one is drawn; its plan is training data like any other."""
        found = None
        for _ in range(_TRIES):
            found = self._sampler.sample(tool, rng) or found
            if found and any(self._runner.stops(given.type, given.text) for given in found.givens):
                break
        return found

    def _with_settings(self, tool: ToolNode, rng: random.Random) -> Sketch | None:
        sketch = self._sampler.sample(tool, rng)
        settings = self._sampler.settings(tool, rng, share=0.7)
        if sketch is None or not settings:
            return None
        ports = self._sampler.value_ports(tool)
        takes = 1 if len(ports) == 1 and not ports[0].many else len(sketch.givens)
        handles = tuple(f"e{place}" for place in range(1, takes + 1))
        if sketch.calls[0].tool != tool.name:
            return None
        return Sketch("single", sketch.givens[:takes], (Call(tool.name, handles),), settings)

    def _positive(self, task: str, sketch: Sketch, rng: random.Random) -> MadeTask:
        wording = put_into_words(self._graph, sketch, rng)
        if len(set(wording.wanted)) < len(wording.wanted):
            return MadeTask(None, dropped="two tools by one phrase")
        template = self._rewrite(wording.template, rng) if self._rewrite else wording.template
        asked = NegativeQuestion(template, sketch.givens, wording.wanted, sketch.calls)
        query = self._read(asked)
        if isinstance(query, str):
            return MadeTask(None, dropped=query)
        calls = on_handles(sketch.calls, tuple(entity.handle for entity in query.entities))
        plan, example = self._roles.read(query, _wanted(calls, wording.wanted))
        if plan is None:
            return MadeTask(None, dropped="the planner would not take the plan")
        if len(plan.steps) > _MOST_STEPS or not self._settings_kept(query, plan, sketch.settings, calls[0].tool):
            return MadeTask(None, dropped="a setting is read otherwise, or the plan is too long")
        results = self._runner.run(query, plan)
        kind = _kind_of(sketch, results)
        if kind == "failed" and rng.random() > _FAILED_SHARE:
            return MadeTask(None, dropped="a tool fails on the value")
        record = TrainingTask(
            id=task,
            kind=kind,
            question=query.text,
            wanted=wording.wanted,
            calls=tuple((call.tool, call.of) for call in calls),
            plan=plan,
            results=results,
        )
        # The rules sometimes take the name of a setting for an unmet goal; the model must not learn that.
        summary = None if plan.missing else self._roles.summarize(query, plan, results, rng)
        return MadeTask(record, tuple(found for found in (example, summary) if found is not None))

    def _settings_kept(self, query: Query, plan: Plan, settings: tuple[Setting, ...], tool: str) -> bool:
        """Whether the plan has every setting of the question, and no other."""
        given = {setting.port.name for setting in settings}
        for step in (step for step in plan.steps if step.tool == tool):
            for setting in settings:
                read = step.arguments.get(setting.port.name)
                reference = Reference.parse(read)
                if reference is not None and reference.is_quantity:
                    same = query.text_of(reference.name) == shown_setting(self._graph, setting)
                else:
                    same = read == setting.value
                if not same:
                    return False
            if {name for name, value in step.arguments.items() if not _is_reference(value)} - given:
                return False
        return True

    def _negative(self, task: str, number: int, rng: random.Random) -> MadeTask:
        kind, asked = self._negatives.make(_in_turn(self._sampler.tools, number), rng)
        if asked is None:
            return MadeTask(None, dropped="no such negative for the tool")
        query = self._read(asked)
        if isinstance(query, str):
            return MadeTask(None, dropped=query)
        if kind == "unknown" and any(ask.what for ask in (query.request or Request()).asks):
            return MadeTask(None, dropped="the unknown property is known")
        handles = tuple(entity.handle for entity in query.entities)
        calls = on_handles(asked.calls, handles)
        nothing = [Wanted(thing, NOTHING) for thing in asked.wanted[len(calls) :]]
        plan, example = self._roles.read(query, (*_wanted(calls, asked.wanted), *nothing))
        if example is None or (calls and plan is None):
            return MadeTask(None, dropped="the planner would not take the plan")
        results = self._runner.run(query, plan) if plan else ()
        record = TrainingTask(
            id=task,
            kind=kind,
            question=query.text,
            wanted=asked.wanted,
            calls=tuple((call.tool, call.of) for call in calls),
            plan=plan,
            results=results,
        )
        summary = None
        if plan and any(asked.wanted[-1] in missing for missing in plan.missing):
            summary = self._roles.summarize(query, plan, results, rng)
        return MadeTask(record, (example, *([summary] if summary else ())))

    def _everyday(self, task: str, number: int, rng: random.Random) -> MadeTask:
        """A task in words that no label holds: only the planner learns from it."""
        asked = self._words.make(_in_turn(self._words.tools, number), rng)
        if asked is None:
            return MadeTask(None, dropped="no such everyday question for the tool")
        query = self._read(NegativeQuestion(asked.template, asked.givens, ()))
        if isinstance(query, str):
            return MadeTask(None, dropped=query)
        handles = tuple(entity.handle for entity in query.entities)
        known = [one for one in asked.wanted if one.option != NOTHING]
        plan, example = self._roles.read(query, asked.wanted)
        if example is None or (known and plan is None):
            return MadeTask(None, dropped="the planner would not take the plan")
        record = TrainingTask(
            id=task,
            kind=f"everyday, {'unseen' if asked.unseen else 'seen'} words",
            question=query.text,
            wanted=tuple(one.words for one in asked.wanted),
            calls=tuple((one.option.partition(".")[0], handles) for one in known),
            plan=plan,
            results=self._runner.run(query, plan) if plan else (),
        )
        return MadeTask(record, (example,))

    def _read(self, asked: NegativeQuestion) -> Query | str:
        """The question with its entities, or why it is dropped."""
        question = asked.question()
        try:
            query = self._roles.recognise(question)
        except PlanError:
            return "the question cannot be read"
        found = [(entity.type, entity.text) for entity in query.entities]
        if sorted(found) != sorted((given.type, given.text) for given in asked.givens):
            return "its values are not recognised"
        # Handles are numbered in the order of the text, which may differ from the order in the template.
        if found != [(given.type, given.text) for given in asked.givens]:
            return "its values are in another order"
        if why := self._leakage.why(question):
            return f"leak ({why})"
        if self._runner.refuses(query):
            return "refused for its hazard, before any model"
        return query


def _wanted(calls: Sequence[Call], words: Sequence[str]) -> tuple[Wanted, ...]:
    """What calls give, each with the words that ask for it."""
    return tuple(Wanted(said, call.tool) for call, said in zip(calls, words, strict=False))


def usable_tools(graph: ToolGraph) -> list[str]:
    """The tools that tasks may call: fast ones without external requirements, which work on values of one kind."""
    return [
        tool.name
        for tool in graph.tools.values()
        if not tool.requires and tool.name not in SLOW and not graph.is_generic(tool)
    ]


def _in_turn(tools: list[ToolNode], number: int) -> ToolNode:
    """The tools, equally often, in an order that changes from round to round."""
    turn, place = divmod(number, len(tools))
    return random.Random(turn).sample(tools, len(tools))[place]


def _is_reference(value: Any) -> bool:
    items = value if isinstance(value, list) else [value]
    return all(isinstance(item, str) and item.startswith("$") for item in items)


def _kind_of(sketch: Sketch, results: tuple[StepResult, ...]) -> str:
    states = {result.status for result in results}
    if "blocked" in states:
        return "hazard"
    return "failed" if states != {"ok"} else "settings" if sketch.settings else sketch.shape
