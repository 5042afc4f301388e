"""Units of measurement: what each is in the coherent SI unit of its kind; shared by the tools of this package."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from scitoolagent.errors import ToolInputError

# Exact since 2019 (SI brochure, 9th edition); Hartree energy, dalton and bohr are CODATA 2022,
# doi:10.1103/RevModPhys.97.025002.
AVOGADRO = 6.02214076e23
ELEMENTARY_CHARGE = 1.602176634e-19
PLANCK = 6.62607015e-34
LIGHT_SPEED = 299792458.0
BOLTZMANN = 1.380649e-23
GAS_CONSTANT = AVOGADRO * BOLTZMANN
HARTREE = 4.3597447222060e-18
DALTON = 1.66053906892e-27
BOHR = 5.29177210544e-11
ATMOSPHERE = 101325.0
ZERO_CELSIUS = 273.15
CALORIE = 4.184

_PREFIXES = {
    "f": 1e-15,
    "p": 1e-12,
    "n": 1e-9,
    "u": 1e-6,
    "m": 1e-3,
    "c": 1e-2,
    "d": 1e-1,
    "k": 1e3,
    "M": 1e6,
    "G": 1e9,
    "T": 1e12,
}


@dataclass(frozen=True, slots=True)
class Unit:
    """`value` in this unit is `value * factor + offset` in the SI unit of its kind."""

    kind: str
    factor: float
    offset: float = 0.0


# By kind; the molar energies are per particle here, so that kJ/mol and eV convert.
_PLAIN: dict[str, dict[str, float]] = {
    "length": {"m": 1.0, "Å": 1e-10, "bohr": BOHR, "in": 0.0254, "ft": 0.3048, "yd": 0.9144, "mi": 1609.344},
    "area": {
        "m2": 1.0,
        "cm2": 1e-4,
        "mm2": 1e-6,
        "um2": 1e-12,
        "nm2": 1e-18,
        "km2": 1e6,
        "Å2": 1e-20,
        "ha": 1e4,
        "barn": 1e-28,
    },
    "volume": {
        "L": 1e-3,
        "m3": 1.0,
        "dm3": 1e-3,
        "cm3": 1e-6,
        "mm3": 1e-9,
        "um3": 1e-18,
        "nm3": 1e-27,
        "Å3": 1e-30,
        "gal": 3.785411784e-3,
        "floz": 2.95735295625e-5,
    },
    "mass": {
        "g": 1e-3,
        "t": 1e3,
        "Da": DALTON,
        "u": DALTON,
        "kDa": 1e3 * DALTON,
        "lb": 0.45359237,
        "oz": 0.028349523125,
    },
    "time": {"s": 1.0, "min": 60.0, "h": 3600.0, "d": 86400.0, "week": 604800.0},
    "energy": {
        "J": 1.0,
        "cal": CALORIE,
        "kcal": 1e3 * CALORIE,
        "Wh": 3600.0,
        "kWh": 3.6e6,
        "erg": 1e-7,
        "BTU": 1055.05585262,
    },
    "energy of one particle": {
        "eV": ELEMENTARY_CHARGE,
        "Hartree": HARTREE,
        "mHartree": 1e-3 * HARTREE,
        "Rydberg": HARTREE / 2,
        "cm-1": 100 * PLANCK * LIGHT_SPEED,
    },
    "molar energy": {
        "J/mol": 1 / AVOGADRO,
        "kJ/mol": 1e3 / AVOGADRO,
        "cal/mol": CALORIE / AVOGADRO,
        "kcal/mol": 1e3 * CALORIE / AVOGADRO,
    },
    "pressure": {
        "Pa": 1.0,
        "bar": 1e5,
        "atm": ATMOSPHERE,
        "Torr": ATMOSPHERE / 760,
        "mmHg": 133.322387415,
        "psi": 6894.757293168361,
        "dyn/cm2": 0.1,
    },
    "amount": {"mol": 1.0},
    "concentration": {"mol/L": 1e3, "mol/m3": 1.0},
    "mass concentration": {
        "g/L": 1.0,
        "mg/L": 1e-3,
        "ug/L": 1e-6,
        "ng/L": 1e-9,
        "mg/mL": 1.0,
        "ug/mL": 1e-3,
        "ng/mL": 1e-6,
        "pg/mL": 1e-9,
        "g/mL": 1e3,
        "mg/dL": 1e-2,
        "g/dL": 10.0,
        "ug/uL": 1.0,
        "ng/uL": 1e-3,
        "g/cm3": 1e3,
        "kg/m3": 1.0,
        "kg/L": 1e3,
    },
    "frequency": {"Hz": 1.0, "rpm": 1 / 60},
    "angle": {
        "rad": 1.0,
        "deg": 0.017453292519943295,
        "arcmin": 0.017453292519943295 / 60,
        "arcsec": 0.017453292519943295 / 3600,
    },
    "electric charge": {"C": 1.0, "e": ELEMENTARY_CHARGE, "Ah": 3600.0},
    "dipole moment": {
        "Debye": 1e-21 / LIGHT_SPEED,
        "C.m": 1.0,
        "e.Å": ELEMENTARY_CHARGE * 1e-10,
        "e.bohr": ELEMENTARY_CHARGE * BOHR,
    },
    "force": {"N": 1.0, "dyn": 1e-5, "eV/Å": ELEMENTARY_CHARGE * 1e10, "lbf": 4.4482216152605},
    "power": {"W": 1.0, "hp": 745.6998715822702},
    "voltage": {"V": 1.0},
    "current": {"A": 1.0},
    "magnetic flux density": {"T": 1.0, "Gauss": 1e-4},
    "radioactivity": {"Bq": 1.0, "Ci": 3.7e10},
    "dynamic viscosity": {"Pa.s": 1.0, "mPa.s": 1e-3, "P": 0.1, "cP": 1e-3},
    "surface tension": {"N/m": 1.0, "mN/m": 1e-3, "dyn/cm": 1e-3},
    "speed": {"m/s": 1.0, "km/h": 1 / 3.6, "cm/s": 1e-2, "mph": 0.44704},
}
_PREFIXED = {
    "m": "fpnumcdk",
    "L": "pnumcd",
    "g": "fpnumk",
    "s": "fpnum",
    "J": "fpnumkMGT",
    "eV": "umkMG",
    "Pa": "umkMGT",
    "bar": "umk",
    "mol": "fpnumk",
    "mol/L": "fpnum",
    "Hz": "mkMGT",
    "rad": "um",
    "C": "fpnum",
    "Ah": "um",
    "N": "fpnumkM",
    "W": "fpnumkMG",
    "V": "numkM",
    "A": "fpnumk",
    "T": "num",
    "Bq": "kMGT",
    "Ci": "num",
    "Torr": "m",
}
_ALIASES = {
    "meter": "m",
    "metre": "m",
    "angstrom": "Å",
    "ångström": "Å",
    "ang": "Å",
    "Angstrom": "Å",
    "inch": "in",
    "inches": "in",
    "foot": "ft",
    "feet": "ft",
    "micron": "um",
    "liter": "L",
    "litre": "L",
    "l": "L",
    "ml": "mL",
    "ul": "uL",
    "cc": "cm3",
    "gram": "g",
    "dalton": "Da",
    "amu": "u",
    "second": "s",
    "sec": "s",
    "minute": "min",
    "hour": "h",
    "hr": "h",
    "day": "d",
    "joule": "J",
    "calorie": "cal",
    "electronvolt": "eV",
    "electron volt": "eV",
    "hartree": "Hartree",
    "Ha": "Hartree",
    "Eh": "Hartree",
    "rydberg": "Rydberg",
    "Ry": "Rydberg",
    "wavenumber": "cm-1",
    "cm^-1": "cm-1",
    "cm⁻¹": "cm-1",
    "1/cm": "cm-1",
    "pascal": "Pa",
    "atmosphere": "atm",
    "torr": "Torr",
    "mole": "mol",
    "M": "mol/L",
    "molar": "mol/L",
    "hertz": "Hz",
    "degree": "deg",
    "°": "deg",
    "radian": "rad",
    "coulomb": "C",
    "debye": "Debye",
    "D": "Debye",
    "newton": "N",
    "watt": "W",
    "volt": "V",
    "ampere": "A",
    "tesla": "T",
    "G": "Gauss",
    "gauss": "Gauss",
    "becquerel": "Bq",
    "curie": "Ci",
    "poise": "P",
    "pound": "lb",
    "ounce": "oz",
    "kilogram": "kg",
    "milligram": "mg",
    "microgram": "ug",
    "nanogram": "ng",
    "kilojoule": "kJ",
    "kilocalorie": "kcal",
    "kilojoule per mole": "kJ/mol",
    "kilocalorie per mole": "kcal/mol",
    "millimeter": "mm",
    "centimeter": "cm",
    "nanometer": "nm",
    "nanometre": "nm",
    "micrometer": "um",
    "kilometer": "km",
    "picometer": "pm",
    "milliliter": "mL",
    "microliter": "uL",
    "millimolar": "mM",
    "micromolar": "uM",
    "nanomolar": "nM",
    "millimole": "mmol",
    "micromole": "umol",
    "celsius": "°C",
    "degree celsius": "°C",
    "degC": "°C",
    "Cel": "°C",
    "kelvin": "K",
    "fahrenheit": "°F",
    "degF": "°F",
    "rankine": "°R",
    "e·Å": "e.Å",
    "C·m": "C.m",
    "Pa·s": "Pa.s",
    "mPa·s": "mPa.s",
    "kilopascal": "kPa",
    "megapascal": "MPa",
    "gigapascal": "GPa",
    "millibar": "mbar",
}
_TEMPERATURES = {
    "K": Unit("temperature", 1.0),
    "°C": Unit("temperature", 1.0, ZERO_CELSIUS),
    "°F": Unit("temperature", 5 / 9, 459.67 * 5 / 9),
    "°R": Unit("temperature", 5 / 9),
}
# Both micro signs, and the sign U+212B for ångström.
_SUPERSCRIPTS = str.maketrans({"²": "2", "³": "3", "\u03bc": "u", "\u00b5": "u", "\u212b": "Å"})
# A particle has joules and a mole of particles has J/mol; but 5 J of heat is no J/mol without an amount.
_COMPATIBLE = ({"energy", "energy of one particle"}, {"energy of one particle", "molar energy"})


@lru_cache(maxsize=1)
def units() -> dict[str, Unit]:
    """Every unit by its sign, prefixed ones and molar concentrations (`mM`) included."""
    table = dict(_TEMPERATURES)
    for kind, entries in _PLAIN.items():
        for sign, factor in entries.items():
            table[sign] = Unit(kind, factor)
            for prefix in _PREFIXED.get(sign, ""):
                table.setdefault(prefix + sign, Unit(kind, factor * _PREFIXES[prefix]))
    for prefix in "fpnum":
        table[f"{prefix}M"] = Unit("concentration", 1e3 * _PREFIXES[prefix])
    return table


def find_unit(text: str) -> tuple[str, Unit]:
    """The unit a text means, with the sign it is printed with.

    Raises:
        ToolInputError: the unit is not in the table.
    """
    name = re.sub(r"\s+", " ", text.strip()).translate(_SUPERSCRIPTS).replace("^", "")
    candidates = [name, _ALIASES.get(name, "")]
    # Words may be written in any case; signs may not, because mM is no MM and cal no Cal.
    if len(name) > 3:
        candidates += [_ALIASES.get(name.lower(), ""), _ALIASES.get(name.lower().removesuffix("s"), "")]
    for candidate in candidates:
        if candidate in units():
            return candidate, units()[candidate]
    raise ToolInputError(
        f"the unit {text[:40]!r} is not known; signs are case-sensitive, as in mM, kJ/mol, °C, Å, cm-1, mg/mL"
    )


def convert(value: float, source: Unit, target: Unit) -> float:
    """The value in another unit of the same kind.

    Raises:
        ToolInputError: the kinds differ, or a temperature lies below absolute zero.
    """
    if source.kind != target.kind and {source.kind, target.kind} not in _COMPATIBLE:
        raise ToolInputError(f"{source.kind} cannot be converted to {target.kind}; give units of one kind")
    result = value * source.factor + source.offset
    if source.kind == "temperature" and result < 0:
        raise ToolInputError(f"{value} lies below absolute zero")
    return (result - target.offset) / target.factor
