"""Questions about rows, read by the chart: what each of its parts stands for, and what is never passed over."""

from __future__ import annotations

from typing import Any

import pytest

from scitoolagent.chart import ChartReader, Read
from scitoolagent.columns import Column, Schema
from scitoolagent.records import Entity, Query

SCHEMA = Schema(
    file="file1",
    columns=(
        Column(name="plot"),
        Column(name="species"),
        Column(name="treatment"),
        Column(name="height (cm)", kind="number", unit="cm"),
        Column(name="fresh_mass_g", kind="number", unit="g"),
        Column(name="leaves", kind="integer", unit="1"),
        Column(name="harvested", type="CalendarDate"),
        Column(name="watered"),
    ),
    rows=40,
    values={
        "species": ("oak", "birch", "Scots pine"),
        "treatment": ("control", "drought"),
        "watered": ("yes", "no"),
    },
    named="plot",
)
READER = ChartReader()


def read(text: str) -> Read | None:
    """Return what a question about the file is read as."""
    file = Entity(handle="file1", type="CsvFile", value="trees.csv", text="trees.csv", start=0, end=0)
    return READER.read(Query(text=text, entities=(file,), tables=(SCHEMA,)))


def result(text: str) -> dict[str, Any]:
    """Return the one result of a question that is read whole and for certain."""
    found = read(text)
    assert found is not None, "it is not read"
    assert not found.others, found.others
    assert len(found.results) == 1
    made: dict[str, Any] = found.results[0].model_dump(mode="json", by_alias=True, exclude_defaults=True)
    return {"is": found.results[0].is_, **made}


def is_(column: str, sign: str, value: Any, **more: Any) -> dict[str, Any]:
    return {"column": column, "sign": sign, "value": value, **more}


@pytest.mark.parametrize(
    "text",
    [
        "What is the mean height?",
        "height, on average",
        "average of the heights",
        "mean tree height",
        "mean heights (cm)",
    ],
)
def test_a_figure_of_a_column(text: str) -> None:
    assert result(text) == {"is": "fold", "of": {"file": "file1"}, "aggregate": "mean", "column": "height (cm)"}


@pytest.mark.parametrize(
    "text", ["mean height by species", "for each species, the mean height", "Give me the average height per species."]
)
def test_a_figure_of_each_group(text: str) -> None:
    found = result(text)
    assert (found["is"], found["by"], found["aggregates"]) == ("group", ["species"], ["mean"])


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("How many plots have a height above 50 cm?", is_("height (cm)", ">", 50, unit="cm")),
        ("How many plots with more than 50 cm height?", is_("height (cm)", ">", 50, unit="cm")),
        ("Number of rows with height of at most 0.5 m", is_("height (cm)", "<=", 0.5, unit="m")),
        ("How many plots have 12 or more leaves?", is_("leaves", ">=", 12)),
        ("How many plots of Scots pine are there?", is_("species", "=", "Scots pine")),
        ("How many plots are watered?", is_("watered", "=", "yes")),
        ("How many plots were harvested after 2024-05-03?", is_("harvested", ">", "2024-05-03")),
        ("How many plots were harvested since 3 May 2024?", is_("harvested", ">=", "2024-05-03")),
        ("How many plots have no fresh mass?", {"column": "fresh_mass_g"}),
    ],
)
def test_a_condition_on_rows(text: str, condition: dict[str, Any]) -> None:
    found = result(text)
    assert found["is"] == "count"
    assert found["of"]["where"] == condition


def test_a_negation_turns_a_condition_and_no_more() -> None:
    where = result("mean height of oak without drought")["of"]["where"]
    assert where["of"] == [is_("species", "=", "oak"), {"of": is_("treatment", "=", "drought")}]


def test_values_of_one_column_are_alternatives_and_conditions_on_two_hold_together() -> None:
    assert result("How many plots are oak or birch?")["of"]["where"]["values"] == ["oak", "birch"]
    both = result("How many oak plots have a height above 50 cm?")["of"]["where"]
    assert both["is"] == "all"
    assert len(both["of"]) == 2


def test_the_group_at_one_end_is_not_the_row_at_one_end() -> None:
    group = result("Which species has the highest mean height?")
    assert (group["is"], group["by"], group["end"]) == ("group", ["species"], "highest")
    row = result("Which plot has the second lowest height?")
    assert (row["is"], row["end"], row["place"]) == ("rank", "lowest", 2)


def test_a_share_is_of_what_stands_before_the_verb() -> None:
    found = result("What share of the oak plots have a height above 50 cm?")
    assert found["of"]["where"] == is_("species", "=", "oak")
    assert found["meeting"] == is_("height (cm)", ">", 50, unit="cm")


def test_two_groups_are_told_against_each_other() -> None:
    found = result("difference in mean height between oak and birch")
    assert (found["is"], found["first"], found["second"], found["aggregate"]) == ("contrast", "oak", "birch", "mean")
    tested = result("t-test of height between oak and birch")
    assert (tested["is"], tested["column"], tested["by"]) == ("test", "height (cm)", "species")
    assert result("correlation between height and fresh mass")["other"] == "fresh_mass_g"


