"""A conversation goes on with the rows of a file: the same rows, or a refusal, and never others in silence."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from pathlib import Path

import pytest

from scitoolagent.agent import Agent
from scitoolagent.conversation import Conversation
from scitoolagent.errors import PlanError
from scitoolagent.records import Answer

# Masses of pentane, hexane, heptane, octane and decane from the standard atomic weights of 2021 (C 12.011, H 1.008).
MASSES = {"pentane": 72.15, "hexane": 86.18, "heptane": 100.21, "octane": 114.23, "decane": 142.29}
DOSES = {"pentane": 9, "hexane": 3, "heptane": 7, "octane": 1, "decane": 50}
CHAINS = {"pentane": 5, "hexane": 6, "heptane": 7, "octane": 8, "decane": 10}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("rows")
    lines = [f"{name},{'C' * CHAINS[name]},{DOSES[name]}" for name in MASSES]
    (made / "fuel.csv").write_text("\n".join(["name,smiles,dose", *lines, ""]), encoding="utf-8")
    (made / "bare.csv").write_text("smiles,dose\nCCC,1\nCCCC,2\n", encoding="utf-8")
    return made


@pytest.fixture(scope="module")
def agent(folder: Path) -> Iterator[Agent]:
    with Agent(workspace=folder) as made:
        yield made


def said(agent: Agent, *texts: str) -> Answer:
    conversation = Conversation(agent)
    for text in texts:
        *_, answer = conversation.stream(text)
        assert isinstance(answer, Answer)
        assert answer.status == "complete", answer.text
    return answer


def figure(answer: Answer) -> float:
    (value,) = [one.value for one in answer.values if isinstance(one.value, int | float)]
    return float(value)


MEAN = "What is the mean molecular weight of the molecules in fuel.csv?"
LIGHT = "now only those below 110 Da"
KEPT = ["pentane", "hexane", "heptane"]


def test_a_figure_is_of_the_same_rows(agent: Agent) -> None:
    assert figure(said(agent, MEAN, "the median")) == pytest.approx(100.21, abs=0.02)
    narrowed = said(agent, MEAN, LIGHT, "and the median")
    assert figure(narrowed) == pytest.approx(86.18, abs=0.02)


def test_rows_that_are_left_are_counted_and_named(agent: Agent) -> None:
    assert figure(said(agent, MEAN, "how many are there?")) == 5
    assert figure(said(agent, MEAN, LIGHT, "how many are left")) == 3
    named = said(agent, MEAN, LIGHT, "how many are left", "and their names")
    assert [one.subject for one in named.values] == KEPT


def test_a_figure_is_of_what_was_asked_and_not_of_a_condition(agent: Agent) -> None:
    turns = (MEAN, LIGHT, "their doses")
    assert {one.subject: one.value for one in said(agent, *turns).values} == {name: DOSES[name] for name in KEPT}
    # Of the masses it would be 86; the doses of all rows have 7 in the middle, too, so their mean is held as well.
    assert figure(said(agent, *turns, "the median")) == 7
    # The heaviest that is left is heptane; the highest dose among these is that of pentane.
    assert [one.subject for one in said(agent, *turns, "the maximum").values if one.value == 9] == ["pentane"]
    assert figure(said(agent, *turns, "the mean")) == pytest.approx(statistics.fmean(DOSES[name] for name in KEPT))


def test_ranks_are_said_again(agent: Agent) -> None:
    lowest = said(agent, "What are the top 3 molecular weights in fuel.csv?", "the bottom 2")
    (names,) = [one.value for one in lowest.values if isinstance(one.value, list) and "hexane" in one.value]
    assert names == ["pentane", "hexane"]


def test_what_was_chosen_by_rank_is_not_taken_for_all(agent: Agent) -> None:
    for words in ("how many are left", LIGHT, "the median", "sort by dose"):
        with pytest.raises(PlanError, match="not clear"):
            said(agent, "What are the top 3 molecular weights in fuel.csv?", words)


def test_rows_are_sorted_under_their_conditions(agent: Agent) -> None:
    ordered = said(agent, MEAN, LIGHT, "sort by dose")
    assert ["hexane", "heptane", "pentane"] in [one.value for one in ordered.values]


def test_a_picture_is_of_the_same_rows(agent: Agent) -> None:
    one = said(agent, MEAN, LIGHT, "plot it")
    assert [value.type for value in one.values][:1] == ["Picture"] or any("svg" in str(v.value) for v in one.values)
    with pytest.raises(PlanError, match="say which"):
        said(agent, "TPSA, logP and QED of each molecule in fuel.csv", "plot it")


def test_the_table_behind_a_figure_is_written_and_not_again(agent: Agent, folder: Path) -> None:
    answer = said(agent, MEAN, LIGHT, "the median", "save that as light.csv", "how many are left")
    assert not answer.saved
    lines = (folder / "light.csv").read_text(encoding="utf-8").splitlines()
    assert [line.split(",")[0] for line in lines[1:]] == KEPT
    drawn = said(agent, "Plot molecular weight against dose of fuel.csv", "save that as drawn.csv")
    assert drawn.saved == "drawn.csv"
    assert len((folder / "drawn.csv").read_text(encoding="utf-8").splitlines()) == 6


def test_what_the_rows_lack_is_said(agent: Agent) -> None:
    with pytest.raises(PlanError, match="no column of names"):
        said(agent, "What is the mean molecular weight of the molecules in bare.csv?", "and their names")
    for words in ("their colour", "only those with frobnication above 3"):
        with pytest.raises(PlanError, match="not clear"):
            said(agent, MEAN, words)


def test_a_denied_condition_keeps_the_others(agent: Agent) -> None:
    heavy = [mass for mass in MASSES.values() if mass >= 100]
    assert figure(said(agent, MEAN, "only those not below 100 Da")) == pytest.approx(statistics.fmean(heavy), abs=0.02)


def test_two_properties_leave_open_which_is_meant(agent: Agent) -> None:
    with pytest.raises(PlanError, match="which is meant"):
        said(agent, "molecular weight and dose of the molecules in fuel.csv", "the median")
