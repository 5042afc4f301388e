"""The words that say what a value is: "the SMILES …", "peptide GAV", "primer: ATGC"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from scitoolagent.language.words import word_list
from scitoolagent.tool.types import ROOTS
from scitoolagent.toolkg.graph import ToolGraph

_ROOTS = ("MolecularStructure", "Sequence", "Identifier", "File", "MolecularFormula")
_ANY_SEQUENCE = "Sequence"
# What follows them is often a name in capitals.
_BEARERS = word_list("values", "bearers")
_FILLERS = word_list("values", "fillers")
_LEADS = re.compile(r"[a-z0-9]+")
_SIGNED = re.compile(r"\s*[:=]\s*[\"'`(\[]*|\s*[\"'`]")

_WORDS = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Announcement:
    """What a question says that a value is: its type, and how surely.

    `signed` holds for `sequence: mkwv` and `sequence "mkwv"`, where hardly a word of the sentence can follow, and
    `bears` for `protein EGFR`, `EGFR sequence` and `sequence of EGFR`, where capitals are as often a name; `made` for
    `the protein of ATG…`, which may be what is made of it.
    """

    type: str
    signed: bool = False
    bears: bool = False
    made: bool = False


class Announcements:
    """The announcing words of a graph's types."""

    def __init__(self, graph: ToolGraph) -> None:
        self._phrases = _phrases(graph)
        # Most words of a long text announce nothing.
        self._firsts = frozenset(match[0] for phrase, _ in self._phrases if (match := _WORDS.search(phrase)))
        self.words = frozenset(phrase for phrase, _ in self._phrases)
        # "into its protein sequence" says what is wanted, not what is given.
        phrases = "|".join(re.escape(phrase) for phrase, _ in self._phrases)
        self._aim = re.compile(rf"\b(?:in)?to (?:(?:its|the|an?|corresponding|equivalent) )*(?:{phrases})\b")

    def said(self, before: str, behind: str) -> Announcement | None:
        """What the words before a value announce, in small letters, or those right behind it."""
        words = [*_WORDS.findall(before), *_WORDS.findall(behind.lower())]
        if not any(word in self._firsts or word.removesuffix("s") in self._firsts for word in words):
            return None
        best: tuple[int, str, str] | None = None
        before = self._aim.sub(" ", before)
        for phrase, name in self._phrases:
            place = before.rfind(phrase)
            end = place + len(phrase)
            if place < 0 or (best is not None and end <= best[0]):
                continue
            if _is_word(before, place, len(phrase)) and _leads(before[end:]):
                best = (end, name, phrase)
        if best is not None:
            between = before[best[0] :]
            bears = best[2] in _BEARERS or (best[1] == _ANY_SEQUENCE and "of" in between.split())
            made = best[1] != _ANY_SEQUENCE and bool({"of", "from"} & set(between.split()))
            return Announcement(best[1], bool(_SIGNED.fullmatch(between)), bears, made)
        behind = behind.lower().lstrip("\"'`) ")
        return next(
            (
                Announcement(name, bears=name == _ANY_SEQUENCE or phrase in _BEARERS)
                for phrase, name in self._phrases
                if behind.startswith(phrase) and _is_word(behind, 0, len(phrase))
            ),
            None,
        )


def _phrases(graph: ToolGraph) -> list[tuple[str, str]]:
    """Words that announce a value, with the type they announce, longest first."""
    abstract = {root.name for root in ROOTS}
    found: dict[str, str] = {}
    for name, node in graph.types.items():
        # A subtype such as a Kekulé SMILES is announced as its parent.
        if name in abstract or any(graph.is_a(node.parent or "", other) for other in ("Smiles", "DnaSequence")):
            continue
        if any(graph.is_a(name, root) for root in _ROOTS):
            for label in (node.label, *node.also):
                found.setdefault(label.lower(), name)
    # The words of a setting tell quantities apart; they announce no entity.
    found |= {word: name for name, node in graph.types.items() if not graph.is_setting(name) for word in node.announced}
    return sorted(found.items(), key=lambda item: -len(item[0]))


def _leads(between: str) -> bool:
    """Whether what stands between an announcement and a value keeps them together."""
    return not re.search(r"[.?!]\s", between) and all(word in _FILLERS for word in _LEADS.findall(between))


def _is_word(text: str, place: int, length: int) -> bool:
    before = text[place - 1] if place else " "
    after = text[place + length] if place + length < len(text) else " "
    return not before.isalnum() and not (after.isalpha() and after != "s")
