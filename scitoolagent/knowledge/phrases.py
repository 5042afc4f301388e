"""How people name the types and relations of a graph: its own labels, plus a short general list of synonyms.

Nothing here knows a particular graph. A predicate is recognised by the words of its label; where one of those words
stands in a group below, by the other words of the group too. The same holds for types.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scitoolagent.domain.naming import normalise, words_of
from scitoolagent.domain.records import Schema

Words = tuple[str, ...]

# Each group: the words by which a label joins it, then what else people say.
_RELATIONS: tuple[tuple[str, str], ...] = (
    ("treat, cure", "treat, cure, therapy, remedy, prescribe, indicate, use for, use against, use treat"),
    ("palliate", "palliate, relieve, relief from, alleviate, ease, soothe, lessen, symptomatic relief"),
    (
        "cause",
        "cause, induce, produce, trigger, provoke, elicit, lead to, result in, result from, give rise to, "
        "bring about, "
        "bring on, occur with, occur after, due to, consequence of",
    ),
    ("bind", "bind, target, attach to, dock, ligand"),
    (
        "upregulate",
        "upregulate, up regulate, increase, increase expression, increase level, raise, raise expression, "
        "raise level, "
        "elevate, elevate expression, elevate level, boost, enhance, enhance expression, overexpress, over express, "
        "activate, turn on, go up, high level, high expression, high in, more abundant, more active, "
        "more strongly express, rise",
    ),
    (
        "downregulate",
        "downregulate, down regulate, decrease, decrease expression, decrease level, reduce, reduce expression, "
        "reduce level, low, low expression, low level, low in, suppress, suppress expression, repress, "
        "diminish, diminish expression, "
        "underexpress, under express, silence, turn off, go down, less abundant, less active, fall, drop",
    ),
    ("express", "express, expression, transcribe, transcript, active in, switch on, produce in"),
    (
        "associate, association",
        "associate, association, link, relate, connect, connection, involve, implicate, correlate, tie, "
        "role in, contribute to",
    ),
    ("interact", "interact, interaction, physical contact, contact, partner, interaction partner"),
    ("regulate", "regulate, control, modulate, govern"),
    (
        "participate",
        "participate, participant, take part, play role, role in, part of, part in, involve, belong to, function in, "
        "contribute to, engage in, member of, depend on, rely on",
    ),
    (
        "localize, locate",
        "localize, locate, occur, occur in, affect, find in, found in, arise, arise in, site of, seat of",
    ),
    (
        "present, symptom",
        "present, show, show sign, exhibit, manifest, display, symptom, symptom of, sign of, come with, see in, "
        "seen in, "
        "characterise, characterize, suffer from",
    ),
    ("resemble", "resemble, similar, similarity, alike, akin, look like, share similarity"),
    (
        "covary",
        "covary, covariation, coevolve, co vary, co evolve, vary together, evolve together, evolutionary rate, "
        "evolutionary rate correlate",
    ),
    ("include", "include, contain, comprise, encompass, consist of, member, member of, belong to, class of, group"),
    ("inhibit", "inhibit, block, antagonize, antagonise"),
    ("has parent, is a", "kind of, type of, form of, subtype of, subclass of"),
)
_TYPES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("compound", ("drug", "medicine", "medication", "chemical", "substance", "pharmaceutical", "molecule")),
    ("drug", ("medicine", "medication", "compound", "pharmaceutical")),
    ("chemical", ("drug", "compound", "medicine", "substance")),
    ("medication", ("drug", "medicine", "treatment")),
    ("disease", ("illness", "condition", "disorder", "ailment", "malady")),
    ("anatomy", ("tissue", "organ", "body part", "anatomical structure", "anatomical site", "anatomical region")),
    ("tissue", ("organ", "body part")),
    (
        "side effect",
        ("adverse effect", "adverse reaction", "adverse event", "adverse drug reaction", "unwanted effect"),
    ),
    ("symptom", ("sign", "complaint")),
    ("cellular component", ("cell component", "cell compartment", "subcellular location", "cellular location")),
    ("pharmacologic class", ("drug class", "pharmacological class", "class of drug")),
    ("molecular function", ("molecular activity",)),
    ("test", ("examination", "exam", "medical test")),
)
_ENDINGS = tuple("ation ating ative ator ated ate ment ance ion ing ive ied ed or er y e".split())
_IRREGULAR = {
    "anatomical": "anatomical",
    "used": "use",
    "tied": "tie",
    "seen": "see",
    "brought": "bring",
    "gone": "go",
    "went": "go",
    "gave": "give",
    "given": "give",
    "using": "use",
    "bound": "bind",
    "shown": "show",
    "played": "play",
}
_LITTLE = {
    "is",
    "has",
    "have",
    "with",
    "of",
    "in",
    "to",
    "by",
    "the",
    "be",
    "a",
    "an",
    "and",
    "or",
    "can",
    "need",
    "possible",
}
_SMALLEST = 3


@dataclass(frozen=True, slots=True)
class Cue:
    """Words of a question that speak for predicates, each with how strongly."""

    start: int
    end: int
    predicates: dict[str, float]
    weak: bool = False


class Lexicon:
    """The phrases of one graph's types and predicates."""

    def __init__(self, schema: Schema) -> None:
        self._types: dict[Words, str] = {}
        labels = {kind: words_of(kind) for kind in schema.types}
        for kind, label in labels.items():
            self._types[stems(label)] = kind
        for kind, label in labels.items():
            for phrase in _type_phrases(label):
                self._types.setdefault(stems(phrase), kind)
        heads = [label.split()[-1] for label in labels.values()]
        for kind, label in labels.items():
            if " " in label and heads.count(label.split()[-1]) == 1:
                self._types.setdefault(stems(label.split()[-1]), kind)
        self._cues: dict[Words, dict[str, float]] = {}
        for name, predicate in schema.predicates.items():
            for words, weight in _relation_phrases({predicate.label, words_of(name)}):
                known = self._cues.setdefault(words, {})
                known[name] = max(known.get(name, 0.0), weight)
        self._longest = max(map(len, (*self._types, *self._cues)), default=1)

    def type_at(self, words: Words, start: int) -> tuple[str, int] | None:
        """The type named by the words from `start`, and where its name ends; the longest name counts."""
        for length in range(min(self._longest, len(words) - start), 0, -1):
            kind = self._types.get(words[start : start + length])
            if kind is not None:
                return kind, start + length
        return None

    def cue_at(self, words: Words, start: int) -> Cue | None:
        """The relation phrase that begins at `start`; words such as `the` may stand inside it."""
        for length in range(min(self._longest + 2, len(words) - start), 0, -1):
            window = words[start : start + length]
            if window[-1] in _SKIPPED:
                continue
            inner = (window[0], *(word for word in window[1:] if word not in _SKIPPED))
            known = self._cues.get(window) or self._cues.get(inner)
            if known:
                return Cue(start, start + length, known, all(word in _WEAK for word in window))
        return None


