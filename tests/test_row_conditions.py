"""Questions with conditions on the rows of a file: nothing there, texts, dates, "or", so much around a value.

The rows that are expected are chosen here from the values in the file, by plain Python.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from scitoolagent import Agent
from scitoolagent.errors import NoPathError
from scitoolagent.records import Answer

ROWS = [
    ("plum-a", "CCO", "red", 1.0, 10.0, "2023-12-30", 3),
    ("plum-b", "CCCO", "red", 2.0, None, "2024-02-01", 0),
    ("fig", "CCCC", "blue", 3.0, 15.5, "2024-02-29", 1),
    ("big plum", "CCN", "blue", None, 18.0, "2024-03-01", 2),
    ("lime", "c1ccccc1O", "grey", 4.0, 21.0, "unknown", 0),
    ("date", "CC(=O)O", "grey", 6.5, 22.5, "", 4),
]
Row = tuple[str, str, str, float | None, float | None, str, int]


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    folder = tmp_path_factory.mktemp("conditions")
    lines = [",".join("" if one is None else str(one) for one in row) for row in ROWS]
    (folder / "trees.csv").write_text("tag,smiles,shade,dose (mg),effect,picked,seeds\n" + "\n".join(lines) + "\n")
    with Agent(workspace=folder) as made:
        yield made


def rows_of(answer: Answer) -> list[str]:
    line = answer.text.splitlines()[0].partition(": ")[2].partition(" [step")[0]
    return re.findall(rf"(?:^|, )({'|'.join(row[0] for row in ROWS)})(?= \(|,|$)", line)


def wanted(holds: Callable[[Any], bool]) -> list[str]:
    return [row[0] for row in ROWS if holds(row)]


@pytest.mark.parametrize(
    ("question", "holds"),
    [
        ("Which molecules in trees.csv have no effect?", lambda row: row[4] is None),
        ("rows of trees.csv without a measured dose", lambda row: row[3] is None),
        ("rows of trees.csv where effect is missing", lambda row: row[4] is None),
        ("molecules in trees.csv whose tag contains plum", lambda row: "plum" in row[0]),
        ('molecules in trees.csv whose tag starts with "plum"', lambda row: row[0].startswith("plum")),
        ("molecules in trees.csv whose tag does not contain plum", lambda row: "plum" not in row[0]),
        ("rows of trees.csv picked after 2024-02-01", lambda row: row[5] in ("2024-02-29", "2024-03-01")),
        ("rows of trees.csv picked between 2024-02-01 and 2024-02-29", lambda row: row[5][:7] == "2024-02"),
        ("rows of trees.csv with a dose within 50 % of 2 mg", lambda row: row[3] is not None and 1 <= row[3] <= 3),
        ("rows of trees.csv with a dose above 5 mg or an effect below 12", lambda row: row[0] in ("plum-a", "date")),
        ("rows of trees.csv with a dose above 5 mg, an effect below 12 or more than 1 seeds", lambda row: row[0] in ("plum-a", "big plum", "date")),
    ],
)  # fmt: skip
def test_the_rows_that_meet_a_condition(agent: Agent, question: str, holds: Callable[[Any], bool]) -> None:
    answer = agent.run(question)
    assert answer.status == "complete", answer.text
    assert rows_of(answer) == wanted(holds)


@pytest.mark.parametrize(
    ("question", "count"),
    [
        ("How many rows of trees.csv have a missing effect?", 1),
        ("How many rows of trees.csv have a known effect?", 5),
        ("How many molecules in trees.csv were picked before 2024-02-29?", 2),
        ("How many molecules in trees.csv have a dose above 3 mg or an effect below 16?", 4),
    ],
)
def test_they_are_counted(agent: Agent, question: str, count: int) -> None:
    answer = agent.run(question)
    assert [one.value for one in answer.values] == [count], answer.text


def test_what_cannot_be_told_of_a_row_is_told(agent: Agent) -> None:
    answer = agent.run("rows of trees.csv picked after 2024-01-01")
    # "unknown" and the empty text are no dates: neither before nor after.
    assert any("2 rows have no value to compare" in note for note in answer.notes), answer.notes


@pytest.mark.parametrize(
    "question",
    [
        "rows of trees.csv with no missing effect",
        "rows of trees.csv with a dose above 5 mg or an effect below 12 and more than 1 seeds",
        "rows of trees.csv picked after spring",
        "rows of trees.csv with a dose within reach of 2 mg",
        "rows of trees.csv with neither a dose above 5 mg or an effect below 12",
    ],
)
def test_what_may_mean_something_else_is_refused(agent: Agent, question: str) -> None:
    with pytest.raises(NoPathError):
        agent.run(question)


def test_a_noun_for_the_rows_is_no_header(agent: Agent, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("nouns")
    (folder / "c.csv").write_text("compound,smiles\nphenol,c1ccccc1O\nethanol,CCO\n")
    with Agent(workspace=folder) as own:
        answer = own.run("Which compounds contain the substructure c1ccccc1O in c.csv?")
        assert "phenol" in answer.text and "ethanol" not in answer.text.splitlines()[0]
        assert "phenol" in own.run("rows of c.csv whose compound contains phe").text
