"""The drafter: asks matched to outputs, the cheapest typed chain to each, prefixes shared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from scitoolagent.errors import NoPathError
from scitoolagent.planner.apart import each_of_a_list, each_with_its_own, taken_apart
from scitoolagent.planner.binding import Binder, source_of
from scitoolagent.planner.bound import with_results
from scitoolagent.planner.leftovers import Leftovers
from scitoolagent.planner.meanings import taken_for
from scitoolagent.planner.modified import with_changes, with_solutes
from scitoolagent.planner.notes import notes_of
from scitoolagent.planner.operations import operate
from scitoolagent.planner.order import inner_first
from scitoolagent.planner.ranking import Ranker, Ranking
from scitoolagent.planner.reasons import Lacking, Unclear, places_of, told
from scitoolagent.planner.row_inputs import with_columns
from scitoolagent.planner.rows import (
    ambiguous,
    column_sources,
    file_problems,
    nearest_columns,
    operate_rows,
    same_headers,
)
from scitoolagent.planner.table_calls import on_groups, on_table
from scitoolagent.planner.writing import PlanDraft, Source
from scitoolagent.reading.settings import missing_setting, plain_text, read_settings
from scitoolagent.records import Ask, Candidate, Entity, Goal, Plan, Query, Reference, Request
from scitoolagent.toolkg.generics import can_be_in
from scitoolagent.toolkg.graph import ToolGraph, ToolNode
from scitoolagent.toolkg.losses import replaced

_NEAREST = 5


@dataclass(frozen=True, slots=True)
class _Drafted:
    """A draft with what it leaves over, and by handle what gives the asks and why some cannot be reached."""

    draft: PlanDraft
    made: dict[str, list[Source]]
    failed: dict[str, str]
    leftovers: Leftovers

    def leaves_out(self, ask: Ask) -> bool:
        """Whether an ask is not answered."""
        return not ask.what or ask.handle in self.failed or self.leftovers.changes(ask)


class Drafter:
    """Plans requests; abstains when unsure.

    Args:
        graph: the tool graph.
        ranker: tells the likelier of tools that serve an ask equally well.
    """

    def __init__(self, graph: ToolGraph, ranker: Callable[[], Ranker]) -> None:
        self._graph = graph
        self._ranker = ranker
        self._binder = Binder(graph)

    def draft(self, query: Query) -> Plan:
        """Write the plan of a question that was read.

        Raises:
            NoPathError: nothing asked for is known, or nothing given leads to it.
        """
        request = query.request or Request()
        ranked = Ranking(self._ranker, plain_text(query))
        if not any(ask.what for ask in request.asks):
            self._abstain(query, "no known property or operation is asked for", (), ranked)
        drafted = self._drafted(query, ranked)
        draft, leftovers = drafted.draft, drafted.leftovers
        reasons = tuple(dict.fromkeys([*drafted.failed.values(), *leftovers.reasons]))
        if not draft.goals:
            self._abstain(
                query, "; ".join(reasons), reasons, ranked, frozenset(chain(*map(places_of, drafted.failed.values())))
            )
        return Plan(
            steps=tuple(draft.steps),
            goals=tuple(dict.fromkeys(draft.goals)),
            missing=reasons,
            unread=leftovers.outside,
            notes=notes_of(self._graph, query, draft),
            save=request.save,
        )

    def unanswered(self, query: Query) -> list[str]:
        """The handles of the asks that a plan leaves out."""
        drafted = self._drafted(query, Ranking(self._ranker, plain_text(query)))
        return [ask.handle for ask in (query.request or Request()).asks if drafted.leaves_out(ask)]

    def _drafted(self, query: Query, ranked: Ranking) -> _Drafted:
        leftovers = Leftovers(query)
        while True:
            asks = [ask for ask in (query.request or Request()).asks if ask.what and not leftovers.changes(ask)]
            draft, made, failed = self._compose(query, asks, ranked)
            # What is left over may change what an ask means: that ask is not answered, nor what is asked of its result.
            if not leftovers.find(draft, failed):
                return _Drafted(draft, made, failed, leftovers)

    def _compose(
        self, query: Query, asks: Sequence[Ask], ranked: Ranking
    ) -> tuple[PlanDraft, dict[str, list[Source]], dict[str, str]]:
        """The calls that reach the asks, by handle what gives each, and why some cannot be reached."""
        draft, failed, made = PlanDraft(self._graph, query), dict[str, str](), dict[str, list[Source]]()
        hard = [ask for ask in asks if not ask.soft]
        # Notations named on the way come last, being outputs of a step by then; what failed is tried once more.
        for ask in [*inner_first(hard), *(ask for ask in asks if ask.soft)] * 2:
            draft.others = tuple(one for given in made.values() for one in given if not one.about)
            stuck = ask.handle in failed and not draft.others
            if ask.handle in made or stuck or (ask.soft and hard and not self._is_passed(ask, draft)):
                continue
            best = self._answer(query, ask, made, draft, ranked)
            if isinstance(best, str):
                failed[ask.handle] = Lacking(f"{ask.text}: {best}", places_of(best))
            else:
                draft, made[ask.handle] = best
        # "An absorbance of 0.75" names a setting of a call, and asks for nothing.
        named = {
            ask.handle
            for ask in asks
            if draft.goals and any(start <= ask.start and ask.end <= end for start, end in draft.read)
        }
        return draft, made, {one: why for one, why in failed.items() if one not in named | made.keys()}

    def _abstain(
        self,
        query: Query,
        why: str,
        missing: tuple[str, ...],
        ranked: Ranking,
        read: frozenset[tuple[int, int]] = frozenset(),
    ) -> None:
        problems, contents = file_problems(self._graph, query)
        why = "; ".join([*problems, why, *contents])
        if query.tables:
            # What a file holds says more than any tool, and most words for rows and columns are near to none.
            raise NoPathError(f"no safe plan: {why}", missing or (why,), read=read)
        nearest = tuple(ranked.names[:_NEAREST])
        near = f"closest tools: {', '.join(nearest) or 'none'}"
        if not (query.entities or query.quantities or (query.request and query.request.asks)):
            # "Hello": no tool is near to that.
            near = "say what you want to know of what, as in 'What is the TPSA of menthol?'"
        raise NoPathError(f"no safe plan: {why}; {near}", missing or (why,), nearest, read=read)

    def _is_passed(self, ask: Ask, draft: PlanDraft) -> bool:
        made = {port.type for step in draft.steps for port in self._graph.tools[step.tool].outputs}
        return any(candidate.type in made for candidate in ask.what)

    def _answer(
        self, query: Query, ask: Ask, made: dict[str, list[Source]], draft: PlanDraft, ranked: Ranking
    ) -> tuple[PlanDraft, list[Source]] | str:
        """The cheapest way to an ask with its operations, or why there is none."""
        if problem := ask.problem or same_headers(ask):
            return problem
        inner = [handle for handle in ask.of if handle not in {entity.handle for entity in query.entities}]
        if lost := [handle for handle in (*inner, *ask.among) if handle not in made]:
            asks = query.request.asks if query.request else ()
            names = [other.text or other.handle for other in asks if other.handle in lost]
            return f"what it is asked of was not reached ({', '.join(names or lost)})"
        best = self._apart(query, each_of_a_list(self._graph, query, ask), draft, ranked)
        best = best or self._best(query, ask, {handle: made[handle] for handle in inner}, draft, ranked)
        if isinstance(best, str):
            best = self._apart(query, each_with_its_own(query, ask), draft, ranked) or best
        if isinstance(best, str):
            return best
        (drafted, reached), before = best, len(draft.goals)
        values = drafted.goals[before:]
        del drafted.goals[before:]
        # The operations of a tool for tables are its settings.
        if not ask.columns and {one.tool for one in ask.then} - {candidate.tool for candidate in ask.what}:
            of_rows = any(source.rows for source in reached)
            chosen = [source for handle in ask.among for source in made[handle]]
            if of_rows:
                operated = operate_rows(self._graph, query, ask, reached, drafted)
            else:
                operated = operate(self._graph, query, ask, reached, drafted, chosen)
            if isinstance(operated, str):
                return operated
            reached = operated
            # What is done with the rows gives a table with their values in it.
            values = values if not of_rows else []
        if ask.reported:
            drafted.goals += values
        else:
            del drafted.goals[before:]
        return drafted, reached

    def _apart(
        self, query: Query, parts: Sequence[tuple[Ask, Query]], draft: PlanDraft, ranked: Ranking
    ) -> tuple[PlanDraft, list[Source]] | str | None:
        """The values of an ask that is several, each with its own quantities; None where one cannot be reached."""
        reached: list[Source] = []
        for one, own in parts:
            best = self._best(own, one, {}, draft, ranked)
            if isinstance(best, str):
                return None
            draft, found = best
            reached += found
        draft.notes += taken_apart(query) if parts else []
        return (draft, reached) if parts else None

    def _best(
        self, query: Query, ask: Ask, made: dict[str, list[Source]], draft: PlanDraft, ranked: Ranking
    ) -> tuple[PlanDraft, list[Source]] | str:
        """The cheapest way to the values of an ask, or why there is none."""
        tries: list[tuple[float, Candidate, PlanDraft, list[Source]]] = []
        reasons: list[str] = []
        for candidate in ask.what:
            drafted = draft.copy()
            result = self._reach(candidate, ask, made, query, drafted)
            if isinstance(result, str):
                reasons.append(result)
                continue
            added = len(drafted.steps) - len(draft.steps)
            tries.append((added / max(1, len(result)), candidate, drafted, result))
        unclear = any(isinstance(reason, Unclear) for reason in reasons)
        # A tool that ignores what was given is no way around one that cannot tell what was meant.
        if not tries or (unclear and not any(item[2].used - draft.used for item in tries)):
            return told(reasons)
        most = max(len(item[2].used) for item in tries)
        tries = [item for item in tries if len(item[2].used) == most]
        most = max(len(item[2].read) for item in tries)
        tries = [item for item in tries if len(item[2].read) == most]
        least = min(cost for cost, *_ in tries)
        cheapest = [item for item in tries if item[0] == least]
        # A formula that is there for another ask knows less than the structure that it was made from.
        shortest = min(item[2].length(item[3]) for item in cheapest)
        cheapest = [item for item in cheapest if item[2].length(item[3]) == shortest]
        # One value asked for is better given by a tool for it than by a whole profile.
        fewest = min(self._outputs(item[1]) for item in cheapest)
        cheapest = [item for item in cheapest if self._outputs(item[1]) == fewest]
        # Only a phrase that fits several tools equally well needs the ranking, and with it the embedding.
        if len({item[1].tool for item in cheapest}) > 1:
            if doubt := taken_for(self._graph, query, [item[2].steps for item in cheapest]):
                return Unclear(doubt)
            cheapest.sort(key=lambda item: ranked.place(item[1].tool))
        _, _, drafted, result = cheapest[0]
        return drafted, result

    def _outputs(self, candidate: Candidate) -> int:
        return len(self._graph.tools[candidate.tool].outputs) if candidate.tool else 1

    def _sources(self, query: Query, ask: Ask, tool: ToolNode | None) -> list[Source]:
        """What an ask is asked of, chosen rows first; a tool of several inputs also takes what stands beside."""
        handles = (*ask.of, *ask.beside) if tool is None or self._takes_several(tool) else ask.of
        entities = {entity.handle: entity for entity in query.entities}
        chosen = [entities[handle] for handle in handles if handle in entities] if ask.of else list(query.entities)
        if tool is not None and not any(self._graph.is_a(port.type, "Sequence") for port in tool.inputs):
            chosen = self._certain(query, chosen)
        if tool is not None and not self._takes_several(tool):
            # What is named twice is asked of once.
            chosen = list(
                {
                    (entity.type, str(entity.value).casefold()): entity
                    for entity in sorted(chosen, key=lambda entity: -entity.start)
                }.values()
            )
        chosen.sort(key=lambda entity: (not (entity.file and ask.then), entity.start))
        return [source_of(entity, query) for entity in chosen]

    def _certain(self, query: Query, entities: Sequence[Entity]) -> list[Entity]:
        """The entities less those that may be two kinds of sequence: ATGCGT has the atoms of DNA or of a peptide."""
        kinds = Counter(entity.start for entity in query.entities if self._graph.is_a(entity.type, "Sequence"))
        return [
            entity for entity in entities if kinds[entity.start] < 2 or not self._graph.is_a(entity.type, "Sequence")
        ]

    def _takes_several(self, tool: ToolNode) -> bool:
        ports = [
            port
            for port in tool.inputs
            if not self._graph.is_setting(port.type) and port.python not in ("int", "float")
        ]
        return len(ports) > 1 or any(port.many for port in ports)

    def _reach(
        self, candidate: Candidate, ask: Ask, asked: dict[str, list[Source]], query: Query, draft: PlanDraft
    ) -> list[Source] | str:
        inner = [source for sources in asked.values() for source in sources]
        tool = self._graph.tools[candidate.tool] if candidate.tool else None
        if candidate.column:
            return self._of_file(candidate.column, ask, inner, query, draft)
        if tool is not None and (drawn := on_groups(self._graph, tool, ask, inner, draft)) is not None:
            return drawn
        sources = [*inner, *self._sources(query, ask, tool)]
        of_rows = any(source.rows for source in sources)
        if tool is not None and of_rows and any(self._graph.role(port.type) == "table" for port in tool.required):
            return on_table(self._graph, tool, ask, sources, asked, query, draft)
        if tool is None:
            return self._convert_all(candidate.type, ask, sources, query, draft)
        settings = read_settings(self._graph, tool, query, (ask.start, ask.end), ask.of)
        if settings.problem:
            return Unclear(settings.problem)
        settings, held = with_columns(self._graph, tool, sources, settings, draft)
        settings = with_results(self._graph, tool, inner, settings, draft.others)
        if missing := missing_setting(self._graph, tool, query, settings):
            return Lacking(missing, settings.places(query))
        changed = with_changes(self._graph, tool, ask, query, settings, draft)
        if not isinstance(changed, str):
            changed = with_solutes(self._graph, self._binder, tool, query, changed, draft)
        if isinstance(changed, str):
            return Unclear(changed)
        made = self._binder.call(tool, sources, settings := changed, draft)
        if isinstance(made, str):
            return Unclear(made) if settings.unknown else made
        made = [(step, about or held) for step, about in made]
        for step, _ in made:
            if unclear := ambiguous(self._graph, query, ask, draft.steps[step - 1]):
                return Unclear(unclear)
            if lost := self._lost(draft, step, inner):
                return lost
        draft.read |= set(settings.read)
        return self._given(tool, candidate, ask, made, draft)

    def _lost(self, draft: PlanDraft, step: int, inner: Sequence[Source]) -> str:
        """What a step would make up of its own, since a conversion that nobody asked for lost it; empty for nothing."""
        asked = {source.reference for source in inner} | {goal.output for goal in draft.goals}
        steps = {one.id: one for one in draft.steps}
        return next((one.text for one in replaced(self._graph, steps, step, asked)), "")

    def _given(
        self, tool: ToolNode, candidate: Candidate, ask: Ask, made: Sequence[tuple[int, Any]], draft: PlanDraft
    ) -> list[Source] | str:
        """The outputs of some calls that an ask wants, as goals."""
        reached: list[Source] = []
        outputs = [one for one in tool.outputs if candidate.output in ("", one.name)]
        outputs = [one for one in outputs if not self._graph.is_note(one.type)]
        # Of several values each that can be is given in the unit: lengths in nm, and the angles beside them in degrees.
        fitting = [one for one in outputs if ask.unit and can_be_in(self._graph, one, ask.unit)]
        if ask.unit and not fitting:
            return f"{self._graph.types[outputs[0].type].label} cannot be given in {ask.unit}"
        for step, about in made:
            for output in outputs:
                reference = draft.output(step, output.name)
                unit = ask.unit if output in fitting else ""
                goal = Goal(text=ask.text, type=output.type, output=reference, about=about, unit=unit)
                draft.goals.append(goal.model_copy(update={"rounding": ask.rounding}))
                rows = Reference.parse(reference) != Reference(step=step, name=output.name)
                reached.append(Source(reference, output.type, about, output.many, rows=rows))
        return reached

    def _of_file(
        self, column: str, ask: Ask, inner: list[Source], query: Query, draft: PlanDraft
    ) -> list[Source] | str:
        """The values of a column of a file, as they stand there."""
        found = column_sources(self._graph, column, ask, inner, query, draft)
        if isinstance(found, str):
            return found
        said: dict[str, Any] = {"text": ask.text, "unit": ask.unit, "rounding": ask.rounding}
        draft.goals += [Goal(type=one.type, output=one.reference, about=one.about, **said) for one in found]
        return found

    def _convert_all(
        self, wanted: str, ask: Ask, sources: list[Source], query: Query, draft: PlanDraft
    ) -> list[Source] | str:
        def settings(name: str) -> dict[str, Any]:
            """What the question says of the way: "the sequence of chain B"."""
            found = read_settings(self._graph, self._graph.tools[name], query, (ask.start, ask.end))
            if found.problem or found.unknown or found.amounts:
                return {}
            draft.read |= set(found.read)
            draft.used |= set(found.used)
            return dict(found.arguments)

        reached: list[Source] = []
        for source in nearest_columns(self._graph, wanted, sources, draft):
            if self._graph.is_a(source.type, wanted) and source.reference.startswith("$query."):
                continue
            end = self._binder.convert(source, wanted, draft, asked=True, settings=settings)
            if end is not None:
                draft.goals.append(Goal(text=ask.text, type=end.type, output=end.reference, about=end.about))
                reached.append(end)
        if reached:
            return reached
        known = {self._graph.types[one.type].label if one.type else "a column of the file" for one in sources}
        given = " and ".join(sorted(known)) or "nothing"
        return f"no tool leads from {given} to {self._graph.types[wanted].label}"
