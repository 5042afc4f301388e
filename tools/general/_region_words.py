"""The stretch of a question that says one thing with quantities, substances and nothing but words that are known."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from scitoolagent.errors import PlanError
from scitoolagent.language.words import word_list
from scitoolagent.records import Quantity
from scitoolagent.tool.quantities import find_quantities
from scitoolagent.tools.materials._species import bare, species_behind

LONGEST = 2000
_OF = re.compile(r"\s+(?:of\s+)?(?:(?:the|a|an|aqueous|standard|diluted?)\s+)*(?=[A-Za-z(\[])")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|\d+|[%±=<>+/*^]")
_JOINT = re.compile(r"[\s,;:.?!()]*")


@dataclass(frozen=True, slots=True)
class Substance:
    """A substance of a question, with its place."""

    start: int
    end: int
    name: str


def plain_quantities(text: str) -> list[Quantity]:
    """The quantities of a text; none where one of them is no plain value."""
    try:
        found = find_quantities(text)
    except PlanError:
        return []
    return [] if any(one.problem or one.bound for one in found) else list(found)


def substance_behind(text: str, place: int, known: frozenset[str]) -> Substance | None:
    """The substance behind a quantity, up to the first word that is known to be none."""
    gap = _OF.match(text, place)
    end = species_behind(text, gap.end()) if gap else None
    if gap is None or end is None:
        return None
    for word in _WORD.finditer(text, gap.end(), end):
        if word[0].lower() in known:
            end = word.start()
            break
    name = bare(text[gap.end() : end].rstrip(" ,;:.?!"))
    return Substance(gap.end(), gap.end() + len(text[gap.end() : end].rstrip(" ,;:.?!")), name) if name else None


def region(text: str, parts: Sequence[tuple[int, int]], known: frozenset[str]) -> tuple[int, int] | None:
    """From the first to the last known word around the parts; None where another word or number stands between them."""
    places = sorted(parts)
    words = [one for one in _WORD.finditer(text) if not any(a <= one.start() < b for a, b in places)]
    start, end = places[0][0], places[-1][1]
    if any(word[0].lower() not in known for word in words if start <= word.start() < end):
        return None
    for word in reversed([word for word in words if word.end() <= start]):
        if word[0].lower() not in known or not _JOINT.fullmatch(text, word.end(), start):
            break
        start = word.start()
    for word in words:
        if word.start() >= end:
            if word[0].lower() not in known or not _JOINT.fullmatch(text, end, word.start()):
                break
            end = word.end()
    return start, end


def known_words(group: str) -> frozenset[str]:
    """The words of a group that change nothing between its parts."""
    return word_list(group, "between")
