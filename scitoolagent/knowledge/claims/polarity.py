"""Which way a sentence points: denied or not, up or down, and with which numbers."""

from __future__ import annotations

import re
from typing import Literal

from scitoolagent.language.stem import stem
from scitoolagent.language.text import normalise
from scitoolagent.language.words import word_list

Stance = Literal["agrees", "opposes", "unclear"]
_NO = word_list("claims", "denial")
_UP = frozenset(map(stem, word_list("claims", "up")))
_DOWN = frozenset(map(stem, word_list("claims", "down")))
_NUMBER = re.compile(r"(?<![\w.])\d+(?:[.,]\d+)*(?![\w])")


def stance(claim: str, sentence: str) -> Stance:
    """Whether a sentence that speaks of the same things points the way of the claim.

    One denial, or one opposite direction, turns it round; both together cancel (`does not increase`, `reduces`).
    A direction counts only where claim and sentence both have a single one.
    """
    turned = _denied(claim) != _denied(sentence)
    mine, other = _direction(claim), _direction(sentence)
    if mine and other and mine != other:
        turned = not turned
    if not turned and _other_number(claim, sentence):
        return "unclear"
    return "opposes" if turned else "agrees"


def _denied(text: str) -> bool:
    return sum(word in _NO for word in normalise(text).split()) % 2 == 1


def _direction(text: str) -> int:
    found = set(map(stem, normalise(text).split()))
    ups, downs = bool(found & _UP), bool(found & _DOWN)
    return 0 if ups == downs else 1 if ups else -1


def _other_number(claim: str, sentence: str) -> bool:
    wanted = {one.replace(",", "") for one in _NUMBER.findall(claim)}
    return bool(wanted) and not wanted <= {one.replace(",", "") for one in _NUMBER.findall(sentence)}
