"""A plan that does not type-check is refused before anything runs."""

from __future__ import annotations

from typing import Any

import pytest

from scitoolagent.errors import InvalidPlanError
from scitoolagent.planner import check_plan
from scitoolagent.planner.check import MAX_STEPS
from scitoolagent.records import Entity, Goal, Plan, Quantity, Query, Step
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode, TypeNode


def node(name: str, inputs: list[PortNode], outputs: list[PortNode]) -> ToolNode:
    return ToolNode(name, "Do it.", "Calculation", "General", "open", "tests", tuple(inputs), tuple(outputs))


GRAPH = ToolGraph(
    [
        node("isomers", [PortNode("smiles", "Smiles", "str")], [PortNode("isomers", "Smiles", "str", many=True)]),
        node("flatten", [PortNode("smiles", "Smiles", "str")], [PortNode("flat", "FlatSmiles", "str")]),
        node("weigh", [PortNode("smiles", "Smiles", "str")], [PortNode("mass", "Mass", "float")]),
        node("draw", [PortNode("flat", "FlatSmiles", "str")], [PortNode("count", "Count", "int")]),
        node("compare", [PortNode("several", "Smiles", "str", many=True)], [PortNode("count", "Count", "int")]),
        node("heat", [PortNode("temperature", "Temperature", "float")], [PortNode("count", "Count", "int")]),
        node("dissolve", [PortNode("portion", "Portion", "float")], [PortNode("count", "Count", "int")]),
    ],
    [
        TypeNode("Smiles", "SMILES"),
        TypeNode("FlatSmiles", "flat SMILES", parent="Smiles"),
        TypeNode("Mass", "mass", unit="g"),
        TypeNode("Portion", "portion", unit="kg", role="setting"),
        TypeNode("Temperature", "temperature", unit="Cel", role="setting"),
        TypeNode("Count", "count", unit="1"),
    ],
)
QUERY = Query(
    text="x" * 20,
    entities=(Entity(handle="smiles1", type="Smiles", value="C", text="C", start=0, end=1),),
    quantities=(
        Quantity(handle="quantity1", value=300.0, unit="K", text="300 K", start=2, end=7),
        Quantity(handle="quantity2", value=5.0, unit="g", text="5 g", start=8, end=11),
        Quantity(handle="quantity3", value=10.0, unit="K", text="10-20 K", start=12, end=19, problem="it is a range"),
    ),
)
Calls = list[tuple[int, str, dict[str, Any]]]


def check(calls: Calls, goal: str = "") -> None:
    steps = tuple(Step(id=number, tool=tool, arguments=arguments) for number, tool, arguments in calls)
    goals = (Goal(text="x", type="Count", output=goal),) if goal else ()
    check_plan(GRAPH, QUERY, Plan(steps=steps, goals=goals))


@pytest.mark.parametrize(
    "calls",
    [
        [(1, "flatten", {"smiles": "$query.smiles1"}), (2, "weigh", {"smiles": "$1.flat"})],
        [(1, "isomers", {"smiles": "$query.smiles1"}), (2, "compare", {"several": "$1.isomers"})],
        [(1, "compare", {"several": ["$query.smiles1", "$query.smiles1"]})],
        [(1, "heat", {"temperature": "$query.quantity1"})],
        [(1, "heat", {"temperature": 25.0})],
        # A computed mass in g serves a setting in kg.
        [(1, "weigh", {"smiles": "$query.smiles1"}), (2, "dissolve", {"portion": "$1.mass"})],
    ],
)
def test_what_fits_passes(calls: Calls) -> None:
    check(calls)


@pytest.mark.parametrize(
    ("calls", "message"),
    [
        ([(1, "weigh", {"smiles": "$query.smiles1"}), (1, "weigh", {"smiles": "$query.smiles1"})], "two steps"),
        # Every flat SMILES is a SMILES, but not the other way round.
        ([(1, "draw", {"flat": "$query.smiles1"})], "takes FlatSmiles"),
        ([(1, "heat", {"temperature": "$query.quantity2"})], "5 g is not that"),
        ([(1, "heat", {"temperature": "$query.quantity3"})], "it is a range"),
        ([(1, "heat", {"temperature": "$query.quantity9"})], "has no quantity9"),
        ([(1, "weigh", {"smiles": "$query.quantity2"})], "no unit"),
        (
            [(1, "weigh", {"smiles": "$query.smiles1"}), (2, "heat", {"temperature": "$1.mass"})],
            "takes Temperature",
        ),
        (
            [
                (1, "compare", {"several": ["$query.smiles1", "$query.smiles1"]}),
                (2, "dissolve", {"portion": "$1.count"}),
            ],
            "takes Portion",
        ),
        ([(1, "isomers", {"smiles": "$query.smiles1"}), (2, "weigh", {"smiles": "$1.isomers"})], "is a list"),
        ([(1, "compare", {"several": "$query.smiles1"})], "takes a list"),
        (
            [(number, "weigh", {"smiles": "$query.smiles1"}) for number in range(1, MAX_STEPS + 2)],
            f"at most {MAX_STEPS}",
        ),
    ],
)
def test_what_does_not_fit_is_refused(calls: Calls, message: str) -> None:
    with pytest.raises(InvalidPlanError, match=message):
        check(calls)


def test_a_goal_is_an_output_of_a_step() -> None:
    calls: Calls = [(1, "weigh", {"smiles": "$query.smiles1"})]
    check(calls, "$1.mass")
    for goal in ("$2.mass", "$1.count", "$query.smiles1", "mass"):
        with pytest.raises(InvalidPlanError, match=r"goal 'x'|goal x"):
            check(calls, goal)
