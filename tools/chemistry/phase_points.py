"""Measured temperatures at which a compound melts and boils, its triple point and its critical point."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles
from scitoolagent.tools.chemistry._measured import known, measured, measured_of, missing, subject_of

# Below this the triple point and the boiling point of one compound are the same within what was measured.
_SUBLIMES_BY = 0.5

FactNote = Annotated[
    str, Semantic("FactNote", parent="Report", label="note on where a measured value is from", role="note")
]
BoilingPoint = Annotated[
    float,
    Semantic(
        "BoilingPoint",
        parent="MolecularProperty",
        unit="Cel",
        label="boiling point",
        also=("normal boiling point", "boiling temperature", "temperature of boiling", "b.p.", "bp of the compound"),
    ),
]
MeltingPoint = Annotated[
    float,
    Semantic(
        "MeltingPoint",
        parent="MolecularProperty",
        unit="Cel",
        label="melting point",
        also=("melting temperature of a compound", "freezing point", "fusion temperature", "m.p."),
    ),
]
TripleTemperature = Annotated[
    float,
    Semantic(
        "TripleTemperature",
        parent="MolecularProperty",
        unit="Cel",
        label="triple point",
        also=("triple point temperature", "temperature of the triple point"),
    ),
]
TriplePressure = Annotated[
    float,
    Semantic(
        "TriplePressure",
        parent="MolecularProperty",
        unit="kPa",
        label="triple point pressure",
        also=("pressure of the triple point", "pressure at the triple point"),
    ),
]
CriticalTemperature = Annotated[
    float,
    Semantic(
        "CriticalTemperature",
        parent="MolecularProperty",
        unit="Cel",
        label="critical temperature",
        also=("critical point", "critical point temperature"),
    ),
]
CriticalPressure = Annotated[
    float,
    Semantic(
        "CriticalPressure",
        parent="MolecularProperty",
        unit="MPa",
        label="critical pressure",
        also=("critical point pressure",),
    ),
]
CriticalVolume = Annotated[
    float,
    Semantic(
        "CriticalVolume",
        parent="MolecularProperty",
        unit="cm3/mol",
        label="critical molar volume",
        also=("critical volume",),
    ),
]


@dataclass(frozen=True, slots=True)
class Boiling:
    """A boiling point and its source."""

    boiling_point: BoilingPoint
    fact_note: FactNote


@dataclass(frozen=True, slots=True)
class Melting:
    """A melting point and its source."""

    melting_point: MeltingPoint
    fact_note: FactNote


@dataclass(frozen=True, slots=True)
class TripleTemperatureFound:
    """The temperature of a triple point and its source."""

    triple_temperature: TripleTemperature
    fact_note: FactNote


@dataclass(frozen=True, slots=True)
class TriplePressureFound:
    """The pressure of a triple point and its source."""

    triple_pressure: TriplePressure
    fact_note: FactNote


@dataclass(frozen=True, slots=True)
class CriticalTemperatureFound:
    """A critical temperature and its source."""

    critical_temperature: CriticalTemperature
    fact_note: FactNote


@dataclass(frozen=True, slots=True)
class CriticalPressureFound:
    """A critical pressure and its source."""

    critical_pressure: CriticalPressure
    fact_note: FactNote


@dataclass(frozen=True, slots=True)
class CriticalVolumeFound:
    """A critical molar volume and its source."""

    critical_volume: CriticalVolume
    fact_note: FactNote


@tool(Operation.RETRIEVAL, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "CC(C)(O)C"})
def boiling_point(smiles: Smiles) -> Boiling:
    """Look up the measured normal boiling point of a compound.

    Args:
        smiles: The compound, exactly: stereochemistry, charges, water and counter-ions count.
    Returns:
        Boiling point in °C at 101.325 kPa, and which tables have it.
    Raises:
        ToolInputError: no table has one, the tables contradict each other, or the compound sublimes at this pressure.
    Source: NIST REFPROP, CRC Handbook, NIST WebBook and CAS Common Chemistry, in the `chemicals` package.
    """
    subject = subject_of(smiles)
    triple, boiling = known("triple_temperature", subject), known("boiling_point", subject)
    if triple is not None and (boiling is None or boiling < triple - _SUBLIMES_BY):
        pressure = known("triple_pressure", subject)
        if boiling is not None or (pressure is not None and pressure > 101325):
            raise ToolInputError(
                f"{subject.name} does not boil at atmospheric pressure: it sublimes, since its triple point lies at a "
                "higher pressure; ask for its triple point, or for its vapour pressure at a temperature"
            )
    return Boiling(*measured_of("boiling_point", subject, "Cel"))


@tool(Operation.RETRIEVAL, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "CC(C)(O)C"})
def melting_point(smiles: Smiles) -> Melting:
    """Look up the measured melting point of a compound.

    Args:
        smiles: The compound, exactly: stereochemistry, charges, water and counter-ions count.
    Returns:
        Melting point in °C, and which tables have it. The tables do not say which crystal form melts, nor whether the
        compound decomposes there.
    Raises:
        ToolInputError: no table has one, or the tables contradict each other.
    Source: CRC Handbook, NIST WebBook, CAS Common Chemistry and Open Notebook Science, in the `chemicals` package.
    """
    return Melting(*measured("melting_point", smiles, "Cel"))


@tool(Operation.RETRIEVAL, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "N"})
def triple_point_temperature(smiles: Smiles) -> TripleTemperatureFound:
    """Look up the measured temperature of the triple point of a compound.

    Args:
        smiles: The compound, exactly.
    Returns:
        Temperature in °C at which solid, liquid and vapour are in equilibrium.
    Raises:
        ToolInputError: no table has one, or the tables contradict each other.
    Source: NIST REFPROP, Staveley et al. 1981 (doi:10.1016/0011-2275(81)90264-2) and NIST WebBook, in `chemicals`.
    """
    return TripleTemperatureFound(*measured("triple_temperature", smiles, "Cel"))


@tool(Operation.RETRIEVAL, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "N"})
def triple_point_pressure(smiles: Smiles) -> TriplePressureFound:
    """Look up the measured pressure of the triple point of a compound.

    Args:
        smiles: The compound, exactly.
    Returns:
        Pressure in kPa at which solid, liquid and vapour are in equilibrium.
    Raises:
        ToolInputError: no table has one, or the tables contradict each other.
    Source: NIST REFPROP, Staveley et al. 1981 (doi:10.1016/0011-2275(81)90264-2) and NIST WebBook, in `chemicals`.
    """
    subject = subject_of(smiles)
    if known("triple_pressure", subject) is None and known("triple_temperature", subject) is not None:
        raise ToolInputError(f"{missing('triple_pressure', subject)}; the temperature of its triple point is")
    return TriplePressureFound(*measured_of("triple_pressure", subject, "kPa"))


@tool(Operation.RETRIEVAL, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "CC(C)O"})
def critical_temperature(smiles: Smiles) -> CriticalTemperatureFound:
    """Look up the measured critical temperature of a compound.

    Args:
        smiles: The compound, exactly.
    Returns:
        Temperature in °C above which there is no liquid.
    Raises:
        ToolInputError: no table has one, or the tables contradict each other.
    Source: NIST REFPROP, IUPAC's critical properties, Mathews 1972, CRC Handbook, NIST WebBook, in `chemicals`.
    """
    return CriticalTemperatureFound(*measured("critical_temperature", smiles, "Cel"))


@tool(Operation.RETRIEVAL, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "CC(C)O"})
def critical_pressure(smiles: Smiles) -> CriticalPressureFound:
    """Look up the measured critical pressure of a compound.

    Args:
        smiles: The compound, exactly.
    Returns:
        Pressure in MPa at the critical point.
    Raises:
        ToolInputError: no table has one, or the tables contradict each other.
    Source: NIST REFPROP, IUPAC's critical properties, Mathews 1972, CRC Handbook, NIST WebBook, in `chemicals`.
    """
    return CriticalPressureFound(*measured("critical_pressure", smiles, "MPa"))


@tool(Operation.RETRIEVAL, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "CC(C)O"})
def critical_volume(smiles: Smiles) -> CriticalVolumeFound:
    """Look up the measured critical molar volume of a compound.

    Args:
        smiles: The compound, exactly.
    Returns:
        Volume in cm³/mol at the critical point.
    Raises:
        ToolInputError: no table has one, or the tables contradict each other.
    Source: NIST REFPROP, IUPAC's critical properties, Mathews 1972, CRC Handbook, NIST WebBook, in `chemicals`.
    """
    return CriticalVolumeFound(*measured("critical_volume", smiles, "cm3/mol"))
