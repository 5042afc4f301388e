"""The state machine of claim checks: who may do what, what a verdict rests on, and that every check ends."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from scitoolagent.errors import GraphError
from scitoolagent.knowledge.claims.check import MAX_TURNS, MOVES, Case, Checker, Move, Role
from scitoolagent.knowledge.claims.coverage import Coverage
from scitoolagent.knowledge.claims.validators import Claim, Finding, GraphValidator
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.knowledge.store.records import Entity, Item, Relation
from scitoolagent.knowledge.store.writer import load_in_memory


def graph_of(name: str, *items: Item) -> DomainGraph:
    store, names, report = load_in_memory(items)
    return DomainGraph(store, report.schema, names, name=name)


@pytest.fixture
def checked() -> DomainGraph:
    """Wrong on purpose: G9 does not exist, G2 is misnamed, G1 binds C2 is false, G1 binds C1 is missing."""
    return graph_of(
        "checked",
        *(Entity(one, "Gene", name) for one, name in (("G1", "one"), ("G2", "too"), ("G9", "nine"))),
        *(Entity(one, "Compound", one) for one in ("C1", "C2", "C3")),
        Relation("G1", "binds", "C2"),
        Relation("G2", "binds", "C2"),
    )


@pytest.fixture
def judge() -> GraphValidator:
    graph = graph_of(
        "judge",
        *(Entity(one, "Gene", name) for one, name in (("G1", "one"), ("G2", "two"))),
        *(Entity(one, "Compound", one) for one in ("C1", "C2")),
        Relation("G1", "binds", "C1"),
        Relation("G2", "binds", "C2"),
    )
    return GraphValidator(graph, frozenset({"binds"}), frozenset({"Gene"}))


@pytest.mark.parametrize(
    ("claim", "result"),
    [
        (Claim("node", "G1", value="Gene"), "support"),
        (Claim("node", "G1", value="Compound"), "refute"),
        (Claim("node", "G9", value="Gene"), "refute"),
        (Claim("node", "C3", value="Compound"), "not verified"),  # the judge does not hold every compound
        (Claim("attribute", "G1", attribute="name"), "support"),
        (Claim("attribute", "G2", attribute="name"), "refute"),
        (Claim("attribute", "G1", attribute="mass"), "not verified"),
        (Claim("relation", "G2", "binds", "C2"), "support"),
        (Claim("relation", "G1", "binds", "C2"), "refute"),
        (Claim("relation", "G1", "binds", "C3"), "not verified"),
        (Claim("potential", "G1", "binds", "C1"), "support"),
        (Claim("potential", "G2", "binds", "C1"), "refute"),
        (Claim("relation", "G1", "eats", "C1"), "not verified"),
        (Claim("node", "", value="Gene"), "not verified"),
    ],
)
def test_verdicts(checked: DomainGraph, judge: GraphValidator, claim: Claim, result: str) -> None:
    verdict = Checker(checked, [judge]).check(claim)
    assert verdict.result == result, verdict.reason
    assert verdict.result == "not verified" or any(one.says != "unknown" for one in verdict.findings)
    assert len(verdict.events) <= MAX_TURNS


def test_an_open_reference_refutes_nothing_it_merely_lacks(checked: DomainGraph, judge: GraphValidator) -> None:
    open_judge = GraphValidator(judge._graph)
    assert Checker(checked, [open_judge]).check(Claim("relation", "G1", "binds", "C2")).result == "not verified"


class Voice:
    """A validator that says what it is told to."""

    def __init__(self, name: str, says: str) -> None:
        self.name, self._says = name, says

    def judge(self, claim: Claim) -> Finding:
        if self._says == "down":
            raise GraphError("HTTP 503")
        return Finding(self.name, self._says, "because")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("voices", "result"),
    [
        ((), "not verified"),
        (("supports", "unknown", "down"), "support"),
        (("supports", "refutes"), "not verified"),
        (("refutes", "refutes"), "refute"),
        (("down",), "not verified"),
    ],
)
def test_sources_are_weighed(checked: DomainGraph, voices: Sequence[str], result: str) -> None:
    verdict = Checker(checked, [Voice(f"v{n}", says) for n, says in enumerate(voices)]).check(Claim("node", "G1"))
    assert verdict.result == result
    assert [finding.source for finding in verdict.findings] == [f"v{n}" for n in range(len(voices))]
    assert "down" not in voices or "could not be asked: HTTP 503" in verdict.reason


class Policy:
    """Makes one move for ever."""

    def __init__(self, *moves: Move) -> None:
        self._moves, self.asked = moves, 0

    def move(self, case: Case) -> Move:
        self.asked += 1
        return self._moves[min(self.asked, len(self._moves)) - 1]


@pytest.mark.parametrize(
    ("role", "move"),
    [
        # Failure modes of the paper: the leader does the assistant's work, an agent talks to itself, or never reports.
        (Role.LEADER, Move("call", "look up node")),
        (Role.LEADER, Move("delegate", Role.LEADER)),
        (Role.GRAPH, Move("delegate", Role.GRAPH)),
        (Role.GRAPH, Move("call", "look up node")),
        (Role.GRAPH, Move("call", "rm -rf")),
        (Role.VALIDATION, Move("call", "judge")),
        (Role.VALIDATION, Move("say", text="I think so")),
        (Role.VALIDATION, Move("conclude", text="support")),
    ],
)
def test_a_player_gone_wrong_costs_turns_and_not_the_verdict(
    checked: DomainGraph, judge: GraphValidator, role: Role, move: Move
) -> None:
    verdict = Checker(checked, [judge], {role: Policy(move)}).check(Claim("node", "G1", value="Gene"))
    assert verdict.result == "support", verdict.events
    assert all(event.move.action in MOVES[event.role] for event in verdict.events if event.good)


def test_nobody_concludes_against_the_findings(checked: DomainGraph, judge: GraphValidator) -> None:
    leader = Policy(Move("delegate", Role.GRAPH), Move("delegate", Role.VALIDATION), Move("conclude", text="refute"))
    assert (
        Checker(checked, [judge], {Role.LEADER: leader}).check(Claim("node", "G1", value="Gene")).result
        == "not verified"
    )


def test_what_was_found_counts_though_it_was_never_sent(checked: DomainGraph, judge: GraphValidator) -> None:
    silent = Policy(Move("call", "judge"), Move("say"))
    verdict = Checker(checked, [judge], {Role.VALIDATION: silent}, turns=6).check(Claim("node", "G1", value="Gene"))
    assert (len(verdict.events), verdict.result) == (6, "support")


def test_two_judges_of_one_name(checked: DomainGraph, judge: GraphValidator) -> None:
    with pytest.raises(GraphError, match="same name"):
        Checker(checked, [judge, judge])


def test_a_reference_whose_ids_mean_other_things_is_no_judge() -> None:
    drugs = [Entity(str(number), "Drug", f"drug {number}") for number in range(20)]
    mine = graph_of("mine", *drugs, Relation("1", "binds", "2"))
    towns = [Entity(str(number), "Town", f"town {number}") for number in range(20)]
    others = graph_of("others", *towns, Relation("2", "binds", "3"))
    for complete in (frozenset[str](), frozenset({"binds", "Town", "Drug"})):
        judge = GraphValidator(others, complete, complete, Coverage(mine, others))
        for claim in (Claim("node", "1", value="Drug"), Claim("relation", "1", "binds", "2")):
            verdict = Checker(mine, [judge]).check(claim)
            assert verdict.result == "not verified"
            assert "ids mean other things in others: of 20 that both have, 0 agree" in verdict.reason


def test_an_id_that_is_another_thing_there_is_judged_by_nobody() -> None:
    ends = [Entity(str(n), "Drug", f"drug {n}") for n in range(20)]
    mine = graph_of("mine", *ends, Entity("x", "Gene", "ACE2"), Relation("1", "binds", "x"))
    other = graph_of("other", *ends, Entity("x", "Disease", "stroke"), Entity("y", "Gene", "TP53"))
    judge = GraphValidator(other, frozenset(["binds"]), frozenset(["Gene"]), Coverage(mine, other))
    for claim in (Claim("relation", "1", "binds", "x"), Claim("node", "x", value="Gene")):
        verdict = Checker(mine, [judge]).check(claim)
        assert verdict.result == "not verified"
        assert "x is ACE2, a Gene, and in other stroke, a Disease" in verdict.reason
    # A name that both have, or a type that the other graph does not know, is no other thing.
    same = graph_of("same", Entity("x", "Disease", "ACE2"), Entity("y", "Gene", "TP53"))
    words = graph_of("words", Entity("x", "gene/protein", "angiotensin-converting enzyme 2"))
    assert Coverage(mine, same).another(["x"]) == ""
    assert Coverage(mine, words).another(["x"]) == ""


def test_a_few_slips_do_not_make_two_graphs_strangers() -> None:
    names = [f"drug {number}" for number in range(20)]
    mine = graph_of("mine", *(Entity(str(n), "Drug", name if n > 2 else "wrong") for n, name in enumerate(names)))
    good = graph_of("good", *(Entity(str(n), "Drug", name) for n, name in enumerate(names)))
    judge = GraphValidator(good, coverage=Coverage(mine, good))
    assert Checker(mine, [judge]).check(Claim("attribute", "1", attribute="name")).result == "refute"
    # A reference without names is told by its types.
    bare = graph_of("bare", *(Entity(str(n), "Drug", str(n)) for n in range(20)))
    assert Coverage(mine, bare).stranger() == ""
