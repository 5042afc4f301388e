"""Move the mobile hydrogens of a molecule: the tautomers that one standard InChI stands for.

A standard InChI names groups of atoms that share hydrogens (or negative charges) and leaves open which of them has
which. A hydrogen goes from a donor to an acceptor along a path of alternating single and double bonds, whose orders
are exchanged; nothing else of the molecule is touched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rdkit.Chem import Atom, Mol

_GROUP = re.compile(r"\((H\d*)?(-\d*)?,([\d,]+)\)")
_LONGEST_PATH = 16  # bonds: across two fused rings
_MOST_STEPS = 3000  # of the search for one path
_MOST_STATES = 400  # tautomers of one group that are compared


@dataclass(frozen=True, slots=True)
class Shift:
    """A hydrogen or a charge leaves `path[0]` for `path[-1]`; the bonds along the path change places."""

    path: tuple[int, ...]
    charge: bool


def mobile_groups(inchi: str, numbering: str) -> list[frozenset[int]]:
    """The groups of atoms that share mobile hydrogens, as indices of the molecule's atoms.

    Args:
        inchi: A standard InChI.
        numbering: The auxiliary text that InChI gives beside it; its `/N:` layer says which atom has which number.
    """
    layers = inchi.partition("/i")[0].split("/")
    hydrogens = next((layer[1:] for layer in layers[2:] if layer.startswith("h")), "")
    numbers = re.search(r"/N:([\d,;]+)", numbering)
    if numbers is None:
        return []
    components = [[int(number) - 1 for number in part.split(",")] for part in numbers[1].split(";")]
    parts = [text for part in hydrogens.split(";") for text in _repeated(part)]
    return [
        frozenset(atoms[int(number) - 1] for number in match[3].split(","))
        for atoms, text in zip(components, parts, strict=False)
        for match in _GROUP.finditer(text)
    ]


def _repeated(part: str) -> list[str]:
    match = re.match(r"(\d+)\*", part)
    return [part[match.end() :]] * int(match[1]) if match else [part]


def tautomers(mol: Mol, group: frozenset[int]) -> Iterator[Mol]:
    """The other tautomers of one group, each once; nearest first, at most 400.

    Args:
        mol: A molecule with Kekulé bonds and no aromatic flags.
        group: Atoms that share hydrogens.
    """
    seen = {_state(mol, group)}
    queue = [mol]
    for current in queue:
        for shift in _shifts(current, group):
            moved = _shifted(current, shift)
            state = _state(moved, group)
            if state in seen:
                continue
            seen.add(state)
            yield moved
            if len(seen) >= _MOST_STATES:
                return
            queue.append(moved)


def _state(mol: Mol, group: frozenset[int]) -> tuple[tuple[int, int], ...]:
    atoms = (mol.GetAtomWithIdx(index) for index in sorted(group))
    return tuple((atom.GetTotalNumHs(includeNeighbors=True), atom.GetFormalCharge()) for atom in atoms)


def _shifts(mol: Mol, group: frozenset[int]) -> Iterator[Shift]:
    for donor in sorted(group):
        atom = mol.GetAtomWithIdx(donor)
        hydrogens, charge = atom.GetTotalNumHs(includeNeighbors=True), atom.GetFormalCharge()
        if charge > 0 or (not hydrogens and charge == 0):
            continue
        for acceptor in sorted(group - {donor}):
            path = _path(mol, donor, acceptor)
            if path is not None:
                if hydrogens and charge == 0:
                    yield Shift(path, False)
                elif charge < 0:
                    yield Shift(path, True)


def _path(mol: Mol, donor: int, acceptor: int) -> tuple[int, ...] | None:
    """A path of single, double, single, … double bonds between two atoms; the shortest within the limits."""
    from rdkit import Chem

    target = mol.GetAtomWithIdx(acceptor)
    if target.GetFormalCharge() != 0:
        return None
    steps = 0
    paths: list[tuple[int, ...]] = [(donor,)]
    for path in paths:
        steps += 1
        if steps > _MOST_STEPS or len(path) > _LONGEST_PATH:
            return None
        double = len(path) % 2 == 0
        wanted = Chem.BondType.DOUBLE if double else Chem.BondType.SINGLE
        for bond in mol.GetAtomWithIdx(path[-1]).GetBonds():
            other = bond.GetOtherAtomIdx(path[-1])
            if bond.GetBondType() != wanted or other in path:
                continue
            if double and other == acceptor:
                return (*path, other)
            if double or _has_double(mol.GetAtomWithIdx(other)):
                paths.append((*path, other))
    return None


def _has_double(atom: Atom) -> bool:
    from rdkit import Chem

    return any(bond.GetBondType() == Chem.BondType.DOUBLE for bond in atom.GetBonds())


def _shifted(mol: Mol, shift: Shift) -> Mol:
    from rdkit import Chem

    edited = Chem.RWMol(mol)
    donor, acceptor = (edited.GetAtomWithIdx(shift.path[place]) for place in (0, -1))
    if shift.charge:
        donor.SetFormalCharge(0)
        acceptor.SetFormalCharge(-1)
    elif donor.GetTotalNumHs() == 0:  # an isotope of hydrogen is an atom of its own
        hydrogen = next(atom for atom in donor.GetNeighbors() if atom.GetAtomicNum() == 1)
        edited.RemoveBond(donor.GetIdx(), hydrogen.GetIdx())
        edited.AddBond(acceptor.GetIdx(), hydrogen.GetIdx(), Chem.BondType.SINGLE)
    else:
        count = donor.GetTotalNumHs() - 1
        _set_hydrogens(acceptor, acceptor.GetTotalNumHs() + 1)
        _set_hydrogens(donor, count)
    for place in range(len(shift.path) - 1):
        bond = edited.GetBondBetweenAtoms(shift.path[place], shift.path[place + 1])
        single = bond.GetBondType() == Chem.BondType.DOUBLE
        bond.SetStereo(Chem.BondStereo.STEREONONE)
        bond.SetBondType(Chem.BondType.SINGLE if single else Chem.BondType.DOUBLE)
    edited.UpdatePropertyCache(strict=False)
    return edited.GetMol()


def _set_hydrogens(atom: Atom, count: int) -> None:
    atom.SetNoImplicit(True)
    atom.SetNumExplicitHs(count)
