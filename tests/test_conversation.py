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


def test_a_thing_that_no_table_knows_is_the_subject_of_what_follows(agent: Agent) -> None:
    conversation = Conversation(agent)
    last(conversation, "TPSA of camphor")
    with pytest.raises(NoPathError, match="'unobtainium' is no name known here"):
        last(conversation, "TPSA of unobtainium")
    with pytest.raises(PlanError, match="not clear what this one refers to"):
        last(conversation, "and its logP?")


def test_a_comparison_is_not_asked_of_one_thing(agent: Agent) -> None:
    with pytest.raises(PlanError, match="compares 2 things"):
        said(Conversation(agent), "Which has the larger TPSA, aspirin or ibuprofen?", "what about thymol?")


@pytest.mark.parametrize(
    ("first", "unit", "kept", "given"),
    [
        # 1337.33 K is the melting point of gold on ITS-90; its boiling point is not asked for
        ("What is the melting point of gold?", "in °C", ("melting point of an element", "gold"), 1064.18),
        # the exact mass of C10H16O, 12 · 10 + 1.00782503 · 16 + 15.9949146, not the average of 152.2
        ("exact mass of camphor?", "and in kDa, please", ("exact mass", "camphor"), 0.1521201151),
        ("TPSA of camphor?", "in nm2", ("topological polar surface area", "camphor"), 0.1707),
        ("exact mass of camphor?", "how many kDa is it?", ("exact mass", "camphor"), 0.1521201151),
        ("TPSA of menthol?", "and of camphor in nm2?", ("topological polar surface area", "camphor"), 0.1707),
    ],
)
def test_a_unit_alone_keeps_what_was_asked(
    agent: Agent, first: str, unit: str, kept: tuple[str, str], given: float
) -> None:
    (value,) = said(Conversation(agent), first, unit).values
    assert (value.label, value.subject) == kept
    assert value.value == pytest.approx(given, abs=0, rel=1e-6)


def test_a_unit_is_kept_by_what_follows_and_replaced_by_another(agent: Agent) -> None:
    answer = said(Conversation(agent), "TPSA of camphor and its logP", "in nm2", "in pm2", "and of menthol?")
    assert [(value.subject, value.unit) for value in answer.values] == [("menthol", "pm2"), ("menthol", "1")]


def test_a_unit_that_nothing_of_the_question_before_can_be_in_is_refused(agent: Agent) -> None:
    with pytest.raises(PlanError, match="TPSA cannot be given in kg"):
        said(Conversation(agent), "TPSA of camphor", "in kg")


def test_how_many_of_a_unit_asks_for_something_of_its_own(agent: Agent) -> None:
    answer = said(Conversation(agent), "protein sequence of ATGGCCAAGTAA", "how many kDa is it?")
    assert [value.label for value in answer.values] == ["molecular weight"]


@pytest.mark.parametrize(
    "condition", ["in ethanol?", "dissolved in water?", "in 8 M urea", "at pH 5?", "against benzene", "with thymol?"]
)
def test_a_condition_is_refused_and_is_no_new_subject(agent: Agent, condition: str) -> None:
    conversation = Conversation(agent)
    last(conversation, "logP of camphor?")
    with pytest.raises(PlanError):
        last(conversation, condition)
    assert subjects(last(conversation, "and its TPSA?")) == ["camphor"]


def test_behind_the_word_that_the_subject_stood_behind_stands_another_subject(agent: Agent) -> None:
    assert values(said(Conversation(agent), "how many rings in camphor?", "and in thymol?")) == [("thymol", 1)]


def test_a_question_without_an_answer_leaves_open_what_the_next_one_is_about(agent: Agent) -> None:
    conversation = Conversation(agent)
    last(conversation, "TPSA of camphor")
    with pytest.raises(NoPathError):
        last(conversation, "Give me the recipe of thymol")
    for text in ("and its logP?", "and of menthol?"):
        with pytest.raises(PlanError, match="about thymol was not answered"):
            last(conversation, text)
    assert subjects(last(conversation, "logP of menthol")) == ["menthol"]
    assert subjects(last(conversation, "its TPSA")) == ["menthol"]


def test_the_same_is_asked_of_what_is_made_from_the_subject(agent: Agent) -> None:
    # Ethylbenzene has eight heavy atoms; benzene, its scaffold, has six.
    answer = said(Conversation(agent), "heavy atom count of CCc1ccccc1?", "and of its Murcko scaffold?")
    assert [value.value for value in answer.values] == [6]
    # Benzene, the scaffold of benzyl alcohol, has no polar atom.
    answer = said(Conversation(agent), "TPSA of OCc1ccccc1?", "and of its Murcko scaffold?")
    label = "topological polar surface area of the Murcko scaffold"
    assert [(value.label, value.value) for value in answer.values] == [(label, 0)]


def test_the_same_is_asked_of_a_salt_of_the_subject(agent: Agent) -> None:
    # Sodium benzoate is C7H5NaO2, 144.105 g/mol (CRC Handbook of Chemistry and Physics, 95th edition, section 3).
    answer = said(Conversation(agent), "molecular weight of benzoic acid", "and of its sodium salt?")
    ((label, value),) = [(value.label, value.value) for value in answer.values]
    assert (label, value) == ("molecular weight of the sodium salt", pytest.approx(144.105, abs=0.01))


def test_what_cannot_be_asked_of_something_made_is_refused(agent: Agent) -> None:
    with pytest.raises(PlanError, match="isoelectric point cannot be asked"):
        said(Conversation(agent), "isoelectric point of MAKRLV", "of its reverse complement")


@pytest.mark.parametrize("them", ["now the logP of both", "their logP", "logP of them all", "logP of all"])
def test_things_asked_about_one_by_one_are_meant_together(agent: Agent, them: str) -> None:
    assert subjects(said(Conversation(agent), "TPSA of camphor", "and of menthol?", them)) == ["camphor", "menthol"]


def test_things_asked_about_one_by_one_are_ordered_together(agent: Agent) -> None:
    answer = said(Conversation(agent), "TPSA of caffeine", "and of camphor?", "and of menthol?", "sort them")
    assert answer.values[0].value == ["camphor", "menthol", "caffeine"]


@pytest.mark.parametrize(
    "texts",
    [
        ("TPSA of camphor", "logP of both"),
        ("TPSA of camphor", "and of menthol?", "and of thymol?", "logP of both"),
        (THREE, "logP of both"),
        ("TPSA of camphor", "logP of menthol", "molar mass of them"),
    ],
)
def test_both_is_refused_where_it_cannot_be_told_who_is_meant(agent: Agent, texts: tuple[str, ...]) -> None:
    with pytest.raises(PlanError, match=r"'(both|them)' (means two|may mean)"):
        said(Conversation(agent), *texts)


def test_a_condition_that_is_denied_does_not_ask_the_same_again(agent: Agent) -> None:
    with pytest.raises(NoPathError):
        said(Conversation(agent), "number of aromatic atoms of toluene?", "and not aromatic?")


def test_what_a_refused_question_may_have_moved_to_is_not_passed_over(agent: Agent) -> None:
    for moved in ("the longest one", "deuterated camphor?"):
        conversation = Conversation(agent)
        last(conversation, "MW of camphor")
        with pytest.raises(PlanError):
            last(conversation, moved)
        with pytest.raises(PlanError, match="was not answered"):
            last(conversation, "its logP?")
