"""Whether a sentence states a relation of two names in it, denies it, or leaves it open.

A question, a supposition, a condition and what was left out of a study leave it open. A denial counts between the two,
in front of both where it speaks of a finding (`no evidence that`, `neither`), and behind both (`were not related`),
each in the clauses that hold the two. What the words do not settle is no statement.
"""

from __future__ import annotations

import re
from typing import Literal

from scitoolagent.language.text import any_of, normalise
from scitoolagent.language.words import phrase_list, word_list

Standing = Literal["stated", "denied", "open"]
_JOINT = re.compile(rf";\s|,?\s(?:{any_of(word_list('extraction', 'joints'))})\s")
_QUESTION = re.compile(r"\?[\"'”’)\]]*\s*$")
_WHOLLY = re.compile(rf"\b(?:{any_of(phrase_list('extraction', 'harmless'))})\b")
_OPEN = re.compile(rf"\b(?:{any_of(phrase_list('extraction', 'open'))})\b")
_SUPPOSING = word_list("extraction", "supposing")
# Behind a comma a condition has ended: "if untreated, it causes".
_CONDITIONS = word_list("extraction", "conditions")
_UNLIKE = word_list("extraction", "contrasting")
_DENIAL = word_list("claims", "denial") | word_list("extraction", "denial")
_LISTING = word_list("extraction", "listing") | _DENIAL
_BOTH = frozenset(("neither", "nor"))
_NO = any_of(_DENIAL)
_FINDING = re.compile(rf"\b(?:{_NO})\s+(?:\w+\s+){{0,2}}(?:{any_of(word_list('extraction', 'findings'))})\b")
_UNRELATED = re.compile(
    rf"\b(?:{_NO})\s+(?:\w+\s+)?(?:{any_of(word_list('extraction', 'related'))})\b(?!\s+(?:with|to|by|in|from)\b)"
)


def standing(sentence: str, one: tuple[int, int], other: tuple[int, int], alike: bool = False) -> Standing:
    """What a sentence says of two names in it.

    Args:
        sentence: the sentence.
        one: where the first name starts and ends.
        other: where the second does.
        alike: both are of one kind, so that "A does, but B does not" sets one against the other.
    """
    joints = list(_JOINT.finditer(sentence))
    begin = max((joint.end() for joint in joints if joint.end() <= one[0]), default=0)
    end = min((joint.start() for joint in joints if joint.start() >= other[1]), default=len(sentence))
    before, between, after = (
        _WHOLLY.sub(" ", normalise(text))
        for text in (sentence[begin : one[0]], sentence[one[1] : other[0]], sentence[other[1] : end])
    )
    if _QUESTION.search(sentence) or _is_open(before, between, after, sentence[begin : one[0]]):
        return "open"
    inner = between.split()
    if inner and set(inner) <= _LISTING and set(inner) & _DENIAL:
        return "open"  # "neither A nor B" says nothing of A and B together
    parts = _JOINT.split(sentence[one[1] : other[0]])
    if len(parts) > 1 and after.split()[-1:] == ["not"]:
        return "open" if alike else "denied"  # "A treats it, but B does not"
    # "A did not do this but did that" denies only this.
    near = set(_WHOLLY.sub(" ", normalise(parts[-1])).split())
    in_front = bool(_BOTH & set(before.split()) or _FINDING.search(before))
    return "denied" if near & _DENIAL or in_front or _UNRELATED.search(after) else "stated"


def _is_open(before: str, between: str, after: str, written: str) -> bool:
    front = before.split()
    supposed = set(front) | set(between.split())
    last_part = normalise(written.rpartition(",")[2]).split()
    return bool(
        supposed & _SUPPOSING
        or _CONDITIONS & (set(last_part) | set(between.split()))
        or (front[-1:] and front[-1] in _UNLIKE)
        or any(_OPEN.search(text) for text in (before, between, after))
    )
