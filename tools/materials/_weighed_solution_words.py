"""Find a solution that is told by its masses in a question: "18 g of glucose in 250 g of water"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list, word_list
from scitoolagent.tools.materials._weighed_substances import LONGEST, weighed_substances


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    cues, joints, leads = (any_of(phrase_list("weighed_solutions", name)) for name in ("cues", "joints", "leads"))
    return (
        re.compile(rf"(?<![\w-])(?:{cues})", re.IGNORECASE),
        re.compile(rf"\s*(?:{joints})\s+", re.IGNORECASE),
        re.compile(rf"(?<![\w-])(?:{leads})\s+$", re.IGNORECASE),
    )


def find_weighed_solutions(text: str) -> Iterator[tuple[int, int, str]]:
    """A solute and its solvent with their masses, as `18.0 g glucose in 250.0 g water`, where freezing is spoken of."""
    cue, joint, lead = _patterns()
    if len(text) > LONGEST or not cue.search(text):
        return
    parts = [*weighed_substances(text, between=word_list("weighed_solutions", "between"))]
    if len(parts) == 2 and joint.fullmatch(text, parts[0].end, parts[1].start):
        before = lead.search(text, 0, parts[0].start)
        told = (f"{part.amount} {part.substance}" for part in parts)
        yield before.start() if before else parts[0].start, parts[1].end, " in ".join(told)
