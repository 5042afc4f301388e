"""Read relations between the entities of a text from the sentences that they share.

Which pairs of kinds may be related, and how, follows BioRED (Luo et al. 2022, doi:10.1093/bib/bbac282). A sentence
speaks for a relation by the nearness of its ends and by words for a direction, a bond or a common use; a denied one
speaks against it, and one that leaves it open, or gives orders to its reader, says nothing. What is told of a pair only
here and there, far apart, is left out.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from scitoolagent.knowledge.claims.sentences import is_order, sentences_of
from scitoolagent.knowledge.extraction.entities import Mention
from scitoolagent.knowledge.extraction.stated import standing
from scitoolagent.language.stem import stem
from scitoolagent.language.text import normalise, words_of
from scitoolagent.language.words import meanings, word_list

ASSOCIATION, POSITIVE, NEGATIVE = "Association", "Positive_Correlation", "Negative_Correlation"
BIND, COTREATMENT, COMPARISON = "Bind", "Cotreatment", "Comparison"
PREDICATES = (ASSOCIATION, POSITIVE, NEGATIVE, BIND, COTREATMENT, COMPARISON)
PAIRS = {"CD", "DG", "GG", "CG", "CC", "DV", "CV", "VV"}
# Two of one kind in a sentence are mostly items of a list: something has to relate them.
_LISTED = {"GG", "CC", "VV"}
_LEAST, _LEAST_LISTED = 0.2, 0.55
_MOST_IN_SENTENCE = 40
_WORDS = {name: frozenset(map(stem, word_list("extraction", name))) for name in
          ("raising", "lowering", "treating", "causing", "binding", "together", "comparing")}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Told:
    """A relation that a document tells of two entities; `sentences` are those that speak for it, the nearest first."""

    one: str
    predicate: str
    other: str
    sentences: tuple[str, ...]
    confidence: float
    denied: bool = False


@dataclass(slots=True)
class Unread:
    """Sentences with two names or more that were read for no relation, or not for all: how many, and why."""

    orders: int = 0
    open: int = 0


@dataclass(frozen=True, slots=True)
class _Spoken:
    """What one sentence says of a pair."""

    sentence: str
    distance: int
    predicate: str
    denied: bool
    first: bool


def kind_of(name: str) -> str:
    """What a type of a graph is to relations: C compound, D disease, G gene or protein, V variant; else nothing."""
    known = meanings("extraction_kinds")
    return next((known[word] for word in words_of(name).split() if word in known), "")


def relations_of(text: str, mentions: Sequence[Mention], unread: Unread | None = None) -> list[Told]:
    """The relations that a text tells, the surest first; what it denies comes as denied.

    Args:
        text: the text.
        mentions: what it names.
        unread: counts the sentences that told nothing for what they are.
    """
    unread = Unread() if unread is None else unread
    spoken: defaultdict[tuple[str, str], list[_Spoken]] = defaultdict(list)
    kinds = {one.id: kind_of(one.type) for one in mentions}
    counts: defaultdict[str, int] = defaultdict(int)
    for one in mentions:
        counts[one.id] += 1
    start = 0
    for number, sentence in enumerate(sentences_of(text)):
        begin = text.index(sentence, start)
        start = begin + len(sentence)
        inside = [one for one in mentions if begin <= one.start and one.end <= start][:_MOST_IN_SENTENCE]
        if is_order(sentence):
            unread.orders += 1
            continue
        pairs, left_open = _pairs(sentence, begin, inside, kinds, number == 0)
        unread.open += left_open
        for pair, said in pairs.items():
            spoken[pair].append(said)
    found = [_told(pair, said, counts) for pair, said in spoken.items()]
    kept = [one for one in found if one.confidence >= _least(kinds[one.one] + kinds[one.other])]
    return sorted(kept, key=lambda one: -one.confidence)


def _least(kinds: str) -> float:
    return _LEAST_LISTED if "".join(sorted(kinds)) in _LISTED else _LEAST


def _pairs(
    sentence: str, begin: int, mentions: Sequence[Mention], kinds: Mapping[str, str], first: bool
) -> tuple[dict[tuple[str, str], _Spoken], bool]:
    """The pairs of entities of a sentence, each where its ends are nearest, and whether it left some of them open."""
    found: dict[tuple[str, str], _Spoken] = {}
    left_open = False
    for one, other in combinations(mentions, 2):
        pair = (min(one.id, other.id), max(one.id, other.id))
        kind = "".join(sorted(kinds[one.id] + kinds[other.id]))
        if one.id == other.id or kind not in PAIRS:
            continue
        between = sentence[one.end - begin : other.start - begin]
        distance = len(normalise(between).split())
        if pair not in found or distance < found[pair].distance:
            here, there = ((end.start - begin, end.end - begin) for end in (one, other))
            said = standing(sentence, here, there, kinds[one.id] == kinds[other.id])
            if said == "open":
                left_open = True
                continue
            near = sentence[max(0, one.start - begin - 40) : other.end - begin + 40]
            found[pair] = _Spoken(sentence, distance, _predicate(kind, between, near), said == "denied", first)
    return found, left_open


def _predicate(kind: str, between: str, near: str) -> str:
    """Which relation the words between and around the ends of a pair say; an association where they say none."""
    inner, outer = ({stem(word) for word in normalise(text).split()} for text in (between, near))
    if kind in ("GG", "CG") and outer & _WORDS["binding"]:
        return BIND
    if kind == "CC":
        if inner & _WORDS["comparing"]:
            return COMPARISON
        if outer & _WORDS["together"] or re.fullmatch(r"\s*(?:and|plus|\+|/|-)\s*", between):
            return COTREATMENT
    if kind == "CD":
        treats, causes = outer & _WORDS["treating"], outer & _WORDS["causing"]
        return NEGATIVE if treats and not causes else POSITIVE if causes and not treats else _way(inner)
    if kind in ("CG", "GG", "CC"):
        return _way(inner) if inner & (_WORDS["raising"] | _WORDS["lowering"]) else _way(outer)
    return ASSOCIATION


def _way(words: set[str]) -> str:
    ups, downs = bool(words & _WORDS["raising"]), bool(words & _WORDS["lowering"])
    return ASSOCIATION if ups == downs else POSITIVE if ups else NEGATIVE


def _told(pair: tuple[str, str], spoken: Sequence[_Spoken], counts: Mapping[str, int]) -> Told:
    """The relation of a pair by all sentences that hold it."""
    kept = sorted((one for one in spoken if not one.denied), key=lambda one: one.distance)
    denied = not kept
    kept = kept or sorted(spoken, key=lambda one: one.distance)
    votes: defaultdict[str, float] = defaultdict(float)
    for one in kept:
        votes[one.predicate] += 1.0 / (2 + one.distance) * (0.5 if one.predicate == ASSOCIATION else 1.0)
    predicate = max(votes, key=lambda name: votes[name])
    confidence = 0.3 * any(one.first for one in kept) + 0.15 * min(len(kept), 3)
    confidence += 0.3 * (4 / (4 + kept[0].distance)) + 0.1 * (predicate != ASSOCIATION)
    confidence += 0.05 * min(min(counts[pair[0]], counts[pair[1]]), 4)
    return Told(pair[0], predicate, pair[1], tuple(one.sentence for one in kept), min(confidence, 0.99), denied)
