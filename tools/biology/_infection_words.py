"""Find how many particles of a virus meet how many cells: "1e7 PFU on 1e6 cells", "2 mL of 5e6 PFU/mL on 1e6 cells"."""

from __future__ import annotations

import re
from collections.abc import Iterator

_LONGEST = 2000
_POWER = r"(?:\d{1,2}|[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2})"
_NUMBER = (
    rf"\d{{1,3}}(?:,\d{{3}})+(?!\d)|\d{{1,12}}(?:\.\d{{1,6}})?(?:[eE]\+?\d{{1,2}}|\s?[x×*]\s?10\s?\^?\s?{_POWER})?"
    r"|10\^\d{1,2}|10[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2}"
)
_PARTICLES = (
    r"(?:PFUs?|TUs?|plaque[- ]forming\s+units|transducing\s+units|infectious\s+(?:particles|units)|virions|viruses"
    r"|virus\s+particles|phages?)"
)
_TITRE = rf"(?P<titre>{_NUMBER})\s?{_PARTICLES}\s?(?:/|per)\s?mL"
_VOLUME = r"(?P<volume>\d{1,6}(?:\.\d{1,6})?)\s?(?P<unit>mL|µL|μL|uL|L)"
_CELLS = rf"(?P<cells>{_NUMBER})\s+(?:\w+\s+)?(?:cells|bacteria)"
_ON = (
    r"\s+(?:(?:are|is|was|were)\s+)?(?:added\s+|given\s+)?(?:of\s+\w+\s+)?"
    r"(?:on|onto|to|for|per|with|and|infecting|infect|against)\s+"
)
_STOCK = r"(?:an?\s+|the\s+)?(?:virus\s+|phage\s+|stock\s+|lysate\s+)*(?:stock\s+)?(?:at|of|with|containing)?"
_SAID = re.compile(
    rf"(?<![\w.,])(?:(?P<count>{_NUMBER})\s?{_PARTICLES}(?!\s?(?:/|per\s?mL))"
    rf"|{_VOLUME}\s+(?:of\s+)?{_STOCK}\s*{_TITRE})(?:\s+(?:virus|phage|stock|lysate))?{_ON}{_CELLS}(?![\w/])",
    re.IGNORECASE,
)
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_IN_ML = {"ml": 1.0, "µl": 1e-3, "μl": 1e-3, "ul": 1e-3, "l": 1e3}


def find_infections(text: str) -> Iterator[tuple[int, int, str]]:
    """Particles and cells, as `1e+07 particles on 1e+06 cells`."""
    for match in _SAID.finditer(text) if len(text) <= _LONGEST else ():
        if match["count"]:
            particles = _value(match["count"])
        else:
            particles = float(match["volume"]) * _IN_ML[match["unit"].lower()] * _value(match["titre"])
        yield match.start(), match.end(), f"{particles:.10g} particles on {_value(match['cells']):.10g} cells"


def _value(written: str) -> float:
    plain = "".join(written.split()).replace(",", "").replace("×", "x").replace("*", "x").lower()
    raised = re.fullmatch(r"(?:([\d.]+)x)?10\^?([⁰¹²³⁴⁵⁶⁷⁸⁹\d]+)", plain)
    if raised and (raised[1] or not plain.isdecimal()):
        return float(raised[1] or 1) * 10.0 ** int(raised[2].translate(_RAISED))
    return float(plain)
