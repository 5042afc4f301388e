"""Numbers of fats and oils, and protein by Kjeldahl, from titrations against a blank."""

from __future__ import annotations

import re
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general._checks import not_negative, positive
from scitoolagent.tools.general._neutralisation import protons
from scitoolagent.tools.general._titration_words import UNNAMED
from scitoolagent.tools.general.titration import TitrantConcentration

BlankTitre = Annotated[
    float,
    Semantic(
        "BlankTitre",
        parent="Parameter",
        unit="mL",
        label="titration volume of the blank",
        also=("blank", "blank titration", "blank volume", "titre of the blank", "blank titre"),
    ),
]
SampleTitre = Annotated[
    float,
    Semantic(
        "SampleTitre",
        parent="Parameter",
        unit="mL",
        label="titration volume of the sample",
        also=("sample titration", "sample titre", "titre of the sample", "sample volume", "titre", "sample"),
    ),
]
TitratedMass = Annotated[
    float,
    Semantic(
        "TitratedMass",
        parent="Parameter",
        unit="g",
        label="mass of the titrated sample",
        also=("sample mass", "mass of the sample", "mass of the fat", "mass of the oil", "mass of fat", "mass of oil"),
    ),
]
SaponificationValue = Annotated[
    float,
    Semantic(
        "SaponificationValue",
        parent="MaterialProperty",
        unit="mg/g",
        label="saponification value in KOH",
        also=("saponification value", "saponification number"),
    ),
]
AcidValue = Annotated[
    float,
    Semantic(
        "AcidValue",
        parent="MaterialProperty",
        unit="mg/g",
        label="acid value in KOH",
        also=("acid value",),
    ),
]
PeroxideValue = Annotated[
    float,
    Semantic(
        "PeroxideValue",
        parent="MaterialProperty",
        unit="1",
        label="peroxide value in meq of oxygen for 1 kg",
        also=(
            "peroxide value",
            "PV in meq O2/kg",
            "meq O2/kg",
        ),
    ),
]
IodineValue = Annotated[
    float,
    Semantic(
        "IodineValue",
        parent="MaterialProperty",
        unit="1",
        label="iodine value in g of iodine for 100 g",
        also=("iodine value",),
    ),
]
ReagentOfTitration = Annotated[
    str,
    Semantic(
        "ReagentOfTitration",
        parent="Parameter",
        label="reagent that is titrated with",
        finder="scitoolagent.tools.general._titration_words:find_reagents",
    ),
]
NitrogenContent = Annotated[
    float,
    Semantic(
        "NitrogenContent",
        parent="Parameter",
        unit="%",
        label="nitrogen content",
        also=("nitrogen", "Kjeldahl nitrogen", "N"),
    ),
]
ProteinFactor = Annotated[
    float,
    Semantic(
        "ProteinFactor",
        parent="Parameter",
        unit="1",
        label="protein factor of nitrogen",
        also=("protein factor", "conversion factor", "nitrogen-to-protein factor", "factor"),
    ),
]
CrudeProtein = Annotated[
    float,
    Semantic(
        "CrudeProtein",
        parent="MaterialProperty",
        unit="%",
        label="crude protein by Kjeldahl",
        also=("crude protein", "Kjeldahl protein", "protein content by Kjeldahl", "protein by Kjeldahl",
              "protein content", "crude protein content"),
    ),
]  # fmt: skip
KjeldahlNitrogen = Annotated[
    float,
    Semantic(
        "KjeldahlNitrogen",
        parent="MaterialProperty",
        unit="%",
        label="nitrogen by Kjeldahl",
        also=("Kjeldahl nitrogen", "nitrogen content by Kjeldahl", "nitrogen by the Kjeldahl method"),
    ),
]

