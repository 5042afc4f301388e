"""Conversations of the solver's loop about the tasks of the tool graph: plans as programs, faults mended, refusals."""

from __future__ import annotations

import random
from typing import Any

from scitoolagent.config import Config
from scitoolagent.errors import PlanError
from scitoolagent.finetune.everyday import output_asked
from scitoolagent.finetune.faults import invent, plant
from scitoolagent.finetune.layout import Unprintable
from scitoolagent.finetune.programs import Printed, print_plan
from scitoolagent.finetune.recording import Conversation as Conversation
from scitoolagent.finetune.recording import Recorder, Script
from scitoolagent.finetune.said import answer_for, search_phrases
from scitoolagent.finetune.tasks import TrainingTask
from scitoolagent.records import Goal, Plan, Query, Reference
from scitoolagent.solver.search import ToolSearch
from scitoolagent.toolkg.graph import ToolGraph

_MENDED_SHARE, _INVENTED_SHARE = 0.2, 0.06
_LATER_SHARE, _DESCRIBED_SHARE = 0.2, 0.3


class Conversations:
    """Makes conversations about tasks.

    Args:
        graph: the tool graph.
        config: the settings of a run.
        recorder: runs the agent.
    """

    def __init__(self, graph: ToolGraph, config: Config, recorder: Recorder) -> None:
        self._graph, self._recorder = graph, recorder
        self._search = ToolSearch(graph, config)

    def make(self, task: TrainingTask, rng: random.Random) -> Conversation | str:
        """The conversation about a task, or why there is none."""
        if task.kind == "unknown":
            return self._refused(task)
        if task.plan is None or len(task.wanted) > len(task.calls):
            return "a part of the question has no answer"
        try:
            query = self._recorder.agent.recognise(task.question)
            printed = print_plan(self._graph, query, self._whole(task, task.plan), task.results)
        except (PlanError, Unprintable) as error:
            return f"not printed: {error}" if isinstance(error, Unprintable) else "the question cannot be read"
        return self._recorder.record(query, self._script(task, query, printed, rng))

    def _script(self, task: TrainingTask, query: Query, printed: Printed, rng: random.Random) -> Script:
        """What is said about a task: a fault first in some, the tool described in some, the answer later in some."""
        answer = answer_for(self._graph, query, printed, rng)
        phrases = [rng.choice(search_phrases(self._graph, self._graph.tools[name])) for name in printed.tools]
        broken, form = "", list[str]()
        drawn, at = rng.random(), 0
        if drawn < _MENDED_SHARE:
            broken = plant(self._graph, query, printed, rng)
            form += ["mended"] if broken else []
        elif drawn < _MENDED_SHARE + _INVENTED_SHARE:
            broken = invent(self._graph, printed, phrases)
            form += ["missing tool"] if broken else []
            at = 1
        turns: list[tuple[str, dict[str, Any]]] = [("program", {"code": broken, "answer": answer})] if broken else []
        if task.kind == "settings" and rng.random() < _DESCRIBED_SHARE:
            turns.append(("describe", {"names": list(printed.tools)[:2]}))
            form.append("described")
        if rng.random() < _LATER_SHARE:
            turns += [("program", {"code": printed.code}), ("answer", answer)]
            form.append("summary")
        else:
            turns.append(("program", {"code": printed.code, "answer": answer}))
        faults = int(bool(broken))
        return Script(turns, printed.tools, phrases, at if broken else 0, printed.wanted, faults, form=form)

    def _refused(self, task: TrainingTask) -> Conversation | str:
        """The conversation about what no tool gives: a search that finds nothing, and why there is no answer."""
        (thing,) = task.wanted
        try:
            query = self._recorder.agent.recognise(task.question)
        except PlanError:
            return "the question cannot be read"
        if self._search.find(thing, tuple({entity.type for entity in query.entities}), 1):
            return "search finds something for what no tool gives"
        text = f"No tool here gives the {thing}."
        turns: list[tuple[str, dict[str, Any]]] = [
            ("search", {"queries": [thing]}),
            ("answer", {"text": text, "problem": {"kind": "missing", "text": text}}),
        ]
        return self._recorder.record(query, Script(turns, ends="refusal", form=("refusal",)))

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
