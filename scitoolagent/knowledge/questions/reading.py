"""Read a question against a graph: which words are entities, which are types, which speak of relations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scitoolagent.knowledge.questions.names import COMMON, Mention, mentions_of
from scitoolagent.knowledge.questions.phrases import Cue, Lexicon, joined, root
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.language.stem import is_plural
from scitoolagent.language.text import tokens
from scitoolagent.language.words import word_list

MAX_WORDS = 200
_ORDERS = word_list("questions", "orders")
_ASKING = _ORDERS | word_list("questions", "asking")
_BEFORE_ORDERS = word_list("questions", "before_orders")
_PEOPLE = word_list("questions", "people")
_SUFFERING = frozenset(map(root, word_list("questions", "suffering")))
_JOINING = word_list("questions", "joining")
_BEFORE_WHICH = word_list("questions", "before_which")
_BACK = word_list("questions", "back")
_BEING = word_list("questions", "being")
_BEYOND = word_list("questions", "beyond")
_FILLING = word_list("questions", "filling")
_YES_OR_NO = word_list("questions", "yes_or_no")
_RELATIVE = word_list("questions", "relative")
_IS = frozenset({"is", "are", "was", "were", "been", "be"})
_ARTICLES = frozenset({"a", "an", "the"})
_GOVERNING = word_list("questions", "governing")
_SOURCES = word_list("questions", "sources")
_CHANGING = frozenset(map(root, word_list("questions", "changing")))
_LISTING = frozenset({"and", "or", "nor"})
_ENDING = frozenset(map(root, word_list("questions", "ending")))
_AFTER_OBJECT = _RELATIVE | _YES_OR_NO | frozenset({"and", "or", "but"})


@dataclass(frozen=True, slots=True)
class TypeWord:
    """Words that name a type."""

    place: int
    end: int
    kind: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What a question says. `answer` is the type asked for, None when the question names none.

    `between` are types on the way from the entities to the answer; `unread` are words that carry meaning and were not
    understood; `missed` is one of them without which the question is another: the thing asked for, the head of a clause
    or what is said of a type. `beyond` is a word that no operation covers.
    """

    words: tuple[str, ...]
    mentions: tuple[Mention, ...]
    answer: TypeWord | None
    between: tuple[TypeWord, ...]
    cues: tuple[Cue, ...]
    unread: tuple[str, ...] = ()
    beyond: str = ""
    missed: str = ""

    def ands_between(self, one: int, other: int) -> int:
        """How many words that join stand between two places, outside of names."""
        low, high = min(one, other), max(one, other)
        inside = {place for mention in self.mentions for place in range(mention.place, mention.end)}
        return sum(self.words[place] in _JOINING for place in range(low + 1, high) if place not in inside)


def read_question(graph: DomainGraph, lexicon: Lexicon, text: str) -> Reading:
    """Find mentions, types and cues; words of an entity's name are nothing else."""
    found = tokens(text)[:MAX_WORDS]
    words = tuple(word for word, _, _ in found)
    stemmed = tuple(map(root, words))
    mentions = mentions_of(graph, lexicon, text, found, stemmed)
    taken = {place for mention in mentions for place in range(mention.place, mention.end)}
    types: list[TypeWord] = []
    cues: list[Cue] = []
    unread: dict[int, str] = {}
    place = 0
    while place < len(words):
        if place in taken:
            place += 1
            continue
        free = _free(stemmed, taken, place)
        kind, cue = lexicon.type_at(free, place), lexicon.cue_at(free, place)
        if words[place] in COMMON and (cue is None or all(word in COMMON for word in words[place : cue.end])):
            place += 1
            continue
        if kind and (cue is None or kind[1] >= cue.end):
            types.append(TypeWord(place, kind[1], kind[0]))
            place = kind[1]
        elif cue:
            cues.append(replace(cue, aside=_aside(cue, words, stemmed)))
            place = cue.end
        else:
            if words[place] not in _FILLING and not words[place].isdigit():
                unread[place] = words[place]
            place += 1
    all_types = types
    types = [one for one in types if not _apposed(one, mentions, words) and not _anaphor(one, types, words)]
    breaks = [one.place for one in mentions] + [one.place for one in types]
    asked = [place for place in range(len(words)) if _asks(place, words, all_types)]
    verb = _verb_asked_of(asked, types, cues, words)
    answer = None if verb else _answer(asked, types, mentions, words)
    beyond = _beyond(words, taken, mentions, asked) or _nested(words, taken, types, cues)
    beyond = beyond or _quantity(words, taken, cues) or _stopped(words, cues)
    between = tuple(one for one in types if one is not answer)
    missed = _missed(unread, words, all_types, mentions, cues, asked) or _source(words, mentions, cues)
    if verb and words[asked[0]] not in ("what", "who"):
        # `which products are made by enzymes that …`: what is asked for is no type and was not understood.
        missed = missed or words[asked[0] + 1]
    return Reading(
        words, tuple(mentions), answer, between, joined(cues, breaks, words), tuple(unread.values()), beyond, missed
    )


