"""Gibson assembly: fragments joined by the bases that their ends share."""

from __future__ import annotations

import dataclasses
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import DnaSequence
from scitoolagent.tools.biology._pieces import LONGEST, reverse_complement
from scitoolagent.tools.biology._sequence import parse_dna
from scitoolagent.tools.biology.cloning import CloningNote, ProductLength

GibsonProduct = Annotated[
    str,
    Semantic(
        "GibsonProduct",
        parent="DnaSequence",
        label="product of a Gibson assembly",
        also=("Gibson assembly", "Gibson product", "Gibson cloning", "Gibson assembly product", "overlap assembly"),
    ),
]
GibsonTopology = Annotated[
    str, Semantic("GibsonTopology", parent="SequenceProperty", label="topology of the assembled DNA")
]
GibsonOverlaps = Annotated[
    list[int],
    Semantic(
        "GibsonOverlaps",
        parent="SequenceProperty",
        unit="1",
        label="overlap lengths of a Gibson assembly",
        also=("Gibson overlaps", "overlaps of the fragments", "lengths of the overlaps"),
    ),
]
OverlapLimit = Annotated[
    int,
    Semantic(
        "OverlapLimit",
        parent="Parameter",
        unit="1",
        label="shortest overlap",
        also=("minimum overlap", "minimal overlap", "overlap of at least"),
    ),
]
FragmentOrder = Annotated[
    list[str], Semantic("FragmentOrder", parent="SequenceProperty", label="order and direction of the fragments")
]

_FRAGMENTS = [
    "ATGGCTAAACGTGATCCGTTAGGCGAAATTCTGCATTAAGGCTCAGTCGAAAG",
    "CATTAAGGCTCAGTCGAAAGACTGGGCCTTTCGTTTTATCTGTTGTTTGTCGG",
    "TTATCTGTTGTTTGTCGGTGAACGCTCTCATGGCTAAACGTGATCCGTTAG",
]
_MOST = 10
_LONGEST_OVERLAP = 120
_MOST_WAYS = 20_000


@dataclasses.dataclass(frozen=True, slots=True)
class Gibson:
    """The molecule that a Gibson assembly gives, and how its fragments overlap."""

    product: GibsonProduct
    length: ProductLength
    topology: GibsonTopology
    overlaps: GibsonOverlaps
    order: FragmentOrder
    note: CloningNote


@dataclasses.dataclass(frozen=True, slots=True)
class _Way:
    """Fragments in the order in which they are joined; a negative number is one turned round."""

    fragments: tuple[int, ...]
    overlaps: tuple[int, ...]


@tool(
    Operation.GENERATION,
    Topic.NUCLEIC_ACIDS,
    Safety.SCREENED,
    example={"fragments": _FRAGMENTS},
    also=("assemble by Gibson", "Gibson assembly of fragments", "join fragments by Gibson assembly"),
)
def gibson_assembly(fragments: list[DnaSequence], shortest_overlap: OverlapLimit = 15) -> Gibson:
    """Assemble DNA fragments by the overlaps of their ends, as a Gibson assembly does.

    Args:
        fragments: 2 to 10 linear fragments in any order and either way round, together at most 50,000 bases.
        shortest_overlap: Bases that two ends have to share exactly, 10 to 120.
    Returns:
        The molecule from the first fragment on, its length, circular or linear, the bases of each overlap and the
        fragments in their order, (-) for one that was turned round. Each fragment is used once.
    Raises:
        ToolInputError: fragments do not overlap, or go together in several ways, or are too few, too many or too long.
    Source: Gibson et al. 2009, doi:10.1038/nmeth.1318; exact overlaps at the ends only, no melting is looked at.
    """
    strands = [parse_dna(one, longest=LONGEST) for one in fragments]
    if not 2 <= len(strands) <= _MOST or sum(map(len, strands)) > LONGEST:
        raise ToolInputError(f"an assembly takes 2 to {_MOST} fragments of {LONGEST} bases together")
    if not 10 <= shortest_overlap <= _LONGEST_OVERLAP:
        raise ToolInputError(f"the shortest overlap must be 10 to {_LONGEST_OVERLAP} bases, not {shortest_overlap}")
    faces = {sign * number: one if sign > 0 else reverse_complement(one)
             for number, one in enumerate(strands, 1) for sign in (1, -1)}  # fmt: skip
    shared = _shared(faces, shortest_overlap)
    circles, lines = _ways(faces, shared)
    found = circles + lines
    if len(found) != 1:
        raise ToolInputError(_why_not(len(found), faces, shared, shortest_overlap))
    way, circular = found[0], bool(circles)
    product = _joined(way, faces, circular)
    order = [f"{abs(one)}{' (-)' if one < 0 else ''}" for one in way.fragments]
    note = f"ends that share fewer than {shortest_overlap} bases were not joined"
    return Gibson(product, len(product), "circular" if circular else "linear", list(way.overlaps), order, note)


