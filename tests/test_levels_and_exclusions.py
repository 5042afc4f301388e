"""Rows at a level of a column, rows that are left out, columns in a list of what is wanted, and what columns hold."""

import statistics
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.agent import Agent
from scitoolagent.config import load_config
from scitoolagent.errors import NoPathError

RUNS: list[tuple[Any, ...]] = [
    ("r1", "nickel", "dioxane", 40, 3, 61.0),
    ("r2", "nickel", "water", 70, 3, 20.5),
    ("r3", "copper", "dioxane", 70, 8, 88.0),
    ("r4", "copper", "hexane", 40, 8, 12.0),
    ("r5", "iron", "water", 90, 20, 55.0),
]
PEOPLE: list[tuple[Any, ...]] = [
    ("K1", "F", 71, 160, "yes", "verum"),
    ("K2", "M", 71, 181, "no", "placebo"),
    ("K3", "F", 35, 172, "no", "verum"),
    ("K4", "M", 52, 190, "yes", "placebo"),
]
LIBRARY = "name,smiles,EC50 (nM)\nA1,CCO,12\nA2,CCCCN,300\nA3,c1ccccc1C,45\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("levels")
    runs = "\n".join(",".join(map(str, row)) for row in RUNS)
    (made / "runs.csv").write_text(f"run,metal,solvent,temperature (°C),time (h),yield (%)\n{runs}\n", encoding="utf-8")
    people = "\n".join(",".join(map(str, row)) for row in PEOPLE)
    (made / "people.csv").write_text(f"volunteer,sex,age (years),height (cm),smoker,arm\n{people}\n", encoding="utf-8")
    (made / "library.csv").write_text(LIBRARY, encoding="utf-8")
    return made


@pytest.fixture(scope="module")
def agent(folder: Path) -> Iterator[Agent]:
    with Agent(load_config(), folder, models={}) as made:
        yield made


def _mean(*names: str) -> float:
    return statistics.fmean(row[-1] for row in RUNS if row[0] in names)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("Mean yield at 70 °C in runs.csv", _mean("r2", "r3")),
        ("Mean yield at 343.15 K in runs.csv", _mean("r2", "r3")),
        ("Mean yield after 480 min in runs.csv", _mean("r3", "r4")),
        ("Mean yield with temperature = 40 in runs.csv", _mean("r1", "r4")),
        ("Mean yield at 40 or 90 °C in runs.csv", _mean("r1", "r4", "r5")),
        ("Mean yield at 70 C with copper in runs.csv", 88.0),
        ("Mean yield with solvent dioxane or water in runs.csv", _mean("r1", "r2", "r3", "r5")),
        ("Mean yield in water in runs.csv", _mean("r2", "r5")),
        ("Mean yield of the copper runs in runs.csv", _mean("r3", "r4")),
        ("Mean yield excluding dioxane in runs.csv", _mean("r2", "r4", "r5")),
        ("Mean yield in runs.csv without the nickel runs", _mean("r3", "r4", "r5")),
        ("Mean yield of runs.csv, except for copper and iron", _mean("r1", "r2")),
        ("Mean EC50 in library.csv excluding A2", 28.5),
        ("Mean yield in runs.csv except at 70 °C", _mean("r1", "r4", "r5")),
        ("Mean yield at 40-70 °C in runs.csv", _mean("r1", "r2", "r3", "r4")),
        ("Mean yield of the runs above 60 °C in runs.csv", _mean("r2", "r3", "r5")),
        ("Mean yield of the copper runs that took less than 10 h in runs.csv", _mean("r3", "r4")),
        ("Mean yield between 60 and 80 °C in runs.csv", _mean("r2", "r3")),
        ("Mean height of volunteers over 60 in people.csv", 170.5),
        ("Mean height of smokers between 50 and 80 years old in people.csv", 175),
        ("Mean yield at 70 °C excluding copper in runs.csv", 20.5),
        ("Mean yield in runs.csv at 70 °C excluding water", 88.0),
    ],
)
def test_of_some_rows(agent: Agent, question: str, value: float) -> None:
    answer = agent.run(question)
    assert answer.status == "complete"
    assert [one.value for one in answer.values] == [pytest.approx(value)]


