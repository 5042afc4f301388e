"""Rows of a day, a month or a year, groups by them, and columns of numbers in which some cells are none."""

import statistics
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.agent import Agent
from scitoolagent.config import load_config
from scitoolagent.errors import PlanError

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


def _mean(*names: str) -> float:
    return statistics.fmean(row[3] for row in TRAPS if row[0] in names)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("Mean mass in traps.csv in 2020", _mean("T1", "T2")),
        ("Mean mass of the traps emptied in 2021 in traps.csv", _mean("T3", "T4", "T5")),
        ("Mean mass in traps.csv after May 2020", _mean("T2", "T3", "T4", "T5")),
        ("Mean mass in traps.csv since 1 June 2021", _mean("T4", "T5")),
        ("Mean mass in traps.csv until June 2021", _mean("T1", "T2", "T3", "T4")),
        ("Mean mass in traps.csv before 2021-06-01", _mean("T1", "T2", "T3")),
        ("Mean mass in traps.csv in May", _mean("T1", "T3")),
        ("Mean mass in traps.csv from May to June", _mean("T1", "T3", "T4")),
        ("Mean mass in traps.csv between August 2020 and May 2021", _mean("T2", "T3")),
        ("Mean mass in traps.csv excluding 2020", _mean("T3", "T4", "T5")),
        ("Mean mass of the 2021 traps in the bog in traps.csv", _mean("T3", "T4")),
        ("Mean mass in traps.csv from 2021 onwards", _mean("T3", "T4", "T5")),
        ("Mean score of those admitted in February 2019 in visits.csv", 6),
        ("Mean score in visits.csv with discharged after 2019", 8),
        ("Mean rainfall in yearly.csv in 2019", 650),
        ("Mean rainfall in yearly.csv since 2019", 725),
        ("Mean rainfall in yearly.csv between 2018 and 2019", 675),
    ],
)
def test_of_the_rows_of_a_period(agent: Agent, question: str, value: float) -> None:
    answer = agent.run(question)
    assert answer.status == "complete"
    assert [one.value for one in answer.values] == [pytest.approx(value)]


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("Mean mass in traps.csv in 2020 and 2021", "together or each apart"),
        ("Mean mass in traps.csv before June", "year of that month"),
        ("Mean score in visits.csv in 2019", "admitted and discharged"),
        ("Mean mass in slashes.csv in April 2020", "April"),
        ("Mean nitrate in limits.csv in 2020", "2020"),
    ],
)
def test_a_period_that_is_not_clear_is_refused(agent: Agent, question: str, why: str) -> None:
    with pytest.raises(PlanError, match=why):
        agent.run(question)


def test_dates_that_may_be_two_days_are_told(agent: Agent) -> None:
    answer = agent.run("Mean mass in slashes.csv with day after 2020-01-01")
    assert answer.status == "failed"
    assert "are no dates as 2024-03-31 is" in " ".join(answer.unmet)


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


def test_a_limit_in_a_column_of_numbers_is_no_value_and_is_told(agent: Agent) -> None:
    answer = agent.run("Mean nitrate in limits.csv")
    assert answer.status == "partial"
    assert [one.value for one in answer.values] == [8.0]
    assert "<0.5 is no number" in " ".join(answer.unmet)
    assert any("the last row is called 'Total'" in note for note in answer.notes)


def test_codes_of_which_some_are_numbers_stay_texts(agent: Agent) -> None:
    with pytest.raises(PlanError):
        agent.run("Mean code in limits.csv")
