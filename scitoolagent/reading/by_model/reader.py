"""Read with a model what the rules leave unread, by the one form of a request and the one law of the whole question."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scitoolagent.errors import ModelError, PlanError
from scitoolagent.language.detect import language_name
from scitoolagent.language.signs import printable
from scitoolagent.llm import LanguageModel, Message
from scitoolagent.reading.by_model.branches import branches
from scitoolagent.reading.by_model.claims import claimed, without_media
from scitoolagent.reading.by_model.offer import (
    NOTHING,
    QUOTE_INPUTS,
    Claim,
    Offer,
    more_tools,
    read_reply,
    reader_messages,
    reader_schema,
)
from scitoolagent.reading.by_model.quotes import ClaimError
from scitoolagent.reading.by_model.short import (
    LONGEST_REPLY,
    named_targets,
    pieces_of,
    short_claims,
    short_messages,
    short_schema,
)
from scitoolagent.reading.by_model.translating import LONGEST_REPLY as TRANSLATION
from scitoolagent.reading.by_model.translating import (
    check_values,
    english_of,
    translation_messages,
    translation_schema,
)
from scitoolagent.reading.files import Look
from scitoolagent.reading.reader import RuleReader
from scitoolagent.reading.tokens import read_tokens, sentences
from scitoolagent.records import Query, Reading, Usage
from scitoolagent.toolkg.graph import ToolGraph, ToolNode

_TRANSLATIONS = 2
_LONGEST_REPLY = 640
# With code in it.
_LONGEST_ROUND = 1600

Search = Callable[[Query, Iterable[str], Collection[str]], tuple[ToolNode, ...]]


@dataclass
class Dialogue:
    """What was said about one question so far: the messages, what they took, and why the last reply does not do."""

    offer: Offer
    messages: list[Message]
    usage: list[Usage] = field(default_factory=list)
    why: str = ""
    over: bool = False
    searched: bool = False

    def correct(self, why: str, inputs: bool = False) -> None:
        """Say why the last reply does not do; the next one may be better, and may quote `inputs`."""
        self.why = why
        self.messages.append(_correction(why))
        # Where the question has no number, nothing can be quoted as one.
        if inputs and not self.offer.short and any(map(str.isdecimal, self.offer.query.text)):
            self.offer = replace(self.offer, inputs=True)
            self.messages[-1] = Message("user", f"{self.messages[-1].content} {QUOTE_INPUTS}")


class ModelReader:
    """Lets a model say which words of a question ask for what.

    It quotes words and chooses among tools; values stay behind handles. What it says is held against the question
    (`claims`), and the request is made of it as of what rules read: a word that it leaves out is unread.

    Args:
        graph: the tool graph.
        rules: makes the request of the asks.
        search: finds more tools for a question by words, other than those named.
        model: the language model.
    """

    def __init__(self, graph: ToolGraph, rules: RuleReader, search: Search, model: LanguageModel) -> None:
        self._graph = graph
        self._rules = rules
        self._search = search
        self._model = model

    @property
    def name(self) -> str:
        """The name of the model."""
        return self._model.name

    def in_english(self, query: Query, look: Look | None = None) -> Query:
        """The question as the model puts it into English, read by the rules; as it is where that cannot be."""
        messages, usage, why = translation_messages(query), list[Usage](), ""
        for _ in range(_TRANSLATIONS):
            try:
                reply = self._model.complete("planner", messages, translation_schema(), TRANSLATION)
            except ModelError as error:
                why = str(error)
                break
            usage.append(reply.usage)
            try:
                text = english_of(query, str(reply.data["english"]) if reply.data else "")
                read = self._rules.in_english(query, text, look)
                check_values(self._graph, query, read)
            except (ClaimError, PlanError) as error:
                why = str(error)
                messages += [Message("assistant", reply.text), _correction(why)]
                continue
            told = f'read in {language_name(query.language)} as "{printable(text)}" by {self.name}'
            update = {"usage": (*query.usage, *usage), "readings": (told,), "reader": self.name}
            return read.model_copy(update=update)
        note = f"{self.name} did not put the question into English: {why}"
        return query.model_copy(update={"usage": (*query.usage, *usage), "notes": (*query.notes, note)})

    def begin(self, offer: Offer, more: Sequence[Message] = ()) -> Dialogue:
        """A dialogue about a question; `more` tells what came of earlier plans."""
        first = short_messages(offer, pieces_of(offer)) if offer.short else reader_messages(self._graph, offer)
        return Dialogue(offer, [*first, *more])

    def read(self, dialogue: Dialogue) -> Query | None:
        """The question as the model reads it; None where the reply is no reading, which `Dialogue.why` explains.

        A dialogue is `over` when asking again would not help.
        """
        offer = dialogue.offer
        if offer.short:
            claims = self._read_shortly(dialogue)
            return None if dialogue.over else self._assembled(dialogue, claims, {})
        most = _LONGEST_ROUND if offer.rounds else _LONGEST_REPLY
        data = self._said(dialogue, reader_schema(self._graph, offer), most)
        if data is None:
            return None
        claims = read_reply(data)
        if data.get("search") and not dialogue.searched and all(claim.option == NOTHING for claim in claims):
            return self._searched(dialogue, data["search"])
        return self._assembled(dialogue, claims, data)

    def _said(self, dialogue: Dialogue, schema: dict[str, Any], most: int) -> dict[str, Any] | None:
        """What the model says next; None where it cannot be asked, which ends the dialogue."""
        try:
            reply = self._model.complete("planner", dialogue.messages, schema, most)
        except ModelError as error:
            dialogue.why, dialogue.over = str(error), True
            return None
        dialogue.usage.append(reply.usage)
        dialogue.messages.append(Message("assistant", reply.text))
        return reply.data

    def _read_shortly(self, dialogue: Dialogue) -> tuple[Claim, ...]:
        """What a small model claims in its one turn; none where the dialogue is over."""
        pieces = pieces_of(dialogue.offer)
        if not pieces:
            dialogue.over, dialogue.why = True, "too much of the question is not understood"
            return ()
        reply = self._said(dialogue, short_schema(dialogue.offer, pieces), LONGEST_REPLY)
        index = self._rules.index
        return short_claims(dialogue.offer.query, pieces, reply or {}, lambda term: named_targets(index, term))

    def _assembled(self, dialogue: Dialogue, claims: Sequence[Claim], data: dict[str, Any]) -> Query | None:
        """The question with what is claimed; None where that cannot be."""
        offer = dialogue.offer
        try:
            offer = replace(offer, query=without_media(self._graph, offer.query, claims))
            tokens = read_tokens(offer.query)
            gone = branches(self._graph, offer, data.get("settled", ()), tokens)
            found = claimed(self._graph, offer, claims, data.get("aside", ()), tokens, gone)
        except ClaimError as error:
            dialogue.correct(str(error))
            return None
        if not found.added:
            dialogue.why, dialogue.over = "it found no tool for what is asked", True
            return None
        parts = sentences(offer.query.text, tokens)
        request = self._rules.assemble(offer.query, parts, found.asks, found.read)
        request = request.model_copy(update={"readings": tuple(_aside(found.told, one) for one in request.readings)})
        notes = tuple(dict.fromkeys([*offer.query.notes, *(branch.note for branch in gone)]))
        return offer.query.model_copy(update={"request": request, "notes": notes})

    def _searched(self, dialogue: Dialogue, texts: Sequence[str]) -> Query | None:
        """Show more tools, once, and have the question read with them."""
        offer = dialogue.offer
        more = self._search(offer.query, texts, frozenset(tool.name for tool in offer.tools))
        dialogue.offer = replace(offer, tools=(*offer.tools, *more))
        dialogue.messages.append(more_tools(self._graph, more))
        dialogue.searched = True
        return self.read(dialogue)


def _correction(why: str) -> Message:
    return Message("user", f"That does not work: {why}. Correct it.")


def _aside(told: frozenset[int], reading: Reading) -> Reading:
    """A reading, which changes no ask where its words only tell a story."""
    aside = reading.role == "unread" and reading.start in told
    return reading.model_copy(update={"asks": ()}) if aside else reading
