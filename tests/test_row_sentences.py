"""Questions over a file that say by their form what is meant: pictures, groups, shares, tests, fits, two files.

What is compared with is reckoned here from the values in the files, by Python's `statistics` and by RDKit alone.
"""

from __future__ import annotations

import re
import statistics
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


def named(answer: Answer, label: str) -> dict[str, Any]:
    return {one.subject: one.value for one in answer.values if one.label == label}


def only(answer: Answer) -> Any:
    (value,) = answer.values
    return value.value


def picture(answer: Answer) -> str:
    assert answer.status == "complete", answer.text
    return str(only(answer))


@pytest.mark.parametrize(
    ("question", "tool", "arguments"),
    [
        # Y against X: what is named first stands along the vertical axis, which the tool calls `other`.
        ("plot response against dose for lib.csv", "draw_scatter",
         {"other": "response (%)", "column": "dose (mg)"}),
        ("Plot TPSA versus logP for the molecules in lib.csv", "draw_scatter",
         {"other": "polar_surface_area", "column": "logp"}),
        ("Make a scatter plot of dose and response in lib.csv", "draw_scatter",
         {"column": "dose (mg)", "other": "response (%)"}),
        ("plot response against dose for lib.csv with a trend line", "draw_scatter",
         {"other": "response (%)", "column": "dose (mg)", "line": True}),
        ("a histogram of the molecular weights in lib.csv", "draw_histogram", {"column": "average_molecular_mass"}),
        ("histogram of dose in lib.csv with 3 bins", "draw_histogram", {"column": "dose (mg)", "bins": 3}),
        ("box plot of logP by class for lib.csv", "draw_boxes", {"column": "logp", "by": "class"}),
        ("heat map of the correlations of dose, response and TPSA in lib.csv", "draw_correlations",
         {"columns": ["dose (mg)", "response (%)", "polar_surface_area"]}),
        ("heat map of the correlations in lib.csv", "draw_correlations", {"columns": ["dose (mg)", "response (%)"]}),
        ("fit a line of response on dose in lib.csv", "linear_fit",
         {"column": "response (%)", "others": ["dose (mg)"]}),
        ("cluster lib.csv into 3 clusters by dose and logP", "k_means_rows",
         {"columns": ["dose (mg)", "logp"], "clusters": 3}),
        ("first 2 principal components of dose, response and logP in lib.csv", "principal_components",
         {"columns": ["dose (mg)", "response (%)", "logp"], "components": 2}),
        ("Test whether class is independent of species in lib.csv", "independence_test",
         {"column": "class", "other": "species"}),
        ("Train a random forest on lib.csv to predict response from dose, logP and TPSA with 4-fold cross-validation",
         "cross_validate_numbers",
         {"target": "response (%)", "features": ["dose (mg)", "logp", "polar_surface_area"], "folds": 4}),
        # Classes are not learned as numbers.
        ("Train a random forest on lib.csv to predict the species from dose and logP", "cross_validate_classes",
         {"target": "species", "features": ["dose (mg)", "logp"]}),
        ("train a random forest to predict the measured uptake from logP in long.csv", "cross_validate_numbers",
         {"target": "measured log uptake in mols per litre", "features": ["logp"]}),
    ],
)  # fmt: skip
def test_a_form_gives_each_input_its_columns(agent: Agent, question: str, tool: str, arguments: dict[str, Any]) -> None:
    plan = planned(agent, question)
    assert not plan.missing and not plan.unread
    (call,) = [step for step in plan.steps if step.tool == tool]
    assert {name: call.arguments.get(name) for name in arguments} == arguments


def test_descriptors_are_named_and_taken_of_the_structures(agent: Agent) -> None:
    plan = planned(agent, "Train a random forest on lib.csv to predict response from descriptors")
    (call,) = [step for step in plan.steps if step.tool == "cross_validate_numbers"]
    assert len(call.arguments["features"]) == 12
    assert any("descriptors was read as molecular weight, logp" in note for note in plan.notes)


def test_the_axes_have_units_and_the_conditions_hold(agent: Agent, tmp_path: Path) -> None:
    answer = agent.run("plot response against dose for the molecules in lib.csv whose class is not gpcr")
    drawn = picture(answer)
    assert drawn.startswith("<svg") and "class" in answer.values[0].label
    plan = planned(agent, "plot TPSA against logP for the kinase molecules in lib.csv")
    (kept,) = [step for step in plan.steps if step.tool == "filter_rows"]
    assert kept.arguments["condition"] == {"is": "compare", "column": "class", "sign": "=", "value": "kinase"}


