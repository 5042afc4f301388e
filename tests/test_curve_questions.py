"""Questions that fit a curve of science to two columns of a file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scitoolagent import Agent
from scitoolagent.errors import NoPathError
from scitoolagent.tool.call import call_tool
from scitoolagent.tool.registry import load_registry

# 9 x / (2 + x), 100 / (1 + x / 50) and 0.05 x with small errors written in.
KINETICS = "load [mmol/L],pace [umol/min]\n" + "\n".join(
    f"{x},{9 * x / (2 + x) + d:.4f}"
    for x, d in zip([0.5, 1, 2, 4, 8, 16], [0.02, -0.02, 0.01, -0.02, 0.02, -0.01], strict=True)
)
DOSES = "dose [nM],effect [%]\n" + "\n".join(
    f"{x},{100 / (1 + x / 50) + d:.4f}"
    for x, d in zip([1, 5, 20, 50, 100, 400, 2000, 9000], [0.2, -0.3, 0.1, 0.2, -0.2, 0.1, -0.1, 0.1], strict=True)
)


# Of two compounds, at 50 and at 300; turbidity that doubles every 1.5 h; and standards on a line.
SCREEN = "substance,dose [nM],effect [%],replicate\n" + "\n".join(
    f"{name},{x},{100 / (1 + x / half) + d:.4f},1"
    for name, half in (("Q7", 50), ("Q8", 300))
    for x, d in zip([1, 5, 20, 50, 100, 400, 2000, 9000], [0.2, -0.3, 0.1, 0.2, -0.2, 0.1, -0.1, 0.1], strict=True)
)
CULTURE = "time (h),OD600\n" + "\n".join(f"{x},{0.02 * 2 ** (x / 1.5)}" for x in (0, 1, 2, 3, 5))
STANDARDS = "conc (mg/L),area\n0,0.4\n2,20.3\n4,39.8\n8,80.1\n"


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    folder = tmp_path_factory.mktemp("curves")
    (folder / "run.csv").write_text(KINETICS + "\n")
    (folder / "drug.csv").write_text(DOSES + "\n")
    (folder / "screen.csv").write_text(SCREEN + "\n")
    (folder / "culture.csv").write_text(CULTURE + "\n")
    (folder / "standards.csv").write_text(STANDARDS)
    with Agent(workspace=folder) as made:
        yield made


@pytest.mark.parametrize(
    ("question", "parameter", "value"),
    [
        ("Fit a Michaelis-Menten curve to pace against load in run.csv", "Km", 2),
        ("What are Km and Vmax of pace versus load in run.csv?", "Km", 2),
        ("Fit pace against load in run.csv to the Michaelis-Menten equation", "Vmax", 9),
        ("Michaelis-Menten fit of pace by load in run.csv", "Vmax", 9),
        ("Michaelis Menten kinetics of pace over load in run.csv", "Km", 2),
        ("Fit a Langmuir isotherm to pace against load in run.csv", "Langmuir constant K", 0.5),
        ("Fit a Hill curve to pace against load in run.csv", "Hill coefficient n", 1),
        ("What is the IC50 of effect against dose in drug.csv?", "half-effect dose (EC50 or IC50)", 50),
        ("fit effect against dose in drug.csv with a 4PL", "half-effect dose (EC50 or IC50)", 50),
        ("Fit a four-parameter logistic curve to effect versus dose in drug.csv", "Hill slope n", 1),
    ],
)
def test_a_curve_is_fitted(agent: Agent, question: str, parameter: str, value: float) -> None:
    answer = agent.run(question)
    assert answer.status == "complete", answer.text
    (found,) = [one.value for one in answer.values if one.subject == parameter and one.label == "estimate"]
    assert found == pytest.approx(value, rel=0.05)


@pytest.mark.parametrize(
    ("question", "parameter", "value"),
    [
        ("IC50 in drug.csv", "half-effect dose (EC50 or IC50)", 50),
        ("Fit a dose-response curve in drug.csv", "half-effect dose (EC50 or IC50)", 50),
        ("What is the EC50 of Q8 in screen.csv?", "half-effect dose (EC50 or IC50)", 300),
        ("Doubling time in culture.csv", "doubling time", 1.5),
        ("Fit a calibration line in standards.csv", "slope", 9.96),
    ],
)
def test_columns_that_can_only_be_meant_need_no_names(
    agent: Agent, question: str, parameter: str, value: float
) -> None:
    answer = agent.run(question)
    assert answer.status == "complete", answer.text
    (found,) = [one.value for one in answer.values if one.subject == parameter and one.label == "estimate"]
    assert found == pytest.approx(value, rel=0.05)


@pytest.mark.parametrize(
    "question",
    [
        "IC50 of each substance in screen.csv",
        "For each substance in screen.csv, give the IC50",
        "Fit a dose-response curve to effect against dose by substance in screen.csv",
    ],
)
def test_a_curve_for_each_group(agent: Agent, question: str) -> None:
    answer = agent.run(question)
    assert answer.status == "complete", answer.text
    label = "half-effect dose (EC50 or IC50)"
    found = {one.subject: one.value for one in answer.values if one.label == label}
    assert found == {"Q7": pytest.approx(50, rel=0.05), "Q8": pytest.approx(300, rel=0.05)}


def test_one_curve_through_several_substances_is_asked_about(agent: Agent) -> None:
    with pytest.raises(NoPathError, match="every substance"):
        agent.run("IC50 in screen.csv")


def test_a_fitted_curve_is_drawn(agent: Agent) -> None:
    answer = agent.run("Plot pace against load in run.csv with a Michaelis-Menten curve")
    assert answer.status == "complete" and "plot of a fitted curve" in answer.text


def test_the_marks_of_an_axis_of_doses_are_plain_numbers(tmp_path: Path) -> None:
    (tmp_path / "drug.csv").write_text(DOSES + "\n")
    given = {
        "table": str(tmp_path / "drug.csv"),
        "column": "effect [%]",
        "other": "dose [nM]",
        "curve": "dose-response",
    }
    picture = next(iter(call_tool(load_registry()["draw_curve_fit"], given).values()))
    assert picture.startswith("<") and "mathdefault" not in picture and "1000" in picture


@pytest.mark.parametrize(
    "question",
    [
        "Fit a parabola to pace against load in run.csv",
        "Fit a Michaelis-Menten curve without the first point to pace against load in run.csv",
        "Fit a Michaelis-Menten curve to pace against altitude in run.csv",
        "Fit a competitive Michaelis-Menten curve to pace against load in run.csv",
    ],
)
def test_another_curve_or_column_is_not_answered_with_this_one(agent: Agent, question: str) -> None:
    try:
        answer = agent.run(question)
    except NoPathError:
        return
    assert answer.status != "complete", answer.text
