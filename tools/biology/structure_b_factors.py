"""The B factors of structures: of parts, residues and chains."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import PdbFile
from scitoolagent.tools.biology._macromolecule import (
    Part,
    Place,
    chosen,
    is_polymer,
    models_note,
    places,
    read_macromolecule,
    read_part,
    residue_label,
)
from scitoolagent.tools.biology.structure import CountedModels, StructurePart

_COMPLEX = Path(__file__).with_name("example_complex.pdb")
_EXAMPLE = {"structure": _COMPLEX}


_FACTOR = "Ao2"


MeanBFactor = Annotated[
    float,
    Semantic(
        "MeanBFactor",
        parent="MolecularProperty",
        unit=_FACTOR,
        label="mean B factor",
        also=(
            "average B factor",
            "B factor",
            "mean B-factor",
            "average B-factor",
            "B-factor",
            "temperature factor",
            "mean B",
        ),
    ),
]


LowestBFactor = Annotated[
    float,
    Semantic(
        "LowestBFactor", parent="MolecularProperty", unit=_FACTOR, label="lowest B factor", also=("minimum B factor",)
    ),
]


HighestBFactor = Annotated[
    float,
    Semantic(
        "HighestBFactor", parent="MolecularProperty", unit=_FACTOR, label="highest B factor", also=("maximum B factor",)
    ),
]


ResidueBFactors = Annotated[
    dict[str, str | float],
    Semantic(
        "ResidueBFactors",
        parent="MolecularProperty",
        label="mean B factor of each residue",
        also=("B factor per residue", "B factor of each residue", "mean B factor per residue", "B factors by residue"),
    ),
]


HighestBResidue = Annotated[
    str,
    Semantic(
        "HighestBResidue",
        parent="MolecularProperty",
        label="residue with the highest mean B factor",
        also=(
            "residue has the highest B factor",
            "residue with the highest B factor",
            "most flexible residue by B factor",
            "residue has the highest mean B factor",
            "residue has the largest B factor",
        ),
    ),
]


LowestBResidue = Annotated[
    str,
    Semantic(
        "LowestBResidue",
        parent="MolecularProperty",
        label="residue with the lowest mean B factor",
        also=(
            "residue has the lowest B factor",
            "residue with the lowest B factor",
            "residue has the lowest mean B factor",
            "residue has the smallest B factor",
        ),
    ),
]


ChainBFactors = Annotated[
    dict[str, str | float | int],
    Semantic(
        "ChainBFactors",
        parent="MolecularProperty",
        label="mean B factor of each chain",
        also=(
            "mean B factor per chain",
            "B factor per chain",
            "B factor of each chain",
            "mean B factor by chain",
            "B factors by chain",
            "average B factor per chain",
        ),
    ),
]


@dataclass(frozen=True, slots=True)
class BFactors:
    """Mean, lowest and highest B factor of some atoms, and which atoms those are."""

    mean: MeanBFactor
    lowest: LowestBFactor
    highest: HighestBFactor
    counted: CountedModels


@dataclass(frozen=True, slots=True)
class ResidueFactors:
    """The mean B factor of each residue, and the extremes."""

    highest_residue: HighestBResidue
    lowest_residue: LowestBResidue
    residues: list[ResidueBFactors]
    counted: CountedModels


@tool(Operation.CALCULATION, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example={**_EXAMPLE, "part": "chain B"})
def structure_b_factors(structure: PdbFile, part: StructurePart = "all") -> BFactors:
    """Compute mean, lowest and highest B factor of a structure or a part of it.

    Args:
        structure: A PDB or mmCIF file; only its first model is read where no other is named.
        part: A chain, residues, atoms, a ligand or others, where not all is meant; of a chain the polymer counts.
    Returns:
        B factors in Å² over atoms with equal weight; of alternate locations that with the highest occupancy. What
        counts is noted.
    Raises:
        ToolInputError: No such file or part, or it is no structure or breaks off.
    Source: Definition; wwPDB formats, read by gemmi.
    """
    found, _, note = chosen(structure, part)
    factors = [_factor(one) for one in found]
    return BFactors(math.fsum(factors) / len(factors), min(factors), max(factors), note)


@tool(Operation.CALCULATION, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example=_EXAMPLE)
def residue_b_factors(structure: PdbFile, part: StructurePart = "all") -> ResidueFactors:
    """Compute the mean B factor of each residue of the polymers of a structure.

    Args:
        structure: A PDB or mmCIF file; only its first model is read where no other is named.
        part: A chain, residues or atoms, where not all is meant.
    Returns:
        Residues with the highest and the lowest mean, and the mean over the atoms of each in Å²; ligands, ions and
        waters do not count.
    Raises:
        ToolInputError: No such file or part, no polymer in it, or it is no structure or breaks off.
    Source: Definition; wwPDB formats, read by gemmi.
    """
    found = [one for one in chosen(structure, part)[0] if is_polymer(one.residue)]
    if not found:
        raise ToolInputError("there is no residue of a polymer in this part")
    factors: dict[str, list[float]] = {}
    for one in found:
        factors.setdefault(residue_label(one.chain, one.residue), []).append(_factor(one))
    means = {name: math.fsum(values) / len(values) for name, values in factors.items()}
    listed: list[dict[str, str | float]] = [{"residue": name, "mean_b": mean} for name, mean in means.items()]
    model = read_macromolecule(structure)
    return ResidueFactors(
        _all_with(means, max(means.values())),
        _all_with(means, min(means.values())),
        listed,
        models_note(model, read_part(part)),
    )


@tool(Operation.CALCULATION, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example=_EXAMPLE)
def chain_b_factors(structure: PdbFile) -> list[ChainBFactors]:
    """Compute the mean B factor of the polymer of each chain.

    Args:
        structure: A PDB or mmCIF file; only its first model is read.
    Returns:
        Of each chain with a polymer the mean, lowest and highest B factor in Å² and the number of atoms; ligands,
        ions and waters do not count.
    Raises:
        ToolInputError: No such file, no polymer in it, or it is no structure or breaks off.
    Source: Definition; wwPDB formats, read by gemmi.
    """
    by_chain: dict[str, list[float]] = {}
    for one in places(read_macromolecule(structure), Part(), is_polymer):
        by_chain.setdefault(one.chain.name or "-", []).append(_factor(one))
    return [
        {
            "chain": name,
            "mean_b": math.fsum(one) / len(one),
            "lowest_b": min(one),
            "highest_b": max(one),
            "atoms": len(one),
        }
        for name, one in by_chain.items()
    ]


def _factor(one: Place) -> float:
    """What the file writes; the engine holds it as a binary fraction."""
    return round(float(one.atom.b_iso), 4)


def _all_with(means: dict[str, float], value: float) -> str:
    """The residues with a value; what is equal but for the last digits is equal."""
    return ", ".join(name for name, mean in means.items() if math.isclose(mean, value, rel_tol=1e-9, abs_tol=1e-9))
