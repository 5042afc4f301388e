"""Questions that test, subtract, fit, integrate and go by time, on files of several sciences."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import pytest
import scipy.stats

from scitoolagent import Agent
from scitoolagent.config import load_config
from scitoolagent.errors import PlanError

_CELLS = {"A": (3, 5, 8, 6), "B": (7, 9, 10, 14), "C": (2, 2, 3, 5)}
_BEFORE, _AFTER = (10, 12, 9, 14), (8, 11, 9, 10)
_FILES = {
    "cells.csv": "dish,medium,temp (°C),growth\n"
    + "".join(
        f"{medium}{n},medium {medium},{(30, 37)[n % 2]},{value}\n"
        for medium, own in _CELLS.items()
        for n, value in enumerate(own)
    ),
    "pain.csv": "id,sex,group,pain week 0,pain week 6\n"
    + "".join(
        f"{n},{'FM'[n % 2]},{('drug', 'drug', 'sham', 'sham')[n]},{a},{b}\n"
        for n, (a, b) in enumerate(zip(_BEFORE, _AFTER, strict=True))
    ),
    "leaf.csv": "Wavelength (nm),Absorbance\n"
    + "".join(f"{x},{abs(x % 40 - 20) / -20 + 1}\n" for x in range(400, 481, 10)),
    "dose.csv": "t / h,c(X) / mmol L-1\n" + "".join(f"{t},{8 * math.exp(-0.25 * t)}\n" for t in range(0, 11, 2)),
    "enzyme.csv": "[S] (mM),rate (uM/min),inhibitor\n"
    + "".join(
        f"{s},{9 * s / (km + s)},{name}\n" for name, km in (("none", 2), ("5 uM Y", 6)) for s in (0.5, 1, 2, 4, 8, 16)
    ),
    "log.csv": "time,probe,pH,stir\n"
    + "".join(
        f"2024-05-{day:02} {hour:02}:30,p1,{hour + day / 10},on\n" for day in (3, 4, 5) for hour in (7, 8, 12, 19)
    ),
    "clinic.csv": "patient,visit,sex,glucose\na,1,f,5\na,2,f,7\nb,1,m,6\nb,2,m,\nb,3,m,9\nc,1,m,4\n",
    "mice.csv": "mouse,group,day,mass (g)\n"
    + "".join(
        f"m{n},{group},{day},{mass}\n"
        for n, (group, own) in enumerate((("old", (20, 22)), ("old", (21, 22)), ("new", (19, 24))))
        for day, mass in zip((0, 14), own, strict=True)
    ),
    "genes.csv": "gene,log2FoldChange,padj\ng1,2,0.001\ng2,-3,0.01\ng3,0.1,0.9\n",
}


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    folder = tmp_path_factory.mktemp("trials")
    for name, text in _FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    with Agent(load_config(), folder, models={}) as made:
        yield made


def _rows(agent: Agent, question: str) -> list[dict[str, Any]]:
    answer = agent.run(question)
    assert answer.status == "complete", answer.text
    table = answer.table(store=agent.config.cache_dir / "tables")
    headers = [column.name for column in table.columns]
    columns = [list(table.values(header)) for header in headers]
    return [dict(zip(headers, row, strict=True)) for row in zip(*columns, strict=True)]


def _p(agent: Agent, question: str) -> float:
    answer = agent.run(question)
    assert answer.status == "complete", answer.text
    return float(next(value.value for value in answer.values if value.label.startswith("p-value")))


_A, _B, _C = _CELLS.values()
_ALL = [value for own in _CELLS.values() for value in own]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("question", "p_value"),
    [
        ("t test of growth between medium A and medium B in cells.csv", scipy.stats.ttest_ind(_A, _B, equal_var=False)),
        ("Student's t test of growth between medium A and medium B in cells.csv", scipy.stats.ttest_ind(_A, _B)),
        ("Welch t-test of growth at 30 °C versus 37 °C in cells.csv",
         scipy.stats.ttest_ind(_ALL[::2], _ALL[1::2], equal_var=False)),
        ("Mann-Whitney test of growth between 30 and 37 °C in cells.csv",
         scipy.stats.mannwhitneyu(_ALL[::2], _ALL[1::2])),
        ("Kruskal-Wallis of growth by medium in cells.csv", scipy.stats.kruskal(_A, _B, _C)),
        ("ANOVA growth ~ medium in cells.csv", scipy.stats.f_oneway(_A, _B, _C)),
        ("one-way ANOVA of growth by medium in cells.csv", scipy.stats.f_oneway(_A, _B, _C)),
        ("paired t-test week 0 vs week 6 pain in pain.csv", scipy.stats.ttest_rel(_BEFORE, _AFTER)),
        ("paired t test of pain week 0 and pain week 6 in pain.csv", scipy.stats.ttest_rel(_BEFORE, _AFTER)),
        ("Wilcoxon signed-rank test of pain week 0 vs pain week 6 in pain.csv", scipy.stats.wilcoxon(_BEFORE, _AFTER)),
        ("Is the week 0 pain different between men and women in pain.csv? Do a t test.",
         scipy.stats.ttest_ind(_BEFORE[::2], _BEFORE[1::2], equal_var=False)),
    ],
)  # fmt: skip
def test_tests_in_words(agent: Agent, question: str, p_value: Any) -> None:
    assert _p(agent, question) == pytest.approx(float(p_value.pvalue))


@pytest.mark.parametrize(
    ("question", "header", "values"),
    [
        ("Tukey test of growth across medium in cells.csv", "p-value, Tukey", [float(scipy.stats.tukey_hsd(_A, _B, _C).pvalue[one]) for one in ((0, 1), (0, 2), (1, 2))]),
        ("Tukey HSD of growth by medium in cells.csv", "difference of means", [-4.5, 2.5, 7]),
        ("Is the growth in cells.csv normally distributed?", "Shapiro-Wilk W", [scipy.stats.shapiro(_ALL).statistic]),
        ("Shapiro-Wilk test of growth by medium in cells.csv", "Shapiro-Wilk W",
         [scipy.stats.shapiro(own).statistic for own in _CELLS.values()]),
        ("variance of growth by medium in cells.csv", "variance growth", [13 / 3, 26 / 3, 2]),
        ("interquartile range of growth in cells.csv", "interquartile range growth", [5.25]),
        ("mean drop in pain from week 0 to week 6 in pain.csv", "mean of pain week 0 less pain week 6", [1.75]),
        ("average change in pain from week 0 to week 6 by group in pain.csv", "mean of pain week 6 less pain week 0",
         [-1.5, -2]),
        ("difference between pain week 0 and pain week 6 in pain.csv, on average", "mean of pain week 0 less pain week 6",
         [1.75]),
        ("integrate the absorbance from 405 to 435 nm in leaf.csv", "area", [18.75]),
        ("area under the absorbance between 400 and 440 nm in leaf.csv", "area", [20]),
        ("find peaks in leaf.csv", "Wavelength (nm)", [420, 460]),
        ("rate constant from dose.csv", "estimate", [8, 0.25, math.log(2) / 0.25]),
        ("half-life of X from dose.csv, first order", "estimate", [8, 0.25, math.log(2) / 0.25]),
        ("Km and Vmax without inhibitor in enzyme.csv", "estimate", [9, 2]),
        ("Fit Michaelis-Menten for each inhibitor level in enzyme.csv", "Km", [6, 2]),
        ("mean pH by hour of the day in log.csv", "mean pH", [7.4, 8.4, 12.4, 19.4]),
        ("hourly mean of pH in log.csv", "mean pH", [h + d / 10 for d in (3, 4, 5) for h in (7, 8, 12, 19)]),
        ("mean glucose at the last visit of each patient in clinic.csv", "mean glucose at the last visit", [20 / 3]),
        ("mean glucose at the first visit in clinic.csv", "mean glucose at the first visit", [5]),
        ("mean glucose at the last visit by sex in clinic.csv", "mean glucose at the last visit", [7, 6.5]),
        ("2-day rolling mean of pH in log.csv", "rolling mean pH", None),
    ],
)  # fmt: skip
def test_figures(agent: Agent, question: str, header: str, values: list[float] | None) -> None:
    found = [row[header] for row in _rows(agent, question)]
    if values is None:
        # Of a whole span the last row has the four of its day and three of the day before.
        assert found[-1] == pytest.approx(
            sum(h + 0.5 for h in (7, 8, 12, 19)) / 8 + sum(h + 0.4 for h in (7, 8, 12, 19)) / 8
        )
        return
    assert found == pytest.approx(values, abs=6e-4)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("mean pH between 8:00 and 12:30 in log.csv", 10.4),
        ("mean pH after 12:30 in log.csv", 19.4),
        ("mean pH on weekends in log.csv", 11.5 + 0.45),
        ("mean pH on Fridays in log.csv", 11.5 + 0.3),
    ],
)
def test_rows_of_times_and_days(agent: Agent, question: str, value: float) -> None:
    answer = agent.run(question)
    assert (answer.status, answer.values[-1].value) == ("complete", pytest.approx(value))


@pytest.mark.parametrize(
    "question",
    [
        "heatmap of mean growth medium vs temp in cells.csv",
        "volcano plot of genes.csv",
    ],
)
def test_pictures(agent: Agent, question: str) -> None:
    answer = agent.run(question)
    assert answer.status == "complete", answer.text
    assert any("<svg" in str(value.value) for value in answer.values)


@pytest.mark.parametrize(
    "question",
    [
        "half-life of Z from dose.csv, first order",  # the column is of X
        "integrate the absorbance from 405 to 435 s in leaf.csv",  # no column is in s
        "Km and Vmax in enzyme.csv",  # of which inhibitor?
        "paired t-test week 0 vs week 9 pain in pain.csv",
        "Welch t-test of growth at 30 °C versus 37 h in cells.csv",
        "Tukey test of growth by medium at pH 7 in cells.csv",
        "mean gain in mass from day 0 to hour 14 in each group of mice.csv",
    ],
)
def test_what_is_not_in_the_file_is_refused(agent: Agent, question: str) -> None:
    try:
        answer = agent.run(question)
    except PlanError:
        return
    assert answer.status != "complete", answer.text
