"""How people name the types and relations of a graph: its own labels, plus general synonyms (`meanings`).

Nothing here knows a particular graph. A predicate is recognised by the words of its label; where one of those words
heads a group of meanings, by the phrases of that group too. Words may stand between those of a phrase. What raises or
lowers a gene's level is composed: a word for more or less beside one for an amount.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from scitoolagent.knowledge.store.records import Schema
from scitoolagent.language.stem import stem
from scitoolagent.language.text import normalise, words_of
from scitoolagent.language.words import meanings, relations, split_phrases, word_list

Words = tuple[str, ...]

_LITTLE = word_list("questions", "little")
_REACH = 3
_LEVEL_WEIGHT = 1.4
_SHORTER = 0.6
WHOLE_LABEL = 1.5
_NEW_CLAUSE = word_list("questions", "new_clause")
_DENIALS = word_list("claims", "denial")
_FORMS = {**meanings("forms"), **meanings("plurals")}


@dataclass(frozen=True, slots=True)
class Cue:
    """Words of a question that speak for predicates, each with how strongly.

    `weak`: a reading may leave it out. `inverse`: predicates of which its grammatical subject is the object.
    `amount`: it only names a level, so that a word for more or less beside it says what is meant.
    `own`: predicates that are called so themselves, and are done by one to another, as "inhibits" is and "binds" not.
    `aside`: it stands behind people, as in `help patients suffering from`, and says nothing where another phrase does.
    """

    start: int
    end: int
    predicates: dict[str, float]
    weak: bool = False
    inverse: frozenset[str] = frozenset()
    level: bool = False
    amount: bool = False
    aside: bool = False
    own: frozenset[str] = frozenset()


class Lexicon:
    """The phrases of one graph's types and predicates."""

    def __init__(self, schema: Schema) -> None:
        self._types: dict[Words, str] = {}
        self._heads: set[Words] = set()
        self._learn_types(schema)
        # First word of a phrase: the phrase, whether it is inverse, and the predicates it speaks for.
        self._cues: dict[str, dict[tuple[Words, bool], dict[str, float]]] = {}
        self._own: set[tuple[Words, str]] = set()
        for name, predicate in schema.predicates.items():
            labels = {predicate.label, words_of(name)}
            if not is_mutual(labels):
                self._own |= {(stems(label), name) for label in labels}
            ends = [end for one in schema.links if one.predicate == name for end in (one.subject_type, one.object_type)]
            for words, inverse, weight in _relation_phrases(labels, frozenset(map(words_of, ends))):
                known = self._cues.setdefault(words[0], {}).setdefault((words, inverse), {})
                known[name] = max(known.get(name, 0.0), weight)
        self._levels = _levels(schema)
        self._longest = max(map(len, self._types), default=1)

    def _learn_types(self, schema: Schema) -> None:
        labels = {kind: words_of(kind) for kind in schema.types}
        for kind, label in labels.items():
            self._types[stems(label)] = kind
        for kind, label in labels.items():
            for phrase in _type_phrases(label):
                self._types.setdefault(stems(phrase), kind)
        heads = [label.split()[-1] for label in labels.values()]
        for kind, label in labels.items():
            head = stems(label.split()[-1])
            if " " in label and heads.count(label.split()[-1]) == 1 and head not in self._types:
                self._types[head] = kind
                self._heads.add(head)

    def type_at(self, words: Words, start: int) -> tuple[str, int] | None:
        """The type named by the words from `start`, and where its name ends; the longest name counts."""
        for length in range(min(self._longest, len(words) - start), 0, -1):
            window = words[start : start + length]
            kind = self._types.get(window)
            if kind is not None and not self._means_relation(words, start, window):
                return kind, start + length
        return None

    def _means_relation(self, words: Words, start: int, window: Words) -> bool:
        """Whether the last word of a type's name stands as a relation: `a component`, `components of`."""
        if window not in self._heads or (window, False) not in self._cues.get(window[0], {}):
            return False
        return words[start + 1 : start + 2] in ((), ("of",)) or (start > 0 and words[start - 1] in ("a", "an"))

    def cue_at(self, words: Words, start: int) -> Cue | None:
        """The relation phrases that begin at `start`, as one cue: the longest counts, shorter ones for less."""
        level = self._level_at(words, start)
        size = level.end - level.start if level else 0
        found = [
            (len(phrase), end, phrase, inverse, known)
            for (phrase, inverse), known in self._cues.get(words[start], {}).items()
            if (end := _matched(words, start, phrase)) is not None and len(phrase) >= size
        ]
        if not found:
            return level
        longest, end, phrase, *_ = max(found, key=lambda one: (one[0], one[1]))
        predicates: dict[str, float] = {}
        turned: set[str] = set()
        for length, _, _, inverse, known in sorted(found, key=lambda one: -one[0]):
            for name, weight in known.items():
                if name not in predicates:
                    predicates[name] = weight if length == longest else weight * _SHORTER
                    turned |= {name} if inverse else set()
        weak = all(word in _WEAK for word in phrase)
        if level:
            predicates |= {name: weight for name, weight in level.predicates.items() if name not in predicates}
        own = frozenset(name for name in predicates if (phrase, name) in self._own)
        return Cue(start, end, predicates, weak, frozenset(turned), level is not None, phrase in _AMOUNTS, own=own)

    def _level_at(self, words: Words, start: int) -> Cue | None:
        """A word for more or less beside one for an amount, in either order; or a verb that says both."""
        for predicates, verbs, words_of_level in self._levels:
            near = range(start + 1, min(start + 2 + _REACH, len(words)))
            for first, others in ((words_of_level, _AMOUNTS), (_AMOUNTS, words_of_level)):
                length = _longest_of(words, start, first)
                for place in near if length else ():
                    other = _longest_of(words, place, others) if place >= start + length else 0
                    if other and all(_skippable(word) for word in words[start + length : place]):
                        return Cue(start, place + other, predicates, level=True)
            length = _longest_of(words, start, verbs)
            if length:
                return Cue(start, start + length, dict.fromkeys(predicates, 1.0), level=True)
        return None


