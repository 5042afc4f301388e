"""Which rows stay together while a model is learned: those of a molecule, of a scaffold, or of a value of a column."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scitoolagent.errors import ToolInputError

if TYPE_CHECKING:
    from numpy.typing import NDArray


def groups_by(
    name: str, values: tuple[Any, ...], molecules: NDArray[Any] | None
) -> tuple[NDArray[Any], tuple[str, ...]]:
    """The number of the group that each row is in by a column, and what is to be told of the groups."""
    import numpy as np

    known = {value: number for number, value in enumerate(dict.fromkeys(values))}
    groups = np.array([known[value] for value in values])
    notes: tuple[str, ...] = (f"rows of one {name} stay in one fold; it has {len(known):,} values",)
    if molecules is not None:
        within = {molecule: set(groups[molecules == molecule].tolist()) for molecule in set(molecules.tolist())}
        if apart := sum(len(one) > 1 for one in within.values()):
            notes += (f"{apart:,} molecules stand in several groups of {name}: they are learned from and tested on",)
    return groups, notes


def groups_of(
    molecules: tuple[Any, ...] | None, features: NDArray[Any], split: str
) -> tuple[NDArray[Any], tuple[str, ...]]:
    """The number of the group of each row, and what is to be told of the groups.

    Raises:
        ToolInputError: a molecule cannot be read.
    """
    import numpy as np

    if molecules is None:
        names = [row.tobytes() for row in features]
    else:
        names = [_identity(smiles, split) for smiles in molecules]
    numbers = {name: number for number, name in enumerate(dict.fromkeys(names))}
    groups, count = np.array([numbers[name] for name in names]), len(numbers)
    if count == len(names):
        return groups, ()
    what = {"identity": "molecules" if molecules is not None else "different sets of features", "scaffold": "scaffolds"}
    return groups, (f"the {len(names):,} rows are of {count:,} {what[split]}; those of one stay in one fold",)


def _identity(smiles: str, split: str) -> str:
    from rdkit import Chem, rdBase
    from rdkit.Chem.Scaffolds import MurckoScaffold

    with rdBase.BlockLogs():
        mol = Chem.MolFromSmiles(smiles)
    if mol is None:
        raise ToolInputError(f"{smiles[:80]!r} is not valid SMILES, so its row cannot be kept with its like")
    if split == "scaffold":
        return str(MurckoScaffold.MurckoScaffoldSmiles(mol=mol, includeChirality=False))
    return Chem.MolToSmiles(mol)
