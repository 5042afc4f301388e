"""Read the molecules of an SDF file; shared by the tools that take one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from scitoolagent.errors import ToolInputError

if TYPE_CHECKING:
    from rdkit.Chem import Mol

_MOST_BYTES = 50_000_000
EXAMPLE_SDF = str(Path(__file__).with_name("example_conformers.sdf"))


def read_sdf(path: Path, most: int) -> list[Mol]:
    """All molecules of an SDF or mol file, hydrogens kept.

    Raises:
        ToolInputError: not there, too big, no molecule, more than `most`, or a record that cannot be read.
    """
    from rdkit import Chem, rdBase

    if not path.is_file():
        raise ToolInputError(f"there is no file {str(path)!r}")
    if path.stat().st_size > _MOST_BYTES:
        raise ToolInputError(f"{path.name} is larger than {_MOST_BYTES // 1_000_000} MB")
    if not path.read_bytes().strip():
        raise ToolInputError(f"{path.name} is empty, it holds no molecule")
    mols: list[Mol] = []
    with rdBase.BlockLogs():
        for place, mol in enumerate(Chem.SDMolSupplier(str(path), removeHs=False), 1):
            if place > most:
                raise ToolInputError(f"{path.name} has more than {most} molecules")
            if mol is None or mol.GetNumAtoms() == 0:
                raise ToolInputError(f"record {place} of {path.name} is not a molecule")
            mols.append(mol)
    if not mols:
        raise ToolInputError(f"{path.name} holds no molecule")
    return mols
