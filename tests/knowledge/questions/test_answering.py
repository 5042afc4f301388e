"""Questions are read as meant, or not answered; answers are those of the relations put in."""

from __future__ import annotations

import pytest

from scitoolagent.knowledge.questions.answering import Branch, Hop, PathPlan, answer_question, run_plan
from scitoolagent.knowledge.questions.phrases import root
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.knowledge.store.records import Entity, Item, Predicate, Relation
from scitoolagent.knowledge.store.writer import load_in_memory

ITEMS: tuple[Item, ...] = (
    Predicate("GiG", "interacts", True),
    Predicate("GrG", "regulates"),
    Predicate("CtD", "treats"),
    Predicate("CpD", "palliates"),
    Predicate("CcS", "causes"),
    Predicate("DaG", "associates"),
    Predicate("AuG", "upregulates"),
    Predicate("AdG", "downregulates"),
    *(Entity(f"g{number}", "Gene", name) for number, name in enumerate(("WAS", "TP53", "MDM2", "BAX", "IMPACT"))),
    Entity("d1", "Disease", "asthma"),
    Entity("d2", "Disease", "hypertension", ("high blood pressure",)),
    Entity("s1", "Side Effect", "Hypertension"),
    Entity("s2", "Side Effect", "dry cough"),
    Entity("c1", "Compound", "drug one"),
    Entity("c2", "Compound", "lisinopril"),
    Entity("a1", "Anatomy", "lung"),
    Entity("a2", "Anatomy", "heart"),
    Relation("g1", "GiG", "g2"),
    Relation("g3", "GiG", "g1"),
    Relation("g1", "GrG", "g3"),
    Relation("g2", "GrG", "g1"),
    Relation("c2", "CtD", "d2"),
    Relation("c1", "CpD", "d2"),
    Relation("c2", "CcS", "s2"),
    Relation("c1", "CcS", "s1"),
    Relation("d1", "DaG", "g1"),
    Relation("d1", "DaG", "g2"),
    Relation("d2", "DaG", "g2"),
    Relation("a1", "AuG", "g1"),
    Relation("a2", "AdG", "g1"),
    Relation("a2", "AuG", "g2"),
)


@pytest.fixture(scope="module")
def graph() -> DomainGraph:
    store, names, report = load_in_memory(ITEMS)
    return DomainGraph(store, report.schema, names)


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        # One hop; the verb, its voice and its place say which way.
        ("Which drugs treat hypertension?", {"c2"}),
        ("Name the medicines used against high blood pressure", {"c2"}),
        ("What does lisinopril treat?", {"d2"}),
        ("Which compounds palliate hypertension?", {"c1"}),
        ("Which compounds cause hypertension?", {"c1"}),
        ("Which genes regulate TP53?", {"g2"}),
        ("Which genes are regulated by TP53?", {"g3"}),
        ("Which genes does TP53 regulate?", {"g3"}),
        ("By which genes is TP53 regulated?", {"g2"}),
        ("Show me the regulators of TP53.", {"g2"}),
        ("Which genes are under the control of TP53?", {"g3"}),
        ("Which genes interact with TP53?", {"g2", "g3"}),
        ("The activity of which genes depends on TP53?", {"g3"}),
        ("Which genes respond to TP53?", {"g3"}),
        ("Which genes sit upstream of TP53?", {"g2"}),
        ("Which genes take TP53 as a partner?", {"g2", "g3"}),
        # More and less are read together with what they are said of.
        ("In which tissues is TP53 expressed less?", {"a2"}),
        ("In which tissues is the expression of TP53 reduced?", {"a2"}),
        ("Which tissues cause an increase in the level of TP53?", {"a1"}),
        ("Which organs show a loss of TP53 expression?", {"a2"}),
        # People only carry the relation.
        ("Which medicines help patients suffering from hypertension?", {"c2"}),
        ("Which medications make hypertension more bearable?", {"c1"}),
        # `which` and verbs that also ask.
        ("Give the tissues in which TP53 is less abundant.", {"a2"}),
        ("I need all organs which show higher levels of genes that are implicated in asthma", {"a1", "a2"}),
        # A chain, told forwards, backwards and with a pronoun.
        ("Which side effects are caused by compounds that treat hypertension?", {"s2"}),
        ("Consider the compounds that treat hypertension: which side effects do these compounds cause?", {"s2"}),
        ("Which tissues upregulate genes that are associated with asthma?", {"a1", "a2"}),
        ("Which tissues downregulate genes that are associated with asthma?", {"a2"}),
        # Joined.
        ("Which genes are associated with asthma and regulate TP53?", {"g2"}),
        ("Which genes are associated with both asthma and high blood pressure?", {"g2"}),
        ("Which genes are upregulated in lung or downregulated in heart?", {"g1"}),
        ("Which genes are upregulated in lung or upregulated in heart?", {"g1", "g2"}),
        ("Which genes are associated with the disease asthma?", {"g1", "g2"}),
        ("Which genes not only regulate TP53 but also have a link to asthma?", {"g2"}),
        ("Which genes are those that lung turns up and heart turns down?", {"g1"}),
        ("What are the diseases that drugs that cause dry cough are used against?", {"d2"}),
    ],
)
def test_answers(graph: DomainGraph, question: str, wanted: set[str]) -> None:
    answer = answer_question(graph, question)
    assert answer.plan is not None, answer.reason
    assert set(answer.ids) == wanted, answer.reading


