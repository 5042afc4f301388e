"""Which way a sentence points: denied or not, up or down, and with which numbers."""

from __future__ import annotations

import re
from typing import Literal

from scitoolagent.language.stem import stem
from scitoolagent.language.text import any_of, normalise
from scitoolagent.language.words import word_list

Stance = Literal["agrees", "opposes", "unclear"]
_NO = word_list("claims", "denial")
_EMPTY = frozenset(map(stem, word_list("claims", "stop") | _NO))
_BETWEEN = re.compile(rf"[;:]\s|,?\s(?:{any_of(word_list('claims', 'clause_joints'))})\s|,\sand\s")
_COMMA = re.compile(r",\s")
_VERBS = word_list("claims", "clause_verbs")
_UP = frozenset(map(stem, word_list("claims", "up")))
_DOWN = frozenset(map(stem, word_list("claims", "down")))
# "IL-6", "COVID-19" and "5-HT" are names, and no numbers.
_NUMBER = re.compile(r"(?<![\w.])(?<![^\W\d_]-)\d+(?:[.,]\d+)*(?![\w])(?!-[A-Z])")


def stance(claim: str, sentence: str) -> Stance:
    """Whether a sentence that speaks of the same things points the way of the claim.

    One denial, or one opposite direction, turns it round; both together cancel (`does not increase`, `reduces`).
    A direction counts only where claim and sentence both have a single one. What is said in a clause that speaks of
    something else turns nothing: "B fell, and no harm was seen".
    """
    near = _clauses(claim, sentence)
    turned = _denied(claim) != _denied(near)
    mine, other = _direction(claim), _direction(near)
    if mine and other and mine != other:
        turned = not turned
    if not turned and _other_number(claim, sentence):
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
    return sum(word in _NO for word in normalise(text).split()) % 2 == 1


def _direction(text: str) -> int:
    found = set(map(stem, normalise(text).split()))
    ups, downs = bool(found & _UP), bool(found & _DOWN)
    return 0 if ups == downs else 1 if ups else -1


def _other_number(claim: str, sentence: str) -> bool:
    wanted = {one.replace(",", "") for one in _NUMBER.findall(claim)}
    return bool(wanted) and not wanted <= {one.replace(",", "") for one in _NUMBER.findall(sentence)}
