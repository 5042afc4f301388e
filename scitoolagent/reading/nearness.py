"""How near the words that name a setting stand to a quantity."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from scitoolagent.language.words import word_list
from scitoolagent.reading.given import LINK, label_pattern, labels
from scitoolagent.records import Quantity, Query
from scitoolagent.toolkg.graph import PortNode, ToolGraph

# What a pairing of a setting and a quantity costs when no word near the quantity names the setting.
UNNAMED = 20
_FARTHEST = 6
_NEAR = 40
_LABELLED = 80
_BOUND_WORDS = re.compile(r"(?:[<>≤≥]=?|\b[\w]+(?: [\w]+)?)\s*$")
_SMALL = word_list("values", "small")
_ABOUT = word_list("values", "about_quantity")


def costs_of(
    graph: ToolGraph, ports: Sequence[PortNode], fitting: dict[str, list[Quantity]], query: Query
) -> dict[tuple[str, str], int]:
    """How far the nearest word that names an input stands from a quantity."""
    names = {port.name: names_of(graph, port) for port in ports}
    found: dict[tuple[str, str], int] = {}
    for port in ports:
        for quantity in fitting[port.name]:
            others = [names[other.name] for other in ports if other is not port and quantity in fitting[other.name]]
            own = names[port.name].difference(*others) if others else names[port.name]
            announced = {word.lower() for word in graph.types[port.type].announced}
            found[port.name, quantity.handle] = _distance(query, quantity, own, announced)
    for port in ports:
        own_ones = {one.handle for one in fitting[port.name] if _called(graph, port, one, query)}
        if own_ones:
            # In "at 2 mM, Km 0.5 mM" the name belongs to what stands right behind it, and to nothing in front of it.
            found |= {
                (port.name, one.handle): max(UNNAMED, found[port.name, one.handle])
                for one in fitting[port.name]
                if one.handle not in own_ones
            }
    for quantity in {one.handle: one for ones in fitting.values() for one in ones}.values():
        called = {
            port.name: length
            for port in ports
            if quantity in fitting[port.name] and (length := _called(graph, port, quantity, query))
        }
        longest = max(called.values(), default=0)
        found |= {
            (port.name, quantity.handle): 0 if called.get(port.name) == longest else UNNAMED
            for port in ports
            if longest and quantity in fitting[port.name]
        }
    return found


def _called(graph: ToolGraph, port: PortNode, quantity: Quantity, query: Query) -> int:
    """How long the label of a setting is that stands right in front of a quantity; 0 when none does."""
    before = query.text[max(0, quantity.start - _LABELLED) : quantity.start]
    node = graph.types[port.type]
    lengths = [
        len(label)
        for label in labels(node, port.name)
        if re.search(rf"(?<![\w-]){label_pattern(label)}s?{LINK}$", before, re.IGNORECASE)
    ]
    return max(lengths, default=0)


def is_called(graph: ToolGraph, port: PortNode, quantity: Quantity, query: Query) -> bool:
    """Whether a label of a setting stands right in front of a quantity."""
    return _called(graph, port, quantity, query) > 0


def names_of(graph: ToolGraph, port: PortNode) -> set[str]:
    node = graph.types[port.type]
    return {word for label in labels(node, port.name) for word in re.findall(r"[\w+]+", label.lower())} - _SMALL


def _distance(query: Query, quantity: Quantity, words: set[str], announced: set[str]) -> int:
    before = re.split(r"[.;!?]\s", query.text[: quantity.start])[-1]
    behind = re.split(r"[.;!?]\s", query.text[quantity.end :])[0]
    nearest = UNNAMED
    for place, word in enumerate(reversed(_words(before))):
        if place < _FARTHEST and (word in announced or _is_named(word, words)):
            nearest = min(nearest, place)
    for place, word in enumerate(_words(behind)):
        if place < _FARTHEST and _is_named(word, words):
            nearest = min(nearest, place)
    return nearest


def named_near(graph: ToolGraph, port: PortNode, quantity: Quantity, query: Query) -> Iterator[tuple[int, int]]:
    """The places of words near a quantity that name its setting, and of those that bound it."""
    names = names_of(graph, port) | {word.lower() for word in graph.types[port.type].announced} | _ABOUT
    for start, end in ((max(0, quantity.start - _NEAR), quantity.start), (quantity.end, quantity.end + _NEAR)):
        for match in re.finditer(r"[^\W_][\w+]*", query.text[start:end]):
            place = (start + match.start(), start + match.end())
            # The unit of another quantity is no word: with "3000 rpm" and "6000 rpm" one of them may be left over.
            inside = any(one.start <= place[0] < one.end for one in query.quantities)
            if _is_named(match[0].lower(), names) and not inside:
                yield place
    # "Strength in grams for 100 mL": a name may hold a quantity itself.
    for label in labels(graph.types[port.type], port.name):
        if re.search(r"\d", label):
            yield from (match.span() for match in re.finditer(label_pattern(label), query.text, re.IGNORECASE))
    bound = _BOUND_WORDS.search(query.text[: quantity.start]) if quantity.bound else None
    if bound:
        yield bound.span()


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_][\w+]*", text.lower())


def _is_named(word: str, words: set[str]) -> bool:
    return word in words or (len(word) > 4 and word.endswith("s") and word[:-1] in words)
