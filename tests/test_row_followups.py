"""A conversation goes on with the rows of a file: the same rows, or a refusal, and never others in silence."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scitoolagent.agent import Agent
from scitoolagent.conversation import Conversation
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


MEAN = "What is the mean molecular weight of the molecules in fuel.csv?"
LIGHT = "now only those below 110 Da"
KEPT = ["pentane", "hexane", "heptane"]


@pytest.mark.slow
def test_the_table_behind_a_figure_is_written_and_not_again(agent: Agent, folder: Path) -> None:
    answer = said(agent, MEAN, LIGHT, "the median", "save that as light.csv", "how many are left")
    assert not answer.saved
    lines = (folder / "light.csv").read_text(encoding="utf-8").splitlines()
    assert [line.split(",")[0] for line in lines[1:]] == KEPT
    drawn = said(agent, "Plot molecular weight against dose of fuel.csv", "save that as drawn.csv")
    assert drawn.saved == "drawn.csv"
    assert len((folder / "drawn.csv").read_text(encoding="utf-8").splitlines()) == 6
