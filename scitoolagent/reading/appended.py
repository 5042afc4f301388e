"""Whether `add` puts something beside what is there, and sums nothing: "add the logP to lib.csv"."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from scitoolagent.language.words import word_list
from scitoolagent.reading.tokens import ENTITY, Token


def is_appending(sentence: Sequence[Token], place: int) -> bool:
    """Whether the word at a place does so; "add A to B" of values is a sum."""
    if sentence[place].text not in word_list("tables", "appending"):
        return False
    behind = [token for token in sentence[place:] if token.text not in word_list("tables", "around")]
    return any(one.text == "to" and two.kind == ENTITY and "." in two.text for one, two in itertools.pairwise(behind))
