"""The conditions that one atom of a molecule may meet."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry._selection import Condition

if TYPE_CHECKING:
    from rdkit.Chem import Atom

HALOGENS = frozenset({9, 17, 35, 53, 85})
_NON_METALS = frozenset({1, 2, 5, 6, 7, 8, 9, 10, 14, 15, 16, 17, 18, 32, 33, 34, 35, 36, 51, 52, 53, 54, 85, 86})
METALS = frozenset(range(1, 119)) - _NON_METALS
_DEGREES = {"primary": 1, "secondary": 2, "tertiary": 3, "quaternary": 4}
# What is said of a hydrogen is meant of the atom that bears it.
OF_BEARER = frozenset({"aromatic", "sp3", "sp2", "sp", "benzylic", "allylic", "vinylic", *_DEGREES})


def atom_holds(atom: Atom, condition: Condition, inside: frozenset[int] = frozenset()) -> bool:
    """Whether an atom meets a condition, its negation left aside; neighbours `inside` are no partners of a bond.

    Raises:
        ToolInputError: the condition is none on this atom.
    """
    name = condition.name
    if atom.GetAtomicNum() == 1 and name in OF_BEARER:
        bearers = atom.GetNeighbors()
        return bool(bearers) and atom_holds(bearers[0], condition)
    if name in _DEGREES:
        return _has_degree(atom, name)
    holds: dict[str, Callable[[], bool]] = {
        "aromatic": atom.GetIsAromatic,
        "in aromatic ring": lambda: _in_aromatic_ring(atom),
        "in ring": atom.IsInRing,
        "size": lambda: any(atom.IsInRingSize(int(size)) for size in condition.values if size.isdigit()),
        "sp3": lambda: str(atom.GetHybridization()) == "SP3",
        "sp2": lambda: str(atom.GetHybridization()) == "SP2",
        "sp": lambda: str(atom.GetHybridization()) == "SP",
        "saturated": lambda: str(atom.GetHybridization()) == "SP3",
        "charged": lambda: atom.GetFormalCharge() != 0,
        "positive": lambda: atom.GetFormalCharge() > 0,
        "negative": lambda: atom.GetFormalCharge() < 0,
        "terminal": lambda: (
            atom.GetAtomicNum() > 1 and sum(other.GetAtomicNum() > 1 for other in atom.GetNeighbors()) == 1
        ),
        "double-bonded": lambda: _has_bond(atom, "DOUBLE"),
        "triple-bonded": lambda: _has_bond(atom, "TRIPLE"),
        "benzylic": lambda: _is_sp3_carbon(atom) and any(_is_aryl(other) for other in atom.GetNeighbors()),
        "allylic": lambda: _is_sp3_carbon(atom) and any(_is_alkenyl(other) for other in atom.GetNeighbors()),
        "vinylic": lambda: _is_alkenyl(atom),
        "single bonded to": lambda: _has_bond(atom, "SINGLE", condition.values),
        "double bonded to": lambda: _has_bond(atom, "DOUBLE", condition.values),
        "triple bonded to": lambda: _has_bond(atom, "TRIPLE", condition.values),
        "hydrogens": lambda: _has_hydrogens(atom, condition.values),
        "bonded to": lambda: any(
            _is_partner(other, target)
            for other in atom.GetNeighbors()
            if other.GetIdx() not in inside
            for target in condition.values
        ),
    }
    if name not in holds:
        raise ToolInputError(f"{condition} is no condition on atoms; known are {', '.join(holds)}")
    return bool(holds[name]())


def _has_degree(atom: Atom, name: str) -> bool:
    """By the number of carbon neighbours of a saturated carbon (IUPAC); nitrogen is named by its group."""
    if atom.GetAtomicNum() != 6:
        raise ToolInputError(f"{name} is said of carbon atoms; of others count {name} amines or alcohols")
    carbons = sum(other.GetAtomicNum() == 6 for other in atom.GetNeighbors())
    return _is_sp3_carbon(atom) and carbons == _DEGREES[name]


def _in_aromatic_ring(atom: Atom, carbocyclic: bool = False) -> bool:
    mol = atom.GetOwningMol()
    info = mol.GetRingInfo()
    return any(
        all(mol.GetBondWithIdx(bond).GetIsAromatic() for bond in bonds)
        for ring, bonds in zip(info.AtomRings(), info.BondRings(), strict=True)
        if atom.GetIdx() in ring
        and (
            not carbocyclic or (len(ring) == 6 and all(mol.GetAtomWithIdx(place).GetAtomicNum() == 6 for place in ring))
        )
    )


def _has_hydrogens(atom: Atom, values: tuple[str, ...]) -> bool:
    count = sum(other.GetAtomicNum() == 1 for other in atom.GetNeighbors())
    return count > 0 if values == ("any",) else str(count) in values


def _has_bond(atom: Atom, order: str, targets: tuple[str, ...] = ()) -> bool:
    return any(
        str(bond.GetBondType()) == order
        and (not targets or any(_is_partner(bond.GetOtherAtom(atom), target) for target in targets))
        for bond in atom.GetBonds()
    )


def _is_sp3_carbon(atom: Atom) -> bool:
    return atom.GetAtomicNum() == 6 and str(atom.GetHybridization()) == "SP3"


def _is_aryl(atom: Atom) -> bool:
    return atom.GetAtomicNum() == 6 and atom.GetIsAromatic()


def _is_alkenyl(atom: Atom) -> bool:
    return (
        atom.GetAtomicNum() == 6
        and not atom.GetIsAromatic()
        and any(
            str(bond.GetBondType()) == "DOUBLE" and bond.GetOtherAtom(atom).GetAtomicNum() == 6
            for bond in atom.GetBonds()
        )
    )


def _is_partner(atom: Atom, target: str) -> bool:
    """Whether an atom is what another one is bonded to."""
    number = atom.GetAtomicNum()
    classes: dict[str, Callable[[], bool]] = {
        "heteroatom": lambda: number not in (1, 6),
        "heavy atom": lambda: number > 1,
        "halogen": lambda: number in HALOGENS,
        "aromatic atom": atom.GetIsAromatic,
        "aromatic ring": lambda: _in_aromatic_ring(atom),
        "benzene ring": lambda: _in_aromatic_ring(atom, carbocyclic=True),
        "ring": atom.IsInRing,
        "sp3 C": lambda: _is_sp3_carbon(atom),
        "aromatic C": lambda: _is_aryl(atom),
        "carbonyl": lambda: number == 6 and _has_oxo(atom),
    }
    if target in classes:
        return classes[target]()
    if not (target.isalpha() and len(target) <= 2 and target == target.capitalize()):
        raise ToolInputError(f"{target!r} is nothing that an atom can be bonded to; write an element symbol or a ring")
    return atom.GetSymbol() == target


def _has_oxo(atom: Atom) -> bool:
    return any(
        str(bond.GetBondType()) == "DOUBLE" and bond.GetOtherAtom(atom).GetAtomicNum() == 8 for bond in atom.GetBonds()
    )
