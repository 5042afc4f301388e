"""What a PDB or mmCIF file holds: models, ligands, waters, ions, gaps, alternative places, and what its header says."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import PdbFile
from scitoolagent.tools.biology._macromolecule import (
    chosen_model,
    kind_of,
    models_note,
    one_of_each,
    read_macromolecule,
    read_part,
    residue_label,
    residues_once,
)
from scitoolagent.tools.biology.structure import CountedModels, StructurePart

_COMPLEX = Path(__file__).with_name("example_complex.pdb")
_EXAMPLE = {"structure": _COMPLEX}

ModelCount = Annotated[
    int,
    Semantic(
        "ModelCount", parent="MolecularProperty", unit="1", label="number of models", also=("models of a structure",)
    ),
]
LigandCount = Annotated[
    int,
    Semantic(
        "LigandCount",
        parent="MolecularProperty",
        unit="1",
        label="number of ligands",
        also=("ligand count", "number of ligands of a structure"),
    ),
]
LigandList = Annotated[
    dict[str, str | int],
    Semantic(
        "LigandList",
        parent="MolecularProperty",
        label="ligands of a structure",
        also=(
            "ligands",
            "bound ligands",
            "ligand names",
            "which ligands",
            "small molecules of a structure",
            "cofactors",
        ),
    ),
]
StructureWaterCount = Annotated[
    int,
    Semantic("StructureWaterCount", parent="MolecularProperty", unit="1", label="waters of a structure file"),
]
SoughtWaters = Annotated[
    str,
    Semantic(
        "SoughtWaters",
        parent="Parameter",
        label="waters that are counted",
        finder="scitoolagent.tools.biology._structure_words:find_waters",
    ),
]
StructureIonCount = Annotated[
    int,
    Semantic(
        "StructureIonCount",
        parent="MolecularProperty",
        unit="1",
        label="number of ions",
        also=("number of metal ions",),
    ),
]
IonList = Annotated[
    dict[str, str | int],
    Semantic(
        "IonList", parent="MolecularProperty", label="lone ions of a structure", also=("metal ions of a structure",)
    ),
]
SoughtIons = Annotated[
    str,
    Semantic(
        "SoughtIons",
        parent="Parameter",
        label="kind of lone ion",
        finder="scitoolagent.tools.biology._structure_words:find_ions",
    ),
]
AlternateCount = Annotated[
    int,
    Semantic(
        "AlternateCount",
        parent="MolecularProperty",
        unit="1",
        label="number of residues with alternate locations",
        also=("number of alternate conformations", "number of residues with alternate conformations"),
    ),
]
AlternateResidues = Annotated[
    list[str],
    Semantic(
        "AlternateResidues",
        parent="MolecularProperty",
        label="residues with alternate locations",
        also=(
            "alternate locations",
            "residues have alternate locations",
            "residues have alternate conformations",
            "residues with alternate conformations",
            "alternate conformations",
            "alternative locations",
            "alternative conformations",
            "altlocs",
        ),
    ),
]


@dataclass(frozen=True, slots=True)
class Ligands:
    """How many ligands there are, and of each kind its name, number, places and atoms."""

    ligand_count: LigandCount
    ligands: list[LigandList]
    counted: CountedModels


@dataclass(frozen=True, slots=True)
class Waters:
    """How many waters there are, and in which model."""

    water_count: StructureWaterCount
    counted: CountedModels


@dataclass(frozen=True, slots=True)
class Ions:
    """How many ions of one atom there are, and of each kind its name, number and places."""

    ion_count: StructureIonCount
    ions: list[IonList]
    counted: CountedModels


@dataclass(frozen=True, slots=True)
class Alternates:
    """How many residues have several places, and which."""

    alternate_count: AlternateCount
    alternates: AlternateResidues
    counted: CountedModels


@tool(Operation.ANALYSIS, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example=_EXAMPLE)
def structure_model_count(structure: PdbFile) -> ModelCount:
    """Count the models of a PDB or mmCIF file.

    Args:
        structure: A PDB or mmCIF file.
    Returns:
        Number of models; 1 for a crystal structure.
    Raises:
        ToolInputError: No such file, or it is no structure or breaks off.
    Source: wwPDB formats, read by gemmi.
    """
    return len(read_macromolecule(structure))


@tool(
    Operation.ANALYSIS,
    Topic.STRUCTURAL_BIOLOGY,
    Safety.OPEN,
    example=_EXAMPLE,
    also=("list the ligands", "bound molecules"),
)
def structure_ligands(structure: PdbFile, part: StructurePart = "all") -> Ligands:
    """List the ligands of a PDB or mmCIF file.

    Args:
        structure: A PDB or mmCIF file; only its first model is read where no other is named.
        part: A chain or model, where not all is meant.
    Returns:
        Number of ligands, and of each kind the name, the number, the places, and the atoms that the file has of one
        (without hydrogens that it does not hold). Waters and ions of one atom are none; molecules of a buffer count,
        as no file tells them apart.
    Raises:
        ToolInputError: No such file or part, or it is no structure or breaks off.
    Source: wwPDB formats, read by gemmi.
    """
    found, note = _bodies(structure, part, "ligand")
    listed: list[dict[str, str | int]] = [
        {
            "ligand": name,
            "count": len(ones),
            "places": ", ".join(place for place, _ in ones),
            "atoms": _formula(ones[0][1]),
        }
        for name, ones in found.items()
    ]
    return Ligands(sum(map(len, found.values())), listed, note)


@tool(Operation.ANALYSIS, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example={**_EXAMPLE, "kind": "waters"})
def structure_waters(structure: PdbFile, kind: SoughtWaters, part: StructurePart = "all") -> Waters:
    """Count the water molecules of a PDB or mmCIF file.

    Args:
        structure: A PDB or mmCIF file; only its first model is read where no other is named.
        kind: waters.
        part: A chain or model, where not all is meant.
    Returns:
        Number of waters that have coordinates, each of several places once.
    Raises:
        ToolInputError: No such file or part, or it is no structure or breaks off.
    Source: wwPDB formats, read by gemmi.
    """
    if kind != "waters":
        raise ToolInputError(f"waters are counted here, not {kind[:40]!r}")
    found, note = _bodies(structure, part, "water")
    return Waters(sum(map(len, found.values())), note)


@tool(Operation.ANALYSIS, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example={**_EXAMPLE, "kind": "metals"})
def structure_ions(structure: PdbFile, kind: SoughtIons, part: StructurePart = "all") -> Ions:
    """List the ions and metals of one atom in a PDB or mmCIF file.

    Args:
        structure: A PDB or mmCIF file; only its first model is read where no other is named.
        kind: ions for all, or metals.
        part: A chain or model, where not all is meant.
    Returns:
        Number of lone metal and halide ions, and of each kind the name, the number and the places. A metal inside a
        ligand (the iron of heme) belongs to that.
    Raises:
        ToolInputError: No such file or part, or it is no structure or breaks off.
    Source: wwPDB formats, read by gemmi.
    """
    if kind not in ("ions", "metals"):
        raise ToolInputError(f"lone ions are sought as ions or as metals, not as {kind[:40]!r}")
    found, note = _bodies(structure, part, "ion")
    if kind == "metals":
        found = {name: ones for name, ones in found.items() if any(atom.element.is_metal for atom in ones[0][1])}
        note = f"{note}; a metal inside a ligand, as in heme, belongs to that"
    listed: list[dict[str, str | int]] = [
        {"ion": f"{name} ion", "count": len(ones), "places": ", ".join(place for place, _ in ones)}
        for name, ones in found.items()
    ]
    return Ions(sum(map(len, found.values())), listed, note)


@tool(Operation.ANALYSIS, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example=_EXAMPLE)
def structure_alternate_locations(structure: PdbFile, part: StructurePart = "all") -> Alternates:
    """List the residues of a PDB or mmCIF file whose atoms have alternate locations.

    Args:
        structure: A PDB or mmCIF file; only its first model is read where no other is named.
        part: A chain or model, where not all is meant.
    Returns:
        Number of residues with alternate locations, and their names; ligands and waters with several places count.
    Raises:
        ToolInputError: No such file or part, or it is no structure or breaks off.
    Source: wwPDB formats, read by gemmi.
    """
    found, wanted = read_macromolecule(structure), read_part(part)
    names = [
        residue_label(chain, residue)
        for chain in _chains(found, wanted)
        for residue in chain
        if any(atom.altloc != "\0" for atom in residue)
    ]
    listed = list(dict.fromkeys(names))
    return Alternates(len(listed), listed, models_note(found, wanted))


def _chains(structure: Any, wanted: Any) -> list[Any]:
    if wanted.first or wanted.name or wanted.atom or wanted.kind:
        raise ToolInputError("only a chain or a model can be chosen here, no residue, atom or kind")
    model = chosen_model(structure, wanted)
    chains = [chain for chain in model if not wanted.chain or chain.name == wanted.chain]
    if not chains:
        raise ToolInputError(f"there is no chain {wanted.chain[:20]}; there are {', '.join(one.name for one in model)}")
    return chains


def _bodies(structure: Path, part: str, kind: str) -> tuple[dict[str, list[tuple[str, Any]]], str]:
    """What is of a kind, by name: the place and the residue of each."""
    found, wanted = read_macromolecule(structure), read_part(part)
    if wanted.kind in (kind, "metal"):
        wanted = read_part("all")
    bodies: dict[str, list[tuple[str, Any]]] = {}
    for chain in _chains(found, wanted):
        for residue in residues_once(chain):
            if kind_of(residue) == kind:
                bodies.setdefault(residue.name, []).append((f"{chain.name or '-'} {residue.seqid}", residue))
    return bodies, models_note(found, wanted)


def _formula(residue: Any) -> str:
    """The atoms of a residue in the order of Hill."""
    counts = Counter(atom.element.name for atom in one_of_each(residue))
    first = ["C", "H"] if "C" in counts else []
    order = [one for one in first if one in counts] + sorted(set(counts) - set(first))
    return "".join(f"{one}{counts[one] if counts[one] > 1 else ''}" for one in order)
