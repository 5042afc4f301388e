"""Find what a question asks for: the labels of tools and types that occur in it, in any word order."""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from scitoolagent.language.words import word_list
from scitoolagent.reading.tokens import spans_aside
from scitoolagent.reading.words import BREAKS, EMPTY, GENERIC, JOINTS, Word, label_words, read_words
from scitoolagent.records import Query
from scitoolagent.tool.types import SHARED
from scitoolagent.toolkg.graph import ToolGraph, ToolNode

# Words of a label may stand apart by this many others ("rings that are aromatic").
_SLACK = 3
_GAP_COST = 0.06
_ORDER_COST = 0.1
_ENTITY_COST = 0.05
_BACKWARDS = 3
_NEAREST = 6
# "the unique atoms of the molecule represented by the SMILES": no label reaches over such a word.
_WRITTEN = frozenset(["represented", "denoted"])
# "LogP above 2 without aromatic rings" has no two of them.
_LACKING = frozenset(["without", "no", "lacking"])
# "The lowest mean B factor" is no "lowest B factor".
_PARTING = _WRITTEN | _LACKING | word_list("operations", "mean") | word_list("operations", "median")
ENTITY = "\x00"
# The type of settings whose values name what is asked for.
RECORD_FIELD = "RecordField"
# A word that orders or compares and is no part of any label; a label does not reach over it.
MASKED = "\x03"
# A comma and such a word begin another order.
_WORKING = frozenset(
    ["what", "which", "translate", "convert", "transcribe", "compute", "calculate", "determine", "find", "sort", "rank"]
)
_CONVERTING = frozenset("convert conversion resolve look up lookup id mol string sequence 1 2 number key".split())
# Where several tools give one type, a phrase names the type; identifiers and notations are such types.
_COINED = re.compile(r"[A-Za-z0-9]*[a-z0-9][A-Z][A-Za-z0-9]*")
_SHARED_TYPES = frozenset(semantic.name for semantic in SHARED)
_NOTATION_ROOTS = ("MolecularStructure", "Identifier", "Sequence")


@dataclass(frozen=True, slots=True)
class Target:
    """What a phrase stands for: a tool (all its outputs), one output of a tool, or any value of a type.

    Or a `column` of a file, by its header, whose values are held as `kind` says and in a `unit`, where that is known.
    """

    type: str = ""
    tool: str = ""
    output: str = ""
    column: str = ""
    kind: str = ""
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Match:
    """A phrase found in the question: its targets, the words it covers and how well it fits."""

    targets: tuple[Target, ...]
    words: tuple[int, ...]
    score: float
    label: tuple[str, ...]

    @property
    def first(self) -> int:
        return min(self.words)

    @property
    def last(self) -> int:
        return max(self.words)


@dataclass(frozen=True, slots=True)
class Phrase:
    """The words of one or several labels, and all that they stand for."""

    words: tuple[str, ...]
    targets: tuple[Target, ...]


