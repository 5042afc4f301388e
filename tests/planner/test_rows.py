"""Plans about rows: columns by their places, one table for all that is asked of the same rows, and what is refused."""

from __future__ import annotations

import pytest

from scitoolagent.config import load_config
from scitoolagent.errors import InvalidPlanError, NoPathError
from scitoolagent.planner import Planner, check_plan
from scitoolagent.records import Column, Entity, Goal, Plan, Query, Schema, Step
from scitoolagent.toolkg.store import load_graph

GRAPH = load_graph()
COLUMNS = (
    Column(name="name"),
    Column(name="smiles", type="Smiles"),
    Column(name="dose", kind="number", unit="mg"),
    Column(name="activity", kind="number"),
)


def look(file: Entity, _text: str = "") -> Schema:
    return Schema(file=file.handle, columns=COLUMNS, rows=3)


@pytest.fixture(scope="module")
def planner() -> Planner:
    return Planner(GRAPH, load_config())


def steps(planner: Planner, question: str) -> list[tuple[str, dict[str, object]]]:
    plan = planner.draft(planner.recognise(question, look))
    return [(step.tool, step.arguments) for step in plan.steps]


def test_all_that_is_asked_of_the_rows_stands_in_one_table(planner: Planner) -> None:
    assert steps(planner, "TPSA and QED of each compound in some.csv")[1:] == [
        ("polar_surface_area", {"smiles": "$1.table.c1"}),
        ("qed", {"smiles": "$2.table.c1"}),
    ]


def test_what_is_asked_twice_is_mapped_once(planner: Planner) -> None:
    made = steps(planner, "Which two compounds in some.csv have the highest QED and a QED above 0.5?")
    assert [tool for tool, _ in made].count("qed") == 1


def test_a_column_is_taken_whole_by_an_input_of_many_values(planner: Planner) -> None:
    assert steps(planner, "What is the mean dose in some.csv?")[1:] == [("mean_of_values", {"values": "$1.table.c2"})]


def test_a_threshold_keeps_its_unit(planner: Planner) -> None:
    (_, given) = steps(planner, "Which compounds in some.csv have a dose above 2 g?")[-1]
    condition = {"is": "compare", "column": "dose", "sign": ">", "value": 2.0, "unit": "g"}
    assert given == {"table": "$1.table", "condition": condition}


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("Which compounds in some.csv have a dose above 2 mL?", "2 mL: dose is in mg"),
        ("Which compounds in some.csv have an activity above 2 nM?", "says no unit"),
        ("What is the second compound in some.csv?", ""),
    ],
)
def test_a_threshold_that_does_not_fit_is_refused(planner: Planner, question: str, why: str) -> None:
    with pytest.raises(NoPathError) as refused:
        steps(planner, question)
    assert why in str(refused.value)


def query() -> Query:
    file = Entity(handle="file1", type="CsvFile", value="some.csv", text="some.csv", start=0, end=8)
    return Query(text="some.csv", entities=(file,), tables=(look(file),))


def plan(tool: str, arguments: dict[str, object], goal: str) -> Plan:
    read = Step(id=1, tool="read_rows", arguments={"file": "$query.file1"})
    goals = (Goal(text="it", type="", output=goal),)
    return Plan(steps=(read, Step(id=2, tool=tool, arguments=arguments)), goals=goals)


def test_a_mapped_step_type_checks() -> None:
    check_plan(GRAPH, query(), plan("qed", {"smiles": "$1.table.c1"}, "$2.table.c4"))


@pytest.mark.parametrize(
    ("tool", "arguments", "goal", "why"),
    [
        ("qed", {"smiles": "$1.table.c9"}, "$2.table.c4", "is no column; step 1 gives 4"),
        ("qed", {"smiles": "$1.table.c1"}, "$2.table.c5", "is no column; step 2 gives 5"),
        ("qed", {"smiles": "$1.table.c1"}, "$2.qed", "has no output 'qed'"),
        ("mean_of_values", {"values": "$1.table.c0"}, "$2.mean_value", "is text"),
        ("qed", {"smiles": "$query.file1.c1"}, "$2.table.c4", "not be typed out"),
    ],
)
def test_a_column_that_is_not_there_or_does_not_fit_is_refused(
    tool: str, arguments: dict[str, object], goal: str, why: str
) -> None:
    with pytest.raises(InvalidPlanError, match=why):
        check_plan(GRAPH, query(), plan(tool, arguments, goal))
