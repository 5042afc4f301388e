"""Which way a sentence points: denied or not, up or down, and with which numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from scitoolagent.language.text import normalise

Stance = Literal["agrees", "opposes", "unclear"]
_NO = frozenset(
    """not no never neither nor without lack lacks lacked lacking absence absent fail fails failed failure unable cannot
    none neither independent unaffected unchanged unlikely unrelated ineffective""".split()
)
_UP = """increas rais high higher highest elevat enhanc promot activat upregulat up more greater improv induc stimulat
    augment strengthen accelerat gain rise rose risen boost facilitat worsen long longer better large larger
    overexpress posit""".split()
_DOWN = """decreas reduc low lower lowest inhibit suppress downregulat down less fewer smaller diminish attenuat impair
    block prevent weaken slow slower loss declin fall fell drop shorten shorter worse repress deplet protect
    negat deficien limit restrict""".split()
_WHOLE = frozenset(
    {"up", "down", "more", "less", "low", "high", "long", "gain", "rise", "rose", "loss", "fall", "fell"}
)
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
    words = normalise(text).split()
    return sum(word in _NO for word in words) % 2 == 1


def _direction(text: str) -> int:
    words = normalise(text).split()
    ups, downs = sum(_starts(word, _UP) for word in words), sum(_starts(word, _DOWN) for word in words)
    return 0 if bool(ups) == bool(downs) else 1 if ups else -1


def _starts(word: str, beginnings: Sequence[str]) -> bool:
    return any(word == one or (one not in _WHOLE and len(one) > 3 and word.startswith(one)) for one in beginnings)


def _other_number(claim: str, sentence: str) -> bool:
    wanted = {one.replace(",", "") for one in _NUMBER.findall(claim)}
    return bool(wanted) and not wanted <= {one.replace(",", "") for one in _NUMBER.findall(sentence)}
