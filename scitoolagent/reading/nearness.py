"""How near the words that name a setting stand to a quantity."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

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
_JOINED = re.compile(r"\s+[^\W\d_](?:[\w'-]|\s)*\s+")
_SMALL = word_list("values", "small")
_ABOUT = word_list("values", "about_quantity")


def costs_of(
    graph: ToolGraph, ports: Sequence[PortNode], fitting: dict[str, list[Quantity]], query: Query, naming: str
) -> dict[tuple[str, str], int]:
    """How far the nearest word that names an input stands from a quantity; of single words only those of `naming`."""
    names = {port.name: names_of(graph, port) for port in ports}
    every = set[str]().union(*names.values())
    in_front = set(labels_in_front(graph, ports, fitting, query))
    found: dict[tuple[str, str], int] = {}
    for port in ports:
        for quantity in fitting[port.name]:
            others = [names[other.name] for other in ports if other is not port and quantity in fitting[other.name]]
            own = names[port.name].difference(*others) if others else names[port.name]
            announced = {word.lower() for word in graph.types[port.type].announced}
            found[port.name, quantity.handle] = _distance(query, naming, quantity, own, announced, every)
    for port in ports:
        own_ones = {one.handle for one in fitting[port.name] if _called(graph, ports, port, one, query)}
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
            if quantity in fitting[port.name] and (length := _called(graph, ports, port, quantity, query))
        }
        if not called:
            called = _called_behind(graph, ports, fitting, quantity, query, in_front)
        longest = max(called.values(), default=0)
        found |= {
            (port.name, quantity.handle): 0 if called.get(port.name) == longest else UNNAMED
            for port in ports
            if longest and quantity in fitting[port.name]
        }
    return found


def _called(graph: ToolGraph, ports: Sequence[PortNode], port: PortNode, quantity: Quantity, query: Query) -> int:
    """How long the label of a setting is that stands right in front of a quantity; 0 when none does.

    In "30 nM ligand 10 nM Kd" it is the label of the quantity before it, which nothing else names.
    """
    return _label_before(graph, ports, port, quantity, query)[0]


def _label_before(
    graph: ToolGraph, ports: Sequence[PortNode], port: PortNode, quantity: Quantity, query: Query
) -> tuple[int, int]:
    """The length of the longest label of a setting right in front of a quantity, and where it begins."""
    start = max(0, quantity.start - _LABELLED)
    before = query.text[start : quantity.start]
    node = graph.types[port.type]
    found = [
        (len(label), start + match.start())
        for label in labels(node, port.name)
        if (match := re.search(rf"(?<![\w-]){label_pattern(label)}s?{LINK}$", before, re.IGNORECASE))
    ]
    longest, place = max(found, default=(0, 0))
    # In "after 2 h half-life and 6 h time" the name behind is said of the quantity, and the small word of both.
    if longest and query.text[place : place + longest].lower() in _SMALL and _is_owned(graph, ports, quantity, query):
        return 0, 0
    return (0, 0) if longest and _is_behind(graph, ports, place, query) else (longest, place)


def labels_in_front(
    graph: ToolGraph, ports: Sequence[PortNode], fitting: dict[str, list[Quantity]], query: Query
) -> Iterator[tuple[int, int]]:
    """Where labels of settings stand that are those of the quantities right behind them, and of no others."""
    for port in ports:
        for quantity in fitting[port.name]:
            length, place = _label_before(graph, ports, port, quantity, query)
            yield place, place + length


def label_behind(graph: ToolGraph, port: PortNode, quantity: Quantity, query: Query) -> tuple[int, int]:
    """Where the longest name of a setting stands right behind a quantity: "100 mL final volume"; no letter for none."""
    found = [(0, 0)]
    for label in labels(graph.types[port.type], port.name):
        written = re.compile(rf"\s+(?:of\s+)?(?:the\s+)?({label_pattern(label)})(?![\w-])", re.IGNORECASE)
        if match := written.match(query.text, quantity.end):
            found.append(match.span(1))
    return max(found, key=lambda span: span[1] - span[0])


def _called_behind(
    graph: ToolGraph,
    ports: Sequence[PortNode],
    fitting: dict[str, list[Quantity]],
    quantity: Quantity,
    query: Query,
    taken: Collection[tuple[int, int]],
) -> dict[str, int]:
    """How long the name of each setting is that has several words and stands, not `taken`, right behind a quantity."""
    spans = {port.name: label_behind(graph, port, quantity, query) for port in ports if quantity in fitting[port.name]}
    several = {name: span for name, span in spans.items() if _is_several(span, query) and span not in taken}
    return {name: end - start for name, (start, end) in several.items()}


def _is_several(span: tuple[int, int], query: Query) -> bool:
    """Whether a name has several words; a hyphen parts them as a blank does."""
    return bool(re.search(r"\w[\s-]+\w", query.text[slice(*span)]))


def _is_owned(graph: ToolGraph, ports: Sequence[PortNode], quantity: Quantity, query: Query, one: bool = False) -> bool:
    """Whether the name of a setting stands right behind a quantity, of several words unless `one` is enough.

    A name in front of another quantity is that of the other, but where a name stands behind that one in turn.
    """
    start, end = max((label_behind(graph, port, quantity, query) for port in ports), key=lambda span: span[1] - span[0])
    if not end or not (one or _is_several((start, end), query)):
        return False
    following = [other for other in query.quantities if other.start >= end]
    after = min(following, key=lambda other: other.start, default=None)
    if after is None or not re.fullmatch(LINK, query.text[end : after.start], re.IGNORECASE):
        return True
    return _is_owned(graph, ports, after, query, one=True)


def _is_behind(graph: ToolGraph, ports: Sequence[PortNode], place: int, query: Query) -> bool:
    """Whether the words at a place name the quantity right before them, in front of which no label stands."""
    owner = next((one for one in query.quantities if query.text[one.end : place].isspace()), None)
    return owner is not None and not any(_called(graph, ports, port, owner, query) for port in ports)


def is_called(graph: ToolGraph, ports: Sequence[PortNode], port: PortNode, quantity: Quantity, query: Query) -> bool:
    """Whether a label of a setting, one of the `ports`, stands right in front of a quantity."""
    return _called(graph, ports, port, quantity, query) > 0


def names_of(graph: ToolGraph, port: PortNode) -> set[str]:
    node = graph.types[port.type]
    return {word for label in labels(node, port.name) for word in re.findall(r"[\w+]+", label.lower())} - _SMALL


def _distance(
    query: Query, naming: str, quantity: Quantity, words: set[str], announced: set[str], every: set[str]
) -> int:
    before = re.split(r"[.;!?]\s", naming[_begin(query, quantity, every) : quantity.start])[-1]
    behind = re.split(r"[.;!?]\s", naming[quantity.end :])[0]
    nearest = UNNAMED
    for place, word in enumerate(reversed(_words(before))):
        if place < _FARTHEST and (word in announced or _is_named(word, words)):
            nearest = min(nearest, place)
    for place, word in enumerate(_words(behind)):
        if place < _FARTHEST and _is_named(word, words):
            nearest = min(nearest, place)
    return nearest


def _begin(query: Query, quantity: Quantity, every: set[str]) -> int:
    """From where words in front of a quantity may name it: none do that belong to the one before."""
    earlier = max((one for one in query.quantities if one.end <= quantity.start), key=lambda one: one.end, default=None)
    return quantity.start if earlier is not None and _belong_to(query, earlier, quantity, every) else 0


def _belong_to(query: Query, earlier: Quantity, quantity: Quantity, every: set[str]) -> bool:
    """Whether the words between two quantities name the first: "1 M acid 2 M base", and not "acid 1 M base 2 M"."""
    between = query.text[earlier.end : quantity.start]
    behind = re.match(r"\s+([^\W\d_]+)", query.text[quantity.end :])
    if not _JOINED.fullmatch(between) or _SMALL & {*_words(between)} or behind is None or behind[1].lower() in _SMALL:
        return False
    if _begin(query, earlier, every):
        return True
    led = _words(query.text[: earlier.start])[-1:]
    return not (led and _is_named(led[0], every))


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