class PhraseIndex:
    """All phrases of a graph, by their words; look-up touches only phrases that share a word with the question."""

    def __init__(self, phrases: Iterable[Phrase]) -> None:
        self._entries = tuple(phrases)
        self._by_word: defaultdict[str, list[int]] = defaultdict(list)
        self._sizes: list[int] = []
        for number, entry in enumerate(self._entries):
            words = set(entry.words)
            self._sizes.append(len(words))
            for word in words:
                self._by_word[word].append(number)
        self._targets = {entry.words: entry.targets for entry in self._entries}
        # "Translate the reverse of …" is no "reverse translate".
        prefixes = word_list("labels", "prefixes")
        self._strict = frozenset(entry.words for entry in self._entries if entry.words[0] in prefixes)
        self._total = len(self._entries) + 1

    @property
    def vocabulary(self) -> frozenset[str]:
        """The words of all labels."""
        return frozenset(self._by_word)

    def targets(self, words: tuple[str, ...]) -> tuple[Target, ...]:
        """What the words of a label stand for; nothing when no label has just these words."""
        return self._targets.get(words, ())

    def weight(self, word: str) -> float:
        """How telling a word is: rare in the labels, high weight; unknown words weigh most."""
        return math.log(1 + self._total / (1 + len(self._by_word.get(word, ()))))

    def find(self, words: list[Word], may: Callable[[Phrase], bool] = lambda phrase: True) -> list[Match]:
        """The best matches of phrases that `may` stand there that do not claim the same words, in their order."""
        places: defaultdict[str, list[int]] = defaultdict(list)
        for place, word in enumerate(words):
            places[word.text].append(place)
        hits = Counter(number for text in places for number in self._by_word.get(text, ()))
        matches = [
            match
            for number, count in hits.items()
            if count == self._sizes[number] and may(self._entries[number])
            for match in self._matches(self._entries[number], words, places)
        ]
        return _choose(matches, words)

    def _matches(self, entry: Phrase, words: list[Word], places: dict[str, list[int]]) -> list[Match]:
        rarest = min(entry.words, key=lambda word: len(places[word]))
        found = []
        for anchor in places[rarest]:
            chosen = _closest(entry.words, anchor, places)
            if chosen is None:
                continue
            if entry.words in self._strict and chosen != list(range(chosen[0], chosen[0] + len(chosen))):
                continue
            cost = _cost(chosen, words)
            if cost is not None and not _splits(chosen, words) and not _counts_another(chosen, words):
                weight = sum(self.weight(word) for word in entry.words)
                found.append(Match(entry.targets, tuple(chosen), weight * (1 - cost), entry.words))
        return found


def _is_whole(match: Match) -> bool:
    return match.last - match.first + 1 == len(match.words)


def _is_close(match: Match, words: list[Word]) -> bool:
    """Whether nothing but words without a meaning of their own stands between the words of a label."""
    between = set(range(match.first, match.last + 1)) - set(match.words)
    return all(words[place].text in EMPTY for place in between)


def _counts_another(chosen: list[int], words: list[Word]) -> bool:
    """Whether a number is one of something else: "how many atoms are in a molecule" is no number of molecules."""
    if len(chosen) != 2 or words[chosen[0]].text != "number":
        return False
    between = [words[place].text for place in range(min(chosen) + 1, max(chosen))]
    return any(text.isalpha() and text not in EMPTY for text in between)


def _splits(chosen: list[int], words: list[Word]) -> bool:
    """Whether a label takes only a part of what an abbreviation stands for: of MW the "molecular"."""
    for place in chosen:
        for beside in (place - 1, place + 1):
            alike = 0 <= beside < len(words) and words[beside][1:] == words[place][1:]
            if alike and words[beside].text.isalpha() and beside not in chosen:
                return True
    return False


def _cost(chosen: list[int], words: list[Word]) -> float | None:
    """How far the words stand from the label as written; None when they do not belong together."""
    first, last = min(chosen), max(chosen)
    between = _outside_brackets(words, first, last, set(chosen))
    if between is None:
        return None
    inside = [words[place].text for place in between]
    if not _PARTING.isdisjoint(inside) or MASKED in inside:
        return None
    if "," in inside and _WORKING & set(inside):
        return None
    if any(words[place].text in BREAKS and words[place + 1].text != ENTITY for place in between):
        return None
    entities = inside.count(ENTITY)
    gaps = sum(1 for text in inside if text not in EMPTY and text.isalnum())
    if gaps > _SLACK + 3 * (entities > 0) or entities > 1 or (entities and "and" in inside):
        return None
    ordered = chosen == sorted(chosen)
    if not ordered and "to" in (words[place].text for place in range(first, last + 1)):
        return None
    return gaps * _GAP_COST + entities * _ENTITY_COST + (0 if ordered else _ORDER_COST)


