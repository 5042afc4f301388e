"""Signals in a protein sequence by published matrices and scales: rules of the field, no trained model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import ProteinSequence
from scitoolagent.tools.biology._segments_by_scale import (
    cleavage_scores,
    disordered_stretches,
    fold_index,
    hydrophobic_segments,
)
from scitoolagent.tools.biology._sequence import parse_protein

_SIGNAL_SCORE = 3.5
_SHORTEST_SIGNAL = 15
_WINDOW, _MEMBRANE_MEAN = 19, 1.6
_FOLD_WINDOW, _SHORTEST_DISORDER = 51, 5
_WH_CUT = 1.71
# The quadratic of the probability has its top here; further out it would fall again.
_WH_TOP = 0.276 / (2 * 0.0392)

SignalPeptideFound = Annotated[
    bool,
    Semantic(
        "SignalPeptideFound",
        parent="YesNo",
        label="signal peptide",
        also=("signal peptide present", "N-terminal signal peptide", "secretory signal"),
    ),
]
SignalPeptide = Annotated[
    dict[str, str | int | float],
    Semantic(
        "SignalPeptide",
        parent="SequenceProperty",
        label="signal peptide and its cleavage site",
        also=("signal peptide cleavage site", "signal sequence", "cleavage site of the signal peptide"),
    ),
]
TransmembraneSegment = Annotated[
    dict[str, str | int | float],
    Semantic(
        "TransmembraneSegment",
        parent="SequenceProperty",
        label="transmembrane segment",
        also=(
            "transmembrane region",
            "transmembrane helix",
            "transmembrane domain",
            "membrane-spanning segment",
            "transmembrane segments",
        ),
    ),
]
TransmembraneCount = Annotated[
    int,
    Semantic(
        "TransmembraneCount",
        parent="SequenceProperty",
        unit="1",
        label="number of transmembrane segments",
        also=("number of transmembrane helices", "number of transmembrane regions"),
    ),
]
MembraneBound = Annotated[
    bool,
    Semantic(
        "MembraneBound",
        parent="YesNo",
        label="membrane-bound protein",
        also=("membrane bound", "membrane protein", "membrane-bound or soluble", "binary localization"),
    ),
]
SignalNote = Annotated[str, Semantic("SignalNote", parent="Report", label="note on a rule for sequences", role="note")]
DisorderedRegion = Annotated[
    dict[str, str | int | float],
    Semantic(
        "DisorderedRegion",
        parent="SequenceProperty",
        label="disordered region",
        also=(
            "intrinsically disordered region",
            "inherently disordered region",
            "disordered regions",
            "intrinsic disorder",
        ),
    ),
]
FoldIndex = Annotated[
    float,
    Semantic(
        "FoldIndex",
        parent="SequenceProperty",
        unit="1",
        label="FoldIndex",
        also=("fold index", "FoldIndex of a protein"),
    ),
]
SolubleInEcoli = Annotated[
    bool,
    Semantic(
        "SolubleInEcoli",
        parent="YesNo",
        label="soluble on overexpression",
        also=("soluble when overexpressed in E. coli", "soluble protein", "protein solubility"),
    ),
]
SolubilityProbability = Annotated[
    float,
    Semantic(
        "SolubilityProbability",
        parent="SequenceProperty",
        unit="1",
        label="probability of the solubility class",
        also=("solubility probability", "Wilkinson-Harrison probability"),
    ),
]
SolubilityScore = Annotated[
    float,
    Semantic(
        "SolubilityScore",
        parent="SequenceProperty",
        unit="1",
        label="Wilkinson-Harrison score",
        also=("solubility score of a protein", "protein solubility score"),
    ),
]


@dataclass(frozen=True, slots=True)
class SignalPeptideResult:
    """Whether there is a signal peptide, and which."""

    signal_peptide_found: SignalPeptideFound
    signal_peptides: list[SignalPeptide]
    signal_note: SignalNote


@dataclass(frozen=True, slots=True)
class TransmembraneResult:
    """How many segments there are, and which."""

    transmembrane_count: TransmembraneCount
    transmembrane_segments: list[TransmembraneSegment]


@dataclass(frozen=True, slots=True)
class MembraneResult:
    """Whether a protein is bound to a membrane, and by which rule."""

    membrane_bound: MembraneBound
    signal_note: SignalNote


@dataclass(frozen=True, slots=True)
class DisorderResult:
    """The index of the whole chain, and its disordered regions."""

    fold_index: FoldIndex
    disordered_regions: list[DisorderedRegion]


@dataclass(frozen=True, slots=True)
class SolubilityResult:
    """The class of a protein, its score, the probability of the class, and what that is worth."""

    soluble_in_ecoli: SolubleInEcoli
    solubility_score: SolubilityScore
    solubility_probability: SolubilityProbability
    signal_note: SignalNote


@tool(
    Operation.PREDICTION,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequence": "MKWVTFISLLFLFSSAYSRGVFRRDAHKSEVAHRFKDLGEENFK"},
    also=("PredictSignalPeptide", "signal peptide prediction"),
)
def signal_peptide(sequence: ProteinSequence) -> SignalPeptideResult:
    """Look for an N-terminal signal peptide by von Heijne's weight matrix of 1986.

    Args:
        sequence: One eukaryotic protein from its first residue on, at least 15 residues.
    Returns:
        Whether the best cut within 45 residues scores 3.5 or more, and that peptide with its score and the positions
        of the cut. By its author the matrix finds 95 % of signal peptides and puts three of four cuts right; it is no
        probability, and signal anchors and transit peptides may score too.
    Raises:
        ToolInputError: a letter is not one of the twenty amino acids, or the sequence is too short.
    Source: von Heijne 1986, doi:10.1093/nar/14.11.4683, counts of 161 eukaryotic signal peptides.
    """
    chain = parse_protein(sequence)
    if len(chain) < _SHORTEST_SIGNAL:
        raise ToolInputError(f"the matrix spans 15 residues; the sequence has {len(chain)}")
    cut, score = max(cleavage_scores(chain), key=lambda pair: pair[1])
    start = "" if chain.startswith("M") else "; the sequence does not start with M, so it may not be the whole chain"
    if score < _SIGNAL_SCORE:
        return SignalPeptideResult(False, [], f"best cut after residue {cut}, score {score:.2f}, below 3.5{start}")
    record: dict[str, str | int | float] = {
        "sequence": chain[:cut],
        "length": cut,
        "cut": f"between {cut} and {cut + 1}",
        "score": round(score, 3),
    }
    return SignalPeptideResult(True, [record], f"a score of 3.5 or more counts{start}")


@tool(
    Operation.PREDICTION,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequence": "MNGTEGPNFYVPFSNKTGVVRSPFEAPQYYLAEPWQFSMLAAYMFLLIMLGFPINFLTLYVTVQHKK"},
    also=("PredictTransmembrane", "PredictTransmembraneRegion", "transmembrane prediction"),
)
def transmembrane_segments(sequence: ProteinSequence) -> TransmembraneResult:
    """Find segments hydrophobic enough to span a membrane, by Kyte and Doolittle's rule.

    Args:
        sequence: One protein in one-letter codes.
    Returns:
        Number and list of windows of 19 residues whose mean hydropathy is 1.6 or more and that do not overlap: start
        and end (from 1), sequence, mean. The ends are those of the window; strands of barrels and short or
        amphipathic helices are not found, and a signal peptide may be. An empty list does not mean a soluble protein.
    Raises:
        ToolInputError: a letter is not one of the twenty amino acids.
    Source: Kyte & Doolittle 1982, doi:10.1016/0022-2836(82)90515-0.
    """
    chain = parse_protein(sequence)
    segments = hydrophobic_segments(chain, _WINDOW, _MEMBRANE_MEAN)
    records: list[dict[str, str | int | float]] = [
        {"start": start + 1, "end": end, "sequence": chain[start:end], "hydropathy": round(mean, 3)}
        for start, end, mean in segments
    ]
    return TransmembraneResult(len(records), records)


@tool(
    Operation.PREDICTION,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequence": "MNGTEGPNFYVPFSNKTGVVRSPFEAPQYYLAEPWQFSMLAAYMFLLIMLGFPINFLTLYVTVQHKK"},
    also=("PredictProteinBinaryLocalization", "membrane-bound or soluble protein"),
)
def membrane_bound(sequence: ProteinSequence) -> MembraneResult:
    """Tell by a rule on hydrophobic segments whether a protein is bound to a membrane.

    Args:
        sequence: One protein from its first residue on.
    Returns:
        Yes where a window of 19 residues with a mean hydropathy of 1.6 or more lies outside the signal peptide. Lipid
        anchors and barrels are not seen.
    Raises:
        ToolInputError: a letter is not one of the twenty amino acids, or the sequence is too short.
    Source: Kyte & Doolittle 1982, doi:10.1016/0022-2836(82)90515-0; von Heijne 1986, doi:10.1093/nar/14.11.4683.
    """
    chain = parse_protein(sequence)
    if len(chain) < _WINDOW:
        raise ToolInputError(f"a segment that spans a membrane has about 19 residues; the sequence has {len(chain)}")
    cut, score = max(cleavage_scores(chain), key=lambda pair: pair[1])
    mature = cut if score >= _SIGNAL_SCORE else 0
    segments = [(start, end) for start, end, _ in hydrophobic_segments(chain, _WINDOW, _MEMBRANE_MEAN)]
    spanning = [f"{start + 1}-{end}" for start, end in segments if (start + end) / 2 >= mature]
    signal = f"signal peptide 1-{mature} left out; " if mature else ""
    found = f"segments {', '.join(spanning)}" if spanning else "no segment with a mean hydropathy of 1.6 or more"
    return MembraneResult(bool(spanning), f"by rule, no measurement: {signal}{found}")


@tool(
    Operation.PREDICTION,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequence": "MSKGEEDKKPSSEEGSKPTEEDSKGSSPEEKKEEDSGKPSTEEKKSGDEEPKKSGEEDKTSKPEEGSK"},
    also=("InherentDisorderedRegionsPredictor", "disorder prediction"),
)
def disordered_regions(sequence: ProteinSequence) -> DisorderResult:
    """Find regions of a protein that charge and hydropathy put among the disordered ones.

    Args:
        sequence: One protein in one-letter codes, at least 5 residues.
    Returns:
        FoldIndex of the whole chain (below zero: disordered), and the regions of 5 residues or more whose windows of
        51 residues are below zero: start and end (from 1), sequence, lowest index. A boundary, no probability.
    Raises:
        ToolInputError: a letter is not one of the twenty amino acids, or the sequence is too short.
    Source: Uversky et al. 2000, doi:10.1002/1097-0134(20001115)41:3<415::AID-PROT130>3.0.CO;2-7, in the windows of
        Prilusky et al. 2005, doi:10.1093/bioinformatics/bti537.
    """
    chain = parse_protein(sequence)
    if len(chain) < _SHORTEST_DISORDER:
        raise ToolInputError(f"a region has at least {_SHORTEST_DISORDER} residues; the sequence has {len(chain)}")
    records: list[dict[str, str | int | float]] = [
        {"start": start + 1, "end": end, "sequence": chain[start:end], "lowest": round(value, 4)}
        for start, end, value in disordered_stretches(chain, _FOLD_WINDOW, _SHORTEST_DISORDER)
    ]
    return DisorderResult(fold_index(chain), records)


@tool(
    Operation.PREDICTION,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequence": "MKWVTFISLLFLFSSAYSRGVFRRDAHKSEVAHRFKDLGEENFK"},
    also=("ProteinSolubilityPredictor", "PredictProteinSolubility", "Wilkinson-Harrison"),
)
def overexpression_solubility(sequence: ProteinSequence) -> SolubilityResult:
    """Predict by Wilkinson and Harrison whether a protein is soluble in overexpression.

    Args:
        sequence: One protein in one-letter codes.
    Returns:
        Soluble or not, the score CV - 1.71 (above zero: inclusion bodies), and the probability of that class by the
        paper, at most 0.98. Fitted to 81 proteins at 37 °C; in later tests it put about two of three proteins right.
    Raises:
        ToolInputError: a letter is not one of the twenty amino acids.
    Source: Wilkinson & Harrison 1991, doi:10.1038/nbt0591-443, as Davis et al. 1999 revised it,
        doi:10.1002/(SICI)1097-0290(19991120)65:4<382::AID-BIT2>3.0.CO;2-I.
    """
    chain = parse_protein(sequence)
    turn = sum(chain.count(letter) for letter in "NGPS") / len(chain)
    charge = sum(chain.count(letter) for letter in "KR") - sum(chain.count(letter) for letter in "DE")
    score = 15.43 * turn - 29.56 * abs(charge / len(chain) - 0.03) - _WH_CUT
    distance = min(abs(score), _WH_TOP)
    probability = 0.4934 + 0.276 * distance - 0.0392 * distance**2
    note = f"a rule of 1991 on composition, no measurement: this class has a probability of {probability:.2f} by it"
    return SolubilityResult(score < 0, score, probability, note)
