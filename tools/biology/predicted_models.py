"""The confidence that a predicted protein structure carries."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import PdbFile
from scitoolagent.tools.biology._pdb import protein_chains, read_model, read_pdb_text

MODEL_FILE = Path(__file__).with_name("example_model.pdb")
# What the authors of AlphaFold call very high, and too low to be read as a structure.
_VERY_HIGH, _VERY_LOW = 90.0, 50.0
_HEAD = ("HEADER", "TITLE", "EXPDTA", "REMARK", "AUTHOR", "COMPND")
_PREDICTED = (
    "ALPHAFOLD",
    "ESMFOLD",
    "PREDICT",
    "THEORETICAL MODEL",
    "OPENFOLD",
    "COLABFOLD",
    "ROSETTAFOLD",
    "BOLTZ",
    "CHAI",
)
_MEASURED = ("DIFFRACTION", "NMR", "MICROSCOPY", "SCATTERING")

MeanPlddt = Annotated[
    float,
    Semantic(
        "MeanPlddt",
        parent="MolecularProperty",
        unit="1",
        label="mean pLDDT",
        also=("pLDDT", "average pLDDT", "confidence of a predicted structure", "residue accuracy"),
    ),
]
ConfidentShare = Annotated[
    float,
    Semantic(
        "ConfidentShare",
        parent="MolecularProperty",
        unit="%",
        label="share of residues with a pLDDT above 90",
        also=("share of very confident residues",),
    ),
]
UncertainShare = Annotated[
    float,
    Semantic(
        "UncertainShare",
        parent="MolecularProperty",
        unit="%",
        label="share of residues with a pLDDT below 50",
        also=("share of uncertain residues",),
    ),
]
PlddtNote = Annotated[str, Semantic("PlddtNote", parent="Report", label="note on a pLDDT", role="note")]


@dataclasses.dataclass(frozen=True, slots=True)
class Confidence:
    """The mean confidence of a model, and how it is spread."""

    mean_plddt: MeanPlddt
    confident_share: ConfidentShare
    uncertain_share: UncertainShare
    plddt_note: PlddtNote


@tool(
    Operation.ANALYSIS,
    Topic.STRUCTURAL_BIOLOGY,
    Safety.OPEN,
    example={"structure": MODEL_FILE},
    also=("ComputeResidueAccuracy", "mean pLDDT of a predicted model"),
)
def mean_plddt(structure: PdbFile) -> Confidence:
    """Read the mean pLDDT from the PDB file of a predicted protein structure.

    Args:
        structure: A model by AlphaFold, ESMFold or alike, whose B-factor column holds the pLDDT.
    Returns:
        Mean over the residues on the scale to 100, and the shares above 90 and below 50. That the column holds a pLDDT
        is the word of the file; one whose atoms differ within residues is taken only where its head says prediction.
    Raises:
        ToolInputError: No such file, no protein, a measured structure, or a column that cannot be a pLDDT.
    Source: Jumper et al. 2021, doi:10.1038/s41586-021-03819-2, on the column; Mariani et al. 2013 on lDDT.
    """
    predicted = _refuse_measured(structure)
    chains = protein_chains(read_model(structure))
    values = [_of_residue(residue, predicted) for chain in chains.values() for residue in chain]
    if min(values) < 0 or max(values) > 100:
        raise ToolInputError(
            f"the column of B-factors runs from {min(values):g} to {max(values):g}; a pLDDT is 0 to 100"
        )
    if len(set(values)) == 1:
        raise ToolInputError(f"all residues have {values[0]:g} in the column of B-factors, so it holds no pLDDT")
    fraction = max(values) <= 1
    values = [100 * value for value in values] if fraction else values
    note = "the file has fractions, given here on the scale to 100" if fraction else "on the scale to 100"
    return Confidence(
        sum(values) / len(values),
        100 * sum(value > _VERY_HIGH for value in values) / len(values),
        100 * sum(value < _VERY_LOW for value in values) / len(values),
        f"{note}; {len(values)} residues",
    )


def _refuse_measured(structure: Path) -> bool:
    """Whether the head of the file says that it is a prediction; a measured structure is refused."""
    head = [line.upper() for line in read_pdb_text(structure).splitlines() if line.startswith(_HEAD)]
    for line in head:
        if line.startswith("EXPDTA") and any(word in line for word in _MEASURED):
            raise ToolInputError(f"the structure was measured ({line[10:].strip()}): its column holds B-factors")
    return any(word in line for line in head for word in _PREDICTED)


def _of_residue(residue: Any, predicted: bool) -> float:
    values = {round(float(atom.bfactor), 2) for atom in residue}
    if len(values) > 1 and not predicted:
        raise ToolInputError(
            f"the atoms of {residue.resname}{residue.id[1]} differ in the column of B-factors ({min(values):g} to "
            f"{max(values):g}), and the head of the file names no prediction: these are B-factors and no pLDDT"
        )
    return sum(float(atom.bfactor) for atom in residue) / len(residue)
