"""What a text says besides the complaints of its patient: what is set apart, and what led to nothing."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from scitoolagent.knowledge.claims.corpus import STOP
from scitoolagent.knowledge.mindmap.complaints import Said
from scitoolagent.knowledge.mindmap.presence import Why, spoken_for
from scitoolagent.language.words import word_list

Words = Sequence[tuple[str, int, int]]
_ASKING = word_list("cases", "asking")
_PARTS = re.compile(r"[,.;:!?\n]")


@dataclass(frozen=True, slots=True)
class Apart:
    """Words of a text that tell of no complaint of its patient now, and why."""

    words: str
    why: Why


_TOLD: dict[str, str] = {
    "denied": "ruled out",
    "gone": "no longer there",
    "past": "in the past",
    "another's": "of somebody else",
    "measured": "within what is usual, or not settled by the number",
}


def in_words(apart: Sequence[Apart]) -> str:
    """What is set apart, in one line."""
    kinds = dict.fromkeys(one.why for one in apart)
    return "; ".join(f"{_TOLD[why]}: {', '.join(one.words for one in apart if one.why == why)}" for why in kinds)


def apart_in(text: str, said: Sequence[Said], words: Words, named: Collection[int]) -> tuple[Apart, ...]:
    """The complaints that are not had now, in the words of the text; `named` are places of names of the graph."""
    found: dict[Apart, None] = {}
    reasons: dict[Why, None] = {one.why: None for one in said if one.why}
    for why in reasons:
        own = {
            place
            for one in said
            if one.why == why and (one.first < one.last or words[one.first][0] not in STOP | spoken_for())
            for place in range(one.first, one.last + 1)
        }
        telling = {one.first for one in said if one.measured or any(name.startswith("=") for name in one.concepts)}
        for first, last in _runs(text, words, sorted(own)):
            if any(place in telling or place in named for place in range(first, last + 1)):
                found[Apart(text[words[first][1] : words[last][2]], why)] = None
    return tuple(found)


def unused_in(text: str, said: Sequence[Said], words: Words, used: Collection[int]) -> tuple[str, ...]:
    """Words of the text that led to nothing, numbers among them."""
    told = {place for one in said for place in range(one.first, one.last + 1)}
    left = [
        place
        for place, (word, _, _) in enumerate(words)
        if place in told and place not in used and word not in STOP | _ASKING | spoken_for()
    ]
    return tuple(dict.fromkeys(text[words[one][1] : words[last][2]] for one, last in _runs(text, words, left)))


def _runs(text: str, words: Words, places: Sequence[int]) -> list[tuple[int, int]]:
    """First and last of the places that stand together, with no comma or the like between them."""
    found: list[tuple[int, int]] = []
    for place in places:
        if found and place == found[-1][1] + 1 and not _PARTS.search(text[words[place - 1][2] : words[place][1]]):
            found[-1] = (found[-1][0], place)
        else:
            found.append((place, place))
    return found
