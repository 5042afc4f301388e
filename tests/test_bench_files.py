"""Everyday questions about plates, standards and runs: controls, calibration, spread, the best of each group."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from scitoolagent.agent import Agent
from scitoolagent.config import load_config
from scitoolagent.errors import PlanError

PLATE = (
    "well,content,counts\nA1,vehicle,200\nA2,vehicle,220\nA3,vehicle,180\nB1,T-11,100\nB2,T-12,50\n"
    "C1,medium,20\nC2,medium,22\nC3,medium,18\n"
)
RUNS = (
    "entry,metal,additive,yield (%)\nE1,Ni,LiCl,40\nE2,Ni,none,55\nE3,Cu,,70\nE4,Cu,KF,65\nE5,Cu,none,20\nE6,Fe,KF,35\n"
)


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    folder = tmp_path_factory.mktemp("bench")
    (folder / "plate.csv").write_text(PLATE)
    (folder / "runs.csv").write_text(RUNS)
    (folder / "standards.csv").write_text(
        "level,nitrate (mg/L),absorbance\nL0,0,0.01\nL1,5,0.26\nL2,10,0.51\nL3,20,1.01\n"
    )
    (folder / "wells.csv").write_text("well,absorbance\nnorth,0.36\nsouth,0.76\n")
    (folder / "counts.csv").write_text(
        "dish,colonies\n" + "\n".join(f"d{n},{40 + n}" for n in range(9)) + "\nd9,TNTC\n"
    )
    with Agent(load_config(), folder, models={}) as made:
        yield made


def _by_row(agent: Agent, question: str, label: str) -> dict[str, float]:
    answer = agent.run(question)
    assert answer.status == "complete", answer.text
    return {str(one.subject): one.value for one in answer.values if label in one.label}


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("Counts as percent of vehicle in plate.csv", 50),
        ("Counts relative to vehicle in plate.csv", 0.5),
        ("Normalise the counts to vehicle in plate.csv", 0.5),
        ("Counts minus mean medium in plate.csv", 80),
        ("Subtract the medium from the counts in plate.csv", 80),
        ("Percent inhibition of the counts relative to vehicle in plate.csv", 50),
    ],
)
def test_values_against_the_mean_of_a_control(agent: Agent, question: str, value: float) -> None:
    assert _by_row(agent, question, "counts")["B1"] == pytest.approx(value)


def test_a_share_that_values_are_told_as_is_no_share_of_rows(agent: Agent) -> None:
    # "rows with counts > 0, of rows with content = vehicle: 100 %"
    answer = agent.run("Give the counts as percent of vehicle in plate.csv")
    assert answer.status == "complete"
    values = answer.table(store=agent.config.cache_dir / "tables").values("counts, percent of vehicle")
    assert list(values)[:5] == [pytest.approx(one / 2) for one in (200, 220, 180, 100, 50)]


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("Coefficient of variation of the counts of vehicle in plate.csv", 10),
        ("RSD of the counts of medium in plate.csv", 10),
    ],
)
def test_spread_of_a_column(agent: Agent, question: str, value: float) -> None:
    answer = agent.run(question)
    assert answer.status == "complete"
    assert [one.value for one in answer.values] == [pytest.approx(value)]


def test_spread_of_each_group(agent: Agent) -> None:
    found = _by_row(agent, "Relative standard deviation of counts by content in plate.csv", "variation")
    assert (found["vehicle"], found["medium"]) == (pytest.approx(10), pytest.approx(10))


@pytest.mark.parametrize(
    "question",
    [
        "Use the calibration in standards.csv to compute the concentrations of the samples in wells.csv",
        "Concentrations of the wells in wells.csv from the standard curve in standards.csv",
    ],
)
def test_samples_of_one_file_by_the_standards_of_another(agent: Agent, question: str) -> None:
    found = _by_row(agent, question, "by calibration")
    assert found == {"north": pytest.approx(7), "south": pytest.approx(15)}


def test_one_signal_by_standards(agent: Agent) -> None:
    found = _by_row(agent, "What concentration has an absorbance of 0.36 in standards.csv?", "by calibration")
    assert [*found.values()] == [pytest.approx(7)]


def test_the_best_of_each_group_is_named_or_refused(agent: Agent) -> None:
    found = agent.run("Which entry in runs.csv has the highest yield in each metal?")
    assert {one.subject for one in found.values if one.subject} == {"E2", "E3", "E6"}
    # The groups were dropped: only the best of all was told, complete.
    for question in (
        "Which entry in runs.csv has the best yield for each metal?",
        "Entry with the best yield per metal in runs.csv",
    ):
        try:
            answer = agent.run(question)
        except PlanError:
            continue
        assert {one.subject for one in answer.values if one.subject} == {
            "E2",
            "E3",
            "E6",
        } or answer.status != "complete"


def test_none_is_a_class_that_means_nothing(agent: Agent) -> None:
    answer = agent.run("How many entries in runs.csv have no additive?")
    assert answer.status == "complete"
    assert [one.value for one in answer.values] == [3]


def test_a_word_among_counts_is_no_count_and_is_told(agent: Agent) -> None:
    answer = agent.run("Mean colonies in counts.csv")
    assert answer.status == "partial"
    assert [one.value for one in answer.values] == [44]
    assert "TNTC" in " ".join(answer.unmet)


def test_some_have_what_others_are_said_to_lack(agent: Agent) -> None:
    answer = agent.run("Which entries in runs.csv used an additive?")
    assert answer.status == "complete"
    assert "E1, E4, E6 [" in answer.text


def test_a_column_beside_groups_is_no_list_of_all_rows(agent: Agent) -> None:
    answer = agent.run("Which additive gives the lowest yield in each metal in runs.csv?")
    assert answer.status == "partial"
    assert "in each group" in " ".join(answer.unmet)


def test_a_bare_limit_of_no_column_is_asked_about(agent: Agent) -> None:
    with pytest.raises(PlanError, match="of which column"):
        agent.run("Mean yield of the entries above 50 in runs.csv")


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    folder = tmp_path_factory.mktemp("school")
    (folder / "marks.csv").write_text("pupil,form,house,points\nP1,7A,Red Kite,3\nP2,7B,Red Kite,9\nP3,7A,Barn Owl,6\n")
    (folder / "sizes.csv").write_text("item,Weight (mg),Weight unit\ni1,5,mg\ni2,7,g\n")
    (folder / "years.csv").write_text("site,2020,2021\nnorth,4,8\nsouth,6,2\n")
    (folder / "remarks.csv").write_text("item,mass (g),Remarks\ni1,4,\ni2,5,broken\n")
    (folder / "case.csv").write_text("item,yield,Yield\ni1,1,10\ni2,3,30\n")
    with Agent(load_config(), folder, models={}) as made:
        yield made


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("Total points in 7A in marks.csv", 9),
        ("Mean points of Red Kite in marks.csv", 6),
        ("How many pupils at Red Kite are there in marks.csv?", 2),
        ("Mean of 2021 in years.csv", 5),
        ("How many rows are in years.csv?", 2),
    ],
)
def test_classes_units_and_years(school: Agent, question: str, value: float) -> None:
    answer = school.run(question)
    assert answer.status == "complete", answer.text
    assert [one.value for one in answer.values] == [pytest.approx(value)]


def test_rows_that_have_something(school: Agent) -> None:
    answer = school.run("Which rows of remarks.csv have a remark?")
    assert answer.status == "complete"
    assert "i2 [" in answer.text and "i1" not in answer.text


def test_of_headers_that_differ_in_case_the_one_that_is_written_is_meant(school: Agent) -> None:
    assert [one.value for one in school.run("Mean Yield in case.csv").values] == [20]
    assert [one.value for one in school.run("Mean yield in case.csv").values] == [2]
    with pytest.raises(PlanError, match="2 columns"):
        school.run("Mean YIELD in case.csv")


@pytest.mark.parametrize(
    ("question", "value"), [("Mean weight in sizes.csv", 6), ("Total weight in g in sizes.csv", 0.012)]
)
def test_units_that_differ_by_row_are_told(school: Agent, question: str, value: float) -> None:
    answer = school.run(question)
    assert answer.status == "partial"
    assert "'Weight unit' says g" in " ".join(answer.unmet)
    # The unit that is wanted is no class of the rows.
    assert [one.value for one in answer.values] == [pytest.approx(value)]


def test_descriptors_of_molecules_are_no_columns_of_a_curve(tmp_path: Path) -> None:
    # Classes beside them are no curves that would be mixed.
    rows = [("m1", "CCO", "small"), ("m2", "CCCO", "small"), ("m3", "Cc1ccccc1", "big"), ("m4", "CCc1ccccc1", "big")]
    text = "\n".join(",".join(row) for row in [("name", "smiles", "class"), *rows])
    (tmp_path / "lib.csv").write_text(text)
    with Agent(load_config(), tmp_path, models={}) as agent:
        assert agent.run("Cluster the molecules in lib.csv into 2 groups").status == "complete"
