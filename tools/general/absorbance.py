"""The law of Beer and Lambert."""

from __future__ import annotations

import math
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool

MolarAbsorptivity = Annotated[
    float,
    Semantic(
        "MolarAbsorptivity",
        parent="Parameter",
        unit="L/(mol.cm)",
        label="molar absorption coefficient",
        also=("molar absorptivity", "molar extinction coefficient", "extinction coefficient", "ε", "eps", "epsilon"),
    ),
]
PathLength = Annotated[
    float, Semantic("PathLength", parent="Parameter", unit="cm", label="path length", also=("optical path", "cuvette"))
]
AbsorberConcentration = Annotated[
    float, Semantic("AbsorberConcentration", parent="Parameter", unit="mol/L", label="concentration of the absorber")
]
GivenAbsorbance = Annotated[
    float,
    Semantic(
        "GivenAbsorbance",
        parent="Parameter",
        unit="1",
        label="absorbance that is measured",
        also=("OD", "A280"),
        announced=("A =", "A="),
    ),
]
Absorbance = Annotated[
    float,
    Semantic(
        "Absorbance",
        parent="MaterialProperty",
        unit="1",
        label="absorbance",
        also=("absorbance of a solution",),
    ),
]
AbsorbingConcentration = Annotated[
    float,
    Semantic(
        "AbsorbingConcentration",
        parent="MaterialProperty",
        unit="mol/L",
        label="concentration from an absorbance",
        also=("concentration by Beer-Lambert", "concentration by the Beer-Lambert law"),
    ),
]


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"absorptivity": 6220.0, "concentration": 5e-5, "path": 0.5},
    also=("Beer-Lambert law", "Beer's law"),
)
def solution_absorbance(
    absorptivity: MolarAbsorptivity, concentration: AbsorberConcentration, path: PathLength = 1.0
) -> Absorbance:
    """Compute the absorbance of a solution by the law of Beer and Lambert.

    Args:
        absorptivity: Molar decadic coefficient at the wavelength, in L/(mol·cm).
        concentration: In mol/L.
        path: In cm.
    Returns:
        A = ε c l, a pure number; above about 2 few instruments are linear.
    Raises:
        ToolInputError: a value is not positive.
    Source: Beer 1852; IUPAC Gold Book, doi:10.1351/goldbook.B00626.
    """
    _positive(absorptivity=absorptivity, concentration=concentration, path=path)
    return absorptivity * concentration * path


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"absorbance": 0.42, "absorptivity": 6220.0, "path": 0.5},
    also=("Beer-Lambert law", "Beer's law"),
)
def absorbing_concentration(
    absorbance: GivenAbsorbance, absorptivity: MolarAbsorptivity, path: PathLength = 1.0
) -> AbsorbingConcentration:
    """Compute the concentration of an absorbing solution by the law of Beer and Lambert.

    Args:
        absorbance: Decadic, with the blank taken off.
        absorptivity: Molar decadic coefficient at the wavelength, in L/(mol·cm).
        path: In cm.
    Returns:
        c = A / (ε l) in mol/L.
    Raises:
        ToolInputError: a value is not positive.
    Source: Beer 1852; IUPAC Gold Book, doi:10.1351/goldbook.B00626.
    """
    _positive(absorbance=absorbance, absorptivity=absorptivity, path=path)
    return absorbance / (absorptivity * path)


def _positive(**values: float) -> None:
    for name, value in values.items():
        if not 0 < value < math.inf:
            raise ToolInputError(f"{name} is {value}; it must be a positive number")
