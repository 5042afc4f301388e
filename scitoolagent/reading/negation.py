"""Conditions that are denied: "not heavier than 90", "do not exceed a logP of 2", "excluding values above 10"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scitoolagent.language.words import word_list
from scitoolagent.reading.compose import Sentence
from scitoolagent.reading.cues import Cue
from scitoolagent.reading.tokens import Token

_OPPOSITE = {">": "<=", ">=": "<", "<": ">=", "<=": ">", "=": "!=", "!=": "="}
_UNCLEAR = "it is not clear which rows are left out; say the condition without a negation"


def with_denials(sentence: Sentence) -> Sentence | str:
    """The sentence with each denied condition turned round; or why what is denied is not clear.

    A word that denies stands right in front of a relation, but for a verb, an article and what the relation is of. One
    that leaves rows out ("excluding", "but not those") in front of a relation is not read.
    """
    cues = list(sentence.cues)
    for denial in [cue for cue in sentence.cues if cue.kind == "deny"]:
        relation = next((cue for cue in cues if cue.kind == "relation" and cue.first > denial.last), None)
        if relation is None:
            continue
        places = range(denial.last + 1, relation.first)
        excludes = sentence.tokens[denial.first].text in word_list("operations", "excluding")
        if not excludes and all(_is_small(sentence, cues, place) for place in places):
            if relation.value not in _OPPOSITE:
                return _UNCLEAR
            cues[cues.index(relation)] = replace(relation, value=_OPPOSITE[relation.value])
            cues.remove(denial)
        elif not _is_parted([sentence.tokens[place] for place in places], excludes):
            return _UNCLEAR
    return replace(sentence, cues=cues)


def _is_small(sentence: Sentence, cues: Sequence[Cue], place: int) -> bool:
    """Whether a word between a denial and a relation belongs to both: a verb, an article, what the relation is of."""
    token = sentence.tokens[place]
    in_verb = any(cue.kind == "verb" and cue.first <= place <= cue.last for cue in cues)
    in_ask = any(ask.start <= token.start < ask.end for ask in sentence.asks)
    return in_verb or in_ask or token.text in word_list("operations", "having") | word_list("operations", "beside_no")


def _is_parted(between: Sequence[Token], excludes: bool) -> bool:
    """Whether a clause ends between a denial and a relation."""
    parting = word_list("operations", "parting") - (word_list("operations", "opening") if excludes else frozenset())
    return any(token.text in parting for token in between)
