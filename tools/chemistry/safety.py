"""The hazard screen as tools, so that a plan can hold it: molecules, proteins, nucleic acids."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import ROOTS, ProteinSequence, Smiles

if TYPE_CHECKING:
    from scitoolagent.safety_db.screen import Screening

HazardVerdict = Annotated[
    str,
    Semantic(
        "MoleculeHazardVerdict",
        parent="Report",
        label="safety verdict of a molecule",
        also=("hazard verdict", "safety check", "safety screen", "hazard screen"),
    ),
]
HazardReasons = Annotated[
    list[str], Semantic("MoleculeHazardReasons", parent="Report", label="hazards listed for a molecule")
]
SequenceHazardVerdict = Annotated[
    str,
    Semantic(
        "SequenceHazardVerdict",
        parent="Report",
        label="safety verdict of a sequence",
        also=("toxin verdict", "toxin check", "toxin screen", "biosecurity screen"),
    ),
]
SequenceHazardReasons = Annotated[
    list[str], Semantic("SequenceHazardReasons", parent="Report", label="toxins found in a sequence")
]
HazardNote = Annotated[str, Semantic("HazardNote", parent="Report", label="note on a safety verdict", role="note")]
AnyNucleicAcid = Annotated[str, next(semantic for semantic in ROOTS if semantic.name == "NucleicAcidSequence")]

# What a verdict does not say.
_MEANING = {
    "clear": "nothing is listed for it here; this does not say that it is harmless",
    "unknown": "nothing could be compared; this does not say that it is harmless",
}
_LISTED = "by lists of hazards; what is not listed may be hazardous, too"


@dataclass(frozen=True)
class HazardResult:
    """The worst verdict and why."""

    verdict: HazardVerdict
    reasons: HazardReasons
    hazard_note: HazardNote


@dataclass(frozen=True)
class SequenceHazardResult:
    """The worst verdict and why."""

    verdict: SequenceHazardVerdict
    reasons: SequenceHazardReasons
    hazard_note: HazardNote


@tool(
    Operation.FILTERING,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "CC(C)c1ccc(C)cc1O"},
    also=(
        "check_safety",
        "check the safety",
        "is it hazardous",
        "hazardous",
        "dangerous",
        "safe to handle",
        "hazards",
        "GHS hazards",
        "hazard classes",
        "hazard statements",
    ),
)
def molecule_safety(smiles: Smiles) -> HazardResult:
    """Screen a molecule against the graded hazard database.

    Args:
        smiles: One molecule, salt or mixture; the database grades what is toxic, carcinogenic, explosive or controlled
            (a scheduled substance).
    Returns:
        block, confirm, warn, note or clear, and the reason of each hit; clear means not listed, not harmless.
    Raises:
        ToolInputError: `smiles` cannot be read, so that nothing can be said.
    Source: `safety_db/SOURCES.md`; score of Ding et al. 2025 (mean of Tanimoto, Dice and cosine, 0.95), CWC families.
    """
    from scitoolagent.safety_db.screen import screen_molecule
    from scitoolagent.tools.chemistry._molecule import parse_smiles

    parse_smiles(smiles)
    screening = screen_molecule(smiles)
    return HazardResult(screening.verdict, _reasons(screening), _MEANING.get(screening.verdict, _LISTED))


@tool(
    Operation.FILTERING,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequence": "CNCKAPETALCARRCQQH"},
    also=("check_safety", "check the safety", "is it a toxin", "toxin check", "protein safety check"),
)
def protein_safety(sequence: ProteinSequence) -> SequenceHazardResult:
    """Screen a protein for toxins, whole, fused or in part.

    Args:
        sequence: One-letter residues.
    Returns:
        block, confirm, warn, note, clear, or unknown for a sequence that is mostly ambiguous, and the nearest toxins;
        clear means that no listed toxin is in it.
    Raises:
        ToolInputError: `sequence` cannot be read, so that nothing can be said.
    Source: UniProtKB/Swiss-Prot toxins; Smith-Waterman similarity of 0.95 as `safety_db/alignment.py` defines it.
    """
    from scitoolagent.safety_db.screen import screen_protein

    return _judged(screen_protein(sequence), sequence)


@tool(
    Operation.FILTERING,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"sequence": "GGCATTGTGGAACAGTGCTGCACCAGCATTTGCAGCCTGTATCAGCTGGAAAACTATTGCAAC"},
    also=("check_safety", "check the safety", "toxin gene check", "gene safety check", "DNA safety check"),
)
def nucleic_acid_safety(sequence: AnyNucleicAcid) -> SequenceHazardResult:
    """Screen DNA or RNA for genes of toxins in all six frames.

    Args:
        sequence: DNA or RNA, with or without ambiguity letters.
    Returns:
        block, confirm, warn, note, clear, or unknown for a sequence that is mostly ambiguous, and the nearest toxins;
        clear means that no frame holds a listed toxin.
    Raises:
        ToolInputError: `sequence` cannot be read, so that nothing can be said.
    Source: UniProtKB/Swiss-Prot toxins; standard genetic code, similarity as `safety_db/alignment.py` defines it.
    """
    from scitoolagent.safety_db.screen import screen_nucleotide

    return _judged(screen_nucleotide(sequence), sequence)


def _judged(screening: Screening, sequence: str) -> SequenceHazardResult:
    # nothing matched and nothing was compared: the text is no sequence
    if screening.verdict == "unknown" and not screening.findings[0].matched:
        raise ToolInputError(f"{sequence[:60]!r} cannot be screened: {screening.findings[0].reason}")
    return SequenceHazardResult(screening.verdict, _reasons(screening), _MEANING.get(screening.verdict, _LISTED))


def _reasons(screening: Screening) -> list[str]:
    return [f"{finding.verdict}: {finding.reason}" for finding in screening.findings]
