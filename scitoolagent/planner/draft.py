"""The symbolic drafter: goals matched to outputs, the cheapest typed chain to each, prefixes shared."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from scitoolagent.errors import NoPathError
from scitoolagent.planner.goals import Wanted, find_goals, find_missing
from scitoolagent.planner.parameters import read_parameter
from scitoolagent.planner.phrases import PhraseIndex, Target, mask, question_words
from scitoolagent.planner.ranking import Ranker, Ranking
from scitoolagent.records import Entity, Goal, Plan, Query, Step
from scitoolagent.toolkg.chains import cheapest_chain
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode

_MOST_PAIRS = 45
_NEAREST = 5


class Drafter(Protocol):
    """Writes the plan for a question."""

    def draft(self, query: Query) -> Plan:
        """The plan; NoPathError when there is none that is safe."""
        ...


@dataclass(frozen=True, slots=True)
class _Source:
    """A value at hand: an entity or the output of a step."""

    reference: str
    type: str
    about: tuple[str, ...]


@dataclass
class _Sheet:
    """The plan being written; equal calls are one step."""

    steps: list[Step] = field(default_factory=list)
    goals: list[Goal] = field(default_factory=list)

    def call(self, tool: str, arguments: Mapping[str, Any]) -> int:
        for step in self.steps:
            if step.tool == tool and step.arguments == arguments:
                return step.id
        self.steps.append(Step(id=len(self.steps) + 1, tool=tool, arguments=dict(arguments)))
        return len(self.steps)

    def copy(self) -> _Sheet:
        return _Sheet(list(self.steps), list(self.goals))


class SymbolicDrafter:
    """Plans without a model; abstains when unsure."""

    def __init__(self, graph: ToolGraph, index: PhraseIndex, ranker: Callable[[], Ranker]) -> None:
        self._graph = graph
        self._index = index
        self._ranker = ranker

    def draft(self, query: Query) -> Plan:
        """Write the plan.

        Raises:
            NoPathError: nothing asked for is known, or nothing given leads to it.
        """
        spans = [(entity.start, entity.end) for entity in query.entities]
        words = question_words(query.text, spans)
        plain = mask(query.text, spans)
        ranked = Ranking(self._ranker, plain)
        phrases = self._index.find(words)
        wanted = find_goals(self._graph, phrases, query.text, words, query.entities)
        if not wanted:
            self._abstain("no known property or operation is asked for", (), ranked)
        missing = list(find_missing(query.text, words, phrases))
        sheet, reasons = _Sheet(), []
        made: dict[int, list[_Source]] = {}
        hard = [number for number, goal in enumerate(wanted) if not goal.soft]
        # Notations named on the way come last: by then most of them are outputs of a step anyway.
        for number in hard + [number for number in range(len(wanted)) if wanted[number].soft]:
            goal = wanted[number]
            if goal.soft and hard and not self._is_passed(goal, sheet):
                continue
            best = self._best(query, plain, goal, made, sheet, ranked)
            if isinstance(best, str):
                reasons.append(f"{goal.text}: {best}")
                continue
            sheet, made[number] = best
        if not sheet.goals:
            self._abstain("; ".join(reasons), tuple(reasons), ranked)
        return Plan(
            steps=tuple(sheet.steps),
            goals=tuple(dict.fromkeys(sheet.goals)),
            missing=tuple(dict.fromkeys([*missing, *reasons])),
        )

    def _abstain(self, why: str, missing: tuple[str, ...], ranked: Ranking) -> None:
        nearest = tuple(ranked.names[:_NEAREST])
        raise NoPathError(
            f"no safe plan: {why}; nearest tools: {', '.join(nearest) or 'none'}", missing or (why,), nearest
        )

    def _is_passed(self, goal: Wanted, sheet: _Sheet) -> bool:
        made = {port.type for step in sheet.steps for port in self._graph.tools[step.tool].outputs}
        return any(target.type in made for target in goal.targets)

    def _best(
        self,
        query: Query,
        plain: str,
        goal: Wanted,
        made: dict[int, list[_Source]],
        sheet: _Sheet,
        ranked: Ranking,
    ) -> tuple[_Sheet, list[_Source]] | str:
        """The cheapest way to a goal, or why there is none."""
        sources = self._sources(query, goal, made)
        tries: list[tuple[float, Target, _Sheet, list[_Source]]] = []
        reasons: list[str] = []
        for target in goal.targets:
            drafted = sheet.copy()
            result = self._reach(target, goal, sources, plain, drafted)
            if isinstance(result, str):
                reasons.append(result)
                continue
            added = len(drafted.steps) - len(sheet.steps)
            tries.append((added / max(1, len(result)), target, drafted, result))
        if not tries:
            return min(reasons, key=len) if reasons else "nothing leads there"
        least = min(cost for cost, *_ in tries)
        cheapest = [item for item in tries if item[0] == least]
        # One value asked for is better given by a tool for it than by a whole profile.
        fewest = min(self._outputs(item[1]) for item in cheapest)
        cheapest = [item for item in cheapest if self._outputs(item[1]) == fewest]
        # Only a phrase that fits several tools equally well needs the ranking, and with it the embedding.
        if len({item[1].tool for item in cheapest}) > 1:
            cheapest.sort(key=lambda item: ranked.place(item[1].tool))
        _, _, drafted, result = cheapest[0]
        return drafted, result

    def _outputs(self, target: Target) -> int:
        return len(self._graph.tools[target.tool].outputs) if target.tool else 1

    def _sources(self, query: Query, goal: Wanted, made: dict[int, list[_Source]]) -> list[_Source]:
        if goal.after is not None and made.get(goal.after):
            return made[goal.after]
        about: Sequence[Entity] = goal.about or query.entities
        return [_Source(f"$query.{entity.handle}", entity.type, (entity.handle,)) for entity in about]

    def _reach(
        self, target: Target, goal: Wanted, sources: list[_Source], plain: str, sheet: _Sheet
    ) -> list[_Source] | str:
        if not target.tool:
            return self._convert_all(target.type, goal, sources, sheet)
        tool = self._graph.tools[target.tool]
        arguments: dict[str, Any] = {}
        for port in tool.inputs:
            if self._graph.is_a(port.type, "Parameter"):
                value = read_parameter(self._graph, port, plain)
                if value is not None:
                    arguments[port.name] = value
                elif port.required:
                    return f"{tool.name} needs {self._graph.types[port.type].label}, which the question does not give"
        ports = [port for port in tool.required if not self._graph.is_a(port.type, "Parameter")]
        reached: list[_Source] = []
        for group in self._groups(ports, sources):
            chosen = self._bind(tool, ports, group, sheet)
            if isinstance(chosen, str):
                return chosen
            step = sheet.call(tool.name, {**{name: value for name, (value, _) in chosen.items()}, **arguments})
            about = tuple(dict.fromkeys(handle for _, handles in chosen.values() for handle in handles))
            for output in tool.outputs:
                if target.output in ("", output.name):
                    sheet.goals.append(
                        Goal(text=goal.text, type=output.type, output=f"${step}.{output.name}", about=about)
                    )
                    reached.append(_Source(f"${step}.{output.name}", output.type, about))
        return reached or f"{tool.name} needs {_needs(self._graph, ports)}, which the question does not give"

    def _convert_all(self, wanted: str, goal: Wanted, sources: list[_Source], sheet: _Sheet) -> list[_Source] | str:
        reached: list[_Source] = []
        for source in sources:
            if self._graph.is_a(source.type, wanted):
                continue
            end = self._convert(source, wanted, sheet)
            if end is not None:
                sheet.goals.append(Goal(text=goal.text, type=end.type, output=end.reference, about=end.about))
                reached.append(end)
        if reached:
            return reached
        given = " and ".join(sorted({self._graph.types[source.type].label for source in sources})) or "nothing"
        return f"no tool leads from {given} to {self._graph.types[wanted].label}"

    def _convert(self, source: _Source, wanted: str, sheet: _Sheet) -> _Source | None:
        """Append the cheapest chain from a source to a type."""
        links = cheapest_chain(self._graph, source.type, wanted)
        if links is None:
            return None
        for link in links:
            step = sheet.call(link.tool, {link.input: source.reference})
            source = _Source(f"${step}.{link.output}", link.type, source.about)
        return source

    def _groups(self, ports: list[PortNode], sources: list[_Source]) -> list[list[_Source]]:
        """The sets of sources a tool is called with: each alone, all pairs, or all at once."""
        if not ports:
            return [[]]
        if any(port.many for port in ports):
            return [sources]
        fitting = [source for source in sources if any(self._leads(source, port) for port in ports)]
        if len(ports) == 1:
            return [[source] for source in fitting]
        if len({port.type for port in ports}) == 1 and len(fitting) > len(ports):
            return [list(group) for group in itertools.islice(itertools.combinations(fitting, len(ports)), _MOST_PAIRS)]
        return [fitting] if fitting else []

    def _leads(self, source: _Source, port: PortNode) -> bool:
        return cheapest_chain(self._graph, source.type, port.type) is not None

    def _bind(
        self, tool: ToolNode, ports: list[PortNode], group: list[_Source], sheet: _Sheet
    ) -> dict[str, tuple[Any, tuple[str, ...]]] | str:
        """Give each port its value, converting on the way; or say what is missing."""
        chosen: dict[str, tuple[Any, tuple[str, ...]]] = {}
        left = list(group)
        for port in ports:
            if port.many:
                ends = [end for source in left if (end := self._convert(source, port.type, sheet)) is not None]
                if len(ends) < 2:
                    return f"{tool.name} compares several values, the question gives {len(ends)}"
                chosen[port.name] = (
                    [end.reference for end in ends],
                    tuple(handle for end in ends for handle in end.about),
                )
                continue
            source = next((source for source in left if self._leads(source, port)), None)
            end = self._convert(source, port.type, sheet) if source else None
            if source is None or end is None:
                return f"{tool.name} needs {self._graph.types[port.type].label}, which the question does not give"
            left.remove(source)
            chosen[port.name] = (end.reference, end.about)
        return chosen


def _needs(graph: ToolGraph, ports: list[PortNode]) -> str:
    return " and ".join(graph.types[port.type].label for port in ports) or "values"
