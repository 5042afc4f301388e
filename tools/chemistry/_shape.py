"""Declare descriptors of one pinned 3-D conformer from a table, and what their library calls leave unchecked."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles
from scitoolagent.tools.chemistry._atoms import known_elements
from scitoolagent.tools.chemistry._molecule import embed_molecule, parse_smiles

if TYPE_CHECKING:
    from rdkit.Chem import Mol

# The time of the force field grows with the cube of the size: at this size it is about half a minute.
MAX_ATOMS_3D = 250
_PROTOCOL = (
    "Works on one conformer with explicit hydrogens: ETKDGv3 with a pinned seed, then MMFF94 (UFF where MMFF94 has\n"
    "no parameters). Another conformer gives other numbers."
)
# Elements without an entry count as zero in RDKit's tables of weights (van der Waals volume, electronegativity,
# polarizability, ionization potential), and those after bismuth are read from behind the tables.
_WEIGHTED = frozenset(
    "H Li B C N O F Na Mg Al Si P S Cl K Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br "
    "Mo Ag Cd In Sn Sb Te I Gd Pt Au Hg Tl Pb Bi".split()
)


@dataclass(frozen=True, slots=True)
class ShapeRow:
    """One descriptor of a conformer; the fields are those of `_family.Row`.

    `least` is the number of atoms, hydrogens included, below which the descriptor is not defined; `weighted` says that
    RDKit's tables of atomic weights are used.
    """

    name: str
    kind: str
    label: str
    summary: str
    returns: str
    source: str
    compute: Callable[[Mol], Any]
    also: tuple[str, ...] = ()
    original: tuple[str, ...] = ()
    unit: str | None = "1"
    python: Any = float
    least: int = 2
    weighted: bool = False
    parent: str = "MolecularDescriptor"


def make_shape_tool(row: ShapeRow, module: str) -> Callable[..., Any]:
    """The tool of a row, as if its function had been written out in `module`."""

    def compute(smiles: str) -> Any:
        mol = conformer(smiles, row.least, row.label)
        if row.weighted:
            check_weights(mol, row.label)
        return finite(row.compute(mol), row.label)

    kind: Any = row.python
    result = Annotated[kind, Semantic(row.kind, parent=row.parent, unit=row.unit, label=row.label, also=row.also)]
    compute.__name__ = compute.__qualname__ = row.name
    compute.__module__ = module
    compute.__annotations__ = {"smiles": Smiles, "return": result}
    compute.__doc__ = (
        f"{row.summary}\n\n{_PROTOCOL}\n\n"
        f"Args:\n    smiles: One molecule of one fragment, at most {MAX_ATOMS_3D} atoms with its hydrogens.\n"
        f"Returns:\n    {row.returns}\n"
        "Raises:\n    ToolInputError: `smiles` is not valid SMILES, has several fragments, is too large or too small,\n"
        "        or has an element the descriptor is not defined for.\n"
        "    ToolFailedError: no conformer can be made.\n"
        f"Source: {row.source}"
    )
    declare = tool(
        Operation.CALCULATION,
        Topic.CHEMINFORMATICS,
        Safety.OPEN,
        example={"smiles": "Cc1ccc(O)cc1Br"},
        also=row.original,
        seconds=180.0,
    )
    return declare(compute)


def conformer(smiles: str, least: int, label: str) -> Mol:
    """A copy of the pinned conformer of a molecule.

    Raises:
        ToolInputError: as `embed_molecule`, or the molecule is too small, too large or has an unknown atom.
    """
    from rdkit import Chem

    mol = parse_smiles(smiles)
    count = mol.GetNumAtoms(onlyExplicit=False)
    if count > MAX_ATOMS_3D:
        raise ToolInputError(f"the molecule has {count} atoms with hydrogens; in 3-D at most {MAX_ATOMS_3D} are taken")
    if count < least:
        raise ToolInputError(f"{label} needs at least {least} atoms, hydrogens included; {smiles.strip()} has {count}")
    known_elements(mol)
    return Chem.Mol(_embedded(smiles.strip()))


@lru_cache(maxsize=8)
def _embedded(smiles: str) -> Mol:
    return embed_molecule(smiles)


def check_weights(mol: Mol, label: str) -> None:
    """Refuse elements for which RDKit has no atomic weights.

    Raises:
        ToolInputError: an element has no entry in one of the tables.
    """
    unknown = sorted({atom.GetSymbol() for atom in mol.GetAtoms()} - _WEIGHTED)
    if unknown:
        raise ToolInputError(f"{label} has no atomic weights for {', '.join(unknown)}")


def finite(value: Any, label: str) -> Any:
    """Plain floats; a negative zero becomes zero.

    Raises:
        ToolInputError: a number is not finite, so the descriptor is not defined for this molecule.
    """
    if isinstance(value, (list, tuple)):
        return [finite(item, label) for item in value]
    number = float(value)
    if not math.isfinite(number):
        raise ToolInputError(f"{label} is not defined for this molecule: it is too small or too symmetric")
    return number + 0.0
