"""What substances make of each other is asked for by the form of a sentence, and "describe" asks for a description."""

from __future__ import annotations

import pytest

from scitoolagent.agent import Agent
from scitoolagent.errors import NoPathError
from scitoolagent.reading.reader import RuleReader
from tests.reading.test_nesting import chain

BOTH = "aniline acetyl chloride"


@pytest.mark.parametrize("question", [
    "What does aniline give with acetyl chloride?",
    "What do aniline and acetyl chloride give?",
    "What forms when aniline reacts with acetyl chloride?",
    "What happens if I mix aniline and acetyl chloride?",
    "What is formed by treating aniline with acetyl chloride?",
    "What do you get when you react aniline with acetyl chloride?",
    "Which product is formed from aniline and acetyl chloride?",
    "React aniline with acetyl chloride.",
    "Tell me what aniline gives with acetyl chloride.",
    "Predict what aniline and acetyl chloride give.",
])  # fmt: skip
def test_it_is_the_product_of_both(reader: RuleReader, question: str) -> None:
    assert chain(reader, question) == {"named_coupling": BOTH}
    query = reader.read(question)
    assert query.text.startswith("what is the product of aniline and acetyl chloride")
    assert query.original is not None and query.original.text == question


@pytest.mark.parametrize("question", ["How could I make paracetamol in one step?", "What reagents give paracetamol?"])
def test_what_something_is_made_from_is_its_retrosynthesis(reader: RuleReader, question: str) -> None:
    assert chain(reader, question) == {"retrosynthesis_step": "paracetamol"}


@pytest.mark.parametrize("question", [
    "What does phenol give with bromine in water?",
    "What does deuterated aniline give with acetyl chloride?",
    "What does aniline not give with acetyl chloride?",
    "What does 2 g of aniline give with acetyl chloride?",
    "What does aniline give with acetyl chloride and with benzoyl chloride?",
    "What do 3 mol of aniline and acetyl chloride give?",
])  # fmt: skip
def test_what_says_more_of_the_reaction_is_left_as_it_is(reader: RuleReader, question: str) -> None:
    assert reader.read(question).text == question


@pytest.mark.parametrize(("question", "found"), [
    ("What does aniline give with acetyl chloride? Describe the product.",
     {"molecule_description": "named_coupling", "named_coupling": BOTH}),
    ("What do aniline and acetyl chloride make? Describe it.",
     {"molecule_description": "named_coupling", "named_coupling": BOTH}),
    ("Describe the product of aniline and acetyl chloride.",
     {"molecule_description": "named_coupling", "-named_coupling": BOTH}),
    ("What is the product of aniline and acetyl chloride? Draw the product.",
     {"molecule_drawing": "named_coupling", "named_coupling": BOTH}),
    ("What is the molecular weight of the product of aniline and acetyl chloride?",
     {"molecular_weight": "named_coupling", "-named_coupling": BOTH}),
    ("Describe caffeine and give its logP", {"molecule_description": "caffeine", "crippen_descriptors": "caffeine"}),
    # In front of a value it only carries the question.
    ("Describe the functional groups of caffeine", {"functional_groups": "caffeine"}),
    ("Describe the TPSA of caffeine", {"polar_surface_area": "caffeine"}),
])  # fmt: skip
def test_what_is_described_is_asked_for(reader: RuleReader, question: str, found: dict[str, str]) -> None:
    assert chain(reader, question) == found


@pytest.mark.parametrize(("question", "left"), [
    # The verb asks for a product, and "it" is none of the reactants.
    ("What does phenol give with bromine in water? Describe it.", "give"),
    # What is compared is set against a value of its own, though its name was said before.
    ("Predict the product of salicylic acid and acetic anhydride, and compare its logP with that of salicylic acid.",
     "salicylic acid"),
])  # fmt: skip
def test_half_of_such_a_question_is_not_complete(question: str, left: str) -> None:
    with Agent(models={}) as agent:
        try:
            _, plan = agent.plan(question)
        except NoPathError as error:
            assert left in str(error)
        else:
            assert any(left in word for word in (*plan.unread, *plan.missing)), plan


def test_it_behind_a_verb_is_what_was_made(reader: RuleReader) -> None:
    question = (
        "Predict the product of salicylic acid and acetic anhydride, describe it, and compare its logP with that of "
    )
    question += "salicylic acid."
    assert chain(reader, question)["molecule_description"] == "named_coupling"


def test_the_answer_has_the_description_and_says_how_it_was_read() -> None:
    with Agent(models={}) as agent:
        *_, answer = agent.stream("What does aniline give with acetyl chloride? Describe the product.")
    assert answer.status == "complete"
    values = {value.type: value.value for value in answer.values}
    assert values["ReactionProduct"] == "CC(=O)Nc1ccccc1"
    assert str(values["MoleculeDescription"]).startswith("The molecule is C8H9NO, 135.17 g/mol")
    assert any("what is the product of aniline and acetyl chloride" in note for note in answer.notes)
