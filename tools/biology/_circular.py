"""Turn a circular sequence so that it lies on another."""

from __future__ import annotations

from collections import Counter

from scitoolagent.tools.biology._align import align_score

_PAIRS = str.maketrans("ACGT", "TGCA")
_WORD = 8
_TRY_ALL = 60
_TRIED = 5


def best_rotation(a: str, b: str) -> tuple[int, str, str]:
    """Rotation to the left, strand and the turned text of `b` with the best global score against `a`.

    Of equal scores the strand as given and the least rotation win.
    """
    candidates = [
        (rotation, sign, text[rotation:] + text[:rotation])
        for sign, text in (("+", b), ("-", b.translate(_PAIRS)[::-1]))
        for rotation in _rotations(a, text)
    ]
    return max(
        candidates, key=lambda candidate: (align_score(a, candidate[2], "NUC.4.4"), candidate[1] == "+", -candidate[0])
    )


def _rotations(a: str, b: str) -> list[int]:
    """All rotations of a short circle; of a long one those on which most shared words lie, and none at all."""
    if len(b) <= _TRY_ALL and len(a) <= _TRY_ALL:
        return list(range(len(b)))
    places: dict[str, list[int]] = {}
    circle = b + b[: _WORD - 1]
    for place in range(len(b)):
        places.setdefault(circle[place : place + _WORD], []).append(place)
    votes: Counter[int] = Counter()
    for start in range(len(a) - _WORD + 1):
        shared = places.get(a[start : start + _WORD], [])
        # A word that is everywhere says nothing of the rotation.
        if len(shared) <= 20:
            votes.update((place - start) % len(b) for place in shared)
    return sorted({0, *(rotation for rotation, _ in votes.most_common(_TRIED))})
