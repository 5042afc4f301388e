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


@cache
def _fields() -> tuple[tuple[str, re.Pattern[str], re.Pattern[str]], ...]:
    """What can be asked for by a symbol, the symbol, and the words of its field."""
    return tuple(
        (
            meant,
            # "95 % CL" are limits.
            re.compile(rf"(?<![\w./%(\[^-])(?<!%\s)(?:{any_of(symbols)})(?![\w/(\]^-]|\s*=\s*\d)"),
            re.compile(rf"(?<![\w-])(?:{any_of(phrase_list('field_words', meant))})(?![\w-])", re.IGNORECASE),
        )
        for meant, symbols in phrases_of("field_symbols").items()
    )


def _of_fields(text: str) -> Iterator[tuple[int, int, str]]:
    """The symbols that their field tells: CL is a clearance beside a half-life, and LE an efficiency beside an IC50."""
    for meant, symbol, field in _fields():
        for match in symbol.finditer(text):
            # "Iodine value (IV)" says its name again.
            if field.search(text[: match.start()]) or field.search(text[match.end() :]):
                yield match.start(), match.end(), meant


def find_symbols(text: str) -> Iterator[tuple[int, int, str]]:
    """The places of symbols, and what they stand for."""
    yield from _of_fields(text)
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
