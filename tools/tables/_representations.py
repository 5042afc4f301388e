"""Molecules as rows of numbers to learn from: fingerprints, descriptors, and what GFN2-xTB says of their electrons."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from scitoolagent.errors import ToolInputError

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from rdkit.Chem import Mol

_BITS = 1024


def represented(name: str, columns: Sequence[Sequence[str]]) -> NDArray[Any]:
    """The numbers of each row: those of its molecules side by side; each molecule is worked on once.

    Args:
        name: one of `REPRESENTATIONS`.
        columns: of SMILES, with as many rows each.
    Raises:
        ToolInputError: there is no such representation, or it cannot be made of a molecule.
    """
    import numpy as np

    if name not in _MAKERS:
        raise ToolInputError(f"{name[:60]!r} is no way to write molecules as numbers; there are {', '.join(_MAKERS)}")
    kept = {smiles: _MAKERS[name](smiles) for smiles in dict.fromkeys(one for column in columns for one in column)}
    found = np.hstack([np.array([kept[smiles] for smiles in column], dtype=float) for column in columns])
    varied = found[:, np.ptp(found, axis=0) > 0]
    if not varied.shape[1]:
        raise ToolInputError(f"the {name} is the same for all rows; there is nothing to learn from")
    return np.asarray(varied)


def read(smiles: str) -> Mol:
    """The molecule of a cell.

    Raises:
        ToolInputError: it is none.
    """
    from rdkit import Chem, rdBase

    with rdBase.BlockLogs():
        mol = Chem.MolFromSmiles(smiles)
    if mol is None or not mol.GetNumAtoms():
        raise ToolInputError(f"{smiles[:80]!r} is not valid SMILES")
    return mol


def _morgan(smiles: str) -> list[float]:
    from rdkit.Chem import rdFingerprintGenerator

    made = rdFingerprintGenerator.GetMorganGenerator(radius=2, fpSize=_BITS)
    return [float(bit) for bit in made.GetFingerprintAsNumPy(read(smiles))]


def _paths(smiles: str) -> list[float]:
    from rdkit.Chem import rdFingerprintGenerator

    made = rdFingerprintGenerator.GetRDKitFPGenerator(fpSize=_BITS)
    return [float(bit) for bit in made.GetFingerprintAsNumPy(read(smiles))]


def _descriptors(smiles: str) -> list[float]:
    from rdkit.Chem import Crippen, Descriptors, rdMolDescriptors

    mol = read(smiles)
    # Not named as such in the stubs of RDKit.
    weight: Callable[[Mol], float] = Descriptors.MolWt  # type: ignore[attr-defined]
    logp: Callable[[Mol], float] = Crippen.MolLogP  # type: ignore[attr-defined]
    counts = (
        rdMolDescriptors.CalcTPSA, rdMolDescriptors.CalcNumHBD, rdMolDescriptors.CalcNumHBA,
        rdMolDescriptors.CalcNumRotatableBonds, rdMolDescriptors.CalcNumRings, rdMolDescriptors.CalcNumAromaticRings,
        rdMolDescriptors.CalcFractionCSP3, rdMolDescriptors.CalcLabuteASA,
    )  # fmt: skip
    return [float(weight(mol)), float(logp(mol)), *(float(one(mol)) for one in counts)]


def _electronic(smiles: str) -> list[float]:
    """HOMO, LUMO, gap, dipole moment, extreme and mean charges by GFN2-xTB, kept on the disk for each molecule."""
    from importlib.metadata import PackageNotFoundError, version

    from scitoolagent.config import load_config

    try:
        maker = version("tblite")
    except PackageNotFoundError:
        maker = ""
    name = hashlib.sha256(f"1 {maker} {smiles}".encode()).hexdigest()
    place = load_config().cache_dir / "xtb" / f"{name}.json"
    try:
        held = json.loads(place.read_text(encoding="utf-8"))
        if isinstance(held, list) and len(held) == _ELECTRONIC and all(isinstance(one, float) for one in held):
            return held
    except (OSError, ValueError):
        pass
    found = _computed(smiles)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(json.dumps(found), encoding="utf-8")
    return found


_ELECTRONIC = 8


def _computed(smiles: str) -> list[float]:
    import numpy as np
    from rdkit import Chem

    from scitoolagent.tools.chemistry import _xtb
    from scitoolagent.tools.chemistry._molecule import embed_molecule

    mol = read(smiles)
    if len(Chem.GetMolFrags(mol)) > 1:
        raise ToolInputError(f"{smiles[:80]!r} has several parts; electronic descriptors are those of one molecule")
    placed = embed_molecule(smiles)
    point = _xtb.single_point(_xtb.system_of(placed, Chem.GetFormalCharge(mol)))
    levels, filled = np.asarray(point.orbital_energies), np.asarray(point.occupations) > 0.5
    highest, lowest = float(levels[filled].max()) * _xtb.HARTREE_EV, float(levels[~filled].min()) * _xtb.HARTREE_EV
    charges = np.asarray(point.charges)
    hydrogens = charges[[atom.GetAtomicNum() == 1 for atom in placed.GetAtoms()]]
    dipole = float(np.linalg.norm(point.dipole)) * _xtb.DEBYE
    most = float(hydrogens.max()) if len(hydrogens) else 0.0
    spread = (float(charges.min()), float(charges.max()), float(np.abs(charges).mean()))
    return [highest, lowest, lowest - highest, dipole, *spread, most]


_MAKERS: dict[str, Callable[[str], list[float]]] = {
    "Morgan fingerprint": _morgan,
    "RDKit fingerprint": _paths,
    "descriptors": _descriptors,
    "electronic descriptors": _electronic,
}
REPRESENTATIONS = tuple(_MAKERS)
