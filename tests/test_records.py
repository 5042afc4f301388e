"""What an argument of a plan stands for, and how a question is shown without its values."""

from __future__ import annotations

from typing import Any

import pytest

from scitoolagent.records import Entity, Query, Reference, Step, StepResult, Value, resolve

QUERY = Query(
    text="iron and water",
    entities=(
        Entity(handle="elementsymbol1", type="ElementSymbol", value="Fe", text="iron", start=0, end=4),
        Entity(handle="moleculename1", type="MoleculeName", value="iron", text="iron", start=0, end=4),
        Entity(handle="moleculename2", type="MoleculeName", value="water", text="water", start=9, end=14),
    ),
)


def result(step: int, value: Any) -> StepResult:
    return StepResult(step=step, tool="x", status="ok", outputs={"smiles": Value(type="Smiles", value=value)})


RESULTS = {1: result(1, "O"), 2: result(2, "[Fe]")}


@pytest.mark.parametrize(
    ("argument", "value"),
    [
        ("$query.moleculename2", "water"),
        ("$1.smiles", "O"),
        ("$2.smiles", "[Fe]"),
        (["$2.smiles", "$query.moleculename1", 3], ["[Fe]", "iron", 3]),
        (7.5, 7.5),
        (None, None),
        # Texts that only look like a reference stay what they are.
        ("$1.smiles and more", "$1.smiles and more"),
        (" $1.smiles", " $1.smiles"),
        ("$0.smiles", "$0.smiles"),
        ("$1.Smiles", "$1.Smiles"),
        ("$1.smiles\n", "$1.smiles\n"),
    ],
)
def test_an_argument_stands_for_a_value_of_the_question_or_of_a_step(argument: Any, value: Any) -> None:
    assert resolve(argument, QUERY, RESULTS) == value


@pytest.mark.parametrize("argument", ["$query.smiles9", "$3.smiles", "$1.nothing", ["$3.smiles"]])
def test_what_is_not_there_is_an_error(argument: Any) -> None:
    with pytest.raises(KeyError):
        resolve(argument, QUERY, RESULTS)


def test_references_are_written_as_they_are_read() -> None:
    for text in ("$query.smiles1", "$12.polar_surface_area"):
        assert str(Reference.parse(text)) == text
    step = Step(id=3, tool="x", arguments={"a": "$2.smiles", "b": ["$query.moleculename1", 4], "c": "plain"})
    assert [str(reference) for reference in step.references()] == ["$2.smiles", "$query.moleculename1"]


def test_a_place_with_two_readings_is_shown_once() -> None:
    assert QUERY.with_handles() == "[elementsymbol1] and [moleculename2]"