def test_a_picture_is_saved_where_the_question_says(agent: Agent, folder: Path) -> None:
    answer = agent.run("plot response against dose for lib.csv and save it as dots.png")
    assert answer.status == "complete" and "Saved: dots.png" in answer.text
    assert (folder / "dots.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(NoPathError, match="is there already"):
        agent.run("plot response against dose for lib.csv and save it as dots.png")
    table = agent.run("QED of each compound in lib.csv and save it as table.png")
    assert table.status == "partial" and "no pictures" in table.text and not (folder / "table.png").exists()


def test_figures_by_group(agent: Agent) -> None:
    answer = agent.run("What is the mean dose by class in lib.csv?")
    assert answer.status == "complete"
    means = {
        name: statistics.fmean(row[3] for row in ROWS if row[1] == name) for name in ("kinase", "protease", "gpcr")
    }
    assert named(answer, "mean dose (mg)") == pytest.approx(means)
    assert {one.unit for one in answer.values if one.label == "mean dose (mg)"} == {"mg"}
    counted = agent.run("How many molecules per class are in lib.csv?")
    assert named(counted, "rows") == {"gpcr": 1, "kinase": 3, "protease": 3}
    from rdkit import Chem
    from rdkit.Chem import Crippen

    logp = {name: statistics.fmean(Crippen.MolLogP(Chem.MolFromSmiles(row[0])) for row in ROWS if row[1] == name)  # type: ignore[attr-defined]
            for name in means}  # fmt: skip
    computed = agent.run("average logP per class of lib.csv")
    assert named(computed, "mean Wildman-Crippen logP") == pytest.approx(logp, abs=1e-6)


@pytest.mark.parametrize(
    ("question", "label", "groups"),
    [
        ("What is the mean dose by class in lib.csv in descending order?", "mean dose (mg)",
         [("gpcr", 7), ("protease", 15.5 / 3), ("kinase", 2)]),
        ("mean dose per class of lib.csv from lowest to highest", "mean dose (mg)",
         [("kinase", 2), ("protease", 15.5 / 3), ("gpcr", 7)]),
        ("Which class has the highest mean dose in lib.csv?", "mean dose (mg)", [("gpcr", 7)]),
        ("Which class of lib.csv has the lowest median response?", "median response (%)", [("kinase", 13)]),
        # Two classes have as many rows: neither is left out.
        ("Which class in lib.csv has the most molecules?", "rows", [("kinase", 3), ("protease", 3)]),
        ("Which species in lib.csv has the fewest molecules?", "rows", [("mouse", 3)]),
    ],
)  # fmt: skip
def test_groups_stand_in_the_order_that_is_asked(
    agent: Agent, question: str, label: str, groups: list[tuple[str, float]]
) -> None:
    answer = agent.run(question)
    assert answer.status == "complete", answer.text
    found = list(named(answer, label).items())
    assert [name for name, _ in found] == [name for name, _ in groups]
    assert [value for _, value in found] == pytest.approx([value for _, value in groups])


def test_what_stands_behind_an_ask_may_say_that_it_is_saved(agent: Agent, folder: Path) -> None:
    answer = agent.run("For every molecule in lib.csv give logP and QED and save a table as made.csv")
    assert answer.status == "complete" and "made.csv" in answer.text
    assert len((folder / "made.csv").read_text().splitlines()) == len(ROWS) + 1


def test_rows_without_a_group_or_a_value_are_told(agent: Agent) -> None:
    answer = agent.run("What is the mean val by class in gaps.csv?")
    assert named(answer, "mean val") == {"A": 1, "B": 4, "no class": 4}
    assert "1 rows have no class" in answer.text and "1 of 5 rows have no val" in answer.text
    counted = agent.run("How many rows of gaps.csv have class A?")
    assert only(counted) == 2 and "1 rows have no value to compare" in counted.text


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("What fraction of the molecules in lib.csv have a dose above 3.5 mg?", 100 * 4 / 7),
        ("What percentage of the rows in lib.csv have a dose above 3.5 mg and a response below 30%?", 100 * 2 / 7),
        ("What fraction of the molecules in lib.csv do not contain a ring?", 100 * 6 / 7),
        ("What share of the molecules of class kinase in lib.csv have a dose above 1.5 mg?", 100 * 2 / 3),
        ("Do all of the molecules in lib.csv pass Lipinski's rule of five?", True),
        ("Do all molecules in lib.csv contain a ring?", False),
        ("Do any of the molecules in lib.csv contain a ring?", True),
        ("Do any of the molecules in lib.csv have a dose above 7 mg?", False),
        ("Are all molecules in lib.csv of class kinase?", False),
        ("Are all of the molecules in lib.csv of species human or mouse?", True),
        ("Are any of the molecules in lib.csv of class gpcr?", True),
        ("What share of the molecules in lib.csv are of class kinase?", 100 * 3 / 7),
        ("Are all rows of gaps.csv of class A?", False),
        # Ethanol and ethylamine, which the other file writes in another way.
        ("How many molecules of lib.csv are also in other.csv?", 2),
        ("How many of other.csv are also in lib.csv?", 2),
        ("How many rows of lib.csv have species human?", 4),
        ("How many molecules in lib.csv are of class kinase or gpcr?", 4),
        ("What is the mean dose of the rows in lib.csv whose class is kinase?", 2.0),
        ("What is the mean dose of the rows in lib.csv whose class is not kinase?", (4 + 5 + 6.5 + 7) / 4),
        # One row has no val, but another one decides.
        ("Do any of the rows of gaps.csv have a val above 4?", True),
        ("Do all of the rows of gaps.csv have a val above 1?", False),
    ],
)  # fmt: skip
def test_what_is_said_of_all_rows(agent: Agent, question: str, value: Any) -> None:
    answer = agent.run(question)
    assert answer.status == "complete", answer.text
    assert only(answer) == (value if isinstance(value, bool) else pytest.approx(value))


