"""Guides of CRISPR-Cas9 and the places that they match."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import DnaSequence
from scitoolagent.tools.biology._pieces import reverse_complement
from scitoolagent.tools.biology._sequence import parse_dna

if TYPE_CHECKING:
    import numpy as np

GuideDna = Annotated[
    str,
    Semantic(
        "GuideDna",
        parent="DnaSequence",
        label="guide of CRISPR as DNA",
        also=("spacer of a guide RNA",),
        finder="scitoolagent.tools.biology._cloning_words:find_guides",
        needs_context=True,
    ),
]
CrisprGuide = Annotated[
    dict[str, str | int | float],
    Semantic(
        "CrisprGuide",
        parent="SequenceProperty",
        label="CRISPR guide",
        also=("CRISPR guides", "guide RNAs", "guide RNA", "sgRNAs", "gRNAs", "Cas9 guides", "Cas9 target sites"),
    ),
]
GuideCount = Annotated[
    int,
    Semantic(
        "GuideCount",
        parent="SequenceProperty",
        unit="1",
        label="number of Cas9 target sites",
        also=("number of CRISPR guides", "number of guide RNAs"),
    ),
]
OffTarget = Annotated[
    dict[str, str | int],
    Semantic(
        "OffTarget",
        parent="SequenceProperty",
        label="site that a guide matches",
        also=("off-targets", "off-target sites", "off targets", "off-target", "sites of the guide"),
    ),
]
OffTargetCounts = Annotated[
    dict[str, int],
    Semantic(
        "OffTargetCounts",
        parent="SequenceProperty",
        unit="1",
        label="number of sites by mismatches",
        also=("number of off-targets", "number of off-target sites", "off-target count"),
    ),
]
GuideNote = Annotated[
    str, Semantic("GuideNote", parent="Report", role="note", label="where off-targets were looked for")
]

_SPACER = 20
_LONGEST = 20_000
_MOST_MISMATCHES = 3
_SHOWN = 20
_MOST_SITES = 1000
_GENE = "ATGGCTAAACGTGATCCGTTAGGCGAAATTCTGCATTGGAAGACTGCTCAAGGTTACGCATCCGGAAACTGGGTACCTGAAATCGTTCAGGCTAAGCGTGATTAA"
_TOLD = "sites were looked for in the given DNA alone, not in a genome; how well a guide cuts is not predicted"


@dataclasses.dataclass(frozen=True, slots=True)
class Guides:
    """Guides for a piece of DNA, the best first."""

    guides: list[CrisprGuide]
    count: GuideCount
    note: GuideNote


@dataclasses.dataclass(frozen=True, slots=True)
class GuideSites:
    """The places that a guide matches."""

    counts: OffTargetCounts
    sites: list[OffTarget]
    note: GuideNote


@tool(
    Operation.GENERATION,
    Topic.NUCLEIC_ACIDS,
    Safety.SCREENED,
    example={"sequence": _GENE},
    also=("design CRISPR guides", "design guide RNAs", "find CRISPR guides", "design sgRNAs", "CRISPR guide design"),
)
def crispr_guides(sequence: DnaSequence) -> Guides:
    """Find the guides of SpCas9 in DNA and count where else in it they match.

    Args:
        sequence: DNA of 23 to 20,000 bases; both strands are searched for guides (the spacers of an sgRNA).
    Returns:
        Up to 20 guides of 20 bases in front of NGG: bases, PAM, strand, start and end on the strand given, the base
        behind which Cas9 cuts, GC content in %, and how many other sites with NGG or NAG differ in 0, 1, 2 and 3 bases.
        Those with the fewest such sites come first, then those with 40 to 70 % GC and no TTTT; and how many there are.
    Raises:
        ToolInputError: a letter is no base, or the length is out of range, or there is no NGG with 20 bases before it.
    Source: Jinek et al. 2012, doi:10.1126/science.1225829; NAG: Hsu et al. 2013, doi:10.1038/nbt.2647.
    """
    strand = _read(sequence)
    sites = _sites(strand)
    guides = [one for one in sites if str(one["pam"])[1:] == "GG"]
    if not guides:
        raise ToolInputError("no NGG with 20 bases in front of it is in this DNA, so SpCas9 has no guide here")
    codes = _codes([str(one["bases"]) for one in sites])
    records = []
    for number, site in enumerate(sites):
        if str(site["pam"])[1:] == "GG":
            near = _near(codes, codes[number])
            near[0] -= 1
            told = {f"{count} mismatch{'es'[: 2 * (count != 1)]} elsewhere": near[count] for count in range(4)}
            bases = str(site["bases"])
            content = 100.0 * (bases.count("G") + bases.count("C")) / _SPACER
            fault = not 40 <= content <= 70 or "TTTT" in bases
            records.append(((tuple(near), fault, int(site["start"])), {**site, "GC content": content, **told}))
    records.sort(key=lambda one: one[0])
    return Guides([record for _, record in records[:_SHOWN]], len(records), _TOLD)


@tool(
    Operation.ANALYSIS,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"guide": "ATGGCTAAACGTGATCCGTT", "sequence": _GENE},
    also=("find off-targets of a guide", "off-target search", "off-targets of a CRISPR guide"),
)
def guide_off_targets(guide: GuideDna, sequence: DnaSequence) -> GuideSites:
    """Find the sites in DNA that a guide of SpCas9 matches with up to three mismatches.

    Args:
        guide: The 20 bases of the guide as DNA, without its PAM.
        sequence: DNA of 23 to 20,000 bases; both strands are searched for guides (the spacers of an sgRNA).
    Returns:
        How many sites with NGG or NAG behind them differ in 0, 1, 2 and 3 bases, the target itself included where it is
        there; and each site with bases, PAM, strand, start, end and mismatches. No bulges.
    Raises:
        ToolInputError: a letter is no base, the guide has not 20 bases, or the DNA is too short or too long.
    Source: Hsu et al. 2013, doi:10.1038/nbt.2647; mismatches by counting.
    """
    spacer = parse_dna(guide.replace("U", "T").replace("u", "t"))
    if len(spacer) != _SPACER:
        raise ToolInputError(f"the guide has {len(spacer)} bases; a guide of SpCas9 has {_SPACER} without its PAM")
    sites = _sites(_read(sequence))
    codes = _codes([str(one["bases"]) for one in sites])
    differences = (codes != _codes([spacer])[0]).sum(axis=1) if sites else []
    found = [
        (int(count), {**site, "mismatches": int(count)})
        for site, count in zip(sites, differences, strict=True)
        if count <= _MOST_MISMATCHES
    ]
    if len(found) > _MOST_SITES:
        raise ToolInputError(f"the guide matches {len(found)} sites; more than {_MOST_SITES} are not listed")
    found.sort(key=lambda one: (one[0], int(one[1]["start"])))
    counts = {str(most): sum(1 for count, _ in found if count == most) for most in range(_MOST_MISMATCHES + 1)}
    return GuideSites(counts, [site for _, site in found], _TOLD)


def _read(sequence: str) -> str:
    strand = parse_dna(sequence, longest=_LONGEST)
    if len(strand) < _SPACER + 3:
        raise ToolInputError(f"a guide and its PAM have {_SPACER + 3} bases, the DNA only {len(strand)}")
    return strand


def _sites(strand: str) -> list[dict[str, str | int]]:
    """All sites of 20 bases with NGG or NAG behind them, on both strands."""
    found: list[dict[str, str | int]] = []
    for sign, text in (("+", strand), ("-", reverse_complement(strand))):
        for start in range(len(text) - _SPACER - 2):
            pam = text[start + _SPACER : start + _SPACER + 3]
            if pam[1:] in ("GG", "AG"):
                end = start + _SPACER
                place = (start, end) if sign == "+" else (len(text) - end, len(text) - start)
                # Three bases of the spacer stay with the PAM.
                cut = end - 3 if sign == "+" else place[0] + 3
                found.append({"bases": text[start:end], "pam": pam, "strand": sign, "start": place[0] + 1,
                              "end": place[1], "cut behind": cut})  # fmt: skip
    return found


def _codes(texts: list[str]) -> np.ndarray:
    import numpy as np

    return np.frombuffer("".join(texts).encode(), dtype=np.uint8).reshape(len(texts), _SPACER)


def _near(codes: np.ndarray, one: np.ndarray) -> list[int]:
    differences = (codes != one).sum(axis=1)
    return [int((differences == count).sum()) for count in range(_MOST_MISMATCHES + 1)]
