"""Questions about things that are named: properties of molecules, sequences and materials, and what is done with them.

The same chart as for rows, over other candidates: things where columns of names would be, properties of the tool graph
where columns of numbers would be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Any

from scitoolagent.chart.closed import FRAME, closed_class, numbers
from scitoolagent.chart.edges import Edge
from scitoolagent.chart.grammar import Rule
from scitoolagent.chart.lattice import appositions
from scitoolagent.chart.tokens import Token, tokenize
from scitoolagent.records import Ask, Candidate, Operation, Query, Reading, Request
from scitoolagent.request.rows import TOOL_OF

# What the words of a label stand for in the tool graph; nothing where no label has them.
Labels = Callable[[str], tuple[Candidate, ...]]
_LONGEST = 7
# What is asked of rows alone.
_OF_COLUMNS = "coefficient of variation"
_KEPT = frozenset(
    "aggregate count compare after_number superlative ordinal which list and or difference ratio head row verb "
    "comparative than group both frame".split()
)


# The words that may stand between things that are joined, or between properties.
_JOINING = frozenset(", and & + ; / or as well plus with vs vs. versus".split())
# ... and those that may stand beside these.
_BESIDE = frozenset("the a an also its their both of then : number".split())
# Words that are a part of no label, whatever the look-up of labels passes over.
_NEVER = frozenset("each every which what who only all both and or any some most least first last not no how".split())
# Words that say how rows were made or stand in a file, and are no part of a question about a thing.
_OF_ROWS = frozenset(
    "measured recorded observed reported listed found seen registered noted logged first last latest earliest newest "
    "oldest youngest taken performed obtained stored entered experimental only just all any some".split()
)
# What adds nothing here: of several things each is asked of anyway.
_SILENT = ("verb", "list", "row", "head", "group", "both")


@dataclass(frozen=True, slots=True)
class Limit:
    """A relation to a number, or to a quantity of the question by its handle."""

    sign: str
    number: Any


def _limit(sign: int, number: int) -> Callable[[Sequence[Edge]], Iterator[tuple[Any, float]]]:
    def make(parts: Sequence[Edge]) -> Iterator[tuple[Any, float]]:
        edge = parts[number]
        value = f"$query.{edge.value}" if edge.kind == "quantity" else edge.value.value
        yield Limit(parts[sign].value, value), 0.3

    return make


CALL_RULES = (
    Rule("limit", ("compare", "number"), _limit(0, 1)),
    Rule("limit", ("compare", "quantity"), _limit(0, 1)),
    Rule("limit", ("number", "after_number"), _limit(1, 0)),
    Rule("limit", ("quantity", "after_number"), _limit(1, 0)),
)


def candidates(query: Query, tokens: Sequence[Token], labels: Labels) -> list[Edge]:
    """Return the candidates of all spans of a question without rows."""
    closed = closed_class(tokens)
    found = [edge for edge in closed if edge.kind in _KEPT and _is_of_things(edge, tokens)]
    found += [edge for edge in numbers(tokens) if not edge.value.unit]
    places = {token.start: place for place, token in enumerate(tokens)}
    ends = {token.end: place + 1 for place, token in enumerate(tokens)}
    spans: dict[tuple[int, int], list[str]] = {}
    for entity in query.entities:
        if entity.start in places and entity.end in ends:
            spans.setdefault((places[entity.start], ends[entity.end]), []).append(entity.handle)
    found += [Edge("thing", start, end, tuple(handles), end - start + 1.0) for (start, end), handles in spans.items()]
    for quantity in query.quantities:
        if quantity.start in places and quantity.end in ends:
            start, end = places[quantity.start], ends[quantity.end]
            found.append(Edge("quantity", start, end, quantity.handle, end - start + 0.5))
    inside = {place for start, end in spans for place in range(start, end)}
    # A label neither begins nor ends with a word that only carries the question.
    idle = {edge.start for edge in closed if edge.kind == FRAME and edge.end - edge.start == 1}
    idle |= {place for place, token in enumerate(tokens) if token.text.lower() in ("most", "least")}
    properties = list(_properties(query.text, tokens, labels, inside, idle))
    return found + properties + appositions(tokens, properties)


def _is_of_things(edge: Edge, tokens: Sequence[Token]) -> bool:
    """Whether a closed-class phrase says here what it says of rows."""
    words = [token.text.lower() for token in tokens[edge.start : edge.end]]
    if edge.kind == "group":
        # "… of each." at the end says what is done anyway.
        return words == ["of", "each"] and all(token.kind == "sign" for token in tokens[edge.end :])
    if edge.kind == "which":
        return words != ["what"]
    if edge.kind in ("frame", "verb") and set(words) & {"which", "whose", "who", "each", "how", "every", "then"}:
        return False
    return not set(words) & _OF_ROWS


def _properties(text: str, tokens: Sequence[Token], labels: Labels, inside: set[int], idle: set[int]) -> Iterator[Edge]:
    for start, token in enumerate(tokens):
        if token.kind != "word" or start in inside or start in idle:
            continue
        for end in range(start + 1, min(start + _LONGEST, len(tokens)) + 1):
            if end - 1 in inside:
                break
            if end - 1 in idle:
                continue
            words = {one.text.lower() for one in tokens[start:end]}
            said = text[token.start : tokens[end - 1].end]
            # "The most aromatic rings" is of their number.
            found = labels(said) or labels(f"number of {said}")
            if words & _NEVER or (found and _has_idle_end(found, text, tokens[start:end], labels)):
                continue
            if found and tokens[end - 1].kind in ("word", "number"):
                yield Edge("property", start, end, found, 1.3 * (end - start))


def _has_idle_end(found: tuple[Candidate, ...], text: str, span: Sequence[Token], labels: Labels) -> bool:
    """Whether the first or the last word says nothing of what was found: "median TPSA" is more than its label."""
    return len(span) > 1 and any(labels(text[part[0].start : part[-1].end]) == found for part in (span[1:], span[:-1]))


def requests(query: Query, edges: Sequence[Edge], tokens: Sequence[Token]) -> Iterator[tuple[Request, float]]:
    """Return the requests that a cover may mean, each with what it adds to its score."""
    return _Composer(query, edges, tokens).made()


class _Composer:
    def __init__(self, query: Query, edges: Sequence[Edge], tokens: Sequence[Token]) -> None:
        self._query = query
        self._edges = [edge for edge in edges if edge.kind not in _SILENT]
        self._tokens = tokens
        self._things = [handle for edge in self._edges if edge.kind == "thing" for handle in edge.value]
        self._named = sum(edge.kind == "thing" for edge in self._edges)
        self._kinds = {edge.kind for edge in self._edges}
        # "Both" and "each" are of several things.
        self._is_one = self._named < 2 and any(edge.kind in ("both", "group") for edge in edges)

    def _values(self, kind: str) -> list[Any]:
        return [edge.value for edge in self._edges if edge.kind == kind]

    def _only(self, *kinds: str) -> bool:
        return self._kinds <= {*kinds, "thing", "property", "and", "which", "quantity", "number"}

    def made(self) -> Iterator[tuple[Request, float]]:
        properties = [edge for edge in self._edges if edge.kind == "property"]
        if not properties or not self._things or self._is_one or not self._is_coordinated():
            return
        if self._only():
            has_setting = bool(self._values("quantity")) and len(properties) > 1
            is_plain = not self._values("number") and not has_setting and "which" not in self._kinds
            if is_plain and (asks := self._asks()):
                yield self._request(asks), 0.3
            return
        if len(properties) != 1 or self._named < 2:
            return
        for operation, bonus in self._operations():
            ask = self._ask(1, properties[0]).model_copy(update={"then": (operation,)})
            yield self._request([ask]), bonus

    def _is_coordinated(self) -> bool:
        """Whether things stand beside things, and properties beside properties, as `and` and commas join them.

        "On MACCS keys, what is the similarity" has a property as a setting, "aspirin in water" a thing as one.
        """
        for kind in ("thing", "property"):
            edges = [edge for edge in self._edges if edge.kind == kind]
            for before, after in pairwise(edges):
                others = {
                    place
                    for edge in self._edges
                    if edge.kind in ("thing", "property") and edge.kind != kind
                    for place in range(edge.start, edge.end)
                }
                between = [
                    self._tokens[place].text.lower() for place in range(before.end, after.start) if place not in others
                ]
                if not set(between) <= _JOINING | (_BESIDE if kind == "property" else {"the"}):
                    return False
                if not set(between) & _JOINING and after.start - before.end == len(between):
                    return False
        return True

    def _operations(self) -> Iterator[tuple[Operation, float]]:
        yield from self._extreme()
        yield from self._limited()
        aggregates = self._values("aggregate")
        names = [one.text.casefold() for one in self._query.entities if one.handle in self._things]
        is_repeated = len(set(names)) < len({(one.start, one.end) for one in self._query.entities})
        if (
            self._only("aggregate")
            and "which" not in self._kinds
            and not is_repeated
            and len(aggregates) == 1
            and aggregates[0] != _OF_COLUMNS
        ):
            yield Operation(tool=TOOL_OF[aggregates[0]], text=aggregates[0]), 0.4
        kinds = self._values("difference")
        if self._only("difference", "than") and len(kinds) == 1 and self._named == 2:
            tool = {"difference": "difference_of_values", "ratio": "ratio_of_values"}[kinds[0]]
            yield Operation(tool=tool, text=kinds[0]), 0.4

    def _extreme(self) -> Iterator[tuple[Operation, float]]:
        ends, comparatives, places = self._values("superlative"), self._values("comparative"), self._values("ordinal")
        if comparatives and self._named == 2 and "which" in self._kinds and not ends:
            ends = ["highest" if comparatives[0] == "more" else "lowest"]
        if len(ends) != 1 or len(places) > 1 or not self._only("superlative", "comparative", "ordinal", "or"):
            return
        if self._values("number") or self._values("quantity"):
            return
        end = str(ends[0]).partition(" ")[0]
        settings = {"extreme": end, "place": int(places[0]) if places else 1}
        yield Operation(tool="pick_extreme", settings=settings, text=end), 0.5

    def _limited(self) -> Iterator[tuple[Operation, float]]:
        limits: list[Limit] = self._values("limit")
        if len(limits) != 1 or not self._only("limit", "count"):
            return
        if "count" not in self._kinds and "which" not in self._kinds:
            return
        outputs = ("count",) if "count" in self._kinds else ()
        settings = {"relation": limits[0].sign, "threshold": limits[0].number}
        yield Operation(tool="filter_by_value", settings=settings, outputs=outputs, text="selection"), 0.5

    def _asks(self) -> list[Ask]:
        """Each property of the things that it stands with: "TPSA of aspirin, and the logP of caffeine"."""
        kinds = [edge for edge in self._edges if edge.kind in ("thing", "property")]
        runs = [list(edges) for _, edges in groupby(kinds, key=lambda edge: edge.kind)]
        if len(runs) % 2:
            return []
        found: list[Ask] = []
        for first, second in zip(runs[::2], runs[1::2], strict=True):
            properties, things = (first, second) if first[0].kind == "property" else (second, first)
            handles = tuple(handle for thing in things for handle in thing.value)
            for edge in properties:
                found.append(self._ask(len(found) + 1, edge).model_copy(update={"of": handles}))
        return found

    def _ask(self, number: int, edge: Edge) -> Ask:
        start, end = self._tokens[edge.start].start, self._tokens[edge.end - 1].end
        return Ask(
            handle=f"ask{number}",
            text=self._query.text[start:end],
            start=start,
            end=end,
            what=edge.value,
            of=tuple(self._things),
        )

    def _request(self, asks: Sequence[Ask]) -> Request:
        handles = tuple(ask.handle for ask in asks)
        roles = {"thing": "entity", "property": "ask", "quantity": "quantity", "number": "quantity"}
        readings = [
            Reading(
                start=self._tokens[edge.start].start,
                end=self._tokens[edge.end - 1].end,
                role=roles.get(edge.kind, "operation"),  # type: ignore[arg-type]
                asks=handles,
            )
            for edge in self._edges
        ]
        return Request(asks=tuple(asks), readings=tuple(readings))


def tokens_of(query: Query) -> list[Token]:
    """The tokens of a question; the name of a thing is one, whatever is in it."""
    found: list[Token] = []
    place = 0
    spans = sorted({(one.start, one.end) for one in query.entities} | {(q.start, q.end) for q in query.quantities})
    for start, end in spans:
        if start < place or end <= start:
            continue
        found += tokenize(query.text[place:start], place)
        name = query.text[start:end]
        found.append(Token(name, start, end, "name"))
        place = end
    return found + tokenize(query.text[place:], place)
