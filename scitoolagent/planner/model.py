"""The model's drafter: a language model picks the tools, types bind them, and the checker's reasons go back to it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from scitoolagent.config import Config
from scitoolagent.errors import InvalidPlanError, ModelError, NoPathError
from scitoolagent.llm import LanguageModel, Message
from scitoolagent.planner.binding import Binder, PlanDraft, Source, source_of
from scitoolagent.planner.check import check_plan
from scitoolagent.planner.draft import SymbolicDrafter
from scitoolagent.planner.history import Attempt, failures_of
from scitoolagent.planner.phrases import PhraseIndex, words_of
from scitoolagent.planner.prompt import Call, Request, plan_reply, plan_schema, planner_messages, read_calls
from scitoolagent.planner.ranking import Ranker
from scitoolagent.planner.settings import plain_text, read_settings
from scitoolagent.planner.suggest import suggested_calls
from scitoolagent.planner.words import EMPTY, label_words, read_words
from scitoolagent.records import Goal, Plan, Query, StepResult, Usage
from scitoolagent.toolkg.chains import cheapest_chain
from scitoolagent.toolkg.graph import ToolGraph, ToolNode

_CORRECTIONS = 2
_TOOLS_A_PHRASE = 2
_BESIDE = 3
_LONGEST_PLAN = 512


@dataclass(frozen=True, slots=True)
class _Named:
    """The tools and types that words of a question name, as the phrases of the graph tell."""

    tools: tuple[str, ...] = ()
    types: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the words of a question ask for: what they name, and the words left over."""

    named: _Named
    rest: frozenset[str]


