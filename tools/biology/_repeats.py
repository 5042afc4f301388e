"""Segments that occur more than once in a sequence."""

from __future__ import annotations

from scitoolagent.errors import ToolInputError

_MOST = 500
# The index of a longer sequence takes seconds to build.
MAX_LETTERS = 50_000


def find_repeats(sequence: str, shortest: int) -> list[tuple[str, list[int]]]:
    """Maximal repeats with the places of all their occurrences, counted from 1; the longest first.

    A repeat is maximal when no letter added on either side leaves it with as many occurrences.

    Raises:
        ToolInputError: `shortest` is below 2, the sequence is too long, or there are more than 500 repeats.
    """
    if shortest < 2:
        raise ToolInputError(f"repeats of {shortest} letters are everywhere; give a least length of 2 or more")
    if len(sequence) > MAX_LETTERS:
        raise ToolInputError(
            f"the sequence has {len(sequence)} letters, at most {MAX_LETTERS} are searched for repeats"
        )
    found = sorted(_maximal_repeats(sequence, shortest), key=lambda item: (-item[1], item[0]))
    if len(found) > _MOST:
        raise ToolInputError(
            f"{len(found)} repeats have {shortest} letters or more, at most {_MOST} are listed; ask for longer ones"
        )
    segments = [sequence[end - length : end] for end, length in found]
    return [(segment, _places(sequence, segment)) for segment in segments]


def _places(sequence: str, segment: str) -> list[int]:
    places, start = [], sequence.find(segment)
    while start >= 0:
        places.append(start + 1)
        start = sequence.find(segment, start + 1)
    return places


def _maximal_repeats(sequence: str, shortest: int) -> list[tuple[int, int]]:
    """End of the first occurrence and length of each maximal repeat, by a suffix automaton.

    The longest text of a state cannot be extended to the left; it is maximal when no single letter follows all of
    its occurrences.
    """
    nexts, links, lengths, first_ends, counts = _automaton(sequence)
    for state in sorted(range(1, len(lengths)), key=lengths.__getitem__, reverse=True):
        counts[links[state]] += counts[state]
    return [
        (first_ends[state], lengths[state])
        for state in range(1, len(lengths))
        if lengths[state] >= shortest
        and counts[state] > 1
        and all(counts[target] < counts[state] for target in nexts[state].values())
    ]


def _automaton(sequence: str) -> tuple[list[dict[str, int]], list[int], list[int], list[int], list[int]]:
    """Transitions, suffix links, longest lengths, ends of the first occurrence, and 1 for each state of a prefix."""
    nexts: list[dict[str, int]] = [{}]
    links, lengths, first_ends, counts = [-1], [0], [0], [0]
    last = 0
    for place, letter in enumerate(sequence, 1):
        state = len(nexts)
        nexts.append({})
        links.append(0)
        lengths.append(place)
        first_ends.append(place)
        counts.append(1)
        walk = last
        while walk != -1 and letter not in nexts[walk]:
            nexts[walk][letter] = state
            walk = links[walk]
        if walk != -1:
            target = nexts[walk][letter]
            if lengths[target] != lengths[walk] + 1:
                target = _split(nexts, links, lengths, first_ends, counts, walk, letter)
            links[state] = target
        last = state
    return nexts, links, lengths, first_ends, counts


def _split(
    nexts: list[dict[str, int]],
    links: list[int],
    lengths: list[int],
    first_ends: list[int],
    counts: list[int],
    walk: int,
    letter: str,
) -> int:
    """Give the short texts of a state a state of their own."""
    target = nexts[walk][letter]
    clone = len(nexts)
    nexts.append(dict(nexts[target]))
    links.append(links[target])
    lengths.append(lengths[walk] + 1)
    first_ends.append(first_ends[target])
    counts.append(0)
    while walk != -1 and nexts[walk].get(letter) == target:
        nexts[walk][letter] = clone
        walk = links[walk]
    links[target] = clone
    return clone
