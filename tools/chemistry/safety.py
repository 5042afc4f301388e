"""The hazard screen as tools, so that a plan can hold it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles

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


@dataclass(frozen=True)
class HazardResult:
    """The worst verdict and why."""

    verdict: HazardVerdict
    reasons: HazardReasons


@tool(
    Operation.FILTERING,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "CC(C)c1ccc(C)cc1O"},
    also=("check_safety", "check the safety", "is it hazardous", "hazardous", "safe to handle"),
)
def molecule_safety(smiles: Smiles) -> HazardResult:
    """Screen a molecule against the graded hazard database.

    Args:
        smiles: One molecule, salt or mixture.
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
    reasons = [f"{finding.verdict}: {finding.reason}" for finding in screening.findings]
    return HazardResult(screening.verdict, reasons)
