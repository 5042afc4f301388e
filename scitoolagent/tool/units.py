"""Units of measurement: read them as people and UCUM write them, compare their dimensions, convert, print.

Values come from pint. Those of the units that questions usually hold are kept in units.json (see unit_table.py);
pint itself is loaded for others only. Arithmetic is exact, so 5 mg/mL is 5 g/L and not 4.999….
"""

from __future__ import annotations

import itertools
import json
import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from scitoolagent.errors import ToolInputError

# Exact since 2019: SI brochure, 9th edition.
AVOGADRO = Fraction("6.02214076e23")
_PLANCK_LIGHT = Fraction("6.62607015e-34") * 299792458
_ENERGY = (("length", 2), ("mass", 1), ("time", -2))
_WAVENUMBER = (("length", -1),)
_TEMPERATURE = (("temperature", 1),)
_UNDERSTOOD = "g/mol Da u Ao2 deg K*kg/mol L/(mol.cm)".split()
_LONGEST, _LONGEST_ATOM = 60, 25
_HIGHEST_POWER = 9
_DEEPEST = 3
_SHORTEST_FOLDED = 2  # shorter words are too often something else
# What pint lets out for texts that are no units, besides its own errors.
_PINT_BREAKS_WITH = (SyntaxError, ValueError, TypeError, LookupError, AttributeError, ArithmeticError, AssertionError)
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
# Both micro signs, the ångström sign of old encodings, and the two dots that people put between units.
_SPELLINGS = str.maketrans({"µ": "u", "μ": "u", "\u212b": "Å", "⋅": "·", "×": "·", "−": "-"})
_ENDS = r"(?!\d|\.(?![A-Za-z°Å%\[]))"  # behind a power: a point in front of a unit multiplies, as in m2.s
_EXPONENT = re.compile(rf"(?:\^|\*\*)\(?([-+−]?\d)\)?(?!\d)|([-−][1-9]){_ENDS}|([234]){_ENDS}|([⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹])")
_TIMES = re.compile(r"\s*[·*]\s*|\.(?=[A-Za-z°Å%\[])")
_PER = re.compile(r"\s*/\s*|\s+per\s+", re.IGNORECASE)
_PINT_MAY_READ = re.compile(r"[A-Za-z_°Å%][\w°Å%*/^().+\- ]*")


class UnitError(ToolInputError):
    """A unit that is not known, or that does not fit where it stands."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A value `x` in this unit is `x * factor + offset` in the SI base units of its dimension.

    Attributes:
        dimension: base dimensions with their powers, in alphabetical order.
        particle: the unit measures one particle (eV, Da), so it also stands for that much per mole.
    """

    dimension: tuple[tuple[str, int], ...]
    factor: Fraction
    offset: Fraction = Fraction(0)
    particle: bool = False

    def __pow__(self, power: int) -> Unit:
        dimension = tuple((name, exponent * power) for name, exponent in self.dimension if power)
        return Unit(dimension, self.factor**power, particle=self.particle and power == 1)

    def __mul__(self, other: Unit) -> Unit:
        powers = dict(self.dimension)
        for name, exponent in other.dimension:
            powers[name] = powers.get(name, 0) + exponent
        dimension = tuple(sorted((name, exponent) for name, exponent in powers.items() if exponent))
        return Unit(dimension, self.factor * other.factor)


ONE = Unit((), Fraction(1))
_PREFIXES = frozenset("fpnumcdhkMGT")
_DECLARED: set[str] = set()


@dataclass(frozen=True, slots=True)
class _Table:
    units: tuple[Unit, ...]
    signs: dict[str, int]
    names: dict[str, int]
    explicit: dict[str, int]
    meant: dict[str, int]
    others: frozenset[str]


@cache
def _table() -> _Table:
    data = json.loads((Path(__file__).parent / "units.json").read_text(encoding="utf-8"))
    units = tuple(
        Unit(tuple(sorted(dimension.items())), Fraction(factor), Fraction(offset), particle)
        for dimension, factor, offset, particle in data["units"]
    )
    others = frozenset(data["others"])
    return _Table(units, data["signs"], data["names"], data["explicit"], data["meant"], others)


