"""Changes of a plan, checked by the planner that runs before every plan."""

from __future__ import annotations

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.planner import check_plan
from scitoolagent.records import Entity, Goal, Plan, Query, Step
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode, TypeNode
from scitoolagent.web.revise import (
    put_in_query,
    read_value,
    with_arguments,
    with_step,
    with_tool,
    without_step,
    write_value,
)


def tool(name: str, takes: list[tuple[str, str]], gives: list[tuple[str, str]]) -> ToolNode:
    inputs = tuple(PortNode(port, kind, "str") for port, kind in takes)
    outputs = tuple(PortNode(port, kind, "str") for port, kind in gives)
    return ToolNode(name, "Do it.", "Calculation", "General", "open", "test", inputs, outputs)


GRAPH = ToolGraph(
    [
        tool("look_up", [("name", "Name")], [("smiles", "Smiles"), ("note", "Note")]),
        tool("search", [("query", "Name")], [("remark", "Note"), ("found", "Smiles")]),
        tool("weigh", [("smiles", "Smiles")], [("mass", "Mass")]),
        tool("count", [("smiles", "Smiles")], [("count", "Count")]),
        tool("other", [("mass", "Mass")], [("smiles", "Smiles")]),
    ],
    [TypeNode(name, name) for name in ("Name", "Smiles", "Note", "Mass", "Count")],
)
QUERY = Query(text="q", entities=(Entity(handle="name1", type="Name", value="x", text="x", start=0, end=1),))
PLAN = Plan(
    steps=(
        Step(id=1, tool="look_up", arguments={"name": "$query.name1"}),
        Step(id=2, tool="weigh", arguments={"smiles": "$1.smiles"}),
        Step(id=3, tool="count", arguments={"smiles": "CCO"}),
    ),
    goals=(
        Goal(text="mass", type="Mass", output="$2.mass"),
        Goal(text="count", type="Count", output="$3.count"),
        Goal(text="smiles", type="Smiles", output="$1.smiles"),
    ),
)


def test_a_changed_argument_is_all_that_changes() -> None:
    changed = with_arguments(PLAN, 3, {"smiles": "CCN"})
    assert changed.step(3).arguments == {"smiles": "CCN"}
    assert changed.steps[:2] == PLAN.steps[:2]
    assert changed.drafter == "a person"
    check_plan(GRAPH, *put_in_query(GRAPH, QUERY, changed))


def test_what_needs_a_removed_step_goes_with_it() -> None:
    rest = without_step(PLAN, 1)
    assert [step.id for step in rest.steps] == [3]
    assert [goal.text for goal in rest.goals] == ["count"]
    check_plan(GRAPH, *put_in_query(GRAPH, QUERY, rest))


def test_another_tool_takes_and_gives_by_type() -> None:
    changed = with_tool(GRAPH, PLAN, 1, "search")
    assert changed.step(1) == Step(id=1, tool="search", arguments={"query": "$query.name1"})
    assert changed.step(2).arguments == {"smiles": "$1.found"}
    assert changed.goals[2].output == "$1.found"
    check_plan(GRAPH, *put_in_query(GRAPH, QUERY, changed))


def test_a_tool_that_takes_something_else_is_refused() -> None:
    with pytest.raises(ToolInputError, match="other does not take a Name"):
        with_tool(GRAPH, PLAN, 1, "other")


def test_typed_values_stand_in_the_query_and_name_what_the_goal_is_about() -> None:
    about = tuple(goal.model_copy(update={"about": ("name1",)}) for goal in PLAN.goals)
    plan = with_arguments(PLAN.model_copy(update={"goals": about}), 2, {"smiles": "CCN"})
    query, moved = put_in_query(GRAPH, QUERY, plan)
    assert [(entity.handle, entity.type, entity.value) for entity in query.entities[1:]] == [
        ("typed1", "Smiles", "CCN"),
        ("typed2", "Smiles", "CCO"),
    ]
    assert moved.step(2).arguments == {"smiles": "$query.typed1"}
    # The mass is no longer that of what step 1 looks up; the looked-up SMILES still is.
    assert [goal.about for goal in moved.goals] == [("typed1",), ("typed2",), ("name1",)]


@pytest.mark.parametrize(
    ("python", "many", "text", "value"),
    [
        ("str", False, " CCO ", "CCO"),
        ("str", False, "12", "12"),
        ("str", False, "[Na+]", "[Na+]"),
        ("float", False, "1.5", 1.5),
        ("int", False, "3", 3),
        ("bool", False, "true", True),
        ("float", False, "$2.mass", "$2.mass"),
        ("str", True, '["CCO", "$1.smiles"]', ["CCO", "$1.smiles"]),
        ("dict", False, '{"C": 1}', {"C": 1}),
    ],
)
def test_typed_values(python: str, many: bool, text: str, value: object) -> None:
    port = PortNode("x", "Smiles", python, many)
    assert read_value(port, text) == value
    assert read_value(port, write_value(value)) == value


@pytest.mark.parametrize(("python", "text"), [("float", "heavy"), ("int", ""), ("dict", "[" * 10_000)])
def test_what_cannot_be_read_is_named(python: str, text: str) -> None:
    with pytest.raises(ToolInputError, match="x takes"):
        read_value(PortNode("x", "Mass", python), text)
    with pytest.raises(ToolInputError, match="at most"):
        read_value(PortNode("x", "Mass", python), "1" * 30_000)


def test_a_new_step_takes_the_latest_values_that_fit_and_is_asked_for() -> None:
    longer = with_step(GRAPH, QUERY, PLAN, "other")
    assert longer.steps[:-1] == PLAN.steps
    assert longer.steps[-1] == Step(id=4, tool="other", arguments={"mass": "$2.mass"})
    assert longer.goals[-1].output == "$4.smiles"
    check_plan(GRAPH, *put_in_query(GRAPH, QUERY, longer))
    # The result of the step before the last is no longer the latest.
    assert with_step(GRAPH, QUERY, longer, "weigh").steps[-1].arguments == {"smiles": "$4.smiles"}


def test_what_no_value_fits_is_left_to_the_person() -> None:
    assert with_step(GRAPH, Query(text="q"), Plan(steps=(), goals=()), "weigh").steps[0].arguments == {}
