"""Find what a text names: names of loaded graphs, short forms that the text defines, and notations of variants."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scitoolagent.knowledge.claims.abbreviations import defined_in
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.knowledge.store.records import Match, share_a_name
from scitoolagent.language.stem import singular
from scitoolagent.language.text import tokens
from scitoolagent.language.words import word_list

VARIANT = "SequenceVariant"
_LONGEST, _SHORT = 15, 3
_COMMON = word_list("questions", "common") | word_list("claims", "stop") | word_list("extraction", "no_names")
_RESIDUES = {
    "Ala": "A", "Arg": "R", "Asn": "N", "Asp": "D", "Cys": "C", "Gln": "Q", "Glu": "E", "Gly": "G", "His": "H",
    "Ile": "I", "Leu": "L", "Lys": "K", "Met": "M", "Phe": "F", "Pro": "P", "Ser": "S", "Thr": "T", "Trp": "W",
    "Tyr": "Y", "Val": "V", "Ter": "X", "Stop": "X",
}  # fmt: skip
_THREE = "|".join(_RESIDUES)
_PROTEIN = re.compile(rf"\b(?:p\.\s?\(?)?({_THREE})(\d{{1,5}})({_THREE}|X)\b")
_LETTERS = re.compile(r"(?<![\w.-])(?:p\.\s?\(?)?([ACDEFGHIKLMNPQRSTVWY])(\d{2,4})([ACDEFGHIKLMNPQRSTVWYX])\b")
_DNA = re.compile(r"\b(?:c\.)?\s?([-+]?\d{1,6})\s?([ACGT])\s?(?:>|-->|->|→)\s?([ACGT])\b")
_DNA_FIRST = re.compile(r"(?<![\w.])(?:c\.)?([ACGT])([-+]?\d{1,6})([ACGT])\b")
_RS = re.compile(r"\brs\d{3,10}\b")


@dataclass(frozen=True, slots=True)
class Mention:
    """Words of a text, from `start` to `end`, that name an entity; `by` says how that was seen."""

    start: int
    end: int
    text: str
    id: str
    type: str
    by: str


class Dictionary:
    """The names of some graphs; of several that have a name the first graph counts.

    An id that an earlier graph has for another thing is told apart by the name of the later graph in front of it.
    """

    def __init__(self, graphs: Sequence[DomainGraph]) -> None:
        self._graphs = tuple(graphs)
        self._own: dict[tuple[str, str], str] = {}

    @property
    def told_apart(self) -> tuple[str, ...]:
        """The ids met so far that stand in two graphs for different things, with their graph in front."""
        return tuple(sorted(own for (_, identifier), own in self._own.items() if own != identifier))

    def _id(self, graph: DomainGraph, identifier: str) -> str:
        key = (graph.name, identifier)
        if key not in self._own:
            earlier = self._graphs[: next(place for place, one in enumerate(self._graphs) if one is graph)]
            here = graph.entities([identifier])
            others = [one for before in earlier for one in before.entities([identifier])]
            same = all(share_a_name(one, mine) for one in others for mine in here)
            self._own[key] = identifier if same else f"{graph.name}:{identifier}"
        return self._own[key]

    def mentions(self, text: str) -> tuple[Mention, ...]:
        """What a text names, in its order; no two overlap, and at one place the longest counts."""
        found = [*_variants(text), *self._named(text)]
        found += _by_short_forms(text, found)
        kept: list[Mention] = []
        for one in sorted(found, key=lambda one: (one.start - one.end, one.by != "pattern")):
            if not any(one.start < other.end and other.start < one.end for other in kept):
                kept.append(one)
        return tuple(sorted(kept, key=lambda one: one.start))

    def _named(self, text: str) -> Iterator[Mention]:
        words = tokens(text)
        place = 0
        while place < len(words):
            best = self._longest(text, words, place)
            if best is None:
                place += 1
                continue
            mention, place = best
            yield mention

    def _longest(self, text: str, words: list[tuple[str, int, int]], start: int) -> tuple[Mention, int] | None:
        best: tuple[Mention, int] | None = None
        keys = {graph.name: "" for graph in self._graphs}
        live = list(self._graphs)
        for end in range(start + 1, min(len(words), start + _LONGEST) + 1):
            surface = text[words[start][1] : words[end - 1][2]]
            for graph in list(live):
                keys[graph.name] = f"{keys[graph.name]} {words[end - 1][0]}".strip()
                found = _best(graph, surface, keys[graph.name])
                if found is not None and (best is None or end > best[1]):
                    own = self._id(graph, found.entity)
                    mention = Mention(words[start][1], words[end - 1][2], surface, own, found.type, graph.name)
                    best = mention, end
                if graph.names is None or not graph.names.begins(keys[graph.name]):
                    live.remove(graph)
            if not live:
                break
        return best


def _best(graph: DomainGraph, surface: str, key: str) -> Match | None:
    """The entity that some words name; short ones and words of every day only as the graph writes them."""
    is_symbol = surface.isupper() and len(surface) >= _SHORT
    if graph.names is None or len(key) < 2 or key.isdigit() or (key in _COMMON and not is_symbol):
        return None
    matches = graph.names.exact(surface)
    *before, last = key.split()
    if not matches and singular(last) != last and len(last) > _SHORT + 1:
        other = graph.names.exact(" ".join([*before, singular(last)]))
        matches = tuple(one for one in other if not one.surface.isupper())
    fitting = [one for one in matches if one.how != "near" and _written(surface, one.surface)]
    return min(fitting, key=lambda one: (one.surface != surface, one.how == "synonym"), default=None)


def _written(surface: str, name: str) -> bool:
    """Whether a text writes a name as the graph does, where letters in another case are another word."""
    letters = [sign for sign in name if sign.isalpha()]
    if len(name) <= _SHORT or (letters and all(sign.isupper() for sign in letters) and " " not in name):
        # A symbol with a digit is one in whatever letters behind the first: NOS2, Nos2.
        mixed = surface[:1].isupper() and any(map(str.isdigit, surface))
        return surface == name or ((surface.isupper() or mixed) and len(name) > _SHORT)
    return True


def _by_short_forms(text: str, found: Sequence[Mention]) -> Iterator[Mention]:
    """A short form means what its long form names, wherever it stands in the text."""
    for short, long in defined_in(text).items():
        meant = next((one for one in found if one.text.casefold() == long.casefold()), None)
        ends = [one for one in found if long.casefold().endswith(one.text.casefold()) and len(one.text) * 2 > len(long)]
        meant = meant or max(ends, key=lambda one: len(one.text), default=None)
        if meant is not None:
            for match in re.finditer(rf"(?<![\w-]){re.escape(short)}s?(?![\w])", text):
                yield replace(meant, start=match.start(), end=match.end(), text=match[0], by="short form")


def _variants(text: str) -> Iterator[Mention]:
    """Notations of variants, with the identifiers that tmVar gives them (Wei et al. 2013)."""
    for match in _RS.finditer(text):
        yield Mention(match.start(), match.end(), match[0], match[0], VARIANT, "pattern")
    for match in _PROTEIN.finditer(text):
        one, other = _RESIDUES[match[1]], _RESIDUES.get(match[3], "X")
        yield Mention(match.start(), match.end(), match[0], f"p|SUB|{one}|{match[2]}|{other}", VARIANT, "pattern")
    for match in _LETTERS.finditer(text):
        if match[1] not in "ACGT" or match[3] not in "ACGT":
            named = f"p|SUB|{match[1]}|{match[2]}|{match[3]}"
            yield Mention(match.start(), match.end(), match[0], named, VARIANT, "pattern")
    for match in _DNA.finditer(text):
        yield Mention(
            match.start(), match.end(), match[0], f"c|SUB|{match[2]}|{match[1]}|{match[3]}", VARIANT, "pattern"
        )
    for match in _DNA_FIRST.finditer(text):
        yield Mention(
            match.start(), match.end(), match[0], f"c|SUB|{match[1]}|{match[2]}|{match[3]}", VARIANT, "pattern"
        )
