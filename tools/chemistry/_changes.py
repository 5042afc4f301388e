"""Say what a change of notation or form did to a molecule: fragments, charges, isotopes, stereochemistry, radicals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scitoolagent.tools.chemistry._inchi import stereo_places

if TYPE_CHECKING:
    from rdkit.Chem import Mol

UNCHANGED = "nothing of the structure was changed"


def changes(before: Mol, after: Mol) -> list[str]:
    """Each kind of change, in words; empty where fragments, charges, isotopes, stereo and radicals are as before."""

    found = []
    old_parts, new_parts = _fragments(before), _fragments(after)
    if len(old_parts) > len(new_parts):
        found.append(f"fragments: {', '.join(old_parts)} before, only {', '.join(new_parts)} now")
    kinds = (
        ("charged atoms", _charged),
        ("atoms with an isotope", _isotopes),
        ("defined stereocentres and stereo bonds", _stereo),
        ("unpaired electrons", _radicals),
    )
    for label, count in kinds:
        old, new = count(before), count(after)
        if old != new:
            found.append(f"{label}: {old} before, {new} now")
    return found


def change_note(before: Mol, after: Mol) -> str:
    """The changes as one text."""
    return "; ".join(changes(before, after)) or UNCHANGED


def _fragments(mol: Mol) -> list[str]:
    from rdkit import Chem

    return sorted(str(Chem.MolToSmiles(part)) for part in Chem.GetMolFrags(mol, asMols=True))


def _charged(mol: Mol) -> int:
    return sum(atom.GetFormalCharge() != 0 for atom in mol.GetAtoms())


def _isotopes(mol: Mol) -> int:
    return sum(atom.GetIsotope() != 0 for atom in mol.GetAtoms())


def _stereo(mol: Mol) -> int:
    return sum(known for _, known in stereo_places(mol))


def _radicals(mol: Mol) -> int:
    return sum(atom.GetNumRadicalElectrons() for atom in mol.GetAtoms())
