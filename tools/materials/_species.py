"""Find substances and equations in a question: "Fe + O2 -> Fe2O3", "aluminium + oxygen → aluminium oxide"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from scitoolagent.language.words import word_list
from scitoolagent.tools.materials._elements import symbols

FORMULA = (
    r"(?:[A-Z(\[][A-Za-z0-9()\[\]·•₀-₉]{0,40}(?:\.\d?H2O)?(?:\^\{?\d?[+-]\d?\}?|[⁰¹²³⁴-⁹]?[⁺⁻]|\d?[+-](?=\s|$))?|e(?:\^?-|⁻))"
    r"(?:\s?\((?:s|l|g|aq)\))?"
)
_NUMBERED = rf"(?:\d{{1,4}}\s*)?{FORMULA}"
_FORMULA_BEFORE = re.compile(rf"(?<![\w°%.·)\]]){_NUMBERED}$")
_FORMULA_AT = re.compile(rf"{_NUMBERED}(?!\w)")
_WORDS_BEFORE = re.compile(r"(?<![\w-])(?:[a-z][a-z-]*(?:\s?\([IVX]{1,4}\))?\s){0,2}[a-z][a-z-]{2,}$")
_WORD_AT = re.compile(r"[a-z][a-z-]{2,}(?:\s?\([IVX]{1,4}\))?(?![\w-])")
_ARROW = re.compile(r"<?[-=–]{1,3}>|[→⟶⇌⇄↔]|(?<=\s)=(?=\s)")
_PLUS_BEFORE, _PLUS_AT = re.compile(r"(?:\s+\+\s*|\+\s+|\+)$"), re.compile(r"\s*\+\s*")
_SYMBOL = re.compile(r"[A-Z][a-z]?")
_WINDOW = 80
_MOST_ARROWS, _MOST_SPECIES = 20, 12


@cache
def _no_substances() -> frozenset[str]:
    """Words that are no part of the name of a substance."""
    lists = (word_list("reactions", name) for name in ("no_substances", "burning", "made", "cues"))
    return frozenset[str]().union(*lists)


def find_equations(text: str) -> Iterator[tuple[int, int, str]]:
    """The equations of a text, written with `->`; the words in front of the first substance are no part of one."""
    for number, arrow in enumerate(_ARROW.finditer(text)):
        if number == _MOST_ARROWS:
            return
        left = _side_before(text, arrow.start())
        right = _side_behind(text, arrow.end())
        if left is None or right is None:
            continue
        sides = text[left : arrow.start()].strip(), text[arrow.end() : right].strip()
        # "C -> N" and "K = Na" are exchanges or letters; an equation has several substances.
        if "+" in re.sub(r"[\d^]\+", "", "".join(sides)) or len(re.findall(r"\d", "".join(sides))) > 1:
            yield left, right, f"{sides[0]} -> {sides[1]}"


def _side_before(text: str, end: int) -> int | None:
    start = species_before(text, end)
    for _ in range(_MOST_SPECIES):
        plus = _PLUS_BEFORE.search(text, max(0, (start or 0) - 8), start or 0)
        more = species_before(text, plus.start()) if plus else None
        if more is None:
            return None if plus else start
        start = more
    return None


def _side_behind(text: str, start: int) -> int | None:
    end = species_behind(text, start + len(text[start:]) - len(text[start:].lstrip()))
    for _ in range(_MOST_SPECIES):
        plus = _PLUS_AT.match(text, end) if end else None
        more = species_behind(text, plus.end()) if plus else None
        if more is None:
            return None if plus else end
        end = more
    return None


def species_before(text: str, end: int) -> int | None:
    """Where the substance that ends in front of a place begins, its coefficient included."""
    begin = max(0, end - _WINDOW)
    window = text[begin:end].rstrip()
    match = _FORMULA_BEFORE.search(window)
    if match and is_formula(match[0]):
        return begin + match.start()
    words = _WORDS_BEFORE.search(window)
    if words is None:
        return None
    # "the equation aluminium": a name begins behind the last word that is part of none.
    others = [word for word in re.finditer(r"\S+\s?", words[0]) if word[0].strip() in _no_substances()]
    start = words.start() + (others[-1].end() if others else 0)
    return None if start >= len(window) else begin + start


def species_behind(text: str, start: int) -> int | None:
    """Where the substance that begins at a place ends."""
    match = _FORMULA_AT.match(text, start)
    if match and is_formula(match[0]):
        return match.end()
    end: int | None = None
    place = start
    for _ in range(3):
        word = _WORD_AT.match(text, place)
        if word is None or word[0] in _no_substances():
            break
        end = word.end()
        place = end + 1
        if text[end : end + 1] != " ":
            break
    return end


def bare(term: str) -> str:
    """A substance without its coefficient and its state of matter."""
    return re.sub(r"^\d+\s*(?=[A-Z(\[e])", "", re.sub(r"\s*\((?:s|l|g|aq)\)$", "", term.strip()))


def is_formula(term: str) -> bool:
    """Whether a term holds symbols of elements, numbers, brackets and a charge only."""
    text = bare(term)
    found = _SYMBOL.findall(text)
    left = re.sub(r"[\d()\[\]{}·•.^+\-−⁰¹²³⁴-⁹⁺⁻₀-₉]", "", _SYMBOL.sub("", text))
    return (bool(found) and not left and all(symbol in symbols() for symbol in found)) or text in ("e-", "e^-", "e⁻")
