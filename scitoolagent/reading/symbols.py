"""Put symbols of quantities into the words that they stand for, where nothing else can be meant: "bp of", "k at"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list, phrases_of

# "M-1cm-1": two units without a blank between.
_GLUED = re.compile(r"(?<=[MLl])(?:-1|\^-1|⁻¹)(?=cm(?:-1|\^-1|⁻¹))")
_RATE = re.compile(r"(?<![\w-])k(?=\s+(?:at\s+\d|doubles|triples|is\s+\d|=)|\s*=\s*\d)")


@cache
def _points() -> re.Pattern[str]:
    """The short forms of the points of a phase, as nouns: no "300 bp of DNA"."""
    short = any_of([one for forms in phrases_of("phase_point_symbols").values() for one in forms])
    leads = any_of(phrase_list("symbols", "leads"))
    return re.compile(
        rf"(?:^\s*|(?<![\w-])(?:{leads})\s+|[,:]\s*)(?P<list>(?:{short})(?:\s*(?:,|&|/|\band\b)\s*(?:{short}))*)(?=\s+(?:of|for)\s)",
        re.IGNORECASE,
    )


@cache
def _meant() -> dict[str, str]:
    return {short: full for full, forms in phrases_of("phase_point_symbols").items() for short in forms}


@cache
def _steps() -> re.Pattern[str]:
    energies = any_of(phrase_list("ionization", "energies"))
    return re.compile(rf"(?<![\w-])(?P<step>[1-6])(?:st|nd|rd|th)(?=\s+(?:{energies})(?![\w-]))", re.IGNORECASE)


def find_symbols(text: str) -> Iterator[tuple[int, int, str]]:
    """The places of symbols, and what they stand for."""
    for match in _points().finditer(text):
        for one in re.finditer(any_of(_meant()), match["list"], re.IGNORECASE):
            start = match.start("list") + one.start()
            yield start, start + len(one[0]), _meant()[one[0].lower()]
    for match in _steps().finditer(text):
        yield match.start(), match.end(), phrase_list("ionization", "ordinals")[int(match["step"]) - 1]
    for match in _GLUED.finditer(text):
        yield match.end(), match.end(), " "
    if re.search(rf"(?<![\w-])(?:{any_of(phrase_list('symbols', 'rates'))})(?![\w-])", text, re.IGNORECASE):
        for match in _RATE.finditer(text):
            yield match.start(), match.end(), "rate constant"
