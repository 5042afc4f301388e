"""The result of another ask serves a setting that has its very name and dimension, and no other."""

from __future__ import annotations

import pytest

from scitoolagent.planner.bound import with_results
from scitoolagent.planner.writing import Source
from scitoolagent.reading.settings import Settings
from scitoolagent.toolkg.store import load_graph


@pytest.mark.parametrize(
    ("tool", "given", "served"),
    [
        ("catalytic_efficiency", "TurnoverNumber", {"turnover": "$1.x"}),
        ("clearance_of_elimination", "ApparentVolume", {"volume": "$1.x"}),
        # A rate constant in the same unit, and a mass: of other names.
        ("catalytic_efficiency", "ArrheniusRate", {}),
        ("molality", "DepositedMass", {}),
    ],
)
def test_names(tool: str, given: str, served: dict[str, str]) -> None:
    graph = load_graph()
    found = with_results(graph, graph.tools[tool], (), Settings(), [Source("$1.x", given, ())])
    assert found.arguments == served
