"""What a question says of its quantities in words: which it names, and which numbers are left without a unit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list, word_list
from scitoolagent.reading.words import EMPTY, Word
from scitoolagent.records import Entity, Quantity, Query
from scitoolagent.tool.units import convertible, dimension, is_pure
from scitoolagent.toolkg.graph import ToolGraph, TypeNode

_NUMBER = r"(?P<number>[+-]?\d[\d.,'’_^]*(?<![.,])\w*)"
# Behind one of these a number is a value, where no count of things follows.
_LEADS = re.compile(
    rf"(?:\b(?:at|with|within|below|above|under|over|up to|using|than)\s+|[@=<>≤≥~]\s*){_NUMBER}(?![\w\"'’-])",
    re.IGNORECASE,
)
_STRONG = re.compile(r"(?:at|within|below|above|under|over|up to)\s", re.IGNORECASE)
_ENDS = re.compile(r"\s*(?:$|[.,;:?!)]|(?:and|or|in|for|of|on|from|to|with|at|by|as|is|are)\b)", re.IGNORECASE)
# "at 10, 20 and 50 mM": the numbers in front of a quantity that share its unit.
_LISTED = re.compile(
    rf"(?:\b(?:at|with|within|using|of|for|in|from|to|between|is|are|and|or)\s+|[,:=(@]\s*){_NUMBER}"
    r"\s*(?:,\s*(?:and|or)?|\b(?:and|or|vs)\b|[/;&])\s*$",
    re.IGNORECASE,
)
# What may stand between the name of a quantity and the quantity.
LINK = (
    r"(?:\s*\([^()]{0,20}\))?(?:\s+(?:of|is|was|are|were|being|equal to|set to|at))?"
    r"\s*[=:]?\s*(?:(?:an?|the|about|only)\s)?\s*"
)
_AT = re.compile(r"\s+at\s+", re.IGNORECASE)
# What may stand between the name of a number and the number; a thing between them is blanked out.
BETWEEN = (
    r"\s*(?:of\s{2,}(?=is\b|was\b|=|:))?"
    r"(?:of|is|was|=|:|at least|at most|at|to|equal to|set to|above|below|over|under|minimum|maximum)?\s*"
)
# "1.8e-10 and 5.0e-13": as many numbers as things, each of one of them.
_PURE = r"[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w%.]|\s*[\w%°µ])"
_PURE_LIST = re.compile(rf"(?<![\w.,-])[+-]?\d[\d.]*(?:[eE][+-]?\d+)?(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+){_PURE})+")
_IS_NUMBER = re.compile(r"\s*(?:is|was|=|:)\s*(?P<number>[+-]?\d[\w.+-]*)")
_BY_DEFAULT = re.compile(r"\b(?:default|usual|standard|any|no|without)\b[\s\w]{0,12}$", re.IGNORECASE)
_GIVEN = "\x02"
_OF = re.compile(r"[ \t]+(?:of[ \t]+)?(?:(?:the|a|an|pure|dry|solid|my|our)[ \t]+)*([^\W\d_][\w'-]*)")
# Words behind a quantity that name no substance.
_NO_SUBSTANCE = word_list("values", "no_substance")


def labels(node: TypeNode, name: str = "") -> tuple[str, ...]:
    """What people call a value of a type, and the name of an input that takes it."""
    return tuple(dict.fromkeys(filter(None, (node.label, *node.also, name.replace("_", " ")))))


def named_places(graph: ToolGraph, query: Query) -> list[tuple[int, int]]:
    """Where a question names a quantity that it gives: `a d-spacing of 2 Å`, `500 nm wavelength`.

    Such words say what the quantity is, and ask for nothing.
    """
    numbers = [*_names_of_numbers(graph, query), *_names_of_values(graph, query)]
    if not query.quantities:
        return numbers
    # Many inputs are of one type, and each is looked at once.
    types = [graph.types[name] for name in {port.type for tool in graph.tools.values() for port in tool.inputs}]
    nodes = [node for node in types if node.unit == "%" or not is_pure(node.unit)]
    named = [place for quantity in query.quantities for place in _names(graph, query.text, quantity, nodes)]
    # "at a concentration of 50 mM": what the unit says anyway.
    plain = "|".join(sorted(word_list("values", "about_quantity")))
    for quantity in query.quantities:
        match = re.search(
            rf"\b(?:at|with)\s+(?:(?:an?|the)\s+)?({plain}){LINK}$", query.text[: quantity.start], re.IGNORECASE
        )
        named += [match.span(1)] if match else []
    return named + numbers


def _names_of_numbers(graph: ToolGraph, query: Query) -> Iterator[tuple[int, int]]:
    """Where a question names a number of a thing that it gives: "the Ksp of PbI2 is 7.1e-9"."""
    for entity in query.entities:
        if _are_several(query) or not _IS_NUMBER.match(query.text, entity.end):
            continue
        found = {
            label
            for tool in graph.tools.values()
            for port in tool.inputs
            if port.python == "float" and is_pure(graph.types[port.type].unit)
            for label in labels(graph.types[port.type])
        }
        written = "|".join(label_pattern(label) for label in sorted(found, key=len, reverse=True))
        if match := re.search(rf"(?<![\w-])({written})\s+(?:of|for)\s+(?:the\s+)?$", query.text[: entity.start], re.I):
            yield match.span(1)


def _names_of_values(graph: ToolGraph, query: Query) -> Iterator[tuple[int, int]]:
    """Where a noun right in front of a setting that is told as a whole says what it is: "a dilution from 1 M to …"."""
    for entity in query.entities:
        node = graph.types[entity.type]
        if not graph.is_setting(entity.type) or not node.finder or entity.end > len(query.text):
            continue
        shift = max(0, entity.start - 40)
        before = re.search(r"\b(?:an?|the|this|my)\s+([^\W\d_]+)\s+$", query.text[shift : entity.start], re.IGNORECASE)
        if before and before[1].lower() == node.label.split()[-1].lower():
            yield shift + before.start(1), shift + before.end(1)


def _names(graph: ToolGraph, text: str, quantity: Quantity, nodes: Iterable[TypeNode]) -> Iterable[tuple[int, int]]:
    fitting = {
        label
        for node in nodes
        if convertible(quantity.unit, node.unit or "1")
        for label in (*labels(node), *(word for word in node.announced if " " in word))
    }
    if not fitting:
        return
    written = "|".join(label_pattern(label) for label in sorted(fitting, key=len, reverse=True))
    before = text[max(0, quantity.start - 80) : quantity.start]
    if match := re.search(rf"(?<![\w-])(?P<name>{written})s?{LINK}$", before, re.IGNORECASE):
        shift = quantity.start - len(before)
        # "The dew point at 25 °C" is asked for, "a dew point of 12 °C" is given.
        if not (_AT.fullmatch(before[match.end("name") :]) and _is_of_result(graph, match["name"])):
            yield shift + match.start("name"), shift + match.end("name")
    if match := re.match(rf"\s+(?:of\s+)?(?P<name>{written})(?![\w-])", text[quantity.end :], re.IGNORECASE):
        yield quantity.end + match.start("name"), quantity.end + match.end("name")


def _is_of_result(graph: ToolGraph, name: str) -> bool:
    """Whether what a tool gives is called so."""
    kinds = {port.type for tool in graph.tools.values() for port in tool.outputs}
    return any(name.lower() == label.lower() for kind in kinds for label in labels(graph.types[kind]))


def label_pattern(label: str) -> str:
    """A regular expression of a label, whose words blanks or hyphens part."""
    return r"[\s-]+".join(map(re.escape, label.split()))


def without_names(graph: ToolGraph, query: Query, words: Sequence[Word]) -> list[Word]:
    """The words of a question; those that only name a given quantity stand for nothing."""
    places = named_places(graph, query)
    return [
        Word(_GIVEN, word.start, word.end) if any(start <= word.start < end for start, end in places) else word
        for word in words
    ]


def number_without_unit(plain: str, taken: Sequence[tuple[int, int]], words: Iterable[str]) -> str:
    """A number that can only be meant for a setting and has no unit, as it stands in the text; empty when none is.

    Args:
        plain: the question without its entities and quantities.
        taken: places of numbers that settings without a unit take.
        words: words that name the settings left open.
    """
    named = "|".join(map(re.escape, sorted(words, key=len, reverse=True))) or r"(?!)"
    for match in _LEADS.finditer(plain):
        number, place = match["number"], match.span("number")
        behind = plain[place[1] :]
        glued = not number[-1].isdigit()
        if not _is_taken(place, taken) and (
            glued
            or _STRONG.match(match[0])
            or _ENDS.match(behind)
            or re.match(rf"\s*(?:{named})\b", behind, re.IGNORECASE)
        ):
            return number
    return ""


def listed_number(
    query: Query, plain: str, quantities: Iterable[Quantity], taken: Sequence[tuple[int, int]]
) -> tuple[str, Quantity] | None:
    """A number that shares the unit of a quantity behind it, with that quantity: 10 in "10 and 50 mM"."""
    for quantity in quantities:
        match = _LISTED.search(plain[max(0, quantity.start - 40) : quantity.start])
        if match is None:
            continue
        shift = max(0, quantity.start - 40)
        place = (shift + match.start("number"), shift + match.end("number"))
        if not _is_taken(place, taken):
            return match["number"], quantity
    return None


def limits(query: Query) -> list[tuple[int, int]]:
    """Where the numbers stand that are no settings: values are compared with them, or they are of one of several."""
    readings = query.request.readings if query.request else ()
    places = [(reading.start, reading.end) for reading in readings if reading.role == "operation"]
    found = [place for place in places if any(map(str.isdigit, query.text[slice(*place)]))]
    # Of several things nothing binds a number to its own: "the Ksp of AgCl is 1.8e-10; the solubility of PbI2".
    of_things = [_IS_NUMBER.match(query.text, entity.end) for entity in query.entities] if _are_several(query) else []
    lists = _PURE_LIST.finditer(query.text) if _are_several(query) else ()
    return [*found, *(match.span("number") for match in of_things if match), *(match.span() for match in lists)]


def _are_several(query: Query) -> bool:
    return len({entity.text.casefold() for entity in query.entities}) > 1


def measured_entities(query: Query, handles: Iterable[str]) -> frozenset[str]:
    """The entities that quantities are of: NaOH in "10 g NaOH in water", both salts in "1 g of NaCl and KCl"."""
    entities = sorted(query.entities, key=lambda entity: entity.start)
    found: set[str] = set()
    for handle in handles:
        quantity = query.quantity(handle)
        place, joint = (quantity.end, r"\s*(?:of\s+(?:the\s+|an?\s+)?)?") if quantity else (0, r"(?!)")
        for entity in entities:
            if entity.start < place:
                continue
            if not re.fullmatch(joint, query.text[place : entity.start]):
                break
            # Two readings of one place have one end.
            found |= {other.handle for other in entities if other.start == entity.start}
            place, joint = entity.end, r"\s*(?:,|and|or|,\s*and)\s*(?:of\s+)?"
    return frozenset(found)


def measures_substance(query: Query, handle: str) -> bool:
    """Whether a quantity is a mass, an amount or a concentration of something."""
    quantity = query.quantity(handle)
    bases = {name for name, _ in dimension(quantity.unit)} if quantity else set()
    return bool(bases & {"mass", "substance"}) and not bases & {"time", "temperature"}


def unknown_substance(query: Query, quantity: Quantity) -> str:
    """The word behind a quantity that says what it is of and is no entity: "10 mM Tris" where no table has Tris."""
    match = _OF.match(query.text, quantity.end)
    if match is None or match[1].lower() in EMPTY | _NO_SUBSTANCE:
        return ""
    place = match.start(1)
    known = [(entity.start, entity.end) for entity in query.entities]
    known += [(other.start, other.end) for other in query.quantities]
    return "" if any(start <= place < end for start, end in known) else match[1]


def is_itself(query: Query, entity: Entity) -> bool:
    """Whether a question calls a sequence a nucleic acid and speaks of no protein: "the pI of the DNA ATGCGC"."""
    called, made = (any_of(phrase_list("sequences", name)) for name in ("nucleic", "expressed"))
    others = re.sub(rf"(?:{called})", " ", query.text, flags=re.IGNORECASE)
    before = query.text[: entity.start]
    return (
        re.search(rf"(?<![\w-])(?:{called})\W{{0,3}}$", before, re.IGNORECASE) is not None
        and re.search(rf"(?<![\w-])(?:{made})(?![\w-])", others, re.IGNORECASE) is None
    )


def _is_taken(place: tuple[int, int], taken: Sequence[tuple[int, int]]) -> bool:
    return any(start < place[1] and place[0] < end for start, end in taken)


def named_without_value(graph: ToolGraph, node: TypeNode, name: str, plain: str) -> bool:
    """Whether a question names a setting and gives it no value, as in "at body temperature"."""
    longer = [other.label for other in graph.types.values() if other is not node]
    for label in labels(node):
        for match in re.finditer(rf"(?<![\w-]){label_pattern(label)}(?![\w-])", plain, re.IGNORECASE):
            before = plain[: match.start()]
            word = re.search(r"([\w-]+)\s+$", before)
            behind = re.match(r"\s+([\w-]+)", plain[match.end() :])
            # "Room temperature", "confidence interval": the name of something else.
            full = [f"{word[1]} {label}".lower()] if word else []
            full += [f"{label} {behind[1]}".lower()] if behind else []
            if not _BY_DEFAULT.search(before) and not any(one in other.lower() for one in full for other in longer):
                return True
    return False
