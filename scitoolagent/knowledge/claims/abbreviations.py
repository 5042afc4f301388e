"""Abbreviations as a text defines them: `endoplasmic reticulum (ER)`."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from scitoolagent.language.text import normalise

_BRACKET = re.compile(r"\(([A-Za-z][A-Za-z0-9-]{1,9})\)")
_WORD = re.compile(r"[^\W_][\w-]*")
_SHORT = re.compile(r"[A-Za-z][A-Za-z0-9-]{1,9}")


def defined_in(text: str) -> dict[str, str]:
    """Long forms by short form, as the text defines them in brackets (Schwartz & Hearst 2003, PMID 12603049)."""
    found: dict[str, str] = {}
    for match in _BRACKET.finditer(text):
        short = match[1]
        if sum(sign.isupper() for sign in short) < 2:
            continue
        before = list(_WORD.finditer(text, max(0, match.start() - 200), match.start()))
        words = before[-min(len(short) + 5, 2 * len(short)) :]
        long = _long_form(short, text[words[0].start() : match.start()].strip()) if words else ""
        if long:
            found.setdefault(short, long)
    return found


def _long_form(short: str, text: str) -> str:
    """The shortest end of `text` that has the signs of `short` in order, the first one at the start of a word."""
    place = len(text) - 1
    for number in range(len(short) - 1, -1, -1):
        sign = short[number].lower()
        if not sign.isalnum():
            continue
        while place >= 0 and (
            text[place].lower() != sign or (number == 0 and place > 0 and (text[place - 1].isalnum()))
        ):
            place -= 1
        if place < 0:
            return ""
        place -= 1
    long = text[place + 1 :].strip()
    return long if len(long) > len(short) and short not in long.split() else ""


def expansions(texts: Iterable[str]) -> dict[str, str]:
    """The long form that most texts give each short form; those on which texts disagree are left out."""
    votes: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for text in texts:
        for short, long in defined_in(text).items():
            votes[short][long.lower()] += 1
    agreed = {}
    for short, counts in votes.items():
        long, count = counts.most_common(1)[0]
        # Plural and spelling variants split the vote, so half of it is enough.
        if count * 2 >= sum(counts.values()):
            agreed[short] = long
    return agreed


class Abbreviations:
    """Short and long forms, looked up in a text by key.

    Args:
        known: the long form of each short form.
    """

    def __init__(self, known: Mapping[str, str]) -> None:
        self.known = dict(known)
        self._short = {normalise(long): short for short, long in known.items()}
        self._longest = max((key.count(" ") + 1 for key in self._short), default=0)

    def other_forms(self, text: str) -> list[str]:
        """The long forms of the abbreviations in a text, and the abbreviations of the long forms in it."""
        found = [self.known[word] for word in dict.fromkeys(_SHORT.findall(text)) if word in self.known]
        words = normalise(text).split()
        for start in range(len(words)):
            for end in range(start + 1, min(len(words), start + self._longest) + 1):
                short = self._short.get(" ".join(words[start:end]))
                if short is not None:
                    found.append(short)
        return list(dict.fromkeys(found))
