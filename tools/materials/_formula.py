"""Read a chemical formula; shared by the tools of this package."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.materials._elements import elements

MAX_CHARACTERS = 200
MAX_ATOMS = 100_000
_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉−–", "0123456789--")
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
# A number between a square bracket and a sign is the charge of a complex: `[Fe(CN)6]4-`.
_CHARGE = re.compile(r"(?:\^\{?(?P<caret>\d*[+-]\d*)\}?|(?<=\])(?P<complex>\d{1,2}[+-])|(?P<plain>[+-]+\d*))$")
_HYDRATE_DOT = re.compile(r"[·•*⋅∙.](?=[A-Z(\[])|[·•*⋅∙]|(?<![A-Za-z)\]]0)\.(?=\d*H2O$)")
_TOKEN = re.compile(r"([A-Z][a-z]?)|([(\[{])|([)\]}])|(\d+(?:\.\d+)?)")
_OPEN_OF = {")": "(", "]": "[", "}": "{"}


@dataclass(frozen=True, slots=True)
class Formula:
    """Atoms of one formula unit, in the order of writing, and its charge."""

    counts: dict[str, Fraction]
    charge: int = 0

    @property
    def atoms(self) -> Fraction:
        return sum(self.counts.values(), Fraction(0))

    @property
    def mass(self) -> float:
        """Molar mass in g/mol from the abridged standard atomic weights; electrons weigh nothing."""
        return sum(float(count) * float(elements()[symbol]["atomic_weight"]) for symbol, count in self.counts.items())


def parse_formula(formula: str) -> Formula:
    """Atoms of a formula such as `Ca(OH)2`, `CuSO4·5H2O`, `La0.5Sr0.5MnO3`, `SO4^2-`.

    A dot before a letter, or before the water at the end, is a hydrate dot; any other dot is a decimal point.

    Raises:
        ToolInputError: an unknown element, unbalanced brackets, a count of zero, or text that is no formula.
    """
    if not formula.strip() or len(formula) > MAX_CHARACTERS:
        raise ToolInputError(
            f"a formula of 1 to {MAX_CHARACTERS} characters is needed, such as Ca(OH)2; got {len(formula)}"
        )
    text = re.sub(r"\s+", "", formula.translate(_SUBSCRIPTS))
    text = re.sub(r"[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻]+", lambda match: "^" + match[0].translate(_SUPERSCRIPTS), text)
    match = _CHARGE.search(text)
    charge = _charge(match, text[: match.start()], formula) if match else 0
    counts: dict[str, Fraction] = {}
    for part, factor in hydrate_parts(text):
        for symbol, count in _group(part, formula).items():
            counts[symbol] = counts.get(symbol, Fraction(0)) + factor * count
    result = Formula(counts, charge)
    if result.atoms > MAX_ATOMS:
        raise ToolInputError(f"{formula!r} has more than {MAX_ATOMS} atoms; give one formula unit")
    return result


def neutral_formula(formula: str) -> Formula:
    """As `parse_formula`, for tools that have no place for a charge.

    Raises:
        ToolInputError: as `parse_formula`, or the formula is charged.
    """
    parsed = parse_formula(formula)
    if parsed.charge:
        raise ToolInputError(f"{formula!r} is charged; give a neutral formula")
    return parsed


def hydrate_parts(formula: str) -> list[tuple[str, Fraction]]:
    """The parts of a formula between hydrate dots, without the charge, each with how often it stands there."""
    text = re.sub(r"\s+", "", formula.translate(_SUBSCRIPTS))
    match = _CHARGE.search(text)
    found = []
    for index, part in enumerate(_HYDRATE_DOT.split(text[: match.start()] if match else text)):
        leading = re.match(r"\d+(?:\.\d+)?(?=[A-Z(\[])", part) if index else None
        found.append((part[leading.end() :] if leading else part, Fraction(leading[0]) if leading else Fraction(1)))
    return found


def _charge(match: re.Match[str], body: str, formula: str) -> int:
    text = match["caret"] or match["complex"] or match["plain"]
    signs, digits = re.sub(r"\d", "", text), re.sub(r"\D", "", text)
    if len(set(signs)) > 1 or (len(signs) > 1 and digits) or digits.startswith("0") or len(digits) > 2:
        raise ToolInputError(f"{formula!r} has a charge {text!r} that cannot be read; write it as SO4^2- or Fe^3+")
    # Fe3+ may be Fe with 3+ or Fe3 with 1+, SO42- may be SO4 with 2- or S O42 with 1-; NH4+ has one reading.
    if match["plain"] and not digits and re.search(r"^[A-Z][a-z]?\d+$|\d\d$", body):
        raise ToolInputError(f"{formula!r} has two readings; write the charge with a caret, as in Fe^3+ or SO4^2-")
    size = int(digits) if digits else len(signs)
    return size if signs[0] == "+" else -size


def _group(part: str, formula: str) -> dict[str, Fraction]:
    stack: list[tuple[str, dict[str, Fraction]]] = [("", {})]
    last: dict[str, Fraction] = {}
    position = 0
    while position < len(part):
        token = _TOKEN.match(part, position)
        if token is None:
            raise ToolInputError(
                f"{formula!r} is no formula: {part[position]!r} is not understood; write it as Ca(OH)2"
            )
        position = token.end()
        symbol, opening, closing, number = token.groups()
        if opening:
            stack.append((opening, {}))
            last = {}
            continue
        if number:
            if not last or Fraction(number) == 0:
                raise ToolInputError(f"{formula!r} is no formula: the number {number} counts nothing")
            _add(stack[-1][1], last, Fraction(number) - 1)
            last = {}
            continue
        if symbol:
            last = {_element(symbol, formula): Fraction(1)}
        else:
            if stack[-1][0] != _OPEN_OF[closing] or not stack[-1][1]:
                raise ToolInputError(f"{formula!r} has brackets that do not match, or hold nothing")
            last = dict(stack.pop()[1])
        _add(stack[-1][1], last, Fraction(1))
    if len(stack) > 1 or not stack[0][1]:
        raise ToolInputError(f"{formula!r} has an open bracket or an empty part")
    return stack[0][1]


def _add(counts: dict[str, Fraction], more: dict[str, Fraction], factor: Fraction) -> None:
    for symbol, count in more.items():
        counts[symbol] = counts.get(symbol, Fraction(0)) + factor * count


def _element(symbol: str, formula: str) -> str:
    if symbol in elements():
        return symbol
    if symbol in ("D", "T"):
        raise ToolInputError(f"{formula!r} names an isotope of hydrogen; tools for formulas know H only")
    raise ToolInputError(f"{formula!r} has {symbol!r}, which is no element; symbols are case-sensitive, as in NaCl")


def whole(counts: dict[str, Fraction]) -> dict[str, int]:
    """The smallest whole numbers in the ratio of the counts.

    Raises:
        ToolInputError: they would be larger than `MAX_ATOMS`.
    """
    factor = lcm(*(count.denominator for count in counts.values()))
    numbers = {symbol: int(count * factor) for symbol, count in counts.items()}
    divisor = gcd(*numbers.values())
    numbers = {symbol: number // divisor for symbol, number in numbers.items()}
    if sum(numbers.values()) > MAX_ATOMS:
        raise ToolInputError(f"the counts have no whole-number ratio below {MAX_ATOMS} atoms; round them first")
    return numbers


def hill_order(symbols: dict[str, Fraction] | dict[str, int]) -> list[str]:
    """C, H, then the alphabet; without carbon the alphabet alone (Hill 1900, doi:10.1021/ja02046a005)."""
    first = [symbol for symbol in ("C", "H") if symbol in symbols] if "C" in symbols else []
    return first + sorted(symbol for symbol in symbols if symbol not in first)


def written(counts: dict[str, Fraction] | dict[str, int], order: list[str]) -> str:
    """The counts as a formula, a count of one left out."""
    return "".join(symbol + ("" if counts[symbol] == 1 else f"{float(counts[symbol]):.6g}") for symbol in order)
