"""Which way a sentence points: denied or not, up or down, and with which numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from scitoolagent.language.stem import stem
from scitoolagent.language.text import any_of, normalise
from scitoolagent.language.words import phrase_list, word_list

Stance = Literal["agrees", "opposes", "unclear"]
# These have a denial in them and deny nothing.
_AFFIRMING = re.compile(rf"\b(?:{any_of(phrase_list('claims', 'affirming'))})\b")
_NO = word_list("claims", "denial")
_EMPTY = frozenset(map(stem, word_list("claims", "stop") | _NO))
_BETWEEN = re.compile(rf"[;:]\s|,?\s(?:{any_of(word_list('claims', 'clause_joints'))})\s|,\sand\s")
_COMMA = re.compile(r",\s")
_VERBS = word_list("claims", "clause_verbs")
_UP = frozenset(map(stem, word_list("claims", "up")))
_DOWN = frozenset(map(stem, word_list("claims", "down")))
_DIRECTED = _UP | _DOWN
_BEFORE, _BEHIND = ("un", "non", "in", "im", "dis"), ("less",)
_SHORTEST, _NEAR = 3, 8
# The sum of two directions of which one is a fall and the other is none.
_FALL = -1
# "IL-6", "COVID-19" and "5-HT" are names, and no numbers.
_NUMBER = re.compile(r"(?<![\w.])(?<![^\W\d_]-)\d+(?:[.,]\d+)*(?![\w])(?!-[A-Z])")


def stance(claim: str, sentence: str) -> Stance:
    """Whether a sentence that speaks of the same things points the way of the claim.

    One denial, or one opposite direction, turns it round; both together cancel (`does not increase`, `reduces`).
    A direction counts only where claim and sentence both have a single one. What is said in a clause that speaks of
    something else turns nothing: "B fell, and no harm was seen". A fall has to be told: where one of the two tells it
    and the other tells no direction, nothing but a denial says which side is taken. What helps, drives or is needed for
    a thing seldom says that it rises, so a rise need not be told.
    """
    near = _clauses(claim, sentence)
    turned = _denied(claim) != _denied(near)
    turned ^= _is_opposed(claim, near) ^ _is_swapped(claim, near)
    mine, other = _direction(claim), _direction(near)
    if mine and other and mine != other:
        turned = not turned
    if not turned and (mine + other == _FALL or _other_number(claim, sentence)):
        return "unclear"
    return "opposes" if turned else "agrees"


def _clauses(claim: str, sentence: str) -> str:
    """The clauses of a sentence that share most words with a claim; all of it where none does."""
    wanted = _content(claim)
    clauses = [one for part in _BETWEEN.split(sentence) for one in _parted(part) if one.strip()]
    shared = [len(_content(one) & wanted) for one in clauses]
    most = max(shared, default=0)
    return " ; ".join(one for one, count in zip(clauses, shared, strict=True) if count == most) if most else sentence


def _parted(part: str) -> list[str]:
    """A part of a sentence at its commas, where what goes on behind an insertion is one with what stood before it."""
    found: list[str] = []
    for one in _COMMA.split(part):
        if found and one.split()[:1] and one.split()[0].lower() in _VERBS:
            found[-2:] = [", ".join((*found[-2:], one))]
        else:
            found.append(one)
    return found


def _content(text: str) -> frozenset[str]:
    return frozenset(map(stem, normalise(text).split())) - _EMPTY


def _denied(text: str) -> bool:
    words = _AFFIRMING.sub(" ", normalise(text)).split()
    # "neither … nor" denies once.
    twice = min(words.count("neither"), words.count("nor"))
    return (sum(word in _NO for word in words) - twice) % 2 == 1


def _is_opposed(one: str, other: str) -> bool:
    """Whether one text denies a word of the other by what is glued to it: "harmless" and "harm", "unsafe"."""
    mine, theirs = (normalise(text).replace("non ", "non").split() for text in (one, other))
    for words, others in ((mine, theirs), (theirs, mine)):
        plain, wanted = frozenset(map(stem, words)), frozenset(map(stem, others))
        bases = {stem(base) for word in words if word not in _NO and word not in others for base in _bases(word)}
        # "surgical and nonsurgical" speaks of both.
        if bases & wanted - plain:
            return True
    return False


def _bases(word: str) -> Iterator[str]:
    """What a word denies."""
    yield from (word[len(sign) :] for sign in _BEFORE if word.startswith(sign) and len(word) > len(sign) + _SHORTEST)
    yield from (word[: -len(sign)] for sign in _BEHIND if word.endswith(sign))


def _is_swapped(claim: str, sentence: str) -> bool:
    """Whether both compare, in the other order: "A is better than B" and "B is better than A"."""
    sides = []
    for text in (claim, sentence):
        before, _, after = f" {normalise(text)} ".partition(" than ")
        mine = frozenset(map(stem, before.split()[-_NEAR:]))
        theirs = frozenset(map(stem, after.split()[:_NEAR]))
        sides.append((mine - theirs, theirs - mine))
    (more, less), (left, right) = sides
    return bool(less & left and more & right) and not (more & left - _DIRECTED and less & right)


def _direction(text: str) -> int:
    found = set(map(stem, normalise(text).split()))
    ups, downs = bool(found & _UP), bool(found & _DOWN)
    return 0 if ups == downs else 1 if ups else -1


def _other_number(claim: str, sentence: str) -> bool:
    wanted = {one.replace(",", "") for one in _NUMBER.findall(claim)}
    return bool(wanted) and not wanted <= {one.replace(",", "") for one in _NUMBER.findall(sentence)}
