"""Intervals of BED files: how long they are, what two files share, and what of one the other covers."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tables import Column
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import BedFile
from scitoolagent.tools.biology._tracks import INTERVALS, TARGETS, by_chromosome, merged, shared, table_of, values_of
from scitoolagent.tools.tables._rows import made

NumberOfBedIntervals = Annotated[
    int,
    Semantic("NumberOfBedIntervals", parent="SequenceProperty", unit="1", label="number of intervals of a BED file"),
]
IntervalsLength = Annotated[
    int,
    Semantic("IntervalsLength", parent="SequenceProperty", unit="1", label="summed length of intervals",
             also=("total length of the intervals", "total interval length")),
]  # fmt: skip
MergedIntervals = Annotated[
    int,
    Semantic("MergedIntervals", parent="SequenceProperty", unit="1", label="number of merged intervals",
             also=("merged intervals", "intervals after merging")),
]  # fmt: skip
CoveredBases = Annotated[
    int,
    Semantic("CoveredBases", parent="SequenceProperty", unit="1", label="bases covered by intervals",
             also=("bases covered", "covered bases", "merged length of the intervals")),
]  # fmt: skip
SharedBases = Annotated[
    int,
    Semantic("SharedBases", parent="SequenceProperty", unit="1", label="bases that two BED files share",
             also=("intersection of two BED files", "overlap of two BED files", "shared bases", "overlapping bases",
                   "intersection of the intervals", "overlap of the intervals")),
]  # fmt: skip
OverlappingIntervals = Annotated[
    int,
    Semantic("OverlappingIntervals", parent="SequenceProperty", unit="1",
             label="number of intervals that overlap another file",
             also=("overlapping intervals", "number of overlapping intervals", "intervals that overlap")),
]  # fmt: skip
IntervalJaccard = Annotated[
    float,
    Semantic("IntervalJaccard", parent="SequenceProperty", unit="1", label="Jaccard index of two BED files",
             also=("Jaccard index of the intervals",)),
]  # fmt: skip
OverlapRows = Annotated[
    Path, Semantic("OverlapRows", parent="Table", label="overlaps of two BED files", shown="overlaps")
]
IntervalCoverage = Annotated[
    float,
    Semantic("IntervalCoverage", parent="SequenceProperty", unit="%", label="coverage of intervals",
             also=("coverage of the intervals", "share of the bases covered", "breadth of coverage",
                   "share of bases covered")),
]  # fmt: skip
CoverageRows = Annotated[
    Path, Semantic("CoverageRows", parent="Table", label="table of covered bases", shown="covered bases")
]
_MOST_OVERLAPS = 5_000_000


@dataclass(frozen=True, slots=True)
class IntervalTotals:
    """What the intervals of a file come to."""

    number: NumberOfBedIntervals
    length: IntervalsLength
    merged: MergedIntervals
    covered: CoveredBases


@dataclass(frozen=True, slots=True)
class Intersection:
    """What the intervals of two files have in common."""

    bases: SharedBases
    overlapping: OverlappingIntervals
    jaccard: IntervalJaccard
    overlaps: OverlapRows


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of the intervals of a file another one covers."""

    share: IntervalCoverage
    rows: CoverageRows


@tool(Operation.ANALYSIS, Topic.NUCLEIC_ACIDS, Safety.OPEN, example={"file": INTERVALS}, seconds=300.0)
def interval_totals(file: BedFile) -> IntervalTotals:
    """Sum the intervals of a BED file: number, total length, and bases covered without overlaps.

    Args:
        file: BED, also with gzip; at most 2 million intervals, whatever their strand.
    Returns:
        Number of intervals and their summed length in bp, and the same after those that overlap or touch are merged.
    Raises:
        ToolInputError: the file is no BED, or one of its lines is malformed; says which.
    Source: BED 1.0, samtools.github.io/hts-specs; merged as `bedtools merge` does.
    """
    places = by_chromosome(table_of(file))
    joined = _merged(places)
    return IntervalTotals(
        sum(map(len, places.values())), _length(places), sum(map(len, joined.values())), _length(joined)
    )


@tool(
    Operation.COMPARISON,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"file": INTERVALS, "other": TARGETS},
    also=("intersect", "intersect two BED files"),
    seconds=300.0,
)
def intersect_intervals(file: BedFile, other: BedFile) -> Intersection:
    """Intersect the intervals of two BED files.

    Args:
        file: BED, also with gzip; at most 2 million intervals, whatever their strand.
        other: Another one; chromosomes have to be called alike.
    Returns:
        Bases that lie in both files, each counted once; number of intervals of the first that share a base with one of
        the second; shared bases divided by those in either (Jaccard); and a table of all overlaps, two by two.
    Raises:
        ToolInputError: a file is no BED, is malformed, the two have no chromosome in common or too many overlaps.
    Source: as `bedtools intersect` and `bedtools jaccard`; BED 1.0, samtools.github.io/hts-specs.
    """
    from scitoolagent.tables.added import of_rows

    table, one, two = _both(file, other)
    flat, beside = _merged(one), _merged(two)
    bases = sum(shared(flat[name], beside[name]) for name in flat.keys() & beside.keys())
    overlaps = _overlaps(one, two)
    overlapping = len({(name, number) for name, number, *_ in overlaps})
    rows = [[name, max(a[0], b[0]), min(a[1], b[1]), min(a[1], b[1]) - max(a[0], b[0])] for name, _, a, b in overlaps]
    columns = [Column(name="chromosome"), *_whole("start", "end", "length")]
    either = _length(flat) + _length(beside) - bases
    return Intersection(bases, overlapping, bases / either, made(lambda: of_rows(table, columns, rows)))


