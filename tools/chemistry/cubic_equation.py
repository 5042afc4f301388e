"""The equation of state of Peng and Robinson, with constants from measured critical points."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles, Temperature
from scitoolagent.tools.chemistry._measured import measured_of, subject_of
from scitoolagent.tools.chemistry.composition import molecular_weight
from scitoolagent.tools.chemistry.phase_points import FactNote
from scitoolagent.tools.general._constants import GAS_CONSTANT, ZERO_CELSIUS

FluidPressure = Annotated[
    float,
    Semantic(
        "FluidPressure",
        parent="Parameter",
        unit="bar",
        label="pressure of the fluid",
        also=("pressure", "total pressure"),
    ),
]
CompressibilityFactor = Annotated[
    float,
    Semantic(
        "CompressibilityFactor",
        parent="MaterialProperty",
        unit="1",
        label="compressibility factor",
        also=("compressibility factor by Peng-Robinson", "Peng-Robinson", "Peng-Robinson equation", "Z factor"),
    ),
]
PengRobinsonVolume = Annotated[
    float,
    Semantic(
        "PengRobinsonVolume",
        parent="MaterialProperty",
        unit="L/mol",
        label="molar volume by Peng-Robinson",
        also=("Peng-Robinson molar volume", "molar volume of a real gas", "real gas molar volume"),
    ),
]
FugacityCoefficient = Annotated[
    float,
    Semantic(
        "FugacityCoefficient",
        parent="MaterialProperty",
        unit="1",
        label="fugacity coefficient",
        also=("fugacity coefficient by Peng-Robinson",),
    ),
]
PengRobinsonDensity = Annotated[
    float,
    Semantic(
        "PengRobinsonDensity",
        parent="MaterialProperty",
        unit="g/cm3",
        label="density by Peng-Robinson",
        also=("Peng-Robinson density", "density by the Peng-Robinson equation"),
    ),
]
FluidPhase = Annotated[
    str, Semantic("FluidPhase", parent="MaterialProperty", label="phase of the fluid by Peng-Robinson")
]


@dataclass(frozen=True, slots=True)
class RealFluid:
    """A pure fluid at a temperature and a pressure."""

    factor: CompressibilityFactor
    volume: PengRobinsonVolume
    density: PengRobinsonDensity
    fugacity: FugacityCoefficient
    phase: FluidPhase
    fact_note: FactNote


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "CCC", "temperature": 126.85, "pressure": 20.0},
    also=("Peng-Robinson equation of state",),
)
def peng_robinson_fluid(smiles: Smiles, temperature: Temperature, pressure: FluidPressure) -> RealFluid:
    """Compute a pure fluid at a temperature and pressure by the Peng-Robinson equation of state.

    Args:
        smiles: The compound, exactly.
        temperature: In °C.
        pressure: In bar.
    Returns:
        Compressibility factor, molar volume in L/mol, density in g/cm³, fugacity coefficient, and whether the stable
        root is a gas, a liquid or a supercritical fluid. Liquid volumes are often 5 to 10 % off; polar fluids are
        worse.
    Raises:
        ToolInputError: no table has its critical point and acentric factor, or a value is out of range.
    Source: Peng & Robinson 1976, doi:10.1021/i160057a011; critical points as of `critical_temperature`.
    """
    kelvin = temperature + ZERO_CELSIUS
    if not 10 <= kelvin <= 3000 or not 1e-6 <= pressure <= 5000:
        raise ToolInputError(f"{temperature:g} °C and {pressure:g} bar are out of range; 10 to 3000 K, up to 5000 bar")
    subject = subject_of(smiles)
    critical, note = measured_of("critical_temperature", subject, "K")
    critical_pressure, _ = measured_of("critical_pressure", subject, "Pa")
    omega, _ = measured_of("acentric_factor", subject, "1")
    pascal = 1e5 * pressure
    kappa = 0.37464 + 1.54226 * omega - 0.26992 * omega**2
    alpha = (1 + kappa * (1 - math.sqrt(kelvin / critical))) ** 2
    a = 0.45723553 * (GAS_CONSTANT * critical) ** 2 / critical_pressure * alpha * pascal / (GAS_CONSTANT * kelvin) ** 2
    b = 0.07779607 * GAS_CONSTANT * critical / critical_pressure * pascal / (GAS_CONSTANT * kelvin)
    roots = _roots(a, b)
    if not roots:
        raise ToolInputError("the equation has no root here; the fluid is too dense or too cold for it")
    # Of a liquid and a gas root the one with the lower fugacity is stable.
    factor = min(roots, key=lambda root: _logarithm(root, a, b))
    phase = "supercritical fluid" if kelvin >= critical and pascal >= critical_pressure else "gas"
    if kelvin < critical and (factor == min(roots) if len(roots) > 1 else factor < _CRITICAL_FACTOR):
        phase = "liquid"
    told = f"Tc = {critical:.5g} K, pc = {critical_pressure / 1e5:.5g} bar, ω = {omega:.4g}; critical point: {note}"
    volume = 1000 * factor * GAS_CONSTANT * kelvin / pascal
    density = molecular_weight(smiles) / volume / 1000
    return RealFluid(factor, volume, density, math.exp(_logarithm(factor, a, b)), phase, told)


# What the equation gives every fluid at its critical point.
_CRITICAL_FACTOR = 0.3074


def _roots(a: float, b: float) -> list[float]:
    """The real roots above the volume of the molecules, the middle one of three left out."""
    import numpy as np

    found = np.roots([1.0, b - 1.0, a - 3.0 * b * b - 2.0 * b, b**3 + b * b - a * b])
    real = sorted(float(root.real) for root in found if abs(root.imag) < 1e-9 * max(1.0, abs(root)) and root.real > b)
    return [real[0], real[-1]] if len(real) > 1 else real


def _logarithm(factor: float, a: float, b: float) -> float:
    """The logarithm of the fugacity coefficient."""
    root = math.sqrt(2.0)
    quotient = (factor + (1 + root) * b) / (factor + (1 - root) * b)
    return factor - 1 - math.log(factor - b) - a / (2 * root * b) * math.log(quotient)
