"""Names as keys: what two spellings of one name have in common."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from scitoolagent.language.words import meanings

_TOKEN = re.compile(r"[^\W_]+")


def tokens(text: str) -> list[tuple[str, int, int]]:
    """The words of a text as keys, with their places; signs between words are no part of a key."""
    return [(_key(match[0]), match.start(), match.end()) for match in _TOKEN.finditer(text)]


def normalise(text: str) -> str:
    """The key of a name: words in one case, signs dropped, Greek letters spelled out."""
    return " ".join(word for word, _, _ in tokens(text))


@lru_cache(maxsize=65_536)
def _key(word: str) -> str:
    plain = unicodedata.normalize("NFKC", word).casefold()
    if plain.isascii():
        return plain
    greek = meanings("greek")
    spelled = "".join(greek.get(sign, sign) for sign in plain)
    stripped = unicodedata.normalize("NFKD", spelled)
    return "".join(sign for sign in stripped if not unicodedata.combining(sign)) or spelled


def words_of(name: str) -> str:
    """`has_symptom`, `HAS_SYMPTOM` and `hasSymptom` as `has symptom`: a predicate as people say it."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|[_\-.:/>|]+", " ", name)
    return " ".join(spaced.split()).lower()


def any_of(phrases: Iterable[str]) -> str:
    """A regular expression that matches any of some phrases, the longest first, whatever blanks part their words."""
    longest_first = sorted(phrases, key=len, reverse=True)
    return "|".join(re.escape(phrase).replace(r"\ ", r"\s+").replace("'", "['′’]") for phrase in longest_first)