def joined(cues: Iterable[Cue], breaks: Iterable[int], words: Words) -> tuple[Cue, ...]:
    """Cues of one clause as one, when they speak for the same; verbs that only carry a level are left out.

    Args:
        cues: in order.
        breaks: where entities and types stand, which end a clause.
    """
    places, kept = sorted(breaks), list[Cue]()
    for cue in cues:
        last = kept.pop() if kept else None
        if last is None:
            kept.append(cue)
            continue
        between = sum(last.end <= place < cue.start for place in places)
        # `the expression of X lowered`: X stands inside.
        clause = between == 1 and not _NEW_CLAUSE & set(words[last.end : cue.start])
        if clause and last.amount and cue.level and words[last.end : last.end + 1] == ("of",):
            kept.append(replace(cue, start=last.start))
        elif clause and last.level and cue.amount and "of" in words[last.start : last.end]:
            kept.append(last)  # `a loss of X expression`
        elif between or cue.start - last.end > 2 * _REACH:
            kept += [last, cue]
        else:
            kept += _together(last, cue)
    return tuple(kept)


def _together(one: Cue, other: Cue) -> list[Cue]:
    """Two cues of one clause as one, where that is possible."""
    if one.aside or other.aside:
        return [other if one.aside else one]
    if other.level and not one.level and (one.weak or one.amount):
        return [replace(other, start=one.start)]
    if one.level and other.amount:
        return [replace(one, end=other.end)]
    both = {
        name: max(one.predicates[name], other.predicates[name]) for name in one.predicates.keys() & other.predicates
    }
    if both:
        inverse = one.inverse | other.inverse
        return [replace(one, end=other.end, predicates=both, weak=one.weak and other.weak, inverse=inverse)]
    return [other] if one.weak and not other.weak else [one] if other.weak and not one.weak else [one, other]