@lru_cache(maxsize=2048)
def readings(text: str) -> tuple[Unit, ...]:
    """The units that a text may stand for; two for `C`, a charge or a temperature.

    Raises:
        UnitError: no unit is written so.
    """
    spelt = re.sub(r"\s+", " ", text.strip().translate(_SPELLINGS))
    if spelt in ("", "1"):
        return (ONE,)
    table = _table()
    if spelt in table.meant:
        places = [table.meant[spelt]]
        places += [table.explicit[spelt]] if spelt in table.explicit else []
        return tuple(table.units[place] for place in places)
    found = unit_at(spelt, 0, prose=False)
    if found is not None and found[1] == len(spelt):
        return (found[0],)
    if len(spelt) <= _LONGEST and _PINT_MAY_READ.fullmatch(spelt):
        return (ask_pint(spelt),)
    raise UnitError(f"the unit {text[:_LONGEST]!r} is not known; write it as in mmol/L, kJ/mol, °C, Å, cm-1, mg/mL")


def unit_at(text: str, start: int, prose: bool = True, depth: int = 0) -> tuple[Unit, int] | None:
    """The unit written at a place of a text, and where it ends; None when there is none.

    With `prose` the text is a sentence: signs that are also words or symbols of elements count only in a compound unit.
    `depth` counts the brackets around; in a bracket a blank multiplies. The text must be as `normal` gives it.
    """
    first = _factor(text, start, prose, depth)
    if first is None:
        return None
    unit, place, alone = first
    while True:
        following = _next(text, place)
        if following is None:
            break
        power, begin, bare = following
        other = _factor(text, begin, False, depth)
        # A blank multiplies only in front of a negative power: "mg mL-1" is a unit, "mM mg" is two.
        if other is None or (bare and not depth and not any(sign in "-−⁻" for sign in text[begin : other[1]])):
            break
        unit, place, alone = unit * other[0] ** power, other[1], False
    return None if alone and prose else (unit, place)


def normal(text: str) -> str:
    """A text of the same length with one spelling for each sign, as `unit_at` reads it."""
    return text.translate(_SPELLINGS)


def _next(text: str, place: int) -> tuple[int, int, bool] | None:
    if match := _PER.match(text, place):
        return -1, match.end(), False
    if match := _TIMES.match(text, place):
        return 1, match.end(), False
    return (1, place + 1, True) if text[place : place + 1] == " " else None


def _factor(text: str, start: int, prose: bool, depth: int) -> tuple[Unit, int, bool] | None:
    """One unit with its power, or a bracket of them; the flag says that in prose it would be a word."""
    if text[start : start + 1] == "(" and not prose:
        inner = unit_at(text, start + 1, False, depth + 1) if depth < _DEEPEST else None
        return (inner[0], inner[1] + 1, False) if inner and text[inner[1] : inner[1] + 1] == ")" else None
    if not prose and re.match(r"[1¹]\s*/", text[start : start + 3]):
        return ONE, start + 1, False
    atom = _atom(text, start, prose)
    if atom is None:
        return None
    unit, end, alone = atom
    if match := _EXPONENT.match(text, end):
        written = next(group for group in match.groups() if group)
        return unit ** int(written.translate(_SUPERSCRIPTS).replace("−", "-")), match.end(), False
    return unit, end, alone


def _atom(text: str, start: int, prose: bool) -> tuple[Unit, int, bool] | None:
    if text[start : start + 1].isdecimal() or text[start : start + 1].isspace():
        return None
    table = _table()
    for end in range(min(len(text), start + _LONGEST_ATOM), start, -1):
        written = text[start:end]
        if written[-1].isalpha() and text[end : end + 1].isalpha():
            continue
        place = table.signs.get(written, table.names.get(written.lower()))
        if place is not None:
            return table.units[place], end, False
        if written in table.explicit:
            return table.units[table.explicit[written]], end, prose
        if prose and _is_other(written, table):
            return ask_pint(written), end, False
    return None


def sign_in_case(word: str) -> str:
    """The one sign of a unit that a word differs from in case alone: `kDa` for `kda`; the word itself when unsure."""
    table = _table()
    if len(word) < _SHORTEST_FOLDED or word in table.signs or word.lower() in table.names:
        return word
    return _folded().get(word.lower(), word)


