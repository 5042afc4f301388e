"""Everyday questions about rows: agents, counted things, shares, differences, and what must not be left out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scitoolagent import Agent
from scitoolagent.config import load_config
from scitoolagent.errors import PlanError

_GEMS = """gem,polisher,mine,weight_g,clarity,price_EUR,flawed
G1,ivo,Aru,1.0,high,900,no
G2,ivo,Bel,2.0,low,400,yes
G3,uma,Aru,3.0,high,2700,no
G4,uma,Bel,1.5,low,500,yes
G5,ivo,Aru,0.5,low,100,no
G6,uma,Cor,4.0,high,,no
"""
_MOTHS = """trap,night,moth,count,light
T1,2025-06-01,hawk,3,uv
T1,2025-06-08,ermine,0,uv
T2,2025-06-01,hawk,1,uv
T2,2025-07-02,tiger,5,white
T3,2025-07-02,hawk,0,white
T3,2025-07-09,ermine,7,white
"""
_SHELF = """reagent,vendor,expiry,cost_EUR
agar,Noll,2020-01-31,10
biotin,Noll,2090-01-31,30
casein,Ober,2019-06-30,20
"""
_BARS = """bar,code,stiffness_GPa,load_N,shift
b1,2024,70,100,A
b2,2024,72,120,B
b3,6061,68,90,A
b4,6061,69,95,B
"""


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    folder = tmp_path_factory.mktemp("frames")
    for name, text in (("gems.csv", _GEMS), ("moths.csv", _MOTHS), ("shelf.csv", _SHELF), ("bars.csv", _BARS)):
        (folder / name).write_text(text, encoding="utf-8")
    with Agent(load_config(), folder, models={}) as made:
        yield made


def _table(agent: Agent, question: str) -> list[tuple[object, ...]]:
    answer = agent.run(question)
    assert answer.status == "complete", answer.text
    table = answer.table(store=agent.config.cache_dir / "tables")
    return list(zip(*(table.values(name) for name in table.names), strict=True))


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("Mean weight of the gems by uma in gems.csv", 17 / 6),
        ("How many gems did ivo polish in gems.csv?", 3),
        ("How many moths were counted in moths.csv?", 16),
        ("How many hawk moths were seen in moths.csv?", 4),
        ("How many mines are there in gems.csv?", 3),
        # Of those above 1 g (G2, G3, G4, G6), two are flawed; of the flawed, all are above 1 g.
        ("What share of the gems above 1 g are flawed in gems.csv?", 50.0),
        ("What percentage of the gems by ivo are flawed in gems.csv?", 100 / 3),
        ("What fraction of the gems with a weight above 1 g are flawed in gems.csv?", 50.0),
    ],
)
def test_one_figure(agent: Agent, question: str, value: float) -> None:
    answer = agent.run(question)
    assert answer.status == "complete", answer.text
    assert [one.value for one in answer.values] == [pytest.approx(value)]


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Mean weight of Aru and Bel in gems.csv", [("Aru", 3, pytest.approx(1.5)), ("Bel", 2, pytest.approx(1.75))]),
        ("Number of moths per trap in moths.csv", [("T1", 2, 3), ("T2", 2, 6), ("T3", 2, 7)]),
        ("How many polishers are there for each mine in gems.csv?", [("Aru", 3, 2), ("Bel", 2, 2), ("Cor", 1, 1)]),
        ("Which mine has the most polishers in gems.csv?", [("Aru", 3, 2), ("Bel", 2, 2)]),
        ("What percentage of gems are flawed for each polisher in gems.csv?",
         [("ivo", 3, 1, pytest.approx(100 / 3)), ("uma", 3, 1, pytest.approx(100 / 3))]),
        ("clarity by mine in gems.csv",
         [("high", "Aru", 2), ("high", "Cor", 1), ("low", "Aru", 1), ("low", "Bel", 2)]),
        ("At which traps was the hawk seen in moths.csv?", [("T1", 1), ("T2", 1)]),
        ("Mean stiffness in MPa by code in bars.csv", [(2024, 2, pytest.approx(71)), (6061, 2, pytest.approx(68.5))]),
    ],
)  # fmt: skip
def test_rows_of_groups(agent: Agent, question: str, rows: list[tuple[object, ...]]) -> None:
    assert _table(agent, question) == rows


@pytest.mark.parametrize(
    ("question", "difference", "ratio"),
    [
        ("What is the difference in mean weight between ivo and uma in gems.csv?", 17 / 6 - 3.5 / 3, 17 / 7),
        ("Compare uma with ivo in weight in gems.csv", 17 / 6 - 3.5 / 3, 17 / 7),
        ("How much higher is the price of G3 than that of G1 in gems.csv?", 1800, 3),
    ],
)
def test_two_against_one_another(agent: Agent, question: str, difference: float, ratio: float) -> None:
    answer = agent.run(question)
    assert answer.status == "complete", answer.text
    found = {one.label: one.value for one in answer.values}
    assert found["difference"] == pytest.approx(difference)
    assert found["ratio"] == pytest.approx(ratio)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which reagents have expired in shelf.csv?", ["agar", "casein"]),
        ("Which gems were not polished by ivo in gems.csv?", ["G3", "G4", "G6"]),
        ("Which gem has the weight closest to 1.4 in gems.csv?", ["G4"]),
        ("Cheapest reagent per vendor in shelf.csv", ["agar", "casein"]),
        # A limit said of two columns is one on both.
        ("Which bars have stiffness and load above 71 in bars.csv?", ["b2"]),
        ("Gems with a weight above 1 g but not from Bel in gems.csv", ["G3", "G6"]),
        ("Gems with a weight above 1 g except those from Bel in gems.csv", ["G3", "G6"]),
    ],
)
def test_which_rows(agent: Agent, question: str, names: list[str]) -> None:
    assert [row[0] for row in _table(agent, question)] == names


def test_the_words_that_were_read_are_told(agent: Agent) -> None:
    notes = agent.run("How many gems did ivo polish in gems.csv?").notes
    assert 'read as: "number of rows where polisher is ivo in gems.csv"' in notes


@pytest.mark.parametrize(
    "question",
    [
        "Which 6061 bar has the highest load in bars.csv?",  # no number of bars
        "-log10 of load in bars.csv",
        "Which code is the strongest in bars.csv?",  # of which column is not said
        "Are all gems not from Bel in gems.csv?",
        "Mean weight of the gems in row A of gems.csv",
        "How many gems did ivo swallow in gems.csv?",
        "Which gems are likely flawed in gems.csv?",
    ],
)
def test_what_is_not_read_is_refused(agent: Agent, question: str) -> None:
    with pytest.raises(PlanError):
        agent.run(question)


def test_all_conditions_on_rows_are_told(agent: Agent) -> None:
    text = agent.run("List the price of the gems from Aru with high clarity in gems.csv").text
    assert "mine = Aru" in text and "clarity = high" in text
