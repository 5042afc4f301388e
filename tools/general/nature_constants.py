"""Constants of nature as CODATA recommends them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool

ConstantName = Annotated[
    str,
    Semantic(
        "ConstantName",
        parent="Parameter",
        label="constant of nature",
        also=(
            "physical constant",
            "fundamental constant",
        ),
        finder="scitoolagent.tools.general._constant_words:find_constants",
    ),
]

ConstantValue = Annotated[
    float, Semantic("ConstantValue", parent="Parameter", unit="1", label="value of a constant of nature")
]

ConstantUnit = Annotated[
    str, Semantic("ConstantUnit", parent="Parameter", label="unit of a constant of nature", role="unit")
]

ConstantNote = Annotated[
    str, Semantic("ConstantNote", parent="Report", label="uncertainty of a constant of nature", role="note")
]


@dataclass(frozen=True, slots=True)
class Constant:
    """A constant with its unit and its uncertainty."""

    constant_value: ConstantValue
    constant_unit: ConstantUnit
    constant_note: ConstantNote


@tool(Operation.RETRIEVAL, Topic.GENERAL, Safety.OPEN, example={"name": "Planck constant"})
def nature_constant(name: ConstantName) -> Constant:
    """Look up a constant of nature.

    Args:
        name: As CODATA calls it: speed of light in vacuum, Planck, Boltzmann or Avogadro constant, electron mass.
    Returns:
        Value, unit, and standard uncertainty or that it is exact.
    Raises:
        ToolInputError: CODATA has no constant of that name.
    Source: CODATA recommended values, in `scipy.constants`.
    """
    from scipy import constants

    if name not in constants.physical_constants:
        raise ToolInputError(f"{name[:60]!r} is no constant of the table; such as Planck constant or electron mass")
    value, unit, uncertainty = constants.physical_constants[name]
    exact = "exact" if uncertainty == 0 else f"standard uncertainty {uncertainty:g}"
    return Constant(float(value), unit or "1", exact)
