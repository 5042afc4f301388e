"""Pieces of DNA as restriction enzymes leave them, and how their ends go together."""

from __future__ import annotations

import importlib
import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.biology._sequence import shown

LONGEST = 50_000
_PAIRS = str.maketrans("ACGT", "TGCA")
# The ends of a linear molecule: nothing says how they were made, so nothing is joined to them.
OPEN = "open"
_MOST_WAYS = 50_000


@dataclass(frozen=True, slots=True)
class End:
    """An end of a piece: `5'`, `3'`, `blunt` or `open`, and the single-stranded bases as the upper strand has them."""

    kind: str
    bases: str = ""

    def turned(self) -> End:
        return End(self.kind, reverse_complement(self.bases))


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of double-stranded DNA between two ends; `start` counts from 0 in the molecule it is from."""

    core: str
    left: End
    right: End
    start: int = 0

    def turned(self) -> Piece:
        return Piece(reverse_complement(self.core), self.right.turned(), self.left.turned(), self.start)

    @property
    def upper(self) -> str:
        """All bases of the piece along the upper strand, single-stranded ones included."""
        return self.left.bases + self.core + self.right.bases


def reverse_complement(text: str) -> str:
    return text.translate(_PAIRS)[::-1]


def enzymes_named(text: str, most: int) -> list[Any]:
    """The enzymes of a text such as `EcoRI, BamHI`.

    Raises:
        ToolInputError: none, too many, one that is not known, or one that does not cut at one known place.
    """
    restriction = importlib.import_module("Bio.Restriction")
    known = {str(one).lower(): one for one in restriction.AllEnzymes}
    names = list(dict.fromkeys(name.strip().lower() for name in text.split(",") if name.strip()))
    if not 1 <= len(names) <= most:
        raise ToolInputError(f"{len(names)} restriction enzymes are named; give 1 to {most}, such as EcoRI")
    if unknown := [name for name in names if name not in known]:
        raise ToolInputError(f"no restriction enzyme is called {shown(unknown[0])}")
    found = [known[name] for name in names]
    for one in found:
        if one.fst5 is None or one.fst3 is None or one.ovhg is None or one.scd5 is not None:
            raise ToolInputError(f"{one} does not cut at one known place; take another enzyme")
    return found


def digest(text: str, enzymes: list[Any], circular: bool) -> list[Piece]:
    """The pieces of a molecule, in its order; a circle without a cut gives no piece.

    Raises:
        ToolInputError: cuts overlap, or one runs out of a linear molecule.
    """
    cuts = sorted({cut for enzyme in enzymes for cut in _cuts(text, enzyme, circular)})
    length = len(text)
    for (_, before, _), (after, _, _) in zip(cuts, [*cuts[1:], *_round(cuts, length, circular)], strict=False):
        if after < before:
            raise ToolInputError("two cuts overlap, so that it is not known which of them is made; take other enzymes")
    if circular:
        double = text + text
        behind = [*cuts[1:], *_round(cuts, length, True)]
        return [_between(double, one, other) for one, other in zip(cuts, behind, strict=True)]
    edges = [(0, 0, OPEN), *cuts, (length, length, OPEN)]
    return [_between(text, one, other) for one, other in itertools.pairwise(edges)]


def _round(cuts: list[tuple[int, int, str]], length: int, circular: bool) -> list[tuple[int, int, str]]:
    return [(cuts[0][0] + length, cuts[0][1] + length, cuts[0][2])] if circular and cuts else []


def _between(text: str, one: tuple[int, int, str], other: tuple[int, int, str]) -> Piece:
    # A cut across the end of a circle reaches into the second turn.
    doubled = text + text
    left = End(one[2], doubled[one[0] : one[1]])
    right = End(other[2], doubled[other[0] : other[1]])
    return Piece(doubled[one[1] : other[0]], left, right, one[1])


def _cuts(text: str, enzyme: Any, circular: bool) -> Iterator[tuple[int, int, str]]:
    """The lower and the higher place of each cut in both strands, and the kind of ends it leaves."""
    from Bio.Seq import Seq

    for place in enzyme.search(Seq(text), linear=not circular):
        upper = int(place) - 1
        lower = upper - int(enzyme.ovhg)
        low, high = min(upper, lower), max(upper, lower)
        if circular:
            low, high = low % len(text), low % len(text) + high - low
        elif low < 0 or high > len(text):
            raise ToolInputError(f"a site of {enzyme} stands so near to the end of the molecule that its cut runs out")
        yield low, high, "blunt" if low == high else "5'" if upper < lower else "3'"


def fits(right: End, left: End) -> bool:
    """Whether a ligase joins a right end to a left end."""
    return right.kind == left.kind != OPEN and right.bases == left.bases


def circles(pieces: list[Piece]) -> list[list[Piece]]:
    """All circles that use each piece once, from the first piece as it stands; the others may be turned.

    Raises:
        ToolInputError: there are more ways than can be looked through.
    """
    found: list[list[Piece]] = []
    open_ways: list[tuple[list[Piece], frozenset[int]]] = [([pieces[0]], frozenset((0,)))]
    looked = 0
    while open_ways:
        way, used = open_ways.pop()
        looked += 1
        if looked > _MOST_WAYS:
            raise ToolInputError("the ends go together in too many ways; give fewer pieces or pieces with other ends")
        if len(way) == len(pieces):
            if fits(way[-1].right, way[0].left):
                found.append(way)
            continue
        open_ways.extend(
            ([*way, one], used | {number})
            for number, piece in enumerate(pieces)
            if number not in used
            for one in (piece, piece.turned())
            if fits(way[-1].right, one.left)
        )
    return found


def joined(way: list[Piece]) -> str:
    """The upper strand of a circle, from the overhang at the left of the first piece."""
    return "".join(piece.left.bases + piece.core for piece in way)
