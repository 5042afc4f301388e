"""Cut a text into sentences, each of them a substring of the text, and tell those that give orders."""

from __future__ import annotations

import re

from scitoolagent.language.text import normalise
from scitoolagent.language.words import word_list

# After a full stop, before a capital, a digit or a bracket; not after the short forms of scientific prose.
_END = re.compile(r"(?<=[.!?])[\"')\]]*\s+(?=[\"'(\[]*[A-Z0-9])")
_SHORT = re.compile(r"\b(?:vs|e\.g|i\.e|et al|cf|ca|approx|Figs?|Dr|Prof|St|spp?|resp)\.$")
# In front of a number only: "no. 5", where "the answer was no." is at its end.
_NUMBERED = re.compile(r"\bno\.$", re.IGNORECASE)
# An initial stands at a beginning, behind another one, or behind what names go with; "vitamin C." and "10 µg/L." end.
_INITIAL = re.compile(r"(?:^|[.,;:!?]\s+|[(\[\"'“]|\bby\s+|\bet\s+)[A-Z]\.$")

_ORDERS = tuple(
    (word_list("claims", verbs), word_list("claims", objects))
    for verbs, objects in (("order_verbs", "order_objects"), ("reply_verbs", "replies"))
)
_NEAR = 5
_ROLE = re.compile(r"^\W*(?:system|assistant|user)\s*:|<\s*/?\s*(?:data|system|instructions?)\s*>", re.IGNORECASE)


def is_order(sentence: str) -> bool:
    """Whether a sentence of an abstract speaks to who reads it, as no finding does: what it says is no evidence."""
    words = normalise(sentence).split()
    return bool(_ROLE.search(sentence)) or any(
        word in verbs and objects & set(words[place + 1 : place + 1 + _NEAR])
        for verbs, objects in _ORDERS
        for place, word in enumerate(words)
    )


def sentences_of(text: str) -> list[str]:
    """The sentences of a text, in order, without the space around them."""
    found: list[str] = []
    start = 0
    for match in _END.finditer(text):
        before = text[start : match.start()]
        numbered = _NUMBERED.search(before) and text[match.end()].isdigit()
        if not (_SHORT.search(before) or _INITIAL.search(before) or numbered):
            found.append(text[start : match.end()].strip())
            start = match.end()
    found.append(text[start:].strip())
    return [one for one in found if one]
