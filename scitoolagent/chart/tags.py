"""What the encoder adds to the lattice: links that no letters give, phrases that no list has, words that say nothing.

It proposes candidates; the grammar, the composition and the law that all words are covered stay what they are. It also
takes away: what it is sure to change the meaning is passed over by nobody.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from scitoolagent.chart.closed import FRAME, NUMBER_WORDS
from scitoolagent.chart.edges import Cell, Edge
from scitoolagent.chart.encoder import FRAME_LABEL, MOST_PIECES, OTHER_LABEL, Encoder, shown, targets
from scitoolagent.chart.linking import words_of_header
from scitoolagent.chart.tokens import Token
from scitoolagent.columns import Schema

# The least likeness by which a word is passed over, a phrase is taken for what it is tagged, and a link holds.
PASSED, TAGGED, LINKED, DIRECTED = 0.9, 0.6, 0.9, 0.9
# From this likeness on that a word changes what is computed, it may not be passed over.
CHANGES = 0.6
# What adds nothing to what is computed: frame, and words for the rows and for listing them.
_SILENT = (FRAME_LABEL, "O:rows", "O:list", "O:which")
_PARTS = re.compile(r"[-–/_.]")
# What a tagged phrase scores beside one that letters give: less, so that these decide where both read a question.
_BASE, _WORD = 0.2, 0.5
# Of tests, correlations and deviations there are several, and which is meant only their names say.
_PHRASES: dict[str, tuple[tuple[str, Any], ...]] = {
    "O:mean": (("aggregate", "mean"),),
    "O:median": (("aggregate", "median"),),
    "O:sum": (("aggregate", "sum"),),
    "O:count": (("count", "rows"),),
    "O:share": (("share", "part"),),
    "O:list": (("list", "list"),),
    "O:which": (("which", "which"),),
    "O:max": (("superlative", "highest"), ("aggregate", "highest")),
    "O:min": (("superlative", "lowest"), ("aggregate", "lowest")),
    "O:top": (("superlative", "highest"),),
    "O:bottom": (("superlative", "lowest"),),
    "O:by": (("group", "by"),),
    "O:gt": (("compare", ">"),),
    "O:ge": (("compare", ">="), ("after_number", ">=")),
    "O:lt": (("compare", "<"),),
    "O:le": (("compare", "<="), ("after_number", "<=")),
    "O:not": (("negation", "not"),),
    "O:and": (("and", "and"),),
    "O:or": (("or", "or"),),
    "O:missing": (("missing", "missing"),),
    "O:distinct": (("different", "different"),),
    "O:diff": (("difference", "difference"),),
    "O:ratio": (("difference", "ratio"),),
    "O:rows": (("row", "row"),),
    "O:sort": (("order", "order"),),
}
_ENDS = {"C+max": "highest", "C+min": "lowest"}
_SIGNS = {"C+gt": ">", "C+lt": "<"}
# Kinds of candidates of words that say something here, whatever the encoder holds them for.
_MEANING = frozenset(
    "column cell number day negation missing compare compare_date after_number aggregate count superlative end_of "
    "share difference count_difference correlation test different ordinal between thing quantity property limit".split()
)
_IDLE = frozenset((FRAME, "verb", "row", "head", "quantifier", "list"))


class Tags:
    """What the encoder says of the words of one question.

    Args:
        encoder: tags and links words.
        tokens: those of the question.
        schema: the table that it is about, if any.
    """

    def __init__(self, encoder: Encoder, tokens: Sequence[Token], schema: Schema | None = None) -> None:
        self._tokens = tokens
        columns = [(one.name, schema.values.get(one.name, ())) for one in schema.columns] if schema else []
        self._targets = targets(columns)
        self._named = {
            part.lower()
            for name, values in columns
            for text in (name, *values)
            for part in (text, *words_of_header(text))
        }
        layout = encoder.vocabulary.layout([token.text for token in tokens], shown(columns))
        self.is_read = bool(tokens) and len(layout.pieces) <= MOST_PIECES
        self._labels = encoder.labels
        if self.is_read:
            self._tagged = encoder(layout)

    def candidates(self, known: Sequence[Edge]) -> list[Edge]:
        """Return candidates in place of `known`: these without what must not be passed over, and those of the tags."""
        if not self.is_read:
            return list(known)
        labels = self._tagged.labels
        other = self._labels.index(OTHER_LABEL)
        silent = [self._labels.index(one) for one in _SILENT if one in self._labels]
        meant = {place for edge in known if edge.kind in _MEANING for place in range(edge.start, edge.end)}
        changing = {place for place in range(len(self._tokens)) if labels[place, other] >= CHANGES} - meant
        kept = [
            edge for edge in known if not (edge.kind in _IDLE and changing.intersection(range(edge.start, edge.end)))
        ]
        kept += [
            Edge(FRAME, place, place + 1, "", 0.3)
            for place, token in enumerate(self._tokens)
            if place not in meant and self._may_be_passed(token) and labels[place, silent].sum() >= PASSED
        ]
        return kept + list(self._phrases(known))

    def near(self, start: int, end: int) -> dict[str, float]:
        """Return how likely the words between two letters stand for each column; nothing where nobody read them."""
        if not self.is_read:
            return {}
        places = [place for place, token in enumerate(self._tokens) if start <= token.start and token.end <= end]
        found: dict[str, float] = {}
        for number, (column, *values) in enumerate(self._targets[1:], start=1):
            if not values:
                likely = max((float(self._tagged.links[place, number]) for place in places), default=0.0)
                found[column] = max(found.get(column, 0.0), likely)
        return found

    def _may_be_passed(self, token: Token) -> bool:
        """Whether a word is one, and no part of it a number or a name of the table: "LPS-only", "twelve-hour"."""
        parts = _PARTS.split(token.text.lower())
        is_plain = token.kind == "word" and not any(letter.isdigit() for letter in token.text)
        return is_plain and (len(parts) < 2 or not any(part in self._named or part in NUMBER_WORDS for part in parts))

    def _phrases(self, known: Sequence[Edge]) -> Iterator[Edge]:
        labels = self._tagged.labels
        said = [self._labels[int(one)] for one in labels.argmax(axis=1)]
        linked = [int(one) for one in self._tagged.links.argmax(axis=1)]
        keys = [(said[place], linked[place] if said[place][0] in "CV" else 0) for place in range(len(self._tokens))]
        for (label, target), group in groupby(range(len(keys)), key=keys.__getitem__):
            places = list(group)
            start, end = places[0], places[-1] + 1
            likely = float(min(labels[place].max() for place in places))
            score = likely * (_BASE + _WORD * (end - start))
            is_silent = label in _SILENT and not all(self._may_be_passed(self._tokens[place]) for place in places)
            if likely < TAGGED or is_silent:
                continue
            if label[0] not in "CV":
                for kind, value in _PHRASES.get(label, ()):
                    # What stands beside a listed word changes it: "geometric mean".
                    if not _listed(known, kind, start, end):
                        yield Edge(kind, start, end, value, score)
            elif target and float(min(self._tagged.links[place, target] for place in places)) >= LINKED:
                column, *values = self._targets[target]
                if values:
                    yield Edge("cell", start, end, Cell(column, values[0]), score)
                elif label == "C":
                    yield Edge("column", start, end, column, score)
                elif label != "V":
                    yield from _directed(known, Edge(label, start, end, column, score), likely)
                    if label in _SIGNS:
                        yield from _by_how_much(known, Edge("column", start, end, column, score))


def _directed(known: Sequence[Edge], tagged: Edge, likely: float) -> Iterator[Edge]:
    """A comparative or superlative of a column: which way it goes a list says, or a tag that is sure of it."""
    is_end = tagged.kind in _ENDS
    kind, to = ("superlative", "end_of") if is_end else ("compare", "compare_of")
    listed = _listed(known, kind, tagged.start, tagged.end)
    if listed:
        end = max(tagged.end, *(edge.end for edge in listed)) if not is_end else tagged.end
        yield Edge(to, tagged.start, end, (listed[0].value, tagged.value), tagged.score)
    elif likely >= DIRECTED:
        direction = _ENDS[tagged.kind] if is_end else _SIGNS[tagged.kind]
        yield Edge(to, tagged.start, tagged.end, (direction, tagged.value), tagged.score)


def _by_how_much(known: Sequence[Edge], column: Edge) -> Iterator[Edge]:
    """A comparative behind "how much" asks for a difference: "how much denser"."""
    for edge in known:
        if edge.kind == "extent" and edge.end == column.start:
            yield column
            yield Edge("difference", edge.start, edge.end, edge.value, edge.score)


def _listed(known: Sequence[Edge], kind: str, start: int, end: int) -> list[Edge]:
    return [edge for edge in known if edge.kind == kind and edge.start < end and start < edge.end]
