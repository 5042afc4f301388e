"""Static word vectors: text to vectors of length one, without torch, a download or more than a few milliseconds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources

import numpy as np
from numpy.typing import NDArray

_WORD = re.compile(r"[a-z]+|\d+")
_LONGEST_WORD = 60


class StaticEmbedder:
    """Word vectors distilled from all-MiniLM-L6-v2; a text is the sum of its word pieces."""

    def __init__(self) -> None:
        with (
            resources.files("scitoolagent.language").joinpath("wordvectors.npz").open("rb") as file,
            np.load(file, allow_pickle=False) as data,
        ):
            words = bytes(data["words"]).decode().split("\n")
            self._vectors: NDArray[np.int8] = data["vectors"]
            self._scale: NDArray[np.float16] = data["scale"]
        self._place = {word: place for place, word in enumerate(words)}
        self._pieces = lru_cache(maxsize=65_536)(self._cut)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row a text, of length one; a text without a known word is a row of zeros."""
        rows = np.zeros((len(texts), self._vectors.shape[1]), dtype=np.float32)
        for number, text in enumerate(texts):
            places = [place for word in _WORD.findall(text.lower()) for place in self._pieces(word)]
            if places:
                rows[number] = (self._vectors[places] * self._scale[places].astype(np.float32)).sum(axis=0)
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        return np.asarray(rows / np.where(lengths > 0, lengths, 1), dtype=np.float32)

    def _cut(self, word: str) -> list[int]:
        """The longest known pieces from the left, as BERT's WordPiece cuts a word."""
        found: list[int] = []
        start = 0
        while start < len(word) and len(word) <= _LONGEST_WORD:
            end = next(
                (
                    end
                    for end in range(len(word), start, -1)
                    if ("##" if start else "") + word[start:end] in self._place
                ),
                None,
            )
            if end is None:
                return []
            found.append(self._place[("##" if start else "") + word[start:end]])
            start = end
        return found
