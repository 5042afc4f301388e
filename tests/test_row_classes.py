"""Questions that call the rows of a file by their class, and properties by the headers of columns.

The values that are expected are counted here from the rows, by plain Python.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from scitoolagent import Agent

# Two of the classes are names of groups of atoms that other rows have, too.
ROWS = [
    ("t1", "CCN", "amine", 12.5, 31.0, 2.1, "solid"),
    ("t2", "NCCO", "alcohol", 8.0, 90.5, None, "oil"),
    ("t3", "CCCO", "alcohol", 3.5, 140.0, 5.5, "oil"),
    ("t4", "CC(=O)OC", "ester", 9.0, None, 7.0, "solid"),
    ("t5", "CN(C)C", "amine", 20.0, 160.25, 1.0, "oil"),
    ("t6", "NCC(=O)OC", "ester", 1.5, 60.0, 3.0, "oil"),
]


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    folder = tmp_path_factory.mktemp("classes")
    lines = [",".join("" if one is None else str(one) for one in row) for row in ROWS]
    (folder / "ware.csv").write_text("tag,smiles,family,gain,mp (°C),MW,state\n" + "\n".join(lines) + "\n")
    two = [f"{row[0]},{row[3]},{row[4] or 1},{row[4] or 1},amine" for row in ROWS]
    (folder / "twice.csv").write_text("tag,gain,mp_C,mp_K,family\n" + "\n".join(two) + "\n")
    both = [f"{row[0]},{row[3]},{row[2]},{row[2]}" for row in ROWS]
    (folder / "both.csv").write_text("tag,gain,family,former family\n" + "\n".join(both) + "\n")
    with Agent(workspace=folder) as made:
        yield made


def rows_of(text: str) -> list[str]:
    return re.findall(r"\bt\d\b", text.splitlines()[0].partition(": ")[2].partition(" [step")[0])


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("How many amines are in ware.csv?", 2),
        ("How many compounds in ware.csv are amines?", 2),
        ("How many esters or amines are in ware.csv?", 4),
        ("count the alcohols in ware.csv", 2),
        ("How many alcohols in ware.csv melt above 373 K?", 1),
        ("What share of ware.csv are amines?", 100 * 2 / 6),
        ("percentage of esters in ware.csv", 100 * 2 / 6),
        ("mean gain of the amines in ware.csv", (12.5 + 20.0) / 2),
        # What rows contain is no class of theirs: t1, t2, t5 and t6 have a nitrogen with no carbonyl beside it.
        ("How many compounds in ware.csv contain an amine?", 4),
        ("mean molecular weight in ware.csv", (2.1 + 5.5 + 7.0 + 1.0 + 3.0) / 5),
        ("How many compounds in ware.csv have an mp between 300 K and 100 °C?", 3),
    ],
)
def test_class_of_a_column_is_meant_before_a_group_of_atoms(agent: Agent, question: str, number: float) -> None:
    answer = agent.run(question)
    values = [float(one) for one in re.findall(r"(-?\d+(?:\.\d+)?)%? \[step", answer.text)]
    assert values == [pytest.approx(number, rel=1e-4)], answer.text


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("which amines in ware.csv have a gain above 15?", ["t5"]),
        ("which amine in ware.csv has the highest gain?", ["t5"]),
        ("highest gain of the compounds that are not amines in ware.csv", ["t4"]),
        ("top 2 esters by gain in ware.csv", ["t4", "t6"]),
        ("Which compounds in ware.csv are not amines and have a gain above 5?", ["t2", "t4"]),
        ("Which compounds in ware.csv melt above 400 K?", ["t3", "t5"]),
        ("Which compound in ware.csv has the lowest melting point?", ["t1"]),
        ("heaviest compound in ware.csv", ["t4"]),
        ("Which compounds in ware.csv have a computed molecular weight above 75?", ["t6"]),
    ],
)
def test_rows_are_chosen_by_their_class_and_by_headers_in_short(agent: Agent, question: str, rows: list[str]) -> None:
    answer = agent.run(question)
    assert answer.status == "complete"
    assert rows_of(answer.text) == rows, answer.text


@pytest.mark.slow
def test_a_blank_is_told_and_only_what_cannot_be_read_is_missing(tmp_path: Path) -> None:
    rows = [f"r{number},{number},{number % 3},{'' if number == 4 else 'ab'[number % 2]}" for number in range(1, 30)]
    rows[6] = "r7,>10000,1,a"
    rows[9] = "r10,10,,"
    (tmp_path / "odd.csv").write_text("tag,pot,gain,family\n" + "\n".join(rows) + "\n")
    with Agent(workspace=tmp_path) as made:
        for question in ("mean gain in odd.csv", "sum of gain in odd.csv", "mean gain by family in odd.csv"):
            answer = made.run(question)
            assert answer.status == "complete", answer.text
            assert "1 value of pot cannot be read" in answer.text
            assert re.search(r"1 of 29 rows have (none|no gain)", answer.text)
        used = made.run("mean pot in odd.csv")
        assert used.status == "partial"
        assert ">10000" in used.unmet[0]
        groups = made.run("mean gain by family in odd.csv")
        assert "no family" in groups.text
        assert "row 3" not in groups.text
        highest = made.run("which family in odd.csv has the highest mean pot?")
        assert "no family:" not in highest.text
