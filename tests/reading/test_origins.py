"""What is asked for as computed is not answered by a value that was looked up, and the other way round."""

from __future__ import annotations

import pytest

from scitoolagent.config import Config
from scitoolagent.errors import NoPathError
from scitoolagent.planner import Planner
from scitoolagent.tool.declare import Operation
from scitoolagent.toolkg.store import load_graph


@pytest.fixture(scope="module")
def planner(tmp_path_factory: pytest.TempPathFactory) -> Planner:
    return Planner(load_graph(), Config(cache_dir=tmp_path_factory.mktemp("cache")))


def operations(planner: Planner, question: str) -> list[str]:
    plan = planner.draft(planner.recognise(question))
    return [load_graph().tools[step.tool].operation for step in plan.steps]


@pytest.mark.parametrize("word", ["computed", "calculated", "predicted"])
def test_what_is_computed_is_not_looked_up(planner: Planner, word: str) -> None:
    assert Operation.RETRIEVAL not in operations(planner, f"{word} dipole moment of ammonia")
    with pytest.raises(NoPathError, match="looked up here"):
        operations(planner, f"{word} flash point of ethanol")


def test_without_the_word_the_measured_value_is_given(planner: Planner) -> None:
    assert Operation.RETRIEVAL in operations(planner, "dipole moment of ammonia")
    assert Operation.RETRIEVAL in operations(planner, "measured dipole moment of ammonia")


@pytest.mark.parametrize("label", ["TPSA", "HOMO-LUMO gap"])
def test_what_is_measured_is_not_computed(planner: Planner, label: str) -> None:
    with pytest.raises(NoPathError, match="measured"):
        operations(planner, f"measured {label} of ammonia")
