"""The words of a question one by one, and the phrases of the word file that start at each."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from scitoolagent.language.stem import singular
from scitoolagent.language.words import phrase_list, phrase_meanings
from scitoolagent.tool.numbers import IN_WORDS

_CHUNK = re.compile(r"\S+")
_PART = re.compile(r"[^\W\d_]+[²³]?|\d+")
_WORDS = re.compile(r"[^\W_]+(?:[-–—/'’][^\W_]+)*")
_BOND = re.compile(r"([A-Z][a-z]?)\s?([-–—=≡#])\s?([A-Z][a-z]?)")
_HYBRID = re.compile(r"sp[23²³]?|cf3|ch3|nh2|co2h", re.IGNORECASE)
_ORDERS = {"=": "double", "≡": "triple", "#": "triple"}
# Symbols that are no words of English.
SYMBOLS = frozenset("H B C N O F P S K Li Na Mg Al Si Cl Ca Ti Mn Fe Co Ni Cu Zn Se Br Pd Ag Sn Te Pt Au Hg Pb".split())
ENDS = frozenset(".?!;")


@dataclass(frozen=True, slots=True)
class Token:
    """A word in small letters without a plural ending, a sign, or an empty text for what is neither.

    `bond` has the ends and the order of a bond that is written in signs, such as `C=O`.
    """

    text: str
    start: int
    end: int
    raw: str
    bond: tuple[str, str, str] | None = None

    @property
    def plural(self) -> bool:
        return self.raw.lower() != self.text

    @property
    def number(self) -> str:
        """The whole number that it stands for, empty for none."""
        if self.raw.isdigit():
            return self.raw
        value = IN_WORDS.get(self.raw.lower())
        return str(int(value)) if value is not None and float(value).is_integer() else ""


def tokens(text: str) -> list[Token]:
    """The tokens of a text, in order. What is written in other signs than words, a SMILES, is one without text."""
    return [token for chunk in _CHUNK.finditer(text) for token in _tokens(chunk[0], chunk.start())]


def _tokens(chunk: str, start: int) -> Iterator[Token]:
    head = len(chunk) - len(chunk.lstrip("([\"'“‘*"))
    core = chunk[head:].rstrip(".,;:?!)]\"'”’*")
    behind = head + len(core)
    if core:
        yield from _core(core, start + head)
    for place in range(behind, len(chunk)):
        if chunk[place] in ".,;:?!":
            yield Token(chunk[place], start + place, start + place + 1, chunk[place])


def _core(core: str, start: int) -> Iterator[Token]:
    bond = _BOND.fullmatch(core)
    if bond and bond[1] in SYMBOLS and bond[3] in SYMBOLS:
        yield Token("", start, start + len(core), core, (bond[1], bond[3], _ORDERS.get(bond[2], "")))
        return
    parts = list(re.finditer(r"[^\W_]+", core))
    plain = _WORDS.fullmatch(core) and all(_PART.fullmatch(part[0]) or _HYBRID.fullmatch(part[0]) for part in parts)
    if not plain:
        yield Token("", start, start + len(core), core)
        return
    for part in parts:
        word = part[0]
        text = word.lower() if _HYBRID.fullmatch(word) else singular(word.lower())
        yield Token(text, start + part.start(), start + part.end(), word)


class Phrases:
    """Phrases by their first word; the longest that starts at a place counts."""

    def __init__(self, meanings: Mapping[str, str]) -> None:
        self._by_first: defaultdict[str, list[tuple[tuple[str, ...], str]]] = defaultdict(list)
        for phrase, meaning in meanings.items():
            words = tuple(re.findall(r"[^\W_]+", phrase))
            self._by_first[words[0]].append((words, meaning))
        for found in self._by_first.values():
            found.sort(key=lambda item: -len(item[0]))

    def at(self, words: list[Token], place: int) -> Iterator[tuple[int, str]]:
        """Each phrase that starts at a place: the place behind it and its meaning, the longest first."""
        if place < len(words):
            for phrase, meaning in self._by_first.get(words[place].text, ()):
                if tuple(token.text for token in words[place : place + len(phrase)]) == phrase:
                    yield place + len(phrase), meaning


@lru_cache(maxsize=64)
def listed(name: str) -> Phrases:
    """A list of phrases of the section `counting`."""
    return Phrases(_each(phrase_list("counting", name)))


@lru_cache(maxsize=8)
def meant(section: str) -> Phrases:
    """The phrases of a section, each with its meaning."""
    return Phrases(phrase_meanings(section))


def _each(phrases: Iterable[str]) -> dict[str, str]:
    return {phrase: phrase for phrase in phrases}
