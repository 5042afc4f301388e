"""Oxidation states, electronegativity and valence electrons of a chemical formula."""

from __future__ import annotations

from fractions import Fraction
from math import comb, prod
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import MolecularFormula
from scitoolagent.tools.materials._elements import element_row, elements, is_metal
from scitoolagent.tools.materials._formula import Formula, neutral_formula, parse_formula, whole
from scitoolagent.tools.materials._ion_groups import states_by_ion
from scitoolagent.tools.materials.elements import ElementSymbol

# States looked at, over all assignments of states to atoms; these take about a second.
MAX_LOOKED_AT = 50_000

OxidationStates = Annotated[
    dict[str, float],
    Semantic(
        "OxidationStates",
        parent="MaterialProperty",
        unit="1",
        label="oxidation states in a compound",
        also=(
            "oxidation state guess",
            "likely oxidation states",
            "average oxidation state",
            "valence of each element",
            "oxidation states of all elements",
            "oxidation numbers in a compound",
        ),
    ),
]
ChargeBalanced = Annotated[
    bool,
    Semantic(
        "ChargeBalanced",
        parent="MaterialProperty",
        label="charge neutrality",
        also=("charge balance", "charge balanced", "charge neutral", "electroneutrality"),
    ),
]
ElectronegativityDifference = Annotated[
    float,
    Semantic(
        "ElectronegativityDifference",
        parent="MaterialProperty",
        unit="1",
        label="electronegativity difference",
        also=("difference in electronegativity", "electronegativity range"),
    ),
]
MeanElectronegativity = Annotated[
    float,
    Semantic(
        "MeanElectronegativity",
        parent="MaterialProperty",
        unit="1",
        label="mean electronegativity",
        also=("average electronegativity",),
    ),
]
ValenceElectronCount = Annotated[
    float,
    Semantic(
        "ValenceElectronCount",
        parent="MaterialProperty",
        unit="1",
        label="valence electrons per formula unit",
        also=("valence electron count", "number of valence electrons in a formula", "number of valence electrons"),
    ),
]
ElementValenceElectrons = Annotated[
    int,
    Semantic(
        "ElementValenceElectrons",
        parent="MaterialProperty",
        unit="1",
        label="valence electrons of an atom",
        also=("number of valence electrons", "valence electrons", "valence electrons of an element"),
    ),
]
ValenceElectronConcentration = Annotated[
    float,
    Semantic(
        "ValenceElectronConcentration",
        parent="MaterialProperty",
        unit="1",
        label="valence electron concentration",
        also=("VEC", "valence electrons per atom", "electrons per atom"),
    ),
]
DegreeOfUnsaturation = Annotated[
    float,
    Semantic(
        "DegreeOfUnsaturation",
        parent="MolecularDescriptor",
        unit="1",
        label="degree of unsaturation",
        also=("double bond equivalent", "DBE", "index of hydrogen deficiency", "IHD", "rings plus double bonds"),
    ),
]


@tool(Operation.PREDICTION, Topic.MATERIALS, Safety.OPEN, example={"formula": "SrTiO3"})
def oxidation_states(formula: MolecularFormula) -> OxidationStates:
    """Guess the oxidation state of each element in an inorganic formula.

    Args:
        formula: Formula of a compound of at least two elements; a charge (MnO4^-) is balanced.
    Returns:
        Mean oxidation state by element of the likeliest neutral assignment (Fe in Fe3O4 gets 2.667). With several
        transition metals the electrons between them are a guess.
    Raises:
        ToolInputError: no common oxidation states balance the charge, the formula is organic or too large, or an
            element stands in several ions with different states (N in NH4NO3).
    Source: statistics of the ICSD, `pymatgen.core.Composition.oxi_state_guesses`, doi:10.1016/j.commatsci.2012.10.028.
    """
    guesses = _guesses(formula)
    if several := states_by_ion(formula):
        symbol, states = next(iter(several.items()))
        told = " and ".join(f"{state:+g} in {ion}" for ion, state in states.items())
        raise ToolInputError(f"{symbol} has several oxidation states in {formula}: {told}")
    # Sulfur of -1.5 beside iron of +3 is a mean over nothing: such atoms are bound to one another.
    guesses = tuple(guess for guess in guesses if not _pairs(guess))
    if not guesses:
        raise ToolInputError(
            f"no assignment of common oxidation states makes {formula!r} neutral; "
            "intermetallic and covalent compounds have none"
        )
    return {symbol: float(state) for symbol, state in guesses[0].items()}