@pytest.mark.parametrize(
    "question",
    [
        "Mean yield at about 70 °C in runs.csv",
        "Mean yield at 70 ± 5 °C in runs.csv",
        "Mean yield at 5 bar in runs.csv",
        "Mean logP at 12 nM in runs.csv",
    ],
)
def test_what_is_no_level_is_refused(agent: Agent, question: str) -> None:
    with pytest.raises(NoPathError):
        agent.run(question)


@pytest.mark.parametrize("left_out", ["water", "the water"])
def test_what_two_columns_hold_is_asked_about_before_it_is_left_out(tmp_path: Path, left_out: str) -> None:
    rows = "run,solvent,additive,yield (%)\nr1,water,salt,40\nr2,hexane,water,60\nr3,hexane,salt,80\n"
    (tmp_path / "mix.csv").write_text(rows, encoding="utf-8")
    with Agent(load_config(), tmp_path, models={}) as agent, pytest.raises(NoPathError, match="solvent and additive"):
        agent.run(f"Mean yield in mix.csv excluding {left_out}")


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Who is the oldest volunteer in people.csv?", ["K1", "K2"]),
        ("Who is the youngest woman in people.csv?", ["K3"]),
        ("Which volunteers in people.csv are older than 60?", ["K1", "K2"]),
        ("Volunteers taller than 175 cm in people.csv", ["K2", "K4"]),
        ("Which run took the longest time in runs.csv?", ["r5"]),
    ],
)
def test_adjectives_of_columns(agent: Agent, question: str, names: list[str]) -> None:
    answer = agent.run(question)
    assert answer.status == "complete"
    assert [one.subject for one in answer.values if one.subject] == names


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("How many women are in people.csv?", 2),
        ("How many smokers are there in people.csv?", 2),
        ("How many non-smokers are there in people.csv?", 2),
        ("How many female smokers are in people.csv?", 1),
        ("What percentage of the volunteers in people.csv are male?", 50),
        ("How many volunteers of people.csv are older than 60?", 2),
        ("How many runs were done at 70 °C in runs.csv?", 2),
    ],
)
def test_rows_by_what_they_are(agent: Agent, question: str, value: float) -> None:
    answer = agent.run(question)
    assert answer.status == "complete"
    assert [one.value for one in answer.values] == [value]


def test_a_bare_number_is_in_the_unit_of_the_column_and_that_is_told(agent: Agent) -> None:
    answer = agent.run("Which compounds in library.csv have an EC50 below 50?")
    assert {one.subject for one in answer.values if one.subject} == {"A1", "A3"}
    assert any("50 was read as 50 nM" in note for note in answer.notes)


def _columns(answer: Any) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for one in answer.values:
        found.setdefault(one.subject, {})[one.label] = one.value
    return found


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("List the solvent and yield of runs.csv", {"solvent": "dioxane", "yield (%)": 61.0}),
        (
            "yield, solvent and metal of each run in runs.csv",
            {"solvent": "dioxane", "yield (%)": 61.0, "metal": "nickel"},
        ),
    ],
)
def test_what_draws_the_rows_is_told_where_it_is_asked_for(agent: Agent, question: str, wanted: dict[str, Any]) -> None:
    answer = agent.run(question)
    assert answer.status == "complete"
    assert next(iter(_columns(answer).values())) == wanted


@pytest.mark.parametrize(
    "question",
    [
        "What is the SMILES of A2 in library.csv?",
        "SMILES of A2 from library.csv",
        "List the SMILES of A2 in library.csv",
    ],
)
def test_the_structure_of_a_row_is_told(agent: Agent, question: str) -> None:
    answer = agent.run(question)
    assert [(one.subject, one.value) for one in answer.values] == [("A2", "CCCCN")]


def test_a_header_is_no_structure(agent: Agent) -> None:
    answer = agent.run("List the SMILES and EC50 of the compounds in library.csv with EC50 below 50 nM")
    assert _columns(answer) == {
        "A1": {"smiles": "CCO", "EC50 (nM)": 12},
        "A3": {"smiles": "c1ccccc1C", "EC50 (nM)": 45},
    }


