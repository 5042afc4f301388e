"""Formula, masses, isotope pattern and charge of a molecule."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import MolecularFormula, Smiles
from scitoolagent.tools.chemistry._atoms import known_elements
from scitoolagent.tools.chemistry._ions import Adduct, ion_atoms, ion_mass
from scitoolagent.tools.chemistry._molecule import parse_smiles

if TYPE_CHECKING:
    from rdkit.Chem import Mol

MonoisotopicMass = Annotated[
    float,
    Semantic(
        "MonoisotopicMass",
        parent="MolecularProperty",
        unit="u",
        edam="data_0844",
        label="exact mass",
        also=("monoisotopic mass", "exact molecular weight", "exact molecular mass", "accurate mass"),
    ),
]
AverageMass = Annotated[
    float,
    Semantic(
        "AverageMolecularMass",
        parent="MolarMass",
        unit="g/mol",
        label="molecular weight",
        also=("average molecular weight", "molar mass", "average mass", "relative molecular mass", "mol weight"),
    ),
]
FormalCharge = Annotated[
    int,
    Semantic(
        "FormalCharge",
        parent="MolecularProperty",
        unit="[e]",
        label="formal charge",
        also=("net charge", "total formal charge", "overall charge"),
    ),
]
IsotopePattern = Annotated[
    list[list[float]],
    Semantic(
        "IsotopePattern",
        parent="MolecularProperty",
        label="isotope pattern",
        also=("isotopic pattern", "isotopic distribution", "isotope distribution", "isotopologue distribution"),
    ),
]
_EXAMPLE = {"smiles": "CC(C)c1ccc(C)cc1O"}
# Elements with no isotope in nature: none is the most abundant. Z from 84 up, but for Th, Pa and U, are as well.
_ARTIFICIAL = frozenset({43, 61})
_NATURAL_HEAVY = frozenset({90, 91, 92})
_ELECTRON = 0.000548579909  # mass in u, CODATA 2018
_LEAST_PERCENT = 0.1
_NEGLIGIBLE = 1e-12

# Peaks of one or several atoms: for each number of nucleons the abundance and abundance times mass.
_Peaks = dict[int, tuple[float, float]]


# A conversion: the tools that take a formula may then follow for any molecule.
@tool(
    Operation.CONVERSION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example=_EXAMPLE,
    also=("GetMolFormula",),
    loses=("connectivity", "coordinates", "stereochemistry"),
)
def molecular_formula(smiles: Smiles) -> MolecularFormula:
    """Give the molecular formula of a molecule in Hill order.

    Args:
        smiles: One molecule; all fragments of a salt are added up.
    Returns:
        C first, H second, then by the alphabet; a net charge is written behind it. Deuterium is D, tritium T, and other
        labelled atoms stand in brackets, such as [13C].
    Raises:
        ToolInputError: `smiles` is not valid SMILES, or an atom is a wildcard.
    Source: Hill 1900, doi:10.1021/ja02046a005, by `rdMolDescriptors.CalcMolFormula`.
    """
    from rdkit.Chem import rdMolDescriptors

    return str(rdMolDescriptors.CalcMolFormula(known_elements(parse_smiles(smiles)), True, True))


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example=_EXAMPLE,
    also=("GetExactMolceularWeight", "SMILESToWeight"),
)
def monoisotopic_mass(smiles: Smiles, adduct: Adduct = "M") -> MonoisotopicMass:
    """Compute the exact (monoisotopic) mass of a molecule, or of an adduct ion of it.

    Args:
        smiles: One molecule; all fragments of a salt are added up; isotope labels count.
        adduct: The ion whose mass is meant, such as `[M+H]+`; `M` is the molecule itself.
    Returns:
        Sum of the masses of the most abundant isotopes in u; the average mass is `molecular_weight`. The electrons
        that an ion lacks or has too many count, 0.000549 u each.
    Raises:
        ToolInputError: `smiles` is not valid SMILES, an atom is a wildcard, or an element has no natural isotope and
            the SMILES names none; the molecule cannot make such an adduct.
    Source: isotope masses of the Blue Obelisk repository, by `rdMolDescriptors.CalcExactMolWt`.
    """
    from rdkit.Chem import rdMolDescriptors

    mol = _with_isotopes(smiles)
    return float(rdMolDescriptors.CalcExactMolWt(mol)) if adduct == "M" else ion_mass(smiles, adduct)[0]


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "Clc1ccc(Br)cc1CC"})
def isotope_pattern(smiles: Smiles, adduct: Adduct = "M") -> IsotopePattern:
    """Compute the isotope pattern of a molecule, or of an adduct ion, at unit mass resolution.

    Args:
        smiles: One molecule; all fragments of a salt are added up; a labelled atom has its one isotope.
        adduct: The ion whose pattern is meant, such as `[M+H]+`; `M` is the molecule itself.
    Returns:
        A row for each number of nucleons, lightest first: the mean mass in u (less the electrons an ion lacks) and the
        intensity in percent of the strongest peak; of an adduct m/z in place of the mass. Peaks under 0.1 % are left
        out.
    Raises:
        ToolInputError: `smiles` is not valid SMILES, an atom is a wildcard, or an element has no natural isotope and
            the SMILES names none; the molecule cannot make such an adduct.
    Source: convolution of the natural abundances of the Blue Obelisk repository, by `Chem.GetPeriodicTable`.
    """
    from rdkit import Chem

    mol = Chem.AddHs(_with_isotopes(smiles))
    atoms = Counter((a.GetAtomicNum(), a.GetIsotope()) for a in mol.GetAtoms())
    charge = Chem.GetFormalCharge(mol)
    if adduct != "M":
        atoms, charge = ion_atoms(smiles, adduct, atoms)
    peaks: _Peaks = {0: (1.0, 0.0)}
    for (number, isotope), count in atoms.items():
        peaks = _joined(peaks, _repeated(_isotopes(number, isotope), count))
    strongest = max(abundance for abundance, _ in peaks.values())
    charges = 1 if adduct == "M" else abs(charge)
    rows = [
        [(weighted / abundance - charge * _ELECTRON) / charges, 100 * abundance / strongest]
        for _, (abundance, weighted) in sorted(peaks.items())
    ]
    return [row for row in rows if row[1] >= _LEAST_PERCENT]


def _with_isotopes(smiles: str) -> Mol:
    """The molecule; every atom of it has a label or a natural isotope.

    Raises:
        ToolInputError: an element is known from reactors only, or an atom is a wildcard.
    """
    mol = known_elements(parse_smiles(smiles))
    for atom in mol.GetAtoms():
        number = atom.GetAtomicNum()
        if not atom.GetIsotope() and (number in _ARTIFICIAL or (number > 83 and number not in _NATURAL_HEAVY)):
            symbol = atom.GetSymbol()
            raise ToolInputError(f"{symbol} has no natural isotope; write which is meant, as in [99Tc]")
    return mol


def _isotopes(number: int, isotope: int) -> _Peaks:
    from rdkit import Chem

    table = Chem.GetPeriodicTable()
    if isotope:
        mass = table.GetMassForIsotope(number, isotope)
        if mass <= 0:
            raise ToolInputError(f"{table.GetElementSymbol(number)} has no known isotope of mass number {isotope}")
        return {isotope: (1.0, mass)}
    found = {mass: table.GetAbundanceForIsotope(number, mass) / 100 for mass in range(number, 3 * number + 3)}
    return {
        nucleons: (abundance, abundance * table.GetMassForIsotope(number, nucleons))
        for nucleons, abundance in found.items()
        if abundance > 0
    }


def _joined(left: _Peaks, right: _Peaks) -> _Peaks:
    """The peaks of both parts together."""
    found: _Peaks = {}
    for first, (abundance, weighted) in left.items():
        for second, (other, other_weighted) in right.items():
            share, mass = found.get(first + second, (0.0, 0.0))
            found[first + second] = (share + abundance * other, mass + weighted * other + abundance * other_weighted)
    return {nucleons: peak for nucleons, peak in found.items() if peak[0] > _NEGLIGIBLE}


def _repeated(peaks: _Peaks, count: int) -> _Peaks:
    """The peaks of `count` like atoms, by repeated squaring."""
    found: _Peaks = {0: (1.0, 0.0)}
    while count:
        if count & 1:
            found = _joined(found, peaks)
        peaks = _joined(peaks, peaks)
        count >>= 1
    return found


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example=_EXAMPLE)
def molecular_weight(smiles: Smiles) -> AverageMass:
    """Compute the molecular weight (average mass) of a molecule.

    Args:
        smiles: One molecule; all fragments of a salt are added up; isotope labels count.
    Returns:
        Sum of the standard atomic weights in g/mol; the mass of single isotopes is `monoisotopic_mass`.
    Raises:
        ToolInputError: `smiles` is not valid SMILES, or an atom is a wildcard.
    Source: IUPAC standard atomic weights, by `Descriptors.MolWt`.
    """
    from rdkit.Chem import Descriptors

    return float(Descriptors.MolWt(known_elements(parse_smiles(smiles))))  # type: ignore[attr-defined]


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "C[N+](C)(C)CCO"},
    also=("GetFormalCharge", "charge"),
)
def formal_charge(smiles: Smiles) -> FormalCharge:
    """Compute the net formal charge of a molecule.

    Args:
        smiles: One molecule; the charges of all fragments are added up.
    Returns:
        Sum of the formal charges of the atoms in elementary charges.
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
    Source: definition, by `Chem.GetFormalCharge`.
    """
    from rdkit import Chem

    return int(Chem.GetFormalCharge(parse_smiles(smiles)))
