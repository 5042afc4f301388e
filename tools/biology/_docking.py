"""Docking behind AutoDock Vina: a receptor and a ligand as Vina takes them, the box, and the poses."""

from __future__ import annotations

import contextlib
import io
import math
import os
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from scitoolagent.errors import ToolFailedError, ToolInputError, ToolUnavailableError
from scitoolagent.tool.progress import tell

REQUIRES = ("extra:docking",)
EXAMPLE_POCKET = Path(__file__).with_name("example_pocket.pdb")
MOST_ATOMS = 30_000
MOST_LIGAND_ATOMS = 100
MOST_TORSIONS = 32
# Names that other programs give to standard residues, and how PDB files write them.
_ALIASES = {"HSD": "HIS", "HSE": "HIS", "HSP": "HIS", "HID": "HIS", "HIE": "HIS", "HIP": "HIS", "CYX": "CYS"}
_STANDARD = frozenset("ALA ARG ASN ASP CYS GLN GLU GLY HIS ILE LEU LYS MET PHE PRO SER THR TRP TYR VAL".split())
_METALS = frozenset(("CA", "CU", "FE", "MG", "MN", "ZN"))
_PEPTIDE_BOND = 1.7  # Å, the longest
_SHOWN = 6

Place = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Box:
    """Where poses are looked for: centre and edges in Å."""

    centre: Place
    edges: Place

    def holds(self, place: Place) -> bool:
        """Whether a place lies in it."""
        inside = zip(place, self.centre, self.edges, strict=True)
        return all(abs(one - middle) <= edge / 2 for one, middle, edge in inside)


@dataclass(frozen=True, slots=True)
class Receptor:
    """A receptor as Vina takes it, and what was left out of it or changed."""

    pdbqt: str
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pose:
    """A pose: its score in kcal/mol and the ligand in its place."""

    affinity: float
    mol: Any


def receptor_of(text: str, box: Box) -> Receptor:
    """The protein and its metals without all else, with hydrogens.

    Raises:
        ToolInputError: no protein, too many atoms, or a residue of the box that lacks atoms.
    """
    atoms = [one for one in _atoms(text) if _is_kept(one)]
    if not any(one.residue in _STANDARD for one in atoms):
        raise ToolInputError("the file has no protein to dock into")
    if len(atoms) > MOST_ATOMS:
        raise ToolInputError(f"the protein has {len(atoms):,} atoms; at most {MOST_ATOMS:,} are taken")
    gone = sorted({one.residue for one in _atoms(text) if not _is_kept(one)})
    meeko = _meeko()
    made = _quietly(
        lambda: meeko.Polymer.from_pdb_string(
            "".join(_written(atoms)),
            _templates(),
            meeko.MoleculePreparation(),
            allow_bad_res=True,
            blunt_ends=_ends(atoms),
        )
    )
    unfit = {key for key, monomer in made.monomers.items() if monomer.rdkit_mol is None}
    if near := sorted({one.key for one in atoms if one.key in unfit and box.holds(one.place)}):
        raise ToolInputError(
            f"{', '.join(near[:_SHOWN])} in the box lack atoms or have too many; complete the structure first"
        )
    written, _ = _quietly(lambda: meeko.PDBQTWriterLegacy.write_from_polymer(made))
    notes = ["hydrogens added"]
    if gone:
        notes.append(f"left out of the receptor: {', '.join(gone[:_SHOWN])}{' …' if len(gone) > _SHOWN else ''}")
    if unfit:
        notes.append(f"{len(unfit)} incomplete residues far from the box left out")
    return Receptor(written, tuple(notes))


