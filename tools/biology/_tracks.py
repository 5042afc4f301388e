"""Rows of VCF, BED and GFF files for the tools of this package, and places on chromosomes."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from scitoolagent.errors import TableError, ToolInputError
from scitoolagent.tool import Semantic
from scitoolagent.tools.tables._rows import options

if TYPE_CHECKING:
    from scitoolagent.tables import Table

VARIANTS, INTERVALS, TARGETS, GENES = (
    str(Path(__file__).with_name(f"example_{name}"))
    for name in ("variants.vcf", "intervals.bed", "targets.bed", "genes.gff3")
)
_MOST = 2_000_000
_LISTED = 12
_REGION = re.compile(r"(?P<name>[\w.*+-]+?):(?P<start>\d[\d,]*)(?:-|–|\.\.)(?P<end>\d[\d,]*)")

GenomicRegion = Annotated[
    str,
    Semantic(
        "GenomicRegion",
        parent="Parameter",
        label="region of a chromosome",
        pattern=r"[A-Za-z0-9_.]+:\d[\d,]*(?:-|–|\.\.)\d[\d,]*",
    ),
]

RegionRows = Annotated[
    Path,
    Semantic("RowsOfRegion", parent="Table", label="rows of a file that lie in a region", shown="rows of {region}"),
]


class Region(NamedTuple):
    """A part of a chromosome; both ends are in it and count from 1."""

    name: str
    start: int
    end: int


def parsed_region(text: str) -> Region:
    """The region that a text such as `chr1:1,000-2,000` names.

    Raises:
        ToolInputError: it names none, or its end is before its start.
    """
    found = _REGION.fullmatch(text.strip())
    if found is None:
        raise ToolInputError(f"{text[:80]!r} is no region; write it as chr1:1000-2000")
    start, end = (int(found[key].replace(",", "")) for key in ("start", "end"))
    if not 1 <= start <= end:
        raise ToolInputError(f"the region {text[:80]} has to begin at 1 or later and end behind its start")
    return Region(found["name"], start, end)


def table_of(file: Path) -> Table:
    """The rows of a file; one that is malformed anywhere is refused.

    Raises:
        ToolInputError: it cannot be read, or has more rows than are worked on at once.
    """
    from scitoolagent.tables import read_table

    try:
        table = read_table(file, options(strict=True)).settled()
    except TableError as error:
        raise ToolInputError(str(error)) from error
    if table.rows > _MOST:
        raise ToolInputError(f"{file.name} has {table.rows:,} rows; at most {_MOST:,} are worked on")
    return table


def values_of(table: Table, columns: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """Some columns of a table, row by row."""
    for chunk in table.chunks(columns=tuple(columns)):
        yield from zip(*(chunk.values[name] for name in columns), strict=True)


def spelled(name: str, known: Iterable[str], file: str) -> str:
    """The name of a chromosome as a file has it, with or without `chr`.

    Raises:
        ToolInputError: the file has nothing on that chromosome, which may be called otherwise there.
    """
    names = set(known)
    other = name[3:] if name.lower().startswith("chr") else f"chr{name}"
    if found := next((one for one in (name, other) if one in names), ""):
        return found
    listed = ", ".join(sorted(names)[:_LISTED])
    raise ToolInputError(f"{file} has nothing on {name[:40]}; it has {listed or 'no rows at all'}")


def looked_up(file: Path, region: str) -> tuple[Table, Region]:
    """The rows of a file, and a region of it, on its chromosome as the file calls that.

    Raises:
        ToolInputError: the region is none, the file cannot be read, or has nothing on that chromosome.
    """
    wanted = parsed_region(region)
    table = table_of(file)
    return table, wanted._replace(name=spelled(wanted.name, table.values("chromosome"), file.name))


def by_chromosome(table: Table) -> dict[str, list[tuple[int, int]]]:
    """Start, from 0, and end of each interval of a BED file, by chromosome and in order."""
    found: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for name, start, end in values_of(table, ("chromosome", "start", "end")):
        found[name].append((start, end))
    return {name: sorted(places) for name, places in found.items()}


def merged(places: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Intervals in order that neither overlap nor touch, for those in order that may."""
    found: list[tuple[int, int]] = []
    for start, end in places:
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def shared(one: Sequence[tuple[int, int]], other: Sequence[tuple[int, int]]) -> int:
    """How many bases two lists of merged intervals have in common."""
    count = here = there = 0
    while here < len(one) and there < len(other):
        count += max(0, min(one[here][1], other[there][1]) - max(one[here][0], other[there][0]))
        if one[here][1] <= other[there][1]:
            here += 1
        else:
            there += 1
    return count
