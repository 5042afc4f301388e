"""Many statements at once: what is proposed, how patches are written and read, and how the checks went astray."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from pathlib import Path

import pytest

from scitoolagent.errors import GraphError
from scitoolagent.knowledge.claims.check import Case, Checker, Move, Role
from scitoolagent.knowledge.claims.coverage import Coverage
from scitoolagent.knowledge.claims.patches import as_patch, proposals_of, read_patch
from scitoolagent.knowledge.claims.report import as_csv, check_all, claims_of, failures
from scitoolagent.knowledge.claims.validators import Claim, GraphValidator
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.knowledge.store.records import Broken, Entity, Item, Relation
from scitoolagent.knowledge.store.writer import load_in_memory


def graph_of(name: str, *items: Item) -> DomainGraph:
    store, names, report = load_in_memory(items)
    return DomainGraph(store, report.schema, names, name=name)


def chain(count: int, held: Iterable[int], name: str = "g") -> DomainGraph:
    """Entities 0 to count, and relations from each of `held` to the next."""
    entities = (Entity(f"N{number}", "Node", f"node {number}") for number in range(count + 1))
    return graph_of(name, *entities, *(Relation(f"N{number}", "leads to", f"N{number + 1}") for number in held))


@pytest.mark.parametrize(("held", "doubted"), [(38, True), (20, False)])
def test_what_is_lacking_is_doubted_only_where_nearly_all_is_held(held: int, doubted: bool) -> None:
    checked, reference = chain(40, range(40)), chain(40, range(held), "reference")
    judge = GraphValidator(reference, coverage=Coverage(checked, reference))
    verdict = Checker(checked, [judge]).check(Claim("relation", "N39", "leads to", "N40"))
    # By Wilson's interval, 38 of 40 are at least 83 %, 20 of 40 at least 35 %.
    assert verdict.result == ("doubtful" if doubted else "not verified")
    assert (f"{held} of 40 relations" in verdict.reason) == doubted
    assert Checker(checked, [judge]).check(Claim("relation", "N1", "leads to", "N2")).result == "support"


def test_an_entity_is_doubted_by_its_type() -> None:
    checked = graph_of("g", *(Entity(f"N{number}", "Node", "") for number in range(40)), Entity("odd", "Node", "odd"))
    reference = chain(39, (), "reference")
    judge = GraphValidator(reference, coverage=Coverage(checked, reference))
    assert Checker(checked, [judge]).check(Claim("node", "odd")).result == "doubtful"
    assert Checker(checked, [judge]).check(Claim("node", "N3")).result == "support"


def test_a_value_that_the_graph_does_not_have_is_not_in_it() -> None:
    checker = Checker(chain(1, (0,)), [])
    assert checker.check(Claim("attribute", "N0", attribute="name")).in_graph
    assert not checker.check(Claim("attribute", "N0", attribute="name", value="another")).in_graph
    assert not checker.check(Claim("node", "N0", value="Edge")).in_graph


@pytest.fixture
def wrong() -> DomainGraph:
    return graph_of(
        "wrong",
        Entity("A", "Drug", "alpha"),
        Entity("B", "Gene", 'be"ta\\', ("b",)),
        Entity("C", "Gene", "gamma"),
        Relation("A", "binds", "C"),
    )


@pytest.fixture
def right() -> GraphValidator:
    graph = graph_of("right", Entity("A", "Drug", "alpha"), Entity("B", "Gene", "beta"), Relation("A", "binds", "B"))
    return GraphValidator(graph, frozenset({"binds"}), frozenset({"Drug", "Gene"}))


def test_a_patch_says_what_is_to_be_changed_and_is_read_back(wrong: DomainGraph, right: GraphValidator) -> None:
    claims = [
        Claim("potential", "A", "binds", "B"),
        Claim("attribute", "B", attribute="name"),
        Claim("node", "C"),
        Claim("node", "A"),
    ]
    rows = list(check_all(Checker(wrong, [right]), claims))
    assert [(row.verdict.result, row.proposal) for row in rows] == [
        ("support", "add"),
        ("refute", "change to 'beta'"),
        ("refute", "remove"),
        ("support", ""),
    ]
    proposals = proposals_of(rows, wrong)
    text = as_patch(proposals, wrong.name)
    assert "A <urn:scitoolagent:entity:A> <urn:scitoolagent:relation:binds> <urn:scitoolagent:entity:B> ." in text
    assert 'D <urn:scitoolagent:entity:B> <http://www.w3.org/2000/01/rdf-schema#label> "be\\"ta\\\\" .' in text
    # The entity that is none goes with its relation, its name and its type.
    assert [change.add for change in proposals[2].changes] == [False] * 3
    assert read_patch(text) == proposals


@pytest.mark.parametrize(
    "text",
    [
        "TX .\nA <a> <b> <c> .\n",
        "A <a> <b> <c> .\n",
        "TX .\nA <a> <b> <c> . } ; DROP ALL\nTC .\n",
        "TX .\nTX .\nTC .\n",
        "# 1: x\nTX .\nTC .\n# 1: y\nTX .\nTC .\n",
    ],
)
def test_a_patch_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(GraphError, match="patch"):
        read_patch(text)


def test_the_table_of_verdicts_runs_nothing(wrong: DomainGraph, right: GraphValidator) -> None:
    rows = list(check_all(Checker(wrong, [right]), [Claim("node", "=1+1", value="Drug")]))
    cells = next(csv.DictReader(io.StringIO(as_csv(rows))))
    assert cells["claim"] == "'=1+1 is a Drug"


def test_rows_that_say_no_claim_are_named(wrong: DomainGraph, tmp_path: Path) -> None:
    path = tmp_path / "c.tsv"
    path.write_text("subject\trelation\tobject\nalpha\tbinds\tgamma\nalpha\tbinds\t\n\tbinds\tB\nx\n")
    found = list(claims_of(path, wrong))
    assert found[0] == Claim("relation", "A", "binds", "C")
    assert [one.line for one in found[1:] if isinstance(one, Broken)] == [3, 4, 5]
    path.write_text("who\nalpha\n")
    with pytest.raises(GraphError, match="no column 'subject'"):
        list(claims_of(path, wrong))


class Said:
    """A role that makes the moves it is told to, then the last of them for ever."""

    def __init__(self, *moves: Move) -> None:
        self._moves = list(moves)

    def move(self, case: Case) -> Move:
        return self._moves.pop(0) if len(self._moves) > 1 else self._moves[0]


def test_the_four_ways_to_go_astray_are_counted(wrong: DomainGraph, right: GraphValidator) -> None:
    ask = (Move("delegate", Role.GRAPH), Move("delegate", Role.VALIDATION))
    end = Move("conclude", text="support")

    def count(**roles: Said) -> dict[str, int]:
        policies = {Role[name]: said for name, said in roles.items()}
        return dict(failures([Checker(wrong, [right], policies).check(Claim("node", "A"))]))

    nothing = {"misdirects": 0, "repeats": 0, "does others' work": 0, "concludes amiss": 0}
    assert count() == nothing
    assert count(LEADER=Said(Move("delegate", "nobody"), *ask, end)) == {**nothing, "misdirects": 1}
    assert count(LEADER=Said(ask[0], *ask, end)) == {**nothing, "repeats": 1}
    assert count(LEADER=Said(Move("call", "look up node"), *ask, end)) == {**nothing, "does others' work": 1}
    assert count(LEADER=Said(*ask, Move("conclude", text="refute"))) == {**nothing, "concludes amiss": 1}
    # A relation that the graph does not know is no fault of who looks it up.
    unknown = Checker(wrong, [right]).check(Claim("relation", "A", "eats", "B"))
    assert dict(failures([unknown])) == nothing
    # Twice refused, then the rules make one move; so it goes for the look-up and for the report.
    assert count(GRAPH=Said(Move("conclude", text="support"))) == {**nothing, "does others' work": 4}
