"""Composition, indices and profiles of a protein, from its sequence."""

from __future__ import annotations

import dataclasses
from collections import Counter
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import ProteinSequence
from scitoolagent.tools.biology._residues import isoelectric_ph, peptide_mass
from scitoolagent.tools.biology._sequence import (
    AMBIGUOUS_AMINO_ACIDS,
    AMINO_ACIDS,
    RARE_AMINO_ACIDS,
    AnySequence,
    parse_protein,
)
from scitoolagent.tools.biology.protein import (
    CystineExtinctionCoefficient,
    IsoelectricPoint,
    ProteinMass,
    ReducedExtinctionCoefficient,
    protein_extinction_coefficient,
)

SequenceLength = Annotated[
    int,
    Semantic(
        "SequenceLength",
        parent="SequenceProperty",
        unit="1",
        label="sequence length",
        also=("number of residues", "number of bases", "number of nucleotides"),
    ),
]
InstabilityIndex = Annotated[
    float,
    Semantic(
        "InstabilityIndex",
        parent="SequenceProperty",
        unit="1",
        label="instability index",
        also=("protein instability", "in vivo stability index"),
    ),
]
AliphaticIndex = Annotated[
    float, Semantic("AliphaticIndex", parent="SequenceProperty", unit="1", label="aliphatic index")
]
Gravy = Annotated[
    float,
    Semantic(
        "Gravy",
        parent="SequenceProperty",
        unit="1",
        label="grand average of hydropathy",
        also=(
            "GRAVY",
            "GRAVY score",
            "GRAVY (Kyte-Doolittle)",
            "hydropathy index",
            "average hydropathicity",
            "mean hydropathy",
            "hydrophobicity",
            "hydropathy",
        ),
    ),
]
AromaticityFraction = Annotated[
    float,
    Semantic(
        "AromaticityFraction",
        parent="SequenceProperty",
        unit="1",
        label="aromaticity of a protein",
        also=("protein aromaticity", "aromatic residue fraction"),
    ),
]
AminoAcidCounts = Annotated[
    dict[str, int], Semantic("AminoAcidCounts", parent="SequenceProperty", unit="1", label="number of each amino acid")
]
AminoAcidPercentages = Annotated[
    dict[str, float],
    Semantic("AminoAcidPercentages", parent="SequenceProperty", unit="%", label="percentage of each amino acid"),
]
HelixTendency = Annotated[
    float, Semantic("HelixTendency", parent="SequenceProperty", unit="1", label="fraction of helix-forming residues")
]
TurnTendency = Annotated[
    float, Semantic("TurnTendency", parent="SequenceProperty", unit="1", label="fraction of turn-forming residues")
]
SheetTendency = Annotated[
    float, Semantic("SheetTendency", parent="SequenceProperty", unit="1", label="fraction of sheet-forming residues")
]
WindowSize = Annotated[
    int, Semantic("WindowSize", parent="Parameter", unit="1", label="window size", also=("window", "window length"))
]
HydropathyProfile = Annotated[
    float,
    Semantic(
        "HydropathyProfile",
        parent="SequenceProperty",
        unit="1",
        label="hydropathy profile",
        also=("hydropathy plot", "Kyte-Doolittle plot", "hydrophobicity profile", "hydrophobicity plot"),
    ),
]
HydrophilicityProfile = Annotated[
    float,
    Semantic(
        "HydrophilicityProfile",
        parent="SequenceProperty",
        unit="1",
        label="hydrophilicity profile",
        also=("hydrophilicity plot", "Hopp-Woods plot", "Hopp-Woods hydrophilicity"),
    ),
]

_MYOGLOBIN_START = "MGLSDGEWQLVLNVWGKVEADIPGHGQEVLIRLFKGHPETLEKFDKFKHLK"
_ORDER = "ARNDCQEGHILKMFPSTWYV"
# fmt: off
KYTE_DOOLITTLE = dict(zip(_ORDER, (
    1.8, -4.5, -3.5, -3.5, 2.5, -3.5, -3.5, -0.4, -3.2, 4.5, 3.8, -3.9, 1.9, 2.8, -1.6, -0.8, -0.7, -0.9, -1.3, 4.2,
), strict=True))
_HOPP_WOODS = dict(zip(_ORDER, (
    -0.5, 3.0, 0.2, 3.0, -1.0, 0.2, 3.0, 0.0, -0.5, -1.8, -1.8, 3.0, -1.3, -2.5, 0.0, 0.3, -0.4, -3.4, -2.3, -1.5,
), strict=True))
# fmt: on


@dataclasses.dataclass(frozen=True, slots=True)
class Composition:
    """How often each amino acid occurs."""

    counts: AminoAcidCounts
    percentages: AminoAcidPercentages


@dataclasses.dataclass(frozen=True, slots=True)
class StructureTendencies:
    """Fractions of residues with a preference for a kind of secondary structure."""

    helix: HelixTendency
    turn: TurnTendency
    sheet: SheetTendency


