"""The model's drafter: a language model picks the tools, types bind them, and the checker's reasons go back to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scitoolagent.config import Config
from scitoolagent.errors import ModelError, NoPathError
from scitoolagent.llm import LanguageModel, Message
from scitoolagent.planner.calls import CallWriter, without
from scitoolagent.planner.choice import Named, ToolChoice
from scitoolagent.planner.draft import SymbolicDrafter
from scitoolagent.planner.history import Attempt, failures_of
from scitoolagent.planner.prompt import Request, plan_reply, plan_schema, planner_messages, read_calls
from scitoolagent.planner.ranking import Ranker
from scitoolagent.planner.suggest import suggested_calls
from scitoolagent.reading.phrases import PhraseIndex
from scitoolagent.records import Plan, Query, StepResult, Usage
from scitoolagent.toolkg.graph import ToolGraph

_CORRECTIONS = 2
_LONGEST_PLAN = 512


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
        self._choice = ToolChoice(graph, index, ranker, config)
        self._writer = CallWriter(graph)
        self._symbolic = symbolic
        self._model = model
        self._config = config

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
        request = Request(query, self._choice.tools(query, suggested, whole), shown)
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
        request = Request(query, self._choice.tools(query, (), also=" ".join(last.unmet), last=failed))
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
        asked = self._choice.asked(request.query)
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
                named = asked.named if proposal.missing or not set(request.suggested) <= set(calls) else Named()
                calls = without(
                    calls, {call for call in calls if not self._choice.called_for(call, request, asked, named)}
                )
            kept = proposal if proposal is not None and calls == request.suggested else None
            written = kept or self._writer.plan(request.query, calls, asked.named)
            if not why and (left := self._choice.left_out(request, calls)):
                written = f"the question names what {left} gives; call it too, unless it is not asked for"
            if isinstance(written, Plan):
                update = {"drafter": self._model.name, "usage": tuple(usage)}
                return _Outcome(written.model_copy(update=update), tuple(usage))
            why = written
            messages.append(Message("assistant", reply.text))
            messages.append(Message("user", f"That does not work: {why}. Correct it."))
        return _Outcome(None, tuple(usage), f"after {_CORRECTIONS} corrections its plan still fails: {why}")


def _calls_made(plan: Plan) -> frozenset[tuple[str, str]]:
    return frozenset((step.tool, str(step.arguments)) for step in plan.steps)
