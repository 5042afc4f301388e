"""Ranking texts by their words: BM25 (Robertson & Zaragoza 2009, doi:10.1561/1500000019) in Lucene's form, by bm25s."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class TermIndex:
    """The terms of texts with what each adds to the score of a text.

    Args:
        texts: the terms of each text.
        k1: how soon a term that is repeated adds no more.
        b: how much long texts are held back, 0 to 1.
    """

    def __init__(self, texts: Sequence[Sequence[str]], k1: float = 1.2, b: float = 0.75) -> None:
        self._index: Any = _bm25s().BM25(k1=k1, b=b, method="lucene")
        self._count = len(texts)
        if any(texts):
            self._index.index([list(terms) for terms in texts], show_progress=False)

    @classmethod
    def load(cls, folder: Path) -> TermIndex:
        """An index that `save` kept.

        Raises:
            OSError: it cannot be read. ValueError, KeyError, TypeError: it is none.
        """
        made = cls.__new__(cls)
        made._index = _bm25s().BM25.load(str(folder), show_progress=False, allow_pickle=False)
        made._count = int(made._index.scores["num_docs"])
        return made

    def save(self, folder: Path) -> None:
        """Keep the index.

        Raises:
            OSError: it cannot be written.
        """
        self._index.save(str(folder), show_progress=False)

    def __len__(self) -> int:
        """How many texts there are."""
        return self._count

    def having(self, term: str) -> int:
        """How many texts have a term."""
        start, end = self._postings(term)
        return end - start

    def scores(self, weights: Mapping[str, float]) -> NDArray[np.float32]:
        """One score a text: what its terms add, each times its weight."""
        import numpy as np

        total = np.zeros(self._count, dtype=np.float32)
        for term, weight in weights.items():
            start, end = self._postings(term)
            if start < end:
                stored = self._index.scores
                total[stored["indices"][start:end]] += weight * stored["data"][start:end]
        return total

    def _postings(self, term: str) -> tuple[int, int]:
        place = getattr(self._index, "vocab_dict", {}).get(term)
        if place is None:
            return 0, 0
        pointers = self._index.scores["indptr"]
        return int(pointers[place]), int(pointers[place + 1])


def _bm25s() -> Any:
    """The library; in a notebook, its bars of progress, which are not shown, would complain of missing widgets."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="IProgress not found")
        import bm25s
    return bm25s
