"""Words that call a value good or bad: which end of its scale "the best" is depends on what is measured."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from scitoolagent.language.words import phrases_of
from scitoolagent.reading.cues import Cue
from scitoolagent.reading.phrases import Target
from scitoolagent.reading.row_values import words_in
from scitoolagent.reading.tokens import Token

_SIGNS = {"higher": 1, "lower": -1}


@lru_cache(maxsize=1)
def judging() -> frozenset[str]:
    """The words that call a value good or bad: no scale says which end of it is meant."""
    return frozenset(word for name in ("good", "bad") for form in phrases_of("degrees")[name] for word in form.split())


def is_judged(sentence: Sequence[Token], cue: Cue) -> bool:
    """Whether a cue calls something best or worst, and says not that it is highest or lowest."""
    return any(token.text in judging() for token in sentence[cue.first : cue.last + 1])


def judged_end(header: str, is_good: bool) -> str:
    """Which end of a column is good or bad: `highest` or `lowest`, empty where it is not known which is better.

    A yield is one whatever stands in front of it; a "yield loss" is none.
    """
    from scitoolagent.tables.recognise import header_unit

    words = words_in(header_unit(header)[0].replace("_", " "))
    said = {" ".join(words[start:]) for start in range(len(words))}
    better = [name for name, labels in phrases_of("better").items() if said & set(labels)]
    if len(better) != 1:
        return ""
    return "highest" if is_good == (better[0] == "higher") else "lowest"


def better_end(text: str, targets: Sequence[Target], labelled: Callable[[str], tuple[Target, ...]]) -> int:
    """Which end of a scale is the better one: 1 for the upper, -1 for the lower; 0 where nothing says so.

    Args:
        text: how the question names the property.
        targets: what that stands for.
        labelled: what a label stands for.
    """
    said = text.lower().split()
    headers = [target.column.lower().replace("_", " ").split() for target in targets if target.column]
    for end, labels in phrases_of("better").items():
        for label in labels:
            words = label.split()
            named = said[-len(words) :] == words or any(one[: len(words)] == words for one in headers)
            # A column is called what its header says; a tool is found by any of its labels.
            if (named and (headers or not labelled(label))) or set(labelled(label)) & set(targets):
                return _SIGNS[end]
    return 0
