"""Injected errors are in the graph under check, not in the reference, and are found."""

from __future__ import annotations

from scitoolagent.benchmarks.knowledge.kgcheck import KINDS, make_cases, run
from scitoolagent.errors import GraphError
from scitoolagent.knowledge.claims.check import Case, Checker, Move, Role
from scitoolagent.knowledge.claims.report import process
from scitoolagent.knowledge.claims.validators import Claim, Finding
from scitoolagent.knowledge.store.catalogue import open_graph


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


class Down:
    name = "down"

    def judge(self, claim: Claim) -> Finding:
        raise GraphError("HTTP 503")


class Wrong:
    """Calls a tool that does not fit before the right one."""

    def move(self, case: Case) -> Move:
        tried = any(event.role is Role.GRAPH for event in case.events)
        if case.in_graph is not None:
            return Move("report")
        return Move("call", "look up node" if tried else "look up relation")


def test_the_process_is_measured() -> None:
    verdict = Checker(open_graph("demo"), [Down()], {Role.GRAPH: Wrong()}).check(Claim("node", "DB00945"))
    # By hand: three calls; the first does not fit and is refused, the third fits and its source is down.
    assert process([verdict], {"down"}) == {
        "tool_selection": 0.667,
        "executability": 0.333,
        "calls": 3,
        "most_turns": 8,
        # The refused call of a tool that does not fit; the second move of the graph agent is the rules'.
        "misdirects": 1,
        "repeats": 0,
        "does others' work": 0,
        "concludes amiss": 0,
    }
    assert process([], set())["calls"] == 0
