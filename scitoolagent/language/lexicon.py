"""What the words and phrases of another language mean in English, from its word file and from labels of the graph."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources

from scitoolagent.language.words import split_phrases

Key = tuple[str, ...]
# A label of the graph in the language, and what English calls the same.
Labels = Iterable[tuple[str, str]]
# Sections of names of things.
NAMES = ("compounds", "elements")
LABEL = "label"


@dataclass(frozen=True, slots=True)
class Sense:
    """What a phrase stands for in English, and the section of the word file that says so."""

    text: str
    section: str


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The phrases of a language by the keys of their words; longer ones with endings by the roots of these."""

    exact: Mapping[Key, Sense]
    by_root: Mapping[Key, Sense]
    longest: int
    lists: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def find(self, exact: Sequence[str], roots: Sequence[str]) -> tuple[Sense, int] | None:
        """The sense of the longest phrase that the words begin with, and how many words it has."""
        for size in range(min(self.longest, len(exact)), 0, -1):
            sense = self.exact.get(tuple(exact[:size])) or self.by_root.get(tuple(roots[:size]))
            if sense is not None:
                return sense, size
        return None

    def one(self, key: str) -> Sense | None:
        """The sense of one word."""
        return self.exact.get((key,))


@dataclass(frozen=True, slots=True)
class Inflection:
    """The forms of words: `forms` gives those of one word by its section, `root` what they have in common."""

    forms: Callable[[str, str], Iterable[str]]
    root: Callable[[str], str]


def read_lexicon(
    code: str, labels: Labels, keys: Callable[[str], Sequence[str]], inflection: Inflection | None = None
) -> Lexicon:
    """The lexicon of a language with a word file.

    A section that the file does not have is empty: nothing of another language stands in for it.

    Args:
        code: the code of the language.
        labels: those of the graph in that language.
        keys: the keys of the words of a phrase.
        inflection: None for a language whose words have no forms.
    """
    table = word_table(code)
    phrases = [
        (tuple(keys(phrase)), Sense(english, section))
        for section, rows in table.items()
        if section != "lists"
        for english, told in rows.items()
        for phrase in split_phrases(told)
    ]
    phrases += [(tuple(keys(phrase)), Sense(english, LABEL)) for phrase, english in labels]
    exact: dict[Key, Sense] = {}
    by_root: dict[Key, Sense] = {}
    for key, sense in phrases:
        exact.setdefault(key, sense)
    for key, sense in phrases if inflection else ():
        forms = list(inflection.forms(sense.section, key[-1])) if inflection else []
        if len(key) == 1:
            for form in forms:
                exact.setdefault((form,), sense)
        elif forms and inflection:
            by_root.setdefault(tuple(map(inflection.root, key)), sense)
    lists = {name: split_phrases(text) for name, text in table.get("lists", {}).items()}
    return Lexicon(exact, by_root, max(map(len, [*exact, ("",)])), lists)


def word_table(code: str) -> dict[str, dict[str, str]]:
    """The sections of the word file of a language and of its file of names."""
    found: dict[str, dict[str, str]] = {}
    for name in (code, f"{code}-names"):
        path = resources.files("scitoolagent.language") / f"{name}.toml"
        found |= tomllib.loads(path.read_text(encoding="utf-8"))
    return found


def label_table(code: str) -> dict[str, str]:
    """The labels of a language for types and tools of the graph, by their names; phrases parted by commas."""
    path = resources.files("scitoolagent.language") / f"{code}-labels.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))
