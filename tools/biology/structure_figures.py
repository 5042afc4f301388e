"""Figures of parts of a structure: B factors, distances, what is near, backbone angles, RMSD of two parts."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import BackboneFile, PdbFile
from scitoolagent.tools.biology._macromolecule import (
    Part,
    Place,
    chosen_model,
    heavy,
    is_polymer,
    is_protein_residue,
    models_note,
    part_text,
    places,
    read_macromolecule,
    read_part,
    residue_label,
)
from scitoolagent.tools.biology.structure import CountedModels, PartPair, StructurePart

_COMPLEX = Path(__file__).with_name("example_complex.pdb")
_EXAMPLE = {"structure": _COMPLEX}
_FEWEST = 3
_BROKEN = 2.0
_NEAR, _FARTHEST = 5.0, 30.0

PartDistance = Annotated[
    float,
    Semantic(
        "PartDistance",
        parent="MolecularProperty",
        unit="Ao",
        label="distance between parts of a structure",
        also=(
            "distance",
            "how far apart",
            "separation",
            "distance between residues",
            "CA distance",
            "Cα distance",
            "distance between atoms of a structure",
        ),
    ),
]
MeasuredBetween = Annotated[
    str, Semantic("MeasuredBetween", parent="Report", role="note", label="places of a measurement")
]
NearbyResidues = Annotated[
    dict[str, str | float],
    Semantic(
        "NearbyResidues",
        parent="MolecularProperty",
        label="residues near a part of a structure",
        also=("neighbouring residues of a part",),
    ),
]
NearbyCount = Annotated[
    int,
    Semantic(
        "NearbyCount", parent="MolecularProperty", unit="1", label="number of residues near a part of a structure"
    ),
]
BackboneAngles = Annotated[
    dict[str, str | float],
    Semantic(
        "BackboneAngles",
        parent="MolecularProperty",
        label="backbone torsion angles",
        also=(
            "phi and psi",
            "phi and psi angles",
            "φ and ψ",
            "phi psi angles",
            "backbone dihedrals",
            "backbone dihedral angles",
            "torsion angles of a structure",
            "phi, psi",
        ),
    ),
]
NearPart = Annotated[
    str,
    Semantic(
        "NearPart",
        parent="Parameter",
        label="what residues are near to",
        finder="scitoolagent.tools.biology._structure_words:find_near",
    ),
]
PartRmsd = Annotated[
    float,
    Semantic(
        "PartRmsd",
        parent="MolecularProperty",
        unit="Ao",
        label="RMSD between parts of a structure",
        also=("RMSD", "RMSD between models", "RMSD between chains", "RMSD of two models", "RMSD of two chains"),
    ),
]
Superposed = Annotated[str, Semantic("Superposed", parent="Report", role="note", label="what is superposed")]


@dataclass(frozen=True, slots=True)
class Distance:
    """A distance, and from where to where."""

    distance: PartDistance
    between: MeasuredBetween


@dataclass(frozen=True, slots=True)
class Nearby:
    """The residues near something, and how many."""

    nearby_count: NearbyCount
    nearby: list[NearbyResidues]
    counted: CountedModels


@dataclass(frozen=True, slots=True)
class Rmsd:
    """An RMSD after superposition, and of what."""

    rmsd: PartRmsd
    superposed: Superposed


@tool(
    Operation.CALCULATION,
    Topic.STRUCTURAL_BIOLOGY,
    Safety.OPEN,
    example={**_EXAMPLE, "parts": "atom CA, residue 6, chain A | atom CA, residue 10, chain A"},
)
def part_distance(structure: PdbFile, parts: PartPair) -> Distance:
    """Measure the distance between two atoms, residues or other parts of a structure.

    Args:
        structure: A PDB or mmCIF file; only its first model is read where no other is named.
        parts: Two parts with | between, such as `atom CA, residue 10, chain A | atom CA, residue 45, chain A`.
    Returns:
        Distance in Å: of two atoms where atoms are named; of two residues of proteins from Cα to Cα; else of the
        closest atoms other than hydrogen. What was measured is noted.
    Raises:
        ToolInputError: No such file or part, twice the same, a place in more than one chain where none is named, or
        no structure.
    Source: Definition; wwPDB formats, read by gemmi.
    """
    found = read_macromolecule(structure)
    wanted = _pair(parts)
    # From Cα to Cα only where both are residues of proteins; from a ligand to a residue the closest atoms count.
    alphas = [_alpha(found, one) for one in wanted]
    sides = alphas if all(alphas) else [_side(found, one) for one in wanted]
    if {one.name for one in sides[0]} == {one.name for one in sides[1]} and wanted[0].model == wanted[1].model:
        raise ToolInputError(f"both parts are {part_text(wanted[0])}; give two different ones")
    least, first, second = min(
        (math.dist(left.atom.pos.tolist(), right.atom.pos.tolist()), left.name, right.name)
        for left in sides[0]
        for right in sides[1]
    )
    note = f"from {first} to {second}"
    residues = [one for one in wanted if not one.atom]
    if any(len(side) > 1 for side in sides):
        note += ", the closest atoms other than hydrogen"
    elif residues:
        note += ", since no atom is named"
    return Distance(least, f"{note}; {models_note(found, wanted[0])}")


@tool(Operation.CALCULATION, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example={**_EXAMPLE, "near": "5 Å of ligand"})
def residues_near(structure: PdbFile, near: NearPart) -> Nearby:
    """Find the residues within a distance of a ligand, residue or other part of a structure.

    Args:
        structure: A PDB or mmCIF file; only its first model is read where no other is named.
        near: What the residues are near to, and the greatest distance between two atoms other than hydrogen, above 0
            to 30 Å: `4 Å of ligand`, `5 Å of residue 10, chain A`; without a distance 5 Å.
    Returns:
        Number of residues of polymers with an atom that near, and each with its least distance in Å, in the order of
        the file. Waters, ions and ligands are not listed.
    Raises:
        ToolInputError: No such file or part, a distance out of range, or it is no structure or breaks off.
    Source: Definition; wwPDB formats, read by gemmi; neighbours by the tree of SciPy.
    """
    import numpy as np
    from scipy.spatial import KDTree

    cutoff, part = _distance_of(near)
    found, wanted = read_macromolecule(structure), read_part(part)
    centre = heavy(places(found, wanted, is_polymer if wanted.chain else None))
    own = {_key(one) for one in centre}
    others = [
        one
        for one in heavy(places(found, Part(model=wanted.model)))
        if _key(one) not in own and is_polymer(one.residue)
    ]
    if not others:
        return Nearby(0, [], models_note(found, wanted))
    distances, _ = KDTree(np.array([one.atom.pos.tolist() for one in centre])).query(
        np.array([one.atom.pos.tolist() for one in others]), distance_upper_bound=cutoff * (1 + 1e-9)
    )
    least: dict[str, float] = {}
    for one, distance in zip(others, distances.tolist(), strict=True):
        if math.isfinite(distance):
            name = residue_label(one.chain, one.residue)
            least[name] = min(distance, least.get(name, math.inf))
    listed: list[dict[str, str | float]] = [{"residue": name, "distance": value} for name, value in least.items()]
    told = sorted({residue_label(one.chain, one.residue) for one in centre})
    return Nearby(
        len(listed),
        listed,
        f"within {cutoff:g} Å of {', '.join(told[:6])}{' …' if len(told) > 6 else ''}; {models_note(found, wanted)}",
    )


@tool(Operation.CALCULATION, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example={**_EXAMPLE, "part": "residue 10, chain A"})
def backbone_angles(structure: BackboneFile, part: StructurePart = "all") -> list[BackboneAngles]:
    """Compute the backbone torsion angles φ and ψ of the residues of a structure.

    Args:
        structure: A PDB or mmCIF file; only its first model is read where no other is named.
        part: A chain or residues, where not all is meant.
    Returns:
        Of each amino-acid residue its φ and ψ in degrees, from -180 to 180; none where there is no bonded neighbour.
    Raises:
        ToolInputError: No such file or part, no amino acid in it, or it is no structure or breaks off.
    Source: Ramachandran et al. 1963, doi:10.1016/S0022-2836(63)80023-6, by gemmi.
    """
    found = read_macromolecule(structure)
    wanted = read_part(part)
    inside = {_key(one) for one in places(found, wanted, is_protein_residue)}
    listed: list[dict[str, str | float]] = []
    for chain in chosen_model(found, wanted):
        residues = [residue for residue in chain if is_protein_residue(residue)]
        for number, residue in enumerate(residues):
            if (chain.name, str(residue.seqid), residue.name) not in inside:
                continue
            before = residues[number - 1] if number else None
            behind = residues[number + 1] if number + 1 < len(residues) else None
            phi, psi = _angles(before, residue, behind)
            listed.append({"residue": residue_label(chain, residue), "phi": phi, "psi": psi})
    if not listed:
        raise ToolInputError(f"there is no amino acid in {part_text(wanted)}")
    return listed


@tool(Operation.CALCULATION, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example={**_EXAMPLE, "parts": "chain A | chain B"})
def part_rmsd(structure: PdbFile, parts: PartPair) -> Rmsd:
    """Compute the RMSD of two models or two chains of one structure after superposition.

    Args:
        structure: A PDB or mmCIF file.
        parts: Two parts with | between, such as `chain A | chain B` or `model 1 | model 3`.
    Returns:
        RMSD in Å of the Cα (of nucleic acids: P) atoms that both have, after the best superposition: residues of two
        models by chain and number, those of two chains by the alignment of their sequences. How many are superposed
        is noted.
    Raises:
        ToolInputError: No such file or part, fewer than 3 atoms in common, or it is no structure or breaks off.
    Source: Kabsch 1976, doi:10.1107/S0567739476001873, by the method of quaternions in gemmi.
    """
    import gemmi

    found = read_macromolecule(structure)
    first, second = _pair(parts)
    left, right = (_traces(found, one) for one in (first, second))
    if first.chain and second.chain and first.chain != second.chain:
        return _aligned_chains(found, first, second)
    shared = [name for name in left if name in right]
    if len(shared) < _FEWEST:
        raise ToolInputError(f"the two parts have {len(shared)} residues in common; {_FEWEST} are needed")
    result = gemmi.superpose_positions([left[name] for name in shared], [right[name] for name in shared])
    return Rmsd(
        round(float(result.rmsd), 6),
        f"{len(shared)} atoms of {part_text(first)} and {part_text(second)} with equal numbers, superposed",
    )


def _distance_of(near: str) -> tuple[float, str]:
    """The distance in Å and the part of `4 Å of ligand`.

    Raises:
        ToolInputError: the distance is out of range.
    """
    match = re.fullmatch(r"(?P<number>[\d.]{1,8}) Å of (?P<part>.+)", near.strip())
    cutoff = float(match["number"]) if match else _NEAR
    if not 0 < cutoff <= _FARTHEST:
        raise ToolInputError(f"the distance must be above 0 and at most {_FARTHEST:g} Å, not {cutoff:g}")
    return cutoff, match["part"] if match else near


def _key(one: Place) -> tuple[str, str, str]:
    return one.chain.name, str(one.residue.seqid), one.residue.name


def _pair(parts: str) -> tuple[Part, Part]:
    sides = [read_part(side) for side in parts.split("|")]
    if len(sides) != 2:
        raise ToolInputError(f"give two parts with | between, such as 'chain A | chain B', not {parts[:80]!r}")
    return sides[0], sides[1]


def _alpha(structure: Any, part: Part) -> list[Place]:
    """The Cα of a single residue of a protein, or the atom that is named; nothing where the part is more."""
    found = _of_one_residue(structure, part)
    if part.atom or not part.first or part.last:
        return found if part.atom else []
    return [one for one in found if one.atom.name == "CA" and is_protein_residue(one.residue)]


def _side(structure: Any, part: Part) -> list[Place]:
    """The atoms that a distance may go to: the one that is named, else all that are no hydrogen."""
    found = _of_one_residue(structure, part)
    return found if part.atom else heavy(found)


def _of_one_residue(structure: Any, part: Part) -> list[Place]:
    found = places(structure, part, is_polymer if part.chain else None)
    if part.atom or (part.first and not part.last):
        residues = sorted({residue_label(one.chain, one.residue) for one in found})
        if len(residues) > 1:
            raise ToolInputError(f"{part_text(part)} is in {', '.join(residues[:10])}; say which is meant")
    return found


def _angles(before: Any, residue: Any, behind: Any) -> tuple[float | str, float | str]:
    import gemmi

    linked_before = before is not None and _bonded(before, residue)
    linked_behind = behind is not None and _bonded(residue, behind)
    values = gemmi.calculate_phi_psi(before if linked_before else None, residue, behind if linked_behind else None)
    phi, psi = ("none" if math.isnan(one) else math.degrees(one) for one in values)
    return phi, psi


def _bonded(left: Any, right: Any) -> bool:
    """A peptide bond is 1.33 Å long; where the chain is broken there is no angle."""
    carbon, nitrogen = left.find_atom("C", "*"), right.find_atom("N", "*")
    return bool(carbon and nitrogen and carbon.pos.dist(nitrogen.pos) < _BROKEN)


def _traces(structure: Any, part: Part) -> dict[str, Any]:
    """The Cα or P atom of each residue, by chain (unless one is named), number and name of the residue."""
    found: dict[str, Any] = {}
    for one in places(structure, part, is_polymer):
        if one.atom.name in ("CA", "P") and is_polymer(one.residue):
            found[f"{'' if part.chain else one.chain.name}:{one.residue.seqid}:{one.residue.name}"] = one.atom.pos
    return found


def _aligned_chains(structure: Any, first: Part, second: Part) -> Rmsd:
    import gemmi

    chains = []
    for part in (first, second):
        named = [chain for chain in chosen_model(structure, part) if chain.name == part.chain]
        if not named:
            places(structure, part)
        chains.append(named[0].get_polymer())
    kinds = [chain.check_polymer_type() for chain in chains]
    if kinds[0] != kinds[1]:
        raise ToolInputError("the two chains are of different kinds; only chains of one kind are superposed")
    result = gemmi.calculate_superposition(chains[0], chains[1], kinds[0], gemmi.SupSelect.CaP)
    if result.count < _FEWEST:
        raise ToolInputError(f"the two chains have {result.count} residues in common; {_FEWEST} are needed")
    return Rmsd(
        round(float(result.rmsd), 6),
        f"{result.count} atoms of {part_text(first)} and {part_text(second)}, aligned by sequence and superposed",
    )
