"""Binding of ligands and the response to a dose."""

from __future__ import annotations

import math
from typing import Annotated

from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.biology.enzymes import MichaelisConstant, SubstrateConcentration
from scitoolagent.tools.general._checks import positive

Ic50Given = Annotated[
    float,
    Semantic(
        "Ic50Given",
        parent="Parameter",
        unit="mol/L",
        label="half maximal inhibitory concentration",
        also=(
            "IC50",
            "IC50 value",
        ),
    ),
]
InhibitionConstant = Annotated[
    float,
    Semantic(
        "InhibitionConstant",
        parent="MaterialProperty",
        unit="mol/L",
        label="inhibition constant by Cheng and Prusoff",
        also=(
            "Ki",
            "inhibition constant",
            "Ki from an IC50",
            "Cheng-Prusoff Ki",
        ),
    ),
]
LigandConcentration = Annotated[
    float,
    Semantic(
        "LigandConcentration",
        parent="Parameter",
        unit="mol/L",
        label="ligand concentration",
        also=(
            "ligand",
            "free ligand",
            "concentration of ligand",
            "concentration of the ligand",
            "free ligand concentration",
            "[L]",
        ),
    ),
]
DissociationConstantGiven = Annotated[
    float,
    Semantic(
        "DissociationConstantGiven",
        parent="Parameter",
        unit="mol/L",
        label="dissociation constant of the ligand",
        also=(
            "Kd",
            "dissociation constant",
            "K_d",
        ),
    ),
]
BoundShare = Annotated[
    float,
    Semantic(
        "BoundShare",
        parent="MaterialProperty",
        unit="%",
        label="bound share of a receptor",
        also=(
            "fraction of receptor bound",
            "fraction bound",
            "bound fraction",
            "receptor occupancy",
            "fractional occupancy",
            "occupancy",
            "fraction of receptor is bound",
            "occupied fraction",
            "fractional saturation",
        ),
    ),
]
HillCoefficientGiven = Annotated[
    float,
    Semantic(
        "HillCoefficientGiven",
        parent="Parameter",
        unit="1",
        label="Hill coefficient",
        also=(
            "n",
            "Hill slope",
            "nH",
            "Hill number",
        ),
    ),
]
HalfMaximalConcentration = Annotated[
    float,
    Semantic(
        "HalfMaximalConcentration",
        parent="Parameter",
        unit="mol/L",
        label="half maximal effective concentration",
        also=(
            "EC50",
            "half-maximal concentration",
            "EC50 value",
        ),
    ),
]
DoseConcentration = Annotated[
    float,
    Semantic(
        "DoseConcentration",
        parent="Parameter",
        unit="mol/L",
        label="concentration of the drug",
        also=(
            "dose",
            "agonist",
            "agonist concentration",
            "drug concentration",
        ),
        announced=("at",),
    ),
]
HillResponse = Annotated[
    float,
    Semantic(
        "HillResponse",
        parent="MaterialProperty",
        unit="%",
        label="response by the Hill equation",
        also=(
            "Hill equation",
            "Hill response",
            "dose response",
            "fractional response",
            "response",
            "Hill coefficient response",
            "percent of the maximal response",
        ),
    ),
]


@tool(
    Operation.CALCULATION,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"ic50": 1.2e-07, "substrate": 1e-05, "michaelis": 5e-06},
    also=("Cheng-Prusoff equation",),
)
def cheng_prusoff_constant(
    ic50: Ic50Given, substrate: SubstrateConcentration, michaelis: MichaelisConstant
) -> InhibitionConstant:
    """Compute the inhibition constant of a competitive inhibitor from its IC50.

    Args:
        ic50: In mol/L.
        substrate: In the assay, in mol/L.
        michaelis: Km of the substrate in mol/L.
    Returns:
        Ki = IC50 / (1 + [S] / Km) in mol/L; competitive inhibition is assumed.
    Raises:
        ToolInputError: a value is not positive.
    Source: Cheng & Prusoff 1973, doi:10.1016/0006-2952(73)90196-2.
    """
    positive(IC50=ic50, substrate_concentration=substrate, Michaelis_constant=michaelis)
    return ic50 / (1 + substrate / michaelis)


@tool(Operation.CALCULATION, Topic.PROTEINS, Safety.OPEN, example={"ligand": 1e-08, "constant": 2.5e-08})
def bound_share(ligand: LigandConcentration, constant: DissociationConstantGiven) -> BoundShare:
    """Compute the share of a receptor that a ligand occupies.

    Args:
        ligand: Free ligand in mol/L.
        constant: Kd in mol/L.
    Returns:
        100 [L] / (Kd + [L]) in percent; one site, and free ligand in excess.
    Raises:
        ToolInputError: a value is not positive.
    Source: law of mass action; Hill 1910 with one site.
    """
    positive(ligand_concentration=ligand, dissociation_constant=constant)
    return 100 * ligand / (constant + ligand)


@tool(
    Operation.CALCULATION,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"concentration": 1e-08, "half": 2.5e-08, "coefficient": 1.5},
    also=("Hill equation",),
)
def hill_response(
    concentration: DoseConcentration, half: HalfMaximalConcentration, coefficient: HillCoefficientGiven = 1.0
) -> HillResponse:
    """Compute the response to a concentration by the Hill equation.

    Args:
        concentration: In mol/L.
        half: EC50 in mol/L.
        coefficient: Hill coefficient; 1 without cooperativity.
    Returns:
        100 c^n / (EC50^n + c^n) in percent of the highest response.
    Raises:
        ToolInputError: a value is not positive.
    Source: Hill 1910.
    """
    positive(concentration=concentration, EC50=half, Hill_coefficient=coefficient)
    power = coefficient * math.log(half / concentration)
    return 100 / (1 + math.exp(power)) if power < 700 else 0.0
