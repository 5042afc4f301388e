"""Sites and segments in DNA: restriction sites, reading frames, CpG islands, palindromes, repeats."""

from __future__ import annotations

import dataclasses
import importlib
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import DnaSequence, Length, ProteinSequence
from scitoolagent.tools.biology._repeats import find_repeats
from scitoolagent.tools.biology._sequence import AnyNucleicAcid, parse_dna, parse_nucleic, shown
from scitoolagent.tools.biology._sequence_words import ENZYME
from scitoolagent.tools.biology.nucleic import GeneticCode, codon_table, translate_codons

RestrictionSites = Annotated[
    dict[str, list[int]],
    Semantic(
        "RestrictionSites",
        parent="SequenceProperty",
        unit="1",
        label="restriction sites",
        also=("restriction enzyme sites", "restriction map", "restriction enzyme cleavage sites", "restriction site"),
    ),
]
RestrictionSiteCounts = Annotated[
    dict[str, int],
    Semantic(
        "RestrictionSiteCounts", parent="SequenceProperty", unit="1", label="number of cuts of each restriction enzyme"
    ),
]
RestrictionEnzyme = Annotated[
    str,
    Semantic(
        "RestrictionEnzyme",
        parent="Parameter",
        label="restriction enzyme",
        also=("restriction endonuclease",),
        pattern=ENZYME,
        finder="scitoolagent.tools.biology._sequence_words:find_enzymes",
    ),
]
Topology = Annotated[str, Semantic("Topology", parent="Parameter", label="topology of DNA", pattern="linear|circular")]
RestrictionCut = Annotated[
    bool,
    Semantic(
        "RestrictionCut",
        parent="SequenceProperty",
        role="verdict",
        label="cut by a restriction enzyme",
        also=(
            "restriction enzyme cuts",
            "cleaved by a restriction enzyme",
            "enzyme cut",
            "restriction enzyme site present",
        ),
    ),
]
RestrictionCutCount = Annotated[
    int,
    Semantic(
        "RestrictionCutCount",
        parent="SequenceProperty",
        unit="1",
        label="number of cuts of a restriction enzyme",
        also=("number of restriction sites", "number of recognition sites", "times a restriction enzyme cuts"),
    ),
]
OpenReadingFrame = Annotated[
    dict[str, str | int],
    Semantic(
        "OpenReadingFrame",
        parent="SequenceProperty",
        label="open reading frame",
        also=("ORF", "ORFs", "open reading frames"),
    ),
]
CpgIsland = Annotated[
    dict[str, int | float],
    Semantic("CpgIsland", parent="SequenceProperty", label="CpG island", also=("CpG islands",)),
]
Palindrome = Annotated[
    dict[str, str | int],
    Semantic(
        "Palindrome",
        parent="SequenceProperty",
        label="palindromic sequence",
        also=("palindrome", "palindromic sequences", "inverted repeat"),
    ),
]
DnaRepeat = Annotated[
    dict[str, str | int | list[int]],
    Semantic(
        "DnaRepeat",
        parent="SequenceProperty",
        label="repeat in DNA",
        also=("repeated segment of DNA", "DNA repeat", "repeats in the DNA"),
    ),
]

_GENE = "GAATTCATGGCTAAACGTGATCCGTTAGGCGAAATTCTGCATTAAGGATCCAAGCTT"
_COMPLEMENT = str.maketrans("ACGT", "TGCA")
_NUCLEIC_COMPLEMENT = str.maketrans("ACGTU", "TGCAA")
_CPG_WINDOW = 200


@dataclasses.dataclass(frozen=True, slots=True)
class RestrictionMap:
    """Where restriction enzymes cut; an enzyme that is not listed does not cut."""

    sites: RestrictionSites
    counts: RestrictionSiteCounts


@dataclasses.dataclass(frozen=True, slots=True)
class EnzymeCuts:
    """Whether an enzyme cuts, how often, and where."""

    cut: RestrictionCut
    count: RestrictionCutCount
    sites: RestrictionSites


@dataclasses.dataclass(frozen=True, slots=True)
class ReadingFrames:
    """Open reading frames and, in the same order, the proteins they code for."""

    frames: list[OpenReadingFrame]
    proteins: list[ProteinSequence]


