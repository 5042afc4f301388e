"""The closed-class words of a language, and numbers: candidates that need no table and no graph."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import resources

from scitoolagent.chart.edges import Edge, Number
from scitoolagent.chart.tokens import Token, tokenize
from scitoolagent.tool.units import UnitError, unit_code

NUMBER_WORDS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "twenty": 20, "fifty": 50, "hundred": 100, "dozen": 12, "zero": 0,
}  # fmt: skip
_UNIT_WORDS = 3
# Words that are units as well: inches, technical atmospheres, years.
_PREPOSITIONS = ("in", "at", "a", "as")
FRAME = "frame"
_ASKING = ("where", "when", "how", "why", "whose")
_PUNCTUATION = ",.?!:;()[]{}|–—-/\"'“”‘’…•*"


def closed_class(tokens: Sequence[Token]) -> list[Edge]:
    """Return the closed-class phrases over all spans."""
    phrases, longest = _phrases()
    lowered = [token.text.lower().replace("’", "'") for token in tokens]
    found = []
    for start in range(len(tokens)):
        for end in range(start + 1, min(start + longest, len(tokens)) + 1):
            for kind, meaning in phrases.get(tuple(lowered[start:end]), ()):
                if kind in (FRAME, "verb") and end - start == 1 and _is_told_apart(tokens, start):
                    continue
                # A word that only carries the question says less than one that is used.
                score = 0.5 * (end - start) if kind == FRAME else 1.0 * (end - start) + 0.1
                found.append(Edge(kind, start, end, meaning, score))
        if tokens[start].text == "'s":
            found.append(Edge(FRAME, start, start + 1, "", 0.5))
        if tokens[start].kind == "sign" and tokens[start].text in _PUNCTUATION:
            found.append(Edge(FRAME, start, start + 1, "", 0.5))
            if tokens[start].text == ",":
                found.append(Edge("and", start, start + 1, "and", 0.4))
    return found


@lru_cache(maxsize=1)
def known_words() -> frozenset[str]:
    """Return the words that are closed-class phrases by themselves."""
    return frozenset(key[0] for key in _phrases()[0] if len(key) == 1)


@lru_cache(maxsize=16)
def dimension_words(unit: str) -> frozenset[str]:
    """Return the words that speak of quantities of a unit: temperature of K."""
    return frozenset(
        key[0] for key, meanings in _phrases()[0].items() if len(key) == 1 and ("dimension", unit) in meanings
    )


@lru_cache(maxsize=1)
def _phrases() -> tuple[Mapping[tuple[str, ...], list[tuple[str, str]]], int]:
    text = resources.files("scitoolagent.chart").joinpath("closed.toml").read_text(encoding="utf-8")
    found: dict[tuple[str, ...], list[tuple[str, str]]] = {}
    for kind, meanings in tomllib.loads(text).items():
        for meaning, phrases in meanings.items():
            for phrase in phrases.split(","):
                key = tuple(token.text.lower() for token in tokenize(phrase.strip()))
                if key and (kind, meaning) not in found.setdefault(key, []):
                    found[key].append((kind, meaning))
    return found, max(map(len, found))


def _is_told_apart(tokens: Sequence[Token], place: int) -> bool:
    """Whether a word that often only carries a question says something here: `A` of a row, `where` as a question."""
    begins = place == 0 or tokens[place - 1].text in ".?!:;"
    return (tokens[place].text == "A" and not begins) or (begins and tokens[place].text.lower() in _ASKING)


def numbers(tokens: Sequence[Token]) -> list[Edge]:
    """Return the numbers, in digits and in words, alone and with the unit behind them."""
    found = []
    for place, token in enumerate(tokens):
        value = value_of(token)
        if value is None:
            continue
        end = place + 1
        found.append(Edge("number", place, end, Number(value), 1.0))
        for last in range(end + 1, min(end + _UNIT_WORDS, len(tokens)) + 1):
            said = " ".join(one.text for one in tokens[end:last])
            joined = tokens[last - 1].end - tokens[end].start == len("".join(one.text for one in tokens[end:last]))
            code = unit_named("".join(said.split()) if joined else said)
            if last == end + 1 and said.lower() in _PREPOSITIONS and tokens[last : last + 1]:
                # "Older than 60 in the first arm" speaks of no inches.
                continue
            if code:
                found.append(Edge("number", place, last, Number(value, code), 1.0 + (last - end)))
    return found


def value_of(token: Token) -> float | None:
    """Return the number that a token is; None for any other."""
    if token.kind == "number":
        return float(token.text.replace(",", ""))
    word = token.text.lower()
    return float(NUMBER_WORDS[word]) if word in NUMBER_WORDS else None


@lru_cache(maxsize=4096)
def unit_named(text: str) -> str:
    """The code of the unit that a text is, in signs or in words; empty where it is none."""
    try:
        return unit_code(text)
    except UnitError:
        return ""
