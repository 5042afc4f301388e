"""Read formulas for comparison: flat or condensed, with dots, charges, blanks and digits below the line.

A formula is read in the ways that the tools read one, and no better: what they cannot read has no result.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

LONGEST = 300
_DEEPEST = 50
_MOST_STARTS = 12  # parts between dots with which a sum may begin
_DIGITS = 6
_CHARGE = re.compile(r"(?:\^\{?\d*[+-]\d*\}?|(?<=\])\d{1,2}[+-]|[+-]+\d*)$")
# A dot before a letter, or before the water at the end, parts; any other one is a decimal point.
_DOT = re.compile(r"[·•*⋅∙]|\.(?=[A-Z(\[])|\.(?=\d*H2O$)")
_TOKEN = re.compile(r"([A-Z][a-z]?)|([(\[{])|([)\]}])|(\d{1,6}(?:\.\d{1,9})?)(?!\.)")
_WHOLE = 0.05  # a count that is so near to a whole number is meant as one


def ordered_formulas(text: str) -> Iterator[str]:
    """The formulas of a text, each with its elements in alphabetical order and their counts: one for each way to
    write it. A hydrate or a salt gives one for each part between its dots, and one for parts that follow each other,
    since a dot may stand anywhere; what is no formula gives none.
    """
    if len(text) > LONGEST:
        return
    plain = re.sub(r"\s+", "", unicodedata.normalize("NFKC", text))
    charge = _CHARGE.search(plain)
    parts = [_part(part) for part in _DOT.split(_CHARGE.sub("", plain))]
    for _, counts in parts:
        yield from _ordered(counts)
        if charge and counts is not None:
            yield from _ordered(_neutral(counts, charge[0]))
    for start in range(min(len(parts) - 1, _MOST_STARTS)):
        total: Counter[str] = Counter()
        for factor, counts in parts[start:]:
            if counts is None:
                break
            total.update({element: factor * count for element, count in counts.items()})
            yield from _ordered(total)


def _part(part: str) -> tuple[int, Counter[str] | None]:
    """How often a part between dots stands there, and its atoms."""
    letters = part.lstrip("0123456789")
    return int(part[: len(part) - len(letters)][:_DIGITS] or 1), _counts(letters)


def _neutral(counts: Counter[str], charge: str) -> Counter[str] | None:
    """The molecule that an ion was made of by adding or taking hydrogen ions, as a mass spectrometer does."""
    digits, signs = re.sub(r"\D", "", charge), re.sub(r"[^+-]", "", charge)
    number = int(digits[:2]) if digits else len(signs)
    hydrogens = counts["H"] + (-number if signs[:1] == "+" else number)
    return Counter({**counts, "H": hydrogens}) if hydrogens > 0 else None


def _ordered(counts: Counter[str] | None) -> Iterator[str]:
    if counts is not None and len(counts) > 1:
        yield "".join(f"{element}{counts[element]}" for element in sorted(counts))


def _counts(part: str) -> Counter[str] | None:
    """How many atoms of each element a part has; None where it is no formula."""
    stack: list[defaultdict[str, float]] = [defaultdict(float)]
    last: Mapping[str, float] = {}
    place = 0
    while place < len(part):
        token = _TOKEN.match(part, place)
        if token is None:
            return None
        place = token.end()
        symbol, opening, closing, number = token.groups()
        if opening:
            if len(stack) == _DEEPEST:
                return None
            stack.append(defaultdict(float))
            last = {}
        elif number:
            for element, count in last.items():
                stack[-1][element] += count * (float(number) - 1)
            last = {}
        else:
            if closing and len(stack) < 2:
                return None
            last = stack.pop() if closing else {symbol: 1.0}
            for element, count in last.items():
                stack[-1][element] += count
    return _in_whole_numbers(stack[0]) if len(stack) == 1 else None


def _in_whole_numbers(counts: Mapping[str, float]) -> Counter[str] | None:
    """The counts in whole numbers; None where one of them is none."""
    found = {element: round(count) for element, count in counts.items()}
    near = all(abs(count - found[element]) <= _WHOLE and found[element] > 0 for element, count in counts.items())
    return Counter(found) if near else None
