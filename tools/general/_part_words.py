"""Find parts of compounds in a question: the sulfate of "moles of sulfate in 10 g of Na2SO4"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from scitoolagent.errors import PlanError
from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list, word_list
from scitoolagent.tool.quantities import find_quantities
from scitoolagent.tool.units import convertible, normal, unit_at
from scitoolagent.tools.materials._elements import is_symbol, symbol_of_name
from scitoolagent.tools.materials._species import is_formula
from scitoolagent.tools.materials._weighed_substances import LONGEST, weighed_substances

_UNITS = ("g", "mol", "g/L", "mol/L")
_TOKEN = re.compile(r"\s*([^\s,;?!]+)")
_MOST_WORDS = 3


@cache
def _measures() -> re.Pattern[str]:
    said = any_of([*phrase_list("compound_parts", "measures"), *phrase_list("compound_parts", "masses")])
    return re.compile(rf"(?<![\w-])(?P<measure>{said})(?:\s+of)?(?:\s+(?:the|all|free))?\s+", re.IGNORECASE)


@cache
def _counted() -> re.Pattern[str]:
    return re.compile(rf"(?:{any_of(phrase_list('units', 'counting'))})\s+$", re.IGNORECASE)


def find_compound_parts(text: str) -> Iterator[tuple[int, int, str]]:
    """The parts of the one compound of which a mass, an amount or a concentration is given, as `sulfate in Na2SO4`."""
    return ((start, end, value) for _, start, end, value in _found(text, weighed=False))


def find_weighed_parts(text: str) -> Iterator[tuple[int, int, str]]:
    """The parts whose mass in a mass of one compound is asked for, each with the words that ask for the mass."""
    for begin, start, end, value in _found(text, weighed=True):
        # "How many mg of sulfate": the unit that the answer is wanted in stays a word of the question.
        yield start if _wants_unit(text, begin) else begin, end, value


def find_weighed_amounts(text: str) -> Iterator[tuple[int, int, str]]:
    """The amounts of substance whose mass is asked for, with the words that ask: "mass of 2 moles"."""
    if len(text) > LONGEST:
        return
    try:
        quantities = find_quantities(text)
    except PlanError:
        return
    said = any_of(phrase_list("compound_parts", "masses"))
    asks = re.compile(rf"(?<![\w-])(?:{said})\s+(?:of|is|are|in)\s+$", re.IGNORECASE)
    # "Grams and milligrams": two units, of which the words here hold one.
    another = re.compile(rf"(?<![\w-])(?:{said})\s*(?:,|and|or|&)\s*$", re.IGNORECASE)
    for quantity in quantities:
        asked = asks.search(text, 0, quantity.start)
        if asked is None or another.search(text, 0, asked.start()):
            continue
        # "How many mg is 5 µmol": the unit that the answer is wanted in, which the question has to keep.
        if _wants_unit(text, asked.start()):
            continue
        if not quantity.problem and not quantity.bound and convertible(quantity.unit, "mol"):
            yield asked.start(), quantity.end, f"{quantity.value!r} {quantity.unit}"


def _wants_unit(text: str, start: int) -> bool:
    """Whether a mass that begins at a place is counted in another unit than grams, which are given without asking."""
    return bool(_counted().search(text, 0, start)) and re.match(r"g(?:rams?)?\b", text[start:]) is None


def _found(text: str, weighed: bool) -> Iterator[tuple[int, int, int, str]]:
    """Where each measure of a part begins, and the part with its compound; `weighed` measures are those of mass."""
    if len(text) > LONGEST or set(re.findall(r"\w+", text.lower())) & word_list("reactions", "cues"):
        return
    measured = [*weighed_substances(text, _UNITS, word_list("compound_parts", "between"))]
    if len({one.substance for one in measured}) != 1:
        return
    (start, end), compound = (measured[0].start, measured[0].end), measured[0].substance
    quantities = find_quantities(text)
    end_of_last = -1
    for match in _measures().finditer(text):
        place = _part(text, match.end())
        if place is None or match.start() < end_of_last or (match.end() < end and place > start):
            continue
        part = text[match.end() : place].strip()
        joined = text[place:start] if place <= start else text[end : match.start()]
        for other in quantities:
            joined = joined.replace(other.text, " ")
        words = set(re.findall(r"[^\s,?]+", joined.lower()))
        if not words <= word_list("compound_parts", "between") or part.casefold() == compound.casefold():
            continue
        end_of_last = place
        # "How many grams of iron are in …": an element that is counted in grams has a tool of its own.
        if weighed and _counted().search(text, 0, match.start()) and (is_symbol(part) or symbol_of_name(part)):
            continue
        if (match["measure"].lower() in phrase_list("compound_parts", "masses")) is weighed:
            yield match.start(), match.end(), place, f"{part} in {compound}"


def _part(text: str, start: int) -> int | None:
    """Where the part that begins at a place ends: a formula, or a name with the kind of thing it is."""
    place, words = start, 0
    while (token := _TOKEN.match(text, place)) is not None:
        word = token[1]
        kind = word.lower() in word_list("compound_parts", "kinds")
        formula = is_formula(word) and not word.islower()
        if (kind or _measures().fullmatch(f"{word} ") or _is_unit(word)) and not words:
            return None
        if word.lower() in word_list("compound_parts", "between") or (formula and words) or words > _MOST_WORDS:
            break
        if not formula and not kind and re.fullmatch(r"[A-Za-z][A-Za-z-]*(?:\([IVX]+\))?", word) is None:
            return None
        place, words = token.end(), words + 1
        if kind or (formula and not _kind_behind(text, place)):
            break
        if text[place : place + 1] not in (" ", ""):
            break
    return place if words else None


def _is_unit(word: str) -> bool:
    """Whether a word is a unit and no element: "how many mL is 0.5 mol of ethanol" counts no part of it."""
    found = unit_at(normal(word), 0, prose=False)
    return found is not None and found[1] == len(word) and not is_symbol(word)


def _kind_behind(text: str, place: int) -> bool:
    token = _TOKEN.match(text, place)
    return token is not None and token[1].lower() in word_list("compound_parts", "kinds")
