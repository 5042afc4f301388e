"""The chart: all phrases over all spans by the rules, and the best ways to cover the whole question with them."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence

from scitoolagent.chart.closed import FRAME
from scitoolagent.chart.edges import Edge
from scitoolagent.chart.grammar import Rule
from scitoolagent.chart.tokens import Token

# Bounds on the work for one question: the edges of one kind over one span, and the covers that are looked at.
_EDGES, _COVERS, _MOST_TOKENS = 6, 60, 80
# The words that may stand inside of a phrase without being a part of it.
_SKIPPED = 3
# What a phrase of its own costs: of two covers that say as much, the one of fewer phrases is likelier.
_PHRASE = 0.35

Cover = tuple[float, tuple[Edge, ...]]


# What a remark does not have: a value, a link, or a word that changes what is asked.
_MEANINGFUL = frozenset(
    "thing quantity property column cell number day negation missing compare compare_date aggregate count superlative "
    "end_of share between difference ratio count_difference correlation test different after_number ordinal "
    "quantile drawing".split()
)
_ENDS = (".", "?", "!", ";")


def without_remarks(tokens: Sequence[Token], candidates: Sequence[Edge]) -> list[Edge]:
    """Return the candidates with each sentence that says nothing of what is asked passed over as a whole.

    Such a sentence has words that nobody knows, and none of those that could change a value: "Hope you are well!".
    """
    said = {place for edge in candidates if edge.kind in _MEANINGFUL for place in range(edge.start, edge.end)}
    known = {place for edge in candidates for place in range(edge.start, edge.end)}
    found, start = list(candidates), 0
    for place in range(len(tokens)):
        if tokens[place].text not in _ENDS and place + 1 < len(tokens):
            continue
        inside = set(range(start, place + 1))
        if not inside & said and inside - known and len(inside) < len(tokens):
            found.append(Edge(FRAME, start, place + 1, "", 0.5 * len(inside)))
        start = place + 1
    return found


def covers(size: int, candidates: Sequence[Edge], rules: Sequence[Rule]) -> list[Cover]:
    """Return the best covers of a question of `size` tokens by phrases, frame words left out of them.

    A word that nothing covers leaves none: what was not understood is never passed over.
    """
    if size > _MOST_TOKENS:
        return []
    chart = _Chart(size)
    for edge in candidates:
        chart.add(edge)
    for length in range(1, size + 1):
        for start in range(size - length + 1):
            _complete(chart, rules, start, start + length)
    return _best(chart, size)


class _Chart:
    """Edges by their start; the best of each kind over each span."""

    def __init__(self, size: int) -> None:
        self.by_span: dict[tuple[int, int], list[Edge]] = {}
        self.by_start: list[list[Edge]] = [[] for _ in range(size + 1)]

    def add(self, edge: Edge) -> bool:
        held = self.by_span.setdefault((edge.start, edge.end), [])
        same = [one for one in held if one.kind == edge.kind]
        known = next((one for one in same if one.value == edge.value), None)
        if known is not None:
            if known.score >= edge.score:
                return False
            self._drop(known)
        elif len(same) >= _EDGES:
            least = min(same, key=lambda one: one.score)
            if least.score >= edge.score:
                return False
            self._drop(least)
        held.append(edge)
        self.by_start[edge.start].append(edge)
        return True

    def _drop(self, edge: Edge) -> None:
        self.by_span[(edge.start, edge.end)].remove(edge)
        self.by_start[edge.start].remove(edge)

    def going_on(self, place: int) -> Iterator[tuple[int, float]]:
        """The places that frame words from `place` on reach, with what these words score."""
        yield place, 0.0
        seen, agenda = {place}, [(place, 0.0)]
        while agenda:
            here, score = agenda.pop()
            if here - place >= _SKIPPED:
                continue
            for edge in self.by_start[here]:
                if edge.kind == FRAME and edge.end not in seen:
                    seen.add(edge.end)
                    agenda.append((edge.end, score + edge.score))
                    yield edge.end, score + edge.score


def _complete(chart: _Chart, rules: Sequence[Rule], start: int, end: int) -> None:
    """Add what the rules make over one span, until nothing new comes."""
    for _ in range(4):
        new = False
        for rule in rules:
            for parts, skipped in list(_matches(chart, rule, 0, start, end)):
                for edge in rule.made(parts):
                    scored = Edge(edge.kind, start, end, edge.value, edge.score + skipped)
                    new |= chart.add(scored)
        if not new:
            return


def _matches(chart: _Chart, rule: Rule, number: int, place: int, end: int) -> Iterator[tuple[list[Edge], float]]:
    """The sequences of edges that a rule's parts from `number` on match from `place` to `end`, frame words between."""
    last = number == len(rule.parts) - 1
    starts = chart.going_on(place) if number else [(place, 0.0)]
    for start, skipped in starts:
        if start >= end or (rule.kind == "bound" and start - place > 1):
            continue
        for edge in list(chart.by_start[start]):
            if edge.kind != rule.parts[number] or edge.end > end or (last and edge.end != end):
                continue
            if last:
                yield [edge], skipped
                continue
            for rest, more in _matches(chart, rule, number + 1, edge.end, end):
                yield [edge, *rest], skipped + more


def _best(chart: _Chart, size: int) -> list[Cover]:
    """The n best covers by dynamic programming from left to right."""
    found: list[list[Cover]] = [[] for _ in range(size + 1)]
    found[0] = [(0.0, ())]
    for place in range(size):
        found[place] = heapq.nlargest(_COVERS, found[place], key=lambda cover: cover[0])
        for score, edges in found[place]:
            for edge in chart.by_start[place]:
                if edge.kind == FRAME:
                    found[edge.end].append((score + edge.score, edges))
                else:
                    found[edge.end].append((score + edge.score - _PHRASE, (*edges, edge)))
    return heapq.nlargest(_COVERS, found[size], key=lambda cover: cover[0])
