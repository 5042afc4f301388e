"""The questions with units cover every input that has one; each verdict is given for what it stands for."""

from __future__ import annotations

from pathlib import Path

import pytest

from scitoolagent.agent import Agent
from scitoolagent.benchmarks.units import (
    Outcome,
    ask,
    inputs_served,
    inputs_with_unit,
    judge,
    load_questions,
    summary,
    write_files,
)
from scitoolagent.config import load_config
from scitoolagent.planner import Planner
from scitoolagent.records import Answer, AnswerValue
from scitoolagent.toolkg.store import load_graph

CONTENT = load_questions()
FULL = {"type": "Mass", "value": 2.0}


def answer(value: object, status: str = "complete", kind: str = "Mass") -> Answer:
    made = AnswerValue(label="mass", subject="", type=kind, value=value, unit="g", step=1, tool="x", source="")
    return Answer.model_validate({"status": status, "text": "said", "values": [made]})


def test_there_are_enough_and_every_value_says_where_it_is_from() -> None:
    assert len(CONTENT["good"]) >= 60 and len(CONTENT["bad"]) >= 25
    assert all(question["how"] for question in CONTENT["good"])
    asked = [question["ask"] for kind in ("good", "bad") for question in CONTENT[kind]]
    assert len(asked) == len(set(asked))


@pytest.mark.slow
def test_every_input_with_a_unit_is_asked_in_another_unit() -> None:
    graph = load_graph()
    planner = Planner(graph, load_config())
    served: dict[str, bool] = {}
    for question in CONTENT["good"]:
        query = planner.recognise(question["ask"])
        for name, other in inputs_served(graph, query, planner.draft(query)):
            served[name] = served.get(name, False) or other
    assert set(served) == inputs_with_unit(graph)
    assert [name for name, other in served.items() if not other] == []


@pytest.mark.parametrize(
    ("question", "given", "told", "verdict"),
    [
        (FULL, answer(2.0), "", "right"),
        (FULL, answer(2.001), "", "wrong"),
        (FULL, answer(2.0, "partial"), "", "wrong"),
        (FULL, answer(2.0, kind="Volume"), "", "wrong"),
        (FULL, None, "why", "refused"),
        ({**FULL, "within": 1e-2}, answer(2.001), "", "right"),
        ({**FULL, "value": 0.0}, answer(1e-9), "", "wrong"),
        (FULL, answer([1, 2]), "", "right"),
        ({**FULL, "at": [0]}, answer([2.0, 5.0]), "", "right"),
        ({**FULL, "at": ["a", 1]}, answer({"a": [1.0, 2.0]}), "", "right"),
        ({**FULL, "at": ["b"]}, answer({"a": 2.0}), "", "wrong"),
        ({**FULL, "value": "cubic", "holds": True}, answer("face-centred cubic"), "", "right"),
        ({"because": "Range"}, None, "it is a range", "refused"),
        ({"because": "range"}, None, "no idea", "wrong"),
        ({"because": "range"}, answer(2.0), "it is a range", "wrong"),
    ],
)
def test_verdicts(question: dict[str, object], given: Answer | None, told: str, verdict: str) -> None:
    assert judge(question, given, told) == verdict


def test_figures() -> None:
    good = [Outcome("a", "right", "", frozenset({"x.y"}), frozenset({"x.y"})), Outcome("b", "refused", "why")]
    figures = summary(good, [Outcome("c", "refused", "why")], 3)
    assert (figures["right"]["count"], figures["refused with the reason"], figures["wrong"]) == (1, 1, 0)
    assert (figures["inputs asked"], figures["inputs with a unit"]) == (1, 3)


def test_a_question_goes_through_the_whole_agent(tmp_path: Path) -> None:
    write_files(CONTENT, tmp_path)
    wanted = next(question for question in CONTENT["good"] if "strained.cif" in question["ask"])
    config = load_config().model_copy(update={"cache": False, "data_dir": tmp_path / "data"})
    with Agent(config, tmp_path, models={}) as agent:
        outcome = ask(agent, wanted)
        assert outcome.verdict == "right", outcome
        assert ask(agent, CONTENT["bad"][0]).verdict == "refused"
