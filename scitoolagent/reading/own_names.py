"""What a question calls a tool by, where the same words could name one of its inputs: the "Michaelis" of a rate."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator

from scitoolagent.language.words import word_list
from scitoolagent.reading.given import labels
from scitoolagent.reading.nearness import label_behind, labels_in_front
from scitoolagent.records import Quantity, Query
from scitoolagent.toolkg.graph import ToolGraph, ToolNode

_WORD = re.compile(r"[^\W_]+")
_SMALL = word_list("values", "small")
# A letter that no name has.
_HIDDEN = "ʔ"


def naming_words(
    graph: ToolGraph,
    tool: ToolNode,
    fitting: dict[str, list[Quantity]],
    query: Query,
    place: tuple[int, int] | None,
) -> str:
    """The text of a question in which no word is left that names no input, or names what stands right behind it.

    In "Michaelis-Menten rate with 4 mM and 2 mM" no word says which is the Michaelis constant, and the s of µM/s is no
    substrate. Two words of a name of the tool side by side are taken for it, and so is what is asked at its place, but
    for whole names of an input behind a quantity. Each stays one word, so that the others stand as near as before.
    """
    text = query.text
    ports = [port for port in tool.inputs if port.name in fitting]
    each = ((port, quantity) for port in ports for quantity in fitting[port.name])
    behind = [label_behind(graph, port, quantity, query) for port, quantity in each]
    # What is asked may end with the name of a quantity: "melting temperature of … with 1 µM primer".
    ends = [one.start for one in query.quantities if place and one.start >= place[0]]
    asked = [(place[0], min([place[1], *ends]))] if place else []
    own = [*_own_places(graph, tool, text), *asked]
    named = [*labels_in_front(graph, ports, fitting, query), *((one.start, one.end) for one in query.quantities)]
    hidden = (_places(own) - _places(behind)) | _places(named)
    return "".join(_HIDDEN if n in hidden and letter.isalnum() else letter for n, letter in enumerate(text))


def _places(spans: Iterable[tuple[int, int]]) -> set[int]:
    return {n for start, end in spans for n in range(start, end)}


def _own_places(graph: ToolGraph, tool: ToolNode, text: str) -> Iterator[tuple[int, int]]:
    """Where two words stand side by side that do so in a name of a tool."""
    pairs = set(_pairs_of_names(graph, tool))
    for one, other in itertools.pairwise(_WORD.finditer(text)):
        beside = set(text[one.end() : other.start()]) <= set(" -–")
        if beside and (one[0].lower(), other[0].lower()) in pairs:
            yield one.start(), other.end()


def _pairs_of_names(graph: ToolGraph, tool: ToolNode) -> Iterator[tuple[str, str]]:
    """Each two words that stand side by side in a name of a tool, or of what it gives."""
    names = [tool.name.replace("_", " "), *tool.also]
    names += [label for port in tool.outputs for label in labels(graph.types[port.type])]
    for name in names:
        for one, other in itertools.pairwise(_WORD.findall(name.lower())):
            if not {one, other} & _SMALL:
                yield one, other
