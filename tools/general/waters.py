"""Hardness and balance of charges of a water from the ions in it."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.quantities import read_quantity
from scitoolagent.tool.units import convert, convertible
from scitoolagent.tools.materials._formula import parse_formula

WaterIons = Annotated[
    str,
    Semantic(
        "WaterIons",
        parent="Parameter",
        label="ions of a water",
        finder="scitoolagent.tools.general._ion_words:find_water_ions",
    ),
]
WaterHardness = Annotated[
    float,
    Semantic(
        "WaterHardness",
        parent="MaterialProperty",
        unit="mg/L",
        label="hardness as CaCO3",
        also=(
            "hardness",
            "total hardness",
            "water hardness",
            "total hardness as CaCO3",
            "hardness of water",
            "hardness in mg/L CaCO3",
        ),
    ),
]
GermanHardness = Annotated[
    float,
    Semantic(
        "GermanHardness",
        parent="MaterialProperty",
        unit="1",
        label="hardness in German degrees",
        also=(
            "German hardness",
            "hardness in °dH",
            "German degrees of hardness",
            "degrees of German hardness",
            "hardness in german degrees",
            "hardness in dH",
        ),
    ),
]
CalciumHardness = Annotated[
    float,
    Semantic("CalciumHardness", parent="MaterialProperty", unit="mg/L", label="calcium hardness as CaCO3",
             also=("calcium hardness",)),
]  # fmt: skip
ChargeBalance = Annotated[
    float,
    Semantic(
        "ChargeBalance",
        parent="MaterialProperty",
        unit="%",
        label="charge balance error of a water",
        also=("charge balance error", "ion balance", "ion balance error", "ionic balance", "charge balance",
              "ionic balance error", "cation-anion balance"),
    ),
]  # fmt: skip
CationCharge = Annotated[
    float, Semantic("CationCharge", parent="MaterialProperty", unit="mmol/L", label="charge of all cations")
]
AnionCharge = Annotated[
    float, Semantic("AnionCharge", parent="MaterialProperty", unit="mmol/L", label="charge of all anions")
]

_OF_LIME = 100.0869 / 56.0774  # CaCO3 for one CaO; a German degree is 10 mg/L of it.
_HARDENING = ("Ca^2+", "Mg^2+")


@dataclass(frozen=True, slots=True)
class Hardness:
    """The hardness of a water in two measures."""

    total: WaterHardness
    german: GermanHardness
    of_calcium: CalciumHardness


@dataclass(frozen=True, slots=True)
class Balance:
    """Whether the charges of a water come out even."""

    error: ChargeBalance
    cations: CationCharge
    anions: AnionCharge


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"ions": "50 mg/L Ca^2+; 10 mg/L Mg^2+"})
def water_hardness(ions: WaterIons) -> Hardness:
    """Compute the hardness of a water from its calcium and magnesium.

    Args:
        ions: With their concentrations, as `50 mg/L Ca^2+; 10 mg/L Mg^2+`; other ions do not count.
    Returns:
        Total hardness and that of calcium as mg/L of CaCO3, and the total in German degrees.
    Raises:
        ToolInputError: an ion or a concentration cannot be read, or calcium or magnesium is missing.
    Source: Standard Methods 2340 B, with IUPAC atomic weights: 2.497 Ca + 4.118 Mg.
    """
    found = _ions(ions)
    missing = [ion for ion in _HARDENING if ion not in found]
    if missing:
        raise ToolInputError(f"the hardness needs calcium and magnesium; {' and '.join(missing)} is not given")
    lime = parse_formula("CaCO3").mass
    calcium, magnesium = (found[ion] * lime for ion in _HARDENING)
    return Hardness(calcium + magnesium, (calcium + magnesium) / _OF_LIME / 10, calcium)


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"ions": "60 mg/L Ca^2+; 20 mg/L Na+; 40 mg/L Cl-; 180 mg/L HCO3-"},
)
def water_charge_balance(ions: WaterIons) -> Balance:
    """Compute the balance of the charges of the ions of a water.

    Args:
        ions: With their concentrations, as `60 mg/L Ca^2+; 40 mg/L Cl-`.
    Returns:
        100 (cations - anions) / (cations + anions) in %, with the charges of both in mmol/L, which is meq/L.
    Raises:
        ToolInputError: an ion or a concentration cannot be read, or there are only cations or only anions.
    Source: Standard Methods 1030 E.
    """
    charges = {ion: amount * parse_formula(ion).charge for ion, amount in _ions(ions).items()}
    cations = math.fsum(charge for charge in charges.values() if charge > 0)
    anions = -math.fsum(charge for charge in charges.values() if charge < 0)
    if not cations or not anions:
        raise ToolInputError("a balance needs cations and anions; only one kind is given")
    return Balance(100 * (cations - anions) / (cations + anions), cations, anions)


def _ions(text: str) -> dict[str, float]:
    """The concentration of each ion in mmol/L."""
    found: dict[str, float] = {}
    for part in text.split(";"):
        match = re.fullmatch(r"\s*([\d.]+)\s*(\S+)\s+(\S+)\s*", part)
        if match is None:
            raise ToolInputError(f"{part.strip()[:60]!r} is no ion with its concentration; write it as 50 mg/L Ca^2+")
        formula = parse_formula(match[3])
        if not formula.charge:
            raise ToolInputError(f"{match[3]} has no charge; write the ion as Ca^2+")
        if match[3] in found:
            raise ToolInputError(f"{match[3]} is given twice")
        if match[2].lower() == "meq/l":
            found[match[3]] = float(match[1]) / abs(formula.charge)
            continue
        value, unit = read_quantity(f"{match[1]} {match[2]}")
        if not convertible(unit, "mmol/L") and not convertible(unit, "mg/L"):
            raise ToolInputError(f"{match[2]} is no unit of a concentration; give {match[3]} in mg/L or mmol/L")
        in_moles = convertible(unit, "mmol/L")
        found[match[3]] = convert(value, unit, "mmol/L") if in_moles else convert(value, unit, "mg/L") / formula.mass
    return found
