"""A bound on the money of a run: kept over all roles, refused without prices, and never taken for kept when unknown."""

from __future__ import annotations

from typing import Any

import pytest

from scitoolagent.cli.ask import bounded, spent_before
from scitoolagent.config import Config
from scitoolagent.errors import ConfigError, ModelError
from scitoolagent.findings import Usage
from scitoolagent.llm import Message, begin_spending, load_models

ASK = [Message("user", "How many?")]


def models(url: str, **settings: Any) -> Any:
    priced = {"prompt_price": 1.0, "completion_price": 2.0, "max_cost": 0.002, **settings}
    names = {"planner_model": "one", "summarizer_model": "two"}
    return load_models(Config(model_url=url, model_seconds=5.0, model_attempts=1, **names, **priced))


def test_all_roles_share_what_a_run_may_spend(endpoint: Any) -> None:
    for _ in range(3):
        endpoint.say("three", prompt=400, completion=300)  # 400 × 1 + 300 × 2 = 0.001 dollars
    found = models(endpoint.url)
    found["planner"].complete("planner", ASK)
    found["summarizer"].complete("summarizer", ASK)
    for role in ("planner", "summarizer"):
        with pytest.raises(ModelError, match=r"was to spend \$0\.002"):
            found[role].complete(role, ASK)
    assert len(endpoint.asked) == 2
    begin_spending(found.values())
    found["planner"].complete("planner", ASK)
    assert len(endpoint.asked) == 3


def test_all_roles_share_the_tokens_of_a_run(endpoint: Any) -> None:
    for _ in range(3):
        endpoint.say("three", prompt=400, completion=300)
    found = models(endpoint.url, max_cost=None, prompt_price=None, completion_price=None, max_model_tokens=1400)
    found["planner"].complete("planner", ASK)
    found["summarizer"].complete("summarizer", ASK)
    with pytest.raises(ModelError, match=r"take 1,400 tokens \(max_model_tokens\)"):
        found["planner"].complete("planner", ASK)
    assert len(endpoint.asked) == 2


def test_a_reply_without_account_ends_the_asking(endpoint: Any) -> None:
    endpoint.say("three", prompt=0, completion=0)
    found = models(endpoint.url)
    found["planner"].complete("planner", ASK)
    with pytest.raises(ModelError, match="does not say how many tokens"):
        found["planner"].complete("planner", ASK)


@pytest.mark.parametrize("missing", ["prompt_price", "completion_price"])
def test_a_bound_without_a_price_is_refused(missing: str) -> None:
    prices = {"prompt_price": 1.0, "completion_price": 1.0, missing: None}
    with pytest.raises(ConfigError, match=r"prompt_price and completion_price"):
        bounded(Config(**prices), None, None, 0.5)
    assert bounded(Config(prompt_price=0.0, completion_price=1.0), None, None, 0.5).max_cost == 0.5


@pytest.mark.parametrize("cost", [0.0, -1.0, float("nan")])
def test_a_bound_is_larger_than_nothing(cost: float) -> None:
    with pytest.raises(ConfigError, match="larger than 0"):
        bounded(Config(prompt_price=1.0, completion_price=1.0), None, None, cost)


def test_what_a_run_has_spent_before_it_was_ended_counts(endpoint: Any) -> None:
    endpoint.say("three", prompt=400, completion=300)
    found = models(endpoint.url)
    paid = Usage(role="planner", model="one", prompt_tokens=1, completion_tokens=1, dollars=0.0019)
    begin_spending(found.values(), (paid,))
    found["planner"].complete("planner", ASK)
    with pytest.raises(ModelError, match="has spent it"):
        found["planner"].complete("planner", ASK)
    # One whose price nobody knew then is counted by the prices of now: 600 + 2 × 700 tokens are 0.002 dollars.
    begin_spending(found.values(), (Usage(role="planner", model="one", prompt_tokens=600, completion_tokens=700),))
    with pytest.raises(ModelError, match="has spent it"):
        found["planner"].complete("planner", ASK)
    begin_spending(found.values(), (Usage(role="planner", model="one", dollars=0.0001),))
    with pytest.raises(ModelError, match="does not say how many tokens"):
        found["planner"].complete("planner", ASK)


def test_what_nobody_knows_of_a_run_is_said() -> None:
    priced = Usage(role="planner", model="one", dollars=0.0012)
    assert spent_before((priced, priced), was_killed=False) == "spent so far: $0.0024 in 2 replies of a model"
    told = spent_before((priced, Usage(role="planner", model="one")), was_killed=True)
    assert "1 of them without a price" in told and "not counted" in told