def _pairs(guess: dict[str, float]) -> str:
    """A non-metal with a part of a charge beside a metal of several charges; empty when there is none."""
    several = any(is_metal(symbol) and len(_common(symbol)) > 1 for symbol in guess)
    return next((one for one, state in guess.items() if not is_metal(one) and state % 1 and several), "")


def _common(symbol: str) -> tuple[int, ...]:
    from pymatgen.core.periodic_table import Element

    return tuple(Element(symbol).common_oxidation_states)


@tool(Operation.PREDICTION, Topic.MATERIALS, Safety.OPEN, example={"formula": "NaCl2"})
def charge_balanced(formula: MolecularFormula) -> ChargeBalanced:
    """Check whether common oxidation states can make a formula charge-neutral.

    Args:
        formula: Formula of a compound of at least two elements.
    Returns:
        True when some assignment of oxidation states found in the ICSD adds up to the charge of the formula.
    Raises:
        ToolInputError: `formula` cannot be read, is one element, organic, or too large for the search.
    Source: `pymatgen.core.Composition.oxi_state_guesses`, doi:10.1016/j.commatsci.2012.10.028.
    """
    return bool(_guesses(formula))


@tool(Operation.CALCULATION, Topic.MATERIALS, Safety.OPEN, example={"formula": "MgO"})
def electronegativity_difference(formula: MolecularFormula) -> ElectronegativityDifference:
    """Compute the largest Pauling electronegativity difference in a formula.

    Args:
        formula: Formula of a compound of at least two elements.
    Returns:
        Highest minus lowest Pauling electronegativity; above about 1.7 a bond is mostly ionic.
    Raises:
        ToolInputError: one element only, or an element without a Pauling electronegativity.
    Source: Pauling scale, CRC Handbook values in `mendeleev`.
    """
    values = _electronegativities(parse_formula(formula)).values()
    if len(values) < 2:
        raise ToolInputError(f"{formula!r} has one element; a difference needs two")
    return max(values) - min(values)


@tool(Operation.CALCULATION, Topic.MATERIALS, Safety.OPEN, example={"formula": "MgO"})
def mean_electronegativity(formula: MolecularFormula) -> MeanElectronegativity:
    """Compute the mean Pauling electronegativity of a formula, weighted by atoms.

    Args:
        formula: Chemical formula.
    Returns:
        Σ n χ / Σ n on the Pauling scale.
    Raises:
        ToolInputError: an element has no Pauling electronegativity.
    Source: Ward et al. 2016, doi:10.1038/npjcompumats.2016.28; Pauling scale, CRC Handbook values in `mendeleev`.
    """
    parsed = parse_formula(formula)
    values = _electronegativities(parsed)
    return sum(float(count) * values[symbol] for symbol, count in parsed.counts.items()) / float(parsed.atoms)


@tool(Operation.CALCULATION, Topic.MATERIALS, Safety.OPEN, example={"formula": "GaAs"})
def valence_electron_count(formula: MolecularFormula) -> ValenceElectronCount:
    """Count the valence electrons of a formula unit.

    Args:
        formula: Chemical formula without lanthanides or actinides; a charge is taken into account.
    Returns:
        Σ n v minus the charge, with v the group number (groups 1-12), or the group number minus 10 (groups 13-18).
    Raises:
        ToolInputError: an f-block element, whose count depends on the convention.
    Source: Guo et al. 2011, doi:10.1063/1.3587228 (groups 1-12); octet rule for groups 13-18.
    """
    parsed = parse_formula(formula)
    return _valence_electrons(parsed) - parsed.charge


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"element": "Se"})
def element_valence_electrons(element: ElementSymbol) -> ElementValenceElectrons:
    """Count the valence electrons of an atom of an element.

    Args:
        element: Symbol (Se) or English name (selenium), no lanthanide or actinide.
    Returns:
        The group number (groups 1-12), or the group number minus 10 (groups 13-18); 2 for helium.
    Raises:
        ToolInputError: no such element, or an f-block element, whose count depends on the convention.
    Source: Guo et al. 2011, doi:10.1063/1.3587228 (groups 1-12); octet rule for groups 13-18.
    """
    return int(_valence_electrons(parse_formula(str(element_row(element)["symbol"]))))


