"""Conversations about rows: other columns and groups, further conditions, and what follows a refusal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scitoolagent import Agent
from scitoolagent.config import load_config
from scitoolagent.conversation import Conversation
from scitoolagent.errors import PlanError
from scitoolagent.records import Answer

_GOATS = """goat,herd,sex,age,milk_L,height_cm
g1,hill,F,3,2.0,70
g2,hill,F,5,3.0,80
g3,vale,F,4,4.0,72
g4,vale,M,6,,90
"""


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    folder: Path = tmp_path_factory.mktemp("turns")
    (folder / "goats.csv").write_text(_GOATS, encoding="utf-8")
    with Agent(load_config(), folder, models={}) as made:
        yield made


@pytest.fixture
def say(agent: Agent) -> Callable[[str], Answer]:
    talk = Conversation(agent)
    return lambda text: next(one for one in talk.stream(text) if isinstance(one, Answer))


def _last_values(answer: Answer) -> list[object]:
    return [one.value for one in answer.values]


def test_the_same_of_another_column(say: Callable[[str], Answer]) -> None:
    say("Mean milk by herd in goats.csv")
    assert _last_values(say("now for height"))[1::2] == [pytest.approx(75), pytest.approx(81)]


def test_other_groups(say: Callable[[str], Answer]) -> None:
    say("Mean height by herd in goats.csv")
    assert _last_values(say("and by sex?"))[1::2] == [pytest.approx(74), pytest.approx(90)]


def test_how_many_of_them(say: Callable[[str], Answer]) -> None:
    say("How many goats are in goats.csv?")
    assert _last_values(say("how many of them are female?")) == [3]
    assert _last_values(say("and how many of those are from the hill herd?")) == [2]


def test_only_some_of_them(say: Callable[[str], Answer]) -> None:
    say("Mean height in goats.csv")
    assert _last_values(say("now only the females")) == [pytest.approx(74)]


def test_bars_are_those_of_the_groups(say: Callable[[str], Answer]) -> None:
    say("Mean height by herd in goats.csv")
    assert (
        "bar chart of Mean height by herd" in " ".join(say("as a bar chart").notes)
        or "a picture" in say("as a bar chart").text
    )


def test_what_follows_a_refusal_may_refer_to_it(say: Callable[[str], Answer]) -> None:
    say("Mean height in goats.csv")
    with pytest.raises(PlanError):
        say("now only those with a bell")
    with pytest.raises(PlanError, match="was not answered"):
        say("and the median?")
    # A whole question stands by itself, and another try to say which are meant may stand.
    assert _last_values(say("Mean age in goats.csv")) == [pytest.approx(4.5)]
