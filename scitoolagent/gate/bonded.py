"""Molecules out of elements and coordinates alone: who is bonded is told by the distances."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rdkit.Chem import Mol

Atom = tuple[str, tuple[float, float, float]]

MOST_ATOMS = 200_000
_HEAVIEST = 118
_MOST_OF_ONE = 200  # heavy atoms of one molecule; what is blocked has far fewer
_MOST_NEIGHBOURS = 200  # of an atom, on the average: more of them stand in no molecule
_TOO_NEAR, _SLACK = 0.4, 0.45  # two atoms on one place are two models of one; how much longer a bond may be, in Å


def graphs_of(atoms: Sequence[Atom]) -> Iterator[str]:
    """The graph of the heavy atoms of each molecule, as `listed.atom_graph` writes it.

    Atoms of no element (a dummy, a label) belong to nothing and hide nothing.

    Raises:
        ValueError: there are more heavy atoms than are compared, or they lie on one another.
    """
    from rdkit import Chem

    from scitoolagent.safety_db.listed import atom_graph

    if len(atoms) > MOST_ATOMS:
        raise ValueError(f"{len(atoms):,} atoms; at most {MOST_ATOMS:,} are compared")
    mol, places = _heavy(atoms)
    if not places:
        return
    table = Chem.GetPeriodicTable()
    radii = [table.GetRcovalent(atom.GetAtomicNum()) for atom in mol.GetAtoms()]
    for one, other, apart in _near(places, 2 * max(radii) + _SLACK):
        if _TOO_NEAR < apart < radii[one] + radii[other] + _SLACK:
            mol.AddBond(one, other, Chem.BondType.SINGLE)
    for part in Chem.GetMolFrags(mol, asMols=True, sanitizeFrags=False):
        if part.GetNumAtoms() <= _MOST_OF_ONE:
            yield atom_graph(part)


def _heavy(atoms: Sequence[Atom]) -> tuple[Mol, list[tuple[float, float, float]]]:
    from rdkit import Chem, rdBase

    mol = Chem.RWMol()
    places = []
    table = Chem.GetPeriodicTable()
    with rdBase.BlockLogs():
        for name, place in atoms:
            number = int(name) if name.isdecimal() and len(name) < 4 else 0  # some programs write these instead
            symbol = table.GetElementSymbol(number) if 0 < number <= _HEAVIEST else _letters(name)
            if symbol in ("H", "D", ""):
                continue
            try:
                mol.AddAtom(Chem.Atom(symbol))
            except RuntimeError:  # no element
                continue
            places.append(place)
    return mol, places


def _letters(name: str) -> str:
    return re.sub(r"[^A-Za-z]", "", name).capitalize()


def _near(places: Sequence[tuple[float, float, float]], within: float) -> Iterator[tuple[int, int, float]]:
    """The pairs of atoms that may be bonded, and how far apart they are."""
    import numpy as np
    from scipy.spatial import KDTree

    points: Any = np.array(places)
    if not np.isfinite(points).all():
        raise ValueError("a coordinate is no number")
    tree = KDTree(points)
    if tree.count_neighbors(tree, within) > _MOST_NEIGHBOURS * len(points):
        raise ValueError("the atoms lie on one another")
    pairs = tree.query_pairs(within, output_type="ndarray")
    apart = np.sqrt(((points[pairs[:, 0]] - points[pairs[:, 1]]) ** 2).sum(axis=1))
    yield from zip(pairs[:, 0].tolist(), pairs[:, 1].tolist(), apart.tolist(), strict=True)
