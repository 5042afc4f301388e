"""Runs such as `CC` and `O`, which are SMILES where a list says so: "CCCO, CC and O"."""

from __future__ import annotations

from collections.abc import Sequence

from scitoolagent.reading.names import is_list_joint
from scitoolagent.reading.notation import is_smiles
from scitoolagent.reading.spelling import strip_marks


def short_smiles(
    text: str, chunks: Sequence[tuple[int, str]], known: Sequence[tuple[int, int, bool]]
) -> list[tuple[int, int]]:
    """The places of such runs.

    Args:
        text: the question.
        chunks: its runs of signs, with their places.
        known: the places of its values, and whether each is SMILES.
    """
    ends = {end for _, end, smiles in known if smiles}
    starts = {start for start, _, smiles in known if smiles}
    taken = {start for start, *_ in known}
    pieces = [strip_marks(start, chunk) for start, chunk in chunks]
    found: list[tuple[int, int]] = []
    for order in (pieces, pieces[::-1]):
        for start, chunk in order:
            end = start + len(chunk)
            if start in taken or not chunk.isalpha() or not is_smiles(chunk) or chunk == "I":
                continue
            before = max((place for place in ends if place <= start), default=None)
            behind = min((place for place in starts if place >= end), default=None)
            if (before is not None and is_list_joint(text[before:start])) or (
                behind is not None and is_list_joint(text[end:behind])
            ):
                ends.add(end)
                starts.add(start)
                taken.add(start)
                found.append((start, end))
    return found
