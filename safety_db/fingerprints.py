"""Search fingerprints by the published score: the mean of Tanimoto, Dice and Cosine.

With a and b bits set and c in common, the score is (c/(a+b-c) + 2c/(a+b) + c/√(ab)) / 3. It only grows with c and c is
at most min(a, b); two bounds follow, neither of which loses hits:

1. only rows whose b lies in a narrow band around a can reach the threshold;
2. a row that lacks at most k of the query's bits has at least one of any k + 1 of them, so the rarest are looked up.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scitoolagent.safety_db.molecules import BITS, WORDS

PackedBits = NDArray[np.uint64]


def similarity_score(a: Any, b: Any, c: Any) -> Any:
    """Mean of Tanimoto, Dice and Cosine for `a` and `b` bits set and `c` in common; 0 where there are none."""
    a, b, c = (np.asarray(value, dtype=np.float64) for value in (a, b, c))
    either = np.maximum(a + b - c, 1.0)
    return (c / either + 2.0 * c / np.maximum(a + b, 1.0) + c / np.sqrt(np.maximum(a * b, 1.0))) / 3.0


@dataclass(frozen=True)
class FingerprintIndex:
    """Fingerprints ordered by the number of set bits; `columns[w, i]` is word w of row i."""

    columns: PackedBits
    counts: NDArray[np.int64]
    frequency: NDArray[np.int64]

    @classmethod
    def of(cls, columns: PackedBits, counts: NDArray[Any], frequency: NDArray[Any] | None = None) -> FingerprintIndex:
        """An index over rows that are ordered by `counts` already.

        Raises:
            ValueError: the shapes do not fit, or the rows are not in order.
        """
        counts = counts.astype(np.int64)
        if columns.shape != (WORDS, len(counts)) or np.any(np.diff(counts) < 0):
            raise ValueError("the fingerprints are not 2048 bits wide or not in order")
        if frequency is None:
            ones = (((columns[bit // 64] >> np.uint64(bit % 64)) & np.uint64(1)).sum() for bit in range(BITS))
            frequency = np.fromiter(ones, dtype=np.int64, count=BITS)
        return cls(columns, counts, frequency.astype(np.int64))

    def search(self, query: PackedBits, threshold: float) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
        """Rows that score `threshold` or more, and their scores; the same rows as an exhaustive search finds."""
        a = int(np.bitwise_count(query).sum())
        none = np.empty(0, dtype=np.intp), np.empty(0, dtype=np.float64)
        if a == 0 or threshold <= 0:
            return none if a == 0 else self._all(query, a)
        rows = self._candidates(np.unpackbits(query.view(np.uint8), bitorder="little"), a, threshold)
        return self._exact(query, a, rows, threshold) if len(rows) else none

    def have_near(self, queries: NDArray[np.uint8], threshold: float) -> NDArray[np.bool_]:
        """Whether each query, a row of `BITS` zeros and ones, has a row that scores `threshold` (above 0) or more.

        The candidates of all queries are counted at once.
        """
        counts = queries.sum(axis=1, dtype=np.int64)
        some = [
            self._candidates(bits, a, threshold) if a else np.empty(0, dtype=np.intp)
            for bits, a in zip(queries, counts.tolist(), strict=True)
        ]
        near = np.zeros(len(queries), dtype=bool)
        owner = np.repeat(np.arange(len(queries)), [len(rows) for rows in some])
        if len(owner):
            packed = np.packbits(queries, axis=1, bitorder="little").view("<u8")
            rows = np.concatenate(some)
            common = np.bitwise_count(self.columns[:, rows] & packed[owner].T).sum(axis=0, dtype=np.int64)
            near[owner[similarity_score(counts[owner], self.counts[rows], common) >= threshold]] = True
        return near

    def _candidates(self, bits: NDArray[np.uint8], a: int, threshold: float) -> NDArray[np.intp]:
        """The rows that the two bounds leave, in order."""
        band, misses = _bounds(a, threshold)
        if band is None:
            return np.empty(0, dtype=np.intp)
        low, high = self._starts[band[0]], self._starts[band[1] + 1]
        rarest = self._rarest_first[np.flatnonzero(bits[self._rarest_first])[: misses + 1]]
        found = []
        for bit in rarest.tolist():
            rows = self._rows_with(bit)
            begin, end = np.searchsorted(rows, (low, high))
            if begin < end:
                found.append(rows[begin:end])
        if not found:
            return np.empty(0, dtype=np.intp)
        return np.unique(np.concatenate(found)) if len(found) > 1 else found[0]

    @cached_property
    def _starts(self) -> list[int]:
        """The first row with at least so many bits."""
        starts: list[int] = np.searchsorted(self.counts, np.arange(BITS + 2)).tolist()
        return starts

    @cached_property
    def _rarest_first(self) -> NDArray[np.intp]:
        return np.argsort(self.frequency, kind="stable")

    @cached_property
    def _known(self) -> dict[int, NDArray[np.intp]]:
        return {}

    def _rows_with(self, bit: int) -> NDArray[np.intp]:
        """The rows that have a bit, in order; found when it is first asked for."""
        if bit not in self._known:
            self._known[bit] = np.flatnonzero(self.columns[bit // 64] & np.uint64(1 << (bit % 64)))
        return self._known[bit]

    def _exact(self, query: PackedBits, a: int, rows: NDArray[Any], threshold: float) -> tuple[Any, Any]:
        used = np.flatnonzero(query)  # words without a bit of the query contribute nothing
        common = np.bitwise_count(self.columns[np.ix_(used, rows)] & query[used, None]).sum(axis=0, dtype=np.int64)
        scores = similarity_score(a, self.counts[rows], common)
        hit = scores >= threshold
        return rows[hit], scores[hit]

    def _all(self, query: PackedBits, a: int) -> tuple[Any, Any]:
        return self._exact(query, a, np.arange(len(self.counts)), -1.0)


_BOUNDS: dict[tuple[int, float], tuple[tuple[int, int] | None, int]] = {}


def _bounds(a: int, threshold: float) -> tuple[tuple[int, int] | None, int]:
    """The band of b that can reach the threshold, and how many of the a bits such a row can miss at most."""
    key = (a, threshold)
    if key not in _BOUNDS:
        b = np.arange(1, BITS + 1)
        fits = b[similarity_score(a, b, np.minimum(a, b)) >= threshold]
        if len(fits) == 0:
            _BOUNDS[key] = (None, 0)
        else:
            least = min(int(_least_common(a, int(value), threshold)) for value in fits)
            _BOUNDS[key] = ((int(fits[0]), int(fits[-1])), a - least)
    return _BOUNDS[key]


def _least_common(a: int, b: int, threshold: float) -> int:
    c = np.arange(0, min(a, b) + 1)
    return int(c[similarity_score(a, b, c) >= threshold][0])