def test_an_empty_answer_is_an_answer(graph: DomainGraph) -> None:
    answer = answer_question(graph, "Which drugs treat asthma?")
    assert answer.plan is not None
    assert answer.ids == ()


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Which drugs do not treat hypertension?", "'not'"),
        ("How many genes are associated with asthma?", "'how many'"),
        ("Why is the sky blue?", "'why'"),
        ("What was the impact of this?", "no entity"),
        ("", "no entity"),
        ("Which compounds have no link to hypertension?", "'no'"),
        ("Which genes lack a link to asthma?", "'lack'"),
        ("Which drugs haven't caused hypertension?", "'haven'"),
        ("Which drugs do nothing against hypertension?", "'nothing'"),
        ("Which tissues frobnicate TP53?", "frobnicate"),
        ("Which genes frobnicate genes that regulate TP53?", "frobnicate"),
        ("Which tissues have TP53?", "no relation"),
        ("Which side effects treat hypertension?", "no relation"),
    ],
)
def test_unsure_is_said_and_not_guessed(graph: DomainGraph, question: str, told: str) -> None:
    answer = answer_question(graph, question)
    assert answer.plan is None
    assert answer.ids == ()
    assert told in answer.reason


def test_a_plan_joins_with_the_atomic_operations(graph: DomainGraph) -> None:
    one = Branch("d1", (Hop("DaG", "outgoing", "Gene"),))
    other = Branch("g1", (Hop("GrG", "incoming", "Gene"),))
    assert run_plan(graph, PathPlan((one, other))).ids == ("g2",)
    assert run_plan(graph, PathPlan((one, other), "union")).ids == ("g1", "g2")
    assert run_plan(graph, PathPlan((one,))).reading == "asthma —associates→ Gene"


@pytest.mark.parametrize(
    "forms",
    [
        ("treat", "treats", "treated", "treatment", "treatments", "treating"),
        ("associate", "associates", "associated", "association"),
        ("relate", "related", "relation"),
        ("cause", "causes", "caused", "causing"),
        ("disease", "diseases"),
        ("pathway", "pathways"),
        ("process", "processes"),
        ("regulate", "regulators", "regulation", "regulating"),
    ],
)
def test_forms_of_a_word_are_one(forms: tuple[str, ...]) -> None:
    assert len({root(form) for form in forms}) == 1


def test_long_and_odd_questions_end(graph: DomainGraph) -> None:
    for text in ("gene " * 5_000, "Which genes regulate " + "TP53 and MDM2 " * 500, "\x00\ud800", "((" * 1_000):
        assert answer_question(graph, text).plan is None


def test_a_hub_on_the_way_is_cut_and_said_to_be() -> None:
    spokes = 10_050
    items: list[Item] = [Entity("h", "Hub", "Big Hub"), Entity("end", "End", "far end")]
    items += [Entity(f"s{number}", "Spoke", f"spoke {number}") for number in range(spokes)]
    items += [Relation("h", "holds", f"s{number}") for number in range(spokes)]
    items += [Relation(f"s{number}", "touches", "end") for number in range(0, spokes, 1_000)]
    store, names, report = load_in_memory(items)
    hub = DomainGraph(store, report.schema, names)
    one = answer_question(hub, "Which spokes does Big Hub hold?")
    assert (len(one.ids), one.truncated) == (10_000, True)
    other = answer_question(hub, "Which ends are touched by spokes that Big Hub holds?")
    assert (other.ids, other.truncated) == (("end",), True)


