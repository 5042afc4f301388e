"""A trace that somebody edited does not agree with itself: the answer with the steps, the calls with the plan."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from scitoolagent import Agent
from scitoolagent.config import load_config
from scitoolagent.errors import BlockedError
from scitoolagent.provenance.admission import admit_run
from scitoolagent.provenance.consistency import _told, unlike_plan, untrue_values
from scitoolagent.provenance.recorded import RecordedRun, load_run
from scitoolagent.records import Answer, AnswerValue, Value
from scitoolagent.toolkg.store import load_graph

QUESTION = "What are the TPSA in nm2 and the QED of menthol?"


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RecordedRun]:
    folder: Path = tmp_path_factory.mktemp("data")
    config = load_config().model_copy(update={"data_dir": folder})
    with Agent(config) as agent:
        answer = agent.run(QUESTION)
        yield load_run(config.runs_dir, answer.run)


def _answer(recorded: RecordedRun) -> Answer:
    assert recorded.answer is not None
    return recorded.answer


def test_what_was_told_in_another_unit_is_true(recorded: RecordedRun) -> None:
    assert len(_answer(recorded).values) >= 2
    assert list(untrue_values(recorded)) == []
    assert [told for result in recorded.results.values() for told in unlike_plan(recorded.plan, result)] == []


def test_a_number_that_no_step_gave_is_named(recorded: RecordedRun) -> None:
    value, *others = _answer(recorded).values
    false = _answer(recorded).model_copy(update={"values": (value.model_copy(update={"value": 99.9}), *others)})
    (told,) = untrue_values(replace(recorded, answer=false))
    assert told.startswith("the answer tells 99.9, step")


@pytest.mark.parametrize("arguments", [{"smiles": "CCN"}, {"smiles": "$1.smiles", "approve": 1}])
def test_a_call_that_is_not_that_of_the_plan_is_named(recorded: RecordedRun, arguments: dict[str, object]) -> None:
    *before, last = recorded.plan.steps
    edited = recorded.plan.model_copy(update={"steps": (*before, last.model_copy(update={"arguments": arguments}))})
    assert len(list(unlike_plan(edited, recorded.results[last.id]))) == 1


def test_the_notes_of_a_plan_are_screened(recorded: RecordedRun) -> None:
    edited = recorded.plan.model_copy(update={"notes": ("made of CC(C)OP(C)(=O)F",)})
    with pytest.raises(BlockedError):
        admit_run(load_graph(), replace(recorded, plan=edited))


def test_the_cells_of_a_table_are_no_value_of_its_own() -> None:
    told = AnswerValue(
        label="model",
        subject="row 1",
        type="Table",
        value="linear",
        unit=None,
        step=1,
        tool="compare_learners",
        source="",
    )
    assert _told(told, Value(type="Table", value="38a57db2f8d571a4", rows=3))
    assert not _told(told, Value(type="Text", value="ridge"))
