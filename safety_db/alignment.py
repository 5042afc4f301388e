"""Find toxins in a protein: Smith-Waterman with unit scores, pruned by k-mers without losing a hit.

**Similarity.** Let s be the shorter of query and toxin, l the longer, m = min(|s|, 26). For each window u of m
consecutive residues of s, H(u, l) is the Smith-Waterman local score with match 1, mismatch 0 and gap -1 (linear), and

    similarity(query, toxin) = max over u of H(u, l) / m.

So 0.95 means: 26 consecutive residues with at most one substitution or gap residue, wherever they lie, in a fusion, a
fragment or a precursor; a chain of 20 to 25 residues may differ in one too; one of 10 to 19 must occur exactly. A
listed toxin of 8 or 9 residues counts where the whole of it occurs exactly in the query; a query of 8 or 9 residues is
not looked for in longer toxins, and below 8 residues only identity with a whole toxin counts (`MKT` is no toxin). X, B,
Z, J and * match nothing. Residues of the query that lie in no ten-residue stretch of at least four kinds of residue
(linkers, tags, repeats) match nothing either. A sequence below 100 residues that is identical to a toxin scores 1.

A toxin below 100 residues also counts, with 0.95, where 12 consecutive residues of it occur exactly in the query.

Why 26: databases hold precursors, and a mature toxin that is fused to another protein shares no longer stretch with its
precursor than itself; melittin has 26 residues. Why 12 for the short ones: their mature chains are shorter (apamin
18, conotoxin GI 13), and nobody knows from the sequence where they begin. All 12-mers of the short toxins together are
expected to occur by chance 0.06 times in random proteins of the size of Swiss-Prot. Mature chains of 8 to 11 residues
are found when they have rows of their own: `update` makes rows of the chains that UniProt annotates in a precursor.

Why 8: with the residue frequencies of Swiss-Prot, all listed toxins of 8 or more residues together are expected to
occur by chance 0.5 times in random proteins of the size of Swiss-Prot (2.1e8 residues), once in a million proteins;
those of 7 residues add 5, those of 6 add 24, those of 4 add 10,000. `expected_by_chance` computes it.

**Bound.** A window with H >= 0.95 m loses at most e = m - ceil(0.95 m) points, so its identical residues fall into at
most e + 1 runs on neighbouring diagonals and the longest run has at least ceil((m - e) / (e + 1)) >= 10 residues. A run
of ten holds a 7-mer that begins at a multiple of four: only those are indexed. All other runs lie within e <= 1
diagonals of the longest.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

WINDOW = 26
SHORTEST = 10
RUN = 12  # consecutive residues of a toxin shorter than `_WHOLE` that suffice for a hit
CONTAINED = 8  # the shortest toxin that counts when it is contained in a longer chain
PROTEIN_DELTA = 0.95
KMER, STEP = 7, 4
BAND = 1
AMINO_ACIDS = "ACDEFGHIKLMNPQRSTVWY"
_NOTHING_Q, _NOTHING_T = 254, 255  # codes that match nothing, not even each other
_NOTHING_U = 253
BLOCK = 32  # at least WINDOW - KMER, so that a seed's windows lie in its block or the previous one
_PAD = WINDOW + BLOCK + 2 * BAND  # padding between sequences, so that no window reaches into the next one
_WHOLE = 100  # a longer toxin is found by its windows
_REACH = 20  # no bound needs a longer run
_BATCH = 4_096
MAX_SEEDS, MAX_BLOCKS = 2_000_000, 60_000  # a query that needs more is reported as incomplete, to bound the time
Places = NDArray[np.int64]

_CODE = np.full(256, _NOTHING_Q, dtype=np.uint8)
for _number, _letter in enumerate(AMINO_ACIDS + "UO"):
    _CODE[ord(_letter)] = _number


@dataclass(frozen=True)
class ToxinHits:
    """Toxins at or above the threshold (their row numbers) with similarities; `complete` is false at the work limit."""

    rows: NDArray[np.intp]
    similarities: NDArray[np.float64]
    complete: bool = True


def needed(m: int, delta: float = PROTEIN_DELTA) -> int:
    """The least score H that a window of `m` residues must have."""
    return math.ceil(round(delta * m, 9))


def _longest_run(m: int) -> int:
    lost = m - needed(m)
    return math.ceil((m - lost) / (lost + 1))


_NEEDED = np.array([0] + [needed(m) for m in range(1, WINDOW + 1)])
_RUN = np.array([0] + [_longest_run(m) for m in range(1, WINDOW + 1)])


def masked(sequence: str) -> NDArray[np.uint8]:
    """Residue codes of a query, with the residues of low-complexity stretches masked."""
    codes = _CODE[np.frombuffer(sequence.encode("ascii", "replace"), dtype=np.uint8)]
    if len(codes) < SHORTEST:
        return codes
    windows = np.lib.stride_tricks.sliding_window_view(codes, SHORTEST)
    kinds = np.zeros(len(windows), dtype=np.uint32)
    for column in range(SHORTEST):
        kinds |= np.uint32(1) << np.minimum(windows[:, column], 31).astype(np.uint32)
    varied = np.bitwise_count(kinds) >= 4
    edges = np.zeros(len(codes) + 1, dtype=np.int64)
    np.add.at(edges, np.flatnonzero(varied), 1)
    np.add.at(edges, np.flatnonzero(varied) + SHORTEST, -1)
    return np.where(np.cumsum(edges[:-1]) > 0, codes, _NOTHING_Q).astype(np.uint8)


class ToxinIndex:
    """Sequences with an index of their 7-mers."""

    def __init__(self, sequences: list[str]) -> None:
        self.sequences = sequences
        self.lengths = np.array([len(sequence) for sequence in sequences], dtype=np.int64)
        self.starts = _PAD + np.concatenate(([0], np.cumsum(self.lengths + _PAD)))[:-1].astype(np.int64)
        gap = "*" * _PAD
        codes = _CODE[np.frombuffer((gap + gap.join(sequences) + gap).encode("ascii"), dtype=np.uint8)]
        codes[codes == _NOTHING_Q] = _NOTHING_T
        self.codes = codes
        keys, valid = _kmers(codes, STEP)
        # sorting key and position as one number is eight times as fast as an argsort
        places = (np.flatnonzero(valid) * STEP).astype(np.uint64)
        pairs = np.sort((keys[valid].astype(np.uint64) << np.uint64(32)) | places)
        self.places = (pairs & np.uint64(0xFFFFFFFF)).astype(np.int64)
        self.keys = (pairs >> np.uint64(32)).astype(np.uint32)
        self.brief = np.flatnonzero((self.lengths >= CONTAINED) & (self.lengths < SHORTEST))
        self.brief_keys = _packed(codes, self.starts[self.brief])

    def search(self, sequence: str) -> ToxinHits:
        """Toxins that reach 0.95; the same ones, with the same similarities, as an exhaustive search finds."""
        best = np.zeros(len(self.lengths))
        if len(sequence) < _WHOLE:
            same = [row for row in np.flatnonzero(self.lengths == len(sequence)) if self.sequences[row] == sequence]
            best[same] = 1.0
        complete = True
        if len(sequence) >= SHORTEST:
            pad = np.full(_PAD, _NOTHING_Q, dtype=np.uint8)
            query = np.concatenate((pad, masked(sequence), pad))
            q, t, complete = self._seeds(query)
            rows = np.searchsorted(self.starts, t, side="right") - 1
            window = np.minimum(np.minimum(self.lengths[rows], len(sequence)), WINDOW)
            runs = self._runs(query, q, t)
            long = rows[(runs >= RUN) & (self.lengths[rows] < _WHOLE)]
            best[long] = np.maximum(best[long], PROTEIN_DELTA)
            keep = (window >= SHORTEST) & (runs >= _RUN[window])
            complete &= self._align(query, q[keep] - _PAD, t[keep], rows[keep], window[keep], best)
            best[self._contained(query)] = 1.0
        hit = np.flatnonzero(best)
        return ToxinHits(hit, best[hit], complete)

    def shared(self, sequence: str) -> tuple[Places, Places, Places]:
        """Where the sequence has 7-mers of toxins: places in it, rows of toxins, and how far on each stands in its
        toxin.
        """
        pad = np.full(_PAD, _NOTHING_Q, dtype=np.uint8)
        q, t, _ = self._seeds(np.concatenate((pad, masked(sequence), pad)))
        rows = np.searchsorted(self.starts, t, side="right") - 1
        return q - _PAD, rows, (t - self.starts[rows]) - (q - _PAD)

    def _contained(self, query: NDArray[np.uint8]) -> Places:
        """Toxins of `CONTAINED` to `SHORTEST` - 1 residues that occur in the query entirely and exactly."""
        places = np.flatnonzero(np.isin(_packed(query, np.arange(len(query) - CONTAINED)), self.brief_keys))
        found = [
            row
            for place in places
            for row in self.brief[self.brief_keys == _packed(query, np.array([place]))]
            if np.array_equal(
                query[place : place + self.lengths[row]],
                self.codes[self.starts[row] : self.starts[row] + self.lengths[row]],
            )
        ]
        return np.array(sorted(set(found)), dtype=np.int64)

    def _seeds(self, query: NDArray[np.uint8]) -> tuple[Places, Places, bool]:
        """Positions of equal 7-mers in the padded query and in the toxins."""
        keys, valid = _kmers(query, 1)
        places = np.flatnonzero(valid)
        first = np.searchsorted(self.keys, keys[places], side="left")
        last = np.searchsorted(self.keys, keys[places], side="right")
        total = np.cumsum(last - first)
        within = total <= MAX_SEEDS
        places, first, last = places[within], first[within], last[within]
        many = last - first
        q = np.repeat(places, many)
        offset = np.arange(len(q)) - np.repeat(np.cumsum(many) - many, many)
        return q, self.places[np.repeat(first, many) + offset], bool(within.all())

    def _runs(self, query: NDArray[np.uint8], q: Places, t: Places) -> NDArray[np.int64]:
        """Length of the run of identical residues around each seed, counted up to `_REACH` to each side."""
        length = np.full(len(q), KMER, dtype=np.int64)
        for sign, begin in ((-1, -1), (1, KMER)):
            alive = np.arange(len(q))
            for step in range(_REACH):
                shift = begin + sign * step
                alive = alive[query[q[alive] + shift] == self.codes[t[alive] + shift]]
                if len(alive) == 0:
                    break
                length[alive] += 1
        return length

    def _align(
        self, query: NDArray[np.uint8], q: Places, t: Places, rows: Places, window: Places, best: NDArray[np.float64]
    ) -> bool:
        """Raise `best` to the similarities of all windows with a seed; false when there are too many to align."""
        size = len(query) - 2 * _PAD
        inside = t - self.starts[rows]
        query_is_shorter = size <= self.lengths[rows]
        seed = np.where(query_is_shorter, q, inside)
        # windows of a seed begin up to WINDOW - KMER before it, in the seed's block or the previous one
        blocks = np.stack((seed // BLOCK, np.maximum(seed - WINDOW + KMER, 0) // BLOCK))
        key = (rows << 42) + ((inside - q) + (1 << 20) << 21) + blocks
        _, unique = np.unique(key.ravel(), return_index=True)
        seed_of = unique % len(rows) if len(rows) else unique
        complete = len(unique) <= MAX_BLOCKS
        for part in range(0, min(len(unique), MAX_BLOCKS), _BATCH):
            piece = seed_of[part : part + _BATCH]
            begin = blocks.ravel()[unique[part : part + _BATCH]] * BLOCK
            at = rows[piece]
            block = _Block(query, self.codes, begin, query_is_shorter[piece], (inside - q)[piece], self.starts[at])
            last = np.minimum(size, self.lengths[at]) - window[piece]
            which, start = block.hopeful(window[piece], last)
            for lane in range(0, len(which), _BATCH):
                a, b = which[lane : lane + _BATCH], start[lane : lane + _BATCH]
                long = window[piece][a]
                scores = block.scores(a, b, long)
                good = scores >= _NEEDED[long]
                np.maximum.at(best, at[a][good], scores[good] / long[good])
        return complete


class _Block:
    """`BLOCK` neighbouring windows of the shorter sequence on one diagonal, for many pairs of sequences at once."""

    def __init__(
        self,
        query: NDArray[np.uint8],
        toxins: NDArray[np.uint8],
        begin: Places,
        query_is_shorter: NDArray[np.bool_],
        diagonal: Places,
        base: Places,
    ) -> None:
        self.begin = begin
        in_query = np.where(query_is_shorter, begin, begin - diagonal) + _PAD
        in_toxin = np.where(query_is_shorter, begin + diagonal, begin) + base
        size = BLOCK + WINDOW
        first, second = query_is_shorter[:, None], ~query_is_shorter[:, None]
        self.shorter = np.where(first, _cut(query, in_query, size, 0), _cut(toxins, in_toxin, size, 0))
        self.longer = np.where(second, _cut(query, in_query, size, BAND), _cut(toxins, in_toxin, size, BAND))

    def hopeful(self, window: Places, last: Places) -> tuple[Places, Places]:
        """Windows (block, start in it) with enough matches on any diagonal, which is an upper bound of H."""
        size = self.shorter.shape[1]
        match = self.shorter == self.longer[:, :size]
        for shift in range(1, 2 * BAND + 1):
            match |= self.shorter == self.longer[:, shift : shift + size]
        sums = np.zeros((len(match), size + 1), dtype=np.int16)
        np.cumsum(match, axis=1, out=sums[:, 1:])
        starts = np.arange(BLOCK)
        counts = np.take_along_axis(sums, window[:, None] + starts, axis=1) - sums[:, :BLOCK]
        enough = (counts >= _NEEDED[window][:, None]) & (self.begin[:, None] + starts <= last[:, None])
        which, start = np.nonzero(enough)
        return which, start

    def scores(self, which: Places, start: Places, window: Places) -> NDArray[np.int64]:
        """H of each window, by dynamic programming over the diagonals of the band."""
        places = start[:, None] + np.arange(WINDOW)
        u = self.shorter[which[:, None], places]
        u[np.arange(WINDOW) >= window[:, None]] = _NOTHING_U
        width = 2 * BAND + 1
        longer = self.longer[which[:, None], start[:, None] + np.arange(WINDOW + 2 * BAND)]
        match = np.stack([u == longer[:, shift : shift + WINDOW] for shift in range(width)])
        rows = np.ascontiguousarray(match.transpose(2, 0, 1)).view(np.int8)
        height = np.zeros((width, len(which)), dtype=np.int8)
        highest = np.zeros(len(which), dtype=np.int8)
        for row in rows:
            upper = height + row
            np.maximum(upper[:-1], height[1:] - 1, out=upper[:-1])  # gap: an unaligned residue of the window
            for diagonal in range(1, width):  # gap: an unaligned residue of the longer sequence
                np.maximum(upper[diagonal], upper[diagonal - 1] - 1, out=upper[diagonal])
            height = np.maximum(upper, 0)
            np.maximum(highest, height.max(axis=0), out=highest)
        return highest.astype(np.int64)


def _kmers(codes: NDArray[np.uint8], step: int) -> tuple[NDArray[np.uint32], NDArray[np.bool_]]:
    """The 7-mers at multiples of `step` as numbers, and which of them consist of the twenty standard residues."""
    count = max(0, (len(codes) - KMER) // step + 1)
    keys = np.zeros(count, dtype=np.uint32)
    valid = np.ones(count, dtype=bool)
    for position in range(KMER):
        column = codes[position : position + step * (count - 1) + 1 : step] if count else codes[:0]
        keys = keys * np.uint32(20) + column
        valid &= column < 20
    return keys, valid


def _packed(codes: NDArray[np.uint8], places: Places) -> NDArray[np.uint64]:
    """The `CONTAINED` residues from each position as one number."""
    return np.lib.stride_tricks.sliding_window_view(codes, CONTAINED)[places].copy().view(np.uint64)[:, 0]


# Swiss-Prot 2024: percent of each residue, and all residues (www.uniprot.org release statistics)
_SWISS_PROT = (
    "A 8.25 Q 3.93 L 9.64 S 6.65 R 5.52 E 6.71 K 5.79 T 5.36 N 4.06 G 7.07 "
    "M 2.41 W 1.10 D 5.46 H 2.27 F 3.86 Y 2.92 C 1.38 I 5.90 P 4.74 V 6.85"
).split()
SWISS_PROT_RESIDUES = 2.1e8


def expected_by_chance(sequences: Iterable[str], residues: float = SWISS_PROT_RESIDUES) -> float:
    """The expected number of exact occurrences of these distinct sequences in random protein of so many residues."""
    share = {letter: float(percent) / 100 for letter, percent in zip(_SWISS_PROT[::2], _SWISS_PROT[1::2], strict=True)}
    return residues * sum(math.prod(share.get(letter, 0.0) for letter in sequence) for sequence in set(sequences))


def _cut(codes: NDArray[np.uint8], starts: Places, size: int, margin: int) -> NDArray[np.uint8]:
    """`size` residues from each start with a margin on both sides, padded beyond the ends."""
    places = starts[:, None] + np.arange(-margin, size + margin)
    cut: NDArray[np.uint8] = codes[np.clip(places, 0, len(codes) - 1)]
    return cut
