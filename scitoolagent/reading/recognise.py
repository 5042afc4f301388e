"""Find typed values in a question: notations, identifiers, sequences, formulae, names, files.

A value is taken at its word when the question says what it is ("the SMILES …"), and by its form otherwise. Nothing
here parses chemistry: a value that looks right and is wrong is for the tool to refuse, with a better message.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scitoolagent.errors import PlanError
from scitoolagent.language.words import word_list
from scitoolagent.reading.checked import checked
from scitoolagent.reading.forms import ANY_SEQUENCE, FORMULA, NEAR, Forms, is_wordlike
from scitoolagent.reading.listed_smiles import short_smiles
from scitoolagent.reading.names import Goal, Tables, find_names, goals_of, is_list_joint
from scitoolagent.reading.notation import (
    is_ambiguous_dna,
    is_protein,
    read_formula,
    sequence_type,
    short_formula,
    without_state,
)
from scitoolagent.reading.phrases import RECORD_FIELD, Match, PhraseIndex, Target, mask, question_words
from scitoolagent.reading.sequences import are_stacked, block_run, coded_peptide, fasta_records, primed_sequences
from scitoolagent.reading.spelling import plain, strip_marks
from scitoolagent.reading.words import EMPTY, Word, label_words, read_words
from scitoolagent.records import Entity, Query
from scitoolagent.tool.quantities import find_quantities
from scitoolagent.tool.units import declare_units
from scitoolagent.toolkg.graph import ToolGraph

_CHUNK = re.compile(r"[^\s\u3000-\u30ff\u4e00-\u9fff]+")
_SHORT_SEQUENCE = re.compile(r"[ACGT]{4,7}")
_SHORT_RNA = re.compile(r"(?=[ACG]*U)[ACGU]{4,7}")
_WORD_BEFORE = re.compile(r"[^\W\d_][\w-]* $")
_TRAILING = ".,;:?!…"
# In capitals a codon, in small letters more: `cat` is a word. Proteins of five letters are genes as often.
_SHORT = {
    "NucleicAcidSequence": re.compile(r"[ACGTU]{3}|[acgtu]{4,7}"),
    "ProteinSequence": re.compile(
        r"[ACDEFGHIKLMNPQRSTVWY]{6,9}|(?=[a-z]*[bcdfghjklmnpqrstvwxz]{5})[acdefghiklmnpqrstvwy]{8,}"
    ),
}
_SUBJECT = re.compile(
    rf"(?:\b(?:{'|'.join(sorted(word_list('values', 'subject')))})\s|[:=]\s?)[\"'`(]?$", re.IGNORECASE
)
_MAX_ENTITIES = 100
_CHOOSING = re.compile(r"\b(?:of|to|from|for)\s+(?:the\s+)?$", re.IGNORECASE)
_SEVERAL = re.compile(r"(?:sequence|peptide|protein|primer|oligo)s\b")

Reader = Callable[[str], str | None]
Finder = Callable[[str], Iterable[tuple[int, int, Any]]]


@dataclass(frozen=True, slots=True)
class Span:
    """A value found at a place of the question; `read_as` and `name` are those of an `Entity`."""

    type: str
    value: Any
    start: int
    end: int
    read_as: str = ""
    name: str = ""


class Recogniser:
    """Finds the entities of a question by the types of a tool graph.

    Args:
        graph: its types give the patterns and the words that announce a value.
        index: the phrases of goals; words of a goal are no name, though some table may know them as one.
        readers: by type, a function that gives the value a text stands for, or None; asked last, since they load
            tables of names.
        spellers: by type, a function that gives the value that a misspelt text means, or None.
        finders: by type, a function that finds values that are phrases, asked first.
        longest: questions longer than this are refused.
    """

    def __init__(
        self,
        graph: ToolGraph,
        index: PhraseIndex,
        readers: Mapping[str, Reader],
        spellers: Mapping[str, Reader],
        finders: Mapping[str, Finder],
        longest: int,
    ) -> None:
        self._graph = graph
        self._index = index
        self._readers = readers
        self._spellers = spellers
        self._finders = finders
        self._longest = longest
        named = [graph.types[name] for name in readers]
        labels = [label for node in named for label in (node.label, *node.also, *node.announced)]
        nouns = frozenset(word for label in labels for word in label.lower().split()) - EMPTY
        plain_types = frozenset(name for name in readers if graph.types[name].needs_context)
        self._tables = Tables(self.readings, self._misspelt, nouns, plain_types | {FORMULA})
        declare_units(node.unit for node in graph.types.values() if node.unit)
        self._forms = Forms(graph, self.readings)

    def query(self, question: str, known: Sequence[Span] = ()) -> Query:
        """The question with its entities, in the order of the text, besides those `known` already.

        Raises:
            PlanError: the question is empty, too long or not text.
        """
        text = checked(question, self._longest)
        spelled = plain(text)
        records = [*known, *self._sequences(mask(spelled, [(span.start, span.end) for span in known]))]
        records += self._phrases(text, records)
        quantities = find_quantities(text, [(span.start, span.end) for span in records])
        spans = self._spans(text, spelled, records, [(quantity.start, quantity.end) for quantity in quantities])
        # At one place the likelier reading comes first.
        spans = sorted(spans, key=lambda span: span.start)
        return Query(text=text, entities=tuple(_entities(text, spans)), quantities=quantities)

    def _sequences(self, text: str) -> Iterator[Span]:
        """The sequences that are more than one run of letters."""
        end = -1
        for found in sorted((*fasta_records(text), *primed_sequences(text)), key=lambda found: found.start):
            if found.start < end:
                continue
            end = found.end
            said = self._forms.sequence_said(text[max(0, found.start - NEAR) : found.start].lower())
            kind = found.kind or said or sequence_type(found.letters)
            yield Span(kind, found.letters, found.start, found.end, found.read_as, found.name)

    def _phrases(self, text: str, taken: list[Span]) -> list[Span]:
        """The values that are phrases, outside the places taken; at one place the longest counts."""
        found: list[Span] = []
        spans = [
            Span(kind, value, start, end)
            for kind, finder in self._finders.items()
            for start, end, value in finder(text)
            if value is not None or not _only_carries(text[start:end])
        ]
        for span in sorted(spans, key=lambda span: span.start - span.end):
            if not any(span.start < other.end and other.start < span.end for other in (*taken, *found)):
                found.append(span)
        words = question_words(text, [(span.start, span.end) for span in taken]) if found else []
        labels = (
            [(match, [words[place] for place in match.words]) for match in self._index.find(words)] if found else []
        )
        kept: list[Span] = []
        for phrase in _phrases(sorted(found, key=lambda span: span.start)):
            if not self._is_labelled(text, phrase, labels):
                kept += [replace(span, value=phrase[0].value) for span in phrase]
        return kept

    def _is_labelled(self, text: str, phrase: Sequence[Span], labels: Sequence[tuple[Match, list[Word]]]) -> bool:
        """Whether a label of a tool says all that a phrase says: "amide bonds" is no selection among the bonds."""
        if not self._graph.is_setting(phrase[0].type) or self._graph.is_a(phrase[0].type, RECORD_FIELD):
            return False
        said = [
            (word.text, span.start + word.start)
            for span in phrase
            for word in read_words(text[span.start : span.end])
            # "Chain A" has a name and no article.
            if (word.text not in EMPTY or text[span.start + word.start : span.start + word.end].isupper())
            and word.text.isalnum()
        ]
        covering = [
            match
            for match, words in labels
            if {word for word, _ in said} <= set(match.label) and {place for _, place in said} <= _starts(words)
        ]
        if len(said) == 1 and all(len(match.label) == 1 for match in covering):
            # "The B factor of the ligand" chooses among the atoms; "which ligands are in" asks for them.
            return bool(covering) and not _CHOOSING.search(text[: phrase[0].start])
        return bool(covering)

    def _spans(self, text: str, spelled: str, records: list[Span], measured: list[tuple[int, int]]) -> list[Span]:
        spans = list(records)
        # Blanks keep the places of all else.
        rest = mask(spelled, [*measured, *((span.start, span.end) for span in records)])
        chunks = [(match.start(), match[0]) for match in _CHUNK.finditer(rest)]
        place = 0
        while place < len(chunks):
            start, chunk = chunks[place]
            joined, behind = self._blocks(spelled, chunks, place, spans)
            found = joined or self._chunk(text, spelled, start, chunk, spans)
            place = behind
            spans += found
            _bound(spans)
        known = [(span.start, span.end, span.type == "Smiles") for span in spans]
        spans += [Span("Smiles", spelled[start:end], start, end) for start, end in short_smiles(spelled, chunks, known)]
        taken = [(span.start, span.end) for span in spans]
        words = question_words(spelled, taken, measured)
        matches = self._index.find(words)
        goals = goals_of(spelled, words, matches, lambda name: bool(self.readings(name)))
        counted = any(span.type == "ResidueKind" for span in spans)
        for kind, pattern in _SHORT.items():
            if counted or any(self._takes(kind, target) for match in matches for target in match.targets):
                same = [(span.start, span.end) for span in spans if self._graph.is_a(span.type, kind)]
                short = self._short_sequences(spelled, chunks, pattern, taken, goals, same)
                spans += short
                taken += [(span.start, span.end) for span in short]
        # "Saturated liquid ammonia": what a setting says of a thing stands in front of its name as an amount does.
        said = [(span.start, span.end) for span in records if self._graph.is_setting(span.type)]
        for name in find_names(spelled, taken, goals, self._tables, [*measured, *said]):
            written = spelled[name.start : name.end]
            # A name that no table knows is still a name where the question announces it as one.
            readings = name.readings or {"MoleculeName": written}
            spans += [
                Span(kind, value, name.start, name.end, str(value) if name.misspelt and value != written else "")
                for kind, value in readings.items()
            ]
            _bound(spans)
        return spans

    def _takes(self, kind: str, target: Target) -> bool:
        makers = [self._graph.tools[target.tool]] if target.tool else self._graph.producers(target.type)
        return any(self._graph.is_a(port.type, kind) for tool in makers for port in tool.inputs)

    def _short_sequences(
        self,
        text: str,
        chunks: Sequence[tuple[int, str]],
        pattern: re.Pattern[str],
        taken: Sequence[tuple[int, int]],
        goals: Sequence[Goal],
        same: Sequence[tuple[int, int]],
    ) -> list[Span]:
        """Runs too short to tell from words, where a sequence is asked about: "the reverse complement of ATG"."""
        found: list[Span] = []
        runs: list[tuple[int, int]] = []
        for place, chunk in chunks:
            start, letters = strip_marks(place, chunk)
            end = start + len(letters)
            if not pattern.fullmatch(letters) or any(left < end and start < right for left, right in taken):
                continue
            # "DDEEKL or KKRRLA": the next of several, or what is asked about.
            beside = any(right < start and is_list_joint(text[right:start]) for _, right in (*same, *runs))
            subject = _SUBJECT.search(text[max(0, start - 20) : start])
            if any(goal.holds(start, end) for goal in goals) or not (subject or beside):
                continue
            if self._forms.are_blocks(text, start, end) and not is_wordlike(letters):
                found.append(Span(sequence_type(letters), letters.upper(), start, end))
                runs.append((start, end))
        return found

    def readings(self, name: str) -> dict[str, str]:
        """What a name may stand for: `iron` is a compound and an element. The types of the asks choose."""
        found = {kind: value for kind, reader in self._readers.items() if (value := reader(name)) is not None}
        return {FORMULA: name} | found if short_formula(name) else found

    def _misspelt(self, name: str) -> dict[str, str]:
        return {kind: value for kind, speller in self._spellers.items() if (value := speller(name)) is not None}

    def _blocks(
        self, text: str, chunks: Sequence[tuple[int, str]], place: int, spans: list[Span]
    ) -> tuple[list[Span], int]:
        """The sequence in blocks that starts at a chunk, if one does, and the index behind what was looked at."""
        start = chunks[place][0]
        before = _without(text, start, spans)
        run = block_run(chunks, place, text, several=bool(_SEVERAL.search(before)) or are_stacked(text))
        if run is None:
            return [], place + 1
        behind, letters = run
        last, chunk = chunks[behind - 1]
        end = last + len(chunk.rstrip(_TRAILING + ")\"'"))
        if not self._forms.are_blocks(text, start, end):
            return [], place + 1
        kind = self._forms.sequence_said(before) or sequence_type(letters)
        return [Span(kind, letters, start, end)], behind

    def _is_label(self, chunk: str) -> bool:
        """Whether a run of capitals is the name of a property: MW, TPSA, K2P."""
        return chunk.isalnum() and chunk.isupper() and bool(self._index.targets(label_words(chunk)))

    def _chunk(self, text: str, spelled: str, start: int, chunk: str, earlier: list[Span]) -> list[Span]:
        """The values in one run of non-blank characters; several when commas or slashes join whole values."""
        start, chunk = strip_marks(start, chunk)
        # A stop codon is translated as a star.
        chunk = chunk[:-1] if chunk[-1:] == "*" and is_protein(chunk[:-1]) else without_state(chunk)
        if not chunk or self._is_label(chunk):
            return []
        end = start + len(chunk)
        kind = self._forms.kind(spelled, start, chunk, _without(spelled, start, earlier))
        if kind == FORMULA and self._ends_name(spelled, start, chunk):
            return []
        # "The linker SMILES, the CO2 uptake": a word for a notation in front does not make a value of it.
        if kind in (FORMULA, "Smiles") and self._opens_label(spelled, end, chunk):
            return []
        if kind == FORMULA:
            formula = read_formula(text[start:end])
            # An ion is a compound by its name, too.
            names = self.readings(chunk) if chunk[-1] in "+-" else {}
            return [Span(name, value, start, end) for name, value in ({kind: formula} | names).items()]
        if kind in (None, "ProteinSequence") and is_ambiguous_dna(chunk):
            # Codes of bases are amino acids, too: what is asked tells.
            kinds = ("DnaSequence", "ProteinSequence") if is_protein(chunk) else ("DnaSequence",)
            return [Span(name, chunk, start, end) for name in kinds]
        if kind is not None:
            is_sequence = self._graph.is_a(kind, ANY_SEQUENCE)
            return [Span(kind, chunk.upper() if is_sequence else chunk, start, end)]
        if _SHORT_SEQUENCE.fullmatch(chunk):
            # A primer or a peptide: what is asked tells.
            return [Span(name, chunk, start, end) for name in ("DnaSequence", "ProteinSequence")]
        if _SHORT_RNA.fullmatch(chunk):
            return [Span("RnaSequence", chunk, start, end)]
        if (letters := coded_peptide(chunk)) is not None:
            return [Span("ProteinSequence", letters, start, end)]
        return self._parts(text, spelled, start, chunk, earlier)

    def _ends_name(self, text: str, start: int, formula: str) -> bool:
        """Whether a formula is the last part of a name, which the table of names knows: "lidocaine HCl"."""
        before = _WORD_BEFORE.search(text[max(0, start - NEAR) : start])
        return before is not None and bool(self.readings(f"{before[0]}{formula}"))

    def _opens_label(self, text: str, end: int, formula: str) -> bool:
        """Whether a formula and the word behind it name a property: the CO2 of "CO2 uptake" is no subject."""
        behind = re.match(r" ([A-Za-z]+)\b", text[end:])
        return behind is not None and bool(self._index.targets(label_words(f"{formula} {behind[1]}")))

    def _parts(self, text: str, spelled: str, start: int, chunk: str, earlier: list[Span]) -> list[Span]:
        if chunk.startswith("InChI=") or "://" in chunk:
            return []
        for signs in (",;", "/|", ":="):
            pieces = [(match.start(), match[0]) for match in re.finditer(rf"[^{signs}]+", chunk)]
            if len(pieces) < 2 and len(pieces[0][1] if pieces else chunk) == len(chunk):
                continue
            found: list[Span] = []
            for place, piece in pieces:
                found += self._chunk(text, spelled, start + place, piece, [*earlier, *found])
            # "TPSA:CCO" has a word in front; in "and/or" and "km/h" there is no value at all.
            whole = len({span.start for span in found}) == len(pieces)
            if found and (signs != "/|" or whole):
                return found
        return []


def _starts(words: Sequence[Word]) -> set[int]:
    return {word.start for word in words}


def _only_carries(text: str) -> bool:
    """Whether words say nothing about a value: "that is represented", in which some finder may see a condition."""
    return set(re.findall(r"[^\W\d_]+", text.lower())) <= word_list("frames", "words")


def _phrases(spans: Sequence[Span]) -> list[list[Span]]:
    """Each phrase with its parts, which may stand apart: "carbons … that are not aromatic"."""
    found: list[list[Span]] = []
    for span in spans:
        whole = next((phrase for phrase in reversed(found) if phrase[0].type == span.type), None)
        if span.value is not None:
            found.append([span])
        elif whole is not None:
            whole.append(span)
    return found


def _bound(spans: list[Span]) -> None:
    if len(spans) > _MAX_ENTITIES:
        raise PlanError(f"the question holds more than {_MAX_ENTITIES} values; ask about fewer at a time")


def _without(text: str, end: int, spans: list[Span]) -> str:
    """The words in front of a value, values found before it left out, so that a list keeps its announcement."""
    pieces, start, length = [], 0, 0
    for span in sorted((span for span in spans if span.end <= end), key=lambda span: -span.start):
        piece = text[span.end : end]
        pieces.append(piece)
        length += len(piece)
        end = min(end, span.start)
        if length > NEAR:
            break
    else:
        pieces.append(text[start:end])
    return " ".join(pieces[::-1])[-NEAR:].lower()


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
            read_as=span.read_as,
            name=span.name,
        )
