"""The order of the products of one reaction: where it goes first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rdkit.Chem import Atom, Mol

# Substituents of benzene by SMARTS of their first atom: sigma-plus of the meta and of the para place, after Brown and
# Okamoto 1958, doi:10.1021/ja01551a055; where they have none, sigma of Hansch, Leo and Taft 1991,
# doi:10.1021/cr00002a004. The first that fits is taken. The ortho place is taken for a para place.
_SIGMA_PLUS = (
    ("[N+](=O)[O-]", 0.674, 0.790, "nitro"),
    ("[NX4+]", 0.86, 0.60, "ammonium"),
    ("[NX3][CX3]=O", 0.21, -0.60, "acylamino"),
    ("[NX3;H2]", -0.16, -1.30, "amino"),
    ("[NX3]", -0.16, -1.70, "dialkylamino"),
    ("[OX2]C=O", 0.39, -0.19, "acyloxy"),
    ("[OX1-]", -0.47, -2.30, "oxido"),
    ("[OX2H1]", 0.12, -0.92, "hydroxy"),
    ("[OX2]c", 0.25, -0.50, "aryloxy"),
    ("[OX2]", 0.047, -0.778, "alkoxy"),
    ("[SX2]", 0.158, -0.604, "thio"),
    ("[SX4](=O)=O", 0.60, 0.72, "sulfonyl"),
    ("[CX2]#N", 0.562, 0.659, "cyano"),
    ("[CX3H1]=O", 0.35, 0.73, "formyl"),
    ("[CX3](=O)[OX2H1]", 0.322, 0.421, "carboxy"),
    ("[CX3](=O)[OX2]", 0.366, 0.482, "alkoxycarbonyl"),
    ("[CX3](=O)[NX3]", 0.28, 0.36, "carbamoyl"),
    ("[CX3](=O)", 0.38, 0.50, "acyl"),
    ("[CX4](F)(F)F", 0.520, 0.612, "trifluoromethyl"),
    ("[CX4H3]", -0.066, -0.311, "methyl"),
    ("[CX4H2]", -0.064, -0.295, "alkyl"),
    ("[CX4H1]", -0.060, -0.280, "alkyl"),
    ("[CX4]", -0.059, -0.256, "alkyl"),
    ("[cX3]", 0.109, -0.179, "aryl"),
    ("[F]", 0.352, -0.073, "fluoro"),
    ("[Cl]", 0.399, 0.114, "chloro"),
    ("[Br]", 0.405, 0.150, "bromo"),
    ("[I]", 0.359, 0.135, "iodo"),
)
# How well a group migrates to electron-poor oxygen, best first: Clayden, Greeves, Warren, ch. 36.
_MIGRATION = ("[CX4;H0;!$(C[F,Cl,Br])]", "[CX4;H1]", "[c,$([CX3]=[CX3])]", "[CX4;H2]", "[CX4;H3]")
_CLOSE = 0.01
# Measured shares order the products and leave none out, so that all lie close together on the scale of the constants.
_PER_MILLE = 1000.0
Shares = tuple[Mapping[str, tuple[float, float, float]], str]
# How much later the other places of a bare heterocycle or of naphthalene react, and rings that the attack avoids,
# on the scale of the constants: some ten times slower, and over a hundred times.
_LATER, _LAST = 0.2, 0.4


def score(rank: str, made: Sequence[Mol], parts: Sequence[Mol], shares: Shares = ({}, "")) -> tuple[float, str]:
    """The place of products among those of their rule, the lowest first, and why.

    Args:
        rank: as `reactions.toml` writes it: the kind of order and the map numbers of the atoms that are judged.
        made: the products.
        parts: the reactants.
        shares: of benzenes with one group, how many per cent of the product were ortho, meta and para, and the source.
    """
    if not rank:
        return 0.0, ""
    kind, *numbers = rank.split()
    judged = [atom for number in numbers for atom in _atoms(made, int(number))]
    if not judged:
        return 0.0, ""
    if kind == "less":
        count = sum(_heavy(atom) for atom in judged)
        return float(count), f"at the least substituted place first; here {count} heavy neighbours"
    if kind == "more":
        count = sum(_carbons(atom) for atom in judged)
        return -float(count), f"the more substituted first; here {count} carbon neighbours"
    if kind == "cation":
        return _cation(judged[0])
    if kind == "migration":
        return _migration(judged[0], parts)
    return _sigma_plus(judged[0], parts, shares)


def _atoms(made: Sequence[Mol], number: int) -> list[Atom]:
    return [
        atom
        for mol in made
        for atom in mol.GetAtoms()
        if atom.HasProp("old_mapno") and atom.GetIntProp("old_mapno") == number
    ]


def _heavy(atom: Atom) -> int:
    return sum(neighbour.GetAtomicNum() > 1 for neighbour in atom.GetNeighbors())


def _carbons(atom: Atom) -> int:
    return sum(neighbour.GetAtomicNum() == 6 for neighbour in atom.GetNeighbors())


def _cation(atom: Atom) -> tuple[float, str]:
    """Alkyl groups steady a cation; an arene or an alkene beside it does as much as one alkyl group more."""
    beside = [one for one in atom.GetNeighbors() if one.GetAtomicNum() == 6]
    steady = sum(one.GetIsAromatic() or _unsaturated(one) for one in beside)
    return -float(len(beside) + 1.5 * steady), (
        f"at the carbon that bears a cation best; here {len(beside)} carbon neighbours"
        + (f", {steady} of them unsaturated" if steady else "")
    )


def _unsaturated(atom: Atom) -> bool:
    from rdkit.Chem import BondType

    return any(
        bond.GetBondType() == BondType.DOUBLE and bond.GetOtherAtom(atom).GetAtomicNum() == 6
        for bond in atom.GetBonds()
    )


def _before(atom: Atom, parts: Sequence[Mol]) -> tuple[Mol, int] | None:
    """The reactant atom that an atom of a product was."""
    if not (atom.HasProp("react_idx") and atom.HasProp("react_atom_idx")):
        return None
    reactant: Mol = parts[int(atom.GetIntProp("react_idx"))]
    return reactant, int(atom.GetIntProp("react_atom_idx"))


@cache
def _patterns() -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    from rdkit import Chem

    return (
        tuple((Chem.MolFromSmarts(one[0]), *one[1:]) for one in _SIGMA_PLUS),
        tuple(Chem.MolFromSmarts(one) for one in _MIGRATION),
    )


def _migration(atom: Atom, parts: Sequence[Mol]) -> tuple[float, str]:
    before = _before(atom, parts)
    if before is None:
        return 0.0, ""
    mol, place = before
    for rank, pattern in enumerate(_patterns()[1]):
        if (place,) in mol.GetSubstructMatches(pattern):
            return float(rank), "the group that migrates best first"
    return float(len(_MIGRATION)), "the group that migrates best first"


def _sigma_plus(atom: Atom, parts: Sequence[Mol], shares: Shares) -> tuple[float, str]:
    """The sum of the constants of the substituents around a place of a benzene ring; the lowest reacts fastest."""
    before = _before(atom, parts)
    if before is None:
        return 0.0, ""
    mol, place = before
    rings = [ring for ring in mol.GetRingInfo().AtomRings() if place in ring]
    if (parent := _of_parent(mol, place)) is not None:
        return parent
    if len(rings) != 1 or len(rings[0]) != 6 or any(mol.GetAtomWithIdx(one).GetAtomicNum() != 6 for one in rings[0]):
        return 0.0, "not a plain benzene ring: its places are not ranked"
    ring = rings[0]
    if any(sum(one in other for other in mol.GetRingInfo().AtomRings()) > 1 for one in ring):
        return 0.0, "a fused ring: its places are not ranked"
    total, crowd, groups = 0.0, 0, []
    start = ring.index(place)
    for step in range(1, 6):
        found = _substituent(mol, ring, ring[(start + step) % 6])
        if found is None:
            continue
        meta, para, name = found
        where = {1: "ortho", 2: "meta", 3: "para", 4: "meta", 5: "ortho"}[step]
        total += meta if where == "meta" else para
        crowd += where == "ortho"
        groups.append(f"{where} to {name}")
        if name in shares[0] and _is_alone(mol, ring):
            share = shares[0][name][("ortho", "meta", "para").index(where)]
            return -share / _PER_MILLE, f"{groups[-1]}: {share:g} % of the product ({shares[1]})"
    reason = f"{', '.join(groups) or 'no substituent'}: sum of sigma-plus {total:.2f}, the lowest first"
    # Where the electrons favour two places alike, the one with more room goes first.
    return total + _CLOSE * crowd, reason


def _is_alone(mol: Mol, ring: tuple[int, ...]) -> bool:
    """Whether a ring has one substituent."""
    return sum(_substituent(mol, ring, place) is not None for place in ring) == 1


def _of_parent(mol: Mol, place: int) -> tuple[float, str] | None:
    """The order of the places of bare five- and six-membered heterocycles, of naphthalene, indole and (iso)quinoline.

    None for benzene, for other rings, and where the rings have substituents. Clayden 21 and 29; Joule and Mills,
    Heterocyclic Chemistry, 5th ed., Wiley 2010, ch. 8, 9, 16, 18 and 20.
    """
    rings = [set(ring) for ring in mol.GetRingInfo().AtomRings()]
    own = next((ring for ring in rings if place in ring), set[int]())
    whole = set[int]().union(*(ring for ring in rings if ring & own))
    atoms = [mol.GetAtomWithIdx(index) for index in whole]
    joined = {index for index in whole if sum(index in ring for ring in rings) > 1}
    bare = all(one.GetIsAromatic() for one in atoms) and not any(
        neighbour.GetIdx() not in whole for one in atoms for neighbour in one.GetNeighbors()
    )
    hetero = {one.GetIdx() for one in atoms if one.GetAtomicNum() != 6}
    if not bare or len(hetero) > 1 or len(joined) not in (0, 2) or (not hetero and not joined):
        return None
    beside = {one.GetIdx() for one in mol.GetAtomWithIdx(place).GetNeighbors()}
    if not joined and len(own) == 5:
        return (0.0 if beside & hetero else _LATER), "next to the heteroatom first"
    if not joined:
        between = {far.GetIdx() for index in beside for far in mol.GetAtomWithIdx(index).GetNeighbors()}
        is_meta = not beside & hetero and bool(between & hetero)
        return (
            0.0 if is_meta else _LATER
        ), "at the beta carbon first, since the nitrogen takes electrons from the others"
    if own & hetero and len(own) == 5:
        is_nitrogen = all(mol.GetAtomWithIdx(index).GetAtomicNum() == 7 for index in hetero)
        return ((_LATER if beside & hetero else 0.0), "at the beta carbon first") if is_nitrogen else None
    if len(whole) == 9 and hetero:
        return (_LAST, "the five-membered ring first") if mol.GetAtomWithIdx(min(hetero)).GetAtomicNum() == 7 else None
    if own & hetero:
        return _LAST, "the ring without nitrogen first"
    return (0.0 if beside & joined else _LATER), "next to the other ring first"


def _substituent(mol: Mol, ring: tuple[int, ...], place: int) -> tuple[float, float, str] | None:
    for neighbour in mol.GetAtomWithIdx(place).GetNeighbors():
        index = neighbour.GetIdx()
        if index in ring or neighbour.GetAtomicNum() == 1:
            continue
        for pattern, meta, para, name in _patterns()[0]:
            if any(match[0] == index for match in mol.GetSubstructMatches(pattern)):
                return meta, para, name
        return 0.0, 0.0, "a group without a constant"
    return None
