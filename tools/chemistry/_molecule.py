"""Parse molecules; shared by the tools of this package."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from scitoolagent.errors import ToolFailedError, ToolInputError

if TYPE_CHECKING:
    from rdkit.Chem import Mol

# Above this a 3-D embedding or a tautomer enumeration takes minutes; the largest small-molecule drugs have about 100.
MAX_ATOMS = 1000
CONFORMER_SEED = 42
# Signs of bonds without an order, and of what extends a SMILES.
_ODD_BONDS = frozenset(":~|")
# Labels of atoms that stand for anything: R groups, attachment points, and RDKit's own for queries.
_GENERIC_LABEL = re.compile(r"_?(?:R\d*'*|AP\d+|star_e|[AQXM]H?_[pe]|Pol_p)|\*")


def parse_smiles(smiles: str) -> Mol:
    """A sanitised molecule without explicit hydrogens.

    Raises:
        ToolInputError: not valid SMILES, several words, no atoms, or more than `MAX_ATOMS` heavy atoms.
    """
    from rdkit import Chem, rdBase

    if not smiles.strip():
        raise ToolInputError("the SMILES is empty; give one such as c1ccccc1")
    if len(words := smiles.split()) > 1 and words[1][0] != "|":
        # RDKit takes the first word for the molecule and the rest for its name, but for the extensions of CXSMILES.
        raise ToolInputError(f"{_shown(smiles)} has several words; give one SMILES without blanks")
    with rdBase.BlockLogs():
        mol = Chem.MolFromSmiles(smiles.strip())
    if mol is None:
        raise ToolInputError(f"{_shown(smiles)} is not valid SMILES; check brackets, ring closures and valences")
    if mol.GetNumAtoms() == 0:
        raise ToolInputError(f"{_shown(smiles)} has no atoms")
    if mol.GetNumAtoms() > MAX_ATOMS:
        raise ToolInputError(f"the molecule has {mol.GetNumAtoms()} heavy atoms, at most {MAX_ATOMS} are taken")
    _check_bonds(mol, smiles)
    _check_labels(mol, smiles)
    return mol


def _check_labels(mol: Mol, smiles: str) -> None:
    """Refuse atoms that a label says to be something else: `* |$Me$|` is a methyl group, and none is counted."""
    for atom in mol.GetAtoms():
        if atom.GetAtomicNum():
            continue
        label = atom.GetProp("atomLabel") if atom.HasProp("atomLabel") else ""
        if label and not _GENERIC_LABEL.fullmatch(label):
            raise ToolInputError(f"{_shown(smiles)} has an atom labelled {label[:20]!r}; write out what it stands for")


def _check_bonds(mol: Mol, smiles: str) -> None:
    """Refuse bonds that RDKit reads and counts no valence for: each would leave hydrogens that are not there."""
    from rdkit.Chem import BondType

    if _ODD_BONDS.isdisjoint(smiles):
        return  # nothing in the text says such a bond
    for bond in mol.GetBonds():
        kind = bond.GetBondType()
        aromatic = bond.GetBeginAtom().GetIsAromatic() and bond.GetEndAtom().GetIsAromatic()
        if kind in (BondType.UNSPECIFIED, BondType.ZERO) or (kind == BondType.AROMATIC and not aromatic):
            sign = ":" if kind == BondType.AROMATIC else "~"
            raise ToolInputError(f"{_shown(smiles)} has a bond {sign!r} of no order; write it as -, = or #")


def embed_molecule(smiles: str) -> Mol:
    """One 3-D conformer with hydrogens: ETKDGv3 with a pinned seed, then MMFF94 (UFF where MMFF has no parameters).

    The embedding starts from the canonical SMILES, since its result depends on the order of the atoms: every way to
    write a molecule gives the same places. The atoms come back in the order of `smiles`, then the hydrogens of the
    first of them, of the second, and so on.

    Raises:
        ToolInputError: as `parse_smiles`, or the SMILES has several fragments.
        ToolFailedError: no conformer could be made.
    """
    from rdkit import Chem, rdBase
    from rdkit.Chem import rdDistGeom, rdForceFieldHelpers

    mol = parse_smiles(smiles)
    if len(Chem.GetMolFrags(mol)) > 1:
        raise ToolInputError(f"{_shown(smiles)} has several fragments; their relative place in space is not defined")
    canonical, places = in_canonical_order(mol)
    mol = Chem.AddHs(canonical)
    settings: Any = rdDistGeom.ETKDGv3()
    settings.randomSeed = CONFORMER_SEED
    with rdBase.BlockLogs():
        if rdDistGeom.EmbedMolecule(mol, settings) != 0:
            settings.useRandomCoords = True
            if rdDistGeom.EmbedMolecule(mol, settings) != 0:
                raise ToolFailedError(f"no 3-D conformer of {_shown(smiles)} could be embedded")
        if rdForceFieldHelpers.MMFFHasAllMoleculeParams(mol):
            rdForceFieldHelpers.MMFFOptimizeMolecule(mol, maxIters=2000)
        elif rdForceFieldHelpers.UFFHasAllMoleculeParams(mol):
            rdForceFieldHelpers.UFFOptimizeMolecule(mol, maxIters=2000)
    around = (neighbour.GetIdx() for place in places for neighbour in mol.GetAtomWithIdx(place).GetNeighbors())
    return Chem.RenumberAtoms(mol, [*places, *(place for place in around if place >= len(places))])


def embedded_isomer(mol: Mol) -> str:
    """Return which isomer an embedded molecule is, by its places; empty where it was given without a choice."""
    from rdkit import Chem

    given = Chem.RemoveHs(mol)
    unspecified = Chem.StereoSpecified.Unspecified
    if not any(one.specified == unspecified for one in Chem.FindPotentialStereo(given)):
        return ""
    made = Chem.Mol(mol)
    Chem.AssignStereochemistryFrom3D(made)
    return str(Chem.MolToSmiles(Chem.RemoveHs(made)))


def in_canonical_order(mol: Mol) -> tuple[Mol, list[int]]:
    """The molecule read back from its canonical SMILES, and the place there of each of its atoms.

    Raises:
        ToolFailedError: the canonical SMILES does not give the same atoms back.
    """
    from rdkit import Chem, rdBase

    text = Chem.MolToSmiles(mol)
    written = [int(index) for index in mol.GetPropsAsDict(True, True)["_smilesAtomOutputOrder"]]
    with rdBase.BlockLogs():
        canonical = Chem.MolFromSmiles(text)
    if canonical is None or canonical.GetNumAtoms() != len(written):
        raise ToolFailedError(f"the canonical SMILES {_shown(text)} does not give the same atoms back")
    places = [0] * len(written)
    for place, index in enumerate(written):
        places[index] = place
    return canonical, places


def _shown(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:60] + "…")
