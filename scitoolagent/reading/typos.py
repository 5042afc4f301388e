"""Misspelt words of properties: the one word of the labels that a word is a slip of the keys away from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from scitoolagent.language.stem import stem
from scitoolagent.language.words import everyday

_SHORTEST = 5
# A longer word may hold two slips.
_LONG = 8


class Speller:
    """Finds the word that was meant.

    Args:
        words: those that may be meant; a word among them is not misspelt.
    """

    def __init__(self, words: Iterable[str]) -> None:
        self._words = frozenset(word for word in words if word.isalpha())
        self._by_length: defaultdict[int, list[str]] = defaultdict(list)
        for word in sorted(self._words):
            if len(word) >= _SHORTEST:
                self._by_length[len(word)].append(word)

    def meant(self, word: str) -> str | None:
        """The one word that is nearest to a misspelt one; None when it is a word, or two are as near, or none is."""
        if len(word) < _SHORTEST or word in self._words or not word.isalpha():
            return None
        most = 2 if len(word) >= _LONG else 1
        near = [
            (distance, other)
            for length in range(len(word) - most, len(word) + most + 1)
            for other in self._by_length.get(length, ())
            if other[0] == word[0] and (distance := slips(word, other, most)) <= most
        ]
        if not near:
            return None
        least = min(near)[0]
        best = [other for distance, other in near if distance == least]
        # "Negative" is no "native"; "products" are more than one "product".
        is_other = word in everyday() and stem(word) != stem(best[0])
        return best[0] if len(best) == 1 and not is_other else None


def slips(one: str, other: str, most: int) -> int:
    """How many letters must be added, left out, changed or swapped with their neighbour; `most + 1` when more.

    Source: Damerau 1964, doi:10.1145/363958.363994, as optimal string alignment.
    """
    before: list[int] = []
    row = list(range(len(other) + 1))
    for place, letter in enumerate(one, start=1):
        earlier, before, row = before, row, [place]
        for column, wanted in enumerate(other, start=1):
            cost = min(before[column] + 1, row[column - 1] + 1, before[column - 1] + (letter != wanted))
            if place > 1 and column > 1 and letter == other[column - 2] and one[place - 2] == wanted:
                cost = min(cost, earlier[column - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return min(row[-1], most + 1)
