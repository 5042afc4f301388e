"""Half-lives of nuclides, and the kinetics of first order."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.language.text import any_of
from scitoolagent.language.words import meanings, phrase_list
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Temperature
from scitoolagent.tools.general._constants import GAS_CONSTANT, ZERO_CELSIUS
from scitoolagent.tools.materials._elements import query, symbol_of_name, symbols

# Half-lives of isomers, which the table lacks: Table de radionucléides of the LNHB, http://www.lnhb.fr/nuclear-data/.
_ISOMERS = {("Tc", 99): (6.0067, 0.0010, "hour", "isomeric transition")}
# Seconds of the units of the table; a year is the Julian one.
_YEAR = 365.25 * 86400
_UNITS = {"sec": 1.0, "minute": 60.0, "hour": 3600.0, "day": 86400.0, "year": _YEAR}
_PREFIXES = {
    "y": 1e-24, "z": 1e-21, "a": 1e-18, "f": 1e-15, "p": 1e-12, "n": 1e-9, "u": 1e-6, "m": 1e-3,
    "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15, "E": 1e18, "Z": 1e21, "Y": 1e24,
}  # fmt: skip
_NAMED = re.compile(r"(?<![\w-])([A-Za-z]{3,13})-(\d{1,3}m?)(?![\w.%°])")
_SYMBOL = re.compile(r"(?<![\w-])(?:([A-Z][a-z]?)-(\d{1,3}m?)|(\d{1,3}m?)([A-Z][a-z]?))(?![\w-]|[.]\d)")
_READ = re.compile(r"([A-Za-z]{1,13})[- ]?(\d{1,3})(m?)|(\d{1,3})(m?)([A-Z][a-z]?)")
_LONGEST = 2000


def find_nuclides(text: str) -> Iterator[tuple[int, int, str]]:
    """The nuclides of a text: `carbon-14`, and `C-14`, `14C` or `tritium` where it speaks of decay.

    Symbols with a number are else cells, vitamins and much more.
    """
    if len(text) > _LONGEST:
        return
    found = [
        (match.start(), match.end(), symbol_of_name(match[1].lower()) or "", match[2])
        for match in _NAMED.finditer(text)
    ]
    if _speaks_of_decay().search(text):
        found += [(one.start(), one.end(), one[1] or one[4], one[2] or one[3]) for one in _SYMBOL.finditer(text)]
        for match in _own_names().finditer(text):
            symbol, _, mass = meanings("nuclide_names")[match[0].lower()].partition("-")
            found += [(match.start(), match.end(), symbol, mass)]
    for start, end, symbol, mass in found:
        if symbol in symbols() and any(row["is_radioactive"] for row in _rows(symbol, int(mass.rstrip("m")))):
            yield start, end, f"{symbol}-{mass}"


@cache
def _speaks_of_decay() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{any_of(phrase_list('nuclides', 'spoken_of'))})(?![\w-])", re.IGNORECASE)


@cache
def _own_names() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{any_of(meanings('nuclide_names'))})(?![\w-])", re.IGNORECASE)


Nuclide = Annotated[
    str,
    Semantic(
        "Nuclide",
        parent="Identifier",
        label="nuclide",
        also=("isotope", "radionuclide", "radioisotope"),
        finder="scitoolagent.tools.general.decay:find_nuclides",
        needs_context=True,
    ),
]
HalfLife = Annotated[
    float,
    Semantic(
        "HalfLife",
        parent="Parameter",
        unit="s",
        label="half-life that is given",
        also=("half-life of", "half-life", "half life", "t1/2", "t½", "T1/2", "DT50"),
    ),
]
NuclideHalfLife = Annotated[
    float,
    Semantic(
        "NuclideHalfLife",
        parent="HalfLife",
        unit="s",
        label="half-life",
        also=("half-life of a nuclide", "half life", "halflife", "radioactive half-life"),
    ),
]
HalfLifeNote = Annotated[
    str, Semantic("HalfLifeNote", parent="Report", label="half-life in the unit of the table", role="note")
]
ElapsedTime = Annotated[
    float,
    Semantic("ElapsedTime", parent="Parameter", unit="s", label="time that has passed", also=("elapsed time", "after")),
]
RemainingShare = Annotated[
    float,
    Semantic(
        "RemainingShare",
        parent="MaterialProperty",
        unit="%",
        label="share that remains",
        also=(
            "fraction that remains",
            "remaining fraction",
            "fraction remains",
            "percentage that remains",
            "share remains",
        ),
    ),
]
DecayConstant = Annotated[
    float,
    Semantic(
        "DecayConstant",
        parent="MaterialProperty",
        unit="1/s",
        label="decay constant",
        also=("decay rate constant",),
    ),
]
RateConstant = Annotated[
    float,
    Semantic(
        "RateConstant",
        parent="Parameter",
        unit="1/s",
        label="first-order rate constant",
        also=("rate constant", "k", "first order"),
    ),
]
ReactionHalfLife = Annotated[
    float,
    Semantic(
        "ReactionHalfLife",
        parent="MaterialProperty",
        unit="s",
        label="half-life of a first-order reaction",
        also=("half-life of the reaction", "reaction half-life", "half-life of a reaction", "DT50"),
    ),
]
FrequencyFactor = Annotated[
    float,
    Semantic(
        "FrequencyFactor",
        parent="Parameter",
        unit="1/s",
        label="pre-exponential factor",
        also=("frequency factor", "A factor", "preexponential factor"),
    ),
]
ActivationEnergy = Annotated[
    float,
    Semantic(
        "ActivationEnergy",
        parent="Parameter",
        unit="kJ/mol",
        label="activation energy",
        also=("energy of activation", "Ea"),
    ),
]
ArrheniusRate = Annotated[
    float,
    Semantic(
        "ArrheniusRate",
        parent="MaterialProperty",
        unit="1/s",
        label="Arrhenius rate constant",
        also=("rate constant by the Arrhenius equation", "Arrhenius equation"),
    ),
]


@dataclass(frozen=True, slots=True)
class HalfLifeFound:
    """A half-life in seconds, and as the table has it."""

    nuclide_half_life: NuclideHalfLife
    half_life_note: HalfLifeNote


@tool(Operation.RETRIEVAL, Topic.GENERAL, Safety.OPEN, example={"nuclide": "iodine-131"}, also=("isotope half-life",))
def nuclide_half_life(nuclide: Nuclide) -> HalfLifeFound:
    """Look up the half-life of a nuclide in its ground state.

    Args:
        nuclide: Element and mass number: carbon-14, C-14 or 14C; of isomers Tc-99m alone is known.
    Returns:
        Half-life in s; the note has the unit, the uncertainty and the kinds of decay.
    Raises:
        ToolInputError: no such nuclide, a stable one, an isomer, or no half-life in the table.
    Source: NUBASE evaluation, in the `mendeleev` package; Tc-99m of the Table de radionucléides, LNHB.
    """
    symbol, mass, is_isomer = _read(nuclide)
    rows = _rows(symbol, mass)
    if is_isomer and (symbol, mass) in _ISOMERS:
        value, uncertainty, unit, decay = _ISOMERS[symbol, mass]
        told = f"{value:g} ± {uncertainty:g} {_in_words(unit)}; kinds of decay: {decay}; table of the LNHB"
        return HalfLifeFound(value * _seconds(unit), told)
    if is_isomer:
        raise ToolInputError(f"{nuclide[:40]!r} is an excited isomer; the table has nuclides in their ground state")
    if not rows:
        raise ToolInputError(f"{symbol}-{mass} is not in the table of nuclides")
    row = rows[0]
    if not row["is_radioactive"]:
        raise ToolInputError(f"{symbol}-{mass} is stable")
    if row["half_life"] is None or row["half_life_unit"] is None:
        raise ToolInputError(f"{symbol}-{mass} is radioactive, and the table has no half-life of it")
    unit = str(row["half_life_unit"])
    spread = f" ± {row['half_life_uncertainty']:g}" if row["half_life_uncertainty"] else ""
    # The table has lost the powers of ten of rare kinds of decay, so their shares are left out.
    modes = query("SELECT mode FROM isotopedecaymodes WHERE isotope_id = ? ORDER BY id", row["id"])
    decays = ", ".join(str(one["mode"]) for one in modes)
    note = f"{row['half_life']:g}{spread} {_in_words(unit)}; kinds of decay: {decays or 'not listed'}"
    return HalfLifeFound(float(row["half_life"]) * _seconds(unit), note)


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"half_life": 86400.0, "time": 100000.0})
def remaining_share(half_life: HalfLife, time: ElapsedTime) -> RemainingShare:
    """Compute the share that is left of what decays with a half-life.

    Args:
        half_life: In s.
        time: Since the start, in s.
    Returns:
        100 * 2^(-t / T½) in percent.
    Raises:
        ToolInputError: the half-life is not positive, or the time is negative.
    Source: law of radioactive decay, Rutherford & Soddy 1902; first-order kinetics.
    """
    if not 0 < half_life < math.inf:
        raise ToolInputError(f"a half-life of {half_life} s is impossible; give a positive one")
    if not 0 <= time < math.inf:
        raise ToolInputError(f"a time of {time} s is impossible; give one of zero or more")
    return float(100.0 * 2.0 ** (-time / half_life))


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"half_life": 86400.0})
def decay_constant(half_life: HalfLife) -> DecayConstant:
    """Compute the decay constant of a half-life.

    Args:
        half_life: In s.
    Returns:
        ln 2 / T½ in 1/s.
    Raises:
        ToolInputError: the half-life is not positive.
    Source: law of radioactive decay, Rutherford & Soddy 1902.
    """
    if not 0 < half_life < math.inf:
        raise ToolInputError(f"a half-life of {half_life} s is impossible; give a positive one")
    return math.log(2) / half_life


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"rate": 0.002})
def reaction_half_life(rate: RateConstant) -> ReactionHalfLife:
    """Compute the half-life of a first-order reaction from its rate constant.

    Args:
        rate: In 1/s.
    Returns:
        ln 2 / k in s.
    Raises:
        ToolInputError: the rate constant is not positive.
    Source: IUPAC Gold Book, doi:10.1351/goldbook.H02716.
    """
    if not 0 < rate < math.inf:
        raise ToolInputError(f"a rate constant of {rate} 1/s is impossible; give a positive one")
    return math.log(2) / rate


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"factor": 1e13, "activation_energy": 80.0, "temperature": 50.0},
    also=("Arrhenius equation",),
)
def arrhenius_rate(
    factor: FrequencyFactor, activation_energy: ActivationEnergy, temperature: Temperature
) -> ArrheniusRate:
    """Compute the rate constant of a first-order reaction by the Arrhenius equation.

    Args:
        factor: Pre-exponential factor in 1/s.
        activation_energy: In kJ/mol.
        temperature: In °C.
    Returns:
        k = A exp(-Ea / (R T)) in 1/s.
    Raises:
        ToolInputError: the factor is not positive, the energy negative, or the temperature not above absolute zero.
    Source: Arrhenius 1889; IUPAC Gold Book, doi:10.1351/goldbook.A00446; exact gas constant of the SI.
    """
    if not 0 < factor < math.inf or not 0 <= activation_energy < math.inf:
        raise ToolInputError("the pre-exponential factor must be positive and the activation energy not negative")
    if not -ZERO_CELSIUS < temperature < math.inf:
        raise ToolInputError(f"{temperature} °C is not above absolute zero; give the temperature in °C")
    return float(factor * math.exp(-1000 * activation_energy / (GAS_CONSTANT * (temperature + ZERO_CELSIUS))))


def _read(text: str) -> tuple[str, int, bool]:
    """The element and the mass number of a nuclide, and whether it is an isomer."""
    match = _READ.fullmatch(text.strip())
    if match is None:
        raise ToolInputError(f"{text[:40]!r} is no nuclide; write it as carbon-14, C-14 or 14C")
    name, mass = (match[6], match[4]) if match[4] else (match[1], match[2])
    symbol = name if name in symbols() else symbol_of_name(name.lower())
    if symbol is None:
        raise ToolInputError(f"{name!r} is no element; write the nuclide as carbon-14, C-14 or 14C")
    return symbol, int(mass), bool(match[3] or match[5])


def is_nuclide(symbol: str, mass: int) -> bool:
    """Whether the table has a radioactive nuclide of this symbol and mass number."""
    return symbol in symbols() and any(row["is_radioactive"] for row in _rows(symbol, mass))


def nuclide_mass(nuclide: str) -> float:
    """The mass of a nuclide in Da.

    Raises:
        ToolInputError: the table has none.
    """
    symbol, number, _ = _read(nuclide)
    rows = _rows(symbol, number)
    if not rows or rows[0]["mass"] is None:
        raise ToolInputError(f"the table has no mass of {symbol}-{number}")
    return float(rows[0]["mass"])


@cache
def _rows(symbol: str, mass: int) -> tuple[dict[str, Any], ...]:
    found = query(
        "SELECT isotopes.* FROM isotopes JOIN elements USING (atomic_number) WHERE symbol = ? AND mass_number = ?",
        symbol,
        mass,
    )
    return tuple(dict(row) for row in found)


def _seconds(unit: str) -> float:
    for name, seconds in _UNITS.items():
        if unit == name:
            return seconds
        if unit.endswith(name) and unit[: -len(name)] in _PREFIXES:
            return _PREFIXES[unit[: -len(name)]] * seconds
    raise ToolInputError(f"the table has a half-life in {unit!r}, which is no unit of time known here")


def _in_words(unit: str) -> str:
    return (
        unit.replace("sec", "s").replace("year", "a").replace("minute", "min").replace("hour", "h").replace("day", "d")
    )