def test_a_share_names_its_condition_in_words(agent: Agent) -> None:
    answer = agent.run("What share of the molecules in lib.csv are of class kinase?")
    assert "rows with class = kinase: 42.85714%" in answer.text
    answer = agent.run("What fraction of the molecules in lib.csv have a logP below 1 and a dose above 2 mg?")
    assert re.search(r"rows with .*logP < 1 and dose \(mg\) > 2 mg: ", answer.text) and "{" not in answer.text


@pytest.mark.parametrize(
    "question",
    ["What fraction of the rows in gaps.csv have a val above 2?", "Do all of the rows of gaps.csv have a val above 0?",
     "Do any of the rows of gaps.csv have a val above 8?", "Are all of the rows of gaps.csv of class A or B?"],
)  # fmt: skip
def test_an_unknown_row_is_neither_yes_nor_no(agent: Agent, question: str) -> None:
    answer = agent.run(question)
    assert answer.status == "failed" and "1 of 5 rows have no value to compare" in answer.text


def test_two_groups_are_compared(agent: Agent) -> None:
    answer = agent.run("Is the response of class kinase different from class protease in lib.csv (t-test)?")
    one, two = ([row[4] for row in ROWS if row[1] == name] for name in ("kinase", "protease"))
    # Welch's statistic by its definition
    spread = (statistics.variance(one) / 3 + statistics.variance(two) / 3) ** 0.5
    expected = (statistics.fmean(one) - statistics.fmean(two)) / spread
    found = next(value.value for value in answer.values if "statistic" in value.label)
    assert answer.status == "complete" and abs(found) == pytest.approx(abs(expected))
    same = planned(agent, "Is the response different between kinase and protease in lib.csv?")
    assert [step.tool for step in same.steps][-1] == "difference_between_groups"


@pytest.mark.parametrize(
    ("question", "test"),
    [
        ("Mann-Whitney test of dose by species in lib.csv", "Mann-Whitney"),
        ("Kruskal-Wallis test of dose by class in lib.csv", "Kruskal-Wallis"),
        ("Welch test of dose by species in lib.csv", "Welch"),
        ("Student's t-test of dose by species in lib.csv", "Student"),
    ],
)
def test_a_test_that_is_named_is_the_one_that_is_made(agent: Agent, question: str, test: str) -> None:
    assert planned(agent, question).steps[-1].arguments["test"] == test


def test_a_test_of_two_groups_is_refused_for_three(agent: Agent) -> None:
    answer = agent.run("Mann-Whitney test of dose by class in lib.csv")
    assert answer.status == "failed" and "Mann-Whitney takes two" in answer.text and not answer.values


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


@pytest.mark.parametrize(
    "question",
    [
        "heat map of lib.csv by class",
        "PCA of dose and response in lib.csv by species",
    ],
)
def test_groups_that_nothing_makes_are_refused(agent: Agent, question: str) -> None:
    with pytest.raises(NoPathError, match=r"it is not read that this is wanted for each (class|species)"):
        agent.run(question)


@pytest.mark.parametrize(
    "question", ["histogram of dose and of response in lib.csv", "mean dose by class in lib.csv, and the response"]
)
def test_a_second_thing_is_not_given_without_what_is_done(agent: Agent, question: str) -> None:
    answer = agent.run(question)
    assert answer.status == "partial" and "is said of response, too" in answer.text
    assert not any(one.label == "response (%)" for one in answer.values)


def test_an_order_of_its_own_begins_something_else(agent: Agent) -> None:
    answer = agent.run("mean dose by class in lib.csv, and list the response")
    assert answer.status == "complete" and len(named(answer, "response (%)")) == len(ROWS)


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


def test_a_word_that_changes_a_picture_is_named(agent: Agent) -> None:
    answer = agent.run("histogram of dose in lib.csv, log scale")
    assert answer.status == "partial" and "'scale' was not understood" in answer.text


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


@pytest.mark.parametrize(
    "question",
    [
        "Which compounds in lib.csv have a response above 12 % and below 30 %?",
        "What share of lib.csv has a TPSA above 30 or a logP above 2?",
    ],
)
def test_one_of_several_conditions_is_never_taken_for_all(agent: Agent, question: str) -> None:
    with pytest.raises(NoPathError):
        planned(agent, question)


def test_a_number_belongs_to_the_noun_behind_it(agent: Agent) -> None:
    # Ethanol, ethylamine and acetic acid have a donor and no ring; phenol has both.
    asked = "How many compounds in lib.csv have at least 1 hydrogen bond donor and fewer than 1 rings?"
    assert only(agent.run(asked)) == 3
