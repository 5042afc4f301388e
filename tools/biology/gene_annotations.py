"""Features of GFF3 and GTF files: how many and how long by kind, and those of a region."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from scitoolagent.tables import Column
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import GffFile
from scitoolagent.tools.biology._tracks import (
    GENES,
    GenomicRegion,
    RegionRows,
    looked_up,
    table_of,
    values_of,
)
from scitoolagent.tools.tables._rows import made

NumberOfFeatures = Annotated[
    int,
    Semantic("NumberOfFeatures", parent="SequenceProperty", unit="1", label="number of features of a GFF file"),
]
FeatureKinds = Annotated[
    Path,
    Semantic("FeatureKinds", parent="Table", label="features by type", shown="features by type",
             also=("features by kind", "feature types", "number and length of features by type",
                   "summary of the features", "feature summary")),
]  # fmt: skip
FeaturesOfRegion = Annotated[
    int,
    Semantic("FeaturesOfRegion", parent="SequenceProperty", unit="1", label="number of features in a region",
             also=("features in the region", "features in a region", "genes in the region")),
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class FeatureTotals:
    """How many features of each kind there are, and how long."""

    number: NumberOfFeatures
    kinds: FeatureKinds


@dataclass(frozen=True, slots=True)
class FoundFeatures:
    """The features of a region."""

    number: FeaturesOfRegion
    rows: RegionRows


@tool(Operation.ANALYSIS, Topic.NUCLEIC_ACIDS, Safety.OPEN, example={"file": GENES}, seconds=300.0)
def features_by_type(file: GffFile) -> FeatureTotals:
    """Count and measure the features of a GFF3 or GTF file by type.

    Args:
        file: GFF3 or GTF, also with gzip; at most 2 million features.
    Returns:
        The number of all features, and a table with number, summed, mean, least and greatest length in bp of those of
        each type. A feature of several lines, such as the CDS of a gene with introns, counts once a line.
    Raises:
        ToolInputError: the file is neither GFF3 nor GTF, or one of its lines is malformed; says which.
    Source: GFF3 1.26, github.com/The-Sequence-Ontology/Specifications.
    """
    from scitoolagent.tables.added import of_rows

    table = table_of(file)
    lengths: dict[str, list[int]] = defaultdict(list)
    for kind, length in values_of(table, ("feature", "length")):
        lengths[kind].append(length)
    columns = [Column(name="feature"), Column(name="number", kind="integer", unit="1")]
    columns += [Column(name=one, kind="integer", unit="1") for one in ("total length", "shortest", "longest")]
    columns.append(Column(name="mean length", kind="number", unit="1"))
    rows: list[list[Any]] = [
        [kind, len(found), sum(found), min(found), max(found), sum(found) / len(found)]
        for kind, found in sorted(lengths.items(), key=lambda one: (-len(one[1]), one[0]))
    ]
    return FeatureTotals(table.rows, made(lambda: of_rows(table, columns, rows)))


@tool(
    Operation.FILTERING,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"file": GENES, "region": "chr1:1000-1400"},
    seconds=300.0,
)
def features_in_region(file: GffFile, region: GenomicRegion) -> FoundFeatures:
    """Find the features of a GFF3 or GTF file in a region of a chromosome.

    Args:
        file: GFF3 or GTF, also with gzip; at most 2 million features.
        region: Such as chr1:1000-2000; both ends count from 1 and are in it. The file may leave out `chr`.
    Returns:
        How many features have a base in the region, and a table of them.
    Raises:
        ToolInputError: the file is neither, is malformed, or has nothing on that chromosome.
    Source: definition; GFF3 1.26, github.com/The-Sequence-Ontology/Specifications.
    """
    from scitoolagent.tables.added import of_rows

    table, wanted = looked_up(file, region)
    chromosome, start, end = (table.names.index(one) for one in ("chromosome", "start", "end"))
    rows = [
        row
        for row in values_of(table, table.names)
        if row[chromosome] == wanted.name and row[start] <= wanted.end and row[end] >= wanted.start
    ]
    return FoundFeatures(len(rows), made(lambda: of_rows(table, table.columns, rows)))