@dataclasses.dataclass(frozen=True, slots=True)
class ProteinParameters:
    """The physico-chemical profile of a protein."""

    length: SequenceLength
    molecular_weight: ProteinMass
    isoelectric_point: IsoelectricPoint
    extinction_reduced: ReducedExtinctionCoefficient
    extinction_cystines: CystineExtinctionCoefficient
    instability_index: InstabilityIndex
    aliphatic_index: AliphaticIndex
    gravy: Gravy


@tool(
    Operation.CALCULATION,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequence": _MYOGLOBIN_START},
    also=("number of residues", "number of amino acids", "number of bases", "number of nucleotides"),
)
def sequence_length(sequence: AnySequence) -> SequenceLength:
    """Count the residues or bases of a sequence.

    Args:
        sequence: One protein, DNA or RNA in one-letter codes; blanks and a stop (*) at the end do not count.
    Returns:
        The number of letters.
    Raises:
        ToolInputError: Empty, or a letter that is in no sequence.
    Source: Count of letters.
    """
    return len(parse_protein(sequence, RARE_AMINO_ACIDS + AMBIGUOUS_AMINO_ACIDS, longest=1_000_000))


@tool(Operation.CALCULATION, Topic.PROTEINS, Safety.OPEN, example={"sequence": _MYOGLOBIN_START})
def instability_index(sequence: ProteinSequence) -> InstabilityIndex:
    """Compute the instability index of a protein.

    Args:
        sequence: One protein of two residues or more in one-letter codes.
    Returns:
        The index; above 40 the protein is predicted to be unstable in a test tube.
    Raises:
        ToolInputError: A letter is not one of the twenty amino acids, or there is only one residue.
    Source: Guruprasad et al. 1990, doi:10.1093/protein/4.2.155, by `ProteinAnalysis.instability_index` of Biopython.
    """
    from Bio.SeqUtils.ProtParam import ProteinAnalysis

    chain = parse_protein(sequence)
    if len(chain) < 2:
        raise ToolInputError("the instability index is a sum over pairs of neighbours; give two residues or more")
    return float(ProteinAnalysis(chain).instability_index())


@tool(Operation.CALCULATION, Topic.PROTEINS, Safety.OPEN, example={"sequence": _MYOGLOBIN_START})
def aliphatic_index(sequence: ProteinSequence) -> AliphaticIndex:
    """Compute the aliphatic index of a protein.

    Args:
        sequence: One protein in one-letter codes.
    Returns:
        Relative volume of the aliphatic side chains Ala, Val, Ile and Leu, times 100.
    Raises:
        ToolInputError: A letter is not one of the twenty amino acids.
    Source: Ikai 1980, doi:10.1093/oxfordjournals.jbchem.a133168.
    """
    chain = parse_protein(sequence)
    percent = {letter: 100 * chain.count(letter) / len(chain) for letter in "AVIL"}
    return percent["A"] + 2.9 * percent["V"] + 3.9 * (percent["I"] + percent["L"])


@tool(Operation.CALCULATION, Topic.PROTEINS, Safety.OPEN, example={"sequence": _MYOGLOBIN_START})
def hydropathy_index(sequence: ProteinSequence) -> Gravy:
    """Compute the grand average of hydropathy (GRAVY) of a protein.

    Args:
        sequence: One protein in one-letter codes.
    Returns:
        Mean of the hydropathies of the residues; positive values are hydrophobic.
    Raises:
        ToolInputError: A letter is not one of the twenty amino acids.
    Source: Kyte and Doolittle 1982, doi:10.1016/0022-2836(82)90515-0.
    """
    chain = parse_protein(sequence)
    return sum(KYTE_DOOLITTLE[residue] for residue in chain) / len(chain)


@tool(Operation.CALCULATION, Topic.PROTEINS, Safety.OPEN, example={"sequence": _MYOGLOBIN_START}, also=("aromaticity",))
def protein_aromaticity(sequence: ProteinSequence) -> AromaticityFraction:
    """Compute the aromaticity of a protein: the fraction of Phe, Trp and Tyr.

    Args:
        sequence: One protein in one-letter codes.
    Returns:
        Fraction of the residues, from 0 to 1.
    Raises:
        ToolInputError: A letter is not one of the twenty amino acids.
    Source: Lobry and Gautier 1994, doi:10.1093/nar/22.15.3174.
    """
    chain = parse_protein(sequence)
    return sum(chain.count(letter) for letter in "FWY") / len(chain)


@tool(
    Operation.CALCULATION,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequence": _MYOGLOBIN_START},
    also=(
        "AminoAcidStatistics",
        "GetAminoAcidFrequency",
        "amino acid composition",
        "amino acid frequency",
        "amino acid statistics",
        "amino acid content",
    ),
)
def amino_acid_composition(sequence: ProteinSequence) -> Composition:
    """Count each amino acid of a protein and its share.

    Args:
        sequence: One protein in one-letter codes; the letters U, O, B, J, X and Z are counted where they occur.
    Returns:
        Number and percentage of each letter; the twenty amino acids are always listed.
    Raises:
        ToolInputError: A letter is no amino acid.
    Source: Count of letters.
    """
    chain = parse_protein(sequence, RARE_AMINO_ACIDS + AMBIGUOUS_AMINO_ACIDS)
    found = Counter(chain)
    letters = AMINO_ACIDS + "".join(sorted(set(chain) - set(AMINO_ACIDS)))
    counts = {letter: found[letter] for letter in letters}
    return Composition(counts, {letter: 100 * count / len(chain) for letter, count in counts.items()})


