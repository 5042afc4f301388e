"""The questions, their gold and the figures of the benchmark."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scitoolagent.benchmarks.knowledge.intervals import bootstrap, share_interval
from scitoolagent.benchmarks.knowledge.kgqa import f1_of, score, summary
from scitoolagent.benchmarks.knowledge.questions import QuestionMaker
from scitoolagent.benchmarks.knowledge.scale import measure
from scitoolagent.benchmarks.knowledge.wording import STYLES, plural, style_of
from scitoolagent.errors import GraphError
from scitoolagent.knowledge.store.catalogue import open_graph
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.knowledge.store.records import Entity, Item, Predicate, Relation
from scitoolagent.knowledge.store.writer import load_in_memory


def lattice() -> DomainGraph:
    """Genes in a ring that regulate the next and interact with the one after, each linked to two diseases."""
    items: list[Item] = [
        Predicate("GiG", "interacts", True),
        Predicate("GrG", "regulates"),
        Predicate("DaG", "associates"),
    ]
    items += [Entity(f"g{number}", "Gene", f"GEN{number}") for number in range(12)]
    items += [Entity(f"d{number}", "Disease", f"malady {number}") for number in range(4)]
    for number in range(12):
        items += [
            Relation(f"g{number}", "GrG", f"g{(number + 1) % 12}"),
            Relation(f"g{number}", "GiG", f"g{(number + 2) % 12}"),
            Relation(f"d{number % 4}", "DaG", f"g{number}"),
            Relation(f"d{(number + 1) % 4}", "DaG", f"g{number}"),
        ]
    store, names, report = load_in_memory(items)
    return DomainGraph(store, report.schema, names)


def test_shares_and_gold() -> None:
    graph = lattice()
    questions = list(QuestionMaker(graph, STYLES[0]).make(40))
    kinds = [question.kind for question in questions]
    assert [kinds.count(kind) for kind in ("one-hop", "multi-hop", "conjunction")] == [22, 12, 6]
    assert len({question.text for question in questions}) == 40
    assert list(QuestionMaker(graph, STYLES[0]).make(40)) == questions, "the same seed makes the same questions"
    # By hand: g0 regulates g1 alone, and is interacted with by g2 and g10.
    by_text = {question.text: question for question in QuestionMaker(graph, STYLES[0], 3).make(200)}
    one = next(question for text, question in by_text.items() if text == "Which genes are regulated by GEN0?")
    assert one.gold == ("g1",)
    other = next(question for text, question in by_text.items() if text.endswith("genes that interact with GEN0."))
    assert other.gold == ("g10", "g2")


def test_scoring_end_to_end() -> None:
    graph = lattice()
    outcomes = score(graph, QuestionMaker(graph, STYLES[0]).make(40))
    assert summary(outcomes)["wrong"] == 0
    assert summary(outcomes)["count"] == 40
    assert all(one.f1 == 1 for one in outcomes if one.answer.plan is not None)


def test_a_set_of_wording_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    whole = {"regulates": {"subject": ["Who regulates {x}? I mean {t}."], "object": ["{x} regulates which {t}?"]}}
    clause = {"subject": ["{label} {x}"], "object": ["{x} {label}"]}
    frames = ["Which {t} {c}?"]
    relations = dict.fromkeys(("regulates", "interacts", "associates"), clause)
    given = {"name": "mine", "frames": frames, "ands": ["{a} and {b}"], "chains": frames, "relations": relations}
    file.write_text(json.dumps(given | {"whole": whole}))
    texts = [question.text for question in QuestionMaker(lattice(), style_of(file)).make(60)]
    assert "GEN0 regulates which genes?" in texts or "Who regulates GEN0? I mean genes." in texts
    for bad in ("", "[]", json.dumps({"name": "x"}), json.dumps(given | {"relations": {"a": 1}})):
        file.write_text(bad)
        with pytest.raises(GraphError, match="no set of wording"):
            style_of(file)


@pytest.mark.slow
def test_a_chain_that_comes_back_to_a_relation_keeps_its_middle() -> None:
    # Everything is joined to everything, so that a chain whose last step is the first again has answers.
    genes = [f"g{number}" for number in range(5)]
    items: list[Item] = [Predicate("GiG", "interacts", True), Predicate("GrG", "regulates")]
    items += [Entity(gene, "Gene", f"GEN{gene}") for gene in genes]
    items += [Relation(one, verb, other) for one in genes for other in genes if one != other for verb in ("GiG", "GrG")]
    store, names, report = load_in_memory(items)
    graph = DomainGraph(store, report.schema, names)
    longest = 0
    for question in QuestionMaker(graph, STYLES[0], 5).make(150):
        if question.kind == "multi-hop":
            longest = max(longest, question.sparql.count(" a <"))
            assert question.sparql.count("?a a <") == 1
    assert longest == 3


def test_a_graph_without_known_verbs_is_asked_by_its_labels() -> None:
    graph = open_graph("demo")
    texts = " ".join(question.text for question in QuestionMaker(graph, STYLES[0]).make(12))
    assert '"inhibits"' in texts


def test_f1_by_hand() -> None:
    assert f1_of(["a", "b"], ["b", "c", "d"]) == pytest.approx(0.4)  # precision 1/2, recall 1/3
    assert f1_of([], ["a"]) == f1_of([], []) == 0.0
    assert summary([])["count"] == 0


def test_intervals() -> None:
    # Newcombe 1998, doi:10.1002/(SICI)1097-0258(19980430)17:8<857::AID-SIM777>3.0.CO;2-E, table I, 81 of 263 and 0 of 20.
    assert share_interval(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert share_interval(0, 20) == pytest.approx((0.0, 0.1611), abs=5e-5)
    assert bootstrap([1.0] * 10) == (1.0, 1.0)
    low, high = bootstrap([0.0, 1.0] * 50)
    assert 0.3 < low < 0.5 < high < 0.7


def test_plurals() -> None:
    assert [plural(word) for word in ("pathway", "anatomy", "process", "gene")] == [
        "pathways",
        "anatomies",
        "processes",
        "genes",
    ]


def test_the_scale_of_a_small_graph_can_be_measured() -> None:
    figures = measure(2_000)
    assert (figures["relations"], figures["entities"]) == (2_000, 20_000)
