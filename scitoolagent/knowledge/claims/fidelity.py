"""Whether a sentence says a claim at all: surely, of the same things, and of who does what to whom."""

from __future__ import annotations

import re
from itertools import pairwise

from scitoolagent.language.stem import stem
from scitoolagent.language.text import any_of, normalise
from scitoolagent.language.words import phrase_list, word_list

_STOP = word_list("claims", "stop") | word_list("claims", "denial")
_UNSURE = re.compile(rf"\b(?:{any_of(phrase_list('claims', 'unsure'))})\b")
_ACTING = frozenset(map(stem, word_list("claims", "acting") | word_list("claims", "up") | word_list("claims", "down")))
_NO_KINDS = frozenset(map(stem, word_list("claims", "no_kinds")))
# A claim of so few words is one of a thing, a verb and a thing: each thing has to be spoken of.
_FEW = 4
# In a longer one, other words often say the same: it would cost 3 points on SciFact's train claims, and so 0.3.
_SHORT = 7


def departure(claim: str, sentence: str) -> str:
    """Why a sentence that shares words with a claim takes no side of it; empty where nothing speaks against it."""
    if _is_unsure(sentence) and not _is_unsure(claim):
        return "leaves it open"
    if other := other_kind(claim, sentence):
        return f"speaks of {other}"
    if _is_turned(claim, sentence):
        return "says it the other way round"
    return ""


def lacking(claim: str, text: str) -> str:
    """A thing of a short claim that a text does not speak of; empty where it names each."""
    words = _content(claim)
    if len(words) > _FEW:
        return ""
    there = set(map(stem, normalise(text).split()))
    return next((word for word in words if stem(word) not in there and stem(word) not in _ACTING), "")


def other_kind(claim: str, sentence: str) -> str:
    """The other kind of a thing that a sentence speaks of: "LDL cholesterol", "lung cancer" for "breast cancer"."""
    mine, theirs = normalise(claim).split(), normalise(sentence).split()
    stems = list(map(stem, theirs))
    own = set(map(stem, mine))
    if len(set(_content(claim))) > _SHORT:
        return ""
    for word, head in pairwise(mine):
        wanted = stem(head)
        if {word, head} & _STOP or {stem(word), wanted} & (_NO_KINDS | _ACTING) or stem(word) in stems:
            continue
        before = [theirs[place - 1] for place, one in enumerate(stems) if one == wanted and place]
        kinds = [one for one in before if one not in _STOP and stem(one) not in own | _NO_KINDS | _ACTING]
        if kinds and len(kinds) == stems.count(wanted):
            return f"{kinds[0]} {head}"
    return ""


def _is_unsure(text: str) -> bool:
    return bool(_UNSURE.search(normalise(text))) or text.rstrip("\"')] ").endswith("?")


def _is_turned(claim: str, sentence: str) -> bool:
    """Whether a verb of both has the subject of one for its object in the other."""
    mine, theirs = normalise(claim).split(), normalise(sentence).split()
    if "by" in mine or "by" in theirs:
        return False
    for verb in {stem(word) for word in mine} & {stem(word) for word in theirs} & _ACTING:
        subject, target = _sides(mine, verb)
        doer, done = _sides(theirs, verb)
        subject, target = subject - target - _NO_KINDS, target - subject - _NO_KINDS
        if subject & done and target & doer and not subject & doer and not target & done:
            return True
    return False


def _sides(words: list[str], verb: str) -> tuple[set[str], set[str]]:
    """The stems of the content words before and behind the first place of a verb."""
    place = next(place for place, word in enumerate(words) if stem(word) == verb)
    return (
        {stem(word) for word in words[:place] if word not in _STOP},
        {stem(word) for word in words[place + 1 :] if word not in _STOP},
    )


def _content(text: str) -> list[str]:
    return [word for word in normalise(text).split() if word not in _STOP]
