"""Turn the calls that a model chose into a typed plan: conversions put in, settings bound, the result checked."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from scitoolagent.errors import InvalidPlanError
from scitoolagent.planner.binding import Binder, PlanDraft, Source, source_of
from scitoolagent.planner.check import check_plan
from scitoolagent.planner.choice import Named
from scitoolagent.planner.prompt import Call
from scitoolagent.reading.settings import read_settings
from scitoolagent.records import Goal, Plan, Query
from scitoolagent.toolkg.graph import ToolGraph


class CallWriter:
    """Writes plans from calls by the types of a tool graph."""

    def __init__(self, graph: ToolGraph) -> None:
        self._graph = graph
        self._binder = Binder(graph)

    def plan(self, query: Query, calls: Sequence[Call], named: Named) -> Plan | str:
        """The calls as a typed plan, or what is wrong with them; `named` is what the question's words name."""
        draft = PlanDraft()
        made: list[list[Source]] = []
        for call in without(calls, _detours(self._graph, calls, named)):
            tool = self._graph.tools[call.tool]
            sources = self._sources(query, call, made)
            if isinstance(sources, str):
                return sources
            # A setting that the question does not give by its words is filled in by the executor's model.
            settings = read_settings(self._graph, tool, query)
            if settings.problem:
                return settings.problem
            steps = self._binder.call(tool, sources, settings, draft)
            if isinstance(steps, str):
                return steps
            made.append([])
            for step, about in steps:
                for port in tool.outputs:
                    reference = f"${step}.{port.name}"
                    made[-1].append(Source(reference, port.type, about, port.many))
                    if not self._graph.is_note(port.type):
                        label = self._graph.types[port.type].label
                        draft.goals.append(Goal(text=label, type=port.type, output=reference, about=about))
        plan = Plan(steps=tuple(draft.steps), goals=tuple(dict.fromkeys(draft.goals)))
        try:
            check_plan(self._graph, query, plan, open_settings=True)
        except InvalidPlanError as error:
            return str(error)
        unused = [quantity.shown for quantity in query.quantities if quantity.handle not in draft.used]
        return f"no call takes {unused[0]}" if unused and not self._leaves_open(plan) else plan

    def _leaves_open(self, plan: Plan) -> bool:
        """Whether a setting is left to be filled in when its step runs."""
        return any(
            port.name not in step.arguments for step in plan.steps for port in self._graph.tools[step.tool].required
        )

    def _sources(self, query: Query, call: Call, made: list[list[Source]]) -> list[Source] | str:
        handles = {entity.handle: entity for entity in query.entities}
        found: list[Source] = []
        for name in call.of or tuple(handles):
            if name in handles:
                found.append(source_of(handles[name], query))
            elif name.removeprefix("step").isdigit() and 1 <= int(name.removeprefix("step")) <= len(made):
                found += made[int(name.removeprefix("step")) - 1]
            else:
                return f"{call.tool} works on {name}, which is neither a handle nor an earlier call"
        return found


def without(calls: Sequence[Call], dropped: Collection[Call]) -> tuple[Call, ...]:
    """The calls less some; who used one of those gets what it was given."""
    kept: list[Call] = []
    stands_for: dict[str, tuple[str, ...]] = {}
    for number, call in enumerate(calls, start=1):
        of = tuple(dict.fromkeys(name for given in call.of for name in stands_for.get(given, (given,))))
        if call in dropped:
            stands_for[f"step{number}"] = of
        else:
            kept.append(Call(call.tool, of))
            stands_for[f"step{number}"] = (f"step{len(kept)}",)
    return tuple(kept)


def _detours(graph: ToolGraph, calls: Sequence[Call], named: Named) -> set[Call]:
    """The conversions that nobody asked for: what needs another notation gets it without a call."""
    found = set()
    for call in calls if len(calls) > 1 else ():
        tool = graph.tools[call.tool]
        unasked = tool.name not in named.tools and not {port.type for port in tool.outputs} & named.types
        if tool.operation == "Conversion" and unasked:
            found.add(call)
    return found