def test_a_relation_between_things_of_one_type_is_not_supposed() -> None:
    items: list[Item] = [
        Predicate("treats", "treats"),
        Predicate("like", "resembles", True),
        *(Entity(f"d{number}", "Disease", f"illness {number}") for number in (1, 2)),
        Entity("c", "Compound", "lisinopril"),
        Relation("c", "treats", "d1"),
        Relation("d1", "like", "d2"),
    ]
    store, names, report = load_in_memory(items)
    graph = DomainGraph(store, report.schema, names)
    found = answer_question(graph, "What kind of disease does lisinopril treat, I mean, which diseases?")
    assert found.plan is None or found.ids == ("d1",)
    assert answer_question(graph, "Which diseases resemble the diseases that lisinopril treats?").ids == ("d2",)


def test_of_namesakes_the_one_that_has_the_relation_is_meant() -> None:
    items: list[Item] = [
        Predicate("GpBP", "participates"),
        Predicate("GpPW", "participates"),
        Entity("p", "Process", "cell repair"),
        Entity("w", "Pathway", "Cell Repair"),
        Entity("o", "Process", "other"),
        Entity("g", "Gene", "TP53"),
        Relation("g", "GpPW", "w"),
        Relation("g", "GpBP", "o"),
    ]
    store, names, report = load_in_memory(items)
    graph = DomainGraph(store, report.schema, names)
    assert answer_question(graph, "Which genes participate in cell repair?").ids == ("g",)


@pytest.fixture(scope="module")
def farm() -> DomainGraph:
    """A graph of other words than those of medicine; its one hub of wrong turns is that a compound kills as well."""
    items: tuple[Item, ...] = (
        *(Predicate(name, name) for name in ("colonises", "produces", "kills", "eats")),
        Entity("f1", "Fungus", "Trichoderma"),
        Entity("f2", "Fungus", "Beauveria"),
        *(Entity(f"p{number}", "Plant", name) for number, name in enumerate(("tomato", "leek"))),
        *(Entity(f"n{number}", "Pest", name) for number, name in enumerate(("whitefly", "thrips"))),
        Entity("c1", "Compound", "beauvericin"),
        Relation("f1", "colonises", "p0"),
        Relation("f2", "produces", "c1"),
        Relation("f2", "kills", "n0"),
        Relation("f2", "kills", "n1"),
        Relation("c1", "kills", "n0"),
        Relation("n0", "eats", "p0"),
        Relation("n1", "eats", "p1"),
    )
    store, names, report = load_in_memory(items)
    return DomainGraph(store, report.schema, names)


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("Which pests are killed by fungi that produce beauvericin?", ("n0", "n1")),
        ("Which fungi kill pests that eat leek?", ("f2",)),
        ("Is there a fungus that colonises tomato?", ("f1",)),
        ("Do you know any pests that Beauveria kills?", ("n0", "n1")),
    ],
)
def test_types_are_known_in_their_latin_plural(farm: DomainGraph, question: str, wanted: tuple[str, ...]) -> None:
    assert answer_question(farm, question).ids == wanted


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("Does Beauveria kill whitefly?", "'yes or no'"),
        ("Is the whitefly killed by beauvericin?", "'yes or no'"),
        ("Which pests does Beauveria only kill?", "'only'"),
        ("Which pests are killed by moulds that produce beauvericin?", "'moulds' was not understood"),
        ("Which moulds kill pests that eat leek?", "'moulds' was not understood"),
        ("Which resistant pests does Beauveria kill?", "'resistant' was not understood"),
        ("What is beauvericin?", "names no relation and no type"),
    ],
)
def test_what_would_be_another_question_is_not_answered(farm: DomainGraph, question: str, reason: str) -> None:
    found = answer_question(farm, question)
    assert found.plan is None
    assert reason in found.reason


def test_what_was_not_used_is_told(farm: DomainGraph) -> None:
    assert answer_question(farm, "Which pests does Beauveria kill in greenhouses?").unread == ("greenhouses",)
    assert answer_question(farm, "Which pests does Beauveria kill?").unread == ()
    # A word for a relation that the answer does not follow sets a condition.
    assert "colonising" in answer_question(farm, "Which colonising pests does Beauveria kill?").reason


