"""An answer says what the steps gave and nothing else: units, steps, reasons, notes, findings."""

from __future__ import annotations

from typing import Any

import pytest

from scitoolagent.records import (
    AnswerValue,
    Failure,
    Finding,
    Goal,
    Json,
    Plan,
    Quantity,
    Query,
    Rounding,
    Step,
    StepResult,
    Value,
    read_record,
)
from scitoolagent.summarizer import finding_lines, show_answer, show_value, summarize
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode, TypeNode

GRAPH = ToolGraph(
    [], [TypeNode("Tpsa", "TPSA", unit="Ao2"), TypeNode("Name", "name"), TypeNode("StereoNote", "note", role="note")]
)
QUERY = Query.model_validate(
    {
        "text": "TPSA of menthol",
        "entities": [{"handle": "name1", "type": "Name", "value": "menthol", "text": "menthol", "start": 8, "end": 15}],
    }
)
PLAN = Plan(
    steps=(
        Step(id=1, tool="resolve", arguments={"name": "$query.name1"}),
        Step(id=2, tool="tpsa", arguments={"smiles": "$1.smiles"}),
    ),
    goals=(Goal(text="TPSA", type="Tpsa", output="$2.tpsa", about=("name1",)),),
)


def result(step: int, **fields: Any) -> StepResult:
    return StepResult.model_validate(
        {"step": step, "tool": PLAN.step(step).tool, "status": "ok", "source": "a paper", **fields}
    )


GOOD = result(2, outputs={"tpsa": Value(type="Tpsa", value=20.23, unit="Ao2")})


def test_values_carry_unit_step_and_source() -> None:
    note = result(
        1, arguments={"name": "menthol"}, outputs={"stereo_note": Value(type="StereoNote", value="3 centres are open")}
    )
    answer = summarize(GRAPH, QUERY, PLAN, (note, GOOD), "run1")
    assert answer.status == "complete"
    assert "TPSA: 20.23 Å² [step 2]" in answer.text
    assert (answer.values[0].step, answer.values[0].unit, answer.values[0].source) == (2, "Ao2", "a paper")
    assert answer.notes == ("menthol: 3 centres are open [step 1]",)
    assert read_record(answer.model_dump_json()) == answer


def test_a_failure_is_named_by_its_first_cause() -> None:
    failed = result(1, status="failed", error=Failure(error="ToolInputError", message="no molecule is called menthol"))
    skipped = result(2, status="skipped", error=Failure(error="Skipped", message="step 1 (resolve) gave no result"))
    answer = summarize(GRAPH, QUERY, PLAN, (failed, skipped))
    assert answer.status == "failed"
    assert answer.unmet == ("TPSA of menthol: no molecule is called menthol",)
    assert not answer.values


def test_partial_blocked_and_findings() -> None:
    plan = PLAN.model_copy(update={"missing": ("melting point",)})
    assert summarize(GRAPH, QUERY, plan, (GOOD,)).status == "partial"
    finding = Finding(verdict="block", subject="x", reason="listed")
    blocked = result(2, status="blocked", error=Failure(error="BlockedError", message="listed"), findings=(finding,))
    answer = summarize(GRAPH, QUERY, PLAN, (blocked,))
    assert (answer.status, answer.findings) == ("blocked", (finding,))
    assert "block: x: listed" in answer.text
    # One step that the gate stopped is enough, whatever the others gave.
    first = result(1, status="blocked", error=Failure(error="BlockedError", message="listed"), findings=(finding,))
    assert summarize(GRAPH, QUERY, PLAN, (first, GOOD)).status == "blocked"


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (1.5, "Ao2", "1.5 Å²"),
        (50.0, "%", "50%"),
        (True, None, "yes"),
        ([], None, "none"),
        ("CCO", None, "CCO"),
        (0.1 + 0.2, "1", "0.3"),
        # What was computed is shown with five digits, what stands so in a file or a table with all that it has.
        (0.730497125, "g", "0.7305 g"),
        (1 / 3, "%", "0.33333%"),
        (194.194, "g/mol", "194.194 g/mol"),
        (52826.9234, "1", "52826.92"),
        (1234567.89, "g", "1234568 g"),
        (194.0803755, "u", "194.0804 u"),
        (195.0876525, "1", "195.0877"),
        ({"C": 1, "H": 4}, None, "C: 1, H: 4"),
        ([[1, 0], [0, 1]], None, "(1, 0), (0, 1)"),
    ],
)
def test_values_read_well(value: object, unit: str | None, text: str) -> None:
    assert show_value(value, unit) == text


@pytest.mark.parametrize(
    ("value", "digits", "significant", "text"),
    [
        (180.159, 1, False, "180.2 g/mol"),
        (180.159, 0, False, "180 g/mol"),
        # Halves go up, also where the nearest binary number lies below: 2.675 is 2.67499….
        (2.675, 2, False, "2.68 g/mol"),
        (0.5, 0, False, "1 g/mol"),
        (0.000123456, 3, True, "0.000123 g/mol"),
        (1234567.0, 3, True, "1230000 g/mol"),
        (2.0, 3, True, "2.00 g/mol"),
        (6.02214076e23, 3, True, "6.02e+23 g/mol"),
        (74.0, -1, False, "70 g/mol"),
        ([1.26, 2.0], 1, False, "1.3, 2.0 g/mol"),
        (7, 2, False, "7 g/mol"),
        (True, 2, False, "yes g/mol"),
    ],
)
def test_numbers_are_rounded_as_people_round(value: Json, digits: int, significant: bool, text: str) -> None:
    made = AnswerValue(
        label="x",
        subject="",
        type="MolecularWeight",
        value=value,
        unit="g/mol",
        step=1,
        tool="t",
        source="s",
        rounding=Rounding(digits=digits, significant=significant),
    )
    assert show_answer(made) == text


