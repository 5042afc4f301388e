"""Find a value with the mean and the standard deviation that it is held against."""

from __future__ import annotations

import re
from collections.abc import Iterator

_LONGEST = 2000
_NUMBER = r"[-−]?\d{1,12}(?:\.\d{1,12})?"
_IN = r"(?:in|for)\s+a\s+(?:normal\s+)?(?:distribution|population)"
_AND = rf"\s*(?:,|and|,\s*and|with|where|when|if|given|{_IN})?\s*"
_IS = r"\s*(?:is|of|=|:)?\s*"
_MEAN = rf"(?:with\s+|of\s+)?(?:an?\s+|the\s+)?(?:population\s+)?mean{_IS}(?P<mean>{_NUMBER})"
_DEVIATION = r"(?:standard\s+deviation|std\.?\s?dev\.?|sd|s\.d\.|σ)"
_SPREAD = rf"(?:with\s+)?(?:an?\s+|the\s+)?{_DEVIATION}{_IS}(?P<spread>{_NUMBER})"
_ASKED = re.compile(
    rf"(?P<asked>z[- ]?scores?|standard\s+scores?)\s+(?:of|for)\s+(?:an?\s+|the\s+)?"
    rf"(?:value|score|observation|measurement|mark|result)?\s*(?:of\s+)?"
    rf"(?P<value>{_NUMBER}){_AND}{_MEAN}{_AND}{_SPREAD}(?![\w.]*\d)",
    re.IGNORECASE,
)


def find_scores(text: str) -> Iterator[tuple[int, int, str]]:
    """The three numbers, as `75 of 60 ± 10`: "z-score of 75 with mean 60 and standard deviation 10"."""
    for match in _ASKED.finditer(text) if len(text) <= _LONGEST else ():
        value, mean, spread = (match[name].replace("−", "-") for name in ("value", "mean", "spread"))
        yield match.start("value"), match.end(), f"{value} of {mean} ± {spread}"
