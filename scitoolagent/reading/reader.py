"""Read a question by rules: its values, what is asked of them, and what each word was read as."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

from scitoolagent.config import Config
from scitoolagent.language.words import word_list
from scitoolagent.reading.account import Read, account
from scitoolagent.reading.compose import AskDraft, Composer, Sentence
from scitoolagent.reading.cues import Cue, find_cues
from scitoolagent.reading.given import named_places, without_names
from scitoolagent.reading.glosses import glosses
from scitoolagent.reading.goals import find_goals
from scitoolagent.reading.nesting import nest, split_subjects
from scitoolagent.reading.phrases import MASKED, Match, PhraseIndex, Target, words_of
from scitoolagent.reading.recognise import Recogniser
from scitoolagent.reading.snapshot import load_phrases
from scitoolagent.reading.tokens import ENTITY, WORD, Token, read_tokens, sentences
from scitoolagent.reading.words import Word, label_words
from scitoolagent.records import Ask, Candidate, Query, Request
from scitoolagent.tool.registry import load_function
from scitoolagent.toolkg.chains import cheapest_chain
from scitoolagent.toolkg.graph import ToolGraph


_OF_SEVERAL = frozenset(
    ["degree", "aggregate", "sort", "direction", "place", "count", "difference", "ratio", "how_many"]
)


class RuleReader:
    """Reads questions without a model.

    Args:
        graph: its types tell what values look like, its labels what can be asked for.
        config: where the phrases of the graph are kept, and the longest question.
    """

    def __init__(self, graph: ToolGraph, config: Config) -> None:
        self._graph = graph
        self._kind_names: dict[str, frozenset[str]] = {}
        self._led_to: dict[str, dict[str, str]] = {}
        self.index = PhraseIndex(load_phrases(graph, config.cache_dir))
        self._recogniser = Recogniser(
            graph,
            self.index,
            _functions(graph, "recogniser"),
            _functions(graph, "speller"),
            _functions(graph, "finder"),
            config.max_question_characters,
        )

    def read(self, question: str) -> Query:
        """The question with its values and its request.

        Raises:
            PlanError: the question is empty, too long or not text.
        """
        query = self._recogniser.query(question)
        return query.model_copy(update={"request": self.request(query)})

    def request(self, query: Query) -> Request:
        """What a question asks, its values being known."""
        found = sentences(query.text, read_tokens(query))
        words = words_of(query)
        named = without_names(self._graph, query, words)
        asks, parts, covered = self._asks(query, found, named)
        if not asks and named != words:
            # Words that name a given quantity ask for nothing, unless nothing else is asked.
            asks, parts, covered = self._asks(query, found, words)
        read = [Read(start, end, "setting") for start, end in named_places(self._graph, query)]
        read += [Read(words_place.start, words_place.end, "ask") for words_place in covered]
        read += [Read(part.start, part.end, "operation") for part in parts]
        read += self._announcing(query, found)
        read += glosses(self._graph, query.text, found, asks, read)
        readings = account(found, asks, query.text, read)
        handles = {id(ask): f"ask{number}" for number, ask in enumerate(asks, start=1)}
        return Request(asks=tuple(_ask(ask, handles) for ask in asks), readings=tuple(readings))

    def _asks(
        self, query: Query, found: Sequence[Sequence[Token]], words: list[Word]
    ) -> tuple[list[AskDraft], list[Token], list[Word]]:
        """The asks, the tokens read as operations, and the words read as asks."""
        labels = self.index.find(words)
        cues = [self._cues(query, sentence, labels, words) for sentence in found]
        places = {
            token.start
            for sentence, own in zip(found, cues, strict=True)
            for cue in own
            if cue.kind not in ("which", "deny")
            for token in sentence[cue.first : cue.last + 1]
        }
        masked = [word._replace(text=MASKED) if word.start in places else word for word in words]
        matches = self.index.find(masked)
        wanted = find_goals(self._graph, matches, query.text, masked, query.entities)
        drafts = [AskDraft(goal.text, goal.targets, goal.start, goal.end, soft=goal.soft) for goal in wanted]
        for draft, goal in zip(drafts, wanted, strict=True):
            draft.about = _own(query, found, draft, [entity.handle for entity in goal.about])
            draft.after = [drafts[goal.after]] if goal.after is not None and not drafts[goal.after].soft else []
        composer = Composer(query, self._labelled, self._are_counts, self._are_verdicts)
        nest(self._graph, query, drafts, found)
        chosen, taken = [], list[Token]()
        for sentence, own in zip(found, cues, strict=True):
            inside = [draft for draft in drafts if sentence[0].start <= draft.start < sentence[-1].end]
            before = list(inside)
            composed, used = composer.compose(Sentence(sentence, own, inside, _subjects(query, sentence)))
            drafts += [draft for draft in inside if draft not in before]
            chosen.append(composed)
            taken += [
                token for cue in own if cue.kind in used for token in sentence[cue.first : cue.last + 1]
            ]
        _refer_to_winners(found, drafts, chosen)
        drafts += self._made_kinds(query, found, drafts)
        split_subjects(query, drafts)
        covered = [words[place] for match in matches for place in match.words]
        return drafts, taken, covered

    def _cues(self, query: Query, sentence: Sequence[Token], labels: Sequence[Match], words: Sequence[Word]) -> list[Cue]:
        """The cues of a sentence; those inside a label belong to it, and some need several things to work on."""
        several = len(_subjects(query, sentence)) > 1
        whole = [(words[match.first].start, words[match.last].end) for match in labels if _is_whole(match)]
        named = {words[place].start for match in labels for place in match.words}
        found = []
        for cue in find_cues(sentence):
            start, end = sentence[cue.first].start, sentence[cue.last].end
            inside = any(left <= start and end <= right and (left, right) != (start, end) for left, right in whole)
            if (inside and not (several and cue.kind == "aggregate")) or (cue.kind == "verb" and start in named):
                continue
            if several or cue.kind not in _OF_SEVERAL:
                found.append(cue)
        # A place or a count without a superlative counts something else.
        if not any(cue.kind == "degree" for cue in found):
            found = [cue for cue in found if cue.kind not in ("place", "count")]
        return found

    def _announcing(self, query: Query, found: Sequence[Sequence[Token]]) -> Iterator[Read]:
        """Words in front of a value, or right behind it, that only say what it is: `the SMILES string`, `the peptide`."""
        for sentence in found:
            for place, token in enumerate(sentence):
                if token.kind != ENTITY:
                    continue
                names = self._kinds(query, token)
                for step in (-1, 1):
                    other = place + step
                    while 0 <= other < len(sentence) and sentence[other].text in names:
                        yield Read(sentence[other].start, sentence[other].end, "frame")
                        other += step

    def _kinds(self, query: Query, token: Token) -> frozenset[str]:
        """The words that people use for the types of a value, in small letters."""
        found: set[str] = set()
        for entity in query.entities:
            if entity.start == token.start:
                if entity.type not in self._kind_names:
                    self._kind_names[entity.type] = _kind_words(self._graph, entity.type)
                found |= self._kind_names[entity.type]
        return frozenset(found)

    def _made_kinds(
        self, query: Query, found: Sequence[Sequence[Token]], drafts: Sequence[AskDraft]
    ) -> list[AskDraft]:
        """Asks for what the given values lead to, where an ask is said to be of it: "… and the mass of the protein"."""
        made: list[AskDraft] = []
        for sentence in found:
            for token in sentence:
                inside = any(draft.start <= token.start < draft.end for draft in drafts)
                kind = None if inside or token.kind != WORD else self._kind_led_to(query, token.text)
                asked = [
                    draft
                    for draft in drafts
                    if sentence[0].start <= draft.start < token.start and not draft.after and not draft.soft
                ]
                if kind is None or not asked:
                    continue
                about = tuple(entity.handle for entity in query.entities)
                ask = AskDraft(token.text, (Target(type=kind),), token.start, token.end, about, reported=False)
                for draft in asked:
                    draft.after = [ask]
                made.append(ask)
        return made

    def _kind_led_to(self, query: Query, word: str) -> str | None:
        """The type that a word names and that the values of a question only lead to by a conversion."""
        for entity in query.entities:
            if entity.type not in self._led_to:
                self._led_to[entity.type] = _led_to(self._graph, entity.type)
            if word in self._led_to[entity.type]:
                return self._led_to[entity.type][word]
        return None

    def _labelled(self, label: str) -> tuple[Target, ...]:
        return self.index.targets(label_words(label))

    def _are_counts(self, targets: Sequence[Target]) -> bool:
        ports = [port for target in targets for port in self._ports(target)]
        return bool(ports) and all(port.python == "int" for port in ports)

    def _are_verdicts(self, targets: Sequence[Target]) -> bool:
        ports = [port for target in targets for port in self._ports(target)]
        return bool(ports) and all(port.python == "bool" for port in ports)

    def _ports(self, target: Target) -> list[Any]:
        tool = self._graph.tools.get(target.tool)
        if tool is None:
            return []
        return [port for port in tool.outputs if target.output in ("", port.name) and not self._graph.is_note(port.type)]


def _ask(draft: AskDraft, handles: dict[int, str]) -> Ask:
    of = tuple(handles[id(other)] for other in draft.after) or draft.about
    return Ask(
        handle=handles[id(draft)],
        text=draft.text,
        start=draft.start,
        end=draft.end,
        what=tuple(Candidate(type=target.type, tool=target.tool, output=target.output) for target in draft.targets),
        of=of,
        beside=draft.beside,
        then=tuple(draft.then),
        unit=draft.unit,
        soft=draft.soft,
        reported=draft.reported,
        problem=draft.problem,
    )


def _own(query: Query, found: Sequence[Sequence[Token]], draft: AskDraft, about: Sequence[str]) -> tuple[str, ...]:
    """Of the entities that an ask may be about those of its sentence, unless it points back or has none."""
    sentence = next((part for part in found if part[0].start <= draft.start < part[-1].end), ())
    if any(token.text in word_list("references", "back") for token in sentence):
        return tuple(about)
    places = {token.start for token in sentence if token.kind == ENTITY}
    own = {entity.handle for entity in query.entities if entity.start in places}
    return tuple(handle for handle in about if handle in own) or tuple(about)


def _is_whole(match: Match) -> bool:
    """Whether a label stands in the question as one piece, and is more than one word."""
    return len(match.words) > 1 and match.last - match.first + 1 == len(match.words)


def _subjects(query: Query, sentence: Sequence[Token]) -> tuple[str, ...]:
    """The handles of what a sentence names, one a place; of all that the question names where it names nothing."""
    places = {token.start for token in sentence if token.kind == ENTITY}
    handles = {entity.start: entity.handle for entity in reversed(query.entities)}
    own = tuple(handles[place] for place in sorted(handles) if place in places)
    return own or tuple(handles[place] for place in sorted(handles))


def _refer_to_winners(
    found: Sequence[Sequence[Token]], drafts: Sequence[AskDraft], chosen: Sequence[AskDraft | None]
) -> None:
    """What is asked beside a choice is asked of what is chosen: "the most polar of A and B and its mass"."""
    for sentence, ask in zip(found, chosen, strict=True):
        if ask is None or not any(operation.tool == "pick_extreme" for operation in ask.then):
            continue
        for other in drafts:
            inside = sentence[0].start <= other.start < sentence[-1].end
            if inside and other is not ask and not other.then and ask not in other.after:
                other.after = [ask]


def _kind_words(graph: ToolGraph, name: str) -> frozenset[str]:
    node = graph.types[name]
    names = [node.label, *node.also, *node.announced]
    if node.parent:
        parent = graph.types[node.parent]
        names += [parent.label, *parent.also, *parent.announced]
    return frozenset(word.lower() for label in names for word in label.split())


def _led_to(graph: ToolGraph, given: str) -> dict[str, str]:
    """Words for the kinds of sequence that a value can be converted to and is not."""
    own = _kind_words(graph, given)
    return {
        word: name
        for name in graph.types
        if graph.is_a(name, "Sequence") and not graph.is_a(given, name) and cheapest_chain(graph, given, name)
        for word in _kind_words(graph, name) - own - word_list("frames", "words")
    }


def _functions(graph: ToolGraph, field: str) -> dict[str, Callable[[str], Any]]:
    """The recogniser, speller or finder of each type that has one; its tables are loaded when it is first asked."""
    return {name: _lazy(place) for name, node in graph.types.items() if (place := getattr(node, field))}


def _lazy(place: str) -> Callable[[str], Any]:
    load = cache(lambda: load_function(place))
    return lambda text: load()(text)