def test_long_values_are_cut_and_say_so() -> None:
    assert show_value(list(range(100))).endswith("… (100 values)")
    assert show_value("A" * 1000).endswith("(1000 characters)")
    assert len(show_value("A" * 1000, cut=False)) == 1000


def test_what_a_quantity_became_is_said() -> None:
    port = PortNode("concentration", "Concentration", "float")
    node = ToolNode(
        "ph", "Compute a pH.", "Calculation", "General", "open", "a paper", (port,), (PortNode("ph", "Ph", "float"),)
    )
    graph = ToolGraph([node], [TypeNode("Concentration", "concentration", unit="mol/L"), TypeNode("Ph", "pH")])
    plan = Plan(
        steps=(Step(id=1, tool="ph", arguments={"concentration": "$query.quantity1"}),),
        goals=(Goal(text="pH", type="Ph", output="$1.ph"),),
    )
    made = StepResult(
        step=1, tool="ph", status="ok", arguments={"concentration": 0.01}, outputs={"ph": Value(type="Ph", value=2.0)}
    )
    for text, value, unit, notes in (
        ("10 mM", 10.0, "mM", ("concentration: 10 mM = 0.01 mol/L [step 1]",)),
        ("0.01 mol/L", 0.01, "mol/L", ()),
    ):
        quantity = Quantity(handle="quantity1", value=value, unit=unit, text=text, start=0, end=len(text))
        assert summarize(graph, Query(text=text, quantities=(quantity,)), plan, (made,)).notes == notes


def test_a_reason_the_planner_gives_stands_as_it_is() -> None:
    plan = PLAN.model_copy(update={"missing": ("melting point", "5 kg: no tool that was asked for takes it")})
    assert summarize(GRAPH, QUERY, plan, (GOOD,)).unmet == (
        "melting point: no tool here gives it",
        "5 kg: no tool that was asked for takes it",
    )


def test_settings_left_open_are_told_with_their_defaults() -> None:
    salt = TypeNode("Salt", "sodium concentration", unit="mmol/L", role="setting")
    length = TypeNode("Length", "length", unit="1", role="setting")
    ports = (
        PortNode("name", "Name", "str"),
        PortNode("salt", "Salt", "float", required=False, default=50.0),
        PortNode("min_length", "Length", "int", required=False, default=75),
        PortNode("chain", "Chain", "str", required=False, default="all"),
    )
    tool = ToolNode("tm", "Tm", "Calculation", "X", "open", "s", ports, (PortNode("tm", "Tpsa", "float"),))
    graph = ToolGraph([tool], [*GRAPH.types.values(), salt, length, TypeNode("Chain", "chain", role="setting")])
    goals = (Goal(text="Tm", type="Tpsa", output="$1.tm", about=("name1",)),)
    made = StepResult(step=1, tool="tm", status="ok", outputs={"tm": Value(type="Tpsa", value=1.0, unit="Ao2")})
    plan = Plan(steps=(Step(id=1, tool="tm", arguments={"name": "$query.name1"}),), goals=goals)
    assert summarize(graph, QUERY, plan, (made,), "run1").notes == (
        "sodium concentration 50 mmol/L, min length 75 (default)",
    )
    given = {"name": "$query.name1", "salt": 10.0, "min_length": 75}
    plan = Plan(steps=(Step(id=1, tool="tm", arguments=given),), goals=goals)
    assert summarize(graph, QUERY, plan, (made,), "run1").notes == ()


def test_a_unit_that_a_call_gives_is_that_of_its_value() -> None:
    graph = ToolGraph([], [*GRAPH.types.values(), TypeNode("Unit", "unit", role="unit")])
    plan = Plan(
        steps=(Step(id=1, tool="convert", arguments={}),),
        goals=tuple(Goal(text=text, type="Tpsa", output="$1.value") for text in ("convert", "kPa")),
    )
    outputs = {"value": Value(type="Tpsa", value=506.625, unit="1"), "unit": Value(type="Unit", value="kPa")}
    made = StepResult(step=1, tool="convert", status="ok", outputs=outputs)
    answer = summarize(graph, QUERY, plan, (made,), "run1")
    assert [(value.value, value.unit) for value in answer.values] == [(506.625, "kPa")]
    assert answer.notes == ()


def test_of_many_findings_those_that_stop_are_told_first_and_the_rest_counted() -> None:
    made = [Finding(verdict="confirm", subject=f"C{number}", reason=f"toxic {number}") for number in range(30)]
    lines = finding_lines([*made, Finding(verdict="block", subject="X", reason="listed")])
    assert lines[0] == "block: X: listed" and lines[1] == "confirm: C0: toxic 0"
    assert lines[-1] == "… and 19 more (19 confirm); --json lists all" and len(lines) == 13
    assert finding_lines(made[:2]) == ["confirm: C0: toxic 0", "confirm: C1: toxic 1"]


def test_each_reason_is_told_once_with_what_it_was_found_in() -> None:
    made = [Finding(verdict="confirm", subject=f"C{number % 7}", reason="toxic") for number in range(30)]
    assert finding_lines(made[:3]) == ["confirm: C0; C1; C2: toxic"]
    assert finding_lines(made) == ["confirm: C0; C1; C2; C3; C4 and 2 more: toxic"]
    block = Finding(verdict="block", subject="X", reason="listed")
    assert finding_lines([block, *made[:1]], ["X: listed; nothing here works on it"]) == ["confirm: C0: toxic"]
    # Said of one of them is not said of the other.
    other = block.model_copy(update={"subject": "Y"})
    assert finding_lines([block, other], ["X: listed; nothing here works on it"]) == ["block: X; Y: listed"]
