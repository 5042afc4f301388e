"""Runs of questions in rounds, with a model that says what a test writes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.agent import Agent
from scitoolagent.config import load_config
from scitoolagent.llm.replay import ScriptedModel
from scitoolagent.records import Answer, Finding


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("rounds")
    # The spread of a is 16.5, that of b 19.2, that of c 19.4.
    (found / "w.csv").write_text("site,yield\na,2.5\na,19\nb,8.1\nb,27.3\nc,-3\nc,16.4\n", encoding="utf-8")
    return found


class Told:
    """What a run gave, and what the model was shown."""

    def __init__(self, folder: Path, question: str, replies: Sequence[dict[str, Any]], **settings: Any) -> None:
        self.model = ScriptedModel([json.dumps(reply) for reply in replies])
        config = load_config().model_copy(update={"max_rounds": 4, "candidates": 1000, **settings})
        self.asked: list[Finding] = []
        with Agent(config, folder, models={"planner": self.model}, ask=self._agree) as agent:
            self.records = list(agent.stream(question))
        (self.answer,) = [record for record in self.records if isinstance(record, Answer)]

    def _agree(self, findings: Sequence[Finding]) -> bool:
        self.asked += findings
        return True

    def shown(self, number: int) -> str:
        return self.model.asked[number][1][-1].content

    def of(self, kind: type) -> Iterator[Any]:
        return (record for record in self.records if isinstance(record, kind))


@pytest.fixture
def rounds(folder: Path) -> Callable[..., Told]:
    """Ask a question of a model with some replies."""
    return partial(Told, folder)
