"""Quantities that a question says to be another measure than an input takes: a diameter, where a radius is needed."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list
from scitoolagent.reading.given import LINK, labels
from scitoolagent.reading.words import label_words
from scitoolagent.records import Quantity, Query
from scitoolagent.tool.units import convertible
from scitoolagent.toolkg.graph import PortNode, ToolGraph

_NEAR = 60
_BEFORE = re.compile(rf"(?<![\w-])(?P<symbol>[^\s,;:()=]{{2,6}}?){LINK}$")


def fitting_quantities(
    graph: ToolGraph, ports: Sequence[PortNode], query: Query
) -> tuple[dict[str, list[Quantity]], dict[str, str]]:
    """The quantities that fit each input, and why others of its dimension, of which the question says more, do not."""
    fitting: dict[str, list[Quantity]] = {port.name: [] for port in ports}
    others: dict[str, str] = {}
    symbols = {quantity.handle: _symbol_types(graph, quantity, query) for quantity in query.quantities}
    for port, quantity in itertools.product(ports, query.quantities):
        if _fits(graph, port, quantity) and not _is_symbol_of_another(graph, port, *symbols[quantity.handle]):
            if why := _other_measure(graph, port, quantity, query):
                others[port.name] = f"{quantity.shown} cannot serve as {graph.types[port.type].label}: {why}"
            else:
                fitting[port.name].append(quantity)
    return fitting, others


def _fits(graph: ToolGraph, port: PortNode, quantity: Quantity) -> bool:
    wanted = graph.types[port.type].unit or "1"
    # A mass in dalton is of one particle, never of what was weighed in; 50 ppb of ozone are no relative humidity.
    weighed = convertible(wanted, "g") and not convertible(wanted, "g/mol")
    other = (weighed and convertible(quantity.unit, "g/mol")) or (wanted == "%" and quantity.unit.startswith("pp"))
    return convertible(quantity.unit, wanted) and not other


def _symbol_types(graph: ToolGraph, quantity: Quantity, query: Query) -> tuple[str, frozenset[str]]:
    """The symbol of an input right in front of a quantity that can be such a value, and what types it stands for."""
    start = max(0, quantity.start - _NEAR)
    before = _BEFORE.search(query.text[start : quantity.start])
    # In "5 nm R0 6 nm distance" it may be that of the quantity before it.
    if before and any(query.text[one.end : start + before.start("symbol")].isspace() for one in query.quantities):
        before = None
    types = graph.input_symbols.get(before["symbol"], frozenset()) if before else frozenset[str]()
    fitting = frozenset(name for name in types if convertible(quantity.unit, graph.types[name].unit or "1"))
    return (before["symbol"], fitting) if before and fitting else ("", frozenset())


def _is_symbol_of_another(graph: ToolGraph, port: PortNode, symbol: str, types: frozenset[str]) -> bool:
    """Whether a quantity has the symbol of another input: with "Km 63 µM" no enzyme concentration is given.

    A symbol that means the same as a name of the input in other letters is one of it.
    """
    if not types or port.type in types or any(graph.is_a(name, port.type) for name in types):
        return False
    return label_words(symbol) not in {label_words(label) for label in labels(graph.types[port.type], port.name)}


def _other_measure(graph: ToolGraph, port: PortNode, quantity: Quantity, query: Query) -> str:
    """Why a quantity cannot serve an input, by what the question calls it; empty where nothing is against it."""
    node = graph.types[port.type]
    before, behind = query.text[max(0, quantity.start - _NEAR) : quantity.start], query.text[quantity.end :][:_NEAR]
    names = " ".join(labels(node, port.name)).lower()
    own = [word for word in phrase_list("values", "lengths_apart") if word in names]
    for word in phrase_list("values", "lengths_apart") if own else ():
        said = rf"(?<![\w-]){word}{LINK}$"
        if word not in own and (re.search(said, before, re.IGNORECASE) or re.match(_behind(word), behind)):
            return f"it is a {word}; {node.label} is needed"
    if {"into", "to"} & set(node.announced) and _added().search(before):
        return f"it is what something is added to; {node.label} is needed"
    return ""


def _behind(word: str) -> str:
    return rf"(?i:\s+(?:(?:in|of|as)\s+)?(?:the\s+|a\s+)?(?:[a-z]+\s+)?{word}\b)"


@cache
def _added() -> re.Pattern[str]:
    """Words of adding that stand right in front of what something is added to: "go into", "are pipetted to"."""
    verbs, links = any_of(phrase_list("values", "adding_verbs")), "to|into|in|with"
    return re.compile(rf"(?<![\w-])(?:{verbs})\s+(?:together\s+)?(?:{links})\s+(?:(?:a|the|about)\s+)?$", re.IGNORECASE)
