"""What is asked of the rows of a file in a unit is told in it, or refused."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scitoolagent.agent import Agent
from scitoolagent.errors import NoPathError

SIZES = """\
sample,mass (mg),temperature (K),yield,group
s1,102,273.15,0.91,ctrl
s2,110,283.15,0.85,ctrl
s3,131,303.15,0.62,drug
s4,140,313.15,0.51,drug
"""


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    folder = tmp_path_factory.mktemp("units")
    (folder / "sizes.csv").write_text(SIZES)
    with Agent(workspace=folder) as made:
        yield made


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("mean mass by group in sizes.csv in g", "ctrl: rows 2, mean mass (mg) 0.106 g"),
        ("Which group in sizes.csv has the highest mean mass, in g?", "mean mass (mg) 0.1355 g"),
        ("highest temperature in sizes.csv in °C", "s4 (40 °C)"),
        ("median temperature by group in sizes.csv in °C", "median temperature (K) 35 °C"),
        ("top 2 masses in sizes.csv in g", "s4 (0.14 g), s3 (0.131 g)"),
        ("top 2 masses in sizes.csv in g rounded to 2 decimals", "s4 (0.14 g), s3 (0.13 g)"),
        ("Sort sizes.csv by temperature in °C", "s1 (0 °C), s2 (10 °C)"),
        ("mean mass by group in sizes.csv rounded to 0 decimals", "drug: rows 2, mean mass (mg) 136 mg"),
    ],
)
def test_values_of_rows_are_told_in_the_unit_that_is_wanted(agent: Agent, question: str, said: str) -> None:
    answer = agent.run(question)
    assert answer.status == "complete"
    assert said in answer.text


@pytest.mark.parametrize(
    "question",
    [
        "histogram of mass in sizes.csv in g",
        "linear fit of yield against temperature in sizes.csv in °C",
        "standard deviation of temperature by group in sizes.csv in °C",
    ],
)
def test_what_cannot_be_told_in_the_unit_is_refused(agent: Agent, question: str) -> None:
    with pytest.raises(NoPathError, match="cannot be told in"):
        agent.run(question)
