"""The unit that a figure of a column is wanted in: converted where the header tells one, refused elsewhere, and no hour."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scitoolagent import Agent
from scitoolagent.config import load_config
from scitoolagent.errors import PlanError

_STAYS = """stay,ward,arrived,delay (min),dose (g),temperature (°C),delay_plain
s1,east,2024-05-02 08:10,30,1.5,38.0,30
s2,east,2024-05-02 09:40,90,0.5,39.0,90
s3,west,2024-05-02 09:50,45,2.0,37.0,45
s4,west,2024-05-03 08:20,15,1.0,40.0,15
"""


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    folder = tmp_path_factory.mktemp("units")
    (folder / "stays.csv").write_text(_STAYS, encoding="utf-8")
    plain = "\n".join(",".join(line.split(",")[:3] + line.split(",")[6:]) for line in _STAYS.splitlines())
    (folder / "plain.csv").write_text(plain.replace("delay_plain", "delay") + "\n", encoding="utf-8")
    with Agent(load_config(), folder, models={}) as made:
        yield made


@pytest.mark.parametrize(
    ("question", "east", "west"),
    [
        # 60 and 30 minutes.
        ("mean delay in hours by ward in stays.csv", "1 h", "0.5 h"),
        ("mean delay in h by ward in stays.csv", "1 h", "0.5 h"),
        ("total delay in h per ward in stays.csv", "2 h", "1 h"),
        ("mean dose in mg by ward in stays.csv", "1000 mg", "1500 mg"),
        # A scale with another zero.
        ("median temperature in K by ward in stays.csv", "311.65 K", "311.65 K"),
        ("maximum temperature in K by ward in stays.csv", "312.15 K", "313.15 K"),
    ],
)
def test_figures_of_groups_are_converted(agent: Agent, question: str, east: str, west: str) -> None:
    answer = agent.run(question)
    assert answer.status == "complete", answer.text
    assert east in answer.text
    assert west in answer.text
    assert "calendar" not in answer.text


@pytest.mark.parametrize(
    "question",
    [
        "mean delay in hours by ward in plain.csv",
        "mean delay in hours in plain.csv",
        "total delay in years by ward in plain.csv",
        "mean dose in hours by ward in stays.csv",
    ],
)
def test_a_unit_that_no_header_bears_out_is_refused(agent: Agent, question: str) -> None:
    with pytest.raises(PlanError):
        agent.run(question)


@pytest.mark.parametrize("grouping", ["by hour", "per hour", "in each hour"])
def test_hours_of_the_calendar_still_make_groups(agent: Agent, grouping: str) -> None:
    answer = agent.run(f"mean delay {grouping} in stays.csv")
    assert answer.status == "complete", answer.text
    table = answer.table(store=agent.config.cache_dir / "tables")
    figures = next(one for one in table.names if one.startswith("mean"))
    hours = next(one for one in table.names if "hour" in one)
    found = dict(zip(table.values(hours), table.values(figures), strict=True))
    # Two of the four arrived between nine and ten on one day.
    assert found == {"2024-05-02 08h": 30.0, "2024-05-02 09h": 67.5, "2024-05-03 08h": 15.0}
