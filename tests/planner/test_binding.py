"""Calls are bound to the values at hand: each value serves one input, readings of one word never both."""

from __future__ import annotations

import pytest

from scitoolagent.planner.binding import Binder
from scitoolagent.planner.writing import PlanDraft, Source
from scitoolagent.reading.settings import Settings
from scitoolagent.records import Query
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode, TypeNode


def node(name: str, inputs: list[PortNode], gives: str, operation: str = "Calculation") -> ToolNode:
    return ToolNode(
        name, "Do it.", operation, "General", "open", "tests", tuple(inputs), (PortNode("made", gives, "str"),)
    )


GRAPH = ToolGraph(
    [
        node("name_to_smiles", [PortNode("name", "Name", "str")], "Smiles", "Conversion"),
        node("weigh", [PortNode("smiles", "Smiles", "str")], "Mass"),
        node("pair", [PortNode("one", "Smiles", "str"), PortNode("other", "Smiles", "str")], "Mass"),
        node("cluster", [PortNode("several", "Smiles", "str", many=True)], "Mass"),
        node("label", [PortNode("smiles", "Smiles", "str"), PortNode("element", "Element", "str")], "Mass"),
    ],
    [TypeNode("Name", "name"), TypeNode("Smiles", "SMILES"), TypeNode("Element", "element"), TypeNode("Mass", "mass")],
)


def smiles(number: int) -> Source:
    return Source(f"$query.smiles{number}", "Smiles", (f"smiles{number}",), place=10 * number)


def bound(tool: str, *sources: Source) -> tuple[list[dict[str, object]], PlanDraft, object]:
    draft = PlanDraft(GRAPH, Query(text=""))
    made = Binder(GRAPH).call(GRAPH.tools[tool], list(sources), Settings(), draft)
    return [step.arguments for step in draft.steps], draft, made


def test_a_tool_for_one_value_is_called_with_each() -> None:
    calls, _, made = bound("weigh", smiles(1), smiles(2))
    assert calls == [{"smiles": "$query.smiles1"}, {"smiles": "$query.smiles2"}]
    assert made == [(1, ("smiles1",)), (2, ("smiles2",))]


def test_a_tool_for_two_values_is_called_with_every_pair_of_different_ones() -> None:
    assert bound("pair", smiles(1), smiles(2))[0] == [{"one": "$query.smiles1", "other": "$query.smiles2"}]
    pairs = [(call["one"], call["other"]) for call in bound("pair", smiles(1), smiles(2), smiles(3))[0]]
    assert pairs == [
        ("$query.smiles1", "$query.smiles2"),
        ("$query.smiles1", "$query.smiles3"),
        ("$query.smiles2", "$query.smiles3"),
    ]


def test_a_tool_for_several_values_is_called_once_and_not_with_one() -> None:
    assert bound("cluster", smiles(1), smiles(2), smiles(3))[0] == [
        {"several": ["$query.smiles1", "$query.smiles2", "$query.smiles3"]}
    ]
    assert "gives 1" in str(bound("cluster", smiles(1))[2])


@pytest.mark.parametrize("tool", ["weigh", "cluster"])
def test_of_two_readings_of_one_word_a_call_takes_the_nearest(tool: str) -> None:
    name = Source("$query.name1", "Name", ("name1",), place=5)
    structure = Source("$query.smiles1", "Smiles", ("smiles1",), place=5)
    for readings in ([name, structure], [structure, name]):
        calls, _, _ = bound(tool, *readings, smiles(2))
        assert "$query.smiles1" in str(calls) and "$query.smiles2" in str(calls)
        assert "name1" not in str(calls), "a name would have to be looked up first"
    # Of two that are as near the first is the likelier.
    other = Source("$query.smiles9", "Smiles", ("smiles9",), place=5)
    assert "smiles9" not in str(bound(tool, structure, other, smiles(2))[0])


def test_a_value_serves_one_input() -> None:
    assert "needs" in str(bound("pair", smiles(1))[2])
    assert "needs element" in str(bound("label", smiles(1))[2])


def test_conversions_come_before_and_are_shared() -> None:
    draft = PlanDraft(GRAPH, Query(text=""))
    name = Source("$query.name1", "Name", ("name1",), place=0)
    for tool in ("weigh", "weigh"):
        made = Binder(GRAPH).call(GRAPH.tools[tool], [name], Settings(), draft)
    assert made == [(2, ("name1",))]
    assert [(step.id, step.tool, step.arguments) for step in draft.steps] == [
        (1, "name_to_smiles", {"name": "$query.name1"}),
        (2, "weigh", {"smiles": "$1.made"}),
    ]
