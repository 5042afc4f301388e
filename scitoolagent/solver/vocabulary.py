"""The terms of texts about tools: stems, words run together, and words that are spelt alike."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

from scitoolagent.language.stem import stem
from scitoolagent.language.text import tokens
from scitoolagent.language.words import meanings

# The least Dice coefficient of the trigrams of two words that are spelt alike, and how many of these a word stands for.
LEAST_ALIKE, MOST_ALIKE = 0.55, 4
# What spelling alone is worth.
ALIKE_WEIGHT = 0.7
LONGEST_WORD = 40

# British spellings. Queries and texts both go through these, so that a word changed for nothing does no harm.
_BRITISH = re.compile(
    r"(?P<yz>ys(?=(?:e|ed|es|ing|er|ers)$))|(?P<iz>is(?=(?:e|ed|es|er|ing|able|ation|ations)$))"
    r"|(?P<or>(?<=..)our(?=(?:s|ed|ing|less)?$))|(?P<er>(?<=..[bt])re(?=s?$))|(?P<e>ae|oe)|(?P<sulf>sulph)"
)


@lru_cache(maxsize=32_768)
def terms(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the stems of the words of a text, and each two neighbours run together: "band gap" is a bandgap."""
    words = [word[:LONGEST_WORD] for word, _, _ in tokens(text)]
    pairs = tuple(first + stem(second) for first, second in pairwise(words))
    return tuple(part for word in words for part in stems(word)), pairs


@lru_cache(maxsize=65_536)
def stems(word: str) -> tuple[str, ...]:
    """Return the stems of a word in small letters, one for its British and its American spelling."""
    return tuple(stem(_american(part)) for part in meanings("same").get(word, word).split())


def _american(word: str) -> str:
    return _BRITISH.sub(lambda match: str(match.lastgroup), word) if len(word) > 4 else word


class Vocabulary:
    """The terms that occur in the texts of tools.

    Args:
        words: the stems of single words.
        pairs: words run together.
    """

    def __init__(self, words: Iterable[str], pairs: Iterable[str]) -> None:
        self.words = frozenset(words)
        self.pairs = frozenset(pairs)
        self._sorted = sorted(self.words)
        self._lengths = []
        self._places: defaultdict[str, list[int]] = defaultdict(list)
        for place, word in enumerate(self._sorted):
            trigrams = _trigrams(word)
            self._lengths.append(len(trigrams))
            for trigram in trigrams:
                self._places[trigram].append(place)

    def has(self, word: str) -> bool:
        """Whether a text has the stem of a word, be it as two words."""
        return word in self.words or word in self.pairs

    def expand(self, word: str) -> dict[str, float]:
        """Return the terms that the stem of a word stands for, each with its weight: itself, or those spelt alike."""
        return {word: 1.0} if self.has(word) else self._alike(word)

    def _alike(self, word: str) -> dict[str, float]:
        trigrams = _trigrams(word)
        shared: defaultdict[int, int] = defaultdict(int)
        for trigram in trigrams:
            for place in self._places.get(trigram, ()):
                shared[place] += 1
        alike = ((2 * count / (len(trigrams) + self._lengths[place]), place) for place, count in shared.items())
        best = sorted(((dice, place) for dice, place in alike if dice >= LEAST_ALIKE), reverse=True)[:MOST_ALIKE]
        return {self._sorted[place]: ALIKE_WEIGHT * dice for dice, place in best}


def _trigrams(word: str) -> frozenset[str]:
    padded = f"^{word}$"
    return frozenset(padded[start : start + 3] for start in range(len(padded) - 2))
