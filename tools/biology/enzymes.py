"""Rates of enzymes, inhibitors and the binding of ligands."""

from __future__ import annotations

from typing import Annotated

from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general._checks import not_negative, positive, usable

MaximalRate = Annotated[
    float,
    Semantic(
        "MaximalRate",
        parent="Parameter",
        unit="mol/(L*s)",
        label="maximal rate of an enzyme",
        also=(
            "Vmax",
            "maximum velocity",
            "maximal velocity",
            "maximum rate",
        ),
    ),
]

MichaelisConstant = Annotated[
    float,
    Semantic(
        "MichaelisConstant",
        parent="Parameter",
        unit="mol/L",
        label="Michaelis constant",
        also=(
            "Km",
            "K_m",
            "Michaelis-Menten constant",
        ),
    ),
]

SubstrateConcentration = Annotated[
    float,
    Semantic(
        "SubstrateConcentration",
        parent="Parameter",
        unit="mol/L",
        label="substrate concentration",
        also=(
            "substrate",
            "concentration of substrate",
            "concentration of the substrate",
            "[S]",
        ),
    ),
]

InhibitorConcentration = Annotated[
    float,
    Semantic(
        "InhibitorConcentration",
        parent="Parameter",
        unit="mol/L",
        label="inhibitor concentration",
        also=(
            "inhibitor",
            "concentration of inhibitor",
            "concentration of the inhibitor",
            "[I]",
        ),
    ),
]

InhibitionConstantGiven = Annotated[
    float,
    Semantic(
        "InhibitionConstantGiven",
        parent="Parameter",
        unit="mol/L",
        label="inhibition constant of the inhibitor",
        also=(
            "Ki",
            "inhibition constant",
            "inhibitor constant",
        ),
    ),
]

EnzymeConcentration = Annotated[
    float,
    Semantic(
        "EnzymeConcentration",
        parent="Parameter",
        unit="mol/L",
        label="enzyme concentration",
        also=(
            "enzyme",
            "concentration of enzyme",
            "total enzyme",
            "concentration of the enzyme",
            "active sites",
            "[E]",
            "[E]0",
            "[E]t",
        ),
    ),
]

TurnoverGiven = Annotated[
    float,
    Semantic(
        "TurnoverGiven",
        parent="Parameter",
        unit="1/s",
        label="turnover number of the enzyme",
        also=(
            "kcat",
            "turnover number",
        ),
    ),
]


EnzymeRate = Annotated[
    float,
    Semantic(
        "EnzymeRate",
        parent="MaterialProperty",
        unit="mol/(L*s)",
        label="rate of an enzyme",
        also=(
            "enzyme velocity",
            "velocity of an enzyme",
            "enzyme rate",
            "Michaelis-Menten rate",
            "reaction velocity of an enzyme",
            "velocity by the Michaelis-Menten equation",
            "initial velocity",
            "rate of the enzyme",
            "initial rate of an enzyme",
        ),
    ),
]

InhibitedRate = Annotated[
    float,
    Semantic(
        "InhibitedRate",
        parent="MaterialProperty",
        unit="mol/(L*s)",
        label="rate of an enzyme with a competitive inhibitor",
        also=(
            "rate with a competitive inhibitor",
            "velocity with a competitive inhibitor",
            "inhibited rate",
            "competitively inhibited rate",
            "competitive inhibition rate",
            "rate with competitive inhibition",
            "velocity with competitive inhibition",
        ),
    ),
]

TurnoverNumber = Annotated[
    float,
    Semantic(
        "TurnoverNumber",
        parent="MaterialProperty",
        unit="1/s",
        label="turnover number",
        also=(
            "kcat",
            "catalytic constant",
            "turnover number of an enzyme",
        ),
    ),
]

CatalyticEfficiency = Annotated[
    float,
    Semantic(
        "CatalyticEfficiency",
        parent="MaterialProperty",
        unit="L/(mol*s)",
        label="catalytic efficiency",
        also=(
            "specificity constant",
            "kcat/Km",
            "catalytic efficiency of an enzyme",
        ),
    ),
]


