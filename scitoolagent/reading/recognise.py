"""Find typed values in a question: notations, identifiers, sequences, formulae, names, files.

A value is taken at its word when the question says what it is ("the SMILES …"), and by its form otherwise. Nothing
here parses chemistry: a value that looks right and is wrong is for the tool to refuse, with a better message.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scitoolagent.errors import PlanError
from scitoolagent.language.words import word_list
from scitoolagent.reading.names import find_names
from scitoolagent.reading.notation import guess_type, sequence_type
from scitoolagent.reading.phrases import PhraseIndex, mask, question_words
from scitoolagent.reading.words import EMPTY
from scitoolagent.records import Entity, Query
from scitoolagent.tool.call import is_text
from scitoolagent.tool.quantities import find_quantities
from scitoolagent.tool.types import ROOTS
from scitoolagent.tool.units import declare_units
from scitoolagent.toolkg.graph import ToolGraph

_CHUNK = re.compile(r"\S+")
_FASTA = re.compile(r"^>[^\n]*\n((?:[A-Za-z*\-]+\s*\n?)+)", re.MULTILINE)
_SHORT_SEQUENCE = re.compile(r"[ACGT]{5,7}")
_TRAILING = ".,;:?!"
_NEAR = 60
_MAX_ENTITIES = 100
_ANNOUNCED_ROOTS = ("MolecularStructure", "Sequence", "Identifier", "File", "MolecularFormula")
_ANY_SEQUENCE = "Sequence"
_FILLERS = word_list("values", "fillers")


Reader = Callable[[str], str | None]
Finder = Callable[[str], Iterable[tuple[int, int, Any]]]


@dataclass(frozen=True, slots=True)
class Span:
    """A value found at a place of the question."""

    type: str
    value: Any
    start: int
    end: int


class Recogniser:
    """Finds the entities of a question by the types of a tool graph.

    Args:
        graph: its types give the patterns and the words that announce a value.
        index: the phrases of goals; words of a goal are no name, though some table may know them as one.
        readers: by type, a function that gives the value a text stands for, or None; asked last, since they load
            tables of names.
        finders: by type, a function that finds values that are phrases, asked first.
        longest: questions longer than this are refused.
    """

    def __init__(
        self,
        graph: ToolGraph,
        index: PhraseIndex,
        readers: Mapping[str, Reader],
        finders: Mapping[str, Finder],
        longest: int,
    ) -> None:
        self._graph = graph
        self._index = index
        self._readers = readers
        self._finders = finders
        self._longest = longest
        named = [graph.types[name] for name in readers]
        labels = [label for node in named for label in (node.label, *node.also, *node.announced)]
        self._nouns = frozenset(word for label in labels for word in label.lower().split()) - EMPTY
        declare_units(node.unit for node in graph.types.values() if node.unit)
        self._patterns = {name: re.compile(node.pattern) for name, node in graph.types.items() if node.pattern}
        self._announced = _announcements(graph)
        # "into its protein sequence" says what is wanted, not what is given.
        phrases = "|".join(re.escape(phrase) for phrase, _ in self._announced)
        self._aim = re.compile(rf"\b(?:in)?to (?:(?:its|the|an?|corresponding|equivalent) )*(?:{phrases})\b")
        self._announcing = frozenset(phrase for phrase, _ in self._announced)

    def query(self, question: str) -> Query:
        """The question with its entities, in the order of the text.

        Raises:
            PlanError: the question is empty, too long or not text.
        """
        text = question.strip()
        if not text:
            raise PlanError("the question is empty; ask for example: What is the TPSA of menthol?")
        if len(text) > self._longest:
            raise PlanError(
                f"the question has {len(text):,} characters, at most {self._longest:,} are read; "
                "put long sequences into a FASTA file and name the file"
            )
        if "\x00" in text:
            raise PlanError("the question holds a NUL character; give plain text")
        if not is_text(text):
            raise PlanError("the question holds bytes that are no UTF-8 text; give plain text")
        records = [
            Span(guess_type(value) or "ProteinSequence", value, match.start(), match.end())
            for match in _FASTA.finditer(text)
            if (value := re.sub(r"\s", "", match[1]).upper())
        ]
        records += self._phrases(text, records)
        quantities = find_quantities(text, [(span.start, span.end) for span in records])
        spans = self._spans(text, records, [(quantity.start, quantity.end) for quantity in quantities])
        # At one place the likelier reading comes first.
        spans = sorted(spans, key=lambda span: span.start)
        return Query(text=text, entities=tuple(_entities(text, spans)), quantities=quantities)

    def _phrases(self, text: str, taken: list[Span]) -> list[Span]:
        """The values that are phrases, outside the places taken; at one place the longest counts."""
        found: list[Span] = []
        spans = [
            Span(kind, value, start, end)
            for kind, finder in self._finders.items()
            for start, end, value in finder(text)
        ]
        for span in sorted(spans, key=lambda span: span.start - span.end):
            if not any(span.start < other.end and other.start < span.end for other in (*taken, *found)):
                found.append(span)
        return found

    def _spans(self, text: str, records: list[Span], measured: list[tuple[int, int]]) -> list[Span]:
        spans = list(records)
        # Blanks keep the places of all else.
        rest = mask(text, measured)
        for match in _CHUNK.finditer(rest):
            if not any(span.start <= match.start() < span.end for span in spans):
                spans += self._chunk(text, match.start(), match[0], spans)
            if len(spans) > _MAX_ENTITIES:
                raise PlanError(f"the question holds more than {_MAX_ENTITIES} values; ask about fewer at a time")
        found = [(span.start, span.end) for span in spans]
        words = question_words(text, found, measured)
        goals = [(words[place].start, words[place].end) for match in self._index.find(words) for place in match.words]
        for start, end in find_names(
            text, found, goals, lambda name: bool(self._readings(name)), self._nouns, measured
        ):
            # A name that no table knows is still a name where the question announces it as one.
            readings = self._readings(text[start:end]) or {"MoleculeName": text[start:end]}
            spans += [Span(kind, value, start, end) for kind, value in readings.items()]
        return spans

    def _readings(self, name: str) -> dict[str, str]:
        """What a name may stand for: `iron` is a compound and an element. The types of the asks choose."""
        found = {kind: reader(name) for kind, reader in self._readers.items()}
        return {kind: value for kind, value in found.items() if value is not None}

    def _chunk(self, text: str, start: int, chunk: str, earlier: list[Span]) -> list[Span]:
        """The values in one run of non-blank characters; several when commas or slashes join whole values."""
        start, chunk = _strip(start, chunk)
        if not chunk:
            return []
        kind = self._kind(text, start, chunk, earlier)
        if kind is not None:
            return [Span(kind, chunk, start, start + len(chunk))]
        if _SHORT_SEQUENCE.fullmatch(chunk):
            # A primer or a peptide: what is asked tells.
            return [Span(name, chunk, start, start + len(chunk)) for name in ("DnaSequence", "ProteinSequence")]
        parts = [part for part in re.split(r"[,;]", chunk) if part]
        if len(parts) > 1:
            found: list[Span] = []
            offset = start
            for part in re.split(r"[,;]", chunk):
                found += self._chunk(text, offset, part, [*earlier, *found]) if part else []
                offset += len(part) + 1
            return found
        return []

    def _kind(self, text: str, start: int, chunk: str, earlier: list[Span]) -> str | None:
        if chunk.lower() in self._announcing:
            return None
        said = self._said(_without(text, start, earlier), text[start + len(chunk) : start + len(chunk) + _NEAR])
        if said == _ANY_SEQUENCE:
            said = sequence_type(chunk)
        if said is not None and self._fits(said, chunk):
            return said
        for name, pattern in self._patterns.items():
            if not self._graph.types[name].needs_context and pattern.fullmatch(chunk) and _is_telling(name, chunk):
                return name
        return guess_type(chunk)

    def _said(self, before: str, behind: str) -> str | None:
        """The type that the words before a value announce, or those right behind it."""
        best: tuple[int, str] | None = None
        before = self._aim.sub(" ", before)
        for phrase, name in self._announced:
            place = before.rfind(phrase)
            end_of = place + len(phrase)
            if place < 0 or (best is not None and end_of <= best[0]):
                continue
            if _is_word(before, place, len(phrase)) and _leads(before[end_of:]):
                best = (end_of, name)
        if best is not None:
            return best[1]
        behind = behind.lower().lstrip("\"'`)” ")
        fitting = (
            name for phrase, name in self._announced if behind.startswith(phrase) and _is_word(behind, 0, len(phrase))
        )
        return next(fitting, None)

    def _fits(self, name: str, chunk: str) -> bool:
        """Whether a chunk can be meant as the announced type; wrong letters still fit, plain words do not."""
        if name in self._patterns:
            return bool(self._patterns[name].fullmatch(chunk))
        guessed = guess_type(chunk)
        if self._graph.is_a(name, "Sequence"):
            return len(chunk) >= 2 and chunk.isalpha() and chunk.isupper()
        if name == "MoleculeName":
            return False
        if name in ("Smiles", "Sln", "Smarts"):
            return guessed in ("Smiles", "MolecularFormula", "Sln") or _has_signs(chunk)
        return guessed == name


def _announcements(graph: ToolGraph) -> list[tuple[str, str]]:
    """Words that announce a value, with the type they announce, longest first."""
    abstract = {root.name for root in ROOTS}
    found: dict[str, str] = {}
    for name, node in graph.types.items():
        # A subtype such as a Kekulé SMILES is announced as its parent.
        if name in abstract or any(graph.is_a(node.parent or "", other) for other in ("Smiles", "DnaSequence")):
            continue
        if any(graph.is_a(name, root) for root in _ANNOUNCED_ROOTS):
            for label in (node.label, *node.also):
                found.setdefault(label.lower(), name)
    # The words of a setting tell quantities apart; they announce no entity.
    found |= {word: name for name, node in graph.types.items() if not graph.is_setting(name) for word in node.announced}
    return sorted(found.items(), key=lambda item: -len(item[0]))


def _without(text: str, end: int, spans: list[Span]) -> str:
    """The words in front of a value, values found before it left out, so that a list keeps its announcement."""
    pieces, start = [], 0
    for span in sorted(spans, key=lambda span: span.start):
        if span.end <= end:
            pieces.append(text[start : span.start])
            start = span.end
    return " ".join([*pieces, text[start:end]])[-_NEAR:].lower()


def _leads(between: str) -> bool:
    """Whether what stands between an announcement and a value keeps them together."""
    return not re.search(r"[.?!]\s", between) and all(word in _FILLERS for word in re.findall(r"[a-z0-9]+", between))


def _is_word(text: str, place: int, length: int) -> bool:
    before = text[place - 1] if place else " "
    after = text[place + length] if place + length < len(text) else " "
    return not before.isalnum() and not (after.isalpha() and after != "s")


def _is_telling(name: str, chunk: str) -> bool:
    """Whether a chunk that fits a pattern can be trusted without being announced."""
    if name == "Selfies":
        return chunk.count("[") >= 2
    if name == "CasNumber":
        digits = chunk.replace("-", "")
        return sum(place * int(digit) for place, digit in enumerate(digits[-2::-1], 1)) % 10 == int(digits[-1])
    return any(sign.isdigit() or not sign.isalnum() for sign in chunk) and any(sign.isalpha() for sign in chunk)


def _has_signs(chunk: str) -> bool:
    return any(sign in "()[]=#@+-/\\:123456789" for sign in chunk) or (chunk.isalpha() and chunk.isupper())


def _strip(start: int, chunk: str) -> tuple[int, str]:
    """Take off quotes, sentence marks and brackets that belong to the sentence, not to the value."""
    changed = True
    while changed and chunk:
        changed = False
        if chunk[-1] in _TRAILING or (chunk[-1] in "\"'`”’»>" and not chunk.endswith("]")):
            chunk, changed = chunk[:-1], True
        elif chunk[0] in "\"'`“‘«<":
            chunk, start, changed = chunk[1:], start + 1, True
        elif chunk[-1] in ")}" and chunk.count(chunk[-1]) > chunk.count("({"[")}".index(chunk[-1])]):
            chunk, changed = chunk[:-1], True
        elif chunk[0] in "({" and chunk.count(chunk[0]) > chunk.count(")}"["({".index(chunk[0])]):
            chunk, start, changed = chunk[1:], start + 1, True
        elif chunk[0] == "(" and chunk[-1] == ")" and "(" not in chunk[1:-1] and not chunk[1:2].islower():
            chunk, start, changed = chunk[1:-1], start + 1, True
    return start, chunk


def _entities(text: str, spans: list[Span]) -> Iterator[Entity]:
    counts: dict[str, int] = {}
    for span in spans:
        key = re.sub(r"[^a-z]", "", span.type.lower()) or "value"
        counts[key] = counts.get(key, 0) + 1
        yield Entity(
            handle=f"{key}{counts[key]}",
            type=span.type,
            value=span.value,
            text=text[span.start : span.end],
            start=span.start,
            end=span.end,
        )
