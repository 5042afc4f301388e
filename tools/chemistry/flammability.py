"""Measured flash points, autoignition temperatures and flammability limits of compounds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles
from scitoolagent.tools.chemistry._measured import known, measured, measured_of, subject_of
from scitoolagent.tools.chemistry.phase_points import FactNote

FlashPoint = Annotated[
    float,
    Semantic("FlashPoint", parent="MolecularProperty", unit="Cel", label="flash point", also=("flashpoint",)),
]
AutoignitionTemperature = Annotated[
    float,
    Semantic(
        "AutoignitionTemperature",
        parent="MolecularProperty",
        unit="Cel",
        label="autoignition temperature",
        also=("auto-ignition temperature", "autoignition point", "ignition temperature", "self-ignition temperature"),
    ),
]
LowerFlammabilityLimit = Annotated[
    float,
    Semantic(
        "LowerFlammabilityLimit",
        parent="MolecularProperty",
        unit="%",
        label="lower flammability limit",
        also=("lower explosive limit", "lower explosion limit", "lower flammable limit", "LFL", "LEL"),
    ),
]
UpperFlammabilityLimit = Annotated[
    float,
    Semantic(
        "UpperFlammabilityLimit",
        parent="MolecularProperty",
        unit="%",
        label="upper flammability limit",
        also=("upper explosive limit", "upper explosion limit", "upper flammable limit", "UFL", "UEL"),
    ),
]


@dataclass(frozen=True, slots=True)
class Flash:
    """A flash point and its source."""

    flash_point: FlashPoint
    fact_note: FactNote


@dataclass(frozen=True, slots=True)
class Autoignition:
    """An autoignition temperature and its source."""

    autoignition_temperature: AutoignitionTemperature
    fact_note: FactNote


@dataclass(frozen=True, slots=True)
class LowerLimit:
    """A lower flammability limit and its source."""

    lower_flammability_limit: LowerFlammabilityLimit
    fact_note: FactNote


@dataclass(frozen=True, slots=True)
class UpperLimit:
    """An upper flammability limit and its source."""

    upper_flammability_limit: UpperFlammabilityLimit
    fact_note: FactNote


@tool(Operation.RETRIEVAL, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "CC(=O)C"})
def flash_point(smiles: Smiles) -> Flash:
    """Look up the measured flash point of a compound.

    Args:
        smiles: The compound, exactly; a mixture or a solution has a flash point of its own.
    Returns:
        Flash point in °C (closed cup, as a rule). No value does not mean that the compound does not burn.
    Raises:
        ToolInputError: no table has one, the tables contradict each other, or the compound is a gas there.
    Source: IEC 60079-20-1 (2010) and NFPA 497 (2008), in the `chemicals` package.
    """
    subject = subject_of(smiles)
    flash, boiling = known("flash_point", subject), known("boiling_point", subject)
    if flash is not None and boiling is not None and flash > boiling:
        # The tables give some gases the flash point of their solution in water.
        raise ToolInputError(
            f"{subject.name} boils at {boiling - 273.15:.4g} °C, below the flash point of {flash - 273.15:.4g} °C that "
            "the table gives under its number: that is a solution's, and a gas has none"
        )
    return Flash(*measured_of("flash_point", subject, "Cel"))


@tool(Operation.RETRIEVAL, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "CC(=O)C"})
def autoignition_temperature(smiles: Smiles) -> Autoignition:
    """Look up the measured autoignition temperature of a compound in air.

    Args:
        smiles: The compound, exactly.
    Returns:
        Temperature in °C above which it ignites in air without a spark; it depends on the vessel.
    Raises:
        ToolInputError: no table has one, or the tables contradict each other.
    Source: IEC 60079-20-1 (2010) and NFPA 497 (2008), in the `chemicals` package.
    """
    return Autoignition(*measured("autoignition", smiles, "Cel"))


@tool(Operation.RETRIEVAL, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "CC(=O)C"})
def lower_flammability_limit(smiles: Smiles) -> LowerLimit:
    """Look up the measured lower flammability limit of a compound in air.

    Args:
        smiles: The compound, exactly.
    Returns:
        Smallest share of its vapour in air that burns, in percent by volume.
    Raises:
        ToolInputError: no table has one, or the tables contradict each other. That is no sign of safety.
    Source: IEC 60079-20-1 (2010) and NFPA 497 (2008), in the `chemicals` package.
    """
    return LowerLimit(*measured("lower_flammability", smiles, "%"))


@tool(Operation.RETRIEVAL, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "CC(=O)C"})
def upper_flammability_limit(smiles: Smiles) -> UpperLimit:
    """Look up the measured upper flammability limit of a compound in air.

    Args:
        smiles: The compound, exactly.
    Returns:
        Largest share of its vapour in air that burns, in percent by volume.
    Raises:
        ToolInputError: no table has one, or the tables contradict each other. That is no sign of safety.
    Source: IEC 60079-20-1 (2010) and NFPA 497 (2008), in the `chemicals` package.
    """
    return UpperLimit(*measured("upper_flammability", smiles, "%"))
