"""Measured polarity, heats of phase changes and effects on the atmosphere of a compound."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles, Temperature
from scitoolagent.tools.chemistry._curves import at_temperature_of, is_solid
from scitoolagent.tools.chemistry._measured import known, measured, measured_of, subject_of
from scitoolagent.tools.chemistry.phase_points import FactNote

_ROOM = 25.0
_NEAR_ROOM = 0.5

MeasuredLogP = Annotated[
    float,
    Semantic(
        "MeasuredLogP",
        parent="MolecularProperty",
        unit="1",
        label="measured logP",
        also=(
            "experimental logP",
            "experimental log P",
            "measured octanol-water partition coefficient",
            "experimental octanol-water partition coefficient",
            "experimental partition coefficient",
            "logKow",
        ),
    ),
]
DipoleMoment = Annotated[
    float,
    Semantic(
        "DipoleMoment",
        parent="MolecularProperty",
        unit="D",
        label="dipole moment",
        also=("electric dipole moment", "molecular dipole moment", "measured dipole moment"),
    ),
]
FusionEnthalpy = Annotated[
    float,
    Semantic(
        "FusionEnthalpy",
        parent="MolecularProperty",
        unit="kJ/mol",
        label="enthalpy of fusion",
        also=("heat of fusion", "melting enthalpy", "enthalpy of melting", "latent heat of fusion"),
    ),
]
VaporizationEnthalpy = Annotated[
    float,
    Semantic(
        "VaporizationEnthalpy",
        parent="MolecularProperty",
        unit="kJ/mol",
        label="enthalpy of vaporization",
        also=(
            "enthalpy of vaporisation",
            "heat of vaporization",
            "heat of vaporisation",
            "vaporization enthalpy",
            "vaporisation enthalpy",
            "latent heat of vaporization",
            "latent heat of vaporisation",
            "evaporation enthalpy",
            "enthalpy of evaporation",
        ),
    ),
]
BoilingEnthalpy = Annotated[
    float,
    Semantic(
        "BoilingEnthalpy",
        parent="MolecularProperty",
        unit="kJ/mol",
        label="enthalpy of vaporization at the boiling point",
        also=(
            "enthalpy of vaporisation at the boiling point",
            "heat of vaporization at the boiling point",
            "heat of vaporisation at the boiling point",
            "enthalpy of vaporization at its boiling point",
            "enthalpy of vaporisation at its boiling point",
            "enthalpy of boiling",
        ),
    ),
]
SublimationEnthalpy = Annotated[
    float,
    Semantic(
        "SublimationEnthalpy",
        parent="MolecularProperty",
        unit="kJ/mol",
        label="enthalpy of sublimation",
        also=("heat of sublimation", "sublimation enthalpy"),
    ),
]
GlobalWarmingPotential = Annotated[
    float,
    Semantic(
        "GlobalWarmingPotential",
        parent="MolecularProperty",
        unit="1",
        label="global warming potential",
        also=("GWP", "GWP100", "100-year global warming potential", "100-year GWP"),
    ),
]
OzoneDepletionPotential = Annotated[
    float,
    Semantic(
        "OzoneDepletionPotential",
        parent="MolecularProperty",
        unit="1",
        label="ozone depletion potential",
        also=("ODP", "ozone depleting potential"),
    ),
]
WarmingHorizon = Annotated[
    float,
    Semantic(
        "WarmingHorizon",
        parent="Parameter",
        unit="a",
        label="time horizon of a warming potential",
        also=("time horizon", "horizon"),
    ),
]


@dataclass(frozen=True, slots=True)
class LogPFound:
    """A measured logP and its source."""

    measured_log_p: MeasuredLogP
    fact_note: FactNote


@dataclass(frozen=True, slots=True)
class DipoleFound:
    """A dipole moment and its source."""

    dipole_moment: DipoleMoment
    fact_note: FactNote


@dataclass(frozen=True, slots=True)
class FusionFound:
    """An enthalpy of fusion and its source."""

    fusion_enthalpy: FusionEnthalpy
    fact_note: FactNote


@dataclass(frozen=True, slots=True)
class VaporizationFound:
    """An enthalpy of vaporisation and its source."""

    vaporization_enthalpy: VaporizationEnthalpy
    fact_note: FactNote


@dataclass(frozen=True, slots=True)
class BoilingEnthalpyFound:
    """An enthalpy of vaporisation at the boiling point and its source."""

    boiling_enthalpy: BoilingEnthalpy
    fact_note: FactNote


@dataclass(frozen=True, slots=True)
class SublimationFound:
    """An enthalpy of sublimation and its source."""

    sublimation_enthalpy: SublimationEnthalpy
    fact_note: FactNote


@dataclass(frozen=True, slots=True)
class WarmingFound:
    """A global warming potential and its source."""

    global_warming_potential: GlobalWarmingPotential
    fact_note: FactNote


@dataclass(frozen=True, slots=True)
class OzoneFound:
    """An ozone depletion potential and its source."""

    ozone_depletion_potential: OzoneDepletionPotential
    fact_note: FactNote


@tool(Operation.RETRIEVAL, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "CC(C)(O)C"})
def measured_logp(smiles: Smiles) -> LogPFound:
    """Look up the measured octanol-water partition coefficient of a compound.

    Args:
        smiles: The compound, exactly.
    Returns:
        Decadic logarithm, of the neutral form; measured, where `crippen_descriptors` estimates.
    Raises:
        ToolInputError: no table has one, or the tables contradict each other.
    Source: CRC Handbook and the experimental values of KOWWIN (Syracuse Research 2006), in the `chemicals` package.
    """
    return LogPFound(*measured("logp", smiles, "1"))


@tool(Operation.RETRIEVAL, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "CCCO"})
def dipole_moment(smiles: Smiles) -> DipoleFound:
    """Look up the measured electric dipole moment of a molecule.

    Args:
        smiles: The molecule, exactly.
    Returns:
        Dipole moment in debye, mostly of the free molecule.
    Raises:
        ToolInputError: no table has one, or the tables contradict each other.
    Source: Poling et al. 2001, Müller et al. 2012 (doi:10.1021/je2013395) and NIST CCCBDB, in the `chemicals` package.
    """
    return DipoleFound(*measured("dipole_moment", smiles, "D"))


@tool(Operation.RETRIEVAL, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "CCCO"})
def fusion_enthalpy(smiles: Smiles) -> FusionFound:
    """Look up the measured enthalpy of fusion of a compound.

    Args:
        smiles: The compound, exactly.
    Returns:
        Enthalpy in kJ/mol at the melting point.
    Raises:
        ToolInputError: no table has one, or the tables contradict each other.
    Source: CRC Handbook and NIST WebBook, in the `chemicals` package.
    """
    return FusionFound(*measured("fusion", smiles, "kJ/mol"))


@tool(Operation.RETRIEVAL, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "CCCO", "temperature": 60.0})
def vaporization_enthalpy(smiles: Smiles, temperature: Temperature = 25.0) -> VaporizationFound:
    """Look up the enthalpy of vaporization of a compound at a temperature.

    Args:
        smiles: The compound, exactly.
        temperature: In °C; `boiling_enthalpy` has the value at the boiling point.
    Returns:
        Enthalpy in kJ/mol: a measured value at 25 °C, elsewhere by a curve fitted to measured values.
    Raises:
        ToolInputError: no value or curve covers the temperature, or the compound is solid there.
    Source: CRC Handbook, Gharagheizi et al. 2012, NIST WebBook and Perry's Handbook, in the `chemicals` package.
    """
    subject = subject_of(smiles)
    if abs(temperature - _ROOM) <= _NEAR_ROOM and known("vaporization_298", subject) is not None:
        if is_solid(subject, _ROOM + 273.15):
            raise ToolInputError(f"{subject.name} is solid at 25 °C; ask for its enthalpy of sublimation")
        value, note = measured_of("vaporization_298", subject, "kJ/mol")
        return VaporizationFound(value, f"at 25 °C; {note}")
    return VaporizationFound(*at_temperature_of("vaporization", subject, temperature, "kJ/mol"))


@tool(Operation.RETRIEVAL, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "CCCO"})
def boiling_enthalpy(smiles: Smiles) -> BoilingEnthalpyFound:
    """Look up the measured enthalpy of vaporization of a compound at its boiling point.

    Args:
        smiles: The compound, exactly.
    Returns:
        Enthalpy in kJ/mol at the normal boiling point.
    Raises:
        ToolInputError: the table has none.
    Source: CRC Handbook, Enthalpy of Vaporization, in the `chemicals` package.
    """
    return BoilingEnthalpyFound(*measured("vaporization_at_boiling", smiles, "kJ/mol"))


@tool(Operation.RETRIEVAL, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "c1ccc2ccccc2c1"})
def sublimation_enthalpy(smiles: Smiles) -> SublimationFound:
    """Look up the measured enthalpy of sublimation of a compound.

    Args:
        smiles: The compound, exactly.
    Returns:
        Enthalpy in kJ/mol, near 25 °C as a rule.
    Raises:
        ToolInputError: no table has one, or the tables contradict each other.
    Source: Gharagheizi et al. 2012 and NIST WebBook, in the `chemicals` package.
    """
    return SublimationFound(*measured("sublimation", smiles, "kJ/mol"))


@tool(Operation.RETRIEVAL, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "FC(F)(F)CF", "horizon": 20.0})
def global_warming_potential(smiles: Smiles, horizon: WarmingHorizon = 100.0) -> WarmingFound:
    """Look up the global warming potential of a gas relative to carbon dioxide.

    Args:
        smiles: The gas, exactly.
        horizon: 20, 100 or 500 years.
    Returns:
        Warming of a mass of the gas over the horizon, as a multiple of that of the same mass of CO2.
    Raises:
        ToolInputError: another horizon, or the report does not list the gas.
    Source: IPCC 2021, sixth assessment report, table 7.SM.7, in the `chemicals` package.
    """
    if horizon not in (20, 100, 500):
        raise ToolInputError(f"the report has horizons of 20, 100 and 500 years, not {horizon:g}")
    return WarmingFound(*measured(f"gwp_{horizon:.0f}", smiles, "1"))


@tool(Operation.RETRIEVAL, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "FC(Cl)(Cl)Cl"})
def ozone_depletion_potential(smiles: Smiles) -> OzoneFound:
    """Look up the ozone depletion potential of a compound relative to CFC-11.

    Args:
        smiles: The compound, exactly.
    Returns:
        Depletion of ozone by a mass of the compound, as a multiple of that by the same mass of CFC-11.
    Raises:
        ToolInputError: the assessment does not list the compound, which does not mean zero.
    Source: WMO, Scientific Assessment of Ozone Depletion, in the `chemicals` package.
    """
    return OzoneFound(*measured("odp", smiles, "1"))