_NOTHING = _Named()


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What came of asking the model: a plan, or why there is none; and what it took."""

    plan: Plan | None
    usage: tuple[Usage, ...]
    why: str = ""


class ModelDrafter:
    """Lets a model choose among ranked tools; values stay behind handles, and every plan is checked.

    Args:
        graph: the tool graph.
        index: the phrases of tools and types.
        ranker: ranks the tools for a question.
        symbolic: the drafter by rules, whose plan the model gets as a suggestion and which stands in for it.
        model: the language model.
        config: how many tools the model chooses from (more when the suggestion alone names as many), whether it sees
            the suggestion, and whether it is asked where the rules are sure.
    """

    def __init__(
        self,
        graph: ToolGraph,
        index: PhraseIndex,
        ranker: Callable[[], Ranker],
        symbolic: SymbolicDrafter,
        model: LanguageModel,
        config: Config,
    ) -> None:
        self._graph = graph
        self._index = index
        self._ranker = ranker
        self._symbolic = symbolic
        self._model = model
        self._config = config
        self._binder = Binder(graph)

    def draft(self, query: Query) -> Plan:
        """Write the plan; the one by rules when the model cannot be reached or writes none that works.

        Raises:
            NoPathError: neither found a plan.
        """
        proposal, reason = self._proposal(query)
        if proposal is not None and not proposal.missing and not self._config.review:
            return proposal
        suggested = suggested_calls(self._graph, proposal) if proposal else ()
        shown = suggested if self._config.suggest else ()
        whole = bool(shown) and proposal is not None and not proposal.missing
        request = Request(query, self._tools(query, suggested, whole), shown)
        asked = self._ask(request, planner_messages(self._graph, request), proposal)
        if asked.plan is not None:
            return asked.plan
        if proposal is None:
            why = f"{reason}; the model did not help: {asked.why}"
            raise NoPathError(why, reason.missing, reason.nearest, asked.usage)
        notes = (f"planned by rules, since the model did not help: {asked.why}",)
        return proposal.model_copy(update={"notes": notes, "usage": asked.usage})

    def redraft(self, query: Query, attempts: Sequence[Attempt]) -> Plan:
        """Another plan after some that left goals unmet.

        Raises:
            NoPathError: the model has no other plan.
        """
        last = attempts[-1]
        if all(self._cannot_read(query, last, result) for result in last.results if result.status == "failed"):
            raise NoPathError("no other plan: nothing else reads what the question gives", last.unmet, ())
        failed = {result.tool for attempt in attempts for result in attempt.results if result.status == "failed"}
        request = Request(query, self._tools(query, (), also=" ".join(last.unmet), last=failed))
        messages = planner_messages(self._graph, request)
        for attempt in attempts:
            calls = suggested_calls(self._graph, attempt.plan)
            messages.append(Message("assistant", plan_reply(calls, [goal.text for goal in attempt.plan.goals])))
            messages.append(Message("user", failures_of(attempt)))
        asked = self._ask(request, messages, None)
        tried = [_calls_made(attempt.plan) for attempt in attempts]
        if asked.plan is None or _calls_made(asked.plan) in tried:
            why = asked.why or "the model wrote one that was tried"
            spent = asked.usage or (asked.plan.usage if asked.plan else ())
            raise NoPathError(f"no other plan: {why}", last.unmet, (), spent)
        return asked.plan

    def _cannot_read(self, query: Query, attempt: Attempt, result: StepResult) -> bool:
        """Whether a step failed to convert the question's only value, and no other tool converts it."""
        tool = self._graph.tools[result.tool]
        step = next(step for step in attempt.plan.steps if step.id == result.step)
        given = all(reference.step is None for reference in step.references())
        alone = len(query.entities) == 1 and tool.operation == "Conversion" and not self._graph.alternatives(tool)
        return given and alone

    def _proposal(self, query: Query) -> tuple[Plan | None, NoPathError]:
        try:
            return self._symbolic.draft(query), NoPathError("no safe plan", (), ())
        except NoPathError as error:
            return None, error

    def _ask(self, request: Request, messages: list[Message], proposal: Plan | None) -> _Outcome:
        """The model's plan, corrected at most twice; or why there is none."""
        usage: list[Usage] = []
        asked = self._asked(request.query)
        why = ""
        for _ in range(1 + _CORRECTIONS):
            try:
                reply = self._model.complete("planner", messages, plan_schema(request), _LONGEST_PLAN)
            except ModelError as error:
                return _Outcome(None, tuple(usage), str(error))
            usage.append(reply.usage)
            calls = read_calls(reply.data or {})
            if not calls:
                return _Outcome(None, tuple(usage), "it found no tool for this question")
            if proposal is not None:
                # To a plan by rules that leaves nothing out, only words that the rules did not read can add anything.
                named = asked.named if proposal.missing or not set(request.suggested) <= set(calls) else _NOTHING
                calls = _without(calls, {call for call in calls if not self._called_for(call, request, asked, named)})
            kept = proposal if proposal is not None and calls == request.suggested else None
            written = kept or self._write(request, calls)
            if not why and (left := self._left_out(request, calls)):
                written = f"the question names what {left} gives; call it too, unless it is not asked for"
            if isinstance(written, Plan):
                update = {"drafter": self._model.name, "usage": tuple(usage)}
                return _Outcome(written.model_copy(update=update), tuple(usage))
            why = written
            messages.append(Message("assistant", reply.text))
            messages.append(Message("user", f"That does not work: {why}. Correct it."))
        return _Outcome(None, tuple(usage), f"after {_CORRECTIONS} corrections its plan still fails: {why}")

    def _write(self, request: Request, calls: tuple[Call, ...]) -> Plan | str:
        """The calls as a typed plan, or what is wrong with them."""
        query, sheet = request.query, PlanDraft()
        made: list[list[Source]] = []
        for call in _without(calls, _detours(self._graph, calls, self._asked(query).named)):
            tool = self._graph.tools[call.tool]
            sources = self._sources(query, call, made)
            if isinstance(sources, str):
                return sources
            # A setting that the question does not give by its words is filled in by the executor's model.
            settings = read_settings(self._graph, tool, query)
            if settings.problem:
                return settings.problem
            steps = self._binder.call(tool, sources, settings, sheet)
            if isinstance(steps, str):
                return steps
            made.append([])
            for step, about in steps:
                for port in tool.outputs:
                    reference = f"${step}.{port.name}"
                    made[-1].append(Source(reference, port.type, about, port.many))
                    if not self._graph.is_note(port.type):
                        label = self._graph.types[port.type].label
                        sheet.goals.append(Goal(text=label, type=port.type, output=reference, about=about))
        plan = Plan(steps=tuple(sheet.steps), goals=tuple(dict.fromkeys(sheet.goals)))
        try:
            check_plan(self._graph, query, plan, open_settings=True)
        except InvalidPlanError as error:
            return str(error)
        unused = [quantity.text for quantity in query.quantities if quantity.handle not in sheet.used]
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
                found.append(source_of(handles[name]))
            elif name.removeprefix("step").isdigit() and 1 <= int(name.removeprefix("step")) <= len(made):
                found += made[int(name.removeprefix("step")) - 1]
            else:
                return f"{call.tool} works on {name}, which is neither a handle nor an earlier call"
        return found

    def _asked(self, query: Query) -> _Asked:
        words = words_of(query)
        matches = self._index.find(words)
        tools = [target.tool for match in matches for target in match.targets[:_TOOLS_A_PHRASE]]
        covered = {place for match in matches for place in match.words}
        rest = {word.text for place, word in enumerate(words) if place not in covered}
        named = _Named(
            tuple(name for name in dict.fromkeys(tools) if name),
            frozenset(target.type for match in matches for target in match.targets if target.type),
        )
        return _Asked(named, frozenset(word for word in rest - EMPTY if word.isalpha()))

    def _left_out(self, request: Request, calls: Sequence[Call]) -> str:
        """A suggested tool that is left out though the question's words name what it gives, and no other tool does."""
        asked = {word.text for word in read_words(request.query.text)} - EMPTY
        for tool in dict.fromkeys(call.tool for call in request.suggested):
            named = self._words(tool) & asked
            if named and not any(named <= self._words(call.tool) for call in calls):
                return tool
        return ""

    def _words(self, tool: str) -> frozenset[str]:
        """The words by which people call a tool or what it gives."""
        node = self._graph.tools[tool]
        labels = [node.name, *node.also, *(self._graph.types[port.type].label for port in node.outputs)]
        return frozenset(word for label in labels for word in label_words(label, program=True))

    def _called_for(self, call: Call, request: Request, asked: _Asked, named: _Named) -> bool:
        """Whether words of the question speak for a call: small models like to add what nobody asked for."""
        outputs = {port.type for port in self._graph.tools[call.tool].outputs}
        if call in request.suggested or call.tool in named.tools or outputs & named.types:
            return True
        return bool(asked.rest & self._words(call.tool))

    def _tools(
        self, query: Query, suggested: Iterable[Call], whole: bool = False, also: str = "", last: Iterable[str] = ()
    ) -> tuple[ToolNode, ...]:
        """The tools to choose from: those suggested, those the words name, those that rank best."""
        plain = plain_text(query)
        asked = self._asked(query)
        first = list(
            dict.fromkeys([*(call.tool for call in suggested), *asked.named.tools, *self._converters(query, asked)])
        )
        ranked = [name for name in self._ranker().rank(f"{plain} {also}".strip()) if name not in first]
        # Beside a whole plan by rules only a few rivals are shown: each costs tokens, and small models call them all.
        most = len(first) + _BESIDE if whole else max(self._config.candidates, len(first) + _BESIDE)
        names = [*first, *ranked][:most]
        late = frozenset(last)
        return tuple(self._graph.tools[name] for name in sorted(names, key=lambda name: name in late))

    def _converters(self, query: Query, asked: _Asked) -> list[str]:
        """The tools that give a notation which the question names, from what it gives."""
        found = []
        for wanted in sorted(asked.named.types):
            for entity in query.entities:
                links = cheapest_chain(self._graph, entity.type, wanted)
                if links:
                    found.append(links[-1].tool)
        return found


def _calls_made(plan: Plan) -> frozenset[tuple[str, str]]:
    return frozenset((step.tool, str(step.arguments)) for step in plan.steps)


def _without(calls: Sequence[Call], dropped: Collection[Call]) -> tuple[Call, ...]:
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


def _detours(graph: ToolGraph, calls: Sequence[Call], named: _Named) -> set[Call]:
    """The conversions that nobody asked for: what needs another notation gets it without a call."""
    found = set()
    for call in calls if len(calls) > 1 else ():
        tool = graph.tools[call.tool]
        unasked = tool.name not in named.tools and not {port.type for port in tool.outputs} & named.types
        if tool.operation == "Conversion" and unasked:
            found.add(call)
    return found
