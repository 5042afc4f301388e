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
from scitoolagent.tool.types import PdbFile
from scitoolagent.tools.biology._macromolecule import (
    Part,
    Place,
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
        also=("number of contacts", "number of residue contacts"),
    ),
]
PartContacts = Annotated[
    dict[str, str | float],
    Semantic(
        "PartContacts",
        parent="MolecularProperty",
        label="contacts between chains",
        also=("contacts between parts of a structure", "contacts", "residue contacts between chains", "contacting residues"),
    ),
]
AccessibleSurface = Annotated[
    float,
    Semantic(
        "AccessibleSurface",
        parent="MolecularProperty",
        unit="Ao2",
        label="solvent accessible surface area of a structure",
        also=("SASA", "solvent accessible surface area", "accessible surface area", "solvent-accessible surface", "surface area of a structure"),
    ),
]
SurfaceOf = Annotated[str, Semantic("SurfaceOf", parent="Report", role="note", label="what the surface is of")]
ChainSurfaces = Annotated[
    dict[str, str | float],
    Semantic(
        "ChainSurfaces",
        parent="MolecularProperty",
        label="surface area of each chain",
        also=("SASA per chain", "SASA of each chain", "solvent accessible surface area per chain",
              "solvent accessible surface area of each chain", "accessible surface area per chain", "buried surface of each chain"),
    ),
]
InterfaceArea = Annotated[
    float,
    Semantic("InterfaceArea", parent="MolecularProperty", unit="Ao2", label="interface area", also=("area of the interface", "interface surface area")),
]
BuriedArea = Annotated[
    float,
    Semantic(
        "BuriedArea", parent="MolecularProperty", unit="Ao2", label="buried surface area",
        also=("buried surface", "buried area", "buried SASA"),
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


@dataclass(frozen=True, slots=True)
class Surface:
    """A surface, and of what."""

    surface: AccessibleSurface
    surface_of: SurfaceOf


@dataclass(frozen=True, slots=True)
class Interface:
    """What two chains hide of each other."""

    interface_area: InterfaceArea
    buried_area: BuriedArea
    surface_of: SurfaceOf


@tool(Operation.CALCULATION, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example=_EXAMPLE)
def structure_disulfides(structure: PdbFile, part: StructurePart = "all") -> DisulfideBonds:
    """Find the disulfide bonds of a structure by the distance of the sulfur atoms.

    Args:
        structure: A PDB or mmCIF file; only its first model is read where no other is named.
        part: A chain, where not all is meant: bonds with both ends in it.
    Returns:
        Number of pairs of SG atoms of cysteines within 2.5 Å, each with its distance in Å, and whether the file has a record (SSBOND or
        `_struct_conn`) of it. A recorded bond that is longer is listed and does not count.
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
        Number of pairs of residues of which a side-chain nitrogen of Lys or Arg lies within 4.0 Å of a side-chain oxygen of Asp or Glu, each
        with the least such distance in Å. Histidine and the ends of chains, whose charge the file does not tell, do not count.
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
def backbone_hydrogen_bonds(structure: PdbFile, part: StructurePart = "all") -> Bonds:
    """Find the hydrogen bonds between the backbones of a protein structure by their energy.

    Args:
        structure: A PDB or mmCIF file; only its first model is read where no other is named.
        part: A chain, where not all is meant: bonds with both ends in it.
    Returns:
        Number of N-H…O=C bonds of the backbone with an electrostatic energy below -0.5 kcal/mol, each with its donor, acceptor and energy.
        Hydrogens are put 1 Å from N, opposite to C=O of the residue before. Bonds of side chains, ligands and waters are not looked for.
    Raises:
        ToolInputError: No such file or part, no protein in it, or it is no structure or breaks off.
    Source: Kabsch and Sander 1983, doi:10.1002/bip.360221211.
    """
    _, inside, note = _protein(structure, part)
    listed: list[dict[str, str | float]] = [
        {"donor": donor, "acceptor": acceptor, "energy": energy} for donor, acceptor, energy in _bonds(inside)
    ]
    return Bonds(len(listed), listed, f"bonds of side chains are not looked for; {note}")


@tool(Operation.CALCULATION, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example={**_EXAMPLE, "parts": "chain A | chain B", "cutoff": 5.0})
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
    sides, told = _sides(found, parts)
    least = _least(sides[0], sides[1], cutoff)
    listed: list[dict[str, str | float]] = [{"a": a, "b": b, "distance": distance} for (a, b), distance in least.items()]
    return Contacts(len(listed), listed, f"{told}, within {cutoff:g} Å; {models_note(found)}")


@tool(Operation.CALCULATION, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example=_EXAMPLE, seconds=120)
def structure_surface(structure: PdbFile, part: StructurePart = "all") -> Surface:
    """Compute the solvent accessible surface area of a structure or of one chain.

    Args:
        structure: A PDB or mmCIF file; only its first model is read where no other is named.
        part: A chain, taken out of the structure, where not all is meant.
    Returns:
        Area in Å² of all atoms of the polymers other than hydrogen, for a probe of 1.4 Å; ligands, ions and waters are left out.
    Raises:
        ToolInputError: No such file or chain, no polymer, more than 20,000 atoms, or it is no structure or breaks off.
    Source: Shrake and Rupley 1973, doi:10.1016/0022-2836(73)90011-9, with 960 points an atom and the radii of Bondi, by Biopython.
    """
    wanted = read_part(part)
    if wanted.first or wanted.atom or wanted.kind or wanted.name:
        raise ToolInputError("the surface of a chain or of the whole can be computed, not that of a residue or atom")
    found = read_macromolecule(structure)
    inside = _polymers(found, wanted)
    alone = ", taken alone" if wanted.chain else ""
    told = f"{len(inside):,} atoms of {part_text(wanted)}{alone}, without ligands, ions and waters; {models_note(found, wanted)}"
    return Surface(math.fsum(_areas(inside)), told)


@tool(Operation.CALCULATION, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example=_EXAMPLE, seconds=120)
def chain_surfaces(structure: PdbFile) -> list[ChainSurfaces]:
    """Compute the solvent accessible surface area of each chain, alone and among the others.

    Args:
        structure: A PDB or mmCIF file; only its first model is read.
    Returns:
        Of each chain with a polymer its area in Å² alone, that which is left among the other chains, and what they hide of it.
    Raises:
        ToolInputError: No such file, no polymer, more than 20,000 atoms, or it is no structure or breaks off.
    Source: Shrake and Rupley 1973, doi:10.1016/0022-2836(73)90011-9, with 960 points an atom and the radii of Bondi, by Biopython.
    """
    found = read_macromolecule(structure)
    inside = _polymers(found, Part())
    together = _areas(inside)
    listed: list[dict[str, str | float]] = []
    for name in dict.fromkeys(one.chain.name for one in inside):
        alone = math.fsum(_areas([one for one in inside if one.chain.name == name]))
        left = math.fsum(area for one, area in zip(inside, together, strict=True) if one.chain.name == name)
        listed.append({"chain": name or "-", "alone": alone, "among_the_others": left, "hidden": alone - left})
    return listed


@tool(Operation.CALCULATION, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example={**_EXAMPLE, "parts": "chain A | chain B"}, seconds=120)
def interface_area(structure: PdbFile, parts: PartPair) -> Interface:
    """Compute the interface area of two chains and the surface that they bury.

    Args:
        structure: A PDB or mmCIF file; only its first model is read where no other is named.
        parts: Two chains with | between, such as `chain A | chain B`.
    Returns:
        Buried surface in Å²: the areas of both alone less that of the two together, and the interface area, which is half of it. Other
        chains, ligands, ions and waters are left out.
    Raises:
        ToolInputError: No such file or chain, more than 20,000 atoms, or it is no structure or breaks off.
    Source: Lee and Richards 1971, doi:10.1016/0022-2836(71)90324-X; areas by Shrake and Rupley's method in Biopython.
    """
    found = read_macromolecule(structure)
    sides, told = _sides(found, parts)
    if sum(map(len, sides)) > _MOST_ATOMS:
        raise ToolInputError(f"the parts have more than {_MOST_ATOMS:,} atoms")
    alone = sum(math.fsum(_areas(side)) for side in sides)
    buried = alone - math.fsum(_areas([*sides[0], *sides[1]]))
    # What does not touch hides nothing, whatever the last digits say.
    buried = 0.0 if abs(buried) < 1e-6 * alone else buried
    return Interface(buried / 2, buried, f"{told}; half of what is buried is the interface; {models_note(found)}")


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


def _sides(structure: Any, parts: str) -> tuple[tuple[list[Place], list[Place]], str]:
    wanted = [read_part(side) for side in parts.split("|")]
    if len(wanted) != 2 or wanted[0] == wanted[1]:
        raise ToolInputError(f"give two different parts with | between, such as 'chain A | chain B', not {parts[:80]!r}")
    first, second = (heavy(places(structure, one, is_polymer if one.chain else None)) for one in wanted)
    return (first, second), f"{part_text(wanted[0])} and {part_text(wanted[1])}"


def _least(left: list[Place], right: list[Place], cutoff: float) -> dict[tuple[str, str], float]:
    """The least distance of each pair of residues whose atoms come that near, in the order of the file."""
    import numpy as np
    from scipy.spatial import cKDTree

    if not left or not right:
        return {}
    trees = [cKDTree(np.array([one.atom.pos.tolist() for one in side])) for side in (left, right)]
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
    acceptors = [(key, residues[key]["C"], residues[key]["O"], place) for place, key in enumerate(keys) if {"C", "O"} <= residues[key].keys()]
    for key, nitrogen, hydrogen, place in donors:
        for other, carbon, oxygen, there in acceptors:
            # The residue itself and the one before it are bonded to the nitrogen.
            if there in (place, place - 1) or np.linalg.norm(nitrogen - oxygen) > _FAR_APART:
                continue
            lengths = (np.linalg.norm(left - right) for left, right in ((oxygen, nitrogen), (carbon, hydrogen), (oxygen, hydrogen), (carbon, nitrogen)))
            on, ch, oh, cn = (float(length) for length in lengths)
            energy = _COUPLING * (1 / on + 1 / ch - 1 / oh - 1 / cn)
            if energy < _BOND:
                yield residue_label(kept[key].chain, kept[key].residue), residue_label(kept[other].chain, kept[other].residue), energy


def _polymers(structure: Any, wanted: Part) -> list[Place]:
    inside = [one for one in heavy(places(structure, wanted, is_polymer)) if is_polymer(one.residue)]
    if not inside:
        raise ToolInputError(f"there is no polymer in {part_text(wanted)}")
    if len(inside) > _MOST_ATOMS:
        raise ToolInputError(f"{len(inside):,} atoms, at most {_MOST_ATOMS:,} are taken")
    return inside


def _areas(inside: list[Place]) -> list[float]:
    """The area of each atom among the others that are given."""
    import numpy as np
    from Bio.PDB.Atom import Atom
    from Bio.PDB.Residue import Residue
    from Bio.PDB.SASA import ShrakeRupley

    # The engine asks a body of atoms for them, and nothing else of its order.
    body: Any = Residue((" ", 1, " "), "ALL", " ")
    atoms = []
    for number, one in enumerate(inside):
        symbol = one.atom.element.name.upper()
        atom: Any = Atom(f"X{number}", np.array(one.atom.pos.tolist(), "f"), 0.0, 1.0, " ", f"X{number}", number, element=symbol)
        body.add(atom)
        atoms.append(atom)
    engine: Any = ShrakeRupley(probe_radius=1.4, n_points=_POINTS)
    engine.compute(body, level="A")
    return [float(atom.sasa) for atom in atoms]
