"""Currents of voltammetry."""

from __future__ import annotations

import math
from typing import Annotated

from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Temperature
from scitoolagent.tools.general._checks import counted, kelvin, positive, usable
from scitoolagent.tools.general._constants import GAS_CONSTANT
from scitoolagent.tools.general.electrochemistry import ElectronCount
from scitoolagent.tools.general.electrolysis import FARADAY

RedoxDiffusion = Annotated[
    float,
    Semantic(
        "RedoxDiffusion",
        parent="Parameter",
        unit="cm2/s",
        label="diffusion coefficient of the redox species",
        also=("diffusion coefficient", "D"),
    ),
]
RedoxConcentration = Annotated[
    float,
    Semantic(
        "RedoxConcentration",
        parent="Parameter",
        unit="mmol/L",
        label="bulk concentration of the redox species",
        also=("bulk concentration",),
    ),
]
ElectrodeArea = Annotated[
    float,
    Semantic(
        "ElectrodeArea",
        parent="Parameter",
        unit="cm2",
        label="area of the electrode",
        also=("electrode area", "electrode surface area"),
    ),
]
ScanRate = Annotated[
    float,
    Semantic("ScanRate", parent="Parameter", unit="V/s", label="scan rate", also=("sweep rate", "potential scan rate")),
]
PeakCurrent = Annotated[
    float,
    Semantic(
        "PeakCurrent",
        parent="MaterialProperty",
        unit="uA",
        label="peak current by the Randles-Sevcik equation",
        also=("Randles-Sevcik peak current", "Randles-Sevcik equation", "peak current", "voltammetric peak current"),
    ),
]
_PEAK = 0.4463


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"electrons": 1, "area": 0.07, "diffusion": 7.6e-6, "concentration": 1.0, "rate": 0.1},
)
def randles_sevcik_peak_current(
    electrons: ElectronCount,
    area: ElectrodeArea,
    diffusion: RedoxDiffusion,
    concentration: RedoxConcentration,
    rate: ScanRate,
    temperature: Temperature = 25.0,
) -> PeakCurrent:
    """Compute the peak current of a reversible couple by the Randles-Sevcik equation.

    Args:
        electrons: Of the couple.
        area: Of the electrode in cm².
        diffusion: Coefficient of the species that reacts, in cm²/s.
        concentration: In the bulk, in mmol/L.
        rate: Scan rate in V/s.
        temperature: In °C.
    Returns:
        0.4463 n F A c √(n F v D / (R T)) in µA.
    Raises:
        ToolInputError: a value is not positive.
    Source: Bard & Faulkner, Electrochemical Methods; Randles 1948, doi:10.1039/TF9484400327.
    """
    counted(electrons=electrons)
    positive(area=area, diffusion_coefficient=diffusion, concentration=concentration, scan_rate=rate)
    # mmol/L is µmol/cm³, so that the current comes in µA.
    root = math.sqrt(electrons * FARADAY * rate * diffusion / (GAS_CONSTANT * kelvin(temperature)))
    return usable(_PEAK * electrons * FARADAY * area * concentration * root, "peak current")
