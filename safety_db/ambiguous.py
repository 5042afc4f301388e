"""Sequences with unknown residues: what each X may be, by the toxins that the rest of the sequence looks like.

An X matches nothing, so a few of them in the right places would keep a toxin from being found. Wherever the residues
between them agree with a toxin, the X are read as the residues of that toxin; the search then decides as it does for
any
other sequence. Where too little stands between them to say so, the sequence is `unknown`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from scitoolagent.safety_db.alignment import ToxinIndex

MOST_READINGS = 12
SHORTEST_FILLED = 40  # a shorter sequence with an unknown residue may hold no stretch that is long enough to be found
FEWEST_KNOWN, MOST_UNKNOWN = 8, 3  # residues of such a chain: fewer known ones are those of too many toxins


def fillings(index: ToxinIndex, sequence: str) -> list[str]:
    """The sequence with its unknown residues read as those of the toxins that it agrees with best.

    Args:
        index: the toxins.
        sequence: upper-case residues; X, B, Z and J are the unknown ones.
    """
    unknown = np.array([place for place, letter in enumerate(sequence) if letter in "XBZJ"], dtype=np.int64)
    if len(unknown) == 0:
        return []
    short = _short_fillings(index, sequence) if len(sequence) < SHORTEST_FILLED else []
    places, rows, offsets = index.shared(sequence)
    if len(places) == 0:
        return short
    # One diagonal of one toxin is one way to read the sequence; those with most seeds come first.
    pairs, counts = np.unique(np.stack((rows, offsets)), axis=1, return_counts=True)
    found = []
    for number in np.argsort(-counts, kind="stable")[:MOST_READINGS].tolist():
        row, offset = int(pairs[0, number]), int(pairs[1, number])
        toxin, letters = index.sequences[row], list(sequence)
        for place in unknown.tolist():
            if 0 <= place + offset < len(toxin):
                letters[place] = toxin[place + offset]
        found.append("".join(letters))
    return list(dict.fromkeys((*found, *short)))


def _short_fillings(index: ToxinIndex, sequence: str) -> list[str]:
    """The readings of a chain in which no stretch between unknown residues is long enough to be searched for.

    A toxin counts that has all the known residues in their places; few are known, so nothing less would say anything.
    """
    found: dict[str, None] = {}
    for piece in sequence.split("*"):
        known = [letter for letter in piece if letter not in "XBZJ"]
        if len(known) < FEWEST_KNOWN or len(known) == len(piece) or len(piece) - len(known) > MOST_UNKNOWN:
            continue
        for start in {0, int(piece.startswith("M"))}:
            pattern = re.compile("".join("." if letter in "XBZJ" else re.escape(letter) for letter in piece[start:]))
            matches = (pattern.search(toxin) for toxin in index.sequences)
            found |= dict.fromkeys(match[0] for match in matches if match is not None)
            if len(found) >= MOST_READINGS:
                return list(found)[:MOST_READINGS]
    return list(found)
