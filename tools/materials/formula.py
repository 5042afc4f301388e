"""What a chemical formula says without a structure: mass, percentages, other ways to write it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import MolecularFormula
from scitoolagent.tools.materials._elements import elements, is_metal, query
from scitoolagent.tools.materials._formula import Formula, hill_order, neutral_formula, parse_formula, whole, written

if TYPE_CHECKING:
    from pymatgen.core.composition import Composition

MolarMass = Annotated[
    float,
    Semantic(
        "MolarMass",
        parent="MolecularProperty",
        unit="g/mol",
        label="molar mass of a formula",
        announced=("molar mass", "molecular weight", "molecular mass"),
        also=(
            "formula weight",
            "formula mass",
            "molar weight",
            "molecular weight",
            "molar mass",
            "MW",
            "M.W.",
            "Mr",
            "mol wt",
            "mol. wt.",
        ),
    ),
]
FormulaMonoisotopicMass = Annotated[
    float,
    Semantic(
        "FormulaMonoisotopicMass",
        parent="MolecularProperty",
        unit="Da",
        label="monoisotopic mass of a formula",
        also=("monoisotopic mass from a formula", "monoisotopic mass", "exact mass"),
    ),
]
AtomicPercentages = Annotated[
    dict[str, float],
    Semantic(
        "AtomicPercentages",
        parent="MaterialProperty",
        unit="%",
        label="atomic percent of each element",
        also=("atomic fraction", "atomic percent", "at%", "mole fraction of each element", "stoichiometric fraction"),
    ),
]
FormulaNote = Annotated[
    str, Semantic("FormulaNote", parent="Report", role="note", label="what the numbers of a formula count")
]
MassPercentages = Annotated[
    dict[str, float],
    Semantic(
        "MassPercentages",
        parent="MaterialProperty",
        unit="%",
        label="mass percent of each element",
        also=(
            "mass percent",
            "mass fraction",
            "weight percent",
            "wt%",
            "percent composition",
            "percentage composition",
            "elemental analysis",
        ),
    ),
]
ElementCounts = Annotated[
    dict[str, float],
    Semantic(
        "ElementCounts",
        parent="MaterialProperty",
        unit="1",
        label="number of atoms of each element",
        also=("element counts", "atom counts"),
    ),
]
FormulaAtomCount = Annotated[
    float,
    Semantic(
        "FormulaAtomCount",
        parent="MaterialProperty",
        unit="1",
        label="number of atoms in a formula unit",
        also=("atoms per formula unit",),
    ),
]
HillFormula = Annotated[
    str,
    Semantic(
        "HillFormula",
        parent="MolecularFormula",
        label="Hill formula",
        also=("Hill notation", "Hill system", "Hill order"),
    ),
]
EmpiricalFormula = Annotated[
    str,
    Semantic(
        "EmpiricalFormula",
        parent="MolecularFormula",
        label="empirical formula",
        also=("simplest formula", "simplest whole-number ratio"),
    ),
]
ReducedFormula = Annotated[
    str,
    Semantic(
        "ReducedFormula",
        parent="MolecularFormula",
        label="reduced formula",
        also=("pretty formula", "reduced composition"),
    ),
]
AnonymousFormula = Annotated[
    str,
    Semantic(
        "AnonymousFormula",
        parent="MaterialProperty",
        label="anonymous formula",
        also=("anonymized formula", "anonymised formula", "stoichiometry type"),
    ),
]
ChemicalSystem = Annotated[
    str, Semantic("ChemicalSystem", parent="MaterialProperty", label="chemical system", also=("chemsys",))
]


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"formula": "Ca(OH)2"})
def molar_mass(formula: MolecularFormula) -> MolarMass:
    """Compute the molar mass of a chemical formula.

    Args:
        formula: Brackets, decimals, hydrates (CuSO4·5H2O) and a charge (SO4^2-) are read.
    Returns:
        Molar mass in g/mol for natural isotopic abundance; the mass of missing or extra electrons is left out.
    Raises:
        ToolInputError: `formula` cannot be read.
    Source: IUPAC abridged standard atomic weights, Prohaska et al. 2022, doi:10.1515/pac-2019-0603, in `mendeleev`.
    """
    return parse_formula(formula).mass


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"formula": "Ca(OH)2"})
def formula_monoisotopic_mass(formula: MolecularFormula) -> FormulaMonoisotopicMass:
    """Compute the monoisotopic mass of a chemical formula.

    Args:
        formula: Whole numbers of atoms; a charge takes away or adds the mass of its electrons.
    Returns:
        Mass in Da with the most abundant isotope of each element (not divided by the charge).
    Raises:
        ToolInputError: `formula` cannot be read, has fractions of atoms, or an element has no stable abundance.
    Source: CIAAW isotope masses in `mendeleev`; electron mass from CODATA 2018.
    """
    parsed = parse_formula(formula)
    if any(count.denominator != 1 for count in parsed.counts.values()):
        raise ToolInputError(f"{formula!r} has fractions of atoms; one molecule has whole numbers")
    total = -parsed.charge * 5.48579909065e-4
    for symbol, count in parsed.counts.items():
        rows = query(
            "SELECT mass FROM isotopes WHERE atomic_number = ? AND abundance > 0 ORDER BY abundance DESC LIMIT 1",
            int(elements()[symbol]["atomic_number"]),
        )
        if not rows:
            raise ToolInputError(f"{symbol} has no natural isotopic abundance, so no monoisotopic mass")
        total += int(count) * float(rows[0]["mass"])
    return total


@dataclass(frozen=True, slots=True)
class AtomicShares:
    """The atomic percent of each element."""

    percentages: AtomicPercentages
    note: FormulaNote


@dataclass(frozen=True, slots=True)
class MassShares:
    """The mass percent of each element."""

    percentages: MassPercentages
    note: FormulaNote


@tool(Operation.CALCULATION, Topic.MATERIALS, Safety.OPEN, example={"formula": "Ca(OH)2"})
def atomic_percentages(formula: MolecularFormula) -> AtomicShares:
    """Compute the atomic percent of each element in a formula.

    Args:
        formula: Chemical formula.
    Returns:
        Percent of all atoms by element symbol; they add up to 100. The note says what the numbers count.
    Raises:
        ToolInputError: `formula` cannot be read.
    Source: definition, 100 n_i / Σ n.
    """
    parsed = parse_formula(formula)
    shares = {symbol: float(100 * count / parsed.atoms) for symbol, count in parsed.counts.items()}
    return AtomicShares(shares, _counted(parsed))


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"formula": "Ca(OH)2"})
def mass_percentages(formula: MolecularFormula) -> MassShares:
    """Compute the percent composition by mass of each element in a formula.

    Args:
        formula: Chemical formula.
    Returns:
        Percent of the mass by element symbol; they add up to 100. The note says what the numbers count.
    Raises:
        ToolInputError: `formula` cannot be read.
    Source: definition, 100 n_i A_i / Σ n A, with IUPAC standard atomic weights, doi:10.1515/pac-2019-0603.
    """
    parsed = parse_formula(formula)
    shares = {
        symbol: 100 * float(count) * float(elements()[symbol]["atomic_weight"]) / parsed.mass
        for symbol, count in parsed.counts.items()
    }
    return MassShares(shares, _counted(parsed))


def _counted(formula: Formula) -> str:
    """What an answer says of metals alone, which may be an alloy: the names of alloys count percent of the mass."""
    if len(formula.counts) < 2 or not all(is_metal(symbol) for symbol in formula.counts):
        return "the numbers in the formula count atoms"
    return (
        "read as a formula, whose numbers count atoms; those in the name of an alloy, as in Ti-6Al-4V, are mass percent"
    )


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"formula": "Ca(OH)2"})
def element_counts(formula: MolecularFormula) -> ElementCounts:
    """Count the atoms of each element in a formula.

    Args:
        formula: Chemical formula.
    Returns:
        Number of atoms by element symbol, in the order of writing.
    Raises:
        ToolInputError: `formula` cannot be read.
    Source: counting.
    """
    return {symbol: float(count) for symbol, count in parse_formula(formula).counts.items()}


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"formula": "Ca(OH)2"})
def formula_atom_count(formula: MolecularFormula) -> FormulaAtomCount:
    """Count all atoms in a formula unit.

    Args:
        formula: Chemical formula.
    Returns:
        Number of atoms, hydrogens included; a fraction for a non-stoichiometric formula.
    Raises:
        ToolInputError: `formula` cannot be read.
    Source: counting.
    """
    return float(parse_formula(formula).atoms)


@tool(Operation.CONVERSION, Topic.GENERAL, Safety.OPEN, example={"formula": "CH3CH(OH)CH3"})
def hill_formula(formula: MolecularFormula) -> HillFormula:
    """Write a formula in Hill order.

    Args:
        formula: Chemical formula, grouped or not.
    Returns:
        C, H, then the alphabet; without carbon all elements by alphabet; the charge at the end (+, -2).
    Raises:
        ToolInputError: `formula` cannot be read.
    Source: Hill 1900, doi:10.1021/ja02046a005.
    """
    parsed = parse_formula(formula)
    sign = "" if parsed.charge == 0 else ("+" if parsed.charge > 0 else "-")
    size = "" if abs(parsed.charge) < 2 else str(abs(parsed.charge))
    return written(parsed.counts, hill_order(parsed.counts)) + sign + size


@tool(Operation.CONVERSION, Topic.GENERAL, Safety.OPEN, example={"formula": "C4H8O2"})
def empirical_formula(formula: MolecularFormula) -> EmpiricalFormula:
    """Reduce a formula to its empirical formula, the smallest whole-number ratio.

    Args:
        formula: Neutral chemical formula.
    Returns:
        Formula in Hill order; hydrogen peroxide gives HO.
    Raises:
        ToolInputError: `formula` cannot be read, or is charged.
    Source: IUPAC Gold Book, doi:10.1351/goldbook.E02063.
    """
    numbers = whole(neutral_formula(formula).counts)
    return written(numbers, hill_order(numbers))


@tool(Operation.CONVERSION, Topic.MATERIALS, Safety.OPEN, example={"formula": "Fe4O6"})
def reduced_formula(formula: MolecularFormula) -> ReducedFormula:
    """Reduce a formula as materials databases write it, electropositive elements first.

    Args:
        formula: Neutral chemical formula.
    Returns:
        Reduced formula; diatomic gases and peroxides keep their molecule (O2, H2O2, Na2O2).
    Raises:
        ToolInputError: `formula` cannot be read, or is charged.
    Source: `pymatgen.core.Composition.reduced_formula`, Ong et al. 2013, doi:10.1016/j.commatsci.2012.10.028.
    """
    return str(_composition(neutral_formula(formula)).reduced_formula)


@tool(
    Operation.CONVERSION,
    Topic.MATERIALS,
    Safety.OPEN,
    example={"formula": "SrTiO3"},
    also=("GetFormulaAnonymousByFormula",),
)
def anonymous_formula(formula: MolecularFormula) -> AnonymousFormula:
    """Replace the elements of a formula by letters, to name its stoichiometry.

    Args:
        formula: Neutral chemical formula.
    Returns:
        Letters with rising counts: SrTiO3 gives ABC3, Al2O3 gives A2B3.
    Raises:
        ToolInputError: `formula` cannot be read, or is charged.
    Source: `pymatgen.core.Composition.anonymized_formula`, doi:10.1016/j.commatsci.2012.10.028.
    """
    return str(_composition(neutral_formula(formula)).anonymized_formula)


@tool(Operation.CONVERSION, Topic.MATERIALS, Safety.OPEN, example={"formula": "SrTiO3"})
def chemical_system(formula: MolecularFormula) -> ChemicalSystem:
    """Give the chemical system of a formula: its elements by alphabet, joined by hyphens.

    Args:
        formula: Chemical formula.
    Returns:
        Chemical system such as O-Sr-Ti.
    Raises:
        ToolInputError: `formula` cannot be read.
    Source: the convention of the Materials Project, doi:10.1063/1.4812323.
    """
    return "-".join(sorted(parse_formula(formula).counts))


def _composition(parsed: Formula) -> Composition:
    from pymatgen.core.composition import Composition

    return Composition(whole(parsed.counts))
