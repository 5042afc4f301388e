"""The symbolic drafter: goals matched to outputs, the cheapest typed chain to each, prefixes shared."""

from __future__ import annotations

import re
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Protocol

from scitoolagent.errors import NoPathError
from scitoolagent.planner.binding import Binder, PlanDraft, Source, source_of
from scitoolagent.planner.history import Attempt
from scitoolagent.planner.ranking import Ranker, Ranking
from scitoolagent.reading.given import without_names
from scitoolagent.reading.goals import Wanted, find_goals, find_missing
from scitoolagent.reading.phrases import PhraseIndex, Target, words_of
from scitoolagent.reading.settings import missing_setting, plain_text, read_settings
from scitoolagent.reading.words import Word
from scitoolagent.records import Entity, Goal, Plan, Query
from scitoolagent.toolkg.graph import ToolGraph

_NEAREST = 5
_SENTENCE_END = re.compile(r"[.?!;]\s+|\n+")


class _Unclear(str):
    """Why a tool cannot be called: a quantity that it would take cannot be bound to a setting for certain."""

    __slots__ = ()


class Drafter(Protocol):
    """Writes the plan for a question."""

    def draft(self, query: Query) -> Plan:
        """The plan; NoPathError when there is none that is safe."""
        ...

    def redraft(self, query: Query, attempts: Sequence[Attempt]) -> Plan:
        """Another plan, after some that left goals unmet; NoPathError when there is none."""
        ...


