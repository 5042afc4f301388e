"""Drawings show their input, whatever characters it holds."""

from __future__ import annotations

from xml.etree.ElementTree import Element, fromstring

import pytest

from scitoolagent.records import Entity, Goal, Plan, Query, Step, StepResult, Value
from scitoolagent.web.svg import neighbours_svg, plan_svg, plot_points

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "<script>alert(1)</script>\x00\"'&"


def plan(text: str = "ethanol") -> tuple[Query, Plan]:
    entity = Entity(handle="name1", type="MoleculeName", value=text, text=text, start=0, end=1)
    steps = (
        Step(id=1, tool="name_to_smiles", arguments={"name": "$query.name1"}),
        Step(id=2, tool="molecular_weight", arguments={"smiles": "$1.smiles"}),
        Step(id=3, tool="ring_count", arguments={"smiles": ["$1.smiles", "$1.smiles"]}),
    )
    goals = (Goal(text="mass", type="Mass", output="$2.mass"),)
    return Query(text=text, entities=(entity,)), Plan(steps=steps, goals=goals)


def boxes(image: Element) -> dict[str, tuple[float, str]]:
    """The left edge and the class of each box, by its title."""
    found = {}
    for group in image.iter(f"{SVG}g"):
        rect = group.find(f"{SVG}rect")
        assert rect is not None
        found[(group.findtext(f"{SVG}title") or "").strip()] = (float(rect.get("x", "")), group.get("class", ""))
    return found


def test_steps_stand_right_of_what_they_need() -> None:
    found = boxes(fromstring(plan_svg(*plan(), {})))
    lefts = [found[name][0] for name in ("ethanol MoleculeName", "1  name_to_smiles", "2  molecular_weight")]
    assert lefts == sorted(set(lefts))
    assert found["2  molecular_weight"][0] == found["3  ring_count"][0]


def test_each_need_is_one_edge() -> None:
    image = fromstring(plan_svg(*plan(), {}))
    # question → 1, 1 → 2, and 1 → 3, though step 3 names step 1 twice.
    assert sum(path.get("class") == "edge" for path in image.iter(f"{SVG}path")) == 3


def test_state_and_value_of_a_step_are_shown() -> None:
    value = Value(type="Mass", value=46.069, unit="g/mol")
    done = StepResult(step=2, tool="molecular_weight", status="ok", outputs={"mass": value})
    failed = StepResult(step=3, tool="ring_count", status="failed")
    found = boxes(fromstring(plan_svg(*plan(), {2: done, 3: failed})))
    assert found["2  molecular_weight 46.069 g/mol"][1] == "step ok goal"
    assert found["3  ring_count failed"][1] == "step failed"
    assert found["1  name_to_smiles"][1] == "step todo"


def test_a_program_stands_right_of_the_steps_that_it_rests_on() -> None:
    query, drawn = plan()
    program = Step(id=4, tool="program", arguments={"code": "x", "steps": ["step 2", "step 3", "step x", "9"]})
    image = fromstring(plan_svg(query, Plan(steps=(*drawn.steps, program), goals=()), {}))
    found = boxes(image)
    assert found["4  the program"][0] > found["2  molecular_weight"][0]
    assert sum(path.get("class") == "edge" for path in image.iter(f"{SVG}path")) == 5


def test_a_table_is_told_by_its_size() -> None:
    table = Value(type="Table", value="0123456789abcdef", rows=6, columns=())
    step = StepResult(step=1, tool="name_to_smiles", status="ok", outputs={"table": table})
    image = plan_svg(*plan(), {1: step})
    assert "6 rows of 0 columns" in image and "0123456789abcdef" not in image


def test_hostile_text_stays_text() -> None:
    drawn = plan_svg(*plan(HOSTILE), {})
    assert "<script" not in drawn
    assert any(HOSTILE[:8] in (title.text or "") for title in fromstring(drawn).iter(f"{SVG}title"))
    assert "<script" not in neighbours_svg(HOSTILE, [HOSTILE], [])


def test_a_plan_without_steps_can_be_drawn() -> None:
    assert "0 steps" in plan_svg(None, Plan(steps=(), goals=()), {})


def test_neighbours_are_links() -> None:
    image = fromstring(neighbours_svg("b", ["a", "x/y"], ["c"]))
    assert [link.get("href") for link in image.iter(f"{SVG}a")] == ["/tools/a", "/tools/x%2Fy", "/tools/c"]


def test_steps_are_links_where_there_is_something_to_lead_to() -> None:
    links = [link.get("href") for link in fromstring(plan_svg(*plan(), {}, "row-")).iter(f"{SVG}a")]
    assert links[:2] == ["#row-1", "#row-2"]
    assert not list(fromstring(plan_svg(*plan(), {})).iter(f"{SVG}a"))


@pytest.mark.parametrize(
    ("value", "points"),
    [
        ([3, 1, 2], ([(1, 3), (2, 1), (3, 2)], False)),
        ([[1, 10], [2, 20], [4, 5]], ([(1, 10), (2, 20), (4, 5)], True)),
        ({"a": 1, "b": 2, "c": 3}, ([(1, 1), (2, 2), (3, 3)], True)),
        ([1, 2], None),
        ([True, False, True], None),
        (["1", "2", "3"], None),
        ([1, float("nan"), 2], None),
        ([1, float("inf"), 2], None),
        ("123", None),
        (7, None),
    ],
)
def test_what_can_be_plotted(value: object, points: object) -> None:
    assert plot_points(value) == points
