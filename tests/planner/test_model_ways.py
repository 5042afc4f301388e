"""Where a model reads alone, words for the way to what it claims are accounted for, and slips in copying forgiven."""

from __future__ import annotations

import pytest

from scitoolagent.errors import NoPathError
from scitoolagent.toolkg.graph import ToolGraph
from scitoolagent.toolkg.store import load_graph
from tests.planner.test_model import ask, drafting, reply


@pytest.fixture(scope="module")
def graph() -> ToolGraph:
    return load_graph()


@pytest.mark.parametrize(
    "question",
    [
        "Tell me the QED of the molecule named camphor by first converting its name to the SMILES format.",
        "Tell me the QED of the molecule that is denoted by the SMILES notation CCO.",
        "From camphor, go to SMILES by converting the name into a SMILES string, and give the QED of that SMILES string.",
    ],
)
def test_words_for_the_way_to_a_claim_are_accounted_for(graph: ToolGraph, question: str) -> None:
    plan, _ = drafting(graph, question, [reply(ask("QED", "qed"))], rules=False)
    assert [step.tool for step in plan.steps][-1] == "qed"
    assert not plan.missing
    assert not {"SMILES", "name"} & set(plan.unread)


@pytest.mark.parametrize(
    ("question", "left"),
    [
        # What is asked for is no way to something else.
        ("Tell me the QED and the InChIKey of camphor.", "InChIKey"),
        ("Tell me the QED and the canonical SMILES of camphor.", "canonical"),
        # InChI is no form through which a name passes on to QED.
        ("Tell me the QED of camphor by first converting its name to an InChIKey.", "InChIKey"),
    ],
)
def test_what_is_no_way_to_a_claim_stays_unread(graph: ToolGraph, question: str, left: str) -> None:
    try:
        plan, _ = drafting(graph, question, [reply(ask("QED", "qed"))] * 3, rules=False)
    except NoPathError as error:
        assert left in str(error)
    else:
        assert left in " ".join([*plan.missing, *plan.unread])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("polar surfaces area", "polar surface area"),
        ("topologcal polar surface area", "topological polar surface area"),
    ],
)
def test_a_slip_in_copying_is_read_where_the_question_says_nearly_that(graph: ToolGraph, words: str, said: str) -> None:
    question = "Tell me the topological polar surface area of camphor."
    plan, _ = drafting(graph, question, [reply(ask(words, "polar_surface_area"))], rules=False)
    assert plan.goals[0].text == said


@pytest.mark.parametrize("words", ["volume of the molecule", "the 3 lowest energies", "weight of camphene"])
def test_other_words_and_other_numbers_are_no_slips(graph: ToolGraph, words: str) -> None:
    question = "Tell me the 2 lowest energies and the molecular weight of camphor."
    with pytest.raises(NoPathError, match="the question does not say"):
        drafting(graph, question, [reply(ask(words, "polar_surface_area"))] * 3, rules=False)


def test_of_two_places_that_are_as_near_none_is_read(graph: ToolGraph) -> None:
    question = "Tell me the polar area 1 of camphor and the polar area 2 of CCO."
    with pytest.raises(NoPathError, match="the question does not say"):
        drafting(graph, question, [reply(ask("polare area", "polar_surface_area"))] * 3, rules=False)
