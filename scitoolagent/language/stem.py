"""What the forms of a word have in common, by the Snowball stemmer of its language."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

LANGUAGE = "english"


@lru_cache(maxsize=1)
def _stemmer() -> Any:
    import Stemmer

    return Stemmer.Stemmer(LANGUAGE, 0)


@lru_cache(maxsize=200_000)
def stem(word: str) -> str:
    """The stem of a word in small letters: `polarised` and `polarisation` have one (Porter 2001, snowballstem.org)."""
    return str(_stemmer().stemWord(word))


def singular(word: str) -> str:
    """An English word in small letters without its plural ending, where a stem would say too little.

    Labels of tools need it: a `polar` molecule is not its `polarity`, and an `acid` atom is no `acidic` one, but the
    stemmer makes one of each pair. A word that only looks like a plural (`gas`, `bias`, `mass`) stays.
    """
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if is_plural(word) and not word.endswith("ias"):
        return word[:-1]
    return word


def is_plural(word: str) -> bool:
    """Whether an English word in small letters ends as a plural does."""
    return len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is"))
