"""Capacitors: the energy and the charge that one holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general._checks import positive, usable

Capacitance = Annotated[
    float,
    Semantic("Capacitance", parent="Parameter", unit="uF", label="capacitance", also=("capacitor", "capacitor of")),
]
CapacitorVoltage = Annotated[
    float,
    Semantic(
        "CapacitorVoltage",
        parent="Parameter",
        unit="V",
        label="voltage of a capacitor",
        also=("voltage across the capacitor", "charged to", "charging voltage"),
    ),
]
CapacitorEnergy = Annotated[
    float,
    Semantic(
        "CapacitorEnergy",
        parent="MaterialProperty",
        unit="J",
        label="energy stored in a capacitor",
        also=(
            "energy of a capacitor",
            "capacitor energy",
            "energy in a capacitor",
            "energy stored",
            "stored energy",
            "energy does a capacitor",
            "how much energy does a capacitor hold",
        ),
    ),
]
CapacitorCharge = Annotated[
    float,
    Semantic(
        "CapacitorCharge",
        parent="MaterialProperty",
        unit="coulomb",
        label="charge on a capacitor",
        also=("charge of a capacitor", "charge stored in a capacitor", "charge stored"),
    ),
]


@dataclass(frozen=True, slots=True)
class Charged:
    """What a capacitor holds."""

    energy: CapacitorEnergy
    charge: CapacitorCharge


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"capacitance": 100.0, "voltage": 12.0})
def capacitor_content(capacitance: Capacitance, voltage: CapacitorVoltage) -> Charged:
    """Compute the energy and the charge of a capacitor from its capacitance and voltage.

    Args:
        capacitance: In µF.
        voltage: Between its plates, in V.
    Returns:
        Energy C U^2 / 2 in J and charge C U in C.
    Raises:
        ToolInputError: a value is not positive.
    Source: OpenStax, University Physics 2, section 8.3.
    """
    positive(capacitance=capacitance, voltage=voltage)
    farads = capacitance * 1e-6
    return Charged(usable(farads * voltage**2 / 2, "energy"), usable(farads * voltage, "charge"))
