"""The ceiling of closed requests: gold requests are whole and valid, run without their question, and are scored."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from scitoolagent.agent import Agent
from scitoolagent.benchmarks.reading import ceiling
from scitoolagent.benchmarks.reading.score import folder, holds, load
from scitoolagent.records import Answer, AnyRecord, Query
from scitoolagent.request import Request
from scitoolagent.request.canonical import sentence

# Of each node one, and one of each that something is special about.
SAMPLE = [
    ("files", "growth_curves-11", 0),
    ("files", "growth_curves-12", 0),
    ("files", "hydrogenation_runs-15", 0),
    ("files", "qpcr_lps-10", 0),
    ("files", "reagent_survey-05", 0),
    ("files", "library-12", 0),
    ("files", "weather_spring-13", 0),
    ("turns", "TF04", 2),
    ("turns", "TF09", 2),
    ("turns", "TM08", 2),
]


@pytest.fixture
def agent() -> Iterator[Agent]:
    with Agent(workspace=folder() / "files", models={}) as made:
        yield made


def written(name: str) -> list[tuple[str, int, Mapping[str, Any]]]:
    return [(key, turn, one) for (key, turn), one in ceiling.gold_requests(name).items()]


@pytest.mark.parametrize("name", ["files", "turns"])
def test_each_question_has_a_request_or_a_reason(name: str) -> None:
    asked = {(item["id"], number) for item in load(name) for number in range(len(item.get("turns", [item])))}
    assert {(key, turn) for key, turn, _ in written(name)} == asked
    assert all(("request" in one) != bool(one.get("why")) for _, _, one in written(name))


@pytest.mark.parametrize("name", ["files", "turns"])
def test_each_request_is_valid_and_says_what_it_asks(name: str) -> None:
    for key, turn, one in written(name):
        if "request" in one:
            request = Request.model_validate(one["request"])
            assert Request.model_validate_json(request.model_dump_json(by_alias=True)) == request, (key, turn)
            assert all(sentence(result, str) for result in request.results)


class Silent(dict[str, Any]):
    """A question of a set that must not be looked at."""

    def __getitem__(self, key: str) -> Any:
        assert key not in ("question", "how"), "the question is looked at"
        return super().__getitem__(key)

    def get(self, key: str, default: Any = None) -> Any:
        assert key not in ("question", "how"), "the question is looked at"
        return super().get(key, default)


def test_requests_run_without_their_question(agent: Agent, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Query] = []
    stream = agent.stream

    def watched(query: Query) -> Iterator[AnyRecord]:
        seen.append(query)
        return stream(query)

    monkeypatch.setattr(agent, "stream", watched)
    for name, key, turn in SAMPLE:
        item = next(item for item in load(name) if item["id"] == key)
        asked = item.get("turns", [item])[turn]
        one = ceiling.gold_requests(name)[key, turn]
        assert ceiling.worth(agent, Silent(asked), item.get("files") or (), one) == ("right", ""), (key, turn)
        assert seen[-1].text == ""
        assert asked["question"] not in seen[-1].model_dump_json()
    assert len(seen) == len(SAMPLE)


def test_the_planner_is_given_no_question() -> None:
    assert list(inspect.signature(ceiling.query_of).parameters) == ["agent", "files", "values", "request"]


def test_what_is_not_right_is_told_by_its_kind(agent: Agent) -> None:
    gold = {"gold": 22, "tol": 0}
    count = ceiling.gold_requests("files")["pond_survey-01", 0]
    kinds = {
        "right": (gold, count),
        "wrong": ({**gold, "gold": 23}, count),
        "not said": (gold, {"why": "no node says it"}),
        "no plan": (gold, {"request": {"results": [{"is": "count", "of": {"file": "file1"}, "column": "colour"}]}}),
    }
    for kind, (asked, one) in kinds.items():
        assert ceiling.worth(agent, asked, ["pond_survey.csv"], one)[0] == kind


def test_a_table_that_is_asked_for_may_hold_many_numbers(agent: Agent) -> None:
    groups = {"is": "group", "of": {"file": "file1"}, "by": ["Conc_uM"], "column": "Signal_RFU", "aggregates": ["mean"]}
    request = Request.model_validate({"results": [groups]})
    query = ceiling.query_of(agent, ["assay_plate.csv"], [], request)
    answer = [record for record in agent.stream(query) if isinstance(record, Answer)][-1]
    table = answer.table(0)
    *_, figures = table.head(9).values.values()
    gold = dict(zip(["0", "0.1", "1", "10", "50"], figures, strict=True))
    assert holds(gold, 0, answer)
    assert not holds({**gold, "0": -7.0}, 0, answer)
    assert not holds(figures[0], 0, answer)
