"""The organic linkers of a metal-organic framework."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import CifFile
from scitoolagent.tools.materials._bonds import Bond, bonds_of, components_of
from scitoolagent.tools.materials._elements import is_metal
from scitoolagent.tools.materials._structure import FRAMEWORK_EXAMPLE, read_structure, symbols_of

if TYPE_CHECKING:
    from rdkit.Chem import Atom, Mol

MAX_LINKER_ATOMS = 300
MAX_LINKER_KINDS = 10
LOWEST_CHARGE = -8

LinkerSmiles = Annotated[
    str,
    Semantic(
        "LinkerSmiles",
        parent="Smiles",
        label="SMILES of the linker of a MOF",
        also=("MOF linker", "organic linker", "linker of the MOF", "linker SMILES"),
    ),
]
LinkerCounts = Annotated[
    dict[str, int],
    Semantic(
        "LinkerCounts",
        parent="MaterialProperty",
        unit="1",
        label="linkers in the unit cell by SMILES",
        also=("linkers in the unit cell",),
    ),
]


@dataclass(frozen=True, slots=True)
class Linkers:
    """The commonest linker (the larger of equals), and all linkers in the cell by SMILES."""

    linker_smiles: LinkerSmiles
    linker_counts: LinkerCounts


@tool(
    Operation.CONVERSION,
    Topic.MATERIALS,
    Safety.OPEN,
    example={"structure": FRAMEWORK_EXAMPLE},
    also=("MOFToSMILES",),
    seconds=120.0,
    loses=("coordinates",),
)
def mof_linkers(structure: CifFile) -> Linkers:
    """Find the organic linkers of a metal-organic framework (MOF) as SMILES.

    Args:
        structure: CIF or POSCAR file with all hydrogens and no partly occupied sites.
    Returns:
        The commonest linker, and the number of each linker in the cell; charged as they bind (carboxylates, not acids).
    Raises:
        ToolInputError: no readable ordered structure, no organic linker, or no bond orders that fit its atoms:
            hydrogens are missing, or it is a carbanion such as cyclopentadienyl.
    Source: parts left when the metals are taken out, bonds by doi:10.1002/jcc.540120716; bond orders and the smallest
        charge that fits by `rdDetermineBonds`, Kim and Kim 2015, doi:10.1002/bkcs.10334.
    """
    crystal = read_structure(structure, ordered=True)
    bonds = bonds_of(crystal)
    symbols = symbols_of(crystal)
    metals = frozenset(index for index, symbol in enumerate(symbols) if is_metal(symbol))
    kinds: Counter[str] = Counter()
    skeletons: dict[str, Mol] = {}
    for part in components_of(bonds, metals):
        bound = any(bond.end in metals for site in part.sites for bond in bonds[site])
        if part.dimension or not bound or not any(symbols[site] == "C" for site in part.sites):
            continue
        if len(part.sites) > MAX_LINKER_ATOMS:
            raise ToolInputError(
                f"{structure.name} has a linker of {len(part.sites)} atoms, at most {MAX_LINKER_ATOMS} are read"
            )
        key, mol = _skeleton(part.sites, symbols, bonds)
        kinds[key] += 1
        skeletons[key] = mol
    if not kinds or len(kinds) > MAX_LINKER_KINDS:
        raise ToolInputError(
            f"{structure.name} has {len(kinds)} kinds of organic linkers between metals; 1 to "
            f"{MAX_LINKER_KINDS} can be told"
        )
    counts: Counter[str] = Counter()
    for key, mol in skeletons.items():
        counts[_with_bond_orders(mol, structure.name)] += kinds[key]
    first = max(counts, key=lambda smiles: (counts[smiles], len(smiles), smiles))
    return Linkers(first, dict(sorted(counts.items())))


def _skeleton(sites: tuple[int, ...], symbols: list[str], bonds: list[list[Bond]]) -> tuple[str, Mol]:
    from rdkit import Chem

    place = {site: index for index, site in enumerate(sites)}
    mol = Chem.RWMol()
    for site in sites:
        atom = Chem.Atom(symbols[site])
        atom.SetNoImplicit(True)
        mol.AddAtom(atom)
    for bond in (bond for site in sites for bond in bonds[site]):
        if bond.end in place and bond.start < bond.end:
            mol.AddBond(place[bond.start], place[bond.end], Chem.BondType.SINGLE)
    return Chem.MolToSmiles(mol), mol.GetMol()


def _with_bond_orders(skeleton: Mol, name: str) -> str:
    from rdkit import Chem, rdBase
    from rdkit.Chem import rdDetermineBonds

    for charge in range(0, LOWEST_CHARGE - 1, -1):
        mol = Chem.Mol(skeleton)
        try:
            with rdBase.BlockLogs():
                rdDetermineBonds.DetermineBondOrders(mol, charge=charge, embedChiral=False, maxIterations=2000)
        except (ValueError, RuntimeError):  # the charge does not fit the valences
            continue
        Chem.GetSSSR(mol)
        if not any(_strange(atom) for atom in mol.GetAtoms()):
            return str(Chem.MolToSmiles(Chem.RemoveHs(mol)))
    raise ToolInputError(f"no bond orders fit a linker of {name}; hydrogens may be missing from the file")


def _strange(atom: Atom) -> bool:
    """Whether only missing hydrogens explain an atom: a radical, a carbanion, a triple bond or an allene in a ring."""
    from rdkit.Chem import BondType

    if atom.GetNumRadicalElectrons() or abs(atom.GetFormalCharge()) > 1:
        return True
    if atom.GetSymbol() != "C":
        return False
    orders = [bond.GetBondType() for bond in atom.GetBonds()]
    triple = BondType.TRIPLE in orders
    # Cyanide and acetylide carry their charge on carbon.
    if atom.GetFormalCharge() < 0 and not (triple and len(orders) == 1):
        return True
    return bool(atom.IsInRing() and (triple or orders.count(BondType.DOUBLE) > 1))