def _matched(words: Words, start: int, phrase: Words) -> int | None:
    """Where a phrase that begins at `start` ends; a few words that say nothing may stand inside."""
    place = start + 1
    for wanted in phrase[1:]:
        skipped = 0
        while place < len(words) and words[place] != wanted and skipped < _REACH and _skippable(words[place]):
            place, skipped = place + 1, skipped + 1
        if place >= len(words) or words[place] != wanted:
            return None
        place += 1
    return place


def _skippable(word: str) -> bool:
    return word in _SKIPPED or word.endswith("ly")


def _longest_of(words: Words, start: int, phrases: frozenset[Words]) -> int:
    most = min(3, len(words) - start)
    return next((length for length in range(most, 0, -1) if words[start : start + length] in phrases), 0)


def _levels(schema: Schema) -> list[tuple[dict[str, float], frozenset[Words], frozenset[Words]]]:
    found = []
    for head, said in relations()["levels"].items():
        names = [
            name
            for name, one in schema.predicates.items()
            if root(head) in stems(one.label) or root(head) in stems(name)
        ]
        if names:
            alone, beside = _phrases(said["alone"]), _phrases(said["beside"])
            found.append((dict.fromkeys(names, _LEVEL_WEIGHT), alone, alone | beside))
    return found


def _phrases(text: str) -> frozenset[Words]:
    return frozenset(map(stems, split_phrases(text)))


def root(word: str) -> str:
    """The stem of a word, irregular forms and adverbs apart."""
    if word.endswith("ly"):
        return word
    found = stem(_FORMS.get(word, word))
    # `lowered` is `lower`, and that is `low`.
    regular = _FORMS.get(found)
    return stem(regular) if regular else found


def stems(text: str) -> Words:
    """The roots of a text's words."""
    return tuple(root(word) for word in normalise(text).split())


_AMOUNTS = _phrases(relations()["amounts"]["said"])
_WEAK = frozenset(map(root, word_list("questions", "weak")))
_SKIPPED = frozenset(map(root, word_list("questions", "skipped")))


def _type_phrases(label: str) -> Iterable[str]:
    padded = f" {label} "
    for head, others in relations()["types"].items():
        if f" {head} " in padded:
            yield head
            yield from split_phrases(others)


def is_mutual(labels: Iterable[str]) -> bool:
    """Whether what a relation says of two holds the other way round as well: who binds is bound."""
    words = {root(word) for label in labels for word in normalise(label).split()}
    return any(
        (word,) in {stems(name) for name in split_phrases(group["names"])}
        for group in relations()["relations"]
        if group.get("mutual")
        for word in words
    )


def denies(label: str) -> bool:
    """Whether the name of a relation says that something is not so: "does not treat", "no effect on"."""
    return bool(_DENIALS & set(normalise(label).split()))


def _relation_phrases(labels: set[str], ends: frozenset[str]) -> Iterator[tuple[Words, bool, float]]:
    """Phrases of a relation: the words, whether they are inverse, and how much they say."""
    for label in labels:
        own = tuple(word for word in normalise(label).split() if word not in _LITTLE)
        whole = stems(label)
        if denies(label):
            # "Does not treat" is said in full or not at all: a part of it says the opposite.
            yield whole, False, 1.5
            continue
        if own:
            yield whole, False, WHOLE_LABEL
            yield tuple(root(word) for word in own), False, WHOLE_LABEL
        for word in own:
            # The words of a long label count for less each: they say less than the whole.
            yield (root(word),), False, 1.0 / len(own) ** 0.5
        known = {root(word) for word in own}
        for group in relations()["relations"]:
            joins = {stems(name) for name in split_phrases(group["names"])}
            if whole in joins or any((word,) in joins for word in known):
                among = set(split_phrases(group.get("among", "")))
                alike = ends and all(among & set(end.lower().split()) for end in ends)
                for other in split_phrases(group["said"] + (f", {group['said_among']}" if among and alike else "")):
                    yield stems(other.removeprefix("~")), other.startswith("~"), 0.9 + 0.3 * other.count(" ")
