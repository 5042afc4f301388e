"""Read XYZ files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from scitoolagent.errors import ToolInputError

if TYPE_CHECKING:
    from rdkit.Chem import Mol

# Finding bond orders takes time that grows fast with the atoms.
_MOST_ATOMS = 200
_MOST_BYTES = 100_000


def read_xyz(structure: Path) -> Mol:
    """The atoms of the one molecule of an XYZ file, without bonds.

    Raises:
        ToolInputError: no such file, no XYZ, several molecules, or too large.
    """
    from rdkit import Chem, rdBase

    if not structure.is_file():
        raise ToolInputError(f"there is no file {str(structure)!r}")
    if structure.stat().st_size > _MOST_BYTES:
        raise ToolInputError(f"{structure.name} is larger than {_MOST_BYTES // 1000} kB; give one molecule")
    text = structure.read_text(encoding="utf-8", errors="replace")
    with rdBase.BlockLogs():
        try:
            mol = Chem.MolFromXYZBlock(text)
        except RuntimeError:
            mol = None
    if mol is None or mol.GetNumAtoms() == 0:
        raise ToolInputError(
            f"{structure.name} is no XYZ file: a line with the number of atoms, one of remarks, then atoms"
        )
    if mol.GetNumAtoms() > _MOST_ATOMS:
        raise ToolInputError(f"{structure.name} has {mol.GetNumAtoms()} atoms, at most {_MOST_ATOMS} are taken")
    if len([line for line in text.splitlines() if line.strip()]) > mol.GetNumAtoms() + 2:
        raise ToolInputError(f"{structure.name} has more lines than its {mol.GetNumAtoms()} atoms; give one molecule")
    return mol
