"""Variants of a VCF file: how many of each kind, transitions and transversions, and those of a region."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tables.variants import (
    COMPLEX,
    DELETION,
    INSERTION,
    MNV,
    SNV,
    SYMBOLIC,
    changed,
    kind_of_allele,
)
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import VcfFile
from scitoolagent.tools.biology._tracks import (
    VARIANTS,
    GenomicRegion,
    RegionRows,
    looked_up,
    table_of,
    values_of,
)
from scitoolagent.tools.tables._rows import made

NumberOfVariants = Annotated[
    int,
    Semantic("NumberOfVariants", parent="SequenceProperty", unit="1", label="number of variant records",
             also=("variant summary", "summary of the variants", "summary of a VCF file")),
]  # fmt: skip
NumberOfSnvs = Annotated[
    int,
    Semantic("NumberOfSnvs", parent="SequenceProperty", unit="1", label="number of SNVs",
             also=("SNVs", "SNPs", "number of SNPs", "single nucleotide variants",
                   "single-nucleotide variants", "single nucleotide polymorphisms")),
]  # fmt: skip
NumberOfMnvs = Annotated[
    int,
    Semantic("NumberOfMnvs", parent="SequenceProperty", unit="1", label="number of MNVs",
             also=("MNVs", "MNPs", "multi-nucleotide variants")),
]  # fmt: skip
NumberOfInsertions = Annotated[
    int,
    Semantic("NumberOfInsertions", parent="SequenceProperty", unit="1", label="number of insertions of a VCF file",
             also=("insertions",)),
]  # fmt: skip
NumberOfDeletions = Annotated[
    int,
    Semantic("NumberOfDeletions", parent="SequenceProperty", unit="1", label="number of deletions of a VCF file",
             also=("deletions",)),
]  # fmt: skip
NumberOfIndels = Annotated[
    int,
    Semantic("NumberOfIndels", parent="SequenceProperty", unit="1", label="number of indels",
             also=("indels", "insertions and deletions")),
]  # fmt: skip
OtherAlleles = Annotated[
    int,
    Semantic("OtherVariantAlleles", parent="SequenceProperty", unit="1", role="note",
             label="number of records with complex or symbolic alleles"),
]  # fmt: skip
PassedVariants = Annotated[
    int,
    Semantic("PassedVariants", parent="SequenceProperty", unit="1", label="number of variants that pass all filters",
             also=("variants that pass all filters", "PASS variants", "variants that pass the filters")),
]  # fmt: skip
TransitionTransversionRatio = Annotated[
    float,
    Semantic("TransitionTransversionRatio", parent="SequenceProperty", unit="1",
             label="transition to transversion ratio",
             also=("Ti/Tv", "Ti/Tv ratio", "Ts/Tv", "Ts/Tv ratio", "TiTv", "TsTv",
                   "transition transversion ratio", "ratio of transitions to transversions")),
]  # fmt: skip
Transitions = Annotated[
    int,
    Semantic("NumberOfTransitions", parent="SequenceProperty", unit="1", label="number of transitions",
             also=("transitions",)),
]  # fmt: skip
Transversions = Annotated[
    int,
    Semantic("NumberOfTransversions", parent="SequenceProperty", unit="1", label="number of transversions",
             also=("transversions",)),
]  # fmt: skip
VariantsOfRegion = Annotated[
    int,
    Semantic("VariantsOfRegion", parent="SequenceProperty", unit="1", label="number of variants in a region",
             also=("variants in the region", "variants in a region")),
]  # fmt: skip
_PURINES = frozenset("AG")
_INDEL, _OTHER = "indel", "other"
_GROUPS = {COMPLEX: _OTHER, SYMBOLIC: _OTHER}


@dataclass(frozen=True, slots=True)
class VariantCounts:
    """How many records of a file have a variant of each kind."""

    records: NumberOfVariants
    snvs: NumberOfSnvs
    mnvs: NumberOfMnvs
    insertions: NumberOfInsertions
    deletions: NumberOfDeletions
    indels: NumberOfIndels
    others: OtherAlleles


@dataclass(frozen=True, slots=True)
class Substitutions:
    """How substitutions of single bases divide."""

    ratio: TransitionTransversionRatio
    transitions: Transitions
    transversions: Transversions


@dataclass(frozen=True, slots=True)
class FoundVariants:
    """The variants of a region."""

    number: VariantsOfRegion
    rows: RegionRows


@tool(Operation.ANALYSIS, Topic.NUCLEIC_ACIDS, Safety.OPEN, example={"file": VARIANTS}, seconds=300.0)
def count_variants(file: VcfFile) -> VariantCounts:
    """Count the variants of a VCF file by kind: SNVs, MNVs, insertions, deletions and others.

    Args:
        file: VCF, also with gzip; at most 2 million records.
    Returns:
        The number of records, and of those with an alternative allele of each kind: one with alternatives of two kinds
        counts in both. Letters that both alleles begin and end with are no part of the change. Indels are records with
        an insertion or a deletion; symbolic alleles, breakends, missing ones and changes of both length and letters are
        others.
    Raises:
        ToolInputError: the file is no VCF, or one of its records is malformed; says which.
    Source: VCF 4.3, samtools.github.io/hts-specs; kinds as `bcftools stats` has them.
    """
    table = table_of(file)
    kinds: Counter[str] = Counter()
    for ref, alts in values_of(table, ("ref", "alt")):
        of_record = {_GROUPS.get(one, one) for one in _kinds(ref, alts)}
        kinds.update(of_record | ({_INDEL} if of_record & {INSERTION, DELETION} else set()))
    return VariantCounts(table.rows, *(kinds[one] for one in (SNV, MNV, INSERTION, DELETION, _INDEL, _OTHER)))


@tool(Operation.ANALYSIS, Topic.NUCLEIC_ACIDS, Safety.OPEN, example={"file": VARIANTS}, seconds=300.0)
def transition_transversion_ratio(file: VcfFile) -> Substitutions:
    """Compute the ratio of transitions to transversions (Ti/Tv) of a VCF file.

    Args:
        file: VCF, also with gzip; at most 2 million records.
    Returns:
        The ratio, and both numbers, over all alternative alleles that change one base, whatever their filter.
    Raises:
        ToolInputError: the file is no VCF, is malformed, or has no transversion, so that there is no ratio.
    Source: definition: A and G, or C and T, change into one another in a transition; as `bcftools stats`.
    """
    same = across = 0
    for ref, alts in values_of(table_of(file), ("ref", "alt")):
        for alt in (alts or ".").split(","):
            if kind_of_allele(ref, alt) != SNV or "N" in (pair := changed(ref, alt)):
                continue
            is_transition = (pair[0] in _PURINES) == (pair[1] in _PURINES)
            same, across = same + is_transition, across + (not is_transition)
    if not across:
        raise ToolInputError(f"{file.name} has {same} transitions and no transversion; there is no ratio")
    return Substitutions(same / across, same, across)


@tool(Operation.ANALYSIS, Topic.NUCLEIC_ACIDS, Safety.OPEN, example={"file": VARIANTS}, seconds=300.0)
def passed_variants(file: VcfFile) -> PassedVariants:
    """Count the variants of a VCF file that pass all filters.

    Args:
        file: VCF, also with gzip; at most 2 million records.
    Returns:
        The number of records with PASS in the column FILTER.
    Raises:
        ToolInputError: the file is no VCF, is malformed, or no filter was applied to any of its records.
    Source: VCF 4.3, samtools.github.io/hts-specs.
    """
    table = table_of(file)
    filters = [one for (one,) in values_of(table, ("filter",))]
    if filters and not any(filters):
        raise ToolInputError(f"no filter was applied to the records of {file.name}: all have . in the column FILTER")
    return filters.count("PASS")


@tool(
    Operation.FILTERING,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"file": VARIANTS, "region": "20:14000-20000"},
    seconds=300.0,
)
def variants_in_region(file: VcfFile, region: GenomicRegion) -> FoundVariants:
    """Find the variants of a VCF file in a region of a chromosome.

    Args:
        file: VCF, also with gzip; at most 2 million records.
        region: Such as chr1:1000-2000; both ends count from 1 and are in it. The file may leave out `chr`.
    Returns:
        How many records have a letter of their reference allele in the region, and a table of them. A symbolic allele
        lies at its position, or up to its END where the file declares that.
    Raises:
        ToolInputError: the file is no VCF, is malformed, or has nothing on that chromosome.
    Source: VCF 4.3, samtools.github.io/hts-specs.
    """
    from scitoolagent.tables.added import of_rows

    table, wanted = looked_up(file, region)
    places = {column: number for number, column in enumerate(table.names)}
    has_end = "END" in places and table.column("END").kind == "integer"
    rows = []
    for row in values_of(table, table.names):
        end = row[places["END"]] if has_end and row[places["END"]] else row[1] + len(row[3]) - 1
        if row[0] == wanted.name and row[1] <= wanted.end and end >= wanted.start:
            rows.append(row)
    return FoundVariants(len(rows), made(lambda: of_rows(table, table.columns, rows)))


def _kinds(ref: str, alts: str | None) -> set[str]:
    return {kind_of_allele(ref, alt) for alt in (alts or ".").split(",")}
