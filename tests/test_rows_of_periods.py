"""Rows of a day, a month or a year, groups by them, and columns of numbers in which some cells are none."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.agent import Agent
from scitoolagent.config import load_config

TRAPS: list[tuple[Any, ...]] = [
    ("T1", "lake", "2020-05-03", 4.0, 2),
    ("T2", "lake", "2020-08-19", 9.5, 7),
    ("T3", "bog", "2021-05-30", 6.0, 1),
    ("T4", "bog", "2021-06-01", 2.5, 12),
    ("T5", "lake", "2021-12-31", 8.0, 3),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("periods")
    rows = "\n".join(",".join(map(str, row)) for row in TRAPS)
    (made / "traps.csv").write_text(f"trap,place,emptied,mass (g),beetles\n{rows}\n", encoding="utf-8")
    visits = "A,07.02.2019,2019-03-01,5\nB,28.02.2019,2020-01-10,7\nC,01.03.2020,2020-04-02,9\n"
    (made / "visits.csv").write_text(f"ward,admitted,discharged,score\n{visits}", encoding="utf-8")
    (made / "yearly.csv").write_text("plot,year,rainfall (mm)\np,2018,700\nq,2019,650\nr,2020,800\n", encoding="utf-8")
    (made / "slashes.csv").write_text("trap,day,mass (g)\na,03/04/2020,1\nb,05/06/2020,3\n", encoding="utf-8")
    (made / "limits.csv").write_text(
        "well,nitrate (mg/L),code\nw1,12.5,7a\nw2,<0.5,8\nw3,3.5,9\nTotal,trace,10\n", encoding="utf-8"
    )
    return made


@pytest.fixture(scope="module")
def agent(folder: Path) -> Iterator[Agent]:
    with Agent(load_config(), folder, models={}) as made:
        yield made


@pytest.mark.slow
@pytest.mark.parametrize(
    ("question", "groups"),
    [
        ("Mean mass per year in traps.csv", {"2020": 6.75, "2021": 5.5}),
        ("Mean mass by month in traps.csv in 2021", {"2021-05": 6.0, "2021-06": 2.5, "2021-12": 8.0}),
    ],
)
def test_groups_by_periods(agent: Agent, folder: Path, question: str, groups: dict[str, float]) -> None:
    out = folder / "out.csv"
    out.unlink(missing_ok=True)
    answer = agent.run(f"{question} and save it as out.csv")
    assert answer.status == "complete"
    lines = [line.split(",") for line in out.read_text(encoding="utf-8").splitlines()]
    place = next(n for n, header in enumerate(lines[0]) if "mean" in header)
    assert {line[0]: float(line[place]) for line in lines[1:]} == groups
