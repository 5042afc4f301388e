"""Questions about files: rows with none of an amount, several rows of one thing, numbers that only tell rows apart."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scitoolagent import Agent
from scitoolagent.config import load_config
from scitoolagent.errors import PlanError

_SNOW = """day,station,snow_cm,wind_km_h
d1,Aš,0,10
d2,Kör,4,20
d3,Kör,0,30
d4,Aš,,50
d5,Aš,6,45
"""
_VISITS = """patient,visit,sex,weight_kg,event
A,1,F,60,
A,2,F,60,cough
B,1,M,80,
C,1,F,70,cough
C,2,F,70,fever
C,3,F,70,cough
"""
_NEWTS = """newt_id,fate,species,mass_g
1,kept,smooth,3
2,released,crested,9
3,kept,crested,11
"""


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    folder = tmp_path_factory.mktemp("none")
    for name, text in {"snow.csv": _SNOW, "visits.csv": _VISITS, "newts.csv": _NEWTS}.items():
        (folder / name).write_text(text, encoding="utf-8")
    with Agent(load_config(), folder, models={}) as made:
        yield made


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("Mean wind of the days with snow in snow.csv", 32.5),
        ("Mean wind of the days without snow in snow.csv", 20),
        ("How many days had snow in snow.csv?", 2),
        ("How many days with no snow are in snow.csv?", 2),
        ("How many rows have no measured snow in snow.csv?", 1),
    ],
)
def test_zero_is_none_and_a_blank_is_unknown(agent: Agent, question: str, value: float) -> None:
    answer = agent.run(question)
    assert answer.status == "complete"
    assert [one.value for one in answer.values] == [pytest.approx(value)]


def test_with_joins_two_columns(agent: Agent) -> None:
    assert "> 0" not in agent.run("Correlation of wind with snow in snow.csv").text


def test_what_is_missing_something_is_not_blank(agent: Agent) -> None:
    try:
        answer = agent.run("Which station is missing the wind in snow.csv?")
    except PlanError:
        return
    assert answer.status != "complete"


def test_letters_with_marks_are_letters(agent: Agent) -> None:
    answer = agent.run("mean wind at Kör in snow.csv")
    assert (answer.status, [one.value for one in answer.values]) == ("complete", [pytest.approx(25)])


def test_several_rows_of_one_person_are_told(agent: Agent) -> None:
    assert "6 rows are of 3 different ones" in agent.run("Mean weight by sex in visits.csv").text


def test_a_weight_that_no_visit_changes_counts_once(agent: Agent) -> None:
    answer = agent.run("Mean weight of the women in visits.csv")
    assert "3 of 6 rows repeat the patient" in answer.text
    assert [one.value for one in answer.values] == [pytest.approx(65)]  # of 60 and 70


def test_persons_with_many_rows(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Who had no event in one row may have had one in another; and more than fifty are counted once, too."""
    folder = tmp_path_factory.mktemp("many")
    lines = [
        f"P{number:02},{visit},{'FM'[number % 2]},{'fever' * (visit - 1)}" for number in range(60) for visit in (1, 2)
    ]
    (folder / "many.csv").write_text("\n".join(["patient,visit,sex,event", *lines, ""]), encoding="utf-8")
    with Agent(load_config(), folder, models={}) as agent:
        with pytest.raises(PlanError, match="120 rows of 60 patient"):
            agent.run("How many patients had no event in many.csv?")
        assert next(one.value for one in agent.run("How many women are in many.csv?").values) == 30


def test_a_count_of_persons_needs_no_such_note(agent: Agent) -> None:
    assert "different ones" not in agent.run("How many women are in visits.csv?").text


def test_numbers_that_tell_rows_apart_are_no_amount(agent: Agent) -> None:
    with pytest.raises(PlanError, match="numbers them"):
        agent.run("mean newt_id in newts.csv")
    with pytest.raises(PlanError):
        agent.run("mean mass of kept newts and frogs in newts.csv")


_SHOP = """order,shop,paid,pieces
o1,north,"$1,200.50",10
o2,south,$450.00,3
o3,north,"$1,050.00",7
o4,east,"$1,440.60",12
"""
_PEPTIDES = ">a\nMKTAYIAKQR\n>b\nMKTAYIAKQR\n>c\nGDVEKGKKIF\n"
_RODS = "rod,Werkstoff,load_kN\nr1,steel,10\nr2,steel,14\nr3,brass,4\n"


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    folder = tmp_path_factory.mktemp("shop")
    for name, text in {"shop.csv": _SHOP, "peptides.fasta": _PEPTIDES, "rods.csv": _RODS}.items():
        (folder / name).write_text(text, encoding="utf-8")
    with Agent(load_config(), folder, models={}) as made:
        yield made


@pytest.mark.parametrize("verb", ["sold", "had", "has"])
def test_the_most_of_a_class_with_several_rows_is_a_sum(shop: Agent, verb: str) -> None:
    text = shop.run(f"Which shop {verb} the most pieces in shop.csv?").text
    assert "north" in text
    assert "17" in text


def test_texts_that_are_amounts_part_no_rows(shop: Agent) -> None:
    try:
        text = shop.run("Paid by shop in shop.csv").text
    except PlanError:
        return
    assert "rows 1" not in text


def test_different_sequences_are_counted_once(shop: Agent) -> None:
    assert [one.value for one in shop.run("How many different sequences are in peptides.fasta?").values] == [2]


def test_german_nach_parts_the_rows(shop: Agent) -> None:
    text = shop.run("Mittelwert von load_kN nach Werkstoff in rods.csv").text
    assert "12" in text
    assert "steel" in text


def test_repeated_rows_are_equal_in_each_column(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("twice")
    (folder / "twice.csv").write_text("code,mass_g\na,1\nb,2\na,1\na,3\nc,\nc,\n", encoding="utf-8")
    with Agent(load_config(), folder, models={}) as agent:
        text = agent.run("Which rows are duplicated in twice.csv?").text
        assert all(f"(row {number})" in text for number in (1, 3, 5, 6))
        assert not any(f"(row {number})" in text for number in (2, 4))
        assert ": 4 [step" in agent.run("How many duplicate rows are there in twice.csv?").text
