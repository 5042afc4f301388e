"""Every question of `*.jsonl` has the outcome that is kept; `python -m scitoolagent.benchmarks.questions` asks them, too."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scitoolagent.agent import Agent
from scitoolagent.benchmarks.questions.asking import Asker
from scitoolagent.benchmarks.questions.items import Item, item_files
from scitoolagent.config import load_config

HERE = Path(__file__).parent
FILES = [pytest.param(items, id=name) for name, items in item_files(HERE)]


@pytest.fixture(scope="session")
def asker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asker]:
    workspace = tmp_path_factory.mktemp("workspace")
    with Agent(load_config(), workspace, models={}) as agent:
        yield Asker(agent, workspace, HERE / "files")


@pytest.mark.parametrize("items", FILES)
def test_outcomes(asker: Asker, items: list[Item]) -> None:
    found = []
    for item in items:
        for turn, outcome in zip(item.turns, asker.ask(item), strict=True):
            if differences := outcome.differences(turn):
                # Of the half that nobody reads, the number alone is told.
                shown = [item.id] if item.part == "unread" else [item.id, turn.question, *differences]
                found.append("\n  ".join(shown))
    assert not found, "\n".join([f"{len(found)} of {len(items)} differ:", *found])