@tool(
    Operation.COMPARISON,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"file": INTERVALS, "other": TARGETS},
    seconds=300.0,
)
def interval_coverage(file: BedFile, other: BedFile) -> Coverage:
    """Compute how much of the intervals of a BED file those of another one cover.

    Args:
        file: BED, also with gzip, whose intervals are looked at; at most 2 million.
        other: The one that covers them, such as reads or targets; chromosomes have to be called alike.
    Returns:
        Share in % of the bases of the first file that lie in the second, each counted once; and a table with the bases
        covered and the share of each interval.
    Raises:
        ToolInputError: a file is no BED, is malformed, has only empty intervals, or no chromosome is in both.
    Source: as `bedtools coverage`; BED 1.0, samtools.github.io/hts-specs.
    """
    from scitoolagent.tables.added import of_rows

    table, one, two = _both(file, other)
    flat, beside = _merged(one), _merged(two)
    bases = sum(shared(flat[name], beside[name]) for name in flat.keys() & beside.keys())
    rows: list[list[Any]] = []
    for name, start, end in values_of(table, ("chromosome", "start", "end")):
        covered = _within(beside.get(name, []), start, end)
        rows.append([name, start, end, covered, 100 * covered / (end - start) if end > start else None])
    columns = [Column(name="chromosome"), *_whole("start", "end", "covered bases")]
    columns.append(Column(name="coverage", kind="number", unit="%"))
    return Coverage(100 * bases / _length(flat), made(lambda: of_rows(table, columns, rows)))


def _both(file: Path, other: Path) -> tuple[Any, dict[str, list[tuple[int, int]]], dict[str, list[tuple[int, int]]]]:
    """The rows of the first file, and the places of both."""
    table = table_of(file)
    one, two = by_chromosome(table), by_chromosome(table_of(other))
    if not one.keys() & two.keys():
        first, second = sorted(one)[:3], sorted(two)[:3]
        raise ToolInputError(
            f"no chromosome is in both files: {file.name} has {', '.join(first)}, {other.name} {', '.join(second)}; "
            "they have to be called alike"
        )
    for path, places in ((file, one), (other, two)):
        if not _length(places):
            raise ToolInputError(f"all intervals of {path.name} are empty")
    return table, one, two


def _overlaps(
    one: dict[str, list[tuple[int, int]]], two: dict[str, list[tuple[int, int]]]
) -> list[tuple[str, int, tuple[int, int], tuple[int, int]]]:
    """Each two intervals with a base in common: chromosome, number of the first there, and both."""
    found: list[tuple[str, int, tuple[int, int], tuple[int, int]]] = []
    for name, places in one.items():
        beside = two.get(name, [])
        open_ones: list[tuple[int, int]] = []
        there = 0
        for number, place in enumerate(places):
            while there < len(beside) and beside[there][0] < place[1]:
                open_ones.append(beside[there])
                there += 1
            # Starts come in order: what ended before this one meets none behind it.
            open_ones = [other for other in open_ones if other[1] > place[0]]
            found += [(name, number, place, other) for other in open_ones if _meet(place, other)]
            if len(found) > _MOST_OVERLAPS:
                raise ToolInputError(f"there are more than {_MOST_OVERLAPS:,} overlaps; ask about fewer intervals")
    return found


def _meet(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return min(one[1], other[1]) > max(one[0], other[0])


def _within(places: list[tuple[int, int]], start: int, end: int) -> int:
    """How many bases of an interval lie in merged ones."""
    number = max(0, bisect_left(places, (start, start)) - 1)
    count = 0
    while number < len(places) and places[number][0] < end:
        count += max(0, min(end, places[number][1]) - max(start, places[number][0]))
        number += 1
    return count


def _merged(places: dict[str, list[tuple[int, int]]]) -> dict[str, list[tuple[int, int]]]:
    return {name: merged(found) for name, found in places.items()}


def _length(places: dict[str, list[tuple[int, int]]]) -> int:
    return sum(end - start for found in places.values() for start, end in found)


def _whole(*names: str) -> list[Column]:
    return [Column(name=name, kind="integer", unit="1") for name in names]
