"""Boiling of ideal mixtures of two liquids by Raoult's law, with measured vapour pressures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles, Temperature
from scitoolagent.tools.chemistry import _compounds
from scitoolagent.tools.chemistry._curves import at_temperature_of, is_solid
from scitoolagent.tools.chemistry._inchi import inchikey_of
from scitoolagent.tools.chemistry._measured import Subject, known, subject_of
from scitoolagent.tools.chemistry._molecule import parse_smiles
from scitoolagent.tools.chemistry.cubic_equation import FluidPressure
from scitoolagent.tools.chemistry.phase_points import FactNote
from scitoolagent.tools.general._constants import ZERO_CELSIUS

EQUIMOLAR = "equimolar"
MoleFractionGiven = Annotated[
    str,
    Semantic(
        "MoleFractionGiven",
        parent="Parameter",
        label="mole fraction of one compound",
        finder="scitoolagent.tools.chemistry._mixture_words:find_mole_fractions",
    ),
]
RelativeVolatility = Annotated[
    float,
    Semantic(
        "RelativeVolatility",
        parent="MaterialProperty",
        unit="1",
        label="relative volatility",
        also=("ideal relative volatility", "volatility ratio"),
    ),
]
BubblePressure = Annotated[
    float,
    Semantic(
        "BubblePressure",
        parent="MaterialProperty",
        unit="kPa",
        label="bubble point pressure",
        also=("bubble pressure", "bubble-point pressure", "total vapour pressure of the mixture"),
    ),
]
BubbleTemperature = Annotated[
    float,
    Semantic(
        "BubbleTemperature",
        parent="MaterialProperty",
        unit="Cel",
        label="bubble point temperature",
        also=("bubble point", "bubble temperature", "bubble-point temperature"),
    ),
]
DewPressure = Annotated[
    float,
    Semantic(
        "DewPressure",
        parent="MaterialProperty",
        unit="kPa",
        label="dew point pressure of a mixture",
        also=("dew point pressure", "dew pressure", "dew-point pressure"),
    ),
]
DewTemperature = Annotated[
    float,
    Semantic(
        "DewTemperature",
        parent="MaterialProperty",
        unit="Cel",
        label="dew point temperature of a mixture",
        also=("dew point of a mixture", "dew point of the mixture", "dew temperature of a mixture"),
    ),
]
VapourFraction = Annotated[
    float,
    Semantic(
        "VapourFraction",
        parent="MaterialProperty",
        unit="1",
        label="mole fraction in the vapour",
        also=("vapour mole fraction", "vapor mole fraction", "vapour composition", "vapor composition"),
    ),
]
# Steps of halving; the curves of vapour pressures are smooth and rise.
_STEPS = 80
_BOIL = {"smiles_a": "c1ccccc1", "smiles_b": "Cc1ccccc1", "fraction": "benzene = 0.4"}


@dataclass(frozen=True, slots=True)
class Volatility:
    """A relative volatility and the vapour pressures behind it."""

    relative_volatility: RelativeVolatility
    fact_note: FactNote


@dataclass(frozen=True, slots=True)
class BubbleAtTemperature:
    """Where a liquid begins to boil as the pressure falls."""

    bubble_pressure: BubblePressure
    vapour_fraction: VapourFraction
    fact_note: FactNote


@dataclass(frozen=True, slots=True)
class BubbleAtPressure:
    """Where a liquid begins to boil as it is warmed."""

    bubble_temperature: BubbleTemperature
    vapour_fraction: VapourFraction
    fact_note: FactNote


@dataclass(frozen=True, slots=True)
class DewAtTemperature:
    """Where a vapour begins to condense as the pressure rises."""

    dew_pressure: DewPressure
    fact_note: FactNote


@dataclass(frozen=True, slots=True)
class DewAtPressure:
    """Where a vapour begins to condense as it is cooled."""

    dew_temperature: DewTemperature
    fact_note: FactNote


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two compounds, and the mole fraction of the first that is given."""

    first: Subject
    second: Subject
    share: float

    def pressures(self, celsius: float) -> tuple[float, float]:
        return _pressure(self.first, celsius), _pressure(self.second, celsius)

    def bubble(self, celsius: float) -> float:
        first, second = self.pressures(celsius)
        return self.share * first + (1 - self.share) * second

    def dew(self, celsius: float) -> float:
        first, second = self.pressures(celsius)
        return 1 / (self.share / first + (1 - self.share) / second)

    def told(self, celsius: float) -> str:
        first, second = self.pressures(celsius)
        return (
            f"ideal mixture (Raoult): {self.first.name} {self.share:g} with {first:.5g} kPa, {self.second.name} "
            f"{1 - self.share:g} with {second:.5g} kPa at {celsius:.5g} °C; "
            "real mixtures deviate, azeotropes are not seen"
        )


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles_a": "c1ccccc1", "smiles_b": "Cc1ccccc1", "temperature": 90.0},
)
def relative_volatility(smiles_a: Smiles, smiles_b: Smiles, temperature: Temperature) -> Volatility:
    """Compute the relative volatility of two liquids in an ideal mixture at a temperature.

    Args:
        smiles_a: One compound.
        smiles_b: The other, to be parted from it by distillation; the more volatile is divided by the less volatile.
        temperature: In °C.
    Returns:
        Ratio of the vapour pressures, 1 or more; the note names the more volatile compound.
    Raises:
        ToolInputError: no curve of a vapour pressure covers the temperature, or both are one compound.
    Source: Raoult's law; vapour pressures as of `vapour_pressure`.
    """
    pair = _pair(smiles_a, smiles_b, EQUIMOLAR, "liquid")
    first, second = pair.pressures(temperature)
    light = pair.first if first >= second else pair.second
    return Volatility(
        max(first / second, second / first), f"{light.name} is the more volatile; {pair.told(temperature)}"
    )


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={**_BOIL, "temperature": 90.0})
def bubble_pressure(
    smiles_a: Smiles, smiles_b: Smiles, fraction: MoleFractionGiven, temperature: Temperature
) -> BubbleAtTemperature:
    """Compute the bubble point pressure of an ideal mixture of two liquids.

    Args:
        smiles_a: One compound.
        smiles_b: The other.
        fraction: Mole fraction in the liquid of the compound that it names, `benzene = 0.4`, or `equimolar`.
        temperature: In °C.
    Returns:
        Pressure in kPa, and the mole fraction of the named compound (of the first, where equimolar) in the vapour.
    Raises:
        ToolInputError: no curve of a vapour pressure covers the temperature, or the fraction is of neither compound.
    Source: Raoult's law; vapour pressures as of `vapour_pressure`.
    """
    pair = _pair(smiles_a, smiles_b, fraction, "liquid")
    pressure = pair.bubble(temperature)
    return BubbleAtTemperature(pressure, _vapour(pair, temperature), _with_vapour(pair, temperature))


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={**_BOIL, "pressure": 1.01325})
def bubble_temperature(
    smiles_a: Smiles, smiles_b: Smiles, fraction: MoleFractionGiven, pressure: FluidPressure
) -> BubbleAtPressure:
    """Compute the bubble point temperature of an ideal mixture of two liquids.

    Args:
        smiles_a: One compound.
        smiles_b: The other.
        fraction: Mole fraction in the liquid of the compound that it names, `benzene = 0.4`, or `equimolar`.
        pressure: In bar.
    Returns:
        Temperature in °C, and the mole fraction of the named compound (of the first, where equimolar) in the vapour.
    Raises:
        ToolInputError: the curves of the vapour pressures do not reach the pressure, or the fraction is of neither.
    Source: Raoult's law; vapour pressures as of `vapour_pressure`.
    """
    pair = _pair(smiles_a, smiles_b, fraction, "liquid")
    celsius = _solve(pair.bubble, pair, 100 * pressure)
    return BubbleAtPressure(celsius, _vapour(pair, celsius), _with_vapour(pair, celsius))


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={**_BOIL, "temperature": 90.0})
def dew_pressure(
    smiles_a: Smiles, smiles_b: Smiles, fraction: MoleFractionGiven, temperature: Temperature
) -> DewAtTemperature:
    """Compute the dew point pressure of the vapour of an ideal mixture of two liquids.

    Args:
        smiles_a: One compound.
        smiles_b: The other.
        fraction: Mole fraction in the vapour of the compound that it names, `benzene = 0.4`, or `equimolar`.
        temperature: In °C.
    Returns:
        Pressure in kPa at which the vapour begins to condense.
    Raises:
        ToolInputError: no curve of a vapour pressure covers the temperature, or the fraction is of neither compound.
    Source: Raoult's law; vapour pressures as of `vapour_pressure`.
    """
    pair = _pair(smiles_a, smiles_b, fraction, "vapour")
    return DewAtTemperature(pair.dew(temperature), f"fractions of the vapour; {pair.told(temperature)}")


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={**_BOIL, "pressure": 1.01325})
def dew_temperature(
    smiles_a: Smiles, smiles_b: Smiles, fraction: MoleFractionGiven, pressure: FluidPressure
) -> DewAtPressure:
    """Compute the dew point temperature of the vapour of an ideal mixture of two liquids.

    Args:
        smiles_a: One compound.
        smiles_b: The other.
        fraction: Mole fraction in the vapour of the compound that it names, `benzene = 0.4`, or `equimolar`.
        pressure: In bar.
    Returns:
        Temperature in °C at which the vapour begins to condense.
    Raises:
        ToolInputError: the curves of the vapour pressures do not reach the pressure, or the fraction is of neither.
    Source: Raoult's law; vapour pressures as of `vapour_pressure`.
    """
    pair = _pair(smiles_a, smiles_b, fraction, "vapour")
    celsius = _solve(pair.dew, pair, 100 * pressure)
    return DewAtPressure(celsius, f"fractions of the vapour; {pair.told(celsius)}")


