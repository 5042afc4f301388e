"""The bounds that a declaration sets reach the graph; those that bound nothing are refused."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Annotated, Any

import pytest

from scitoolagent.errors import DeclarationError
from scitoolagent.graph.snapshot import digest_of
from scitoolagent.tool import Operation, Safety, Semantic, Topic, spec_of, tool
from scitoolagent.tool.registry import Registry, load_registry
from scitoolagent.tool.types import Smiles
from scitoolagent.toolkg.build import graph_of, turtle
from scitoolagent.toolkg.graph import ToolGraph
from scitoolagent.toolkg.snapshot import keep, read_kept
from scitoolagent.toolkg.store import load_graph, read_turtle, validate

Score = Annotated[float, Semantic("Score", unit="1", label="score")]


def declare(**bounds: Any) -> Any:
    def score(smiles: Smiles) -> Score:
        """Give a score.

        Args:
            smiles: one molecule.
        Returns:
            The score.
        Source: made up.
        """
        return 1.0

    return tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"smiles": "C"}, **bounds)(score)


def graph(**bounds: Any) -> ToolGraph:
    spec = spec_of(declare(**bounds))
    assert spec is not None
    return graph_of(Registry([spec]))


@pytest.mark.parametrize("bounds", [
    {"seconds": 0}, {"seconds": -1.0}, {"seconds": float("nan")}, {"seconds": float("inf")},
    {"memory": 0}, {"memory": 255}, {"memory": 1024.5}, {"memory": float("inf")},
])  # fmt: skip
def test_a_bound_that_bounds_nothing_is_refused(bounds: dict[str, Any]) -> None:
    (name,) = bounds
    with pytest.raises(DeclarationError, match=f"{name} must be"):
        declare(**bounds)


@pytest.mark.parametrize("bounds", [
    {}, {"seconds": 180.0}, {"seconds": 0.5}, {"seconds": 1234567.0}, {"memory": 256}, {"seconds": 3, "memory": 9000},
])  # fmt: skip
def test_bounds_survive_turtle_and_snapshot(tmp_path: Path, bounds: dict[str, Any]) -> None:
    made = graph(**bounds)
    node = made.tools["score"]
    assert (node.seconds, node.memory) == (bounds.get("seconds"), bounds.get("memory"))
    text = turtle(made)
    assert read_turtle(text) == made
    assert validate(made)[0]
    kept = ToolGraph(made.tools.values(), made.types.values(), digest_of(text.encode()))
    keep(tmp_path, kept)
    assert read_kept(tmp_path, kept.digest) == made


@pytest.mark.parametrize("bounds", [{"seconds": -1.0}, {"memory": 10}])
def test_the_shapes_refuse_bounds_that_bound_nothing(bounds: dict[str, Any]) -> None:
    made = graph()
    broken = dataclasses.replace(made.tools["score"], **bounds)
    assert not validate(ToolGraph([broken], made.types.values()))[0]


def test_the_bounds_of_the_built_in_tools_are_in_the_graph() -> None:
    declared = {spec.name: (spec.seconds, spec.memory) for spec in load_registry()}
    assert {tool.name: (tool.seconds, tool.memory) for tool in load_graph().tools.values()} == declared
    assert any(seconds is not None and seconds > 60 for seconds, _ in declared.values())
