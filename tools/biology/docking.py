"""Docking of small molecules into proteins by AutoDock Vina."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import PdbFile, Smiles
from scitoolagent.tools.biology._docking import (
    EXAMPLE_POCKET,
    MOST_LIGAND_ATOMS,
    REQUIRES,
    Box,
    Pose,
    box_around,
    ligand_block,
    ligands_in,
    poses_of,
    receptor_of,
)
from scitoolagent.tools.biology._pdb import read_pdb_text

DockingScore = Annotated[
    float,
    Semantic(
        "DockingScore",
        parent="MolecularProperty",
        unit="kcal/mol",
        label="docking score",
        also=(
            "docking affinity",
            "Vina score",
            "binding affinity by docking",
            "docked affinity",
            "docking",
            "predicted binding affinity",
            "binding energy by docking",
        ),
    ),
]
DockedPose = Annotated[
    dict[str, float | int],
    Semantic(
        "DockedPose",
        parent="MolecularProperty",
        label="docked poses",
        also=("docking poses", "binding poses", "binding modes", "docked conformations"),
    ),
]
BestPose = Annotated[
    str,
    Semantic(
        "BestPose",
        parent="MolecularProperty",
        label="best docked pose",
        also=("best pose", "best binding mode", "docked structure", "docked ligand"),
    ),
]
DockingNote = Annotated[str, Semantic("DockingNote", parent="Report", role="note", label="note on a docking")]
BoundLigand = Annotated[
    str,
    Semantic(
        "BoundLigand",
        parent="Parameter",
        label="bound ligand that marks the site",
        finder="scitoolagent.tools.biology._docking_words:find_bound",
    ),
]
BoxCentre = Annotated[
    str,
    Semantic(
        "BoxCentre",
        parent="Parameter",
        label="centre of a docking box",
        finder="scitoolagent.tools.biology._docking_words:find_centres",
    ),
]
BoxEdge = Annotated[
    float,
    Semantic(
        "BoxEdge",
        parent="Parameter",
        unit="Ao",
        label="box size",
        also=("docking box", "box", "edge of the box", "box edge", "search box"),
    ),
]
BoxMargin = Annotated[
    float,
    Semantic(
        "BoxMargin", parent="Parameter", unit="Ao", label="margin of the docking box", also=("box margin", "margin")
    ),
]
DockingEffort = Annotated[
    int, Semantic("DockingEffort", parent="Parameter", unit="1", label="exhaustiveness", also=("docking effort",))
]
DockingSeed = Annotated[int, Semantic("DockingSeed", parent="Parameter", unit="1", label="seed of a docking")]

_COUNT = 9
_MOST_EFFORT = 64
_SMALLEST, _LARGEST = 5.0, 60.0
_ADDITIVES = frozenset(
    ("GOL", "EDO", "SO4", "PO4", "ACT", "PEG", "DMS", "CL", "NA", "K", "IOD", "BR", "NO3", "MPD", "TRS")
)
_SEROTONIN = "NCCc1c[nH]c2ccc(O)cc12"


@dataclass(frozen=True, slots=True)
class Docked:
    """The score of the best pose, all poses, and the best one in its place."""

    affinity: DockingScore
    poses: list[DockedPose]
    best: BestPose
    docking_note: DockingNote


@tool(
    Operation.PREDICTION,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"smiles": _SEROTONIN, "structure": EXAMPLE_POCKET, "margin": 1.0, "exhaustiveness": 1},
    also=("AutoDock Vina", "molecular docking", "dock a ligand"),
    requires=REQUIRES,
    seconds=1800,
    memory=4_000,
    supplies=("stereochemistry",),
)
def docking_at_ligand(
    smiles: Smiles,
    structure: PdbFile,
    ligand: BoundLigand = "",
    margin: BoxMargin = 8.0,
    exhaustiveness: DockingEffort = 8,
    seed: DockingSeed = 1,
) -> Docked:
    """Dock a small molecule where a ligand is bound in a protein structure.

    Args:
        smiles: One molecule of up to 100 heavy atoms and 32 bonds to turn about, charged as it is written.
        structure: PDB or mmCIF file of a protein with a ligand that marks the site. Water, the ligand and all else but
            the protein and its metal ions are left out, and hydrogens are added.
        ligand: Name of that ligand in the file, such as `STI`; needed where the file has several.
        margin: Of the box around the ligand on each side, 0 to 20 Å.
        exhaustiveness: Of the search, 1 to 64.
        seed: Of the random numbers.
    Returns:
        Score of the best pose in kcal/mol; of up to nine poses the score, the distance from the best one and, where the
        molecule is the bound one itself, from its place in the file, as RMSD of heavy atoms in Å; and the best pose as
        a molfile. A score ranks poses and is no measured affinity.
    Raises:
        ToolInputError: no protein, no ligand or several, a residue of the box that lacks atoms, or a molecule that is
            too large.
        ToolFailedError: no pose was found.
        ToolUnavailableError: the extra `docking` is not installed.
    Source: Eberhardt et al. 2021, doi:10.1021/acs.jcim.1c00203 (AutoDock Vina 1.2); prepared by Meeko.
    """
    text = read_pdb_text(structure)
    name, places = _chosen(ligands_in(text), ligand)
    if not 0 <= margin <= 20:
        raise ToolInputError(f"a margin of {margin:g} Å was asked for; 0 to 20 Å are taken")
    box = _checked(box_around(places, margin))
    return _dock(smiles, text, box, (exhaustiveness, seed), name)


@tool(
    Operation.PREDICTION,
    Topic.PROTEINS,
    Safety.OPEN,
    example={
        "smiles": _SEROTONIN,
        "structure": EXAMPLE_POCKET,
        "centre": "0.4 3.8 9.4",
        "edge": 12.0,
        "exhaustiveness": 1,
    },
    requires=REQUIRES,
    seconds=1800,
    memory=4_000,
    supplies=("stereochemistry",),
)
def docking_in_box(
    smiles: Smiles,
    structure: PdbFile,
    centre: BoxCentre,
    edge: BoxEdge = 20.0,
    exhaustiveness: DockingEffort = 8,
    seed: DockingSeed = 1,
) -> Docked:
    """Dock a small molecule into a box of a protein structure.

    Args:
        smiles: As `docking_at_ligand`.
        structure: PDB or mmCIF file of a protein; all else but the protein and its metal ions is left out.
        centre: Of the box, three coordinates in Å, such as `10 5.5 -3`.
        edge: Of the box, a cube, 5 to 60 Å.
        exhaustiveness: Of the search, 1 to 64.
        seed: Of the random numbers.
    Returns:
        As `docking_at_ligand`.
    Raises:
        ToolInputError: as `docking_at_ligand`, or no box.
        ToolFailedError: no pose was found.
        ToolUnavailableError: the extra `docking` is not installed.
    Source: as `docking_at_ligand`.
    """
    numbers = re.split(r"[,;\s]+", centre.strip(" ()"))
    try:
        x, y, z = (float(one) for one in numbers)
    except ValueError as error:
        raise ToolInputError(f"{centre[:40]!r} is no place; give three coordinates in Å, such as 10 5.5 -3") from error
    box = _checked(Box((x, y, z), (edge, edge, edge)))
    return _dock(smiles, read_pdb_text(structure), box, (exhaustiveness, seed), "")


def _dock(smiles: str, text: str, box: Box, how: tuple[int, int], bound: str) -> Docked:
    from rdkit import Chem
    from rdkit.Chem import rdMolAlign

    from scitoolagent.tools.chemistry._molecule import embed_molecule

    effort, seed = how
    if not 1 <= effort <= _MOST_EFFORT:
        raise ToolInputError(f"an exhaustiveness of {effort} was asked for; 1 to {_MOST_EFFORT} are taken")
    if not 0 < seed < 2**31:
        raise ToolInputError(f"a seed is a whole number from 1 to {2**31 - 1}, not {seed}")
    mol = embed_molecule(smiles)
    if mol.GetNumHeavyAtoms() > MOST_LIGAND_ATOMS:
        raise ToolInputError(
            f"the molecule has {mol.GetNumHeavyAtoms()} heavy atoms; at most {MOST_LIGAND_ATOMS} are taken"
        )
    receptor = receptor_of(text, box)
    poses = [Pose(one.affinity, Chem.RemoveHs(one.mol)) for one in poses_of(receptor, mol, box, effort, _COUNT, seed)]
    native = _native(text, bound, poses[0].mol)
    rows = list[dict[str, float | int]]()
    for number, pose in enumerate(poses, 1):
        row: dict[str, float | int] = {"pose": number, "score": round(pose.affinity, 3)}
        row["RMSD from the best"] = round(rdMolAlign.CalcRMS(Chem.Mol(pose.mol), poses[0].mol), 2)
        if native is not None:
            row["RMSD from the file"] = round(rdMolAlign.CalcRMS(Chem.Mol(pose.mol), native), 2)
        rows.append(row)
    return Docked(
        round(poses[0].affinity, 3), rows, Chem.MolToMolBlock(poses[0].mol), _note(receptor.notes, box, bound, how)
    )


def _note(notes: tuple[str, ...], box: Box, bound: str, how: tuple[int, int]) -> str:
    centre, edges = (", ".join(f"{one:g}" for one in values) for values in (box.centre, box.edges))
    where = f"box around {bound}" if bound else "box"
    return f"{where}: centre {centre}, edges {edges} Å; exhaustiveness {how[0]}, seed {how[1]}; " + "; ".join(notes)


def _chosen(ligands: dict[str, Any], wanted: str) -> tuple[str, Any]:
    """The ligand that marks the site."""
    if wanted:
        named = [name for name in ligands if name.split()[0] == wanted.strip().upper() or name == wanted.strip()]
        if len(named) > 1:
            raise ToolInputError(f"the file has {wanted} several times: {', '.join(named[:6])}; give a box instead")
    else:
        named = [name for name in ligands if name.split()[0] not in _ADDITIVES]
    if len(named) == 1:
        return named[0], ligands[named[0]]
    found = ", ".join(list(ligands)[:6])
    if not named:
        raise ToolInputError(
            f"the file has no ligand {wanted or 'that could mark the site'}{f'; it has {found}' if found else ''}; "
            "give the centre of a box instead"
        )
    raise ToolInputError(f"the file has several ligands ({', '.join(named[:6])}); say around which one to dock")


def _checked(box: Box) -> Box:
    if not all(_SMALLEST <= edge <= _LARGEST for edge in box.edges):
        raise ToolInputError(f"a box of {' x '.join(f'{one:g}' for one in box.edges)} Å; edges of 5 to 60 Å are taken")
    return box


def _native(text: str, bound: str, mol: Any) -> Any:
    """The bound ligand with the bonds of a molecule, where it is that molecule; none otherwise."""
    from rdkit import Chem, rdBase
    from rdkit.Chem import AllChem

    if not bound:
        return None
    with rdBase.BlockLogs():
        found = Chem.MolFromPDBBlock(ligand_block(text, bound), sanitize=False, removeHs=True)
        if found is None or found.GetNumHeavyAtoms() != mol.GetNumHeavyAtoms():
            return None
        try:
            return AllChem.AssignBondOrdersFromTemplate(Chem.RemoveHs(mol), Chem.RemoveHs(found, sanitize=False))
        except (ValueError, RuntimeError):
            return None