def _beyond(words: tuple[str, ...], taken: set[int], mentions: list[Mention], asked: list[int]) -> str:
    """A word that no operation covers, or what the question asks for instead of a list."""
    if "how many" in " ".join(words):
        return "how many"
    # `does A treat B`; not `do you know any drugs that treat B`, `is there one`.
    subject = 2 if words[1:2] == ("the",) else 1
    if not asked and words[:1] and words[0] in _YES_OR_NO and any(one.place == subject for one in mentions):
        return "yes or no"
    return next(
        (
            word
            for place, word in enumerate(words)
            if word in _BEYOND
            and place not in taken
            and ("not", "only") not in (words[place : place + 2], words[max(0, place - 1) : place + 1])
        ),
        "",
    )


def _quantity(words: tuple[str, ...], taken: set[int], cues: list[Cue]) -> str:
    """A number outside of names: "with a half-life over 10" sets a condition that no relation can say."""
    said = taken | {place for one in cues for place in range(one.start, one.end)}
    return next(
        (word for place, word in enumerate(words) if place not in said and word.replace(".", "", 1).isdigit()), ""
    )


def _stopped(words: tuple[str, ...], cues: list[Cue]) -> str:
    """A verb that ends what the next one says: "drugs that stopped treating X" is not "drugs that stop X"."""
    starts = {one.start for one in cues}
    inside = {place for one in cues for place in range(one.start, one.end)}
    for place, word in enumerate(words[:-1]):
        behind = words[place + 1]
        if root(word) in _ENDING and behind.endswith("ing") and place + 1 in starts | inside:
            return word
    return ""


def _verb_asked_of(asked: list[int], types: list[TypeWord], cues: list[Cue], words: tuple[str, ...]) -> Cue | None:
    """A verb that parts a question word from the first type, so that this is not the type asked for.

    "What is made by the enzyme that …" asks for what is made; "which associated genes" and "what are the genes" do not.
    """
    if not asked or not types or words[asked[0]] in _ORDERS or types[0].place < asked[0]:
        return None
    for cue in cues:
        if asked[0] < cue.start and cue.end <= types[0].place:
            gap = set(words[cue.end : types[0].place]) | set(words[cue.start : cue.end][1:])
            first = cue.start == asked[0] + 1 and words[asked[0]] in ("what", "who")
            active = first and not words[cue.start].endswith(("ed", "ing"))
            # `are made by`, and not `are the binding partners of`
            passive = words[cue.start - 1] in _YES_OR_NO and gap & (_GOVERNING | _ARTICLES)
            if active or passive:
                return cue
    return None


def _source(words: tuple[str, ...], mentions: list[Mention], cues: list[Cue]) -> str:
    """What a verb and "from" or "into" say of an entity, where no relation means it: "made from urea".

    What something is made from is neither who makes it nor what is made.
    """
    for mention in mentions:
        before = mention.place - 1
        while before >= 0 and words[before] in _ARTICLES:
            before -= 1
        spoken = [cue for cue in cues if cue.start < before]
        inside = any(cue.start <= before < cue.end for cue in cues)
        if spoken and not inside and words[before] in _SOURCES:
            return f"{words[spoken[-1].start]} … {words[before]}"
    # `what is ethanol converted to`
    last = next((cue for cue in cues if cue.end + 1 == len(words)), None)
    ends = last and (words[-1] in _SOURCES or (words[-1] == "to" and root(words[last.start]) in _CHANGING))
    return f"{words[last.start]} {words[-1]}" if last and ends else ""


def _nested(words: tuple[str, ...], taken: set[int], types: list[TypeWord], cues: list[Cue]) -> str:
    """A "what" behind a verb, which stands for things of no type: "what eats what the heron eats"."""
    starts = {one.place for one in types}
    return next(
        (
            "what"
            for place, word in enumerate(words)
            if word == "what"
            and place not in taken
            and place + 1 not in starts
            and any(cue.end == place and not cue.weak for cue in cues)
        ),
        "",
    )


def _missed(
    unread: Mapping[int, str],
    words: tuple[str, ...],
    types: list[TypeWord],
    mentions: list[Mention],
    cues: list[Cue],
    asked: list[int],
) -> str:
    """An unread word that a question cannot do without."""
    # `approved drugs`, `young pike`: what is said of the thing makes it another.
    starts = {one.place for one in types} | {one.place for one in mentions}
    for place, word in unread.items():
        # `killed by fungi that produce X`, with a relation on either side
        linked = any(cue.start < place for cue in cues) and any(cue.start > place for cue in cues)
        head = linked and words[place + 1 : place + 2] != () and words[place + 1] in _RELATIVE
        if head or (place + 1 in starts and word not in _YES_OR_NO):
            return word
        # `drugs that were withdrawn for X`, `are safe in X`: what is said of the thing asked for.
        if place and words[place - 1] in _IS:
            return word
        # `which viruses cause sepsis`, `which antibiotics does X`: nothing else says what is asked for.
        if place - 1 in asked and place + 1 < len(words) and _goes_on(place + 1, words, cues):
            return word
        # `pests of leek that are eaten by hoverflies`: dropped, the word would leave a condition out.
        if _is_object(place, words, cues):
            return word
        # `symptoms of asthma or gout`, of which one is not known: half of it would be answered.
        if _is_listed(place, words, mentions):
            return word
        # `which fungi kill pests`: the verb comes before the first type, so the word in front of it is asked for.
        behind = [one.place for one in types if one.place > place]
        if place - 1 in asked and behind and any(place < cue.start < behind[0] for cue in cues):
            return word
    return ""


