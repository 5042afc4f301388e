"""Write a value as text for people: unit, sensible digits, long ones cut with their size named."""

from __future__ import annotations

import math
import re
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from typing import Any

from scitoolagent.language.signs import printable
from scitoolagent.records import AnswerValue, Rounding, Value
from scitoolagent.tool import unit_sign

_SVG = re.compile(r"\s*(?:<\?xml[^>]*\?>)?\s*<svg\b")
# A number of up to so many digits is shown as it stands: nobody rounded it, or somebody wanted it so.
_AS_IT_STANDS = 7
# What was computed has more, and people print so many of them.
_DIGITS = 5
# Masses of ions and energies of molecules are told apart by digits that others would not print; so are ratios of mass
# to charge, which have no unit.
_FINE_UNITS, _FINE_RATIOS = frozenset({"u", "Da", "mDa", "Eh"}), (100, 100_000)
_DAY, _YEAR = 86400.0, 365.25 * 86400.0
# Longer times are told in days, and such as take more than two years in these.
_LONG_TIME, _YEARS = 2 * _DAY, 2
_LONG = 400
_ITEMS = 12
# A rounded number with more digits than this is written with an exponent.
_LONGEST_PLAIN = 15


def show_value(value: Any, unit: str | None = None, cut: bool = True) -> str:
    """The value with its unit, in signs that steer nothing; `cut` shortens long texts and says how much there is."""
    text = printable(_text(value, unit, cut))
    sign = printable(unit_sign(unit))
    if unit == "s" and isinstance(value, float) and _LONG_TIME <= abs(value) < math.inf:
        # Nobody counts so many seconds.
        number, name = (value / _DAY, "days") if abs(value) < _YEARS * _YEAR else (value / _YEAR, "years")
        return f"{_number(number, unit)} {name} ({text} s)"
    if not sign:
        return text
    return f"{text}{sign}" if sign in ("%", "°") else f"{text} {sign}"


def is_picture(value: Any) -> bool:
    """Whether a value is the text of a picture."""
    return isinstance(value, str) and _SVG.match(value) is not None


def show_output(value: Value, cut: bool = True) -> str:
    """An output of a step; of a table how large it is, since its value is the name of a folder."""
    if value.rows is not None:
        return f"{value.rows:,} row{'s' * (value.rows != 1)} of {len(value.columns)} columns"
    return show_value(value.value, value.unit, cut)


def show_answer(value: AnswerValue, cut: bool = True) -> str:
    """A value of an answer as the question wants it written."""
    return show_rounded(value.value, value.unit, value.rounding, cut)


def show_rounded(value: Any, unit: str | None, rounding: Rounding | None, cut: bool = True) -> str:
    """A value with so many digits as are wanted; all that it has where nothing is said."""
    return show_value(value if rounding is None else _rounded(value, rounding), unit, cut)


def _rounded(value: Any, rounding: Rounding) -> Any:
    """Numbers as texts with so many digits; halves go away from zero, as people round."""
    if isinstance(value, list):
        return [_rounded(item, rounding) for item in value]
    if isinstance(value, dict):
        return {key: _rounded(item, rounding) for key, item in value.items()}
    whole = isinstance(value, int) and rounding.digits >= 0
    if isinstance(value, bool) or whole or not isinstance(value, (int, float)) or not math.isfinite(value):
        return value
    exact = Decimal(repr(value))
    last = exact.adjusted() - rounding.digits + 1 if rounding.significant else -rounding.digits
    try:
        text = exact.quantize(Decimal(1).scaleb(last), ROUND_HALF_UP)
    except InvalidOperation:  # more digits than decimal numbers carry
        return value
    return f"{text:f}" if abs(exact.adjusted()) <= _LONGEST_PLAIN else f"{text:e}"


def _number(value: float, unit: str | None) -> str:
    """A number with the digits that people print; JSON and saved files have the rest."""
    full = f"{value:.{_AS_IT_STANDS}g}"
    fine = unit in _FINE_UNITS or (unit in (None, "", "1") and _FINE_RATIOS[0] <= abs(value) < _FINE_RATIOS[1])
    if fine or float(full) == value or not math.isfinite(value):
        return full
    whole = len(f"{abs(value):.0f}")
    return f"{value:.{whole if _DIGITS < whole <= _AS_IT_STANDS else _DIGITS}g}"


def number_text(value: float) -> str:
    """A number for a file of rows, which is read on by programs."""
    return f"{value:.{_AS_IT_STANDS}g}"


def _text(value: Any, unit: str | None, cut: bool) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return _number(value, unit)
    if isinstance(value, str):
        if cut and len(value) > _LONG and is_picture(value):
            return f"a picture, {len(value):,} characters of SVG; `show last --picture FILE.png` writes it"
        if cut and len(value) > _LONG:
            return f"{value[:_LONG]}… ({len(value)} characters)"
        return value
    if isinstance(value, list):
        return _list(value, unit, cut)
    if isinstance(value, dict):
        pairs = [f"{key}: {_text(item, unit, cut)}" for key, item in value.items()]
        return _cut_list(pairs, cut, "entries")
    return str(value)


def _list(value: list[Any], unit: str | None, cut: bool) -> str:
    if not value:
        return "none"
    texts = [f"({_text(item, unit, cut)})" if isinstance(item, list) else _text(item, unit, cut) for item in value]
    return _cut_list(texts, cut, "values")


def _cut_list(parts: list[str], cut: bool, what: str) -> str:
    if cut and len(parts) > _ITEMS:
        return ", ".join(parts[:_ITEMS]) + f", … ({len(parts)} {what})"
    return ", ".join(parts)


def ordinal(number: int) -> str:
    """`2nd`."""
    return f"{number}{'th' if number % 100 in (11, 12, 13) else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"