# Verbs that say little by themselves: a reading may leave them out.
_WEAK = {"show", "display", "present", "involv", "includ", "group", "contact", "control", "produc"}
_SKIPPED = {"the", "its", "their", "a", "an", "any"}


def stem(word: str) -> str:
    """A word without its ending: `treats`, `treated` and `treatment` are one."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word.endswith("ies") and len(word) > 4:
        word = word[:-3] + "y"
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > _SMALLEST:
        word = word[:-1]
    for ending in _ENDINGS:
        # `treated` is no `tre`: before -ated and its like more of a word must be left.
        if word.endswith(ending) and len(word) - len(ending) >= _SMALLEST + ending.startswith("at"):
            return word[: -len(ending)]
    return word


def stems(text: str) -> Words:
    """The stems of a text's words."""
    return tuple(stem(word) for word in normalise(text).split())


def _type_phrases(label: str) -> Iterable[str]:
    padded = f" {label} "
    for head, others in _TYPES:
        if f" {head} " in padded:
            yield head
            yield from others


def _relation_phrases(labels: set[str]) -> Iterable[tuple[Words, float]]:
    for label in labels:
        own = tuple(word for word in normalise(label).split() if word not in _LITTLE)
        whole = stems(label)
        if own:
            yield whole, 1.5
            yield tuple(stem(word) for word in own), 1.5
        for word in own:
            # The words of a long label count for less each: they say less than the whole.
            yield (stem(word),), 1.0 / len(own) ** 0.5
        known = {stem(word) for word in own}
        for heads, phrases in _RELATIONS:
            joined = {stems(head) for head in heads.split(", ")}
            if whole in joined or any((word,) in joined for word in known):
                for other in phrases.split(", "):
                    yield stems(other), 0.9 + 0.3 * other.count(" ")
