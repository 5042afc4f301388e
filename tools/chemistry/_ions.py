"""The ions that a mass spectrometer makes of a molecule, and their masses."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Semantic
from scitoolagent.tools.chemistry._adduct_words import Changes, read_adduct
from scitoolagent.tools.chemistry._atoms import known_elements
from scitoolagent.tools.chemistry._molecule import parse_smiles

Adduct = Annotated[
    str,
    Semantic(
        "Adduct",
        parent="Parameter",
        label="adduct ion",
        also=("adduct", "ion type"),
        finder="scitoolagent.tools.chemistry._adduct_words:find_adducts",
    ),
]
_ELECTRON = 0.000548579909  # mass in u, CODATA 2018
# What may be added or lost: the charge that it brings as an ion, and its composition.
_PARTS = {
    "H": (1, {"H": 1}),
    "Li": (1, {"Li": 1}),
    "Na": (1, {"Na": 1}),
    "K": (1, {"K": 1}),
    "NH4": (1, {"N": 1, "H": 4}),
    "F": (-1, {"F": 1}),
    "Cl": (-1, {"Cl": 1}),
    "Br": (-1, {"Br": 1}),
    "I": (-1, {"I": 1}),
    "HCOO": (-1, {"C": 1, "H": 1, "O": 2}),
    "CHOO": (-1, {"C": 1, "H": 1, "O": 2}),
    "CH3COO": (-1, {"C": 2, "H": 3, "O": 2}),
    "CF3COO": (-1, {"C": 2, "F": 3, "O": 2}),
    "FA": (0, {"C": 1, "H": 2, "O": 2}),
    "HCOOH": (0, {"C": 1, "H": 2, "O": 2}),
    "CH3COOH": (0, {"C": 2, "H": 4, "O": 2}),
    "TFA": (0, {"C": 2, "H": 1, "F": 3, "O": 2}),
    "ACN": (0, {"C": 2, "H": 3, "N": 1}),
    "CH3CN": (0, {"C": 2, "H": 3, "N": 1}),
    "MeOH": (0, {"C": 1, "H": 4, "O": 1}),
    "CH3OH": (0, {"C": 1, "H": 4, "O": 1}),
    "DMSO": (0, {"C": 2, "H": 6, "S": 1, "O": 1}),
    "H2O": (0, {"H": 2, "O": 1}),
    "NH3": (0, {"N": 1, "H": 3}),
    "CO2": (0, {"C": 1, "O": 2}),
    "CO": (0, {"C": 1, "O": 1}),
}


def ion_mass(smiles: str, adduct: str) -> tuple[float, int]:
    """The mass of an ion in u, of the most abundant isotopes and less the electrons that it lacks, and its charge.

    Raises:
        ToolInputError: the molecule is not valid, is a salt, or cannot make such an ion; the adduct is none.
    """
    from rdkit import Chem
    from rdkit.Chem import rdMolDescriptors

    many, changes, charge = _checked(adduct)
    mol = Chem.AddHs(known_elements(parse_smiles(smiles)))
    if len(Chem.GetMolFrags(mol)) > 1:
        raise ToolInputError(f"{smiles[:60]!r} is a salt or a mixture; give the molecule that the ion is made of")
    own = many * Chem.GetFormalCharge(mol)
    brought = sum(count * _PARTS[name][0] for count, name in changes)
    # An ion without a charged part is the molecule less an electron, or with one more.
    if own + brought != charge and (brought or own or abs(charge) != 1):
        raise ToolInputError(f"the parts of {adduct} make {own + brought:+d} with this molecule, not {charge:+d}")
    table = Chem.GetPeriodicTable()
    atoms = _gained(changes)
    for symbol, count in atoms.items():
        there = many * sum(atom.GetSymbol() == symbol for atom in mol.GetAtoms())
        if there + count < 0:
            raise ToolInputError(f"the molecule has {there} {symbol}; {adduct} takes off {-count}")
    mass = many * float(rdMolDescriptors.CalcExactMolWt(mol))
    mass += sum(count * table.GetMostCommonIsotopeMass(symbol) for symbol, count in atoms.items())
    return mass - (charge - own) * _ELECTRON, charge


def mass_of_ion(mz: float, adduct: str) -> float:
    """The mass in u of the molecule, without a charge of its own, that makes an ion of this m/z.

    Raises:
        ToolInputError: the adduct is unknown, its charge is not that of its parts, or the ion is lighter than these.
    """
    from rdkit import Chem

    many, changes, charge = _checked(adduct)
    brought = sum(count * _PARTS[name][0] for count, name in changes)
    if brought != charge and (brought or abs(charge) != 1):
        raise ToolInputError(f"the parts of {adduct} make {brought:+d} with a neutral molecule, not {charge:+d}")
    table = Chem.GetPeriodicTable()
    gained = sum(count * table.GetMostCommonIsotopeMass(symbol) for symbol, count in _gained(changes).items())
    mass = float((mz * abs(charge) + charge * _ELECTRON - gained) / many)
    if not 0 < mass < float("inf"):
        raise ToolInputError(f"an m/z of {mz:g} leaves no molecule in {adduct}")
    return mass


def ion_atoms(smiles: str, adduct: str, atoms: Counter[tuple[int, int]]) -> tuple[Counter[tuple[int, int]], int]:
    """The atoms of an ion by atomic number and label, made of those of its molecule, and its charge.

    Raises:
        ToolInputError: as `ion_mass`; or what the ion loses is labelled.
    """
    from rdkit import Chem

    _, charge = ion_mass(smiles, adduct)
    many, changes, _ = _checked(adduct)
    found = Counter({atom: many * count for atom, count in atoms.items()})
    for symbol, count in _gained(changes).items():
        found[Chem.GetPeriodicTable().GetAtomicNumber(symbol), 0] += count
    if any(count < 0 for count in found.values()):
        raise ToolInputError(f"{adduct} takes off labelled atoms; write the ion as SMILES")
    return +found, charge


def _checked(adduct: str) -> tuple[int, Changes, int]:
    found = read_adduct(adduct.strip()[:60])
    if found is None:
        raise ToolInputError(f"{adduct[:60]!r} is no adduct; write one as [M+H]+ or [M+2H]2+")
    if not found[2]:
        raise ToolInputError(f"{adduct[:60]!r} has no charge; write it behind the bracket, as in [M+H]+")
    unknown = next((name for _, name in found[1] if name not in _PARTS), None)
    if unknown is not None:
        raise ToolInputError(f"{unknown} in {adduct[:60]!r} is unknown; known are {', '.join(_PARTS)}")
    return found


def _gained(changes: Changes) -> dict[str, int]:
    """The atoms that an ion has more than its molecules, fewer as negative numbers."""
    found: dict[str, int] = {}
    for count, name in changes:
        for symbol, number in _PARTS[name][1].items():
            found[symbol] = found.get(symbol, 0) + count * number
    return found