@tool(
    Operation.CALCULATION,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"maximum": 2e-07, "michaelis": 0.0005, "substrate": 0.002},
    also=("Michaelis-Menten equation",),
)
def michaelis_menten_rate(
    maximum: MaximalRate, michaelis: MichaelisConstant, substrate: SubstrateConcentration
) -> EnzymeRate:
    """Compute the rate of an enzyme by the Michaelis-Menten equation.

    Args:
        maximum: In mol/(L s).
        michaelis: In mol/L.
        substrate: In mol/L.
    Returns:
        v = Vmax [S] / (Km + [S]) in mol/(L s).
    Raises:
        ToolInputError: a value is not positive.
    Source: Michaelis & Menten 1913; IUPAC Gold Book, doi:10.1351/goldbook.M03892.
    """
    positive(maximal_rate=maximum, Michaelis_constant=michaelis, substrate_concentration=substrate)
    return maximum * substrate / (michaelis + substrate)


@tool(
    Operation.CALCULATION,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"maximum": 2e-07, "michaelis": 0.0005, "substrate": 0.002, "inhibitor": 0.001, "constant": 0.0002},
)
def inhibited_enzyme_rate(
    maximum: MaximalRate,
    michaelis: MichaelisConstant,
    substrate: SubstrateConcentration,
    inhibitor: InhibitorConcentration,
    constant: InhibitionConstantGiven,
) -> InhibitedRate:
    """Compute the rate of an enzyme beside a competitive inhibitor.

    Args:
        maximum: In mol/(L s).
        michaelis: In mol/L.
        substrate: In mol/L.
        inhibitor: In mol/L; zero for none.
        constant: Of the inhibitor in mol/L.
    Returns:
        v = Vmax [S] / (Km (1 + [I] / Ki) + [S]) in mol/(L s).
    Raises:
        ToolInputError: a value is not positive; the inhibitor may be zero.
    Source: Cornish-Bowden, Fundamentals of Enzyme Kinetics.
    """
    positive(maximal_rate=maximum, Michaelis_constant=michaelis, substrate_concentration=substrate, constant=constant)
    not_negative(inhibitor_concentration=inhibitor)
    return maximum * substrate / (michaelis * (1 + inhibitor / constant) + substrate)


@tool(Operation.CALCULATION, Topic.PROTEINS, Safety.OPEN, example={"maximum": 1e-05, "enzyme": 1e-07})
def turnover_number(maximum: MaximalRate, enzyme: EnzymeConcentration) -> TurnoverNumber:
    """Compute the turnover number of an enzyme from its maximal rate.

    Args:
        maximum: In mol/(L s).
        enzyme: Of active sites in mol/L.
    Returns:
        kcat = Vmax / [E] in 1/s.
    Raises:
        ToolInputError: a value is not positive.
    Source: IUPAC Gold Book, doi:10.1351/goldbook.T06533.
    """
    positive(maximal_rate=maximum, enzyme_concentration=enzyme)
    return usable(maximum / enzyme, "turnover number")


@tool(Operation.CALCULATION, Topic.PROTEINS, Safety.OPEN, example={"turnover": 100.0, "michaelis": 0.0005})
def catalytic_efficiency(turnover: TurnoverGiven, michaelis: MichaelisConstant) -> CatalyticEfficiency:
    """Compute the catalytic efficiency of an enzyme.

    Args:
        turnover: kcat in 1/s.
        michaelis: Km in mol/L.
    Returns:
        kcat / Km in L/(mol s).
    Raises:
        ToolInputError: a value is not positive.
    Source: Cornish-Bowden, Fundamentals of Enzyme Kinetics.
    """
    positive(turnover_number=turnover, Michaelis_constant=michaelis)
    return usable(turnover / michaelis, "efficiency")
