"""What holds a structure together: disulfides, salt bridges, hydrogen bonds, contacts, and surfaces."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import BackboneFile, PdbFile
from scitoolagent.tools.biology._macromolecule import (
    Place,
    is_polymer,
    is_protein_residue,
    models_note,
    part_text,
    places,
    read_macromolecule,
    read_part,
    residue_label,
    two_sides,
)
from scitoolagent.tools.biology.structure import CountedModels, PartPair, StructurePart
from scitoolagent.tools.biology.structure_analysis import AtomDistanceCutoff

_COMPLEX = Path(__file__).with_name("example_complex.pdb")
_HELIX = Path(__file__).with_name("example_helix.pdb")
_EXAMPLE = {"structure": _COMPLEX}
# A disulfide is 2.05 Å long; 2.5 leaves room for poor models, and no two sulfurs that are not bonded come nearer.
_DISULFIDE = 2.5
_SALT_BRIDGE = 4.0
_POSITIVE = {"LYS": ("NZ",), "ARG": ("NE", "NH1", "NH2")}
_NEGATIVE = {"ASP": ("OD1", "OD2"), "GLU": ("OE1", "OE2")}
_MOST_ATOMS = 20_000
_POINTS = 960
# Kabsch and Sander: 0.084 times 332 kcal/mol Å; a bond is below -0.5 kcal/mol.
_COUPLING, _BOND, _FAR_APART, _N_H = 27.888, -0.5, 5.2, 1.0

DisulfideCount = Annotated[
    int,
    Semantic(
        "DisulfideCount",
        parent="MolecularProperty",
        unit="1",
        label="number of disulfide bonds",
        also=("number of disulfides", "number of disulfide bridges", "disulfide count"),
    ),
]
Disulfides = Annotated[
    dict[str, str | float],
    Semantic(
        "Disulfides",
        parent="MolecularProperty",
        label="disulfide bonds",
        also=("disulfides", "disulfide bridges", "disulphide bonds", "cystines", "SS bonds"),
    ),
]
SaltBridgeCount = Annotated[
    int, Semantic("SaltBridgeCount", parent="MolecularProperty", unit="1", label="number of salt bridges")
]
SaltBridges = Annotated[
    dict[str, str | float],
    Semantic("SaltBridges", parent="MolecularProperty", label="salt bridges", also=("ion pairs", "ionic bonds")),
]
HydrogenBondCount = Annotated[
    int,
    Semantic(
        "BackboneHydrogenBondCount",
        parent="MolecularProperty",
        unit="1",
        label="number of backbone hydrogen bonds",
        also=("number of hydrogen bonds between backbones", "number of main-chain hydrogen bonds"),
    ),
]
HydrogenBonds = Annotated[
    dict[str, str | float],
    Semantic(
        "BackboneHydrogenBonds",
        parent="MolecularProperty",
        label="backbone hydrogen bonds",
        also=("main-chain hydrogen bonds", "backbone H-bonds"),
    ),
]
ContactCount = Annotated[
    int,
    Semantic(
        "ContactCount",
        parent="MolecularProperty",
        unit="1",
        label="number of contacts between chains",
    ),
]
PartContacts = Annotated[
    dict[str, str | float],
    Semantic(
        "PartContacts",
        parent="MolecularProperty",
        label="contacts between chains",
        also=(
            "contacts between parts of a structure",
            "contacts",
            "residue contacts between chains",
            "contacting residues",
        ),
    ),
]


@dataclass(frozen=True, slots=True)
class DisulfideBonds:
    """The disulfides of a structure, and how many."""

    disulfide_count: DisulfideCount
    disulfides: list[Disulfides]
    counted: CountedModels


@dataclass(frozen=True, slots=True)
class Bridges:
    """The salt bridges of a structure, and how many."""

    salt_bridge_count: SaltBridgeCount
    salt_bridges: list[SaltBridges]
    counted: CountedModels


@dataclass(frozen=True, slots=True)
class Bonds:
    """The hydrogen bonds between backbones, and how many."""

    hydrogen_bond_count: HydrogenBondCount
    hydrogen_bonds: list[HydrogenBonds]
    counted: CountedModels


@dataclass(frozen=True, slots=True)
class Contacts:
    """Pairs of residues of two parts that touch, and how many."""

    contact_count: ContactCount
    contacts: list[PartContacts]
    counted: CountedModels


@tool(Operation.CALCULATION, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example=_EXAMPLE)
def structure_disulfides(structure: PdbFile, part: StructurePart = "all") -> DisulfideBonds:
    """Find the disulfide bonds of a structure by the distance of the sulfur atoms.

    Args:
        structure: A PDB or mmCIF file; only its first model is read where no other is named.
        part: A chain, where not all is meant: bonds with both ends in it.
    Returns:
        Number of pairs of SG atoms of cysteines within 2.5 Å, each with its distance in Å, and whether the file has a
        record (SSBOND or `_struct_conn`) of it. A recorded bond that is longer is listed and does not count.
    Raises:
        ToolInputError: No such file or part, no protein in it, or it is no structure or breaks off.
    Source: Length of a disulfide 2.05 Å, Engh and Huber 1991, doi:10.1107/S0108767391001071; read by gemmi.
    """
    import gemmi

    found, inside, note = _protein(structure, part)
    sulfurs = [one for one in inside if one.atom.name == "SG" and one.residue.name == "CYS"]
    recorded = {
        frozenset((_partner(one.partner1), _partner(one.partner2)))
        for one in found.connections
        if one.type == gemmi.ConnectionType.Disulf
    }
    listed: list[dict[str, str | float]] = []
    count = 0
    for left, right in itertools.combinations(sulfurs, 2):
        distance = _apart(left, right)
        names = residue_label(left.chain, left.residue), residue_label(right.chain, right.residue)
        is_recorded = frozenset(names) in recorded
        if distance <= _DISULFIDE or is_recorded:
            count += distance <= _DISULFIDE
            told = "yes" if is_recorded else "no"
            listed.append({"a": names[0], "b": names[1], "distance": distance, "recorded": told})
    return DisulfideBonds(count, listed, f"{len(sulfurs)} cysteines have a sulfur atom; {note}")


@tool(Operation.CALCULATION, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example=_EXAMPLE)
def structure_salt_bridges(structure: PdbFile, part: StructurePart = "all") -> Bridges:
    """Find the salt bridges of a structure by the distance of charged groups.

    Args:
        structure: A PDB or mmCIF file; only its first model is read where no other is named.
        part: A chain, where not all is meant: bridges with both ends in it.
    Returns:
        Number of pairs of residues of which a side-chain nitrogen of Lys or Arg lies within 4.0 Å of a side-chain
        oxygen of Asp or Glu, each with the least such distance in Å. Histidine and the ends of chains, whose charge
        the file does not tell, do not count.
    Raises:
        ToolInputError: No such file or part, no protein in it, or it is no structure or breaks off.
    Source: Barlow and Thornton 1983, doi:10.1016/S0022-2836(83)80079-5; read by gemmi.
    """
    _, inside, note = _protein(structure, part)
    groups = [
        [one for one in inside if one.atom.name in kinds.get(one.residue.name, ())] for kinds in (_POSITIVE, _NEGATIVE)
    ]
    least = _least(groups[0], groups[1], _SALT_BRIDGE)
    listed: list[dict[str, str | float]] = [
        {"positive": a, "negative": b, "distance": distance} for (a, b), distance in least.items()
    ]
    return Bridges(len(listed), listed, f"within {_SALT_BRIDGE:g} Å; {note}")


@tool(Operation.CALCULATION, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example={"structure": _HELIX})
def backbone_hydrogen_bonds(structure: BackboneFile, part: StructurePart = "all") -> Bonds:
    """Find the hydrogen bonds between the backbones of a protein structure by their energy.

    Args:
        structure: A PDB or mmCIF file; only its first model is read where no other is named.
        part: A chain, where not all is meant: bonds with both ends in it.
    Returns:
        Number of N-H…O=C bonds of the backbone with an electrostatic energy below -0.5 kcal/mol, each with its donor,
        acceptor and energy. Hydrogens are put 1 Å from N, opposite to C=O of the residue before. Bonds of side
        chains, ligands and waters are not looked for.
    Raises:
        ToolInputError: No such file or part, no protein in it, or it is no structure or breaks off.
    Source: Kabsch and Sander 1983, doi:10.1002/bip.360221211.
    """
    _, inside, note = _protein(structure, part)
    listed: list[dict[str, str | float]] = [
        {"donor": donor, "acceptor": acceptor, "energy": energy} for donor, acceptor, energy in _bonds(inside)
    ]
    return Bonds(len(listed), listed, f"bonds of side chains are not looked for; {note}")


@tool(
    Operation.CALCULATION,
    Topic.STRUCTURAL_BIOLOGY,
    Safety.OPEN,
    example={**_EXAMPLE, "parts": "chain A | chain B", "cutoff": 5.0},
)
def part_contacts(structure: PdbFile, parts: PartPair, cutoff: AtomDistanceCutoff = 5.0) -> Contacts:
    """Find the pairs of residues of two chains or other parts of a structure that touch.

    Args:
        structure: A PDB or mmCIF file; only its first model is read where no other is named.
        parts: Two parts with | between, such as `chain A | chain B`; of a chain its polymer counts.
        cutoff: Greatest distance in Å between two atoms other than hydrogen, above 0 to 12.
    Returns:
        Number of pairs of residues with atoms that near, and each pair with its least distance in Å.
    Raises:
        ToolInputError: No such file or part, a cutoff out of range, or it is no structure or breaks off.
    Source: Definition; read by gemmi, neighbours by the tree of SciPy.
    """
    if not 0 < cutoff <= 12:
        raise ToolInputError(f"the cutoff must be above 0 and at most 12 Å, not {cutoff:g}")
    found = read_macromolecule(structure)
    sides, told = two_sides(found, parts)
    least = _least(sides[0], sides[1], cutoff)
    listed: list[dict[str, str | float]] = [
        {"a": a, "b": b, "distance": distance} for (a, b), distance in least.items()
    ]
    return Contacts(len(listed), listed, f"{told}, within {cutoff:g} Å; {models_note(found)}")


def _protein(structure: Path, part: str) -> tuple[Any, list[Place], str]:
    found, wanted = read_macromolecule(structure), read_part(part)
    inside = [one for one in places(found, wanted, is_polymer) if is_protein_residue(one.residue)]
    if not inside:
        raise ToolInputError(f"there is no amino acid in {part_text(wanted)}")
    return found, inside, models_note(found, wanted)


def _partner(one: Any) -> str:
    return f"{one.chain_name or '-'}:{one.res_id.name}{one.res_id.seqid}"


def _apart(left: Place, right: Place) -> float:
    return math.dist(left.atom.pos.tolist(), right.atom.pos.tolist())


def _least(left: list[Place], right: list[Place], cutoff: float) -> dict[tuple[str, str], float]:
    """The least distance of each pair of residues whose atoms come that near, in the order of the file."""
    import numpy as np
    from scipy.spatial import KDTree

    if not left or not right:
        return {}
    trees = [KDTree(np.array([one.atom.pos.tolist() for one in side])) for side in (left, right)]
    found: dict[tuple[str, str], float] = {}
    for number, near in enumerate(trees[0].query_ball_tree(trees[1], cutoff * (1 + 1e-9))):
        for other in sorted(near):
            a, b = left[number], right[other]
            names = residue_label(a.chain, a.residue), residue_label(b.chain, b.residue)
            if names[0] != names[1]:
                found[names] = min(found.get(names, math.inf), _apart(a, b))
    return found


def _bonds(inside: list[Place]) -> Iterator[tuple[str, str, float]]:
    """Donor, acceptor and energy in kcal/mol of each bond between backbones."""
    import numpy as np

    residues: dict[tuple[str, str], dict[str, Any]] = {}
    kept: dict[tuple[str, str], Place] = {}
    for one in inside:
        key = (one.chain.name, str(one.residue.seqid))
        residues.setdefault(key, {})[one.atom.name] = np.array(one.atom.pos.tolist())
        kept[key] = one
    keys = list(residues)
    donors = []
    for before, key in itertools.pairwise(keys):
        own, last = residues[key], residues[before]
        # Proline has no hydrogen on its nitrogen; behind a gap nobody knows where it would be.
        if kept[key].residue.name == "PRO" or before[0] != key[0] or not {"N", "C", "O"} <= own.keys() | {"C", "O"}:
            continue
        if not {"C", "O"} <= last.keys() or "N" not in own or np.linalg.norm(last["C"] - own["N"]) > 2.0:
            continue
        along = last["C"] - last["O"]
        donors.append((key, own["N"], own["N"] + _N_H * along / np.linalg.norm(along), keys.index(key)))
    acceptors = [
        (key, residues[key]["C"], residues[key]["O"], place)
        for place, key in enumerate(keys)
        if {"C", "O"} <= residues[key].keys()
    ]
    for key, nitrogen, hydrogen, place in donors:
        for other, carbon, oxygen, there in acceptors:
            # The residue itself and the one before it are bonded to the nitrogen.
            if there in (place, place - 1) or np.linalg.norm(nitrogen - oxygen) > _FAR_APART:
                continue
            lengths = (
                np.linalg.norm(left - right)
                for left, right in ((oxygen, nitrogen), (carbon, hydrogen), (oxygen, hydrogen), (carbon, nitrogen))
            )
            on, ch, oh, cn = (float(length) for length in lengths)
            energy = _COUPLING * (1 / on + 1 / ch - 1 / oh - 1 / cn)
            if energy < _BOND:
                yield (
                    residue_label(kept[key].chain, kept[key].residue),
                    residue_label(kept[other].chain, kept[other].residue),
                    energy,
                )
