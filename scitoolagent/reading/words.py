"""Turn text into comparable words: lower case, singular, digits apart, one word for one meaning."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from scitoolagent.language.stem import singular
from scitoolagent.language.words import meanings, phrase_list, word_list

# The two of "R²" is one of the name; that of "Å²" belongs to a unit. The sign of "E°" says that it is the standard one.
_TOKEN = re.compile(r"[A-Za-zÀ-ÖØ-öø-ɏµα-ωΑ-Ω]+|\d+|(?<=\b[RrΧχ])²|(?<=\bE)[°⁰]|[,;.?!:/()]|[&+%]")
_SIGNS = str.maketrans({"²": "2", "°": "standard", "⁰": "standard"})
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
# A name as programs write it: one word with capitals inside.
_PROGRAM_NAME = re.compile(r"[A-Za-z0-9_]*[a-z0-9][A-Z_][A-Za-z0-9_]*")

# One word for one meaning.
_SAME = meanings("same")
# Words that carry no meaning of their own in a label or a question.
EMPTY = word_list("labels", "empty")
_SMALL = word_list("labels", "small")
GENERIC = word_list("labels", "generic")
BREAKS = frozenset(".?!;:")
JOINTS = frozenset([",", "/", "&", "+", *phrase_list("labels", "joints")])


class Word(NamedTuple):
    """One comparable word and its place in the text it came from."""

    text: str
    start: int
    end: int


def read_words(text: str) -> list[Word]:
    """The words of a text, punctuation included, each with its place."""
    found: list[Word] = []
    for match in _TOKEN.finditer(text):
        found += [Word(part, match.start(), match.end()) for part in _comparable(match[0].lower().translate(_SIGNS))]
    return _how_many(found)


def _how_many(found: list[Word]) -> list[Word]:
    joined: list[Word] = []
    for word in found:
        if word.text in ("many", "much") and joined and joined[-1].text == "how":
            joined[-1] = Word("number" if word.text == "many" else "amount", joined[-1].start, word.end)
        else:
            joined.append(word)
    return joined


# "ionised" and "ionized" are one word; "arise", "precise" and "exercise" are none of these.
_BRITISH = re.compile(r"(?!aris)(\w+(?:al|ar|at|en|er|es|gn|id|il|im|in|ll|on|or|ym))is(e|ed|es|ing|able|ation)")


@lru_cache(maxsize=20_000)
def _comparable(word: str) -> tuple[str, ...]:
    if word in _SAME:
        return tuple(_SAME[word].split())
    single = singular(word)
    if british := _BRITISH.fullmatch(single):
        single = f"{british[1]}iz{british[2]}"
    return tuple(_SAME.get(single, single).split())


@lru_cache(maxsize=20_000)
def label_words(label: str, program: bool = False) -> tuple[str, ...]:
    """The meaningful words of a label; with `program`, `GetHBANum` and `number of HBA` give the same words."""
    spaced = _CAMEL.sub(" ", label.replace("_", " ")) if program and _PROGRAM_NAME.fullmatch(label) else label
    found = [word.text for word in read_words(spaced)]
    kept = tuple(word for word in found if word not in EMPTY and word.isalnum())
    # `structure information` must not become `information`: a label left with one word keeps all but the small ones.
    whole = tuple(word for word in found if word not in _SMALL and word.isalnum())
    return kept if len(kept) > 1 or len(whole) == 1 else whole