@tool(
    Operation.PREDICTION,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequence": _MYOGLOBIN_START},
    also=("secondary structure fraction", "secondary structure content from a sequence"),
)
def secondary_structure_fraction(sequence: ProteinSequence) -> StructureTendencies:
    """Estimate the share of residues that prefer helix, turn and sheet from a sequence.

    Args:
        sequence: One protein in one-letter codes.
    Returns:
        Fractions of E, M, A, L, K (helix), of N, P, G, S, D (turn) and of V, I, Y, F, W, L, T (sheet). It is a
        count of residues, not a prediction of the fold; L counts twice.
    Raises:
        ToolInputError: A letter is not one of the twenty amino acids.
    Source: Preferences of Haimov and Srebnik 2016, doi:10.1038/srep38341, Hutchinson and Thornton 1994,
        doi:10.1002/pro.5560031206, and Kim and Berg 1993, doi:10.1038/362267a0, as Biopython groups them.
    """
    chain = parse_protein(sequence)
    helix, turn, sheet = (sum(map(chain.count, group)) / len(chain) for group in ("EMALK", "NPGSD", "VIYFWLT"))
    return StructureTendencies(helix, turn, sheet)


@tool(
    Operation.CALCULATION,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequence": _MYOGLOBIN_START},
    also=("ComputeProtScale", "ProtScale"),
)
def hydropathy_profile(sequence: ProteinSequence, window: WindowSize = 9) -> list[HydropathyProfile]:
    """Compute the Kyte-Doolittle hydropathy along a protein in a sliding window.

    Args:
        sequence: One protein in one-letter codes, at least as long as the window.
        window: Residues in a window, 1 or more.
    Returns:
        Mean hydropathy of each window, all residues of equal weight; item k is the window that starts at residue k.
    Raises:
        ToolInputError: A letter is not one of the twenty amino acids, or the window does not fit.
    Source: Kyte and Doolittle 1982, doi:10.1016/0022-2836(82)90515-0.
    """
    return _window_means(parse_protein(sequence), KYTE_DOOLITTLE, window)


@tool(
    Operation.CALCULATION,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequence": _MYOGLOBIN_START},
    also=("ComputeHydrophilicity",),
)
def hydrophilicity_profile(sequence: ProteinSequence, window: WindowSize = 6) -> list[HydrophilicityProfile]:
    """Compute the Hopp-Woods hydrophilicity along a protein in a sliding window.

    Args:
        sequence: One protein in one-letter codes, at least as long as the window.
        window: Residues in a window, 1 or more; Hopp and Woods used six.
    Returns:
        Mean hydrophilicity of each window, all residues of equal weight; item k is the window that starts at residue k.
    Raises:
        ToolInputError: A letter is not one of the twenty amino acids, or the window does not fit.
    Source: Hopp and Woods 1981, doi:10.1073/pnas.78.6.3824.
    """
    return _window_means(parse_protein(sequence), _HOPP_WOODS, window)


@tool(
    Operation.CALCULATION,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequence": _MYOGLOBIN_START},
    also=(
        "ComputeProtPara",
        "ComputePiMw",
        "CalculatorPeptideProperty",
        "CalculateHydrophobicityAndPolarity",
        "ProtParam",
        "physicochemical profile of a protein",
        "physicochemical properties of a protein",
        "physicochemical properties of a peptide",
    ),
)
def protein_parameters(sequence: ProteinSequence) -> ProteinParameters:
    """Compute the physico-chemical profile of a protein, as ProtParam does.

    Args:
        sequence: One protein of two residues or more in one-letter codes.
    Returns:
        Length, average mass in Da, pI (Bjellqvist), extinction coefficients at 280 nm in M⁻¹·cm⁻¹, instability
        index, aliphatic index and GRAVY.
    Raises:
        ToolInputError: A letter is not one of the twenty amino acids, or there is only one residue.
    Source: Gasteiger et al. 2005, doi:10.1385/1-59259-890-0:571; each value by the tool of its own.
    """
    chain = parse_protein(sequence)
    absorption = protein_extinction_coefficient(chain)
    return ProteinParameters(
        length=len(chain),
        molecular_weight=peptide_mass(chain),
        isoelectric_point=isoelectric_ph(chain, "Bjellqvist"),
        extinction_reduced=absorption.reduced,
        extinction_cystines=absorption.cystines,
        instability_index=instability_index(chain),
        aliphatic_index=aliphatic_index(chain),
        gravy=hydropathy_index(chain),
    )


def _window_means(chain: str, scale: dict[str, float], window: int) -> list[float]:
    if not 1 <= window <= len(chain):
        raise ToolInputError(f"a window of {window} does not fit a chain of {len(chain)}; give 1 to {len(chain)}")
    values = [scale[residue] for residue in chain]
    return [sum(values[start : start + window]) / window for start in range(len(chain) - window + 1)]