def test_columns_are_described(agent: Agent) -> None:
    for question in ("Describe people.csv", "What columns does people.csv have?", "summary statistics for people.csv"):
        found = _columns(agent.run(question))
        assert list(found) == ["volunteer", "sex", "age (years)", "height (cm)", "smoker", "arm"]
        assert (found["sex"]["kind"], found["sex"]["different values"]) == ("text", 2)
        assert found["age (years)"]["mean"] == pytest.approx(57.25)
    (only,) = _columns(agent.run("Summary statistics of height in people.csv")).items()
    assert (only[0], only[1]["median"]) == ("height (cm)", 176.5)
    groups = _columns(agent.run("Describe the height by arm in people.csv"))
    assert {name: one["mean"] for name, one in groups.items()} == {"placebo": 185.5, "verum": 166.0}
    part = _columns(agent.run("Describe the yield in runs.csv for water"))
    assert part["yield (%)"]["mean"] == pytest.approx(_mean("r2", "r5"))


def test_groups_are_kept_where_rows_are_left_out(agent: Agent) -> None:
    answer = agent.run("Mean yield by metal excluding hexane in runs.csv")
    found = {one.subject: one.value for one in answer.values if one.label.startswith("mean")}
    assert found == {"copper": 88.0, "iron": 55.0, "nickel": pytest.approx(_mean("r1", "r2"))}


def test_rows_are_what_their_first_column_says(agent: Agent, folder: Path) -> None:
    (folder / "isolates.csv").write_text("Isolate,Ward,Ampicillin MIC (mg/L)\nI1,ICU,4\nI2,ICU,0.5\nI3,Surgery,16\n")
    assert [one.value for one in agent.run("How many isolates have an MIC above 1 mg/L in isolates.csv?").values] == [2]
    counted = agent.run("Number of isolates per ward in isolates.csv")
    assert {one.subject: one.value for one in counted.values} == {"ICU": 2, "Surgery": 1}


def test_an_article_is_no_amount(agent: Agent, folder: Path) -> None:
    # To labels "a", "2" and "amount" are one word.
    (folder / "stock.csv").write_text("name,amount (mg),purity (%)\nq1,5,90\nq2,7,99\n")
    answer = agent.run("Which rows in stock.csv have a purity above 95 %?")
    assert [(one.subject, one.value) for one in answer.values if one.subject] == [("q2", 99)]
    assert [one.value for one in agent.run("Total amount in stock.csv").values] == [12]


def test_a_value_is_meant_in_all_its_spellings(agent: Agent, folder: Path) -> None:
    (folder / "birds.csv").write_text(
        "ring,sex,mass (g),height (m a.s.l.)\nR1,m,10,5\nR2,male,20,7\nR3,f,30,9\nR4,M,12,1\nR5,f,34,5.5\n"
    )
    for question in ("Mean mass of the males in birds.csv", "Mean mass of the rows with sex male in birds.csv"):
        assert [one.value for one in agent.run(question).values] == [14]
    assert [one.value for one in agent.run("Mean mass in birds.csv excluding males").values] == [32]
    (height,) = agent.run("Mean height in birds.csv").values
    assert (height.value, height.unit) == (5.5, "m")


def test_groups_by_several_headers_that_may_be_rows(agent: Agent, folder: Path) -> None:
    lines = "".join(f"{'XY'[n % 2]},{'PQ'[n // 2 % 2]},{n}\n" for n in range(8))
    (folder / "doses.csv").write_text(f"compound,operator,signal\n{lines}")
    answer = agent.run("Mean signal by operator and compound in doses.csv")
    means = [one.value for one in answer.values if one.label.startswith("mean")]
    assert sorted(means) == [2, 3, 4, 5]
    (best,) = [
        one
        for one in agent.run("Which compound has the highest mean signal in doses.csv?").values
        if one.label.startswith("mean")
    ]
    assert (best.subject, best.value) == ("Y", 4)
    left = agent.run("Mean signal in doses.csv excluding X")
    assert [one.value for one in left.values] == [4]


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("Mean signal in flags.csv where control is no", 4.0),
        ("Mean signal in flags.csv with control = yes", 1.5),
        ("How many rows of flags.csv have control no?", 3),
        ("Mean signal of the controls in flags.csv", 1.5),
    ],
)
def test_no_behind_the_header_of_truth_values_is_a_value(
    agent: Agent, folder: Path, question: str, value: float
) -> None:
    (folder / "flags.csv").write_text(
        "well,signal,control,a (Å),method\nA,1,yes,5,x\nB,2,yes,6,y\nC,3,no,7,x\nD,4,no,8,y\nE,5,no,9,x\n"
    )
    answer = agent.run(question)
    assert answer.status == "complete"
    assert [one.value for one in answer.values] == [value]


