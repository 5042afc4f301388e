"""Pictures and coordinates of molecules and crystals. Called in a separate process, since input may crash it."""

from __future__ import annotations

import math
from itertools import combinations, pairwise
from typing import Any

StructureModel = dict[str, Any]

_MOST_DRAWN = 120
_MOST_ATOMS = 400
_MOST_RESIDUES = 3000
_SHORTEST_CHAIN = 8
# Longer than any bond between neighbours in a chain: 3.8 Å between alpha carbons, about 6.5 Å between phosphates.
_CHAIN_STEP = 7.5
_BOND_SLACK = 1.2


def molecule_svg(smiles: str) -> str:
    """A drawing of a molecule with a transparent background, for light and dark pages.

    Raises:
        ValueError: it is not a molecule, or too large to draw.
    """
    from rdkit import Chem
    from rdkit.Chem.Draw import rdMolDraw2D

    molecule = Chem.MolFromSmiles(smiles)
    if molecule is None or not 0 < molecule.GetNumAtoms() <= _MOST_DRAWN:
        raise ValueError("nothing that can be drawn")
    drawer = rdMolDraw2D.MolDraw2DSVG(260, 190)
    options: Any = drawer.drawOptions()
    options.clearBackground = False
    options.addStereoAnnotation = True
    options.padding = 0.06
    rdMolDraw2D.PrepareAndDrawMolecule(drawer, molecule)
    drawer.FinishDrawing()
    text = drawer.GetDrawingText()
    return str(text[text.index("<svg") :])


def structure_model(text: str, form: str) -> StructureModel:
    """The atoms of a structure with their coordinates in Å, and the bonds between them.

    Args:
        text: the structure.
        form: `smiles`, `mol`, `sdf`, `pdb` or `cif`.
    Returns:
        `atoms` (element, x, y, z), `bonds` (pairs of atoms), `lines` (the edges of a cell, pairs of points), and a
        `caption` that says what is shown.
    Raises:
        ValueError: it cannot be read, or is too large.
    """
    if form == "pdb":
        return _protein(text)
    if form == "cif":
        return _crystal(text)
    return _molecule(text, form)


def _molecule(text: str, form: str) -> StructureModel:
    from rdkit import Chem
    from rdkit.Chem import rdDistGeom, rdForceFieldHelpers

    if form == "smiles":
        molecule = Chem.MolFromSmiles(text)
        if molecule is not None and molecule.GetNumAtoms() <= _MOST_DRAWN:
            molecule = Chem.AddHs(molecule)
            if rdDistGeom.EmbedMolecule(molecule, randomSeed=7, maxAttempts=5) != 0:
                raise ValueError("no geometry was found")
            if rdForceFieldHelpers.MMFFHasAllMoleculeParams(molecule):
                rdForceFieldHelpers.MMFFOptimizeMolecule(molecule)
        caption = "one computed shape (ETKDG, MMFF94)"
    else:
        molecule = Chem.MolFromMolBlock(text, removeHs=False)
        caption = "coordinates of the file"
    if molecule is None or not 0 < molecule.GetNumAtoms() <= _MOST_ATOMS or not molecule.GetNumConformers():
        raise ValueError("nothing that can be shown")
    places = molecule.GetConformer().GetPositions()
    atoms = [[atom.GetSymbol(), *map(float, places[atom.GetIdx()])] for atom in molecule.GetAtoms()]
    bonds = [[bond.GetBeginAtomIdx(), bond.GetEndAtomIdx()] for bond in molecule.GetBonds()]
    return _made(atoms, bonds, [], caption)


def _protein(text: str) -> StructureModel:
    """Small files atom by atom; chains as one point per residue, plus the atoms of ligands."""
    chains: dict[str, list[list[Any]]] = {}
    rest: list[list[Any]] = []
    for line in text.splitlines():
        if line.startswith("ENDMDL"):
            break
        if not line.startswith(("ATOM  ", "HETATM")) or line[16] not in " A" or line[17:20] == "HOH":
            continue
        name = line[12:16].strip()
        element = (line[76:78].strip() or name.strip("0123456789")[:1]).capitalize()
        atom = [element, *(float(line[start : start + 8]) for start in (30, 38, 46))]
        if line.startswith("ATOM") and name in ("CA", "P"):
            chains.setdefault(line[21], []).append(atom)
        if line.startswith("HETATM") or len(rest) <= _MOST_ATOMS:
            rest.append([*atom, line.startswith("HETATM")])
    if max((len(chain) for chain in chains.values()), default=0) < _SHORTEST_CHAIN:
        atoms = [atom[:4] for atom in rest]
        return _made(atoms, _near(atoms), [], "coordinates of the file")
    atoms, bonds = [], []
    for number, chain in enumerate(chains.values()):
        first = len(atoms)
        atoms += [[f"chain{number % 6}", *atom[1:]] for atom in chain]
        bonds += [
            [first + i, first + j]
            for i, j in pairwise(range(len(chain)))
            if math.dist(chain[i][1:], chain[j][1:]) < _CHAIN_STEP
        ]
    ligands = [atom[:4] for atom in rest if atom[4]][:_MOST_ATOMS]
    bonds += [[len(atoms) + i, len(atoms) + j] for i, j in _near(ligands)]
    return _made(atoms + ligands, bonds, [], f"{len(chains)} chain{'s' * (len(chains) > 1)}, one point a residue")


def _crystal(text: str) -> StructureModel:
    import warnings

    from pymatgen.core.structure import Structure

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        crystal: Any = Structure.from_str(text, fmt="cif")
    if len(crystal) > _MOST_ATOMS:
        raise ValueError("too many atoms in the cell")
    atoms = []
    for site in crystal:
        element = max(site.species, key=lambda kind: site.species[kind])
        atoms.append([getattr(element, "symbol", str(element)), *map(float, site.coords)])
    a, b, c = crystal.lattice.matrix
    corners = {(i, j, k): i * a + j * b + k * c for i in (0, 1) for j in (0, 1) for k in (0, 1)}
    edges = [
        [list(map(float, corners[one])), list(map(float, corners[two]))]
        for one, two in combinations(corners, 2)
        if sum(x != y for x, y in zip(one, two, strict=True)) == 1
    ]
    return _made(atoms, _near(atoms), edges, f"unit cell, {len(atoms)} atoms")


def _near(atoms: list[list[Any]]) -> list[list[int]]:
    """Pairs of atoms as close as a covalent bond."""
    from rdkit import Chem

    table = Chem.GetPeriodicTable()
    reach = {}
    for symbol in {atom[0] for atom in atoms}:
        number = table.GetAtomicNumber(symbol) if symbol.isalpha() and len(symbol) < 3 else 0
        reach[symbol] = table.GetRcovalent(number)
    return [
        [i, j]
        for (i, one), (j, two) in combinations(enumerate(atoms), 2)
        if 0.4 < math.dist(one[1:], two[1:]) < _BOND_SLACK * (reach[one[0]] + reach[two[0]])
    ]


def _made(atoms: list[list[Any]], bonds: list[list[int]], lines: list[Any], caption: str) -> StructureModel:
    if not 0 < len(atoms) <= _MOST_RESIDUES:
        raise ValueError(f"{len(atoms)} points cannot be shown")
    rounded = [[atom[0], *(round(place, 3) for place in atom[1:4])] for atom in atoms]
    return {"atoms": rounded, "bonds": bonds, "lines": lines, "caption": caption}