@tool(Operation.CALCULATION, Topic.MATERIALS, Safety.OPEN, example={"formula": "CoCrFeMnNi"})
def valence_electron_concentration(formula: MolecularFormula) -> ValenceElectronConcentration:
    """Compute the valence electron concentration (VEC) of an alloy or compound.

    Args:
        formula: Neutral formula without lanthanides or actinides.
    Returns:
        Valence electrons per atom.
    Raises:
        ToolInputError: an f-block element, whose count depends on the convention, or a charged formula.
    Source: Guo et al. 2011, doi:10.1063/1.3587228.
    """
    parsed = neutral_formula(formula)
    return _valence_electrons(parsed) / float(parsed.atoms)


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"formula": "C7H8O"})
def degree_of_unsaturation(formula: MolecularFormula) -> DegreeOfUnsaturation:
    """Compute the degree of unsaturation (rings plus double bonds) of an organic formula.

    Args:
        formula: Neutral formula of C, H, N, P (three bonds), O, S (two), Si (four) and halogens.
    Returns:
        1 + Σ n (valence - 2) / 2; a triple bond counts two, a nitro group or sulfone is counted by low valences.
    Raises:
        ToolInputError: no carbon, another element, a charge, or more hydrogen than a closed shell can hold.
    Source: Pellegrin 1983, doi:10.1021/ed060p626.
    """
    valence = {"C": 4, "Si": 4, "N": 3, "P": 3, "O": 2, "S": 2, "H": 1, "F": 1, "Cl": 1, "Br": 1, "I": 1}
    counts = neutral_formula(formula).counts
    strange = [symbol for symbol in counts if symbol not in valence]
    if strange or "C" not in counts:
        raise ToolInputError(
            f"{formula!r} is not organic enough: C is needed and only {', '.join(valence)} are counted"
        )
    result = 1 + sum(float(count) * (valence[symbol] - 2) / 2 for symbol, count in counts.items())
    if result < 0 or result * 2 % 1:
        raise ToolInputError(f"{formula!r} gives {result}; no molecule of usual valences has this formula")
    return result


def _guesses(formula: str) -> tuple[dict[str, float], ...]:
    from pymatgen.core.composition import Composition
    from pymatgen.core.periodic_table import Element

    parsed = parse_formula(formula)
    numbers = whole(parsed.counts) if parsed.charge == 0 else {key: int(count) for key, count in parsed.counts.items()}
    if parsed.charge and any(count.denominator != 1 for count in parsed.counts.values()):
        raise ToolInputError(f"{formula!r} has fractions of atoms and a charge; give whole numbers")
    if "C" in numbers and "H" in numbers:
        raise ToolInputError(
            f"{formula!r} is organic; its oxidation states depend on the structure, not on the formula"
        )
    if len(numbers) < 2:
        raise ToolInputError(f"{formula!r} has one element; oxidation states are guessed for compounds")
    known = {
        symbol: Element(symbol).icsd_oxidation_states or Element(symbol).common_oxidation_states for symbol in numbers
    }
    tried = sum(
        number * comb(number + len(known[symbol]) - 1, number) for symbol, number in numbers.items() if known[symbol]
    )
    totals = prod(
        number * (max(known[symbol]) - min(known[symbol])) + 1 for symbol, number in numbers.items() if known[symbol]
    )
    if tried + totals > MAX_LOOKED_AT:
        raise ToolInputError(
            f"{formula!r} has too many atoms for a search over oxidation states; give an inorganic formula"
        )
    return tuple(Composition(numbers).oxi_state_guesses(target_charge=parsed.charge))


def _electronegativities(parsed: Formula) -> dict[str, float]:
    values = {symbol: elements()[symbol]["en_pauling"] for symbol in parsed.counts}
    missing = [symbol for symbol, value in values.items() if value is None]
    if missing:
        raise ToolInputError(f"{missing[0]} has no Pauling electronegativity")
    return {symbol: float(value) for symbol, value in values.items()}


def _valence_electrons(parsed: Formula) -> float:
    total = Fraction(0)
    for symbol, count in parsed.counts.items():
        row = elements()[symbol]
        if row["group_id"] is None or row["block"] == "f":
            raise ToolInputError(f"{symbol} is an f-block element; its valence electrons depend on the convention")
        group = int(row["group_id"])
        total += count * (2 if symbol == "He" else group if group <= 12 else group - 10)
    return float(total)
