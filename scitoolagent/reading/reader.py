"""Read a question by rules: its values, what is asked of them, and what each word was read as."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from typing import Any

from scitoolagent.config import Config
from scitoolagent.language.detect import READ
from scitoolagent.language.words import word_list
from scitoolagent.reading.account import Read, account
from scitoolagent.reading.asks import AskFinder
from scitoolagent.reading.carriers import carriers
from scitoolagent.reading.checked import checked
from scitoolagent.reading.compose import AskDraft
from scitoolagent.reading.drawn import as_pictures
from scitoolagent.reading.files import Look, saved, with_tables
from scitoolagent.reading.folders import with_slashes
from scitoolagent.reading.given import named_places, without_names
from scitoolagent.reading.glosses import glosses
from scitoolagent.reading.graph_clauses import GraphClauses, asked_alone, parted, refuse_unclear, spans_of
from scitoolagent.reading.kinds import Kinds
from scitoolagent.reading.origins import keep_computed
from scitoolagent.reading.phrases import PhraseIndex, words_of
from scitoolagent.reading.polymers import other_polymers
from scitoolagent.reading.reacting import in_words_of_a_reaction, unread_verbs
from scitoolagent.reading.recognise import Recogniser
from scitoolagent.reading.rewording import in_whole_headers, is_whole, reworded, sets_all
from scitoolagent.reading.rounding import wanted_digits
from scitoolagent.reading.row_frames import framed
from scitoolagent.reading.row_plain import Framed
from scitoolagent.reading.settings import read_settings
from scitoolagent.reading.snapshot import load_phrases
from scitoolagent.reading.tokens import ENTITY, Token, read_tokens, sentences, spans_aside
from scitoolagent.reading.translate import Translator
from scitoolagent.reading.typos import Speller
from scitoolagent.reading.wishes import ask_by_unit, wanted_units
from scitoolagent.reading.words import Word, label_words
from scitoolagent.records import Ask, Candidate, Original, Piece, Query, Reading, Request
from scitoolagent.tool.registry import load_function
from scitoolagent.toolkg.graph import ToolGraph


class RuleReader:
    """Reads questions without a model.

    Args:
        graph: its types tell what values look like, its labels what can be asked for.
        config: where the phrases of the graph are kept, and the longest question.
    """

    def __init__(self, graph: ToolGraph, config: Config) -> None:
        self._graph = graph
        self.index = PhraseIndex(load_phrases(graph, config.cache_dir))
        self._speller = Speller(self.index.vocabulary)
        self._kinds = Kinds(graph)
        self._asks = AskFinder(graph, self.index, self._kinds)
        self._recogniser = Recogniser(
            graph,
            self.index,
            _functions(graph, "recogniser"),
            _functions(graph, "speller"),
            _functions(graph, "finder"),
            config.max_question_characters,
        )
        self._longest = config.max_question_characters
        self._clauses = GraphClauses(graph, config)
        self._translator = Translator(
            graph,
            lambda name: bool(self._recogniser.readings(name)),
            lambda words: bool(self.index.targets(label_words(words))),
        )

    def read(self, question: str, look: Look | None = None, folders: Collection[str] = ()) -> Query:
        """The question with its values and its request.

        Args:
            question: its text.
            look: says what is in a file of rows; without it such files are values that nothing is known of.
            folders: names of folders of files that may be named without a slash.
        Raises:
            PlanError: the question is empty, too long or not text.
        """
        language, text, original = self._translator.translate(checked(question, self._longest))
        if original is None and folders:
            text = with_slashes(text, folders, lambda name: bool(self._recogniser.readings(name)))
        clause = self._clauses.find(text)
        query = self._recogniser.query(text, spans_of(clause))
        query = query.model_copy(update={"language": language, "original": original})
        if clause is None and (again := in_words_of_a_reaction(self._graph, query)) is not None:
            return self._said(query, *again, look)
        query = self._clauses.with_rows(with_tables(self._graph, query, look), clause)
        return query.model_copy(update={"request": self.request(query)})

    def readings(self, query: Query, look: Look | None = None) -> Iterator[Query]:
        """A question about files as it stands and as other words say it that mean the same there, each read whole.

        Words that say more than those of the question come before these; `look` says what is in a file of rows.
        """
        alone = any(table.settings for table in query.tables)
        plain = None if alone else framed(self._graph, query)
        if plain is not None and plain.better:
            yield from self._plainly(query, plain, look)
        if self._is_whole(query):
            yield query
        if plain is not None and not plain.better:
            yield from self._plainly(query, plain, look)
        for again in () if alone else (in_whole_headers(query), reworded(self._graph, query)):
            if again is not None and self._is_whole(other := self._said(query, *again, look)):
                yield other

    def in_english(self, query: Query, text: str, look: Look | None = None) -> Query:
        """A question as an English text says it, read anew; it keeps its own words and language.

        Args:
            query: the question as it was asked.
            text: the same in English.
            look: says what is in a file of rows.
        """
        original = Original(text=query.text, pieces=(Piece(start=0, end=len(query.text), text=text),))
        return self._said(query, text, original, look)

    def _plainly(self, query: Query, plain: Framed, look: Look | None) -> Iterator[Query]:
        """A question in plain words, where these are read whole and set the conditions that were found."""
        asked = query.original.text if query.original else query.text
        for text in plain.texts:
            original = Original(text=asked, pieces=(Piece(start=0, end=len(asked), text=text),))
            other = self._said(query, text, original, look)
            if self._is_whole(other) and sets_all(other.request, plain.conditions):
                yield other

    def _said(self, query: Query, text: str, original: Original, look: Look | None) -> Query:
        """A question about files as other words say it."""
        said = {"language": query.language, "original": original}
        other = with_tables(self._graph, self._recogniser.query(text, []).model_copy(update=said), look)
        return other.model_copy(update={"request": self.request(other)})

    def _is_whole(self, query: Query) -> bool:
        """Whether each word of a question was read, or says a setting of a tool that it asks for."""
        if is_whole(query.request):
            return True
        asks = query.request.asks if query.request else ()
        nodes = [self._graph.tools[name] for name in {one.tool for ask in asks for one in ask.what} - {""}]
        settings = [place for node in nodes for place in read_settings(self._graph, node, query).read]
        return is_whole(query.request, settings)

    def request(self, query: Query) -> Request:
        """What a question asks, its values being known."""
        parts = parted(query, sentences(query.text, read_tokens(query)))
        words = words_of(query)
        request = self._request(query, parts, words)
        # A word of another language that no list knows is no misspelt word of English.
        if query.language not in READ and any(reading.role == "unread" for reading in request.readings):
            return self._spelled(query, parts, words, request)
        return request

    def _spelled(self, query: Query, parts: Sequence[Sequence[Token]], words: list[Word], request: Request) -> Request:
        """The request with misspelt words read as the words of labels nearest to them, if that leaves less unread."""
        unread = {reading.start for reading in request.readings if reading.role == "unread"}
        meant = {
            word.start: other
            for word in words
            if word.start in unread
            and word.text
            not in word_list("frames", "words") | word_list("frames", "story") | word_list("labels", "no_slips")
            and (other := self._speller.meant(word.text)) is not None
        }
        if not meant:
            return request
        mended = [word._replace(text=meant.get(word.start, word.text)) for word in words]
        again = self._request(query, parts, mended)
        left = {reading.start for reading in again.readings if reading.role == "unread"}
        if set(meant) & left or len(left) >= len(unread):
            return request
        readings = tuple(
            reading.model_copy(update={"read_as": meant[reading.start]}) if reading.start in meant else reading
            for reading in again.readings
        )
        return again.model_copy(update={"readings": readings})

    def _request(self, query: Query, parts: Sequence[Sequence[Token]], words: list[Word]) -> Request:
        named = without_names(self._graph, query, words)
        found = self._asks.find(query, parts, named)
        if not found.asks and named != words:
            # Words that name a given quantity ask for nothing, unless nothing else is asked.
            found = self._asks.find(query, parts, words)
        refuse_unclear(self._graph, query, parts, found.asks)
        return self.assemble(query, parts, [*asked_alone(query), *found.asks], found.read)

    def assemble(
        self, query: Query, parts: Sequence[Sequence[Token]], asks: list[AskDraft], read: Sequence[Read]
    ) -> Request:
        """The request of some asks: what the other words of the question say of them, and each word's reading.

        Args:
            query: the question with its values.
            parts: its tokens, sentence by sentence.
            asks: what is asked, by whomever the words were read.
            read: the words that were read for that, and as what.
        """
        read = [*read, *(Read(start, end, "setting") for start, end in named_places(self._graph, query))]
        read += self._announcing(query, parts, asks)
        read += carriers(self._graph, self._kinds, query, parts, asks)
        starts = [ask.start for ask in asks]
        read += [Read(one.start, one.end, "unread") for part in parts for one in unread_verbs(query, part, starts)]
        save, saying = saved(query, parts)
        read += saying
        as_pictures(self._graph, self._asks.labelled, asks, save)
        keep_computed(self._graph, query, parts, asks)
        read += wanted_units(self._graph, query, parts, asks, read)
        read += wanted_digits(query, parts, asks)
        read += glosses(self._graph, self.index, query.text, parts, asks, read)
        if not any(ask.targets for ask in asks):
            read += ask_by_unit(self._graph, query, parts, asks, read, self._asks.labelled)
        readings = account(parts, asks, query.text, read)
        readings += [Reading(start=start, end=end, role="setting") for start, end in spans_aside(query)]
        readings.sort(key=lambda one: one.start)
        handles = {id(ask): f"ask{number}" for number, ask in enumerate(asks, start=1)}
        return Request(asks=tuple(_ask(ask, handles) for ask in asks), readings=tuple(readings), save=save)

    def _announcing(self, query: Query, parts: Sequence[Sequence[Token]], asks: Sequence[AskDraft]) -> Iterator[Read]:
        """Words beside a value that only say what it is: `the SMILES string …`, `the peptides …`."""
        others = other_polymers(self._graph, query, asks)
        for sentence in parts:
            if not any(token.kind == ENTITY for token in sentence):
                # "1 mg/mL of a protein of 50 kDa": what is measured, where nothing is named.
                yield from (
                    Read(token.start, token.end, "frame")
                    for token in sentence
                    if self._kinds.is_named(token.text, self._kinds.all() | word_list("references", "appositions"))
                    and token.text not in others
                )
            for place, token in enumerate(sentence):
                if token.kind != ENTITY:
                    continue
                kinds = self._kinds.at(query, token.start)
                # A file is no liquid: what stands beside its name is said of what is in it.
                files = {query.entity(table.file).start for table in query.tables}
                beside = frozenset[str]() if token.start in files else word_list("references", "appositions")
                if place and sentence[place - 1].text in word_list("references", "before_lists"):
                    yield Read(sentence[place - 1].start, sentence[place - 1].end, "frame")
                for step in (-1, 1):
                    other = place + step
                    if step < 0 < other and sentence[other].text in ("(", ":"):
                        other -= 1  # "for each fold class (all-alpha, all-beta)"
                    # "The polymer ethylene" is ethylene, "the polymer of ethylene" is not.
                    names = kinds | beside
                    while 0 <= other < len(sentence) and self._kinds.is_named(sentence[other].text, names):
                        if query.text[sentence[other].start : sentence[other].end] == "A":
                            break  # "in row A of …": no article
                        yield Read(sentence[other].start, sentence[other].end, "frame")
                        if sentence[other].text in word_list("labels", "small"):
                            names = kinds - word_list("frames", "any_thing")
                        other += step


def _ask(draft: AskDraft, handles: dict[int, str]) -> Ask:
    needed = (*draft.after, *draft.among, *(one for columns in draft.columns.values() for one in columns))
    of = tuple(handles[id(other)] for other in draft.after if id(other) in handles) or draft.about
    return Ask(
        handle=handles[id(draft)],
        text=draft.text,
        start=draft.start,
        end=draft.end,
        what=tuple(
            Candidate(type=one.type, tool=one.tool, output=one.output, column=one.column) for one in draft.targets
        ),
        of=of,
        beside=draft.beside,
        columns={name: tuple(handles[id(x)] for x in ours if id(x) in handles) for name, ours in draft.columns.items()},
        among=tuple(handles[id(other)] for other in draft.among if id(other) in handles),
        then=tuple(draft.then),
        unit=draft.unit,
        rounding=draft.rounding,
        soft=draft.soft,
        reported=draft.reported,
        problem=draft.problem
        or ("" if all(id(one) in handles for one in needed) else "what it is asked of was not read"),
    )


def _functions(graph: ToolGraph, field: str) -> dict[str, Callable[[str], Any]]:
    """The recogniser, speller or finder of each type that has one; its tables are loaded when it is first asked."""
    return {name: _lazy(place) for name, node in graph.types.items() if (place := getattr(node, field))}


def _lazy(place: str) -> Callable[[str], Any]:
    load = cache(lambda: load_function(place))
    return lambda text: load()(text)