@cache
def _folded() -> dict[str, str]:
    """Signs by their small letters, where all signs with these letters are one unit."""
    table, found = _table(), dict[str, dict[int, str]]()
    for sign, place in table.signs.items():
        if sign.isalpha():
            found.setdefault(sign.lower(), {}).setdefault(place, sign)
    return {small: next(iter(signs.values())) for small, signs in found.items() if len(signs) == 1}


def declare_units(codes: Iterable[str]) -> None:
    """Read these units in prose, too, with SI prefixes: those that the types of other packages are measured in.

    Codes of the kept table and compound ones are read anyway.
    """
    _DECLARED.update(atom for code in codes for atom in re.findall(r"[A-Za-z]+", re.sub(r"\[.*?\]", "", code)))


def _is_other(written: str, table: _Table) -> bool:
    """Whether pint has a unit of that name, by its list of names, since loading pint takes half a second."""
    if _is_declared(written, table) or (written[0] in _PREFIXES and _is_declared(written[1:], table)):
        return True
    single = written.lower()
    return any(name in table.others for name in (single, single.removesuffix("s"), single.removesuffix("es")))


def _is_declared(sign: str, table: _Table) -> bool:
    return sign in _DECLARED and sign not in table.signs and sign not in table.explicit


def convertible(source: str, target: str) -> bool:
    """Whether a value in one unit can be given in the other."""
    return any(_path(unit, readings(target)[0]) is not None for unit in readings(source))


def convert(value: float | Fraction, source: str, target: str) -> float:
    """The value in another unit.

    An energy or a mass of one particle (eV, Da) converts to one per mole and back; a wavenumber stands for h c / λ.

    Raises:
        UnitError: a unit is not known, the dimensions differ, or a temperature lies below absolute zero.
    """
    shown = f"{float(value):.10g} {source}".strip()
    # C is a degree of temperature to a kelvin and a coulomb to a charge.
    for wanted, unit in itertools.product(readings(target), readings(source)):
        scale = _path(unit, wanted)
        if scale is None:
            continue
        if isinstance(value, float) and not math.isfinite(value):
            raise UnitError(f"{shown} is no finite number")
        exact = value if isinstance(value, Fraction) else Fraction(str(value))
        base = exact * unit.factor + unit.offset
        if unit.dimension == _TEMPERATURE and base < 0:
            raise UnitError(f"{shown} lies below absolute zero")
        try:
            return float((base * scale - wanted.offset) / wanted.factor)
        except OverflowError:
            raise UnitError(f"{shown} is too large to be given in {unit_sign(target) or 'a number'}") from None
    raise UnitError(f"{shown} cannot be converted to {unit_sign(target) or 'a number without unit'}")


def _path(source: Unit, target: Unit) -> Fraction | None:
    """What a value in SI base units is multiplied by to get from one unit to the other; None when nothing does."""
    if source.dimension == target.dimension:
        return Fraction(1)
    if source.dimension == _WAVENUMBER and (target.particle or _is_molar(target)):
        energy = _path(Unit(_ENERGY, Fraction(1), particle=True), target)
        return None if energy is None else _PLANCK_LIGHT * energy
    if target.dimension == _WAVENUMBER and (source.particle or _is_molar(source)):
        energy = _path(source, Unit(_ENERGY, Fraction(1), particle=True))
        return None if energy is None else energy / _PLANCK_LIGHT
    per_mole = Unit((("substance", -1),), Fraction(1))
    if source.particle and (source * per_mole).dimension == target.dimension:
        return AVOGADRO
    if target.particle and (target * per_mole).dimension == source.dimension:
        return 1 / AVOGADRO
    return None


def differs_by_molar_mass(source: str, target: str) -> bool:
    """Whether a molar mass turns one unit into the other: g/L into mol/L, mol into g."""
    molar_mass = Unit((("mass", 1), ("substance", -1)), Fraction(1))
    wanted = readings(target)[0].dimension
    given = readings(source)
    return wanted not in [unit.dimension for unit in given] and any(
        wanted in ((unit * molar_mass).dimension, (unit * molar_mass**-1).dimension) for unit in given
    )


def _is_molar(unit: Unit) -> bool:
    return unit.dimension == (*_ENERGY[:2], ("substance", -1), _ENERGY[2])