def _shared(faces: dict[int, str], shortest: int) -> dict[tuple[int, int], int]:
    """The longest overlap of the end of one fragment with the start of another, where it is long enough."""
    found: dict[tuple[int, int], int] = {}
    for first, one in faces.items():
        for second, other in faces.items():
            if abs(first) != abs(second):
                most = min(len(one), len(other), _LONGEST_OVERLAP)
                length = next((size for size in range(most, shortest - 1, -1) if one[-size:] == other[:size]), 0)
                if length:
                    found[first, second] = length
    return found


def _ways(faces: dict[int, str], shared: dict[tuple[int, int], int]) -> tuple[list[_Way], list[_Way]]:
    """Circles from the first fragment as given, and lines, each line once for both of its strands."""
    total = len(faces) // 2
    circles: list[_Way] = []
    lines: dict[tuple[int, ...], _Way] = {}
    open_ways = [_Way((one,), ()) for one in faces]
    looked = 0
    while open_ways:
        way = open_ways.pop()
        looked += 1
        if looked > _MOST_WAYS:
            raise ToolInputError("the fragments overlap in too many ways; give a longer shortest overlap")
        last, first = way.fragments[-1], way.fragments[0]
        if len(way.fragments) == total:
            closing = shared.get((last, first), 0)
            turned = tuple(-one for one in reversed(way.fragments))
            if closing and first == 1:
                circles.append(_Way(way.fragments, (*way.overlaps, closing)))
            elif not closing and turned not in lines:
                lines[way.fragments] = way
            continue
        used = {abs(one) for one in way.fragments}
        for (one, other), length in shared.items():
            if one == last and abs(other) not in used:
                open_ways.append(_Way((*way.fragments, other), (*way.overlaps, length)))
    return circles, [_upright(way) for way in lines.values()]


def _upright(way: _Way) -> _Way:
    """A line so that its first fragment is not turned, where that can be."""
    if 1 in way.fragments:
        return way
    return _Way(tuple(-one for one in reversed(way.fragments)), tuple(reversed(way.overlaps)))


def _joined(way: _Way, faces: dict[int, str], circular: bool) -> str:
    first, *others = way.fragments
    text = faces[first] + "".join(faces[one][size:] for one, size in zip(others, way.overlaps, strict=False))
    return text[: -way.overlaps[-1]] if circular else text


def _why_not(ways: int, faces: dict[int, str], shared: dict[tuple[int, int], int], shortest: int) -> str:
    if ways:
        return f"the fragments go together in {ways} ways; give ends that overlap in one way only"
    alone = [number for number in range(1, len(faces) // 2 + 1) if all(number not in map(abs, pair) for pair in shared)]
    told = f"fragment {alone[0]} shares no end" if alone else "no order joins all fragments with ends that share"
    return f"{told} of {shortest} or more bases; Gibson assembly needs overlaps of 15 to 40"
