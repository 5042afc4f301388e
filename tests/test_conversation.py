"""A question may refer to the ones before it: the same of something else, the last molecule, a result."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scitoolagent.agent import Agent
from scitoolagent.conversation import Conversation
from scitoolagent.errors import NoPathError, PlanError
from scitoolagent.records import Answer, AnswerValue, StepResult


@pytest.fixture(scope="module")
def agent() -> Iterator[Agent]:
    with Agent() as made:
        yield made


def last(conversation: Conversation, text: str) -> Answer:
    answer = list(conversation.stream(text))[-1]
    assert isinstance(answer, Answer)
    return answer


def values(answer: Answer) -> list[tuple[str, object]]:
    return [(value.subject, value.value) for value in answer.values]


@pytest.mark.parametrize("again", ["Now do the same for thymol.", "And what about thymol?", "thymol too, please"])
def test_the_same_question_of_something_else(agent: Agent, again: str) -> None:
    conversation = Conversation(agent)
    assert values(last(conversation, "How many rings has camphor?")) == [("camphor", 2)]
    assert values(last(conversation, again)) == [("thymol", 1)]


def test_it_is_the_molecule_of_the_question_before(agent: Agent) -> None:
    conversation = Conversation(agent)
    last(conversation, "What is the TPSA of camphor?")
    # C10H16O: one oxygen and ten carbons are eleven heavy atoms
    assert [value.value for value in last(conversation, "And how many heavy atoms has it?").values] == [11]


def test_a_result_is_meant_by_its_kind(agent: Agent) -> None:
    conversation = Conversation(agent)
    last(conversation, "Translate ATGGCCAAGTAA into protein.")
    records = list(conversation.stream("What is the isoelectric point of that protein?"))
    steps = [record for record in records if isinstance(record, StepResult)]
    assert [step.tool for step in steps] == ["isoelectric_point"]
    assert steps[0].arguments["sequence"].rstrip("*") == "MAK"


def test_a_question_with_a_molecule_of_its_own_is_about_that_one(agent: Agent) -> None:
    conversation = Conversation(agent)
    last(conversation, "How many rings has camphor?")
    assert values(last(conversation, "How many rings has CCO?")) == [("CCO", 0)]


def test_a_refused_question_is_no_turn(agent: Agent) -> None:
    conversation = Conversation(agent)
    assert last(conversation, "What is the TPSA of sarin?").status == "blocked"
    assert last(conversation, "And what is its ring count?").status == "blocked"


def said(conversation: Conversation, *texts: str) -> Answer:
    for text in texts[:-1]:
        last(conversation, text)
    return last(conversation, texts[-1])


def subjects(answer: Answer) -> list[str]:
    return list(dict.fromkeys(value.subject for value in answer.values))


THREE = "What is the TPSA of camphor, menthol and caffeine?"


def test_an_order_is_added_to_the_question_before(agent: Agent) -> None:
    answer = said(Conversation(agent), THREE, "sort them in descending order")
    # TPSA 17.07, 20.23 and 61.82 Å² by the table of Ertl 2000
    assert ["caffeine", "menthol", "camphor"] in [value.value for value in answer.values]


def test_the_second_one_is_that_of_the_ranking(agent: Agent) -> None:
    conversation = Conversation(agent)
    assert subjects(said(conversation, f"{THREE[:-1]}, sorted descending", "the second one")) == ["menthol"]
    assert subjects(last(conversation, "the logP of the last one")) == ["camphor"]
    # Of the several things that were named last, though the question before is about one.
    answer = last(conversation, "the first one")
    assert (subjects(answer), [value.type for value in answer.values]) == (["caffeine"], ["CrippenLogP"])
    with pytest.raises(PlanError, match="none at place 4"):
        last(conversation, "the fourth one")


def test_all_are_compared_by_something_else(agent: Agent) -> None:
    answer = said(Conversation(agent), THREE, "which of these is heaviest?")
    assert "caffeine" in [value.value for value in answer.values]
    assert "PolarSurfaceArea" not in [value.type for value in answer.values]


def test_it_is_the_one_that_was_chosen(agent: Agent) -> None:
    answer = said(Conversation(agent), "Which has the larger TPSA, aspirin or ibuprofen?", "and its logP?")
    assert subjects(answer) == ["aspirin"]


def test_what_it_may_mean_is_named_and_nothing_is_run(agent: Agent) -> None:
    with pytest.raises(PlanError, match="'its' may be about camphor, or about menthol"):
        said(Conversation(agent), "TPSA of camphor and menthol", "and its logP?")
    with pytest.raises(PlanError, match="about naproxen, or about the Murcko scaffold of naproxen"):
        said(Conversation(agent), "What is the Murcko scaffold of naproxen?", "and its molecular weight?")


def test_a_structure_that_was_made_is_another_thing(agent: Agent) -> None:
    conversation = Conversation(agent)
    made = {"label": "SMILES", "subject": "camphor", "type": "Smiles", "value": "CCO", "unit": None, "step": 1}
    value = AnswerValue.model_validate({**made, "tool": "random_molecule", "source": "a test"})
    query = agent.planner.recognise("TPSA of camphor")
    conversation.note(query, Answer(status="complete", text="", values=(value,)))
    with pytest.raises(PlanError, match="about camphor, or about the SMILES of camphor"):
        last(conversation, "and its TPSA?")


def test_another_notation_is_the_same_thing(agent: Agent) -> None:
    assert subjects(said(Conversation(agent), "What is the InChIKey of camphor?", "and its TPSA?")) == ["camphor"]


def test_a_pronoun_of_the_question_itself_means_nothing_before(agent: Agent) -> None:
    answer = said(Conversation(agent), "TPSA of camphor", "What is the TPSA of aspirin and its logP?")
    assert subjects(answer) == ["aspirin"]
    answer = said(Conversation(agent), "TPSA of camphor", "Is it more lipophilic than thymol?")
    assert {"camphor", "thymol"} <= set(subjects(answer))
    answer = said(Conversation(agent), "TPSA of camphor", "Is thymol more lipophilic than it?")
    assert {"camphor", "thymol"} <= set(subjects(answer))
    answer = said(Conversation(agent), "TPSA of camphor", "Is aspirin more lipophilic than thymol, is it?")
    assert not {name for name in subjects(answer) if "camphor" in name}


def test_unknown_words_about_something_else_are_no_follow_up(agent: Agent) -> None:
    with pytest.raises(NoPathError):
        said(Conversation(agent), "TPSA of camphor", "Give me the recipe of thymol")


def test_what_was_not_understood_leaves_the_subject(agent: Agent) -> None:
    conversation = Conversation(agent)
    last(conversation, "TPSA of camphor")
    with pytest.raises(NoPathError):
        last(conversation, "hm, well")
    assert subjects(last(conversation, "and its logP?")) == ["camphor"]


def test_a_comparison_is_not_asked_of_one_thing(agent: Agent) -> None:
    with pytest.raises(PlanError, match="compares 2 things"):
        said(Conversation(agent), "Which has the larger TPSA, aspirin or ibuprofen?", "what about thymol?")