def _closest(label: tuple[str, ...], anchor: int, places: dict[str, list[int]]) -> list[int] | None:
    """For each word of the label the free place nearest to the anchor."""
    chosen: list[int] = []
    for word in label:
        # A word far from the anchor is part of another phrase; so a long text costs no more than its length.
        middle = bisect_left(places[word], anchor)
        near = places[word][max(0, middle - _NEAREST) : middle + _NEAREST]
        free = [place for place in near if place not in chosen]
        if not free:
            return None
        # The word that follows in the order of the label, unless another one is much nearer.
        after = chosen[-1] if chosen else -1
        chosen.append(min(free, key=lambda place: (abs(place - anchor) + _BACKWARDS * (place < after), place)))
    return chosen


def _outside_brackets(words: list[Word], first: int, last: int, chosen: set[int]) -> list[int] | None:
    """The other places between the words of a label, less a whole bracket; None when a bracket parts the words."""
    found: list[int] = []
    depth = 0
    for place in range(first, last + 1):
        text = words[place].text
        depth += (text == "(") - (text == ")")
        if depth < 0 or (depth and place in chosen):
            return None
        if not depth and place not in chosen and text != ")":
            found.append(place)
    return found if depth == 0 else None


def _choose(matches: list[Match], words: list[Word]) -> list[Match]:
    """Take the best match first, those within one item of a list before those that reach over a joint.

    A later match must bring a word of its own, and may share words with an earlier one only over an `and`.
    """
    taken: set[int] = set()
    chosen: list[Match] = []
    # "the atomic number of carbon" is no number of carbons: a noun stays with what stands in front of it.
    whole = [match for match in matches if _is_whole(match)]
    ends = {match.last for match in whole}
    matches = [
        match
        for match in matches
        if match.first not in ends
        or _is_whole(match)
        or words[match.first].text != "number"
        or not any(other.last == match.first and other is not match and len(other.words) > 1 for other in whole)
    ]
    matches = [match for match in matches if not any(_keeps_first(one, match, words) for one in matches)]
    for match in sorted(matches, key=lambda match: (_has_joint(match, words), -match.score, match.first)):
        own = set(match.words) - taken
        shared = set(match.words) & taken
        if not own or (shared and not _is_joined(match, own, words)):
            continue
        rivals = [other for other in chosen if shared & set(other.words)] if shared else []
        # "the number of atoms …, excluding hydrogen": an afterthought makes the goal narrower, it is no second goal.
        # "The volume of stock and of water" are two.
        inside = {words[place].text for place in range(match.first, match.last)}
        if rivals and "and" not in inside and all(other.score < match.score for other in rivals):
            chosen = [other for other in chosen if other not in rivals]
        chosen.append(match)
        taken |= set(match.words)
    return sorted(chosen, key=lambda match: (match.first, match.last))


def _keeps_first(near: Match, match: Match, words: list[Word]) -> bool:
    """Whether the first word of a label stands in another one, which is no shorter and whose words stand together.

    "The mass concentration of a 20 µM solution" is no mass of a solution, and "the number of ligands of each structure"
    no list of ligands of a structure, and the molecular weight of the product no weight of a product. A longer label
    has its gaps: "how many moles of an ideal gas".
    """
    if _is_whole(match) or len(near.words) < len(match.words) or set(near.words) & set(match.words) != {match.first}:
        return False
    if near.first == match.first:
        return _is_whole(near)
    if near.last != match.first:
        return False
    return _is_whole(near) or (words[near.first].text == "number" and _is_close(near, words))


def _has_joint(match: Match, words: list[Word]) -> bool:
    inside = [words[place].text for place in range(match.first, match.last + 1) if place not in match.words]
    return any(text in JOINTS for text in inside) and ENTITY not in inside


def _is_joined(match: Match, own: set[int], words: list[Word]) -> bool:
    """`hydrogen bond donors and acceptors`: the second phrase borrows its first words over a joint."""
    return _has_joint(match, words) and all(words[place].text != "number" for place in own)