def poses_of(receptor: Receptor, mol: Any, box: Box, effort: int, count: int, seed: int) -> list[Pose]:
    """The best poses of a ligand with hydrogens and places.

    Raises:
        ToolInputError: the ligand has an element or a form that Vina does not take, or too many torsions.
        ToolFailedError: no pose was found.
    """
    meeko, vina = _meeko(), _vina()
    setups = _quietly(lambda: meeko.MoleculePreparation().prepare(mol))
    ligand, good, reason = meeko.PDBQTWriterLegacy.write_string(setups[0])
    if not good:
        raise ToolInputError(f"the ligand cannot be docked: {str(reason).strip()[:200]}")
    torsions = int(found[1]) if (found := re.search(r"^TORSDOF (\d+)", ligand, re.MULTILINE)) else 0
    if torsions > MOST_TORSIONS:
        raise ToolInputError(f"the ligand turns about {torsions} bonds; at most {MOST_TORSIONS} are taken")
    with TemporaryDirectory() as folder:
        place = Path(folder) / "receptor.pdbqt"
        place.write_text(receptor.pdbqt, encoding="utf-8")
        try:
            # Of more threads than searches Vina warns; they change no result.
            engine = vina.Vina(sf_name="vina", cpu=min(effort, os.cpu_count() or 1), seed=seed, verbosity=0)
            engine.set_receptor(str(place))
            engine.set_ligand_from_string(ligand)
            tell(0, 0, "computing the maps of the box")
            engine.compute_vina_maps(center=list(box.centre), box_size=list(box.edges))
            tell(0, 0, f"searching for poses, exhaustiveness {effort}")
            engine.dock(exhaustiveness=effort, n_poses=count)
            told = engine.poses(n_poses=count, energy_range=100.0)
            energies = [float(row[0]) for row in engine.energies(n_poses=count, energy_range=100.0)]
        except (RuntimeError, ValueError, TypeError) as error:
            raise ToolFailedError(f"AutoDock Vina found no pose: {str(error).strip()[:200]}") from error
    docked = meeko.RDKitMolCreate.from_pdbqt_mol(meeko.PDBQTMolecule(told, skip_typing=True))[0]
    if docked is None or not energies:
        raise ToolFailedError("AutoDock Vina found no pose in this box")
    return [Pose(energy, _one_conformer(docked, number)) for number, energy in enumerate(energies)]


def ligands_in(text: str) -> dict[str, list[Place]]:
    """The heavy atoms of each other molecule in a file by its residue, such as `STI A:201`."""
    found: dict[str, list[Place]] = {}
    for one in _atoms(text):
        if one.is_ligand:
            found.setdefault(f"{one.residue} {one.key}", []).append(one.place)
    return {name: places for name, places in found.items() if len(places) > 1}


def ligand_block(text: str, name: str) -> str:
    """The lines of one ligand in a PDB file."""
    return "".join(one.line for one in _atoms(text) if one.is_ligand and f"{one.residue} {one.key}" == name)


def box_around(places: list[Place], margin: float) -> Box:
    """The box that holds places, with a margin on each side."""
    low, high = ([end(one[axis] for one in places) for axis in range(3)] for end in (min, max))
    centre = tuple(round((a + b) / 2, 3) for a, b in zip(low, high, strict=True))
    edges = tuple(round(b - a + 2 * margin, 3) for a, b in zip(low, high, strict=True))
    return Box((centre[0], centre[1], centre[2]), (edges[0], edges[1], edges[2]))


@dataclass(frozen=True, slots=True)
class _Atom:
    line: str
    residue: str
    key: str
    name: str
    place: Place
    is_ligand: bool


def _atoms(text: str) -> Iterator[_Atom]:
    """The atoms of the first model, of alternative places the first, and no water."""
    chosen: dict[tuple[str, str], str] = {}
    for line in text.splitlines(keepends=True):
        if line.startswith("ENDMDL"):
            return
        if not line.startswith(("ATOM  ", "HETATM")):
            continue
        residue = line[17:20].strip()
        if residue in ("HOH", "WAT", "DOD"):
            continue
        key = f"{line[21].strip()}:{line[22:27].strip()}"
        name = line[12:16].strip()
        if chosen.setdefault((key, name), line[16]) != line[16]:
            continue
        line, residue = _renamed(line, residue)
        element = line[76:78].strip() or name[:1]
        is_ligand = residue not in _STANDARD and residue not in _METALS and element != "H"
        place = (float(line[30:38]), float(line[38:46]), float(line[46:54]))
        yield _Atom(f"{line[:16]} {line[17:]}", residue, key, name, place, is_ligand)


