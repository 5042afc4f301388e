"""The type of one run of characters, by what the question says of it and by its form."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from scitoolagent.language.words import word_list
from scitoolagent.reading.announced import Announcement, Announcements
from scitoolagent.reading.notation import guess_type, is_protein, is_smiles, nucleic_type, sequence_type
from scitoolagent.reading.words import EMPTY
from scitoolagent.toolkg.graph import ToolGraph

NEAR = 60
FORMULA = "MolecularFormula"
ANY_SEQUENCE = "Sequence"
_QUOTES = tuple("\"'`")
_SMALL_WORDS = EMPTY | word_list("names", "before") | word_list("names", "after")
_ENDINGS = tuple(sorted(word_list("values", "endings")))
_LONGEST_SYMBOL = 7
_SHORTEST_SMALL = 8
_BASES = frozenset("ACGTURYSWKMBDHVN")
_SHORTEST_PLAIN = 3
# Five consonants in a row stand in a sequence sooner or later, and hardly in a word.
_UNSPEAKABLE = re.compile(r"[^aeiouy]{5}", re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z]{2,}")
_SELFIES = re.compile(
    r"(?:\[(?:nop|epsilon|(?:Expl)?[=#\\/-]{0,2}(?:Ring|Branch)\d(?:_\d)?"
    r"|[=#\\/]{0,2}\d{0,3}[A-Z][a-z]?@{0,2}(?:H\d?)?(?:[+-]\d)?(?:expl)?)\]|\.)+"
)


class Forms:
    """Tells the type of a run of characters.

    Args:
        graph: its types give the patterns, and the words that announce a value.
        readings: what a text is the name of, by type.
    """

    def __init__(self, graph: ToolGraph, readings: Callable[[str], Mapping[str, Any]]) -> None:
        self._graph = graph
        self._readings = readings
        self._patterns = {name: re.compile(node.pattern) for name, node in graph.types.items() if node.pattern}
        self.announced = Announcements(graph)

    def kind(self, text: str, start: int, chunk: str, before: str) -> str | None:
        """The type of the chunk at a place of the text; `before` are the words in front of it, in small letters."""
        lowered, end = chunk.lower(), start + len(chunk)
        quoted = start > 0 and text[start - 1] in _QUOTES
        if lowered in self.announced.words or (lowered in _SMALL_WORDS and not quoted):
            return None
        said = self.announced.said(before, text[end : end + NEAR])
        if said is not None and said.made and self._graph.is_a(guess_type(chunk) or "", ANY_SEQUENCE):
            # "the protein of ATGGCC…": what is made of it, not what it is.
            said = None
        if said is not None and said.made:
            # "SMILES of InChI=…": the notation that is asked for.
            own = self._by_pattern(chunk)
            said = said if own is None or self._graph.is_a(own, said.type) else None
        if said is not None:
            kind = sequence_type(chunk) if said.type == ANY_SEQUENCE else said.type
            if self._fits(kind, said, chunk):
                return kind
        if (own := self._by_pattern(chunk)) is not None:
            return own
        guessed = guess_type(chunk)
        # CIMETIDINE and MAINTENANCE have the letters of a protein.
        if guessed == "ProteinSequence" and (self._readings(chunk) or _is_shouted(text, start, end)):
            return None
        return guessed

    def _by_pattern(self, chunk: str) -> str | None:
        """The type that the form of a value alone tells."""
        for name, pattern in self._patterns.items():
            if not self._graph.types[name].needs_context and pattern.fullmatch(chunk) and _is_telling(name, chunk):
                return name
        return None

    def sequence_said(self, before: str) -> str | None:
        """The type of sequence that the words in front of a value announce."""
        said = self.announced.said(before, "")
        known = said is not None and said.type != ANY_SEQUENCE and self._graph.is_a(said.type, ANY_SEQUENCE)
        return said.type if said is not None and known else None

    def are_blocks(self, text: str, start: int, end: int) -> bool:
        """Whether a run of words can be the blocks of a sequence: none is a word of the sentence or a name."""
        words = text[start:end].split()
        lowered = {word.lower() for word in words}
        if lowered & _SMALL_WORDS or lowered & self.announced.words or any(self._readings(word) for word in words):
            return False
        return nucleic_type("".join(words)) is not None or not _is_shouted(text, start, end)

    def _fits(self, name: str, said: Announcement, chunk: str) -> bool:
        """Whether a chunk can be meant as the announced type; wrong letters still fit, plain words do not."""
        if name in self._patterns:
            return bool(self._patterns[name].fullmatch(chunk))
        if self._graph.is_a(name, ANY_SEQUENCE):
            return self._fits_sequence(name, said, chunk)
        if name == "MoleculeName":
            return False
        guessed = guess_type(chunk)
        if name in ("Smiles", "Sln", "Smarts"):
            written = is_smiles(chunk) and chunk != "I"
            # "the SMILES of L-alanine": a name has signs, too.
            return guessed in ("Smiles", FORMULA, "Sln") or written or (_has_signs(chunk) and not self._readings(chunk))
        return guessed == name

    def _fits_sequence(self, name: str, said: Announcement, chunk: str) -> bool:
        if not chunk.isalpha() or len(chunk) < 2:
            return False
        nucleic = self._graph.is_a(name, "NucleicAcidSequence")
        if nucleic and len(chunk) <= _SHORTEST_PLAIN and not set(chunk.upper()) <= _BASES:
            # "PCR primers": a few capitals that are no bases, not even unsure ones, are an abbreviation.
            return False
        if chunk.isupper():
            named = said.bears and not said.signed and len(chunk) <= _LONGEST_SYMBOL
            if said.type == ANY_SEQUENCE and not said.signed and len(chunk) < _SHORTEST_PLAIN:
                return False
            return not named or (nucleic and nucleic_type(chunk) is not None)
        if not chunk.islower():
            return False
        if nucleic_type(chunk) is not None and len(chunk) > 3:
            return nucleic or said.type == ANY_SEQUENCE
        unlike_a_word = said.signed or _UNSPEAKABLE.search(chunk)
        return len(chunk) >= _SHORTEST_SMALL and is_protein(chunk.upper()) and bool(unlike_a_word)


def is_wordlike(letters: str) -> bool:
    """Whether capitals end as the names of enzymes and other words do; a nucleic acid never does."""
    return nucleic_type(letters) is None and letters.lower().endswith(_ENDINGS)


def _is_shouted(text: str, start: int, end: int) -> bool:
    """Whether a word in capitals stands among others, and could be one of them."""
    if _UNSPEAKABLE.search(text[start:end]):
        return False
    near = [*_WORD.findall(text[max(0, start - NEAR) : start])[-3:], *_WORD.findall(text[end : end + NEAR])[:3]]
    loud = [word for word in near if word.isupper()]
    return len(loud) * 2 > len(near) or any(word.lower() in _SMALL_WORDS for word in loud)


def _is_telling(name: str, chunk: str) -> bool:
    """Whether a chunk that fits a pattern can be trusted without being announced."""
    if name == "Selfies":
        return chunk.count("[") >= 2 and bool(_SELFIES.fullmatch(chunk))
    if name == "CasNumber":
        digits = chunk.replace("-", "")
        return sum(place * int(digit) for place, digit in enumerate(digits[-2::-1], 1)) % 10 == int(digits[-1])
    return any(sign.isdigit() or not sign.isalnum() for sign in chunk) and any(sign.isalpha() for sign in chunk)


def _has_signs(chunk: str) -> bool:
    told = any(sign in "()[]=#@+-/\\:123456789" for sign in chunk) or (chunk.isalpha() and chunk.isupper())
    return told and any(sign.isalpha() for sign in chunk) and chunk not in ("I", "A")
