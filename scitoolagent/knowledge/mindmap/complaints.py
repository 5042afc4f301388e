"""What a text says of bodies and complaints, as concepts: `my tummy hurts` and `abdominal pain` are the same two.

The words stand in `language/en-patients.toml`. Texts and the names of a graph are read alike, so any graph whose names
say such things can be reached. A word of no concept is its own stem; a misspelt one is read as the nearest known word.
What is denied (`no fever`), gone, past or another's is marked, and so is a vital sign that means no complaint.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from scitoolagent.knowledge.mindmap.measures import measured_in, places
from scitoolagent.knowledge.mindmap.presence import Why, Word, apart, clauses_of, settled
from scitoolagent.language.stem import stem
from scitoolagent.language.text import tokens
from scitoolagent.language.words import everyday, patients, split_phrases

# Shorter words have too many neighbours.
_SPELLED, _ALIKE = 5, 0.86
_CANNOT = frozenset({"can", "could", "couldn", "cannot", "cant", "couldnt", "hardly", "barely"})
_ENDS = re.compile(r"[.!?;:\n]")


@dataclass(frozen=True, slots=True)
class Said:
    """One or more words of a text as one concept; `concepts` are its readings, `first` and `last` its words."""

    concepts: frozenset[str]
    first: int
    last: int
    why: Why = ""
    measured: bool = False

    @property
    def denied(self) -> bool:
        """Whether the patient does not have it now, for whatever reason."""
        return bool(self.why)


def _concepts() -> Mapping[str, str]:
    """What is said for each concept, parts of the body among them."""
    return {**patients()["sites"], **patients()["concepts"]}


@lru_cache(maxsize=1)
def sites() -> frozenset[str]:
    """The concepts that are parts of the body, which alone are no complaint."""
    return frozenset(f"={name}" for name in patients()["sites"])


@lru_cache(maxsize=8_192)
def sites_of(text: str) -> frozenset[str]:
    """The parts of the body that a text speaks of, and what they lie in."""
    found = frozenset(concept for said in concepts_of(text)[0] for concept in said.concepts)
    within = patients()["within"]
    return found & sites() | {f"={within[one[1:]]}" for one in found if one[1:] in within}


@lru_cache(maxsize=1)
def _phrases() -> Mapping[str, tuple[tuple[tuple[str, ...], str], ...]]:
    """Phrases as stems with their concepts, by their first stem."""
    found: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for concept, text in _concepts().items():
        for phrase in split_phrases(text):
            stems = tuple(_stem(word) for word in phrase.split())
            found.setdefault(stems[0], []).append((stems, f"={concept}"))
    return {first: tuple(own) for first, own in found.items()}


def _stem(word: str) -> str:
    """The stem of a word; some words are read only as they are written."""
    return f"{word}." if word in patients()["exact"]["words"].split() else stem(word)


@lru_cache(maxsize=1)
def _little() -> frozenset[str]:
    return frozenset(stem(word) for word in patients()["little"]["words"].split())


@lru_cache(maxsize=1)
def _known() -> frozenset[str]:
    """The words that are spelled right for certain."""
    said = " ".join(_concepts().values()).replace(",", " ").split()
    rest = [*patients()["compounds"], *patients()["denial"]["words"].split(), *patients()["little"]["words"].split()]
    return frozenset((*said, *rest))


@lru_cache(maxsize=4_096)
def _spelled(word: str) -> str:
    if len(word) < _SPELLED or word in _known() or word in everyday() or not word.isalpha():
        return word
    near = difflib.get_close_matches(word, [one for one in _known() if one[0] == word[0]], 1, _ALIKE)
    return near[0] if near else word


def concepts_of(text: str, spelling: bool = True) -> tuple[list[Said], list[tuple[str, int, int]]]:
    """What a text says, in order, and its words with their places, to which `first` and `last` of each point."""
    words = tokens(text)
    read, tagged = settled(text, words, _words(text, words, spelling))
    said: list[Said] = []
    for one, first, last in places(measured_in(text), words) if spelling else ():
        for place in range(first, last + 1):
            read[place] = replace(read[place], stem="", little=True, denies=False)
        said.append(Said(frozenset((f"={one.concept}",) if one.concept else ()), first, last, _why(one.concept), True))
    place = 0
    while place < len(read):
        size, meant = _longest(read, place)
        if size:
            said += [Said(frozenset(one), place, place + size - 1) for one in meant]
        elif not read[place].little and not read[place].denies:
            said.append(Said(frozenset({read[place].stem}), place, place))
        place += max(size, 1)
    inside = {place for one in said for place in range(one.first, one.last + 1)}
    telling = [one for one in said if any(concept.startswith("=") for concept in one.concepts)]
    complaints = {place for one in telling for place in range(one.first, one.last + 1)}
    why = apart(read, inside, complaints) | dict.fromkeys(tagged, "denied")
    for at in (spoken.first for spoken in said if spoken.measured and spoken.first):
        # "no headache, pulse 130": a value behind a comma stands for itself.
        if read[at].clause != read[at - 1].clause:
            why.pop(at, None)
    said = [replace(one, why=one.why or why.get(one.first, "")) for one in said]
    return sorted(said, key=lambda one: one.first), words


def _why(concept: str) -> Why:
    return "" if concept else "measured"


def clauses_in(text: str) -> list[int]:
    """The number of the clause that each word stands in, where a clause has somebody of its own."""
    return clauses_of(_words(text, tokens(text), True))


def sentences_of(text: str, words: Sequence[tuple[str, int, int]]) -> list[int]:
    """The number of the sentence that each word stands in."""
    ends = [match.start() for match in _ENDS.finditer(text)]
    return [sum(end < start for end in ends) for _, start, _ in words]


def _words(text: str, words: Sequence[tuple[str, int, int]], spelling: bool) -> list[Word]:
    sentences = sentences_of(text, words)
    commas = [match.start() for match in re.finditer(",", text)]
    denials, little = frozenset(patients()["denial"]["words"].split()), _little()
    read: list[Word] = []
    for place, (word, start, _) in enumerate(words):
        before = words[place - 1][0] if place else ""
        short = word == "t" and start > 0 and text[start - 1] in "'’"
        if short and before in _CANNOT:
            word = "s"  # the rest of a word that was read
        elif short or (word.endswith("nt") and word[:-2] in _AUXILIARY):
            word = "not"
        elif word == "not" and before in _CANNOT:
            word = "s"
        follows = words[place + 1][0] if place + 1 < len(words) else ""
        if word in _CANNOT and (word not in ("can", "could") or follows in ("t", "not", "hardly", "barely")):
            word = "cannot"
        elif word.removesuffix("n") in _AUXILIARY and follows == "t":
            word = "is"
        word = _spelled(word) if spelling else word
        one = _stem(word)
        read.append(
            Word(
                word,
                one,
                one in little and word not in denials,
                word in denials,
                sentences[place],
                sum(c < start for c in commas),
            )
        )
    return read


_AUXILIARY = frozenset("is are was were do does did has have had wo would should must".split())


def _longest(read: Sequence[Word], place: int) -> tuple[int, list[set[str]]]:
    """How many words from `place` on are one phrase, and the concepts it stands for: readings of each of them."""
    compound = patients()["compounds"]
    best, meant = 0, set[str]()
    for phrase, concept in _phrases().get(read[place].stem, ()):
        size = _matched(read, place, phrase)
        if size > best:
            best, meant = size, {concept}
        elif size == best and size:
            meant.add(concept)
    if best <= 1:
        whole = next((text for name, text in compound.items() if stem(name) == read[place].stem), "")
        if whole:
            return 1, [_readings(word) for word in whole.split()]
    return best, [meant] if best else []


def _readings(word: str) -> set[str]:
    """The concepts of one word."""
    key = _stem(word)
    own = {concept for phrase, concept in _phrases().get(key, ()) if phrase == (key,)}
    return own or {f"={word}" if word in _concepts() else key}


def _matched(read: Sequence[Word], place: int, phrase: Sequence[str]) -> int:
    """How many words of the text the phrase takes, little ones between its words included; 0 where it is not said."""
    at = last = place
    for number, wanted in enumerate(phrase):
        while number and at < len(read) and read[at].stem != wanted and read[at].little:
            at += 1
        if at == len(read) or read[at].stem != wanted or read[at].sentence != read[place].sentence:
            return 0
        last, at = at, at + 1
    return last - place + 1
