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
# A single capital, with the word in front of it.
_CAPITAL = re.compile(r"(?:^|(?P<before>\S+)\s+|(?P<glued>[(\[\"'“]))(?P<letter>[A-Z])\.$")
# "hepatitis A and B.", "subtypes D1 and N."
_LETTERS = re.compile(r"(?<!\S)[(\[]?(?:[A-Z]\d*[a-z]?|\d+),?\s+(?:and|or|&)\s+[A-Z]\.$")
_NAME = re.compile(r"[A-Z][a-zé'’-]*[a-zé]$")
_WORD = re.compile(r"[A-Za-z]+")

_ORDERS = tuple(
    (word_list("claims", verbs), word_list("claims", objects))
    for verbs, objects in (("order_verbs", "order_objects"), ("reply_verbs", "replies"), ("write_verbs", "written"))
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
        if not (_SHORT.search(before) or numbered or _is_initial(before, text[match.end() :], text)):
            found.append(text[start : match.end()].strip())
            start = match.end()
    found.append(text[start:].strip())
    return [one for one in found if one]


def _is_initial(before: str, after: str, text: str) -> bool:
    """Whether a text ends in the initial of a name: "J. Smith", "infected with S. Typhimurium"; "vitamin C." ends."""
    found = _CAPITAL.search(before)
    if not found:
        return False
    word = found["before"] or ""
    if not word or word[-1] in ".,;:!?([\"'“":
        return True
    follows = _WORD.match(after)
    if follows and follows[0].lower() in word_list("claims", "openers"):
        return False
    plain = word.strip("([\"'“").lower()
    if plain in word_list("claims", "before_letters"):
        return False
    if plain in word_list("claims", "before_initials"):
        return not _LETTERS.search(before)
    return bool(_NAME.match(word)) or bool(follows and _is_named(f"{found['letter']}. {follows[0]}", text))


def _is_named(name: str, text: str) -> bool:
    """Whether a text has the name in brackets or behind what stands before initials: "(S. Typhi)", "of S. Typhi"."""
    place = -1
    while (place := text.find(name, place + 1)) >= 0:
        before = text[max(0, place - _NEAR * 5) : place].split()
        if text[place - 1 : place] == "(" or (before and before[-1].lower() in word_list("claims", "before_initials")):
            return True
    return False