def _pair(smiles_a: str, smiles_b: str, fraction: str, phase: str) -> _Pair:
    """Both compounds; the one whose fraction, in a phase, is given comes first."""
    keys = [inchikey_of(parse_smiles(smiles)) for smiles in (smiles_a, smiles_b)]
    if keys[0] == keys[1]:
        raise ToolInputError("both compounds are the same; give two")
    first, second = subject_of(smiles_a), subject_of(smiles_b)
    if fraction == EQUIMOLAR:
        return _Pair(first, second, 0.5)
    told, _, where = fraction.partition(" in the ")
    if where not in ("", phase):
        raise ToolInputError(f"the mole fraction is that of the {where}; that of the {phase} is needed here")
    name, _, number = told.rpartition("=")
    try:
        share = float(number)
    except ValueError as error:
        raise ToolInputError(f"{fraction!r} is no mole fraction; write `benzene = 0.4`") from error
    if not 0 <= share <= 1:
        raise ToolInputError(f"a mole fraction of {share:g} is not between 0 and 1")
    of = {row.inchikey for row in _compounds.by_name(name.strip())}
    for key, pair in zip(keys, (_Pair(first, second, share), _Pair(second, first, share)), strict=True):
        if key in of:
            return pair
    raise ToolInputError(f"the mole fraction is of {name.strip()!r}, which is neither {first.name} nor {second.name}")


