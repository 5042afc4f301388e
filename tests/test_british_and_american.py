"""One word in British and American spelling, a gerund that counts, and a name that a label would cut."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scitoolagent.agent import Agent
from scitoolagent.reading.words import read_words


@pytest.fixture(scope="module")
def agent() -> Iterator[Agent]:
    with Agent() as made:
        yield made


def test_spellings_of_one_word_are_one() -> None:
    american = "ionized polarization crystallization normalizing characterize recognizable oxidizes"
    british = "ionised polarisation crystallisation normalising characterise recognisable oxidises"
    assert [word.text for word in read_words(american)] == [word.text for word in read_words(british)]
    for other in ("arise", "raising", "precise", "exercise", "otherwise", "comprised"):
        assert [word.text for word in read_words(other)] == [other]


@pytest.mark.parametrize("verb", ["ionised", "ionized"])
def test_either_spelling_names_a_label(agent: Agent, verb: str) -> None:
    answer = agent.run(f"percent {verb} of an acid of pKa 4.2 at pH 5")
    assert answer.status == "complete"
    assert "86.3" in answer.text  # 100 / (1 + 10^(4.2 - 5))


def test_a_label_leaves_the_end_of_a_name_to_the_name(agent: Agent) -> None:
    # Not "percent ionisation of an acid" with a pKa and a pH.
    answer = agent.run("What is the percent ionisation of 0.1 M acetic acid?")
    assert answer.status == "complete"
    assert "1.31" in answer.text  # x²/(0.1 - x) = 10^-4.756


def test_counting_asks_for_a_number(agent: Agent) -> None:
    answer = agent.run("Convert camphor to SMILES, then counting its rings.")
    assert answer.status == "complete"
    assert "number of rings: 2" in answer.text
    assert agent.run("TPSA of aspirin, not counting sulfur").status != "complete"
