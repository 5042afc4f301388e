"""Of the tautomers that one InChI stands for, the one that chemists draw.

InChI programs place mobile hydrogens by rules of their own: they read paracetamol as an imidic acid. Here the
tautomers of each mobile group are ranked by a few general preferences (aromatic rings before C=O, C=O before C=S,
the amide before the imidic acid, the amine before the imine, 1H- before 2H-azoles), and the first that gives the
same InChI back is taken.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from scitoolagent.tools.chemistry._acid_protons import with_charges_on_acids
from scitoolagent.tools.chemistry._mobile_hydrogen import mobile_groups, tautomers

if TYPE_CHECKING:
    from collections.abc import Callable

    from rdkit.Chem import Atom, Mol

_PASSES = 3
_CARBOCYCLE, _HETEROCYCLE = 2500, 1000
# Weights follow the order in which chemists decide; a preference of a lower row never outvotes one far above it.
_PREFERENCES = (
    (300, "[#6]=[OX1]"),
    (300, "[#16]=[OX1]"),
    (200, "[#7]=[OX1]"),
    (140, "[#6]=[#16X1,#34X1,#52X1]"),
    (100, "[#15]=[OX1,SX1,SeX1]"),
    (-40, "[#16,#34,#52;!H0]"),
    (50, "[#6]=[NX2][OX2H]"),
    (30, "[CX3]=[NX2]-[$(C#N),$([N+](=O)[O-]),$(S(=O)=O)]"),  # N-cyano, N-nitro and N-sulfonyl amidines
    (20, "[CX3;$(C-[#7X3])]=;@[NX2]"),  # cyclic amidines hold their C=N in the ring
    (20, "[$([CX3](=[NX2])[#7X3]),$([c]([NX3;!R]):[nX2])]"),
    (15, "[OX1]=[#6][#7;!H0]"),
    (10, "[CX3;$(C-[#7X3])]=;!@[NX2;!$([NX2]-[!#1])]"),  # open amidines and guanidines end in =NH
)
_BENZENOID = 50
# Azoles; small against all of the above.
_FUSED, _ONE_NITROGEN, _TWO_NITROGENS, _PERI, _PARA = 9, 6, 3, 2, 1


def drawn_form(mol: Mol, inchi: str, identify: Callable[[Mol], tuple[str, str]]) -> Mol:
    """The tautomer of a molecule that chemists draw, with the same InChI.

    Args:
        mol: Read from `inchi`; stereo, isotopes and charges outside the mobile groups are kept.
        inchi: Standard InChI.
        identify: Gives the InChI of a molecule and the numbering of its atoms.
    Returns:
        `mol` itself where its hydrogens do not move or where no preferred tautomer has this InChI.
    """
    from rdkit import Chem, rdBase

    anionic = any(atom.GetFormalCharge() < 0 for atom in mol.GetAtoms())
    if "(H" not in inchi and not anionic:
        return mol
    with rdBase.BlockLogs():
        charged = _read_again(with_charges_on_acids(mol)) if anionic else None
        start = charged if charged is not None and identify(charged)[0] == inchi else mol
        drawn = _drawn(start, inchi, identify)
        return drawn if Chem.MolToSmiles(drawn) != Chem.MolToSmiles(mol) else mol


def _drawn(mol: Mol, inchi: str, identify: Callable[[Mol], tuple[str, str]]) -> Mol:
    from rdkit import Chem

    groups = mobile_groups(inchi, identify(mol)[1])
    current = Chem.Mol(mol)
    Chem.Kekulize(current, clearAromaticFlags=True)
    start = current
    for _ in range(_PASSES):
        before = current
        for group in groups:
            current = _best(current, group, lambda other: identify(other)[0] == inchi)
        if current is before:
            break
    return mol if current is start else _read_again(current)


def open_groups(mol: Mol, inchi: str, identify: Callable[[Mol], tuple[str, str]]) -> int:
    """In how many of its mobile groups an InChI stands for more than one structure; an acid group is no such."""
    from rdkit import Chem, rdBase

    own = Chem.MolToSmiles(mol)
    kekule = Chem.Mol(mol)
    with rdBase.BlockLogs():
        Chem.Kekulize(kekule, clearAromaticFlags=True)
        return sum(
            any(
                Chem.MolToSmiles(read) != own for read in map(_read_again, tautomers(kekule, group)) if read is not None
            )
            for group in mobile_groups(inchi, identify(mol)[1])
        )


def _best(mol: Mol, group: frozenset[int], same: Callable[[Mol], bool]) -> Mol:
    own = preference(mol)
    ranked = [(preference(other), other) for other in tautomers(mol, group)]
    better = sorted(((score, other) for score, other in ranked if score > own), key=lambda pair: pair[0], reverse=True)
    for _, other in better:
        read = _read_again(other)
        if read is not None and same(read):
            return other
    return mol


def _read_again(mol: Mol) -> Any:
    from rdkit import Chem

    return Chem.MolFromSmiles(Chem.MolToSmiles(mol))


def preference(mol: Mol) -> tuple[int, str]:
    """How readily chemists would draw a tautomer: larger is more; the SMILES only makes the order total."""
    from rdkit import Chem

    mol = Chem.Mol(mol)
    if Chem.SanitizeMol(mol, catchErrors=True) != Chem.SanitizeFlags.SANITIZE_NONE:
        return -(10**9), ""
    score = sum(weight * len(mol.GetSubstructMatches(pattern, maxMatches=10_000)) for weight, pattern in _patterns())
    return score + _rings(mol), str(Chem.MolToSmiles(mol))


@lru_cache(maxsize=1)
def _patterns() -> tuple[tuple[int, Mol], ...]:
    from rdkit import Chem

    return tuple((weight, Chem.MolFromSmarts(text)) for weight, text in _PREFERENCES)


def _rings(mol: Mol) -> int:
    score = 0
    rings = [ring for ring in mol.GetRingInfo().AtomRings() if _is_aromatic(mol, ring)]
    for ring in rings:
        atoms = [mol.GetAtomWithIdx(index) for index in ring]
        score += _CARBOCYCLE if all(atom.GetAtomicNum() == 6 for atom in atoms) else _HETEROCYCLE
        if len(ring) == 6 and all(_gives_one_electron(atom) for atom in atoms):
            score += _BENZENOID
        if len(ring) == 5:
            score += sum(_azole(mol, atom, ring, rings) for atom in atoms if _is_pyrrole_like(atom))
    return score


def _is_aromatic(mol: Mol, ring: tuple[int, ...]) -> bool:
    pairs = zip(ring, (*ring[1:], ring[0]), strict=True)
    return all(mol.GetBondBetweenAtoms(left, right).GetIsAromatic() for left, right in pairs)


def _gives_one_electron(atom: Atom) -> bool:
    """Whether an aromatic atom has its double bond inside the aromatic system."""
    from rdkit import Chem

    if atom.GetAtomicNum() != 6:
        return atom.GetDegree() == 2 and not atom.GetTotalNumHs()
    return not any(bond.GetBondType() == Chem.BondType.DOUBLE for bond in atom.GetBonds())


def _is_pyrrole_like(atom: Atom) -> bool:
    return bool(atom.GetAtomicNum() == 7 and atom.GetTotalNumHs() and atom.GetDegree() == 2)


def _azole(mol: Mol, atom: Atom, ring: tuple[int, ...], rings: list[tuple[int, ...]]) -> int:
    """How usual the place of one NH in its ring is: 1H-indazole, 9H-adenine, 7H-xanthine, 4-substituted imidazole."""
    around = [other for other in atom.GetNeighbors() if other.GetIdx() in ring]
    nitrogens = sum(other.GetAtomicNum() == 7 for other in around)
    score = {1: _ONE_NITROGEN, 2: _TWO_NITROGENS}.get(nitrogens, 0)
    for neighbour in around:
        if neighbour.GetDegree() < 3:
            continue
        other_ring = next((one for one in rings if one != ring and neighbour.GetIdx() in one), None)
        if other_ring is None:
            score -= 1
            continue
        score += _FUSED
        for outer in neighbour.GetNeighbors():
            if outer.GetIdx() in ring:
                continue
            if outer.GetAtomicNum() == 7:
                score += _PERI if _gives_one_electron(outer) else -_PERI
            elif outer.GetDegree() > 2:
                score -= 1
        score += _para(mol, neighbour.GetIdx(), other_ring)
    return score


def _para(mol: Mol, index: int, ring: tuple[int, ...]) -> int:
    """5-substituted benzimidazole rather than 6-substituted."""
    if len(ring) != 6:
        return 0
    opposite = mol.GetAtomWithIdx(ring[(ring.index(index) + 3) % 6])
    return _PARA if opposite.GetDegree() > 2 else 0
