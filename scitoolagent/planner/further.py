"""Ask a model where the rules leave something of a question, and keep what it reads if that leaves less."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import overload

from scitoolagent.config import Config
from scitoolagent.errors import NoPathError
from scitoolagent.language.signs import printable
from scitoolagent.llm import LanguageModel, Message
from scitoolagent.planner.bound import told_ask
from scitoolagent.planner.choice import ToolChoice
from scitoolagent.planner.coding import coder_of
from scitoolagent.planner.draft import Drafter
from scitoolagent.planner.history import Attempt, failures_of
from scitoolagent.planner.ranking import Ranker
from scitoolagent.planner.rounds import Load, results_of
from scitoolagent.reading.by_model.offer import Came, Offer
from scitoolagent.reading.by_model.reader import Dialogue, ModelReader
from scitoolagent.reading.by_model.translating import is_foreign
from scitoolagent.reading.files import Look
from scitoolagent.reading.reader import RuleReader
from scitoolagent.records import Ask, Plan, Query, Request, StepResult
from scitoolagent.toolkg.graph import ToolGraph

_CORRECTIONS = 2


class FurtherReading:
    """Reads with a model what the rules leave unread or cannot answer.

    Args:
        graph: the tool graph.
        rules: the reader by rules.
        ranker: ranks the tools for a text.
        drafter: plans what was read; the reasons why something cannot be planned go back to the model.
        model: the language model.
        config: how many tools the model is shown, and whether the rules read at all.
    """

    def __init__(
        self,
        graph: ToolGraph,
        rules: RuleReader,
        ranker: Callable[[], Ranker],
        drafter: Drafter,
        model: LanguageModel,
        config: Config,
    ) -> None:
        self._graph = graph
        self._rules = rules
        self._choice = ToolChoice(graph, rules.index, ranker, config)
        self._drafter = drafter
        self._reader = ModelReader(graph, rules, self._choice.search, model)
        self._alone = not config.rules
        self._rounds = config.max_rounds
        self._short = config.small_model
        self._turns = 1 if self._short else 1 + _CORRECTIONS

    def understand(self, query: Query, look: Look | None = None) -> Query:
        """The question as rules and model read it; as it is where nothing is left, or the model does not help."""
        if is_foreign(query) and _left(self._plan(query)) != (0, 0):
            query = self._reader.in_english(query, look)
        if self._alone:
            query = query.model_copy(update={"request": Request()})
        best, left = query, _left(self._plan(query))
        if left == (0, 0):
            return query
        dialogue = self._reader.begin(self._offer(query))
        for _ in range(self._turns):
            read = self._reader.read(dialogue)
            if dialogue.over:
                break
            if read is None:
                continue
            now = _left(self._plan(read))
            if now is not None and (left is None or now < left or (now == left and self._rounds)):
                best, left = read, now
            if not (why := self._fault(query, read)):
                break
            dialogue.correct(why, inputs=True)
            if any(ask.then for ask in self._added(query, read)):
                # A small model does the same again as long as it can.
                dialogue.offer = replace(dialogue.offer, operations=())
        return self._told(best, query, dialogue)

    def onward(self, query: Query, last: Attempt, tables: Load) -> Query:
        """The question with what a model asks next, after a round whose results it is shown.

        Raises:
            NoPathError: it asks for nothing more, or for nothing that can be answered.
        """
        # What was used so far is in the account of the round that used it.
        query = query.model_copy(update={"usage": ()})
        if self._short:
            raise NoPathError("no further round: a small model is asked once", last.unmet, ())
        shown = results_of(self._graph, last, self._drafter.given(query), tables)
        told = [Message("user", failures_of(last))] if any(one.status == "failed" for one in last.results) else []
        dialogue = self._reader.begin(self._offer(query, results=shown), told)
        before, done = _left(last.plan), _calls_made(last.plan)
        for _ in range(self._turns):
            read = self._reader.read(dialogue)
            if dialogue.over:
                break
            if read is None:
                continue
            plan = self._plan(read)
            if plan is not None and (_left(plan) < before or not _calls_made(plan) <= done):
                return self._told(read, query, dialogue)
            why = self._fault(query, read)
            dialogue.correct(why or "that adds nothing to what is known", inputs=bool(why))
        raise NoPathError(f"no further round: {dialogue.why}", last.unmet, (), tuple(dialogue.usage))

    def again(self, query: Query, attempts: Sequence[Attempt]) -> Query:
        """The question read otherwise, after plans that left goals unmet.

        Raises:
            NoPathError: the model has no other reading, or only one that was tried.
        """
        last = attempts[-1]
        if all(self._cannot_read(query, last, result) for result in last.results if result.status == "failed"):
            raise NoPathError("no other plan: nothing else reads what the question gives", last.unmet, ())
        failed = {result.tool for attempt in attempts for result in attempt.results if result.status == "failed"}
        told = [Message("user", failures_of(attempt)) for attempt in attempts]
        if query.reader:  # what a model read before binds it to nothing
            query = query.model_copy(update={"request": self._rules.request(query), "usage": ()})
        dialogue = self._reader.begin(self._offer(query, failed), told)
        tried = [_calls_made(attempt.plan) for attempt in attempts]
        for _ in range(self._turns):
            read = self._reader.read(dialogue)
            if dialogue.over:
                break
            plan = self._plan(read) if read is not None else None
            if read is None or plan is None:
                continue
            if _calls_made(plan) not in tried:
                return self._told(read, query, dialogue)
            dialogue.correct("that plan was tried")
        raise NoPathError(f"no other plan: {dialogue.why}", last.unmet, (), tuple(dialogue.usage))

    def _offer(
        self, query: Query, failed: Collection[str] = frozenset(), results: Mapping[str, Came] | None = None
    ) -> Offer:
        asks = (query.request or Request()).asks
        # What failed when it ran is open again, all of it: the model may ask it of something else.
        unsure = (
            frozenset(ask.handle for ask in asks)
            if failed
            else frozenset(self._drafter.unanswered(query, filled=False))
        )
        unsure |= _only_for(asks, unsure)
        sure = [(ask.start, ask.end) for ask in asks if ask.handle not in unsure]
        coder = coder_of(self._graph) if self._rounds else None
        by_rules = self._rules.request(query) if self._alone else None
        operations = self._choice.operations(query, of_one=self._rounds > 0)
        if not self._short:
            tools = self._choice.tools(query, sure, failed)
            return Offer(query, tools, operations, unsure, self._rounds > 0, results or {}, coder, by_rules=by_rules)
        # A small model is shown those tools that are found by what it calls things.
        return Offer(query, (), operations, unsure, short=True, by_rules=by_rules)

    def _plan(self, query: Query) -> Plan | None:
        try:
            return self._drafter.draft(query)
        except NoPathError:
            return None

    def _fault(self, query: Query, read: Query) -> str:
        """Why what the model added cannot be answered; empty when it can."""
        reasons = self._drafter.unanswered(read)
        added = [ask for ask in self._added(query, read) if ask.handle in reasons]
        told = [*dict.fromkeys(reasons[ask.handle] for ask in added)]
        # A reason tells what is wrong with the values, and not that nothing has to be done with them.
        told += ['leave out "then" where the question asks for the values themselves'] * any(ask.then for ask in added)
        return "; ".join(told)

    def _told(self, best: Query, query: Query, dialogue: Dialogue) -> Query:
        """The question with who read it, what that took, and what a person should know about it."""
        readings = self._readings(best, query)
        why = dialogue.why or "it left as much"
        notes = (*query.notes, *(() if readings else [f"read by rules, since the model did not help: {why}"]))
        update: dict[str, object] = {"usage": (*query.usage, *dialogue.usage), "notes": notes}
        if self._rounds:
            # What the rounds before read, and which branches a result ruled out.
            update["notes"] = tuple(dict.fromkeys([*best.notes, *notes]))
            readings = (*best.readings, *readings)
        update["readings"] = tuple(dict.fromkeys([*query.readings, *readings]))
        return best.model_copy(update=update if best is query else {**update, "reader": self._reader.name})

    def _readings(self, best: Query, query: Query) -> tuple[str, ...]:
        """Which words the model read, and as what."""
        added = [(printable(ask.text), ask) for ask in self._added(query, best)]
        return tuple(
            f'"{text}" is answered by code that {self._reader.name} wrote'
            if ask.code and ask.end > ask.start
            else f"{text} was asked for on the way by {self._reader.name}"
            if ask.end == ask.start
            else f'"{text}" was read as {told_ask(self._graph, best, ask)} by {self._reader.name}'
            for text, ask in added
        )

    def _added(self, query: Query, read: Query) -> list[Ask]:
        """The asks that the model added."""
        known = {(ask.start, ask.end, ask.what, ask.of, ask.code) for ask in (query.request or Request()).asks}
        asks = (read.request or Request()).asks
        return [ask for ask in asks if ask.what and (ask.start, ask.end, ask.what, ask.of, ask.code) not in known]

    def _cannot_read(self, query: Query, attempt: Attempt, result: StepResult) -> bool:
        """Whether a step failed to convert the question's only value, and no other tool converts it."""
        tool = self._graph.tools[result.tool]
        step = next(step for step in attempt.plan.steps if step.id == result.step)
        given = all(reference.step is None for reference in step.references())
        alone = len(query.entities) == 1 and tool.operation == "Conversion" and not self._graph.alternatives(tool)
        return given and alone


def _only_for(asks: Sequence[Ask], unsure: Collection[str]) -> frozenset[str]:
    """The asks that are there for others alone, all of which cannot be answered: the rows that one is asked of."""
    found = set[str]()
    while True:
        needed = {
            handle
            for ask in asks
            if ask.handle not in found and ask.handle not in unsure
            for handle in (*ask.of, *ask.among)
        }
        more = {ask.handle for ask in asks if not ask.reported and ask.handle not in needed} - found
        if not more:
            return frozenset(found)
        found |= more


@overload
def _left(plan: Plan) -> tuple[int, int]: ...


@overload
def _left(plan: None) -> None: ...


def _left(plan: Plan | None) -> tuple[int, int] | None:
    """How much of a question a plan leaves: goals that it does not reach, and words outside them."""
    return None if plan is None else (len(plan.missing), len(plan.unread))


def _calls_made(plan: Plan) -> frozenset[tuple[str, str]]:
    return frozenset((step.tool, str(step.arguments)) for step in plan.steps)
