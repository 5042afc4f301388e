"""Numbers that a tool needs and each row of a file holds."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scitoolagent import Agent
from scitoolagent.config import load_config
from scitoolagent.errors import PlanError

_FILES = {
    "people.csv": "who,weight_kg,height_m\nann,64,1.60\nben,90,\n",
    # Which of two weights is meant, nothing tells.
    "twice.csv": "who,weight_kg,body weight [kg],height_m\nann,64,70,1.60\n",
    # No unit: it cannot be converted.
    "bare.csv": "who,weight,height\nann,64,1.60\n",
    "hits.csv": "compound,pIC50\nalpha,6\n",
}


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    folder = tmp_path_factory.mktemp("inputs")
    for name, text in _FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    with Agent(load_config(), folder, models={}) as made:
        yield made


@pytest.mark.slow
def test_columns_of_the_meaning_of_the_inputs_are_taken_with_their_units(agent: Agent) -> None:
    answer = agent.run("BMI of each row in people.csv")
    assert [one.value for one in answer.values if isinstance(one.value, float)] == [pytest.approx(64 / 1.6**2)]
    assert any("weight_kg" in note for note in answer.notes)


def test_a_row_without_a_value_is_told(agent: Agent) -> None:
    answer = agent.run("BMI of each row in people.csv")
    assert answer.status != "complete" or any("1 of 2 rows" in note for note in answer.notes), answer.text


@pytest.mark.parametrize("question", ["BMI of each row in twice.csv", "BMI of each row in bare.csv"])
def test_what_may_be_another_is_not_taken(agent: Agent, question: str) -> None:
    with pytest.raises(PlanError, match="body_mass_index"):
        agent.run(question)


def test_a_column_is_the_value_that_is_given(agent: Agent) -> None:
    answer = agent.run("Compute the IC50 from the pIC50 of each compound in hits.csv")
    assert answer.status == "complete", answer.text
    assert any(one.value == pytest.approx(1000) and one.unit == "nmol/L" for one in answer.values)
