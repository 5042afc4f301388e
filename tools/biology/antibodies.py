"""Antibodies: the numbering of their variable domains, CDRs and frameworks, and the nearest germline genes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import ProteinSequence
from scitoolagent.tools.biology._antibody import (
    CHAINS,
    REGIONS,
    REQUIRES,
    Domain,
    Residue,
    domains_of,
    germline_of,
    residues_of,
)
from scitoolagent.tools.biology._sequence import parse_protein

NumberingScheme = Annotated[
    str,
    Semantic(
        "NumberingScheme",
        parent="Parameter",
        label="numbering scheme of antibodies",
        also=("numbering scheme", "CDR definition", "antibody numbering scheme"),
        finder="scitoolagent.tools.biology._antibody_words:find_schemes",
    ),
]
ChainKind = Annotated[
    str,
    Semantic(
        "ChainKind",
        parent="Parameter",
        label="kind of antibody chain",
        pattern="heavy-chain|light-chain",
    ),
]
NumberedResidue = Annotated[
    dict[str, str | int],
    Semantic(
        "NumberedResidue",
        parent="SequenceProperty",
        label="antibody numbering",
        also=(
            "antibody sequence numbering",
            "numbering of an antibody",
            "numbered residues of an antibody",
            "numbering",
        ),
    ),
]
AntibodyCdr = Annotated[
    dict[str, str | int],
    Semantic(
        "AntibodyCdr",
        parent="SequenceProperty",
        label="CDRs",
        also=(
            "CDR",
            "complementarity-determining regions",
            "complementarity determining regions",
            "CDRs of an antibody",
            "antibody CDRs",
            "CDR sequences",
            "CDR loops",
            "hypervariable regions",
        ),
    ),
]
ThirdCdr = Annotated[
    dict[str, str | int],
    Semantic(
        "ThirdCdr",
        parent="SequenceProperty",
        label="CDR3",
        also=("CDR-3", "CDR 3", "third CDR", "CDR3 loop", "CDR3 sequence", "CDR3 of an antibody"),
    ),
]
AntibodyFramework = Annotated[
    dict[str, str | int],
    Semantic(
        "AntibodyFramework",
        parent="SequenceProperty",
        label="framework regions",
        also=("framework regions of an antibody", "antibody framework", "frameworks of an antibody"),
    ),
]
VariableDomain = Annotated[
    dict[str, str | int | float],
    Semantic(
        "VariableDomain",
        parent="SequenceProperty",
        label="variable domains",
        also=(
            "antibody chain type",
            "chain type of an antibody",
            "type of antibody chain",
            "heavy or light chain",
            "kappa or lambda",
            "variable domains of an antibody",
        ),
    ),
]
AntibodyGermline = Annotated[
    dict[str, str | float],
    Semantic(
        "AntibodyGermline",
        parent="SequenceProperty",
        label="germline genes of an antibody",
        also=(
            "germline genes",
            "antibody germline",
            "nearest germline",
            "closest germline",
            "V gene",
            "germline V gene",
        ),
    ),
]
_SCFV = (
    "EVQLVESGGGLVQPGGSLRLSCAASGFNIKDTYIHWVRQAPGKGLEWVARIYPTNGYTRYADSVKGRFTISADTSKNTAYLQMNSLRAEDTAVYYCSRWGGDGFYAMDYWGQGTLVTVSS"
    "GGGGSGGGGSGGGGSDIQMTQSPSSLSASVGDRVTITCRASQDVNTAVAWYQQKPGKAPKLLIYSASFLYSGVPSRFSGSRSGTDFTLTISSLQPEDFATYYCQQHYTTPPTFGQGTKVEIK"
)


@dataclass(frozen=True, slots=True)
class AntibodyRegionsResult:
    """The CDRs and the frameworks of each variable domain."""

    cdrs: list[AntibodyCdr]
    frameworks: list[AntibodyFramework]


@tool(
    Operation.ANALYSIS,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequence": _SCFV[:120]},
    also=("AntibodySequenceNumbering", "number an antibody", "number the antibody"),
    requires=REQUIRES,
)
def antibody_numbering(sequence: ProteinSequence, scheme: NumberingScheme = "IMGT") -> list[NumberedResidue]:
    """Number the residues of the variable domains of an antibody by IMGT, Kabat or Chothia.

    Args:
        sequence: A chain that holds one or more whole variable domains: VH, VL, scFv, a whole heavy or light chain. A
            T-cell receptor is numbered by IMGT alone.
        scheme: `IMGT`, `Kabat` or `Chothia`.
    Returns:
        Each residue of each domain in order: chain, number in the scheme (`52A` is an insertion), amino acid, region by
        the definition of the same name, and its place in the sequence from 1 on. Constant domains are left out.
    Raises:
        ToolInputError: no variable domain is found, one is not whole, or the scheme is not for such a chain.
        ToolUnavailableError: the extra `antibodies` is not installed.
    Source: Dunbar & Deane 2016, doi:10.1093/bioinformatics/btv552 (ANARCI), aligned by HMMER 3 (pyhmmer).
    """
    chain = parse_protein(sequence)
    return [
        {
            "chain": CHAINS[domain.chain],
            "number": residue.number,
            "amino acid": residue.letter,
            "region": residue.region,
            "place": residue.place,
        }
        for domain in domains_of(chain)
        for residue in residues_of(domain, chain, _named(scheme))
    ]


@tool(
    Operation.ANALYSIS,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequence": _SCFV},
    also=("LabelAntibody", "CDRLabelingAntibody", "label the CDRs of an antibody"),
    requires=REQUIRES,
)
def antibody_cdrs(sequence: ProteinSequence, scheme: NumberingScheme = "IMGT") -> AntibodyRegionsResult:
    """Find the CDRs and frameworks of an antibody by IMGT, Kabat or Chothia.

    Args:
        sequence: A chain that holds one or more whole variable domains; a T-cell receptor goes by IMGT alone.
        scheme: Whose definition: `IMGT` (27-38, 56-65, 105-117), `Kabat` (H31-35, H50-65, H95-102; L24-34, L50-56,
            L89-97) or `Chothia` (H26-32, H52-56, H95-102, and L as by Kabat), each in its own numbering.
    Returns:
        CDR1 to CDR3 and FR1 to FR4 of each domain: chain, region, sequence, length, and its first and last place in the
        sequence. A CDR of no residue is left out.
    Raises:
        ToolInputError: no variable domain is found, one is not whole, or the scheme is not for such a chain.
        ToolUnavailableError: the extra `antibodies` is not installed.
    Source: Lefranc et al. 2003, doi:10.1016/S0145-305X(02)00039-3; Kabat et al. 1991; Al-Lazikani et al. 1997,
        doi:10.1006/jmbi.1997.1354; numbered by ANARCI.
    """
    chain = parse_protein(sequence)
    found = [(domain, residues_of(domain, chain, _named(scheme))) for domain in domains_of(chain)]
    rows = [row for domain, residues in found for row in _regions(domain, residues)]
    return AntibodyRegionsResult(
        [row for row in rows if str(row["region"]).startswith("CDR")],
        [row for row in rows if str(row["region"]).startswith("FR")],
    )


@tool(
    Operation.ANALYSIS,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequence": _SCFV},
    requires=REQUIRES,
)
def antibody_cdr3(
    sequence: ProteinSequence, scheme: NumberingScheme = "IMGT", chain: ChainKind = "any"
) -> list[ThirdCdr]:
    """Find the CDR3 of an antibody or T-cell receptor by IMGT, Kabat or Chothia.

    Args:
        sequence: A chain that holds one or more whole variable domains; a T-cell receptor goes by IMGT alone.
        scheme: `IMGT` (105-117, between the cysteine and the tryptophan or phenylalanine of framework 4), `Kabat` or
            `Chothia` (H95-102, L89-97).
        chain: `heavy-chain`, `light-chain`, or `any`.
    Returns:
        The CDR3 of each domain: chain, sequence, length, and its first and last place in the sequence.
    Raises:
        ToolInputError: no variable domain is found, none of this kind of chain, one is not whole, or the scheme is not
            for such a chain.
        ToolUnavailableError: the extra `antibodies` is not installed.
    Source: Lefranc et al. 2003, doi:10.1016/S0145-305X(02)00039-3; Kabat et al. 1991; numbered by ANARCI.
    """
    if chain not in ("any", "heavy-chain", "light-chain"):
        raise ToolInputError(f"{chain[:30]!r} is no kind of chain; take heavy-chain, light-chain or any")
    rows = [row for row in antibody_cdrs(sequence, scheme).cdrs if row["region"] == "CDR3"]
    kept = [row for row in rows if chain == "any" or str(row["chain"]).startswith(chain.removesuffix("-chain"))]
    if not kept:
        raise ToolInputError(
            f"the sequence has no {chain} of an antibody, but {', '.join(str(row['chain']) for row in rows)}"
        )
    return kept


@tool(
    Operation.ANALYSIS,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequence": _SCFV},
    also=("antibody domain search",),
    requires=REQUIRES,
)
def antibody_domains(sequence: ProteinSequence) -> list[VariableDomain]:
    """Find the variable domains of an antibody or T-cell receptor and the chain of each.

    Args:
        sequence: One protein in one-letter codes.
    Returns:
        Each domain: chain (heavy, light kappa, light lambda, or one of a T-cell receptor), first and last place in the
        sequence, the species of the profile that fits best, and its score in bits. The species is that of the profile,
        a hint only for an engineered antibody.
    Raises:
        ToolInputError: no profile scores 80 bits or more.
        ToolUnavailableError: the extra `antibodies` is not installed.
    Source: Dunbar & Deane 2016, doi:10.1093/bioinformatics/btv552 (ANARCI), aligned by HMMER 3 (pyhmmer).
    """
    return [
        {
            "chain": CHAINS[domain.chain],
            "start": domain.start + 1,
            "end": max(place for _, place in domain.states if place is not None) + 1,
            "best profile": domain.species,
            "score": round(domain.score, 1),
        }
        for domain in domains_of(parse_protein(sequence))
    ]


@tool(
    Operation.ANALYSIS,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequence": _SCFV},
    also=("antibody germline assignment",),
    requires=REQUIRES,
)
def antibody_germlines(sequence: ProteinSequence) -> list[AntibodyGermline]:
    """Find the germline V and J genes that the variable domains of an antibody are most like.

    Args:
        sequence: A chain that holds one or more variable domains.
    Returns:
        For each domain chain, species, V gene and J gene with the share of their residues that are equal. Of alleles
        that are equally near the first is named; a humanised antibody counts as human.
    Raises:
        ToolInputError: no variable domain is found.
        ToolUnavailableError: the extra `antibodies` is not installed.
    Source: Dunbar & Deane 2016, doi:10.1093/bioinformatics/btv552 (ANARCI); germlines of IMGT/GENE-DB.
    """
    chain = parse_protein(sequence)
    return [{"chain": CHAINS[domain.chain], **germline_of(domain, chain)} for domain in domains_of(chain)]


def _named(scheme: str) -> str:
    return scheme.upper() if scheme.casefold() == "imgt" else scheme.capitalize()


def _regions(domain: Domain, residues: list[Residue]) -> list[dict[str, str | int]]:
    rows = list[dict[str, str | int]]()
    for region in REGIONS:
        members = [residue for residue in residues if residue.region == region]
        if members:
            rows.append(
                {
                    "chain": CHAINS[domain.chain],
                    "region": region,
                    "sequence": "".join(residue.letter for residue in members),
                    "length": len(members),
                    "start": members[0].place,
                    "end": members[-1].place,
                }
            )
    return rows