class SymbolicDrafter:
    """Plans without a model; abstains when unsure."""

    def __init__(self, graph: ToolGraph, index: PhraseIndex, ranker: Callable[[], Ranker]) -> None:
        self._graph = graph
        self._index = index
        self._ranker = ranker
        self._binder = Binder(graph)

    def draft(self, query: Query) -> Plan:
        """Write the plan.

        Raises:
            NoPathError: nothing asked for is known, or nothing given leads to it.
        """
        ranked = Ranking(self._ranker, plain_text(query))
        words = words_of(query)
        # Words that name a given quantity ask for nothing, unless nothing else is asked.
        wanted, missing = self._asked(query, without_names(self._graph, query, words))
        if not wanted:
            wanted, missing = self._asked(query, words)
        if not wanted:
            self._abstain("no known property or operation is asked for", (), ranked)
        draft, reasons = self._compose(query, wanted, ranked)
        kept, unused = _served(query, wanted, draft)
        if unused and draft.goals:
            draft, reasons = self._compose(query, kept, ranked) if kept else (PlanDraft(), [])
            reasons += unused
        if not draft.goals:
            self._abstain("; ".join(dict.fromkeys(reasons)), tuple(dict.fromkeys(reasons)), ranked)
        return Plan(
            steps=tuple(draft.steps),
            goals=tuple(dict.fromkeys(draft.goals)),
            missing=tuple(dict.fromkeys([*missing, *reasons])),
            notes=self._readings(query, draft),
        )

    def _asked(self, query: Query, words: list[Word]) -> tuple[list[Wanted], tuple[str, ...]]:
        """The goals among words of a question, and what they ask for that no tool gives."""
        phrases = self._index.find(words)
        wanted = find_goals(self._graph, phrases, query.text, words, query.entities)
        return wanted, find_missing(query.text, words, phrases)

    def _readings(self, query: Query, draft: PlanDraft) -> tuple[str, ...]:
        """How words that can be read in several ways were read."""
        used = {str(reference) for step in draft.steps for reference in step.references()}
        places = Counter((entity.start, entity.end) for entity in query.entities if entity.end > entity.start)
        return tuple(
            f"{entity.text} was read as {self._graph.types[entity.type].label}"
            for entity in query.entities
            if places[entity.start, entity.end] > 1 and f"$query.{entity.handle}" in used
        )

    def _compose(self, query: Query, wanted: list[Wanted], ranked: Ranking) -> tuple[PlanDraft, list[str]]:
        """The calls that reach the goals, and why some cannot be reached."""
        draft, reasons = PlanDraft(), []
        made: dict[int, list[Source]] = {}
        hard = [number for number, goal in enumerate(wanted) if not goal.soft]
        # Notations named on the way come last: by then most of them are outputs of a step anyway.
        for number in hard + [number for number in range(len(wanted)) if wanted[number].soft]:
            goal = wanted[number]
            if goal.soft and hard and not self._is_passed(goal, draft):
                continue
            best = self._best(query, goal, made, draft, ranked)
            if isinstance(best, str):
                reasons.append(f"{goal.text}: {best}")
                continue
            draft, made[number] = best
        return draft, reasons

    def redraft(self, query: Query, attempts: Sequence[Attempt]) -> Plan:
        """Rules would only write the same plan again.

        Raises:
            NoPathError: always.
        """
        raise NoPathError("no other plan: rules have one plan for a question", attempts[-1].unmet, ())

    def _abstain(self, why: str, missing: tuple[str, ...], ranked: Ranking) -> None:
        nearest = tuple(ranked.names[:_NEAREST])
        raise NoPathError(
            f"no safe plan: {why}; nearest tools: {', '.join(nearest) or 'none'}", missing or (why,), nearest
        )

    def _is_passed(self, goal: Wanted, draft: PlanDraft) -> bool:
        made = {port.type for step in draft.steps for port in self._graph.tools[step.tool].outputs}
        return any(target.type in made for target in goal.targets)

    def _best(
        self,
        query: Query,
        goal: Wanted,
        made: dict[int, list[Source]],
        draft: PlanDraft,
        ranked: Ranking,
    ) -> tuple[PlanDraft, list[Source]] | str:
        """The cheapest way to a goal, or why there is none."""
        sources = self._sources(query, goal, made)
        tries: list[tuple[float, Target, PlanDraft, list[Source]]] = []
        reasons: list[str] = []
        for target in goal.targets:
            drafted = draft.copy()
            result = self._reach(target, goal, sources, query, drafted)
            if isinstance(result, str):
                reasons.append(result)
                continue
            added = len(drafted.steps) - len(draft.steps)
            tries.append((added / max(1, len(result)), target, drafted, result))
        unclear = [reason for reason in reasons if isinstance(reason, _Unclear)]
        # A tool that ignores what was given is no way around one that cannot tell what was meant.
        if not tries or (unclear and not any(item[2].used - draft.used for item in tries)):
            return min(unclear or reasons, key=len) if reasons else "nothing leads there"
        most = max(len(item[2].used) for item in tries)
        tries = [item for item in tries if len(item[2].used) == most]
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

    def _sources(self, query: Query, goal: Wanted, made: dict[int, list[Source]]) -> list[Source]:
        if goal.after is not None and made.get(goal.after):
            return made[goal.after]
        about: Sequence[Entity] = goal.about or query.entities
        return [source_of(entity) for entity in about]

    def _reach(
        self, target: Target, goal: Wanted, sources: list[Source], query: Query, draft: PlanDraft
    ) -> list[Source] | str:
        if not target.tool:
            return self._convert_all(target.type, goal, sources, draft)
        tool = self._graph.tools[target.tool]
        settings = read_settings(self._graph, tool, query)
        if settings.problem:
            return _Unclear(settings.problem)
        if missing := missing_setting(self._graph, tool, query, settings):
            return missing
        made = self._binder.call(tool, sources, settings, draft)
        if isinstance(made, str):
            return _Unclear(made) if settings.unknown else made
        reached: list[Source] = []
        for step, about in made:
            for output in tool.outputs:
                if target.output in ("", output.name):
                    reference = f"${step}.{output.name}"
                    draft.goals.append(Goal(text=goal.text, type=output.type, output=reference, about=about))
                    reached.append(Source(reference, output.type, about, output.many))
        return reached

    def _convert_all(self, wanted: str, goal: Wanted, sources: list[Source], draft: PlanDraft) -> list[Source] | str:
        reached: list[Source] = []
        for source in sources:
            if self._graph.is_a(source.type, wanted):
                continue
            end = self._binder.convert(source, wanted, draft)
            if end is not None:
                draft.goals.append(Goal(text=goal.text, type=end.type, output=end.reference, about=end.about))
                reached.append(end)
        if reached:
            return reached
        given = " and ".join(sorted({self._graph.types[source.type].label for source in sources})) or "nothing"
        return f"no tool leads from {given} to {self._graph.types[wanted].label}"


def _served(query: Query, wanted: list[Wanted], draft: PlanDraft) -> tuple[list[Wanted], list[str]]:
    """The goals that may be answered although quantities are left over, and what to say of those quantities.

    A quantity that no call takes would change what its sentence asks, so nothing of that sentence is answered.
    """
    ends = [match.end() for match in _SENTENCE_END.finditer(query.text)]
    unused = [quantity for quantity in query.quantities if quantity.handle not in draft.used]
    sentences = {bisect(ends, quantity.start) for quantity in unused}
    kept = [goal for goal in wanted if bisect(ends, goal.start) not in sentences]
    reasons = [
        f"{quantity.shown}: {quantity.problem or 'no tool that was asked for takes it'}; give it as the tool needs it, "
        "or leave it out"
        for quantity in unused
    ]
    return kept, reasons