@pytest.fixture(scope="module")
def field() -> DomainGraph:
    """Who eats whom: one relation between three types, and names that people say in the plural."""
    items: tuple[Item, ...] = (
        Predicate("eats", "eats"),
        Predicate("kills", "kills"),
        *(Entity(f"p{number}", "Plant", name) for number, name in enumerate(("tomato", "leek"))),
        *(Entity(f"n{number}", "Pest", name) for number, name in enumerate(("whitefly", "thrips", "aphid"))),
        *(Entity(f"l{number}", "Predator", name) for number, name in enumerate(("ladybird", "Shrews", "field mouse"))),
        *(
            Relation(*one)
            for one in (
                ("n0", "eats", "p0"),
                ("n1", "eats", "p1"),
                ("n2", "eats", "p1"),
                ("l0", "eats", "n2"),
                ("l0", "eats", "n0"),
                ("l1", "eats", "n1"),
                ("l2", "kills", "n1"),
            )
        ),
    )
    store, names, report = load_in_memory(items)
    return DomainGraph(store, report.schema, names)


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("Which pests are eaten by ladybirds?", ("n0", "n2")),
        ("Which pests that eat leeks are eaten by ladybirds?", ("n2",)),
        ("Which pests are eaten by ladybirds and eat leek?", ("n2",)),
        ("Which plants are eaten by pests that are eaten by ladybirds?", ("p0", "p1")),
        ("Which pests does the shrew eat?", ("n1",)),
        ("Which pests are killed by field mice?", ("n1",)),
        ("What do ladybirds eat?", ("n0", "n2")),
        ("Who eats thrips?", ("l1",)),
        ("What do ladybirds feed on?", ("n0", "n2")),
    ],
)
def test_names_are_known_in_either_number(field: DomainGraph, question: str, wanted: tuple[str, ...]) -> None:
    assert answer_question(field, question).ids == wanted


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("What eats ladybirds?", "no relation as the question says it"),
        ("What eats what the shrew eats?", "'what'"),
        ("Which viruses eat thrips?", "'viruses' was not understood"),
        ("Which insects do ladybirds eat?", "'insects' was not understood"),
        ("Which pests of leek are eaten by hoverflies?", "'hoverflies' was not understood"),
        ("Which pests are eaten by ladybirds and eat carrots?", "'carrots' was not understood"),
        ("Which pests of carrots are eaten by ladybirds?", "'carrots' was not understood"),
    ],
)
def test_a_condition_or_a_direction_is_not_dropped(field: DomainGraph, question: str, reason: str) -> None:
    found = answer_question(field, question)
    assert found.plan is None
    assert reason in found.reason


@pytest.fixture(scope="module")
def pond() -> DomainGraph:
    """An ontology of one type: its kinds are terms, and one circle is among them."""
    names = ("organism", "fish", "bird", "pike", "roach", "heron", "pondweed", "PFA")
    items: list[Item] = [Predicate("is_a", "is a"), Predicate("eats", "eats")]
    items += [Entity(f"t{number}", "Term", name) for number, name in enumerate(names)]
    items += [Relation(*one) for one in (("t1", "is_a", "t0"), ("t2", "is_a", "t0"), ("t6", "is_a", "t0"))]
    items += [Relation(*one) for one in (("t3", "is_a", "t1"), ("t4", "is_a", "t1"), ("t5", "is_a", "t2"))]
    items += [Relation("t1", "is_a", "t3")]  # a circle
    items += [Relation(*one) for one in (("t3", "eats", "t4"), ("t5", "eats", "t4"), ("t4", "eats", "t6"))]
    items += [Relation("t5", "eats", "t7")]
    store, index, report = load_in_memory(items)
    return DomainGraph(store, report.schema, index)


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("Which fish eat roach?", ("t3",)),
        ("Which birds eat roach?", ("t5",)),
        ("Which fish are eaten by the heron?", ("t4",)),
        ("What eats roach?", ("t3", "t5")),
        ("What eats PFAs?", ("t5",)),
    ],
)
def test_a_kind_that_is_asked_for_limits_the_answer(pond: DomainGraph, question: str, wanted: tuple[str, ...]) -> None:
    found = answer_question(pond, question)
    assert found.ids == wanted, found.reason


@pytest.mark.parametrize("question", ["What do fish eat?", "Which fish do birds eat?"])
def test_nothing_told_of_a_kind_is_not_nothing_told_of_its_members(pond: DomainGraph, question: str) -> None:
    found = answer_question(pond, question)
    assert found.plan is None
    assert "of which the graph has more" in found.reason


@pytest.mark.parametrize("label", ["does not treat", "failed to treat", "is no indication for", "lacks effect on"])
def test_what_a_relation_denies_answers_no_question_for_it(label: str) -> None:
    items: list[Item] = [
        Predicate("not", label),
        Entity("d", "Drug", "oldpyrin"),
        Entity("g", "Disease", "greenpox"),
        Relation("d", "not", "g"),
    ]
    store, names, report = load_in_memory(items)
    graph = DomainGraph(store, report.schema, names)
    for text in (
        "Which drugs treat greenpox?",
        "What is indicated for greenpox?",
        "Which drugs have an effect on greenpox?",
        "drugs of greenpox",
    ):
        assert answer_question(graph, text).plan is None, text