def _pressure(subject: Subject, celsius: float) -> float:
    """The vapour pressure of a liquid in kPa."""
    if is_solid(subject, celsius + ZERO_CELSIUS):
        raise ToolInputError(f"{subject.name} is solid at {celsius:g} °C; the law is that of liquids")
    return at_temperature_of("vapour_pressure", subject, celsius, "kPa")[0]


def _vapour(pair: _Pair, celsius: float) -> float:
    return pair.share * pair.pressures(celsius)[0] / pair.bubble(celsius)


def _with_vapour(pair: _Pair, celsius: float) -> str:
    return f"the vapour holds {_vapour(pair, celsius):.4f} of {pair.first.name}; {pair.told(celsius)}"


def _solve(curve: Callable[[float], float], pair: _Pair, wanted: float) -> float:
    """The temperature in °C at which a rising curve of pressures in kPa has a value."""
    points = [known("boiling_point", subject) for subject in (pair.first, pair.second)]
    starts = [point - ZERO_CELSIUS for point in points if point is not None]
    if len(starts) < 2:
        raise ToolInputError("no table has the boiling points of both compounds, from which the search begins")
    low, high = min(starts), max(starts)
    try:
        for _ in range(_STEPS):
            if curve(low) <= wanted:
                break
            low -= 5.0
        for _ in range(_STEPS):
            if curve(high) >= wanted:
                break
            high += 5.0
        for _ in range(_STEPS):
            middle = (low + high) / 2
            low, high = (middle, high) if curve(middle) < wanted else (low, middle)
    except ToolInputError as error:
        raise ToolInputError(f"no vapour pressures are known where the mixture has {wanted:g} kPa: {error}") from error
    return (low + high) / 2
