"""The time of a run bounds what its models take: each call, its retries and its waits."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.agent import Agent
from scitoolagent.config import Config, load_config
from scitoolagent.deadline import Deadline
from scitoolagent.errors import ModelError, PlanError
from scitoolagent.llm import Message, load_models, model_for
from scitoolagent.llm.client import EndpointModel
from scitoolagent.records import Answer

ASK = [Message("user", "How many?")]
FREE = "How bulky is naphthalene?"
OVER = r"the run was to end after 0\.3 s \(max_seconds\)"
# A call that nothing cuts short; the bounds below are far from it.
_HANGS, _SOON = 10.0, 5.0


def model_of(url: str, **settings: Any) -> EndpointModel:
    return EndpointModel(Config(model_url=url, model="m", model_seconds=_HANGS, **settings), "m")


@contextmanager
def soon() -> Iterator[None]:
    began = time.monotonic()
    yield
    assert time.monotonic() - began < _SOON


@pytest.mark.parametrize("attempts", [1, 3])
@pytest.mark.parametrize("how", [{"wait": _HANGS}, {"drip": 0.05}])
def test_a_call_ends_with_the_run(endpoint: Any, how: dict[str, float], attempts: int) -> None:
    endpoint.play("x" * 400, **how)
    model = model_of(endpoint.url, model_attempts=attempts)
    model.spending.deadline = Deadline(0.3)
    with soon(), pytest.raises(ModelError, match=OVER):
        model.complete("planner", ASK)
    # Then it is not asked any more.
    with pytest.raises(ModelError, match=OVER):
        model.complete("planner", ASK)
    assert len(endpoint.asked) == 1


@pytest.mark.parametrize("after", ["7", "0"])
def test_a_wait_that_ends_after_the_run_is_not_begun(endpoint: Any, waits: list[float], after: str) -> None:
    endpoint.fail(429, **{"retry-after": after})
    model = model_of(endpoint.url)
    model.spending.deadline = Deadline(0.3)
    with pytest.raises(ModelError, match=r"asks to slow down; to ask again after \S+ s is too late for the run"):
        model.complete("planner", ASK)
    assert (len(endpoint.asked), waits) == (1, [])


def test_a_list_of_models_takes_no_longer_than_a_run_may(endpoint: Any) -> None:
    endpoint.play("{}", wait=_HANGS)
    with soon(), pytest.raises(ModelError, match="in time"):
        model_for(Config(model_url=endpoint.url, model_seconds=_HANGS, max_seconds=0.3), "planner")


@pytest.mark.slow
def test_a_run_with_a_model_that_hangs_ends_in_time(endpoint: Any, tmp_path: Path) -> None:
    endpoint.play("{}", wait=_HANGS * 2)
    bounds = {"max_seconds": 1.0, "data_dir": tmp_path, "cache": False}
    settings = load_config().model_copy(update={"model_url": endpoint.url, "model": "m", **bounds})
    with Agent(settings, models=load_models(settings)) as agent:
        with pytest.raises(PlanError):
            agent.run(FREE)  # a cold start is not what is timed here
        endpoint.asked.clear()
        with soon(), pytest.raises(PlanError, match="was to end after 1 s"):
            list(agent.stream(FREE))
        assert len(endpoint.asked) == 1
        # The next run has a time of its own.
        with soon(), pytest.raises(PlanError, match="was to end after 1 s"):
            agent.run(FREE)
        assert len(endpoint.asked) == 2


@pytest.mark.slow
def test_the_summary_and_a_run_that_is_gone_on_with_have_a_time_of_their_own(endpoint: Any, tmp_path: Path) -> None:
    endpoint.play("{}", wait=_HANGS * 2)
    bounds = {"max_seconds": 3.0, "data_dir": tmp_path, "cache": False, "small_model": True}
    settings = load_config().model_copy(update={"model_url": endpoint.url, "model": "m", **bounds})
    with Agent(settings, models=load_models(settings)) as agent:
        query, plan = agent.plan("What is the TPSA of menthol?")
        for _ in range(2):
            began = time.monotonic()
            answer = list(agent.resume(query, plan, ()))[-1]
            assert time.monotonic() - began < _HANGS
            assert isinstance(answer, Answer) and answer.status == "complete"
            assert "was to end after 3 s" in answer.text
    assert len(endpoint.asked) == 2
