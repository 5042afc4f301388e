"""Conversations about rows: other columns and groups, further conditions, and what follows a refusal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scitoolagent import Agent
from scitoolagent.config import load_config
from scitoolagent.conversation import Conversation
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


@pytest.mark.slow
def test_bars_are_those_of_the_groups(say: Callable[[str], Answer]) -> None:
    say("Mean height by herd in goats.csv")
    assert (
        "bar chart of Mean height by herd" in " ".join(say("as a bar chart").notes)
        or "a picture" in say("as a bar chart").text
    )
