"""Questions over a file for a figure of each group, a column made of others, and what stands out in a column.

What is compared with is reckoned here from the values in the file, by Python's `statistics` alone.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator
from typing import Any

import pytest

from scitoolagent import Agent
from scitoolagent.errors import NoPathError
from scitoolagent.records import Answer

ROWS = [
    ("plum", "CCO", "red", "n", 1.0, 10.0, 4.0),
    ("pear", "OCC", "red", "s", 2.0, 13.0, 5.0),
    ("fig", "CCCC", "red", "n", 3.0, 15.5, None),
    ("kiwi", "CCN", "red", "s", 4.5, 15.0, 6.5),
    ("lime", "c1ccccc1O", "blue", "n", 4.0, 21.0, 2.0),
    ("date", "CC(=O)O", "blue", "s", 5.0, 20.0, 3.0),
    ("sloe", "CCCl", "blue", "n", 6.5, 30.0, 1.0),
    ("guava", "CCF", "grey", "s", 60.0, 31.0, 7.0),
]
NAMES = ("tag", "smiles", "shade", "site", "dose (mg)", "effect (%)", "score")


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    folder = tmp_path_factory.mktemp("figures")
    lines = [",".join("" if one is None else str(one) for one in row) for row in ROWS]
    (folder / "fruit.csv").write_text("\n".join([",".join(NAMES), *lines]) + "\n")
    with Agent(workspace=folder) as made:
        yield made


def column(name: str, **where: str) -> list[Any]:
    place = NAMES.index(name)
    return [row[place] for row in ROWS if all(row[NAMES.index(one)] == wanted for one, wanted in where.items())]


def named(answer: Answer, label: str) -> dict[str, Any]:
    found = {one.subject: one.value for one in answer.values if one.label == label}
    assert found, (label, sorted({one.label for one in answer.values}))
    return found


def asked(agent: Agent, question: str) -> Answer:
    answer = agent.run(question)
    assert answer.status == "complete", answer.text
    return answer


@pytest.mark.parametrize(
    "question",
    [
        "correlation of dose and effect in fruit.csv for each shade",
        "for each shade in fruit.csv, correlation between dose and effect",
        "Correlate dose with effect by shade in fruit.csv",
    ],
)
def test_a_correlation_of_each_group(agent: Agent, question: str) -> None:
    answer = asked(agent, question)
    found = named(answer, "Pearson r")
    for shade in ("red", "blue"):
        pair = column("dose (mg)", shade=shade), column("effect (%)", shade=shade)
        assert found[shade] == pytest.approx(statistics.correlation(*pair))
    assert "grey" not in found and any("grey: 1 rows have all values" in note for note in answer.notes)


def test_a_fit_of_each_group(agent: Agent) -> None:
    answer = asked(agent, "fit effect against dose in fruit.csv by shade")
    for shade in ("red", "blue"):
        pair = column("dose (mg)", shade=shade), column("effect (%)", shade=shade)
        slope, constant = statistics.linear_regression(*pair)
        assert named(answer, "slope of dose (mg)")[shade] == pytest.approx(slope)
        assert named(answer, "constant")[shade] == pytest.approx(constant)
        assert named(answer, "R squared")[shade] == pytest.approx(statistics.correlation(*pair) ** 2)
    (unit,) = {one.unit for one in answer.values if one.label == "slope of dose (mg)"}
    assert unit == "(%)/mg"


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("the top 2 of each shade in fruit.csv by effect", ["sloe", "lime", "guava", "fig", "kiwi"]),
        ("top 2 molecules by effect in each shade of fruit.csv", ["sloe", "lime", "guava", "fig", "kiwi"]),
        ("the molecule with the highest effect in each shade of fruit.csv", ["sloe", "guava", "fig"]),
        ("Which molecule has the lowest dose in each site of fruit.csv?", ["plum", "pear"]),
        ("for each shade in fruit.csv, the molecule with the lowest score", ["sloe", "guava", "plum"]),
    ],
)
def test_the_ends_of_each_group(agent: Agent, question: str, rows: list[str]) -> None:
    answer = asked(agent, question)
    assert list(dict.fromkeys(one.subject for one in answer.values if one.subject)) == rows
    parted = "site" if "site" in question else "shade"
    expected = {row[0]: row[NAMES.index(parted)] for row in ROWS if row[0] in rows}
    assert {one.subject: one.value for one in answer.values if one.value in expected.values()} == expected


def test_several_measures_and_shares_of_each_group(agent: Agent) -> None:
    answer = asked(agent, "minimum and maximum effect for each shade in fruit.csv")
    for shade in ("red", "blue", "grey"):
        values = column("effect (%)", shade=shade)
        assert named(answer, "lowest effect (%)")[shade] == min(values)
        assert named(answer, "highest effect (%)")[shade] == max(values)
    answer = asked(agent, "mean and standard deviation of effect by site in fruit.csv")
    values = column("effect (%)", site="n")
    assert named(answer, "mean effect (%)")["n"] == pytest.approx(statistics.mean(values))
    assert named(answer, "standard deviation effect (%)")["n"] == pytest.approx(statistics.stdev(values))
    answer = asked(agent, "percent of total dose by shade in fruit.csv")
    part = 100 * sum(column("dose (mg)", shade="red")) / sum(column("dose (mg)"))
    assert named(answer, "share of the sum of dose (mg)")["red"] == pytest.approx(part)
    answer = asked(agent, "share of molecules by shade in fruit.csv")
    assert named(answer, "share of rows") == {"blue": 37.5, "grey": 12.5, "red": 50.0}


@pytest.mark.parametrize(
    ("question", "drawn"),
    [
        ("histogram of effect per shade in fruit.csv", ["blue, n = 3", "grey, n = 1", "red, n = 4"]),
        ("scatter of effect against dose in fruit.csv coloured by shade", ["blue, n = 3", "red, n = 4"]),
        (
            "plot effect against score in fruit.csv coloured by site with a trend line",
            ["n, n = 3", "s, n = 4", "R² = "],
        ),
    ],
)
def test_groups_are_drawn(agent: Agent, question: str, drawn: list[str]) -> None:
    (picture,) = asked(agent, question).values
    assert picture.label.endswith(("histogram", "plot"))
    assert all(one in picture.value for one in drawn)


@pytest.mark.parametrize(
    ("question", "label", "expected"),
    [
        ("z-scores of dose in fruit.csv", "z-score of dose (mg)", lambda own, all_: (own - statistics.mean(all_)) / statistics.stdev(all_)),
        ("log10 of dose in fruit.csv", "log10 of dose (mg)", lambda own, all_: math.log10(own)),
        ("natural logarithm of dose in fruit.csv", "ln of dose (mg)", lambda own, all_: math.log(own)),
        ("dose as a percentage of the total in fruit.csv", "percent of total of dose (mg)", lambda own, all_: 100 * own / sum(all_)),
        ("rank of dose in fruit.csv", "rank of dose (mg)", lambda own, all_: 1 + sum(one > own for one in all_)),
    ],
)  # fmt: skip
def test_a_column_of_another(agent: Agent, question: str, label: str, expected: Any) -> None:
    found = named(asked(agent, question), label)
    doses = column("dose (mg)")
    assert found == pytest.approx({row[0]: expected(row[4], doses) for row in ROWS})


def test_running_sums_and_columns_of_two(agent: Agent) -> None:
    found = named(asked(agent, "cumulative sum of dose in fruit.csv"), "cumulative sum of dose (mg)")
    assert list(found.values()) == pytest.approx([1, 3, 6, 10.5, 14.5, 19.5, 26, 86])
    for question, label, reckon in (
        ("ratio of effect to dose in fruit.csv", "effect (%) divided by dose (mg)", lambda dose, effect: effect / dose),
        ("product of dose and effect in fruit.csv", "dose (mg) times effect (%)", lambda dose, effect: dose * effect),
    ):
        found = named(asked(agent, question), label)
        assert found == pytest.approx({row[0]: reckon(row[4], row[5]) for row in ROWS})


def test_what_stands_out(agent: Agent) -> None:
    answer = asked(agent, "outliers of dose in fruit.csv")
    # Of 1, 2, 3, 4, 4.5, 5, 6.5, 60 the quartiles are at places 1.75 and 5.25: 2.75 and 5.375.
    assert [one.subject for one in answer.values if one.subject] == ["guava"]
    assert any("below -1.1875 mg or above 9.3125 mg" in note for note in answer.notes)
    for question, count in (
        ("How many different shades are in fruit.csv?", 3),
        ("number of distinct sites in fruit.csv", 2),
    ):
        (value,) = [one.value for one in asked(agent, question).values]
        assert value == count
    (value,) = asked(agent, "the most frequent shade in fruit.csv").values
    assert (value.subject, value.value) == ("red", 4)


def test_what_is_not_read_of_groups_is_refused(agent: Agent) -> None:
    for question in (
        "correlation of dose and effect in fruit.csv for each hue",
        "z-score of hue in fruit.csv",
        "outliers of dose by magic in fruit.csv",
        "top 2 of each shade in fruit.csv",
        "scatter of effect against dose in fruit.csv coloured by hue",
    ):
        with pytest.raises(NoPathError):
            agent.run(question)


def test_each_row_beside_one_and_what_is_there_twice(agent: Agent) -> None:
    found = named(asked(agent, "dose relative to lime in fruit.csv"), "dose (mg) divided by that of lime")
    assert found == pytest.approx({row[0]: row[4] / 4.0 for row in ROWS})
    found = named(asked(agent, "effect minus that of lime in fruit.csv"), "effect (%) minus that of lime")
    assert found == pytest.approx({row[0]: row[5] - 21.0 for row in ROWS})
    with pytest.raises(NoPathError):
        agent.run("dose relative to mango in fruit.csv")
    answer = asked(agent, "duplicates by structure in fruit.csv")
    # CCO and OCC are both ethanol.
    assert "plum" in answer.text and "pear" in answer.text and "fig" not in answer.text
