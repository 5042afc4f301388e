"""Injected errors are in the graph under check, not in the reference, and are found."""

from __future__ import annotations

from scitoolagent.benchmarks.knowledge.kgcheck import KINDS, make_cases, run
from scitoolagent.domain.catalogue import open_graph


def test_errors_are_injected_and_found() -> None:
    made = make_cases(open_graph("demo"), 32)
    assert [sum(case.claim.kind == kind for case in made.cases) for kind in KINDS] == [8, 8, 8, 8]
    assert {case.gold for case in made.cases} == {"support", "refute", "not verified"}
    wrong = [case.claim for case in made.cases if case.gold == "refute"]
    for claim in wrong:
        if claim.kind == "relation":
            assert made.graph.holds(claim.subject, claim.predicate, claim.object)
        elif claim.kind == "node":
            assert made.graph.entity(claim.subject).type == claim.value
        elif claim.kind == "attribute":
            assert made.graph.entity(claim.subject).name.endswith(" variant")
    assert [verdict.result for verdict in run(made)] == [case.gold for case in made.cases]