@tool(
    Operation.ANALYSIS,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"sequence": _GENE},
    also=("SummaryEnzymeCleavageSites", "restriction digest", "restriction analysis", "restriction enzymes cut"),
)
def restriction_sites(
    sequence: DnaSequence, enzyme: RestrictionEnzyme = "all", topology: Topology = "linear"
) -> RestrictionMap:
    """Find where restriction enzymes cut DNA.

    Args:
        sequence: DNA of at most 50,000 bases of A, C, G and T.
        enzyme: An enzyme such as EcoRI, several with commas between them, or all for those that are sold.
        topology: linear or circular.
    Returns:
        For each enzyme that cuts, the number of the first base behind each cut of the strand given, and how many
        cuts there are; 0 for one that was asked for and does not cut.
    Raises:
        ToolInputError: A letter is no DNA base, the sequence is too long, or an enzyme is not known.
    Source: REBASE, Roberts et al. 2023, doi:10.1093/nar/gkac975, by `Bio.Restriction` of Biopython.
    """
    return _map(sequence, enzyme, topology)


@tool(
    Operation.ANALYSIS,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"sequence": _GENE, "enzyme": "BamHI"},
    also=("restriction enzyme cut", "cut", "cleavage by a restriction enzyme"),
)
def restriction_cut(sequence: DnaSequence, enzyme: RestrictionEnzyme, topology: Topology = "linear") -> EnzymeCuts:
    """Check whether a restriction enzyme cuts DNA.

    Args:
        sequence: DNA of at most 50,000 bases of A, C, G and T.
        enzyme: One enzyme such as EcoRI.
        topology: linear or circular.
    Returns:
        Whether the enzyme cuts, how many times, and the number of the first base behind each cut.
    Raises:
        ToolInputError: A letter is no DNA base, the sequence is too long, or the enzyme is not known.
    Source: REBASE, Roberts et al. 2023, doi:10.1093/nar/gkac975, by `Bio.Restriction` of Biopython.
    """
    if "," in enzyme or enzyme.strip().lower() == "all":
        raise ToolInputError(f"{shown(enzyme)} is not one enzyme; ask for the restriction sites of several")
    found = _map(sequence, enzyme, topology)
    return EnzymeCuts(bool(found.sites), sum(found.counts.values()), found.sites)


@tool(
    Operation.ANALYSIS,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"sequence": _GENE, "min_length": 30},
    also=("FindORF", "ORFFind", "ORF finder", "find open reading frames"),
)
def open_reading_frames(sequence: DnaSequence, min_length: Length = 75, genetic_code: GeneticCode = 1) -> ReadingFrames:
    """Find the open reading frames of DNA on both strands, from ATG to a stop.

    Args:
        sequence: DNA of A, C, G and T, 5' to 3'.
        min_length: Bases of the shortest frame, start and stop codon included.
        genetic_code: Number of the NCBI table; 1 is the standard code.
    Returns:
        Frames from the first ATG behind a stop to the next stop, the longest first: strand, frame (1 to 3, -1 to
        -3), start and end on the strand given (from 1, both included), length in bases; and the proteins. Frames
        that run out of the sequence are not listed; an empty list means there is none of that length.
    Raises:
        ToolInputError: A letter is no DNA base, the table does not exist, or `min_length` is below 6 or longer than
            the sequence.
    Source: Definition as in NCBI ORFfinder with `ATG only`; NCBI genetic codes by Biopython.
    """
    strand = parse_dna(sequence)
    if min_length < 6:
        raise ToolInputError(f"a frame has a start and a stop codon, so at least 6 bases, not {min_length}")
    if 6 <= len(strand) < min_length:
        raise ToolInputError(
            f"{len(strand)} bases hold no frame of {min_length} or more bases; give a shorter minimum length"
        )
    stops = {codon for codon, letter in codon_table(genetic_code).items() if letter == "*"}
    found: list[tuple[dict[str, str | int], str]] = []
    for sign, text in (("+", strand), ("-", strand.translate(_COMPLEMENT)[::-1])):
        for offset in range(3):
            for start, end in _frames(text, offset, stops):
                if end - start >= min_length:
                    place = (start, end) if sign == "+" else (len(text) - end, len(text) - start)
                    record: dict[str, str | int] = {
                        "strand": sign,
                        "frame": offset + 1 if sign == "+" else -offset - 1,
                        "start": place[0] + 1,
                        "end": place[1],
                        "length": end - start,
                    }
                    found.append((record, translate_codons(text[start : end - 3], genetic_code)))
    found.sort(key=lambda item: (-int(item[0]["length"]), item[0]["strand"], item[0]["start"]))
    return ReadingFrames([record for record, _ in found], [protein for _, protein in found])


