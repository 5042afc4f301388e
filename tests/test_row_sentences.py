"""Questions over a file that say by their form what is meant: pictures, groups, shares, tests, fits, two files.

What is compared with is reckoned here from the values in the files, by Python's `statistics` and by RDKit alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scitoolagent import Agent
from scitoolagent.errors import NoPathError
from scitoolagent.records import Answer, Plan, Query

ROWS = [
    ("CCO", "kinase", "human", 1.0, 10.0),
    ("CCN", "kinase", "mouse", 2.0, 13.0),
    ("CCCC", "kinase", "human", 3.0, 15.5),
    ("c1ccccc1O", "protease", "mouse", 4.0, 21.0),
    ("CC(=O)O", "protease", "human", 5.0, 24.0),
    ("CCCl", "protease", "mouse", 6.5, 30.0),
    ("CCF", "gpcr", "human", 7.0, 31.0),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("sentences")
    lines = [",".join(map(str, row)) for row in ROWS]
    (found / "lib.csv").write_text("smiles,class,species,dose (mg),response (%)\n" + "\n".join(lines) + "\n")
    (found / "gaps.csv").write_text("smiles,class,val\nCCO,A,1\nCCN,A,\nCCC,B,3\nCCCC,,4\nCCCCC,B,5\n")
    (found / "other.csv").write_text("smiles\nOCC\nNCC\nCCCCCC\n")
    (found / "names.csv").write_text("compound\nethanol\n")
    (found / "long.csv").write_text(
        "smiles,measured log uptake in mols per litre,computed log uptake in mols per litre\nCCO,1,2\nCCN,3,5\nCCC,4,9\n"
    )
    return found


@pytest.fixture(scope="module")
def agent(folder: Path) -> Iterator[Agent]:
    with Agent(workspace=folder) as made:
        yield made


def planned(agent: Agent, question: str) -> Plan:
    return agent.plan(question)[1]


def only(answer: Answer) -> Any:
    (value,) = answer.values
    return value.value


@pytest.mark.slow
def test_a_picture_is_saved_where_the_question_says(agent: Agent, folder: Path) -> None:
    answer = agent.run("plot response against dose for lib.csv and save it as dots.png")
    assert answer.status == "complete" and "Saved: dots.png" in answer.text
    assert (folder / "dots.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(NoPathError, match="already exists"):
        agent.run("plot response against dose for lib.csv and save it as dots.png")
    table = agent.run("QED of each compound in lib.csv and save it as table.png")
    assert table.status == "partial" and "no pictures" in table.text and not (folder / "table.png").exists()


def test_what_stands_behind_an_ask_may_say_that_it_is_saved(agent: Agent, folder: Path) -> None:
    answer = agent.run("For every molecule in lib.csv give logP and QED and save a table as made.csv")
    assert answer.status == "complete" and "made.csv" in answer.text
    assert len((folder / "made.csv").read_text().splitlines()) == len(ROWS) + 1


def test_a_share_names_its_condition_in_words(agent: Agent) -> None:
    answer = agent.run("What share of the molecules in lib.csv are of class kinase?")
    assert "rows with class = kinase: 42.857%" in answer.text
    answer = agent.run("What fraction of the molecules in lib.csv have a logP below 1 and a dose above 2 mg?")
    assert re.search(r"rows with .*logP < 1 and dose \(mg\) > 2 mg: ", answer.text) and "{" not in answer.text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("figure", "column", "values"),
    [
        ("the mean dose", "mean dose (mg)", [7.0, 2.0, 15.5 / 3]),
        ("median dose", "median dose (mg)", [7.0, 2.0, 5.0]),
        ("the number of molecules", "rows", [1, 3, 3]),
    ],
)
def test_bars_of_groups_are_drawn_of_the_groups(
    agent: Agent, folder: Path, figure: str, column: str, values: list[float]
) -> None:
    question = f"bar chart of {figure} by class in lib.csv, save as {column.split()[0]}.svg"
    grouped, drawn = planned(agent, question).steps[-2:]
    assert (grouped.tool, drawn.tool) == ("group_rows", "draw_bars")
    assert drawn.arguments == {"table": f"${grouped.id}.table", "column": column, "name": "class"}
    answer = agent.run(question)
    assert answer.status == "complete", answer.text
    assert [one.value for one in answer.values if one.label == column] == pytest.approx(values)
    drawing = (folder / f"{column.split()[0]}.svg").read_text()
    assert all(name in drawing for name in ("gpcr", "kinase", "protease")) and "row 4" not in drawing


@pytest.mark.slow
def test_two_files_are_held_against_each_other(agent: Agent) -> None:
    both = agent.run("Which molecules of lib.csv are also in other.csv?")
    assert both.status == "complete" and both.tables[0].rows == 2  # ethanol and ethylamine, written otherwise
    left = agent.run("Which molecules in other.csv are not in lib.csv?")
    assert only(left) == ["CCCCCC"]
    with pytest.raises(NoPathError, match="cannot be compared"):
        agent.run("Which molecules of lib.csv are also in names.csv?")


@pytest.mark.parametrize(
    "question",
    [
        "plot TPSA against banana for lib.csv",
        "plot TPSA against logP for lib.csv in red",
        "plot the log of TPSA against logP for lib.csv",
        "mean logP by class in lib.csv without outliers",
        "Which class has the second highest mean dose in lib.csv?",
        "Are all molecules in lib.csv not of class kinase?",
        "Are all molecules in lib.csv of class kinase and of class gpcr?",
        "How many molecules in lib.csv are not in other.csv?",
        "plot the mean logP by class for lib.csv",
        "plot TPSA against logP for the first three molecules in lib.csv",
        "What fraction of the molecules in lib.csv have a dose below 2 mg or a response above 20%?",
        "What is the mean dose of the rows in lib.csv whose class is lipase?",
        "Is the response different between kinase and lipase in lib.csv?",
        # Both columns are "log uptake".
        "plot the log uptake against logP for long.csv",
    ],
)
def test_what_a_form_does_not_read_is_refused(agent: Agent, question: str) -> None:
    with pytest.raises(NoPathError) as refused:
        agent.run(question)
    assert re.search(r"not understood|no name known|no tool|not clear|nothing|apart|not read", str(refused.value))


def test_what_was_screened_is_screened_again(monkeypatch: pytest.MonkeyPatch) -> None:
    from scitoolagent import gate
    from scitoolagent.executor import row_screening

    asked: list[tuple[str, list[str]]] = []
    screen = gate.screen_each
    monkeypatch.setattr(
        gate, "screen_each", lambda kind, texts: asked.append((kind, list(texts))) or screen(kind, texts)
    )
    sarin = "CC(C)OP(C)(=O)F"
    row_screening.screen_rows("name", [sarin])
    (first,) = row_screening.screen_rows("smiles", [sarin])
    (again,) = row_screening.screen_rows("smiles", [sarin])
    assert any(one["verdict"] == "block" for one in first) and first == again
    assert asked == [("name", [sarin]), ("smiles", [sarin]), ("smiles", [sarin])]


def test_the_values_of_classes_are_those_of_short_columns(agent: Agent) -> None:
    query = agent.recognise("mean dose by class in lib.csv")
    assert isinstance(query, Query)
    assert query.tables[0].values == {
        "class": ("gpcr", "kinase", "protease"), "species": ("human", "mouse")
    }  # fmt: skip
