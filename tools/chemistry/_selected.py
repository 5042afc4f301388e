"""Find the atoms, bonds, groups or rings of a molecule that a selection means."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from scitoolagent.errors import ToolFailedError, ToolInputError
from scitoolagent.tools.chemistry._functional_groups import PATTERNS, group_places
from scitoolagent.tools.chemistry._selected_atoms import HALOGENS, METALS, OF_BEARER, atom_holds
from scitoolagent.tools.chemistry._selection import ATOM_CLASSES, Condition, Selection, parse_selection
from scitoolagent.tools.chemistry._structural_groups import GROUPS, NOTES

if TYPE_CHECKING:
    from rdkit.Chem import Atom, Bond, Mol

GROUP_NAMES = frozenset(GROUPS) | {name for name, _ in PATTERNS}
_MOST_MATCHES = 10_000
_RING_CONDITIONS = ("aromatic", "saturated", "size", "contains", "element")
_NOT_OF_HYDROGEN = ("in ring", "in aromatic ring", "size", "terminal")
_SITES = ("stereocentre", "undefined", "R", "S", "bridgehead", "spiro")
_GROUP_CONDITIONS = ("bonded to", "in ring", "in aromatic ring")


def selected(mol: Mol, text: str) -> tuple[list[tuple[int, ...]], str]:
    """The atoms of each thing that a selection means, and a note on how its words are taken.

    `mol` has its hydrogens as atoms of their own, behind the others.

    Raises:
        ToolInputError: the selection is not understood, does not fit what is counted, or has two meanings here that
            give different counts.
    """
    selection = parse_selection(text.strip(), GROUP_NAMES)
    if selection is None:
        raise ToolInputError(f"{text[:60]!r} is no selection; write one as 'C; not aromatic' or 'hydroxyl'")
    for condition in selection.conditions:
        if condition.name == "?":
            raise ToolInputError(f"{condition.values[0]!r} is not understood as a condition on {selection.subject}")
    find: dict[str, Callable[[Mol, Selection], list[tuple[int, ...]]]] = {
        "atom": _atoms,
        "bond": _bonds,
        "group": _groups,
        "ring": _rings,
    }
    if {condition.name for condition in selection.conditions} & {"R", "S", "E", "Z"}:
        _refuse_undefined(mol, selection)
        _label(mol)
    note = "; ".join(filter(None, (_note(mol, name) for name in selection.names))) if selection.kind == "group" else ""
    return find[selection.kind](mol, selection), "; ".join(filter(None, (f"taken as: {selection}", note)))


def _refuse_undefined(mol: Mol, selection: Selection) -> None:
    """A place that is drawn without its configuration may be either; counting none of them would be an answer."""
    from rdkit import Chem

    bonds = selection.kind == "bond"
    undefined = sum(
        place.specified == Chem.StereoSpecified.Unspecified and (place.type == Chem.StereoType.Bond_Double) is bonds
        for place in Chem.FindPotentialStereo(Chem.Mol(mol), cleanIt=False)
    )
    if undefined:
        kind = "stereo bonds" if bonds else "stereocentres"
        raise ToolInputError(f"{selection}: {undefined} {kind} of the structure are not defined; give its stereoisomer")


def _label(mol: Mol) -> None:
    from rdkit.Chem import rdCIPLabeler

    try:
        rdCIPLabeler.AssignCIPLabels(mol, maxRecursiveIterations=1_000_000)
    except RuntimeError as error:
        raise ToolFailedError("the CIP labels of this molecule take too many steps") from error


def _has_label(place: Atom | Bond, label: str) -> bool:
    return bool(place.HasProp("_CIPCode")) and place.GetProp("_CIPCode") == label


def _atoms(mol: Mol, selection: Selection) -> list[tuple[int, ...]]:
    conditions = [
        condition
        for condition in selection.conditions
        if selection.names != ("atoms",) or str(condition) != "with hydrogens"
    ]
    for condition in selection.conditions:
        if selection.names == ("H",) and condition.name in _NOT_OF_HYDROGEN:
            raise ToolInputError(f"no hydrogen is {condition.name}; say what the atom that bears it is bonded to")
    members = {
        name: _members(mol, name)
        for condition in conditions
        for name in ([condition.name] if condition.name in _SITES else condition.values)
        if condition.name in ("part of", *_SITES)
    }
    return [
        (atom.GetIdx(),)
        for atom in mol.GetAtoms()
        if any(_is(atom, name) for name in selection.names)
        and _is_counted(atom, selection)
        and all(_holds(atom, condition, members) for condition in conditions)
    ]


def _holds(atom: Atom, condition: Condition, members: dict[str, frozenset[int]]) -> bool:
    if condition.name == "element":
        found = any(_is(atom, name) for name in condition.values)
    elif condition.name in _SITES:
        found = atom.GetIdx() in members[condition.name]
    elif condition.name == "part of":
        # The hydrogens of a group are those on its atoms.
        places = {atom.GetIdx()} | {other.GetIdx() for other in atom.GetNeighbors() if atom.GetAtomicNum() == 1}
        found = any(places & members[group] for group in condition.values)
    else:
        found = atom_holds(atom, condition)
    return found is not condition.negated


def _is_counted(atom: Atom, selection: Selection) -> bool:
    """Whether an atom is among those that are meant: aromatic atoms, or sp2 atoms, are no hydrogens."""
    about_skeleton = any(condition.name in OF_BEARER for condition in selection.conditions)
    return atom.GetAtomicNum() != 1 or selection.names != ("atoms",) or not about_skeleton


def _members(mol: Mol, name: str) -> frozenset[int]:
    """The atoms of a kind that is found of a whole molecule only."""
    from rdkit import Chem
    from rdkit.Chem import rdMolDescriptors

    if name in ("R", "S"):
        return frozenset(atom.GetIdx() for atom in mol.GetAtoms() if _has_label(atom, name))
    if name in ("stereocentre", "undefined"):
        centres = Chem.FindMolChiralCenters(mol, includeUnassigned=True, useLegacyImplementation=False)
        return frozenset(index for index, label in centres if name == "stereocentre" or label == "?")
    if name in ("bridgehead", "spiro"):
        # The stubs of RDKit have the wrong type for the list that is filled.
        count: Any = (
            rdMolDescriptors.CalcNumBridgeheadAtoms if name == "bridgehead" else rdMolDescriptors.CalcNumSpiroAtoms
        )
        places: list[int] = []
        count(mol, places)
        return frozenset(places)
    if name not in GROUP_NAMES:
        raise ToolInputError(f"{name!r} is no functional group that is known here")
    return frozenset(index for match in _matches(mol, name) for index in match)


def is_of_class(symbol: str, name: str) -> bool:
    """Whether an element is meant by a symbol or by the name of a class of atoms."""
    if name not in ATOM_CLASSES:
        return symbol == name
    from rdkit import Chem

    number = Chem.GetPeriodicTable().GetAtomicNumber(symbol)
    return {
        "atoms": True,
        "heavy atoms": number > 1,
        "heteroatoms": number not in (1, 6),
        "halogens": number in HALOGENS,
        "metals": number in METALS,
    }[name]


def _is(atom: Atom, name: str) -> bool:
    return is_of_class(atom.GetSymbol(), name)


def _bonds(mol: Mol, selection: Selection) -> list[tuple[int, ...]]:
    """The bonds as RDKit sees them, unless the Kekulé form or the hydrogens would make another number of them."""
    from rdkit import Chem

    names = {condition.name for condition in selection.conditions}
    found = _bonds_of(mol, selection)
    told = any(item.negated and item.name in ("aromatic", "in aromatic ring") for item in selection.conditions)
    if "Kekulé" not in names and not told and "aromatic" not in selection.names:
        kekule = Chem.Mol(mol)
        Chem.Kekulize(kekule, clearAromaticFlags=False)
        other = len(_bonds_of(kekule, selection))
        if other != len(found):
            raise ToolInputError(
                f"{selection}: {len(found)} without the bonds of aromatic rings, {other} with those of a Kekulé form; "
                "say 'not aromatic' or 'Kekulé'"
            )
    if not {"with hydrogens", "between heavy atoms"} & names and not selection.ends:
        heavy = [bond for bond in found if all(mol.GetAtomWithIdx(index).GetAtomicNum() > 1 for index in bond)]
        if len(heavy) != len(found):
            raise ToolInputError(
                f"{selection}: {len(found)} with the bonds to hydrogen, {len(heavy)} without; say 'with hydrogens' or "
                "'between heavy atoms'"
            )
    return found


def _bonds_of(mol: Mol, selection: Selection) -> list[tuple[int, ...]]:
    from rdkit import Chem

    if any(condition.name == "Kekulé" for condition in selection.conditions):
        mol = Chem.Mol(mol)
        Chem.Kekulize(mol, clearAromaticFlags=False)
    aromatic = [frozenset(ring) for ring in mol.GetRingInfo().BondRings() if _is_aromatic_ring(mol, ring)]
    return [
        (bond.GetBeginAtomIdx(), bond.GetEndAtomIdx())
        for bond in mol.GetBonds()
        if (not selection.names or str(bond.GetBondType()).lower() in selection.names)
        and (not selection.ends or _joins(bond, selection.ends))
        and all(_bond_holds(bond, condition, aromatic) is not condition.negated for condition in selection.conditions)
    ]


def _joins(bond: Bond, ends: tuple[str, ...]) -> bool:
    left, right = bond.GetBeginAtom(), bond.GetEndAtom()
    return any(_is(one, ends[0]) and _is(other, ends[1]) for one, other in ((left, right), (right, left)))


def _bond_holds(bond: Bond, condition: Condition, aromatic: list[frozenset[int]]) -> bool:
    ends = (bond.GetBeginAtom(), bond.GetEndAtom())
    ring = bond.GetOwningMol().GetRingInfo()
    holds: dict[str, Callable[[], bool]] = {
        "aromatic": bond.GetIsAromatic,
        "in ring": lambda: _has_size(ring.BondRingSizes(bond.GetIdx()), condition.values),
        "in aromatic ring": lambda: any(bond.GetIdx() in found for found in aromatic),
        "exocyclic": lambda: not bond.IsInRing() and any(end.IsInRing() for end in ends),
        "conjugated": bond.GetIsConjugated,
        "terminal": lambda: any(end.GetAtomicNum() > 1 and _heavy_degree(end) == 1 for end in ends),
        "Kekulé": lambda: True,
        "with hydrogens": lambda: True,
        "between heavy atoms": lambda: all(end.GetAtomicNum() > 1 for end in ends),
        "E": lambda: _has_label(bond, "E"),
        "Z": lambda: _has_label(bond, "Z"),
        "contains": lambda: any(_is(end, name) for end in ends for name in condition.values),
        "size": lambda: _has_size(ring.BondRingSizes(bond.GetIdx()), condition.values),
    }
    if condition.name not in holds:
        raise ToolInputError(f"{condition} is no condition on bonds; known are {', '.join(holds)}")
    return bool(holds[condition.name]())


def _heavy_degree(atom: Atom) -> int:
    return sum(other.GetAtomicNum() > 1 for other in atom.GetNeighbors())


def _has_size(sizes: Any, wanted: tuple[str, ...]) -> bool:
    return bool(sizes) and (not wanted or any(str(size) in wanted for size in sizes))


def _groups(mol: Mol, selection: Selection) -> list[tuple[int, ...]]:
    for condition in selection.conditions:
        if condition.name not in _GROUP_CONDITIONS:
            raise ToolInputError(f"{condition} is no condition on groups; known are {', '.join(_GROUP_CONDITIONS)}")
    found = dict.fromkeys(match for name in selection.names for match in _matches(mol, name))
    return [
        match
        for match in found
        if all(_group_holds(mol, match, condition) is not condition.negated for condition in selection.conditions)
    ]


def _group_holds(mol: Mol, match: tuple[int, ...], condition: Condition) -> bool:
    if condition.name == "bonded to":
        inside = frozenset(match)
        return any(atom_holds(mol.GetAtomWithIdx(index), condition, inside) for index in match)
    backbone = [index for index in match if _heavy_degree(mol.GetAtomWithIdx(index)) > 1]
    if not backbone:
        raise ToolInputError("a group at the end of a bond is in no ring; say 'bonded to ring' of what it stands on")
    bonds = [
        bond
        for bond in (mol.GetBondBetweenAtoms(a, b) for a in backbone for b in backbone if a < b)
        if bond is not None
    ]
    if condition.name == "in aromatic ring":
        return all(mol.GetAtomWithIdx(index).GetIsAromatic() for index in backbone)
    return all(mol.GetAtomWithIdx(index).IsInRing() for index in backbone) and all(bond.IsInRing() for bond in bonds)


def _matches(mol: Mol, name: str) -> list[tuple[int, ...]]:
    from rdkit import Chem

    heavy = Chem.RemoveHs(mol)
    if name not in GROUPS:
        return [tuple(place) for place in group_places(heavy).get(name, [])]
    narrow, wide = GROUPS[name]
    if wide and heavy.HasSubstructMatch(_pattern(wide)):
        raise ToolInputError(f"whether the molecule has groups called {name!r} depends on how widely the word is taken")
    matches = heavy.GetSubstructMatches(_pattern(narrow), maxMatches=_MOST_MATCHES)
    return sorted({tuple(sorted(match)) for match in matches})


def _note(mol: Mol, name: str) -> str:
    pattern, note = NOTES.get(name, ("", ""))
    return note if pattern and mol.HasSubstructMatch(_pattern(pattern)) else ""


def _rings(mol: Mol, selection: Selection) -> list[tuple[int, ...]]:
    info = mol.GetRingInfo()
    return [
        tuple(ring)
        for ring, bonds in zip(info.AtomRings(), info.BondRings(), strict=True)
        if all(_ring_holds(mol, ring, bonds, item) is not item.negated for item in selection.conditions)
    ]


def _ring_holds(mol: Mol, ring: tuple[int, ...], bonds: tuple[int, ...], condition: Condition) -> bool:
    from rdkit import Chem

    if condition.name not in _RING_CONDITIONS:
        raise ToolInputError(f"{condition} is no condition on rings; known are {', '.join(_RING_CONDITIONS)}")
    if condition.name == "aromatic":
        return _is_aromatic_ring(mol, bonds)
    if condition.name == "saturated":
        return all(mol.GetBondWithIdx(index).GetBondType() == Chem.BondType.SINGLE for index in bonds)
    if condition.name == "size":
        return str(len(ring)) in condition.values
    return any(_is(mol.GetAtomWithIdx(index), name) for index in ring for name in condition.values)


def _is_aromatic_ring(mol: Mol, bonds: tuple[int, ...]) -> bool:
    return all(mol.GetBondWithIdx(index).GetIsAromatic() for index in bonds)


@lru_cache(maxsize=256)
def _pattern(smarts: str) -> Any:
    from rdkit import Chem

    return Chem.MolFromSmarts(smarts)
