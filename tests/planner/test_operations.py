"""The calls that sort, choose, compare and average, each value with its subject."""

from __future__ import annotations

import pytest

from scitoolagent.config import load_config
from scitoolagent.errors import NoPathError
from scitoolagent.planner import Planner
from scitoolagent.records import Plan, Query
from scitoolagent.toolkg.store import load_graph

THREE = "menthol, camphor and vanillin"


@pytest.fixture(scope="module")
def planner() -> Planner:
    return Planner(load_graph(), load_config())


def last_of(planner: Planner, question: str) -> tuple[Query, Plan, str, dict[str, object]]:
    """The question, its plan, and the last step of it."""
    query = planner.recognise(question)
    plan = planner.draft(query)
    return query, plan, plan.steps[-1].tool, plan.steps[-1].arguments


@pytest.mark.parametrize(
    ("question", "tool", "types"),
    [
        (f"Sort {THREE} by TPSA", "sort_by_value", ["MoleculeName", "PolarSurfaceArea"]),
        (f"Which of {THREE} has the highest TPSA?", "pick_extreme", ["MoleculeName", "PolarSurfaceArea"]),
        (f"the mean TPSA of {THREE}", "mean_of_values", ["PolarSurfaceArea"]),
        ("Is menthol heavier than camphor?", "compare_two", ["ComparisonHolds"]),
        (f"How many of {THREE} have more than one ring?", "filter_by_value", ["KeptCount"]),
        (f"Which of {THREE} have more than one ring?", "filter_by_value", ["MoleculeName"]),
        (f"How many of {THREE} contain an aromatic ring?", "filter_by_verdict", ["KeptCount"]),
        ("the ratio of the TPSA of menthol and vanillin", "ratio_of_values", ["ValueRatio"]),
        ("Has menthol at most three rings?", "meets_threshold", ["MeetsThreshold"]),
    ],
)
def test_the_last_call_and_what_it_gives(planner: Planner, question: str, tool: str, types: list[str]) -> None:
    _, plan, last, _ = last_of(planner, question)
    assert last == tool
    step = f"${len(plan.steps)}."
    assert [goal.type for goal in plan.goals if goal.output.startswith(step)] == types
    assert (plan.missing, plan.unread) == ((), ())


def test_each_value_stands_with_its_subject(planner: Planner) -> None:
    query, plan, _, arguments = last_of(planner, f"Sort {THREE} by decreasing TPSA")
    subjects, values = arguments["subjects"], arguments["values"]
    assert isinstance(subjects, list)
    assert isinstance(values, list)
    assert [query.text_of(str(subject).removeprefix("$query.")) for subject in subjects] == [
        "menthol",
        "camphor",
        "vanillin",
    ]
    for subject, value in zip(subjects, values, strict=True):
        surface = plan.step(int(str(value).split(".")[0].removeprefix("$")))
        name = plan.step(int(str(surface.arguments["smiles"]).split(".")[0].removeprefix("$")))
        assert name.arguments["name"] == subject
    assert arguments["order"] == "descending"


def test_the_one_that_is_named_first_is_compared_with_the_other(planner: Planner) -> None:
    for question in ("Is vanillin heavier than camphor?", "Is camphor heavier than vanillin?"):
        query, plan, _, arguments = last_of(planner, question)
        values = arguments["values"]
        assert isinstance(values, list)
        step = plan.step(int(str(values[0])[1]))
        name = plan.step(int(str(step.arguments["smiles"])[1])).arguments["name"]
        assert query.text_of(str(name).removeprefix("$query.")) == question.split()[1]


def test_what_is_made_is_compared_by_what_it_is_made_of(planner: Planner) -> None:
    query, plan, tool, arguments = last_of(planner, "Which has the heavier scaffold, naringenin or quercetin?")
    assert tool == "pick_extreme"
    assert [step.tool for step in plan.steps].count("murcko_scaffold") == 2
    weights = [step for step in plan.steps if step.tool == "molecular_weight"]
    made = {f"${step.id}.{step.tool}" for step in plan.steps if step.tool == "murcko_scaffold"}
    assert {step.arguments["smiles"] for step in weights} == made
    assert arguments["subjects"] == [f"$query.{entity.handle}" for entity in query.entities]


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        # a number without a unit, where one is needed
        ("Which of tin, zinc and iron melt above 600?", "600 has no unit"),
        ("Is the melting point of tin above 500?", "500 has no unit"),
        # several values of one thing
        ("Sort the stereoisomers of CC(O)CC and CC(N)CC by decreasing order of stereoisomers", "stereoisomers"),
    ],
)
def test_what_cannot_be_reckoned_is_refused(planner: Planner, question: str, reason: str) -> None:
    with pytest.raises(NoPathError, match=reason):
        planner.draft(planner.recognise(question))


def test_a_threshold_with_a_unit_is_used(planner: Planner) -> None:
    _, plan, _, arguments = last_of(planner, f"Which of {THREE} weigh less than 155 g/mol?")
    assert arguments["threshold"] == "$query.quantity1"
    assert (plan.missing, plan.unread) == ((), ())


def test_a_wanted_unit_is_that_of_the_result(planner: Planner) -> None:
    _, plan, _, _ = last_of(planner, "What is the mean molecular weight of menthol and camphor in kg/mol?")
    assert plan.goals[0].output.startswith(f"${len(plan.steps)}.")
    assert plan.goals[0].unit == "kg/mol"
    _, plan, _, _ = last_of(planner, "the ratio of the molecular weights of menthol and camphor in kg/mol")
    assert [goal.unit for goal in plan.goals if goal.type == "ValueRatio"] == [""]


@pytest.mark.parametrize(
    ("question", "tool"),
    [
        ("What is the d-spacing for a 2theta of 20.5 deg and a wavelength of 1.5406 Å?", "plane_spacing"),
        ("What is the d-spacing at 2θ = 20.5° for a wavelength of 1.5406 Å?", "plane_spacing"),
        ("What is the d-spacing for a two theta of 20.5° with Mo Kα radiation?", "plane_spacing"),
        ("What is the d-spacing for a Bragg angle of 10.25° with Mo Kα radiation?", "plane_spacing_of_bragg_angle"),
    ],
)
def test_what_names_a_quantity_chooses_the_tool(planner: Planner, question: str, tool: str) -> None:
    plan = planner.draft(planner.recognise(question))
    assert [step.tool for step in plan.steps] == [tool]


def test_a_quantity_that_may_be_two_things_is_not_guessed(planner: Planner) -> None:
    with pytest.raises(NoPathError, match=r"20\.5 deg could be measured angle 2θ or measured Bragg angle θ"):
        planner.draft(planner.recognise("What is the d-spacing at 20.5 deg for a wavelength of 1.5406 Å?"))


def test_a_source_of_x_rays_sets_the_wavelength(planner: Planner) -> None:
    query = planner.recognise("Where is the strongest reflection of rock.cif with Mo Kα radiation?")
    plan = planner.draft(query)
    (source,) = (entity for entity in query.entities if entity.type == "XrayWavelength")
    assert plan.steps[-1].arguments["wavelength"] == f"$query.{source.handle}"
