"""Only what changes the notation is put in unasked: never a tool that a person starts, nor one that alters the thing."""

from __future__ import annotations

from itertools import pairwise

from scitoolagent.toolkg.chains import MAX_LINKS, cheapest_chain
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode, TypeNode


def node(name: str, takes: str, gives: str, **fields: object) -> ToolNode:
    given = {"operation": "Conversion", "safety": "open", "requires": (), **fields}
    return ToolNode(
        name=name,
        summary="Do it.",
        topic="General",
        source="tests",
        inputs=(PortNode("given", takes, "str"),),
        outputs=(PortNode("made", gives, "str", many=bool(given.pop("many", False))),),
        **given,  # type: ignore[arg-type]
    )


def chain(tools: list[ToolNode], start: str, wanted: str, allowed: dict[str, float] | None = None) -> list[str] | None:
    graph = ToolGraph(tools, [TypeNode(name, name) for name in "ABCDEFGHI"])
    links = cheapest_chain(graph, start, wanted, allowed)
    return None if links is None else [link.tool for link in links]


def test_the_cheapest_way_is_taken() -> None:
    long = [node("one", "A", "B"), node("two", "B", "C"), node("three", "C", "D")]
    assert chain([*long, node("direct", "A", "D")], "A", "D") == ["direct"]
    assert chain([*long, node("short", "B", "D")], "A", "D") == ["one", "short"]
    assert chain([*long, node("away", "A", "D", requires=("network",))], "A", "D") == ["one", "two", "three"]


def test_a_tool_that_only_a_person_starts_is_never_put_in() -> None:
    assert chain([node("risky", "A", "B", safety="restricted")], "A", "B") is None


def test_a_tool_that_is_no_conversion_is_put_in_only_where_that_is_allowed() -> None:
    edit = node("edit", "A", "B", operation="Generation")
    assert chain([edit], "A", "B") is None
    assert chain([edit], "A", "B", {"edit": 2.0}) == ["edit"]
    assert chain([edit, node("convert", "A", "B")], "A", "B", {"edit": 2.0}) == ["convert"]


def test_one_value_of_several_is_not_picked() -> None:
    assert chain([node("several", "A", "B", many=True)], "A", "B") is None


def test_a_chain_has_an_end() -> None:
    letters = "ABCDEFG"
    links = [node(a + b, a, b) for a, b in pairwise(letters)]
    assert chain(links, "A", letters[MAX_LINKS]) == [a + b for a, b in pairwise(letters)][:-1]
    assert chain(links, "A", letters[MAX_LINKS + 1]) is None