def dimension(text: str) -> tuple[tuple[str, int], ...]:
    """The base dimensions of a unit with their powers; empty for a pure number."""
    return readings(text)[0].dimension


@cache
def pint_registry() -> Any:
    """pint's registry, with exact arithmetic."""
    import pint

    # pint's own annotation leaves out the number types that it documents besides float.
    exact: Any = Fraction
    return pint.UnitRegistry(non_int_type=exact)


@lru_cache(maxsize=1024)
def ask_pint(text: str) -> Unit:
    """A unit by pint's own name for it.

    Raises:
        UnitError: pint does not know it, or it has no dimension in the SI.
    """
    registry = pint_registry()
    from tokenize import TokenError

    from pint.errors import PintError

    try:
        one, zero = (registry.Quantity(Fraction(number), text).to_base_units() for number in (1, 0))
        powers = {name.strip("[]"): Fraction(power) for name, power in one.dimensionality.items()}
        offset = Fraction(zero.magnitude)
        factor = Fraction(one.magnitude) - offset
    except (PintError, TokenError, *_PINT_BREAKS_WITH) as error:
        raise UnitError(f"the unit {text[:_LONGEST]!r} is not known") from error
    if any(power.denominator != 1 or abs(power) > _HIGHEST_POWER for power in powers.values()):
        raise UnitError(f"the unit {text[:_LONGEST]!r} has no dimension that a measured value has")
    return Unit(tuple(sorted((name, int(power)) for name, power in powers.items())), factor, offset)


_SIGNS = {"Ao": "Å", "Cel": "°C", "deg": "°", "[e]": "e", "[degF]": "°F", "[degR]": "°R", "mm[Hg]": "mmHg", ".": "·"}
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_WORD = re.compile(r"[^\W\d_]+")
_RAISING = re.compile(r"(?:\^|\*\*)(?=[-+]?\d)")
_INVERSE = re.compile(r"1?/([A-Za-z]+)")
_CODE = re.compile(r"\[[^\]]*\]|mm\[Hg\]|[A-Za-z]+|-?\d+|\.")


def is_pure(unit: str | None) -> bool:
    """Whether a code stands for a pure number, which is written without a unit."""
    return unit in (None, "1", "[pH]")


def is_understood(unit: str | None, value: float | None = None) -> bool:
    """Whether people leave a unit out; a share of 0.5 may be a half or half a percent."""
    return unit in _UNDERSTOOD or (unit == "%" and (value is None or abs(value) > 1))


def unit_code(text: str) -> str:
    """The UCUM code of a unit as people write it: `[degF]` for "degrees Fahrenheit"; mg/g is no permille, s-1 no Hz.

    Raises:
        UnitError: no unit is written so.
    """
    meant = readings(text)[0]
    if meant == ONE:
        return "1"
    parts = _RAISING.sub("", _PER.sub("/", text.strip().translate(_SPELLINGS).translate(_SUPERSCRIPTS)))
    known = "" if (share := _code_of(meant)) in "% ‰ ppm ppb Hz Bq rpm".split() and {*"/1"} & {*parts} else share
    code = known or _WORD.sub(lambda match: _code_of(_read(match[0])) or match[0], parts)
    # What is put together from the codes of its words must still be that unit.
    return code if _read(code) == meant else text


def _code_of(unit: Unit | None) -> str:
    """The code of a unit of the kept table: that of UCUM where people have another sign, or else the first sign."""
    table = _table()
    written = [sign for sign, place in table.signs.items() if table.units[place] == unit]
    return next((sign for sign in written if sign in _SIGNS), written[0] if written else "")


def _read(text: str) -> Unit | None:
    try:
        return readings(text)[0]
    except UnitError:
        return None


def unit_sign(unit: str | None) -> str:
    """The sign people read for a UCUM code; empty for a pure number."""
    if is_pure(unit):
        return ""
    if inverse := _INVERSE.fullmatch(unit or ""):
        return f"{unit_sign(inverse[1])}⁻¹"

    def shown(match: re.Match[str]) -> str:
        part = match[0]
        if part in _SIGNS:
            return _SIGNS[part]
        if part[-1].isdigit():
            return part.translate(_RAISED) if match.start() else part
        return "µ" + part[1:] if part[0] == "u" and len(part) > 1 else part

    return _CODE.sub(shown, unit or "")