@tool(
    Operation.PREDICTION,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"sequence": "AT" * 60 + "CGGCGTCCGA" * 25 + "AT" * 60},
    also=("CpGIslandPrediction", "CpG island prediction"),
)
def cpg_islands(sequence: DnaSequence) -> list[CpgIsland]:
    """Find CpG islands in DNA by the criteria of Gardiner-Garden and Frommer.

    Args:
        sequence: DNA of A, C, G and T, 200 bases or more.
    Returns:
        Start and end (from 1, both included), length, GC content in % and observed/expected CpG of each island. An
        island is the union of overlapping windows of 200 bases that each have more than 50 % GC and a ratio of
        observed to expected CpG above 0.6. An empty list means there is none.
    Raises:
        ToolInputError: A letter is no DNA base, or there are fewer than 200 bases.
    Source: Gardiner-Garden and Frommer 1987, doi:10.1016/0022-2836(87)90689-9.
    """
    strand = parse_dna(sequence)
    if len(strand) < _CPG_WINDOW:
        raise ToolInputError(f"a CpG island has {_CPG_WINDOW} bases or more, the sequence only {len(strand)}")
    islands: list[tuple[int, int]] = []
    for start in _cpg_windows(strand):
        if islands and start <= islands[-1][1]:
            islands[-1] = (islands[-1][0], start + _CPG_WINDOW)
        else:
            islands.append((start, start + _CPG_WINDOW))
    return [_cpg_record(strand, start, end) for start, end in islands]


@tool(
    Operation.ANALYSIS,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"sequence": _GENE},
    also=("PalindromicSequencesFinder", "find palindromes"),
)
def nucleic_palindromes(sequence: AnyNucleicAcid, min_length: Length = 4, max_length: Length = 12) -> list[Palindrome]:
    """Find palindromes in DNA or RNA: segments equal to their reverse complement.

    Args:
        sequence: DNA or RNA of at most 100,000 bases.
        min_length: Bases of the shortest palindrome, 2 or more.
        max_length: Bases of the longest palindrome.
    Returns:
        The longest palindrome within the limits at each centre, in the order of the sequence: start and end (from
        1, both included), length and sequence. An empty list means there is none.
    Raises:
        ToolInputError: A letter is no base, the sequence is too long, or the limits do not fit.
    Source: Definition; Watson-Crick pairs only, no loop between the arms.
    """
    strand = parse_nucleic(sequence, longest=100_000)
    if not 2 <= min_length <= max_length:
        raise ToolInputError(f"lengths must be 2 or more and in order, not {min_length} to {max_length}")
    pairs = strand.translate(_NUCLEIC_COMPLEMENT if "U" not in strand else str.maketrans("ACGU", "UGCA"))
    found: list[dict[str, str | int]] = []
    for centre in range(1, len(strand)):
        arm = 0
        most = min(max_length // 2, centre, len(strand) - centre)
        while arm < most and strand[centre - arm - 1] == pairs[centre + arm]:
            arm += 1
        if arm and 2 * arm >= min_length:
            segment = strand[centre - arm : centre + arm]
            found.append({"start": centre - arm + 1, "end": centre + arm, "length": 2 * arm, "sequence": segment})
    return sorted(found, key=lambda record: (record["start"], record["end"]))


@tool(
    Operation.ANALYSIS,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"sequence": _GENE, "min_length": 5},
    also=("RepeatDNASequenceSearch",),
)
def dna_repeats(sequence: DnaSequence, min_length: Length = 10) -> list[DnaRepeat]:
    """Find segments that occur more than once in one strand of DNA.

    Args:
        sequence: DNA of at most 50,000 bases of A, C, G and T.
        min_length: Bases of the shortest repeat, 2 or more.
    Returns:
        Maximal repeats, the longest first: sequence, length and the starts of all occurrences (from 1), which may
        overlap. An empty list means there is none.
    Raises:
        ToolInputError: A letter is no DNA base, the sequence is too long, or more than 500 repeats are that long.
    Source: Gusfield 1997, Algorithms on Strings, Trees and Sequences, doi:10.1017/CBO9780511574931; exact matches.
    """
    repeats = find_repeats(parse_dna(sequence), min_length)
    return [{"sequence": segment, "length": len(segment), "starts": starts} for segment, starts in repeats]