def _renamed(line: str, residue: str) -> tuple[str, str]:
    if residue == "MSE":
        if line[12:16].strip() == "SE":
            line = f"{line[:12]} SD {line[16:76].ljust(60)} S\n"
        return f"ATOM  {line[6:17]}MET{line[20:]}", "MET"
    plain = _ALIASES.get(residue, residue)
    return f"{line[:17]}{plain:>3}{line[20:]}", plain


def _is_kept(one: _Atom) -> bool:
    return one.residue in _STANDARD or one.residue in _METALS


def _ends(atoms: list[_Atom]) -> list[tuple[str, int]]:
    """Where a chain breaks off, the carbon that has lost its neighbour, as a residue and the number of its atom."""
    residues: dict[str, list[_Atom]] = {}
    for one in atoms:
        residues.setdefault(one.key, []).append(one)
    nitrogens = [one.place for one in atoms if one.name == "N"]
    found = list[tuple[str, int]]()
    for key, members in residues.items():
        names = [one.name for one in members]
        if "C" not in names or "OXT" in names:
            continue
        carbon = members[names.index("C")].place
        others = (one for one in nitrogens if math.dist(one, carbon) < _PEPTIDE_BOND)
        if next(others, None) is None:
            found.append((key, names.index("C")))
    return found


def _written(atoms: list[_Atom]) -> Iterator[str]:
    """The lines of atoms. A serine without hydrogens has its carbonyl and its hydroxyl group alike: Meeko matches
    elements, not bond orders, so that it gets those of CB."""
    residues: dict[str, list[_Atom]] = {}
    for one in atoms:
        residues.setdefault(one.key, []).append(one)
    for members in residues.values():
        yield from (one.line for one in members)
        if members[0].residue == "SER" and not any(one.line[76:78].strip() == "H" for one in members):
            yield from _on_beta_carbon(members)


def _on_beta_carbon(members: list[_Atom]) -> Iterator[str]:
    from rdkit import Chem

    names = [one.name for one in members]
    mol = Chem.MolFromPDBBlock("".join(one.line for one in members), removeHs=False)
    if mol is None or "CB" not in names or mol.GetNumAtoms() != len(members):
        return
    mol = Chem.AddHs(mol, addCoords=True, onlyOnAtoms=[names.index("CB")])
    for number in range(len(members), mol.GetNumAtoms()):
        x, y, z = mol.GetConformer().GetAtomPosition(number)
        label = f"HB{number - len(members) + 2}"
        yield f"ATOM  99999  {label} {members[0].line[17:30]}{x:8.3f}{y:8.3f}{z:8.3f}  1.00  0.00           H\n"


def _one_conformer(mol: Any, number: int) -> Any:
    from rdkit import Chem

    alone = Chem.Mol(mol, confId=mol.GetConformers()[number].GetId())
    conformer = Chem.Conformer(mol.GetConformers()[number])
    alone.RemoveAllConformers()
    alone.AddConformer(conformer, assignId=True)
    return alone


@lru_cache(maxsize=1)
def _templates() -> Any:
    return _quietly(_meeko().ResidueChemTemplates.create_from_defaults)


def _quietly(make: Any) -> Any:
    """What a library makes, without what it prints, and its errors as errors of a tool."""
    import logging

    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        logging.getLogger("meeko").setLevel(logging.CRITICAL)
        try:
            return make()
        except (RuntimeError, ValueError, KeyError, AttributeError) as error:
            raise ToolInputError(f"the structure cannot be prepared: {str(error).strip()[:300]}") from error


def _meeko() -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return import_module("meeko")
    except ImportError as error:
        raise _absent(error) from error


def _vina() -> Any:
    try:
        return import_module("vina")
    except ImportError as error:
        raise _absent(error) from error


def _absent(error: ImportError) -> ToolUnavailableError:
    return ToolUnavailableError(
        f"molecules are docked by AutoDock Vina and Meeko ({error}); pip install 'scitoolagent[docking]'"
    )
