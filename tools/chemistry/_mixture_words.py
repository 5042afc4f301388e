"""Find the share of one compound in a mixture that a question names: "a mole fraction of benzene of 0.4"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list

_NUMBER = r"(?P<number>0?\.\d+|[01](?:\.0+)?)(?![\d.]*\d)"
_NAME = r"(?P<name>[A-Za-z][\w,'()-]*(?: [A-Za-z][\w,'()-]*){0,2}?)"

# A name of a compound does not begin with these.
_SMALL = r"(?:an?|the|with|and|of|for|in|at|where)\b"


def find_mole_fractions(text: str) -> Iterator[tuple[int, int, str]]:
    """The mole fractions of compounds that a question names: `benzene = 0.4`, or `equimolar`."""
    for phase, patterns in _patterns():
        for pattern in patterns:
            for match in pattern.finditer(text):
                where = f" in the {phase}" if phase else ""
                yield match.start(), match.end(), f"{match['name'].strip()} = {float(match['number']):g}{where}"
    for match in _equimolar().finditer(text):
        yield match.start(), match.end(), "equimolar"


@cache
def _patterns() -> tuple[tuple[str, tuple[re.Pattern[str], ...]], ...]:
    return tuple((phase, _of_phase(name)) for phase, name in (("", "any"), ("liquid", "liquid"), ("vapour", "vapour")))


def _of_phase(name: str) -> tuple[re.Pattern[str], ...]:
    fraction = any_of(phrase_list("mole_fractions", name))
    link = r"(?:of|is|=|:|equal to)"
    return (
        re.compile(rf"(?<![\w-])(?:{fraction})\s+(?:of|for)\s+{_NAME}\s*{link}\s*{_NUMBER}", re.IGNORECASE),
        re.compile(rf"(?<![\w-])(?!{_SMALL}){_NAME}\s+(?:{fraction})\s*{link}?\s*{_NUMBER}", re.IGNORECASE),
    )


@cache
def _equimolar() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{any_of(phrase_list('mole_fractions', 'equimolar'))})(?![\w-])", re.IGNORECASE)