@pytest.mark.parametrize(
    "text",
    [
        # A word that nobody knows may change what is asked.
        "What is the mean corrected height?",
        "What is the mean height of juvenile oaks?",
        "How many litters have a height above 50 cm?",
        # A unit of another dimension, a number that nothing takes, half of a comparison.
        "How many plots have a height above 50 g?",
        "What is the mean height of 12?",
        "How many plots are taller than oak?",
        "What is the mean height twice?",
        "What is not the mean height?",
        "What is the mean species?",
        "",
        "?" * 60,
        "mean height " * 60,
    ],
)
def test_what_is_not_used_whole_is_not_read(text: str) -> None:
    found = read(text)
    assert found is None or found.others


def test_two_columns_that_fit_alike_are_not_picked_from() -> None:
    twins = (Column(name="dry mass", kind="number", unit="g"), Column(name="wet mass", kind="number", unit="g"))
    file = Entity(handle="file1", type="CsvFile", value="x.csv", text="x.csv", start=0, end=0)
    query = Query(
        text="What is the mean mass?", entities=(file,), tables=(Schema(file="file1", columns=twins, rows=9),)
    )
    found = ChartReader().read(query)
    assert found is not None
    assert found.others
    sure = ChartReader().read(query.model_copy(update={"text": "What is the mean wet mass?"}))
    assert sure is not None
    assert not sure.others


@pytest.mark.parametrize(
    ("text", "where", "changed"),
    [
        ("only oak", is_("species", "=", "oak"), {}),
        ("and for drought?", is_("treatment", "=", "drought"), {}),
        ("the median", None, {"aggregate": "median"}),
        ("and the fresh mass?", None, {"column": "fresh_mass_g"}),
    ],
)
def test_a_follow_up_edits_what_was_asked(text: str, where: Any, changed: dict[str, Any]) -> None:
    before = read("What is the mean height?")
    assert before is not None
    file = Entity(handle="file1", type="CsvFile", value="trees.csv", text="trees.csv", start=0, end=0)
    edit = READER.edit(Query(text="", entities=(file,), tables=(SCHEMA,)), before.results, text)
    assert edit is not None
    assert edit.is_fragment
    wanted = {"is": "fold", "aggregate": "mean", "column": "height (cm)"} | changed
    made = edit.results[0].model_dump(mode="json", by_alias=True, exclude_defaults=True)
    assert {"is": "fold", **{name: made[name] for name in ("aggregate", "column")}} == wanted
    assert made["of"].get("where") == where


def test_a_follow_up_replaces_the_condition_on_the_same_column() -> None:
    before = read("What is the mean height of oak?")
    assert before is not None
    file = Entity(handle="file1", type="CsvFile", value="trees.csv", text="trees.csv", start=0, end=0)
    query = Query(text="", entities=(file,), tables=(SCHEMA,))
    birch = READER.edit(query, before.results, "and birch?")
    assert birch is not None
    assert birch.results[0].of.where.model_dump(mode="json", exclude_defaults=True) == is_("species", "=", "birch")  # type: ignore[union-attr]
    in_metres = READER.edit(query, before.results, "in m")
    assert in_metres is not None
    assert in_metres.unit == "m"
    assert READER.edit(query, before.results, "in kg") is None
    assert READER.edit(query, before.results, "where does it stand?") is None


@pytest.mark.parametrize(
    ("text", "kind", "method"),
    [
        ("Spearman rho between height and leaves", "correlation", "spearman"),
        ("Pearson's r of height against leaves", "correlation", "pearson"),
        ("Does height differ by treatment? Student's t-test", "test", "Student"),
        ("Does height differ between control and drought? Mann-Whitney test", "test", "Mann-Whitney"),
    ],
)
def test_a_method_that_is_named_is_used(text: str, kind: str, method: str) -> None:
    found = result(text)
    assert (found["is"], found["method"]) == (kind, method)


@pytest.mark.parametrize(
    "text", ["Welch and Student t-test of height by treatment", "one-sided t-test of height by treatment"]
)
def test_two_methods_and_one_that_is_not_known_are_refused(text: str) -> None:
    assert read(text) is None


def test_a_quantile_of_a_column() -> None:
    assert result("90th percentile of the height of oaks")["percent"] == 90
    assert result("upper quartile of leaves")["percent"] == 75


@pytest.mark.parametrize(
    "text", ["What percentage of plots is watered for each species?", "share of each species among the watered plots"]
)
def test_shares_and_groups_are_refused_since_either_may_be_the_whole(text: str) -> None:
    assert read(text) is None


def test_a_figure_over_another_is_calculated() -> None:
    found = result("total fresh mass over total leaves")
    assert (found["is"], found["sign"]) == ("calculation", "/")
    assert [found[side]["column"] for side in ("first", "second")] == ["fresh_mass_g", "leaves"]
    counts = result("number of oaks minus the number of birches")
    assert [counts[side]["of"]["where"]["value"] for side in ("first", "second")] == ["oak", "birch"]
    # The condition may be meant for both.
    assert read("mean height of the oaks minus mean leaves") is None
    assert read("mean height of oaks under drought minus mean height of birches") is None
