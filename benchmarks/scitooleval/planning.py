"""Score plans against SciToolEval's reference paths, by the published rule and by a typed one.

Published: the ordered list of tools is equal, names mapped through the tools' `also` names.

Typed: the plan computes the same goals from the same kind of entities. The calls that compute are the same, as often,
each about something else, in any order that runs; conversions between notations of one molecule are free, as long as
they start from the notation that is given and, when the question is nothing but a conversion, end in the one asked.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from scitoolagent.benchmarks.answering import Outcome
from scitoolagent.benchmarks.rows import Question
from scitoolagent.records import Plan, Query, Reference, Step
from scitoolagent.toolkg.graph import ToolGraph, ToolNode

_STRUCTURE = "Smiles"
_QUOTES = " \t\n'\"`.,"


@dataclass(frozen=True, slots=True)
class PlanScore:
    """A plan and the reference path, both as tool names here; `covered`: all tools of the reference exist here."""

    reference: tuple[str, ...]
    planned: tuple[str, ...]
    covered: bool
    published: bool
    typed: bool
    why: str = ""


def names_here(graph: ToolGraph) -> dict[str, str]:
    """Map the original's tool names and our own to our tools."""
    found = {name: name for name in graph.tools}
    for tool in graph.tools.values():
        for name in tool.also:
            found.setdefault(name, tool.name)
    return found


def mapped(path: tuple[str, ...], names: dict[str, str]) -> tuple[str, ...]:
    """The reference path in tools here; two tools of the original that are one here are one call, not two."""
    first: dict[str, str] = {}
    found = []
    for original in path:
        here = names.get(original, f"no {original}")
        if first.setdefault(here, original) == original:
            found.append(here)
    return tuple(found)


def topic_of(graph: ToolGraph, names: dict[str, str], path: tuple[str, ...]) -> str:
    """The domain of a question: the topic of the last tool of its path that exists here."""
    here = [names[name] for name in path if name in names]
    return graph.tools[here[-1]].topic if here else "not covered"


class PlanScorer:
    """Scores plans over one tool graph."""

    def __init__(self, graph: ToolGraph) -> None:
        self._graph = graph
        self._names = names_here(graph)
        conversions = [tool for tool in graph.tools.values() if _converts(tool)]
        notations = {tool.required[0].type for tool in conversions if tool.outputs[0].type == _STRUCTURE}
        self._notations = notations | {_STRUCTURE}
        self._converters = {
            tool.name
            for tool in conversions
            if tool.required[0].type in self._notations and tool.outputs[0].type in self._notations
        }

    def score(self, question: Question, outcome: Outcome) -> PlanScore:
        """Compare a plan with the reference path; a missing plan is wrong."""
        reference = mapped(question.path, self._names)
        covered = bool(reference) and all(name in self._graph.tools for name in reference)
        plan = outcome.plan
        planned = tuple(step.tool for step in plan.steps) if plan else ()
        why = self._difference(question, reference, plan, outcome.query) if covered else "tools that are not here"
        return PlanScore(reference, planned, covered, bool(planned) and planned == reference, not why, why)

    def _difference(
        self, question: Question, reference: tuple[str, ...], plan: Plan | None, query: Query | None
    ) -> str:
        """How the plan differs from the reference by the typed rule; empty when it does not."""
        if plan is None:
            return "no plan"
        if unknown := [step.tool for step in plan.steps if step.tool not in self._graph.tools]:
            return f"unknown tool {unknown[0]}"
        wanted = Counter(name for name in reference if name not in self._converters)
        calls = [(step.tool, _leaves(plan, step)) for step in plan.steps if step.tool not in self._converters]
        got = Counter(tool for tool, _ in calls)
        if wanted != got:
            return f"missing {_list(wanted - got)}, extra {_list(got - wanted)}"
        if len(set(calls)) < len(calls):
            return "the same call twice"
        if not wanted and not self._ends_alike(reference, plan):
            return "another notation than the one asked"
        return self._sources(question, reference, plan, query)

    def _ends_alike(self, reference: tuple[str, ...], plan: Plan) -> bool:
        wanted = self._graph.tools[reference[-1]].outputs[0].type
        return any(self._graph.tools[step.tool].outputs[0].type == wanted for step in plan.steps)

    def _sources(self, question: Question, reference: tuple[str, ...], plan: Plan, query: Query | None) -> str:
        """Whether the conversions start from the question's entities: as many of each notation, same values."""
        wanted = Counter(kind for name in reference if (kind := self._head(name)))
        leaves = {leaf for step in plan.steps if self._head(step.tool) for leaf in _leaves(plan, step)}
        got = Counter(
            kind
            for leaf in leaves
            for kind in {self._head(step.tool) for step in plan.steps if _leaves(plan, step) == (leaf,)}
            if kind
        )
        if wanted != got:
            return f"starts from {_list(got) or 'nothing'} instead of {_list(wanted) or 'a structure'}"
        if question.parameter and query is not None:
            texts = {_plain(entity.text) for entity in query.entities if f"${'query'}.{entity.handle}" in leaves}
            if texts - {_plain(question.parameter)}:
                return "works on something else than the parameter"
        return ""

    def _head(self, name: str) -> str:
        """The input notation of a conversion; empty for other tools and for those that take any structure."""
        if name not in self._converters:
            return ""
        kind = self._graph.tools[name].required[0].type
        return "" if kind == _STRUCTURE else kind


def _converts(tool: ToolNode) -> bool:
    one = len(tool.required) == 1 and bool(tool.outputs)
    return one and tool.operation == "Conversion" and tool.required[0].type != tool.outputs[0].type


def _leaves(plan: Plan, step: Step) -> tuple[str, ...]:
    """The handles and literals that a step depends on, directly or through earlier steps."""
    found: set[str] = set()
    waiting: list[Step] = [step]
    seen: set[int] = set()
    while waiting:
        here = waiting.pop()
        if here.id in seen:
            continue
        seen.add(here.id)
        for value in here.arguments.values():
            for item in value if isinstance(value, list) else [value]:
                reference = Reference.parse(item)
                if reference is None or reference.step is None:
                    found.add(str(item))
                else:
                    waiting += [other for other in plan.steps if other.id == reference.step]
    return tuple(sorted(found))


def _plain(text: str) -> str:
    return " ".join(text.split()).strip(_QUOTES).casefold()


def _list(counted: Counter[str]) -> str:
    return " ".join(sorted(counted.elements())) or "nothing"
