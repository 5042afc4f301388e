"""Let a model help the rules where no solver does: a small one names what they left, and any puts into English."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from scitoolagent.config import Config
from scitoolagent.errors import ModelError, NoPathError, PlanError
from scitoolagent.language.detect import language_name
from scitoolagent.language.signs import printable
from scitoolagent.llm import LanguageModel, Message
from scitoolagent.planner.bound import told_ask
from scitoolagent.planner.draft import Drafter
from scitoolagent.reading.by_model import translating
from scitoolagent.reading.by_model.claims import ClaimError, Offer, claimed
from scitoolagent.reading.by_model.short import (
    LONGEST_REPLY,
    named_targets,
    pieces_of,
    short_claims,
    short_messages,
    short_schema,
)
from scitoolagent.reading.files import Look
from scitoolagent.reading.reader import RuleReader
from scitoolagent.reading.tokens import read_tokens, sentences
from scitoolagent.records import Ask, Query, Request, Usage
from scitoolagent.toolkg.graph import ToolGraph, ToolNode

_TRANSLATIONS = 2


class SmallModel:
    """Reads with a model what the rules leave unread or cannot answer, in one short turn.

    Args:
        graph: the tool graph.
        rules: the reader by rules.
        drafter: plans what was read, which says what it leaves.
        model: the language model.
        config: whether the model is a small one; another is asked only for the English of a question.
    """

    def __init__(
        self, graph: ToolGraph, rules: RuleReader, drafter: Drafter, model: LanguageModel, config: Config
    ) -> None:
        self._graph = graph
        self._rules = rules
        self._drafter = drafter
        self._model = model
        self._reads = config.small_model

    def understand(self, query: Query, look: Look | None = None) -> Query:
        """The question as rules and model read it; as it is where nothing is left, or the model does not help."""
        if translating.is_foreign(query) and self._left(query) != (0, 0):
            query = self._in_english(query, look)
        left = self._left(query)
        if left == (0, 0) or not self._reads:
            return query
        usage: list[Usage] = []
        try:
            read = self._read(query, usage)
            now = self._left(read)
            if now is None or (left is not None and now >= left):
                raise ClaimError("it left as much")
        except (ClaimError, ModelError) as error:
            note = f"read by rules, since the model did not help: {error}"
            return query.model_copy(update={"usage": (*query.usage, *usage), "notes": (*query.notes, note)})
        readings = tuple(dict.fromkeys([*query.readings, *self._readings(query, read)]))
        usage = [*query.usage, *usage]
        return read.model_copy(update={"usage": tuple(usage), "readings": readings, "reader": self._model.name})

    def _left(self, query: Query) -> tuple[int, int] | None:
        """How much a plan leaves of a question: goals not reached, and words outside them; None where there is none."""
        try:
            plan = self._drafter.draft(query)
        except NoPathError:
            return None
        return len(plan.missing), len(plan.unread)

    def _in_english(self, query: Query, look: Look | None) -> Query:
        """The question as the model puts it into English, read by the rules; as it is where that cannot be."""
        messages, usage, why = translating.translation_messages(query), list[Usage](), ""
        schema = translating.translation_schema()
        for _ in range(_TRANSLATIONS):
            try:
                reply = self._model.complete("planner", messages, schema, translating.LONGEST_REPLY)
            except ModelError as error:
                why = str(error)
                break
            usage.append(reply.usage)
            try:
                text = translating.english_of(query, str(reply.data["english"]) if reply.data else "")
                read = self._rules.in_english(query, text, look)
                translating.check_values(self._graph, query, read)
            except (ClaimError, PlanError) as error:
                why = str(error)
                correction = Message("user", f"That does not work: {why}. Correct it.")
                messages += [Message("assistant", reply.text), correction]
                continue
            told = f'read in {language_name(query.language)} as "{printable(text)}" by {self._model.name}'
            update = {"usage": (*query.usage, *usage), "readings": (told,), "reader": self._model.name}
            return read.model_copy(update=update)
        note = f"{self._model.name} did not put the question into English: {why}"
        return query.model_copy(update={"usage": (*query.usage, *usage), "notes": (*query.notes, note)})

    def _read(self, query: Query, usage: list[Usage]) -> Query:
        """The question with what the model says its words ask for; what that takes is added to `usage`.

        Raises:
            ClaimError: the reply is no reading.
            ModelError: the model cannot be asked.
        """
        offer = self._offer(query)
        pieces = pieces_of(offer)
        if not pieces:
            raise ClaimError("too much of the question is not understood")
        reply = self._model.complete(
            "planner", short_messages(offer, pieces), short_schema(offer, pieces), LONGEST_REPLY
        )
        usage.append(reply.usage)
        index = self._rules.index
        claims = short_claims(query, pieces, reply.data or {}, lambda term: named_targets(index, term))
        tokens = read_tokens(query)
        found = claimed(self._graph, offer, claims, tokens)
        if not found.added:
            raise ClaimError("it found no tool for what is asked")
        request = self._rules.assemble(query, sentences(query.text, tokens), found.asks, found.read)
        return query.model_copy(update={"request": request})

    def _offer(self, query: Query) -> Offer:
        unsure = frozenset(self._drafter.unanswered(query))
        unsure |= _only_for(_asks(query), unsure)
        operations: tuple[ToolNode, ...] = ()
        if len({entity.start for entity in query.entities}) > 1:
            tools = self._graph.tools.values()
            operations = tuple(
                tool for tool in tools if self._graph.is_generic(tool) and _works_on_one_value_each(tool)
            )
        return Offer(query, unsure, operations)

    def _readings(self, query: Query, read: Query) -> list[str]:
        """Which words the model read, and as what."""
        known = {(ask.start, ask.end, ask.what, ask.of) for ask in _asks(query)}
        added = [ask for ask in _asks(read) if ask.what and (ask.start, ask.end, ask.what, ask.of) not in known]
        name = self._model.name
        return [f'"{printable(ask.text)}" was read as {told_ask(self._graph, read, ask)} by {name}' for ask in added]


def _asks(query: Query) -> Sequence[Ask]:
    return (query.request or Request()).asks


def _works_on_one_value_each(tool: ToolNode) -> bool:
    """Whether an operation works on one value of each thing."""
    return sum(port.many and port.name != "subjects" for port in tool.required) == 1


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
