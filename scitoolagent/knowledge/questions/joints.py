"""How a question joins the entities that it names: all of them by "and", any of them by "or", or not surely."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

from scitoolagent.knowledge.questions.reading import Reading
from scitoolagent.language.words import word_list

_SAYS_NOTHING = word_list("questions", "list_words")
_TOGETHER = word_list("questions", "together")
_SUBJECT = word_list("questions", "before_subjects")


def joined_by(reading: Reading) -> Literal["and", "or", "mixed"]:
    """What joins the entities; `mixed` where some are alternatives and others not, as in "A or B and C"."""
    found: list[str] = []
    gaps = _gaps(reading)
    for place, gap in enumerate(gaps):
        said = {"and", "or"} & set(gap)
        if len(said) > 1:
            return "mixed"
        # In "A, B or C" the last of the list says how it is joined.
        if not said and not set(gap) - _SAYS_NOTHING and gaps[place + 1 :]:
            continue
        found.append("or" if "or" in said else "and")
    if len(set(found)) > 1:
        return "mixed"
    return "or" if found and found[0] == "or" else "and"


def is_list(reading: Reading) -> bool:
    """Whether the entities stand side by side, with nothing between them but what joins them."""
    return all(not set(gap) - _SAYS_NOTHING for gap in _gaps(reading))


def may_be_spread(reading: Reading) -> bool:
    """Whether a list of entities is who does it, or whose something is: "the genes of A and B", "what do A and B bind".

    Then both together may be meant or each of them, unless a word says which.
    """
    if len(reading.mentions) < 2 or not is_list(reading) or _TOGETHER & set(reading.words):
        return False
    if not all("and" in gap for gap in _gaps(reading)[-1:]):
        return False
    before = reading.mentions[0].place - 1
    while before >= 0 and reading.words[before] in ("the", "a", "an"):
        before -= 1
    if before < 0 or reading.words[before] not in _SUBJECT:
        return False
    # "associated with mutations of A and B" is no possession of what is asked for.
    return not any(cue.start <= before < cue.end for cue in reading.cues)


def _gaps(reading: Reading) -> list[tuple[str, ...]]:
    """The words between an entity and the next."""
    return [reading.words[one.end : other.place] for one, other in pairwise(reading.mentions)]
