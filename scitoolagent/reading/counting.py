"""Asks for a number of things: which targets give one, and what is asked for that is none."""

from __future__ import annotations

from collections.abc import Sequence

from scitoolagent.language.words import word_list
from scitoolagent.reading.compose import AskDraft
from scitoolagent.reading.implied import NUMBER_OF
from scitoolagent.reading.outputs import Outputs
from scitoolagent.reading.phrases import Match
from scitoolagent.reading.words import EMPTY, Word
from scitoolagent.records import Operation, Query
from scitoolagent.tool.unit_words import find_units

_UNIT_NEAR = 30
# "The number of each base": one number for each is wanted.
_COUNTED = ("number of", "how many", "count of")
_ONE_BY_ONE = frozenset(["each", "every", "individual"])


def count_things(
    outputs: Outputs, query: Query, drafts: Sequence[AskDraft], matches: Sequence[Match], words: Sequence[Word]
) -> None:
    """Where a number of things is asked for, leave the targets that give one; a share or a list is none."""
    units = find_units(query.text)
    for draft in drafts:
        place = next((place for place, word in enumerate(words) if word.start >= draft.start), 0)
        named = any(
            words[other].text == NUMBER_OF
            for match in matches
            for other in match.words
            if draft.start <= words[other].start < draft.end
        )
        before = [
            word.text
            for word in words[max(0, place - 3) : place]
            if not any(other.start <= word.start < other.end for other in drafts)
        ]
        while before and before[-1] in EMPTY:
            before.pop()
        own = {word.text for word in words if draft.start <= word.start < draft.end}
        shared = bool(own & word_list("operations", "sharing"))
        # "How many grams are needed" asks for a mass.
        measured = any(start < draft.end and draft.start < end + _UNIT_NEAR for start, end, _ in units)
        measured = measured and not any(target.column for target in draft.targets)
        counts = tuple(target for target in draft.targets if outputs.are_counts((target,)))
        single = tuple(target for target in counts if len(outputs.of(target)) == 1)
        each = any(query.text[word.start : word.end].lower() in _ONE_BY_ONE for word in words)
        if {*draft.text.lower().split()} & _ONE_BY_ONE and single == draft.targets:
            draft.problem = "a number of each is asked for, and it gives one of all"
        opened = draft.text.lower().startswith(_COUNTED)
        typed = [target for target in draft.targets if target.type] or draft.targets
        if named and opened and single and not each:
            draft.targets = single
        elif named and opened and not each and all(outputs.is_whole_table(target) for target in typed):
            draft.problem = "one number is asked for, and it is several"
        if draft.soft or named or shared or measured or not before or before[-1] != NUMBER_OF:
            continue
        if draft.text.lower().rstrip("s") in word_list("references", "making"):
            # "How many cuts" are no fragments.
            draft.problem = "a number of times is asked for, and what comes of it is none"
            continue
        lists = tuple(one for target in draft.targets if (one := outputs.one_list(target)))
        if single or (counts and each):
            draft.targets = single or counts
        elif lists:
            draft.targets = lists
            draft.then.append(Operation(tool="count_items", outputs=("item_count",), text=NUMBER_OF))
        else:
            draft.problem = _uncountable(draft)


def _uncountable(draft: AskDraft) -> str:
    """Why no number is given of what an ask is for."""
    if any(target.column for target in draft.targets):
        # Several rows have one value: neither number may be given for the other.
        return f"say whether rows are counted, or different ones: 'how many rows', 'how many different {draft.text}'"
    return "a number of things is asked for, and it is none"