def _goes_on(place: int, words: tuple[str, ...], cues: list[Cue]) -> bool:
    """Whether a verb begins at a place."""
    return words[place] in _YES_OR_NO or any(cue.start == place for cue in cues)


def _is_listed(place: int, words: tuple[str, ...], mentions: list[Mention]) -> bool:
    """Whether a word stands in a list with an entity."""
    before = place - 1
    while before > 0 and (words[before] in _ARTICLES or words[before] in _GOVERNING):
        before -= 1
    if words[before] in _LISTING and any(one.end == before for one in mentions):
        return True
    behind = place + 1
    while behind < len(words) and (words[behind] in _ARTICLES or words[behind] in _LISTING):
        behind += 1
    listed = bool(set(words[place + 1 : behind]) & _LISTING)
    return listed and words[place - 1] in _GOVERNING | _LISTING and any(one.place == behind for one in mentions)


def _is_object(place: int, words: tuple[str, ...], cues: list[Cue]) -> bool:
    """Whether a word is all that a verb or a preposition in front of it speaks of."""
    if words[place].endswith("ly"):
        return False
    before = place - 1
    while before >= 0 and words[before] in _ARTICLES:
        before -= 1
    governed = before >= 0 and (
        words[before] in _GOVERNING or any(cue.end == before + 1 and not cue.weak for cue in cues)
    )
    return governed and (place + 1 == len(words) or words[place + 1] in _AFTER_OBJECT)


def _free(stemmed: tuple[str, ...], taken: set[int], start: int) -> tuple[str, ...]:
    end = next((place for place in range(start, len(stemmed)) if place in taken), len(stemmed))
    return stemmed[:end]


def _apposed(one: TypeWord, mentions: list[Mention], words: tuple[str, ...]) -> bool:
    """`the disease asthma`, `asthma disease`: the type only says what the entity is."""
    for mention in mentions:
        kinds = {match.type for match in mention.matches}
        if one.kind not in kinds:
            continue
        gap = words[one.end : mention.place] if one.end <= mention.place else words[mention.end : one.place]
        before = one.end <= mention.place
        plural = is_plural(words[one.end - 1])
        if all(word in ("the", "a", "an", "called", "named", "known", "as", "is", "id") for word in gap) and not (
            plural and not before
        ):
            asked = any(word in ("which", "what") for word in words[max(0, one.place - 2) : one.place])
            return not asked
    return False


def _aside(cue: Cue, words: tuple[str, ...], stemmed: tuple[str, ...]) -> bool:
    before = [
        word for word in words[max(0, cue.start - 3) : cue.start] if word not in ("who", "are", "is", "were", "that")
    ]
    return bool(before) and before[-1] in _PEOPLE and stemmed[cue.start] in _SUFFERING


def _anaphor(one: TypeWord, types: list[TypeWord], words: tuple[str, ...]) -> bool:
    earlier = [other for other in types if other.kind == one.kind and other.place < one.place]
    if not earlier or not one.place:
        return False
    # `these diseases`; `conditions that are the diseases for which ...`
    gap = words[earlier[-1].end : one.place]
    named = words[one.place - 1] == "the" and one.place > 1 and words[one.place - 2] in ("is", "are", "were")
    return (
        named
        or words[one.place - 1] in _BACK
        or (len(gap) <= 4 and set(gap) <= _BEING and set(gap) & {"is", "are", "was", "were"} != set())
    )


def _only_common(words: tuple[str, ...]) -> bool:
    """Whether a question word belongs to the type behind it; `which ones treat diseases` asks for something before."""
    return not {"one", "ones"} & set(words) and sum(word not in COMMON for word in words) <= 3


def _asks(place: int, words: tuple[str, ...], types: list[TypeWord]) -> bool:
    """Whether a word asks: `which genes`, `list genes`; not `genes which`, `tissues in which`, `classes that list`."""
    if words[place] in _ORDERS:
        return place == 0 or words[place - 1] in _BEFORE_ORDERS
    if words[place] not in _ASKING:
        return False
    before = place - 1 if place and words[place - 1] in _BEFORE_WHICH else place
    if words[place] == "who":
        return place == 0
    return not (words[place] == "which" and any(one.end == before for one in types))


def _answer(
    asked: list[int], types: list[TypeWord], mentions: list[Mention], words: tuple[str, ...]
) -> TypeWord | None:
    for place in asked:
        if not any(one.place <= place < one.end for one in mentions):
            after = [one for one in types if one.place > place]
            named = [mention.place for mention in mentions if mention.place > place]
            if after and (not named or after[0].place < named[0]) and _only_common(words[place : after[0].place]):
                return after[0]
    return types[0] if types else None