_KOH, _IODINE, _NITROGEN = 56.1056, 126.90447, 14.007


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"blank": 45.0, "used": 24.4, "titrant": 0.5, "mass": 2.95},
)
def saponification_value(
    blank: BlankTitre,
    used: SampleTitre,
    titrant: TitrantConcentration,
    mass: TitratedMass,
    reagent: ReagentOfTitration = UNNAMED,
) -> SaponificationValue:
    """Compute the saponification value of a fat from a back titration with acid.

    Args:
        blank: Volume of acid for the blank in mL.
        used: Volume of it for the sample in mL.
        titrant: Its concentration in mol/L.
        mass: Of the fat in g.
        reagent: What the acid is, as `HCl`; one that is not named has one proton.
    Returns:
        56.106 n (B - S) c / m in mg of KOH for a gram.
    Raises:
        ToolInputError: a value is not positive, or the blank used less than the sample.
    Source: ISO 3657.
    """
    return _KOH * _less(blank, used) * _protons(reagent, 1) * _amount(titrant, mass)


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"used": 2.5, "titrant": 0.1, "mass": 5.0},
)
def acid_value(
    used: SampleTitre,
    titrant: TitrantConcentration,
    mass: TitratedMass,
    blank: BlankTitre = 0.0,
    reagent: ReagentOfTitration = UNNAMED,
) -> AcidValue:
    """Compute the acid value of a fat from its titration with alkali.

    Args:
        used: Volume of alkali for the sample in mL.
        titrant: Its concentration in mol/L.
        mass: Of the fat in g.
        blank: Volume for the blank in mL.
        reagent: What the alkali is, as `KOH`; one that is not named takes one proton.
    Returns:
        56.106 n (S - B) c / m in mg of KOH for a gram.
    Raises:
        ToolInputError: a value is not positive, or the sample used less than the blank.
    Source: ISO 660.
    """
    return _KOH * _less(used, blank) * _protons(reagent, -1) * _amount(titrant, mass)


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"used": 3.2, "titrant": 0.01, "mass": 5.0},
)
def peroxide_value(
    used: SampleTitre,
    titrant: TitrantConcentration,
    mass: TitratedMass,
    blank: BlankTitre = 0.0,
    reagent: ReagentOfTitration = UNNAMED,
) -> PeroxideValue:
    """Compute the peroxide value of a fat from its titration with thiosulfate.

    Args:
        used: Volume of thiosulfate for the sample in mL.
        titrant: Its concentration in mol/L.
        mass: Of the fat in g.
        blank: Volume for the blank in mL.
        reagent: Thiosulfate, if it is named.
    Returns:
        1000 (S - B) c / m in milliequivalents of oxygen for a kilogram; in mmol of oxygen it is half of that.
    Raises:
        ToolInputError: a value is not positive, or the sample used less than the blank.
    Source: ISO 3960.
    """
    _check_thiosulfate(reagent)
    return 1000 * _less(used, blank) * _amount(titrant, mass)


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"blank": 48.0, "used": 23.0, "titrant": 0.1, "mass": 0.25},
)
def iodine_value(
    blank: BlankTitre,
    used: SampleTitre,
    titrant: TitrantConcentration,
    mass: TitratedMass,
    reagent: ReagentOfTitration = UNNAMED,
) -> IodineValue:
    """Compute the iodine value of a fat from a back titration with thiosulfate.

    Args:
        blank: Volume of thiosulfate for the blank in mL.
        used: Volume of it for the sample in mL.
        titrant: Its concentration in mol/L.
        mass: Of the fat in g.
        reagent: Thiosulfate, if it is named.
    Returns:
        12.69 (B - S) c / m in grams of iodine for 100 g.
    Raises:
        ToolInputError: a value is not positive, or the blank used less than the sample.
    Source: ISO 3961.
    """
    _check_thiosulfate(reagent)
    return _IODINE / 10 * _less(blank, used) * _amount(titrant, mass)


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"used": 15.2, "titrant": 0.1, "mass": 1.0, "blank": 0.2},
)
def kjeldahl_nitrogen(
    used: SampleTitre,
    titrant: TitrantConcentration,
    mass: TitratedMass,
    blank: BlankTitre = 0.0,
    reagent: ReagentOfTitration = UNNAMED,
) -> KjeldahlNitrogen:
    """Compute the nitrogen of a sample from a Kjeldahl titration with acid.

    Args:
        used: Volume of acid for the sample in mL.
        titrant: Its concentration in mol/L.
        mass: Of the sample in g.
        blank: Volume for the blank in mL.
        reagent: What the acid is, as `HCl`; one that is not named has one proton.
    Returns:
        1.4007 n (S - B) c / m in %.
    Raises:
        ToolInputError: a value is not positive, the sample used less than the blank, or more than 100 % comes out.
    Source: ISO 1871.
    """
    found = _NITROGEN / 10 * _less(used, blank) * _protons(reagent, 1) * _amount(titrant, mass)
    if found > 100:
        raise ToolInputError(f"{found:.4g} % of nitrogen is impossible; look at the values and their units")
    return found


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"nitrogen": 2.5})
def kjeldahl_protein(nitrogen: NitrogenContent, factor: ProteinFactor = 6.25) -> CrudeProtein:
    """Compute the crude protein of a sample from its nitrogen.

    Args:
        nitrogen: In % of the sample.
        factor: Protein for nitrogen: 6.25 in general, 6.38 of milk, 5.70 of wheat flour.
    Returns:
        N times the factor in %.
    Raises:
        ToolInputError: a value is not positive, or more than 100 % comes out.
    Source: Jones 1931, USDA Circular 183.
    """
    positive(nitrogen=nitrogen, factor=factor)
    if nitrogen * factor > 100:
        raise ToolInputError(f"{nitrogen * factor:.4g} % of protein is impossible; look at the values and their units")
    return nitrogen * factor


def _protons(reagent: str, sign: int) -> int:
    """How many protons the titrant gives (sign 1) or takes (-1)."""
    if reagent == UNNAMED:
        return 1
    number = protons(reagent)
    if number * sign < 0:
        raise ToolInputError(f"{reagent} is no {'acid' if sign > 0 else 'base'}, which this titration is done with")
    return abs(number)


def _check_thiosulfate(reagent: str) -> None:
    if reagent != UNNAMED and not re.search(r"thiosul(?:f|ph)ate|S2O3", reagent, re.IGNORECASE):
        raise ToolInputError(f"{reagent} is no thiosulfate, which this titration is done with")


def _less(more: float, other: float) -> float:
    """What one volume is more than another, in mL."""
    positive(volume=more)
    not_negative(volume=other)
    if more < other:
        raise ToolInputError(f"{more:g} mL is less than {other:g} mL; look at which is the blank")
    return more - other


def _amount(titrant: float, mass: float) -> float:
    """Millimoles for a millilitre of titrant and a gram of sample."""
    positive(concentration=titrant, mass=mass)
    return titrant / mass
