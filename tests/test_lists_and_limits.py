"""Questions about files: lists of headers that are common words, either of two limits, the first rows, intervals."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scitoolagent import Agent
from scitoolagent.config import load_config
from scitoolagent.errors import PlanError

_PURCHASES = """order,ordered_by,item,dealer,price_eur,total
1,Ole,acetone,Merck,12.5,3
2,Ana,toluene,Roth,20.0,1
3,Ole,ethanol,Roth,15.0,2
4,Kim,hexane,Merck,30.0,7
"""
_PEOPLE = """person,sex,age,smoker,dose_mg,visit
P1,F,78,no,1,early
P2,M,45,yes,2,late
P3,F,81,no,3,early
P4,M,33,no,4,late
P5,F,52,yes,5,early
"""
_SHELF = """name,SMILES
aspirin,CC(=O)Oc1ccccc1C(=O)O
salicylic acid,OC(=O)c1ccccc1O
caffeine,Cn1cnc2c1c(=O)n(C)c(=O)n2C
"""
_CHAINS = """>trp a cage of twenty
NLYIQWLKDGGPSSGRPPPS
>chi a hairpin
GYDPETGTWG
"""
_WARD = """patient,sex,age,smoker,crp
W1,F,80,no,12
W2,M,45,yes,90
W3,F,59,yes,25
W4,M,38,ex,140
"""
_CATCH = "fish,species,fate,mass_g,caught\n1,trout,kept,450,2023-04-03\n2,trout,released,310,2023-04-03\n3,pike,kept,3900,2023-07-15\n"
_VOLES = "animal,species,weight\n1,vole,22\n2,shrew,8\n3,mouse,18\n4,vole,19\n"
_TWINS = ">a\nATGCATGC\n>b\nATGCATGC\n>c\nGGCCGGCC\n"
_MASSES = "code,mass_mg\nX1,10\nX2,12\nX3,9\n"
_NUMBERED = "sample,replicate,diagnosis,signal\nA,1,flu,10\nA,2,flu,12\nB,1,cold,9\nB,2,cold,8\n"
_ASSAYS = "Code,assay_uM\nX2,0.5\nX3,2.0\nX4,8\n"


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    folder = tmp_path_factory.mktemp("lists")
    texts = {"bought.csv": _PURCHASES, "people.csv": _PEOPLE, "shelf.csv": _SHELF, "chains.fasta": _CHAINS}
    texts |= {"masses.csv": _MASSES, "assays.csv": _ASSAYS, "numbered.csv": _NUMBERED}
    texts |= {"ward.csv": _WARD, "catch.csv": _CATCH, "voles.csv": _VOLES, "twins.fasta": _TWINS}
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    with Agent(load_config(), folder, models={}) as made:
        yield made


def _complete(agent: Agent, question: str) -> str:
    answer = agent.run(question)
    assert answer.status == "complete", answer.text
    return answer.text


@pytest.mark.parametrize(
    ("question", "told", "not_told"),
    [
        ("list item and price_eur where order is 3 in bought.csv", ("ethanol", "15"), ("toluene",)),
        ("list the item and its dealer in bought.csv", ("acetone", "Merck", "hexane", "Roth"), ()),
        ("give the order, item and price of Ole in bought.csv", ("acetone", "12.5", "ethanol", "15"), ("hexane",)),
        ("list description and length where id is chi in chains.fasta", ("a hairpin", "10"), ("cage",)),
    ],
)
def test_each_header_of_a_list_is_answered(
    agent: Agent, question: str, told: tuple[str, ...], not_told: tuple[str, ...]
) -> None:
    text = _complete(agent, question)
    assert all(one in text for one in told), text
    assert not any(one in text for one in not_told), text


def test_a_word_for_sums_may_be_a_header(agent: Agent) -> None:
    assert "order 4 (7)" in _complete(agent, "highest total in bought.csv")
    assert "3.25" in _complete(agent, "mean total in bought.csv")
    assert "13" in _complete(agent, "sum of total in bought.csv")


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("people under 40 or over 70 in people.csv", {"P1", "P3", "P4"}),
        ("which people have an age below 40 or above 80 in people.csv", {"P3", "P4"}),
        ("women under 60 or over 80 in people.csv", {"P3", "P5"}),
        ("people with a dose below 2 or above 4 mg in people.csv", {"P1", "P5"}),
    ],
)
def test_one_of_two_limits_is_enough(agent: Agent, question: str, told: set[str]) -> None:
    text = _complete(agent, question)
    assert {one for one in ("P1", "P2", "P3", "P4", "P5") if one in text} == told, text


def test_what_is_no_choice_of_two_limits_is_not_complete(agent: Agent) -> None:
    assert agent.run("people under 40 or smokers in people.csv").status == "partial"
    with pytest.raises(PlanError):
        agent.run("people under 40 and over 70 in people.csv")


def test_rows_are_listed_beside_a_figure_of_them(agent: Agent) -> None:
    text = _complete(agent, "list the women over 60 in people.csv and their mean age")
    assert "79.5" in text and "P1" in text and "P3" in text, text
    assert "P5" not in text


def test_first_and_last_rows_are_told_whole(agent: Agent) -> None:
    text = _complete(agent, "first two rows of people.csv")
    assert "P1" in text and "78" in text and "P2" in text and "late" in text and "P3" not in text, text
    text = _complete(agent, "last 2 rows of bought.csv")
    assert "ethanol" in text and "hexane" in text and "acetone" not in text, text


def test_one_row_of_several_by_its_place_is_not_taken_for_all(agent: Agent) -> None:
    with pytest.raises(PlanError):
        agent.run("first visit of P1 in people.csv")


def test_the_most_similar_of_a_file_is_another_molecule(agent: Agent) -> None:
    text = _complete(agent, "which compound in shelf.csv is most similar to aspirin?")
    assert "salicylic acid" in text and "1 of 3 rows hold the molecule itself" in text, text


def test_an_interval_of_a_mean_is_that_of_student(agent: Agent) -> None:
    # Of 1 to 5: mean 3, deviation 1.581139, t(0.975; 4) = 2.776445 by the table of the NIST handbook, 1.3.6.7.2.
    text = _complete(agent, "95% confidence interval of the mean dose in people.csv")
    assert "1.036757" in text and "4.963243" in text, text
    # t(0.95; 4) = 2.131847.
    text = _complete(agent, "90 % CI of the mean dose in people.csv")
    assert "1.492557" in text and "4.507443" in text, text


@pytest.mark.parametrize(
    "question",
    ["mean ± SD of dose in people.csv", "mean dose (with SD) of people.csv", "average dose +/- sd in people.csv"],
)
def test_a_spread_beside_a_mean_is_asked_for(agent: Agent, question: str) -> None:
    text = _complete(agent, question)
    assert "3 mg" in text and "1.581139" in text, text


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("which sequences in chains.fasta start with G", "chi"),
        ("sequences in chains.fasta that do not begin with G", "trp"),
    ],
)
def test_sequences_are_chosen_by_their_ends(agent: Agent, question: str, told: str) -> None:
    text = _complete(agent, question)
    assert told in text and ({"chi", "trp"} - {told}).pop() not in text, text


def test_headers_that_differ_in_capitals_join_two_files(agent: Agent) -> None:
    answer = agent.run("join masses.csv and assays.csv")
    assert "X2" in answer.text and "X3" in answer.text and "0.5" in answer.text
    assert "1 of 3 rows of masses.csv have no partner" in answer.text, answer.text


def test_rows_that_are_compared_are_told_whole(agent: Agent) -> None:
    text = _complete(agent, "compare P1 and P4 in people.csv")
    assert all(one in text for one in ("78", "33", "F", "M", "late", "early")) and "P2" not in text, text


@pytest.mark.parametrize("question", ["total replicates in numbered.csv", "average the replicates in numbered.csv"])
def test_numbers_that_tell_rows_apart_are_no_amounts(agent: Agent, question: str) -> None:
    with pytest.raises(PlanError):
        agent.run(question)


def test_a_class_and_a_limit_are_both_held(agent: Agent) -> None:
    text = _complete(agent, "how many people in people.csv are female and over 60?")
    assert text.splitlines()[1].endswith("2 [step 4]"), text


def test_the_plural_of_a_header_may_end_otherwise(agent: Agent) -> None:
    assert "2 [step 2]" in _complete(agent, "how many different diagnoses are in numbered.csv?")


@pytest.mark.parametrize(
    ("question", "told", "not_told"),
    [
        ("oldest female smoker in ward.csv", "W3", "W1"),
        ("youngest man in ward.csv", "W4", "W1"),
        ("which patients in ward.csv are smokers", "W3", "W1"),
        ("highest crp of a male smoker in ward.csv", "W2", "W4"),
    ],
)
def test_a_class_beside_another_one_is_held_too(agent: Agent, question: str, told: str, not_told: str) -> None:
    text = _complete(agent, question)
    assert told in text and not_told not in text, text


def test_yes_among_other_texts_is_counted_as_yes(agent: Agent) -> None:
    assert "2 [step" in _complete(agent, "how many smokers are in ward.csv")
    assert "2 [step" in _complete(agent, "how many patients in ward.csv do not smoke")
    assert "1 [step" in _complete(agent, "how many male smokers are in ward.csv")


@pytest.mark.parametrize(
    "question",
    [
        "total mass of trout kept in catch.csv",
        "what share of kept fish was trout in catch.csv",
        "total mass of trout sold in catch.csv",
        "how many trout were caught in catch.csv",
        "largest fish in catch.csv",
        "how many rats are in voles.csv",
    ],
)
def test_what_a_word_means_is_not_left_out(agent: Agent, question: str) -> None:
    """A filler verb that is a cell, a verb that is a header, numbers of rows, and another kind of animal."""
    with pytest.raises(PlanError):
        agent.run(question)


def test_rows_of_sequences_are_counted_with_their_repeats(agent: Agent) -> None:
    assert "3 [step" in _complete(agent, "how many sequences are in twins.fasta")


def test_a_row_that_is_named_is_told_whole(agent: Agent) -> None:
    text = _complete(agent, "what do you know about W2 in ward.csv")
    assert all(one in text for one in ("M", "45", "yes", "90")), text