def test_an_article_is_no_column(agent: Agent, folder: Path) -> None:
    (folder / "cells.csv").write_text("well,signal,a (Å),method\nA,1,5,x\nB,2,6,y\nC,6,7,x\n")
    kept = agent.run("Which wells in cells.csv have a signal above 1.5?")
    assert [(one.subject, one.value) for one in kept.values if one.subject] == [("B", 2), ("C", 6)]
    assert [one.value for one in agent.run("Mean a in cells.csv").values] == [6]
    groups = agent.run("Mean signal by method in cells.csv")
    assert {one.subject: one.value for one in groups.values if one.label.startswith("mean")} == {"x": 3.5, "y": 2}


def test_a_test_of_pairs_is_no_test_of_groups(agent: Agent, folder: Path) -> None:
    (folder / "pairs.csv").write_text("subject,before,after\nS1,10,8\nS2,12,9\nS3,11,9\nS4,14,10\n")
    answer = agent.run("Paired t-test of before and after in pairs.csv")
    # t of the differences 2, 3, 2, 4: their mean 2.75 over sd 0.957 / 2.
    assert any(one.value == pytest.approx(5.744563, rel=1e-5) for one in answer.values)


@pytest.mark.parametrize(
    "question",
    [
        "What percentage of each arm is female in people.csv?",
        "Percentage of females in each arm in people.csv",
    ],
)
def test_a_share_in_groups_is_of_each_of_them(agent: Agent, question: str) -> None:
    answer = agent.run(question)
    assert answer.status == "complete"
    assert any("within each arm" in note for note in answer.notes)
    shares = [one for one in answer.values if one.label == "share"]
    rows = {one.subject: one.value for one in answer.values if one.label == "rows"}
    met = {one.subject: one.value for one in answer.values if one.label == "rows that meet it"}
    assert shares and all(one.value == pytest.approx(100 * met[one.subject] / rows[one.subject]) for one in shares)


def test_a_share_in_groups_whose_condition_is_not_read_is_refused(agent: Agent) -> None:
    with pytest.raises(NoPathError):
        agent.run("Percentage of volunteers in each arm older than 60 in people.csv")


def test_dates_written_otherwise_are_refused(agent: Agent, folder: Path) -> None:
    (folder / "german.csv").write_text("tree,date\nT1,01/06/2021\nT2,05/07/2022\n")
    answer = agent.run("How many rows in german.csv have a date after 2022-01-01?")
    assert answer.status == "failed"
    assert "no dates as 2024-03-31" in answer.text


@pytest.mark.parametrize("question", ["Warmest year in years.csv", "Number of years in years.csv"])
def test_a_year_is_no_temperature_and_no_count(agent: Agent, folder: Path, question: str) -> None:
    (folder / "years.csv").write_text("year,species,n\n2020,A,4\n2021,A,3\n2020,B,5\n")
    with pytest.raises(NoPathError):
        agent.run(question)


def test_a_class_in_front_of_its_header_is_one_condition(agent: Agent, folder: Path) -> None:
    (folder / "habits.csv").write_text(
        "person,smoker,age\nQ1,never,30\nQ2,former,50\nQ3,yes,70\nQ4,never,40\nQ5,former,60\n"
    )
    assert [one.value for one in agent.run("How many persons in habits.csv are never smokers?").values] == [2]
    assert [one.value for one in agent.run("How many persons in habits.csv are not former smokers?").values] == [3]


def test_a_figure_behind_a_step_that_failed_is_told(agent: Agent, folder: Path) -> None:
    (folder / "late.csv").write_text("tree,date,height (m)\nT1,01/06/2021,3\nT2,05/07/2022,4\n")
    answer = agent.run("Mean height where date is after 2022-01-01 in late.csv")
    assert answer.status == "failed"
    assert "no dates as 2024-03-31" in answer.text
