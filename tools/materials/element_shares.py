"""What one element is of a compound: its percentages, its atoms, its mass in a sample, its oxidation state."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import MolecularFormula
from scitoolagent.tools.materials._elements import element_row
from scitoolagent.tools.materials._formula import Formula, parse_formula
from scitoolagent.tools.materials.elements import ElementSymbol
from scitoolagent.tools.materials.valence import oxidation_states

ElementMassPercent = Annotated[
    float,
    Semantic(
        "ElementMassPercent",
        parent="MaterialProperty",
        unit="%",
        label="mass percent of one element",
        also=(
            "mass percent",
            "mass percentage",
            "weight percent",
            "weight percentage",
            "percent by mass",
            "mass fraction",
        ),
    ),
]
ElementAtomicPercent = Annotated[
    float,
    Semantic(
        "ElementAtomicPercent",
        parent="MaterialProperty",
        unit="%",
        label="atomic percent of one element",
        also=("atomic percent", "atomic percentage", "atomic fraction", "percentage of the atoms"),
    ),
]
ElementAtomCount = Annotated[
    float,
    Semantic(
        "ElementAtomCount",
        parent="MaterialProperty",
        unit="1",
        label="atoms of one element in a formula unit",
        also=("atoms of an element in a formula",),
    ),
]
SampleMass = Annotated[
    float,
    Semantic("SampleMass", parent="Parameter", unit="g", label="mass of a sample", also=("mass of the compound",)),
]
ElementMass = Annotated[
    float,
    Semantic(
        "ElementMass",
        parent="MaterialProperty",
        unit="g",
        label="mass of an element in a sample",
        also=("mass of the element", "mass of an element contained", "grams of an element", "mass contained in"),
    ),
]
ElementOxidationState = Annotated[
    float,
    Semantic(
        "ElementOxidationState",
        parent="MaterialProperty",
        unit="1",
        label="oxidation state of one element in a compound",
        also=("oxidation state", "oxidation number", "formal oxidation state"),
    ),
]


@dataclass(frozen=True, slots=True)
class ElementShare:
    """One element's part of a compound, by mass, by atoms, and as atoms in a formula unit."""

    mass_percent: ElementMassPercent
    atomic_percent: ElementAtomicPercent
    atom_count: ElementAtomCount


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"formula": "Ca(OH)2", "element": "Ca"})
def element_share(formula: MolecularFormula, element: ElementSymbol) -> ElementShare:
    """Compute the mass percent, the atomic percent and the atoms of one element in a formula.

    Args:
        formula: Chemical formula.
        element: Symbol (Ca) or English name (calcium) of an element of the formula.
    Returns:
        Percent of the mass, percent of all atoms, and atoms in one formula unit.
    Raises:
        ToolInputError: `formula` cannot be read, there is no such element, or the formula does not hold it.
    Source: definitions, with IUPAC standard atomic weights, Prohaska et al. 2022, doi:10.1515/pac-2019-0603.
    """
    parsed, symbol, weight = _part(formula, element)
    count = float(parsed.counts[symbol])
    return ElementShare(100 * count * weight / parsed.mass, 100 * count / float(parsed.atoms), count)


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"mass": 50.0, "formula": "CaCO3", "element": "Ca"})
def element_mass(mass: SampleMass, formula: MolecularFormula, element: ElementSymbol) -> ElementMass:
    """Compute the mass of one element in a sample of a compound.

    Args:
        mass: Of the pure compound, in g.
        formula: Chemical formula of the compound.
        element: Symbol (Ca) or English name (calcium) of an element of the formula.
    Returns:
        Mass of the element in g.
    Raises:
        ToolInputError: the mass is not positive, `formula` cannot be read, or it does not hold the element.
    Source: definition, m n A / M, with IUPAC standard atomic weights, doi:10.1515/pac-2019-0603.
    """
    if not 0 < mass < math.inf:
        raise ToolInputError(f"a mass of {mass:g} g is impossible; give a positive one")
    parsed, symbol, weight = _part(formula, element)
    return mass * float(parsed.counts[symbol]) * weight / parsed.mass


@tool(Operation.PREDICTION, Topic.MATERIALS, Safety.OPEN, example={"formula": "SrTiO3", "element": "Ti"})
def element_oxidation_state(formula: MolecularFormula, element: ElementSymbol) -> ElementOxidationState:
    """Guess the oxidation state of one element in an inorganic formula.

    Args:
        formula: Formula of a compound of at least two elements; a charge (MnO4^-) is balanced.
        element: Symbol (Ti) or English name (titanium) of an element of the formula.
    Returns:
        Mean oxidation state of this element in the likeliest neutral assignment (Fe in Fe3O4 gets 2.667).
    Raises:
        ToolInputError: no common oxidation states balance the charge, the formula is organic, or it does not hold the
            element.
    Source: statistics of the ICSD, `pymatgen.core.Composition.oxi_state_guesses`, doi:10.1016/j.commatsci.2012.10.028.
    """
    _, symbol, _ = _part(formula, element)
    return oxidation_states(formula)[symbol]


def _part(formula: str, element: str) -> tuple[Formula, str, float]:
    parsed, row = parse_formula(formula), element_row(element)
    symbol = str(row["symbol"])
    if symbol not in parsed.counts:
        raise ToolInputError(f"{formula!r} holds no {symbol}; it holds {', '.join(parsed.counts)}")
    return parsed, symbol, float(row["atomic_weight"])
