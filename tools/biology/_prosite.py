"""Patterns in the notation of PROSITE, such as `N-{P}-[ST]-{P}` or `C-x(2,4)-C>`: read, write, match."""

from __future__ import annotations

import re
from dataclasses import dataclass

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.biology._sequence import AMINO_ACIDS, shown

_ELEMENT = re.compile(r"(x|[A-Z]|\[[A-Z]+\]|\{[A-Z]+\})(?:\((\d{1,3})(?:,(\d{1,3}))?\))?")
# Matching takes time in proportion to the length of the chain times this.
_LONGEST = 300


@dataclass(frozen=True, slots=True)
class Element:
    """One place of a pattern: the residues it takes and how often it is repeated."""

    residues: frozenset[str]
    least: int = 1
    most: int = 1


@dataclass(frozen=True, slots=True)
class Pattern:
    """Elements in the order of the chain; anchored to its start by `<`, to its end by `>`."""

    elements: tuple[Element, ...]
    at_start: bool = False
    at_end: bool = False


def parse_pattern(text: str) -> Pattern:
    """Read a pattern.

    Raises:
        ToolInputError: not in the notation, or it could match more than 300 residues.
    """
    body = "".join(text.split()).removesuffix(".")
    at_start, at_end = body.startswith("<"), body.endswith(">")
    body = body.removeprefix("<").removesuffix(">")
    if not body:
        raise ToolInputError("the pattern is empty; give one such as N-{P}-[ST]-{P}")
    if len(body) > 2000:
        raise ToolInputError(f"the pattern has {len(body)} characters, at most 2000 are taken")
    elements = tuple(_element(part, text) for part in body.split("-"))
    longest = sum(element.most for element in elements)
    if longest > _LONGEST:
        raise ToolInputError(f"the pattern could match {longest} residues, at most {_LONGEST} are taken")
    return Pattern(elements, at_start, at_end)


def format_pattern(pattern: Pattern) -> str:
    """Write a pattern so that `parse_pattern` gives it back."""
    body = "-".join(map(_format_element, pattern.elements))
    return ("<" if pattern.at_start else "") + body + (">" if pattern.at_end else "")


def find_pattern(pattern: Pattern, chain: str) -> list[tuple[int, int]]:
    """Start (from 0) and end (excluded) of the longest match at each place where the pattern matches.

    Elements are taken from the last to the first; each step keeps the farthest end reachable from every place, so
    the time does not grow with the number of ways a pattern can match.
    """
    import numpy as np

    size = len(chain)
    letters = np.frombuffer(chain.encode("ascii"), dtype=np.uint8)
    places = np.arange(size + 1)
    ends = np.where(places == size, size, -1) if pattern.at_end else places
    for element in reversed(pattern.elements):
        fits = np.isin(letters, [ord(letter) for letter in element.residues])
        running = np.ones(size + 1, dtype=bool)
        reached = np.full(size + 1, -1)
        for count in range(min(element.most, size) + 1):
            if count >= element.least:
                behind = np.full(size + 1, -1)
                behind[: size + 1 - count] = ends[count:]
                reached = np.maximum(reached, np.where(running, behind, -1))
            if count < size:
                running[: size - count] &= fits[count:]
                running[size - count :] = False
        ends = reached
    starts = np.flatnonzero(ends > places)
    return [(int(start), int(ends[start])) for start in starts if start == 0 or not pattern.at_start]


def _element(part: str, text: str) -> Element:
    match = _ELEMENT.fullmatch(part)
    if match is None:
        raise ToolInputError(
            f"{shown(part)} in the pattern {shown(text)} is no element; write a residue, x, [ABC] or {{ABC}}, "
            "each with (n) or (n,m) behind it when repeated, and - between elements"
        )
    sign, low, high = match.groups()
    named = frozenset(sign.strip("[]{}"))
    if sign != "x" and (unknown := sorted(named - set(AMINO_ACIDS))):
        raise ToolInputError(f"{unknown[0]!r} in the pattern {shown(text)} is no amino acid")
    everything = frozenset(AMINO_ACIDS)
    residues = everything if sign == "x" else everything - named if sign[0] == "{" else named
    least = int(low) if low else 1
    most = int(high) if high else least
    if not residues or not 0 <= least <= most or most == 0:
        raise ToolInputError(f"{shown(part)} in the pattern {shown(text)} matches nothing")
    return Element(residues, least, most)


def _format_element(element: Element) -> str:
    residues = "".join(sorted(element.residues))
    others = "".join(sorted(set(AMINO_ACIDS) - element.residues))
    if not others:
        sign = "x"
    elif len(residues) == 1:
        sign = residues
    else:
        sign = f"[{residues}]" if len(residues) <= len(others) else f"{{{others}}}"
    if element.least == element.most:
        return sign if element.most == 1 else f"{sign}({element.most})"
    return f"{sign}({element.least},{element.most})"
