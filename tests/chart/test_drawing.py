"""Pictures of rows: which column goes along which axis, what makes the groups, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from scitoolagent.agent import Agent
from scitoolagent.chart import ChartReader
from scitoolagent.columns import Column, Schema
from scitoolagent.records import Answer, Entity, Query
from scitoolagent.request.canonical import sentence

SCHEMA = Schema(
    file="file1",
    columns=(
        Column(name="day", kind="text", type="CalendarDate"),
        Column(name="site", kind="text"),
        Column(name="[S] (mM)", kind="number", unit="mmol/L"),
        Column(name="v0", kind="number"),
    ),
    rows=9,
)
READER = ChartReader(encoder=lambda: None)


def read(text: str) -> str | None:
    file = Entity(handle="file1", type="CsvFile", value="runs.csv", text="runs.csv", start=0, end=0)
    found = READER.read(Query(text=text, entities=(file,), tables=(SCHEMA,)))
    if found is None or found.others:
        return None
    return "; ".join(sentence(one, lambda handle: "runs.csv") for one in found.results)


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("Plot v0 against [S]", "scatter plot of v0 against [S] (mM)"),
        ("plot v0 over [S], please", "scatter plot of v0 against [S] (mM)"),
        ("Scatter plot of [S] and v0", "scatter plot of v0 against [S] (mM)"),
        ("scatter plot of v0 vs [S] coloured by site", "scatter plot of v0 against [S] (mM) for each site"),
        ("Draw v0 over the day", "line plot of v0 against day"),
        ("histogram of v0", "histogram of v0"),
        ("box plot of v0 by site", "box plot of v0 for each site"),
        ("bar chart of mean v0 by site", "bar chart of mean of v0 for each site"),
        ("bar chart of the number of rows for each site", "bar chart of number of rows for each site"),
    ],
)
def test_the_axes_and_groups_are_those_that_are_named(text: str, meaning: str) -> None:
    assert read(text) == f"{meaning} in runs.csv"


@pytest.mark.parametrize(
    "text",
    ["plot v0", "plot v0 and [S]", "box plot of v0", "histogram of site", "plot v0 against site", "bar chart of v0"],
)
def test_what_leaves_the_picture_open_is_refused(text: str) -> None:
    assert read(text) is None


def test_a_picture_of_chosen_rows_is_drawn_of_them(tmp_path: Path) -> None:
    rows = "site,dose,yield\nA,1,5.5\nA,2,6.5\nB,3,7.0\nB,4,9.0\n"
    (tmp_path / "runs.csv").write_text(rows, encoding="utf-8")
    with Agent(workspace=tmp_path) as agent:
        agent.planner.charts = True
        *_, answer = agent.stream("In runs.csv: bar chart of mean yield by site, where dose is above 1")
    assert isinstance(answer, Answer)
    assert answer.status == "complete"
    assert any("<svg" in str(one.value) for one in answer.values)
    assert [one.value for one in answer.values if one.label.startswith("mean")] == [6.5, 8.0]
