"""Passive absorption in the gut and permeation into the brain, by the BOILED-Egg model."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles
from scitoolagent.tools.chemistry._molecule import parse_smiles

BrainPermeant = Annotated[
    bool,
    Semantic(
        "BrainPermeant",
        parent="MolecularProperty",
        label="blood-brain barrier permeation",
        also=(
            "blood brain barrier permeant",
            "BBB permeant",
            "BBB permeability",
            "crosses the blood-brain barrier",
            "brain penetration",
        ),
    ),
]
GutAbsorption = Annotated[
    str,
    Semantic(
        "GastrointestinalAbsorption",
        parent="MolecularProperty",
        label="gastrointestinal absorption",
        also=("GI absorption", "human intestinal absorption", "intestinal absorption", "oral absorption"),
    ),
]


@dataclass(frozen=True)
class _Ellipse:
    """An ellipse in the plane of TPSA (Å²) and logP: centre, full widths and the angle of its first axis in degrees."""

    tpsa: float
    logp: float
    width: float
    height: float
    degrees: float

    def holds(self, tpsa: float, logp: float) -> bool:
        turn = math.radians(self.degrees)
        x, y = tpsa - self.tpsa, logp - self.logp
        along = x * math.cos(turn) + y * math.sin(turn)
        across = -x * math.sin(turn) + y * math.cos(turn)
        return (2 * along / self.width) ** 2 + (2 * across / self.height) ** 2 <= 1


# Daina & Zoete 2016: the white of the egg (absorbed in the gut) and its yolk (permeates into the brain). The ellipses
# fit the outlines in the paper's supporting information within 1 % of their radius.
_WHITE = _Ellipse(71.051, 2.292, 142.081, 8.740, -1.031325)
_YOLK = _Ellipse(38.117, 3.177, 82.061, 5.557, -0.171887)


@tool(Operation.PREDICTION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "CC(C)c1ccc(C)cc1O"})
def brain_permeation(smiles: Smiles) -> BrainPermeant:
    """Predict whether a molecule permeates passively through the blood-brain barrier.

    Args:
        smiles: One molecule; of its ADME(T) properties only this passive one is predicted.
    Returns:
        Yes when TPSA and Wildman-Crippen logP lie in the yolk of the BOILED-Egg; active transport is not considered.
        S and P count for TPSA, as in the paper.
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
    Source: Daina & Zoete 2016, doi:10.1002/cmdc.201600182; the published accuracy for the brain is 0.90.
    """
    return _YOLK.holds(*_place(smiles))


@tool(Operation.PREDICTION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "CC(C)c1ccc(C)cc1O"})
def gastrointestinal_absorption(smiles: Smiles) -> GutAbsorption:
    """Predict the passive gastrointestinal absorption of a molecule.

    Args:
        smiles: One molecule; of its ADME(T) properties only this passive one is predicted.
    Returns:
        `High` when TPSA and Wildman-Crippen logP lie in the white of the BOILED-Egg, `Low` otherwise. S and P count for
        TPSA, as in the paper. The yolk reaches beyond the white at TPSA 0: some hydrocarbons are `Low` and yet pass
        into the brain.
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
    Source: Daina & Zoete 2016, doi:10.1002/cmdc.201600182; the published accuracy for the gut is 0.92.
    """
    return "High" if _WHITE.holds(*_place(smiles)) else "Low"


def _place(smiles: str) -> tuple[float, float]:
    from rdkit.Chem import rdMolDescriptors

    mol = parse_smiles(smiles)
    tpsa, logp = rdMolDescriptors.CalcTPSA(mol, includeSandP=True), rdMolDescriptors.CalcCrippenDescriptors(mol)[0]
    return float(tpsa), float(logp)
