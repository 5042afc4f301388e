"""Properties of a compound at a temperature, from curves that were fitted to measured values.

A curve is never taken outside the range that its table names. The equations are those of the tables; each is a line or
two, and importing them from `chemicals` would cost more time than everything else of a question.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry._measured import (
    Found,
    Subject,
    known,
    lines,
    number,
    settings,
    settled,
    subject_of,
)

ZERO_CELSIUS = 273.15
_GAS_CONSTANT = 8.31446261815324
# A value at one temperature counts for temperatures this near.
_SAME_TEMPERATURE = 1.0
_MELTS_WITHIN = 0.5
_ROOM = 1e-9

Coefficients = Mapping[str, float]


def at_temperature(curve: str, smiles: str, celsius: float, unit: str) -> tuple[float, str]:
    """The value of a property at a temperature, and where it is from.

    Raises:
        ToolInputError: no table has the compound, or none at this temperature; or the tables contradict each other.
    """
    return at_temperature_of(curve, subject_of(smiles), celsius, unit)


def at_temperature_of(curve: str, subject: Subject, celsius: float, unit: str) -> tuple[float, str]:
    """As `at_temperature`, for a compound that is found already."""
    if not -ZERO_CELSIUS < celsius < math.inf:
        raise ToolInputError(f"{celsius} °C is not above absolute zero")
    rule, kelvin = settings()["rule"][curve], celsius + ZERO_CELSIUS
    phase = "solid" if is_solid(subject, kelvin) else "fluid"
    ranges: list[str] = []
    found: list[Found] = []
    for entry in settings()["curve"][curve]:
        for cas, line in _entries(entry, subject):
            low, high = _range(entry, line)
            if entry["phase"] != phase or not low - _ROOM <= kelvin <= high + _ROOM:
                ranges.append(_shown(entry, low, high))
                continue
            # The temperature at which it was measured counts where one value stands for a whole range.
            value = FORMS[entry["form"]](kelvin, line, subject)
            if math.isfinite(value) and value > 0:
                found.append(Found(value, entry["name"], cas))
    if not found:
        raise ToolInputError(_why_not(rule, subject, celsius, phase, ranges))
    value, note = settled(rule, subject, found, unit)
    return value, f"at {celsius:g} °C{_state(rule, subject, kelvin, phase)}; {note}"


def _state(rule: dict[str, Any], subject: Subject, kelvin: float, phase: str) -> str:
    """What the value is of; a liquid above its boiling point is one under pressure."""
    if phase == "solid":
        return ", over the solid"
    if rule.get("state") != "liquid":
        return f", of the {rule['state']}" if "state" in rule else ""
    boiling = known("boiling_point", subject) or known("triple_temperature", subject)
    if boiling is None or kelvin <= boiling + _SAME_TEMPERATURE:
        return ", of the liquid"
    return (
        f", of the liquid under its own vapour pressure, since it boils or sublimes at {boiling - ZERO_CELSIUS:.4g} °C"
    )


def is_solid(subject: Subject, kelvin: float) -> bool:
    """Whether a compound is a solid at a temperature; not where its melting point is unknown."""
    melting = known("melting_point", subject)
    return melting is not None and kelvin < melting - _MELTS_WITHIN


def _why_not(rule: dict[str, Any], subject: Subject, celsius: float, phase: str, ranges: list[str]) -> str:
    if not ranges:
        return f"no measured {rule['what']} of {subject.name} is in the tables; none is estimated"
    solid = f" ({subject.name} is solid there)" if phase == "solid" else ""
    return (
        f"no table has the {rule['what']} of {subject.name} at {celsius:g} °C{solid}, and nothing is extrapolated; "
        f"there is: {'; '.join(dict.fromkeys(ranges))}"
    )


def _entries(entry: dict[str, Any], subject: Subject) -> Iterator[tuple[str, dict[str, float]]]:
    """The lines of one table for the compound, as numbers."""
    if "cas" in entry:
        if entry["cas"] in subject.numbers:
            yield entry["cas"], {}
        return
    needed = NEEDED.get(entry["form"], ()) + tuple(entry[key] for key in ("low", "high") if key in entry)
    for cas in subject.numbers:
        for line in lines(entry["file"], cas):
            numbers = {key: value for key, text in line.items() if (value := number(text)) is not None}
            if "point" in entry and all(column in numbers for column in entry["point"]):
                temperature, value = (numbers[column] for column in entry["point"])
                yield cas, {"T": temperature, "value": value}
            elif "point" not in entry and all(column in numbers for column in needed):
                yield cas, numbers


def _range(entry: dict[str, Any], line: Coefficients) -> tuple[float, float]:
    if "range" in entry:
        return float(entry["range"][0]), float(entry["range"][1])
    if "point" in entry:
        return line["T"] - _SAME_TEMPERATURE, line["T"] + _SAME_TEMPERATURE
    return line[entry["low"]], line[entry["high"]]


def _shown(entry: dict[str, Any], low: float, high: float) -> str:
    state = " as a solid" if entry["phase"] == "solid" else ""
    if "point" in entry:
        return f"{(low + high) / 2 - ZERO_CELSIUS:.4g} °C{state} ({entry['name']})"
    return f"{low - ZERO_CELSIUS:.4g} to {high - ZERO_CELSIUS:.4g} °C{state} ({entry['name']})"


def _wagner(powers: tuple[float, float]) -> Callable[[float, Coefficients, Subject], float]:
    def pressure(kelvin: float, c: Coefficients, _: Subject) -> float:
        tau = max(1 - kelvin / c["Tc"], 0.0)
        inner = c["A"] * tau + c["B"] * tau**1.5 + c["C"] * tau ** powers[0] + c["D"] * tau ** powers[1]
        return c["Pc"] * math.exp(inner * c["Tc"] / kelvin)

    return pressure


def _antoine(base: float) -> Callable[[float, Coefficients, Subject], float]:
    return lambda kelvin, c, _: float(base ** (c["A"] - c["B"] / (kelvin + c["C"])))


def _dippr_101(kelvin: float, c: Coefficients, _: Subject) -> float:
    return math.exp(c["C1"] + c["C2"] / kelvin + c["C3"] * math.log(kelvin) + c["C4"] * kelvin ** c["C5"])


def _dippr_102(kelvin: float, c: Coefficients, _: Subject) -> float:
    return float(c["C1"] * kelvin ** c["C2"] / (1 + c["C3"] / kelvin + c["C4"] / kelvin**2))


def _dippr_105_mass(kelvin: float, c: Coefficients, subject: Subject) -> float:
    inner = max(1 - kelvin / c["C3"], 0.0) ** c["C4"]
    return float(c["C1"] / c["C2"] ** (1 + inner) * subject.molar_mass / 1000)


def _dippr_106(kelvin: float, c: Coefficients, _: Subject) -> float:
    reduced = kelvin / c["Tc"]
    return float(c["C1"] * max(1 - reduced, 0.0) ** (c["C2"] + c["C3"] * reduced + c["C4"] * reduced**2))


def _polynomial(names: tuple[str, ...], scale: float) -> Callable[[float, Coefficients, Subject], float]:
    return lambda kelvin, c, _: scale * sum(c.get(name, 0.0) * kelvin**power for power, name in enumerate(names))


def _mulero(kelvin: float, c: Coefficients, _: Subject) -> float:
    tau = max(1 - kelvin / c["Tc"], 0.0)
    return float(sum(c[f"sigma{i}"] * tau ** c[f"n{i}"] for i in range(3) if c[f"sigma{i}"]))


def _jasper(kelvin: float, c: Coefficients, _: Subject) -> float:
    return (c["a"] - c["b"] * (kelvin - ZERO_CELSIUS)) / 1000


def _kell(kelvin: float, _: Coefficients, __: Subject) -> float:
    """The density of water at 101.325 kPa, Kell 1975, equation 16."""
    t = kelvin - ZERO_CELSIUS
    numerator = (
        999.83952
        + 16.945176 * t
        - 7.9870401e-3 * t**2
        - 46.170461e-6 * t**3
        + 105.56302e-9 * t**4
        - 280.54253e-12 * t**5
    )
    return numerator / (1 + 16.879850e-3 * t)


def _water_viscosity(kelvin: float, _: Coefficients, __: Subject) -> float:
    """The viscosity of water at 0.1 MPa, Pátek et al. 2009."""
    terms = ((280.68, -1.9), (511.45, -7.7), (61.131, -19.6), (0.45903, -40.0))
    return float(1e-6 * sum(factor * (kelvin / 300) ** power for factor, power in terms))


FORMS: dict[str, Callable[[float, Coefficients, Subject], float]] = {
    "wagner_25": _wagner((2.5, 5.0)),
    "wagner_36": _wagner((3.0, 6.0)),
    "antoine_10": _antoine(10.0),
    "antoine_e": _antoine(math.e),
    "dippr_101": _dippr_101,
    "dippr_102": _dippr_102,
    "dippr_105_mass": _dippr_105_mass,
    "dippr_106": _dippr_106,
    "dippr_100": _polynomial(("C1", "C2", "C3", "C4", "C5"), 1.0),
    "dippr_100_kilo": _polynomial(("A", "B", "C", "D", "E"), 1e-3),
    "poling": _polynomial(("a0", "a1", "a2", "a3", "a4"), _GAS_CONSTANT),
    "cubic": _polynomial(("A", "B", "C", "D"), 1.0),
    "mulero": _mulero,
    "jasper": _jasper,
    "kell": _kell,
    "water_viscosity": _water_viscosity,
    "one": lambda _, c, __: c["value"],
}
# What a line must have for its equation; an empty field of a polynomial is zero.
NEEDED: dict[str, tuple[str, ...]] = {
    "wagner_25": ("A", "B", "C", "D", "Tc", "Pc"),
    "wagner_36": ("A", "B", "C", "D", "Tc", "Pc"),
    "antoine_10": ("A", "B", "C"),
    "antoine_e": ("A", "B", "C"),
    "dippr_101": ("C1", "C2", "C3", "C4", "C5"),
    "dippr_102": ("C1", "C2", "C3", "C4"),
    "dippr_105_mass": ("C1", "C2", "C3", "C4"),
    "dippr_106": ("C1", "C2", "C3", "C4", "Tc"),
    "dippr_100": ("C1", "C2"),
    "dippr_100_kilo": ("A", "B"),
    "poling": ("a0", "a1"),
    "cubic": ("A", "B"),
    "mulero": ("sigma0", "n0", "sigma1", "n1", "sigma2", "n2", "Tc"),
    "jasper": ("a", "b"),
}
