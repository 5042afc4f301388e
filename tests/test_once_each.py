"""Questions about files where a patient has several rows, or a row counts several birds. Figures by hand."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scitoolagent import Agent
from scitoolagent.config import load_config
from scitoolagent.errors import PlanError

_CLINIC = """patient_id,visit,age,sex,sbp_mmHg,smoker,weight_kg
P1,1,54,F,142,yes,60
P1,2,54,F,138,yes,61
P1,3,54,F,135,yes,62
P2,1,61,M,150,no,80
P2,2,61,M,149,no,80
P3,1,47,F,128,no,
P4,1,70,M,160,yes,91
P4,2,70,M,155,yes,90
"""
_HERONS = """date,species,habitat,count
2024-03-01,heron,pond,3
2024-03-04,crane,reeds,2
2024-03-09,heron,reeds,1
2024-04-02,stork,pond,5
"""
_LIBRARY = """name,smiles
a,CCO
b,OCC
c,CCCC
d,C1CC
"""


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    folder = tmp_path_factory.mktemp("once")
    for name, text in {"clinic.csv": _CLINIC, "herons.csv": _HERONS, "library.csv": _LIBRARY}.items():
        (folder / name).write_text(text, encoding="utf-8")
    with Agent(load_config(), folder, models={}) as made:
        yield made


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What is the mean age of the patients in clinic.csv?", "58"),  # (54 + 61 + 47 + 70) / 4
        ("median age of the patients in clinic.csv", "57.5"),
        ("What share of the patients in clinic.csv are women?", "50%"),
        ("What percentage of the patients in clinic.csv smoke?", "50%"),  # 5 of 8 visits
        ("mean age of the smokers in clinic.csv", "62"),
        ("mean age of men and women in clinic.csv", "F: rows 2, mean age 50.5"),
        # What changes from visit to visit goes by visits, which is told.
        ("mean sbp of the patients in clinic.csv", "144.625"),
    ],
)
def test_what_is_one_for_a_patient_counts_once(agent: Agent, question: str, told: str) -> None:
    run = agent.run(question)
    assert run.status == "complete"
    assert told in run.text
    once = "4 of 8 rows repeat the patient_id" in run.text
    assert once != ("figures are of rows" in run.text)
    assert once == ("sbp" not in question)


def test_visits_are_rows(agent: Agent) -> None:
    run = agent.run("what share of the visits in clinic.csv are of women?")
    assert "repeat the patient_id" not in run.text


@pytest.mark.parametrize(
    "question",
    ["What percentage of the birds in herons.csv were herons?", "count of herons per month in herons.csv"],
)
def test_a_share_of_birds_is_none_of_rows(agent: Agent, question: str) -> None:
    with pytest.raises(PlanError):
        agent.run(question)


def test_rows_of_birds_are_counted_where_they_are_asked_for(agent: Agent) -> None:
    assert "50%" in agent.run("share of rows with species = heron in herons.csv").text
    assert "pond: rows 2" in agent.run("number of rows by habitat in herons.csv").text


def test_a_molecule_that_cannot_be_read_is_told_where_molecules_are_counted(agent: Agent) -> None:
    text = agent.run("How many different molecules are in library.csv?").text
    assert "1 of 4 rows have no smiles that can be read; each of them stays" in text