def _map(sequence: str, enzyme: str, topology: str) -> RestrictionMap:
    from Bio.Seq import Seq

    # The enzymes are made while the module is imported, so type checkers do not see them.
    restriction = importlib.import_module("Bio.Restriction")

    strand = parse_dna(sequence, longest=50_000)
    if topology.strip().lower() not in ("linear", "circular"):
        raise ToolInputError(f"the topology must be linear or circular, not {shown(topology)}")
    if enzyme.strip().lower() == "all":
        enzymes = restriction.CommOnly
    else:
        known = {str(one).lower(): one for one in restriction.AllEnzymes}
        names = [name.strip() for name in enzyme.split(",") if name.strip()]
        unknown = [name for name in names if name.lower() not in known]
        if unknown or not names:
            raise ToolInputError(f"no restriction enzyme is called {shown(unknown[0] if unknown else enzyme)}")
        enzymes = restriction.RestrictionBatch([known[name.lower()] for name in names])
    found = enzymes.search(Seq(strand), linear=topology.strip().lower() == "linear")
    sites = {str(one): sorted(map(int, places)) for one, places in found.items() if places}
    sites = dict(sorted(sites.items()))
    # Of an enzyme that was asked for it is said that it does not cut.
    named = [] if enzyme.strip().lower() == "all" else sorted(map(str, enzymes))
    return RestrictionMap(sites, {name: len(sites.get(name, ())) for name in named or sites})


def _frames(strand: str, offset: int, stops: set[str]) -> list[tuple[int, int]]:
    """Start and end (excluded, stop codon within) of the frames of one reading frame."""
    found, start = [], -1
    for place in range(offset, len(strand) - 2, 3):
        codon = strand[place : place + 3]
        if start < 0 and codon == "ATG":
            start = place
        elif start >= 0 and codon in stops:
            found.append((start, place + 3))
            start = -1
    return found


def _cpg_windows(strand: str) -> list[int]:
    """Starts of the windows that meet both criteria."""
    import numpy as np

    bases = np.frombuffer(strand.encode("ascii"), dtype=np.uint8)
    is_c, is_g = bases == ord("C"), bases == ord("G")
    is_cpg = np.append(is_c[:-1] & is_g[1:], False)

    def sums(marks: np.ndarray, size: int) -> np.ndarray:
        total = np.concatenate(([0], np.cumsum(marks)))
        return total[size : size + len(strand) - _CPG_WINDOW + 1] - total[: len(strand) - _CPG_WINDOW + 1]

    cytosines, guanines = sums(is_c, _CPG_WINDOW), sums(is_g, _CPG_WINDOW)
    # A CpG at the last base of a window has its G outside.
    pairs = sums(is_cpg, _CPG_WINDOW - 1)
    rich = 2 * (cytosines + guanines) > _CPG_WINDOW
    frequent = 10 * pairs * _CPG_WINDOW > 6 * cytosines * guanines
    return [int(start) for start in np.flatnonzero(rich & frequent)]


def _cpg_record(strand: str, start: int, end: int) -> dict[str, int | float]:
    island = strand[start:end]
    cytosines, guanines = island.count("C"), island.count("G")
    return {
        "start": start + 1,
        "end": end,
        "length": end - start,
        "gc_content": 100 * (cytosines + guanines) / len(island),
        "observed_to_expected": island.count("CG") * len(island) / (cytosines * guanines),
    }
