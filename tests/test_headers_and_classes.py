"""Headers with brackets as they stand in a file, nouns that are a class of rows, and files that are joined."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from scitoolagent.agent import Agent
from scitoolagent.config import load_config
from scitoolagent.errors import NoPathError
from scitoolagent.records import Answer

LIBRARY = """name,smiles,IC50 (nM),class,price,conc (µM),mass (dry)
aspirin,CC(=O)Oc1ccccc1C(=O)O,120,drug,5,10,1
caffeine,Cn1cnc2c1c(=O)n(C)c(=O)n2C,,stimulant,7.5,20,2
ibuprofen,CC(C)Cc1ccc(cc1)C(C)C(=O)O,35,drug,12,5,3
phenol,Oc1ccccc1,900,arene,4,50,4
nicotinamide,NC(=O)c1cccnc1,64,stimulant,30,4,5
"""
# Two wells of each treatment and dose.
PLATE = """well,treatment,dose (µM),signal
A1,control,1,100
B1,control,10,96
A2,drugA,1,60
B2,drugA,10,50
A3,drugB,1,90
B3,drugB,10,86
"""
PRICES = "name,vendor,price (EUR)\naspirin,A,4\ncaffeine,B,6\nphenol,A,2\nother,C,9\n"


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    folder: Path = tmp_path_factory.mktemp("library")
    (folder / "lib.csv").write_text(LIBRARY, encoding="utf-8")
    (folder / "plate.csv").write_text(PLATE, encoding="utf-8")
    (folder / "prices.csv").write_text(PRICES, encoding="utf-8")
    with Agent(load_config(), folder, models={}) as made:
        yield made


def numbers(answer: Answer) -> list[object]:
    return [one.value for one in answer.values]


@pytest.mark.parametrize(
    ("question", "value"),
    [
        # "drugs" are two of the five rows, and not what all rows are called
        ("Mean IC50 of the drugs in lib.csv", 77.5),
        ("What is the total price of all drugs in lib.csv?", 17),
        ("How many drugs are in lib.csv?", 2),
        ("How many compounds are in lib.csv?", 5),
        ("sum of price of rows with conc above 8 µM in lib.csv", 16.5),
        # headers in full, with the unit of the file or another one
        ("mean conc (µM) in lib.csv", 17.8),
        ("mean of conc in µM in lib.csv", 17.8),
        ("average concentration in lib.csv", 17.8),
        ("mean conc (mM) in lib.csv", 0.0178),
        ("Mean IC50 (nM) in µM in lib.csv", 0.27975),
        ("mean mass (dry) in lib.csv", 3),
        ("How many compounds in lib.csv have IC50 (nM) below 100?", 2),
        ("How many compounds in lib.csv have IC50 (nM) below 0.1 µM?", 2),
        ("How many rows of lib.csv lack an IC50?", 1),
        # of the three rows in both files
        ("Join lib.csv and prices.csv by name and give the mean price (EUR)", 4),
        ("Join lib.csv and prices.csv by name and give the mean IC50", 510),
        ("Join lib.csv with prices.csv by name and count the rows", 3),
        # a class by its name alone
        ("mean signal of drugA in plate.csv", 55),
        ("mean signal for drugA or drugB in plate.csv", 71.5),
        ("How many rows of drugA are in plate.csv?", 2),
    ],
)
def test_a_figure_of_the_rows_that_are_meant(agent: Agent, question: str, value: float) -> None:
    answer = agent.run(question)
    assert answer.status == "complete"
    assert numbers(answer) == [pytest.approx(value)]


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which drugs or stimulants in lib.csv have IC50 below 100 nM?", ["ibuprofen", "nicotinamide"]),
        ("Which compounds in lib.csv are neither drugs nor arenes?", ["caffeine", "nicotinamide"]),
        ("Which rows of lib.csv have no IC50?", ["caffeine"]),
    ],
)
def test_the_rows_of_a_class(agent: Agent, question: str, names: list[str]) -> None:
    answer = agent.run(question)
    assert answer.status == "complete"
    assert [
        one for one in ("aspirin", "caffeine", "ibuprofen", "phenol", "nicotinamide") if one in answer.text
    ] == names


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("mean IC50 (nM) by class in lib.csv", ["77.5", "900", "64"]),
        ("mean price (EUR) by vendor in prices.csv", ["3", "6", "9"]),
        ("mean mass (dry) by class in lib.csv", ["2", "4", "3.5"]),
        ("Join lib.csv and prices.csv on name and give the mean price (EUR) by vendor", ["3", "6"]),
    ],
)
def test_groups_by_headers_in_full(agent: Agent, question: str, said: list[str]) -> None:
    answer = agent.run(question)
    assert answer.status == "complete"
    # a line for each group ends with its mean
    means = [line.replace("nM", "").split()[-1] for line in answer.text.splitlines() if line.lstrip().startswith("- ")]
    assert sorted(means) == sorted(said)


def test_the_standard_error_of_groups(agent: Agent) -> None:
    text = agent.run("standard error of signal by treatment in plate.csv").text
    # of two values half of what is between them
    assert [line.split()[-1] for line in text.splitlines() if line.lstrip().startswith("- ")] == ["2", "5", "2"]


@pytest.mark.parametrize(
    "question", ["TPSA of all compounds in lib.csv", "TPSA of all the compounds in lib.csv", "TPSA of lib.csv"]
)
def test_all_rows_are_all_rows(agent: Agent, question: str) -> None:
    answer = agent.run(question)
    assert answer.status == "complete"
    assert "phenol: topological polar surface area 20.23" in answer.text


def test_a_letter_that_names_some_rows_is_no_article(agent: Agent) -> None:
    with pytest.raises(NoPathError, match="'A' was not understood"):
        agent.run("mean signal of the wells in row A of plate.csv")


@pytest.mark.parametrize(
    "question", ["Plot IC50 (nM) against conc (µM) in lib.csv", "histogram of conc (µM) in lib.csv"]
)
def test_pictures_of_headers_in_full(agent: Agent, question: str) -> None:
    answer = agent.run(question)
    assert answer.status == "complete"
    assert "a picture" in answer.text


def test_columns_are_added_and_summed_only_where_that_is_said(agent: Agent) -> None:
    answer = agent.run("Add the TPSA to lib.csv")
    assert answer.status == "complete"
    assert "ibuprofen: topological polar surface area 37.3" in answer.text
    with pytest.raises(NoPathError, match="one figure of all rows"):
        agent.run("sum of price and conc in lib.csv")


def test_two_classes_at_once_are_asked_about(agent: Agent) -> None:
    with pytest.raises(NoPathError):
        agent.run("Is the mean price of drugs different from that of arenes in lib.csv?")
