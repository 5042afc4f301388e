"""Questions with conditions on the rows of a file: nothing there, texts, dates, "or", so much around a value.

The rows that are expected are chosen here from the values in the file, by plain Python.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from scitoolagent import Agent
from scitoolagent.records import Answer

ROWS = [
    ("plum-a", "CCO", "red", 1.0, 10.0, "2023-12-30", 3),
    ("plum-b", "CCCO", "red", 2.0, None, "2024-02-01", 0),
    ("fig", "CCCC", "blue", 3.0, 15.5, "2024-02-29", 1),
    ("big plum", "CCN", "blue", None, 18.0, "2024-03-01", 2),
    ("lime", "c1ccccc1O", "grey", 4.0, 21.0, "unknown", 0),
    ("date", "CC(=O)O", "grey", 6.5, 22.5, "", 4),
]


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
