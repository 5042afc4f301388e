"""Find the X-ray sources that a question names: "Mo Kα radiation", "Cu K-alpha (1.5406 Å)"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list, phrases_of

# Kα wavelengths in Å: the mean (2 Kα1 + Kα2) / 3, Kα1 and Kα2 (International Tables for Crystallography C, 4.2.2).
K_ALPHA = {
    "Cr": (2.29100, 2.28970, 2.29361),
    "Fe": (1.93735, 1.93604, 1.93998),
    "Co": (1.79026, 1.78896, 1.79285),
    "Cu": (1.54184, 1.54056, 1.54439),
    "Mo": (0.71073, 0.70930, 0.71359),
    "Ag": (0.560885, 0.559421, 0.563813),
}
_IN_ANGSTROM = {"å": 1.0, "a": 1.0, "angstrom": 1.0, "angstroms": 1.0, "ångström": 1.0, "nm": 10.0, "pm": 0.01}
# A wavelength beside the name of a source is that of the source; otherwise nobody knows which is meant.
_MOST_OFF = 0.005


@cache
def _pattern() -> tuple[re.Pattern[str], dict[str, str]]:
    symbols = {name: symbol for symbol, names in phrases_of("xray_sources").items() for name in names}
    radiation = any_of(phrase_list("xray", "radiation"))
    alpha = any_of(phrase_list("xray", "alpha"))
    unit = any_of(_IN_ANGSTROM)
    length = rf"(?P<length>\d\.\d+)\s*(?P<unit>{unit})\b"
    return (
        re.compile(
            rf"(?<![\w-])(?P<source>{any_of(symbols)}|(?-i:{'|'.join(symbols.values())}))[\s-]*"
            rf"(?:(?:{alpha})(?:[\s_-]*(?P<line>[12₁₂])(?!\d))?(?:\s+(?:{radiation}))?|(?:{radiation}))(?![\w-])"
            rf"(?:\s*[,(\[]?\s*(?:λ|lambda|wavelength)?\s*[=:]?\s*{length}\s*[)\]]?)?",
            re.IGNORECASE,
        ),
        symbols,
    )


def find_sources(text: str) -> Iterator[tuple[int, int, float]]:
    """The wavelengths in Å of the sources named; one given beside the name counts where it is that of the source."""
    pattern, symbols = _pattern()
    for match in pattern.finditer(text):
        symbol = symbols.get(match["source"].lower(), match["source"])
        line = {"1": 1, "₁": 1, "2": 2, "₂": 2}.get(match["line"] or "", 0)
        known = K_ALPHA[symbol]
        if match["length"] is None:
            yield match.start(), match.end(), known[line]
            continue
        given = float(match["length"]) * _IN_ANGSTROM[match["unit"].lower()]
        if any(abs(given / value - 1) < _MOST_OFF for value in ((known[line],) if line else known)):
            yield match.start(), match.end(), given
