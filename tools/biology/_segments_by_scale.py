"""Stretches of a protein that a published scale or matrix picks out."""

from __future__ import annotations

import csv
import math
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from scitoolagent.tools.biology.protein_indices import KYTE_DOOLITTLE

_TABLE = Path(__file__).with_name("signal_counts.csv")
# von Heijne 1986: positions -13 to -1 and +1, +2 around the cut; a count of zero stands for one, but at -3 and -1,
# where large and charged residues are never found.
_BEFORE, _AFTER = 13, 2
_STRICT = (10, 12)
_NEVER = 1e-10
# Signal peptides have 13 to some 40 residues; further on a high score is a coincidence.
_LAST_CUT = 45
_POSITIVE, _NEGATIVE = "KR", "DE"


@lru_cache(maxsize=1)
def signal_weights() -> dict[str, tuple[float, ...]]:
    """The weights of each residue at the fifteen positions, natural logarithms of count over expectation."""
    with _TABLE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))[1:]
    return {
        row[0]: tuple(
            math.log((float(count) or (_NEVER if place in _STRICT else 1.0)) / float(row[-1]))
            for place, count in enumerate(row[1:-1])
        )
        for row in rows
    }


def cleavage_scores(chain: str) -> list[tuple[int, float]]:
    """The cuts that a signal peptide may end at, as the number of its residues, with their scores."""
    weights = signal_weights()
    return [
        (cut, sum(weights[chain[cut - _BEFORE + place]][place] for place in range(_BEFORE + _AFTER)))
        for cut in range(_BEFORE, min(_LAST_CUT, len(chain) - _AFTER) + 1)
    ]


def window_means(values: list[float], window: int) -> list[float]:
    """The mean of each window."""
    return [sum(values[start : start + window]) / window for start in range(len(values) - window + 1)]


def hydrophobic_segments(chain: str, window: int, threshold: float) -> list[tuple[int, int, float]]:
    """Stretches whose windows reach a mean hydropathy: start and end (counted from 0, the end not included), peak.

    Windows that overlap are one stretch, which is given by its highest window: longer ones are not told apart.
    """
    means = window_means([KYTE_DOOLITTLE[letter] for letter in chain], window)
    found: list[tuple[int, int, float]] = []
    for start, mean in sorted(enumerate(means), key=lambda pair: (-pair[1], pair[0])):
        if mean < threshold:
            break
        if all(start + window <= other or start >= end for other, end, _ in found):
            found.append((start, start + window, mean))
    return sorted(found)


def fold_index(chain: str) -> float:
    """Uversky's boundary of charge and hydropathy for a stretch; below zero it lies with the disordered proteins."""
    hydropathy = sum((KYTE_DOOLITTLE[letter] + 4.5) / 9 for letter in chain) / len(chain)
    charge = sum(chain.count(letter) for letter in _POSITIVE) - sum(chain.count(letter) for letter in _NEGATIVE)
    return 2.785 * hydropathy - abs(charge / len(chain)) - 1.151


def disordered_stretches(chain: str, window: int, shortest: int) -> list[tuple[int, int, float]]:
    """Stretches whose windows have a negative fold index: start and end from 0, and the lowest index."""
    if len(chain) <= window:
        value = fold_index(chain)
        return [(0, len(chain), value)] if value < 0 and len(chain) >= shortest else []
    half = window // 2
    scores = [fold_index(chain[max(0, place - half) : place + half + 1]) for place in range(len(chain))]
    edges = [
        0,
        *(place for place in range(1, len(chain)) if (scores[place] < 0) != (scores[place - 1] < 0)),
        len(chain),
    ]
    return [
        (start, end, min(scores[start:end]))
        for start, end in pairwise(edges)
        if scores[start] < 0 and end - start >= shortest
    ]
