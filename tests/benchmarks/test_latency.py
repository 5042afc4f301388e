"""What latency is measured on."""

from __future__ import annotations

from scitoolagent.benchmarks.latency import LONG, enlarged, long_questions, measure
from scitoolagent.errors import PlanError
from scitoolagent.records import Plan, Query
from scitoolagent.toolkg.store import load_graph


def test_a_larger_graph_holds_the_real_tools_and_others_with_labels_of_their_own() -> None:
    graph = load_graph()
    large = enlarged(graph, len(graph.tools) + 50)
    made = large.tools.keys() - graph.tools.keys()
    assert len(made) == 50
    assert graph.tools.keys() <= large.tools.keys()
    labels = {large.types[large.tools[name].outputs[0].type].label for name in made}
    assert len(labels) == 50
    assert labels.isdisjoint(node.label for node in graph.types.values())


def test_long_questions_are_long() -> None:
    for name, text in long_questions().items():
        assert LONG - 100 < len(text) <= LONG, name


class Refusing:
    """A planner that reads, refuses, and counts what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def recognise(self, text: str) -> Query:
        self.asked.append(text)
        return Query(text=text)

    def draft(self, query: Query) -> Plan:
        raise PlanError("no")


def test_a_refusal_takes_its_time_too() -> None:
    planner = Refusing()
    found = measure(planner, ["a", "b", "c"])  # type: ignore[arg-type]
    assert planner.asked[-3:] == ["a", "b", "c"]
    assert 0 <= found.median <= found.p99 <= found.slowest
    assert found.question in "abc"
