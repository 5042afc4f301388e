"""Cut a text into sentences, each of them a substring of the text."""

from __future__ import annotations

import re

# After a full stop, before a capital, a digit or a bracket; not after the short forms of scientific prose.
_END = re.compile(r"(?<=[.!?])[\"')\]]*\s+(?=[\"'(\[]*[A-Z0-9])")
_SHORT = re.compile(r"(?:\b(?:vs|e\.g|i\.e|et al|cf|ca|approx|Fig|Figs|Dr|St|no|spp?|resp)|\b[A-Z])\.$")


def sentences_of(text: str) -> list[str]:
    """The sentences of a text, in order, without the space around them."""
    found: list[str] = []
    start = 0
    for match in _END.finditer(text):
        if not _SHORT.search(text[start : match.start()]):
            found.append(text[start : match.end()].strip())
            start = match.end()
    found.append(text[start:].strip())
    return [one for one in found if one]