def phrases_of(graph: ToolGraph) -> tuple[Phrase, ...]:
    """All phrases of a graph, labels of the same words as one."""
    entries: defaultdict[tuple[str, ...], dict[Target, bool]] = defaultdict(dict)
    notations = {
        label_words(label)
        for name, node in graph.types.items()
        for label in (node.label, *node.also)
        if is_notation(graph, name)
    }
    for label, target in _labels(graph):
        words = label_words(label, program=not target.type)
        # `InChIKey check` has no word left but the notation's own: it would turn every mention into a goal.
        if words in notations and target.tool and not (target.type and is_notation(graph, target.type)):
            continue
        if words and not (len(words) == 1 and (len(words[0]) < 2 or words[0] in GENERIC)):
            # The name of a program for something else ("PredictPeptideMass" of a digest) says no words of people.
            coined = _COINED.fullmatch(label) is not None
            entries[words][target] = coined and entries[words].get(target, True)
    return tuple(
        Phrase(words, tuple(one for one, coined in targets.items() if not coined or all(targets.values())))
        for words, targets in entries.items()
    )


def reads_records(graph: ToolGraph, tool: ToolNode) -> bool:
    """Whether a tool reads a field of a record: the question asks for it by the words of the field, and no other."""
    return any(graph.is_a(port.type, RECORD_FIELD) for port in tool.required)


def _labels(graph: ToolGraph) -> Iterable[tuple[str, Target]]:
    """Every label that a question may use, and what it stands for."""
    for name, node in graph.types.items():
        makers = [
            tool
            for tool in graph.producers(name)
            if any(port.type == name for port in tool.outputs) and not reads_records(graph, tool)
        ]
        # "yes or no" and "number of items" say nothing about what is asked.
        if not makers or (name in _SHARED_TYPES and graph.role(name) in ("verdict", "setting")):
            continue
        if name in _SHARED_TYPES and is_notation(graph, name):
            targets = [Target(type=name)]
        else:
            targets = [
                Target(type=name, tool=tool.name, output=port.name)
                for tool in makers
                for port in tool.outputs
                if port.type == name
            ]
        yield from ((label, target) for label in (node.label, *node.also) for target in targets)
    written = {
        word
        for name, node in graph.types.items()
        if is_notation(graph, name)
        for label in (node.label, *node.also)
        for word in label_words(label)
    }
    for tool in graph.tools.values():
        # What works on any value is asked for by words of order and comparison.
        if graph.is_generic(tool) or reads_records(graph, tool):
            continue
        change = is_notation_change(graph, tool.name)
        for label in (tool.name, *tool.also):
            # `name_to_smiles` says nothing that its result does not; `reverse complement` does.
            if not change or not set(label_words(label, program=True)) <= written | _CONVERTING:
                yield label, Target(tool=tool.name)


def is_notation(graph: ToolGraph, name: str) -> bool:
    """Whether a type is a way to write or name a molecule or a sequence."""
    return any(graph.is_a(name, root) for root in _NOTATION_ROOTS)


def is_notation_change(graph: ToolGraph, name: str) -> bool:
    """Whether a tool only turns one shared notation into another; such a tool is asked for by its result."""
    tool = graph.tools[name]
    given = [port for port in tool.outputs if not graph.is_note(port.type)]
    shared = all(port.type in _SHARED_TYPES and is_notation(graph, port.type) for port in given)
    return tool.operation == "Conversion" and shared


def mask(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text with every entity replaced by blanks, so that places stay true and no entity is read as words."""
    letters = list(text)
    for start, end in spans:
        letters[start:end] = " " * (end - start)
    return "".join(letters)


def question_words(text: str, spans: list[tuple[int, int]], blank: Iterable[tuple[int, int]] = ()) -> list[Word]:
    """The words of a question with one mark for each entity; what stands at the places `blank` is no word."""
    read = read_words(mask(text, [*spans, *blank]))
    # Two readings of one place are one thing in the sentence.
    marks = [Word(ENTITY, start, end) for start, end in dict.fromkeys(spans)]
    return sorted(read + marks, key=lambda word: (word.start, word.end))


def words_of(query: Query) -> list[Word]:
    """The words of a question with one mark for each entity, without its quantities."""
    return question_words(
        query.text,
        [(entity.start, entity.end) for entity in query.entities],
        [*((quantity.start, quantity.end) for quantity in query.quantities), *spans_aside(query)],
    )
