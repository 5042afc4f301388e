"""The demo question, asked once, and runs made up for the tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.agent import Agent
from scitoolagent.config import Config
from scitoolagent.provenance.recorded import RecordedRun, load_run
from scitoolagent.records import Answer, Entity, Plan, Query, Step, StepResult, Value

DEMO = "What are the molecular formula, exact mass, TPSA and QED of caffeine, and what is its InChIKey?"


@pytest.fixture(scope="session")
def config(tmp_path_factory: pytest.TempPathFactory) -> Config:
    folder = tmp_path_factory.mktemp("demo")
    return Config(data_dir=folder / "data", cache_dir=tmp_path_factory.getbasetemp() / "cache")


@pytest.fixture(scope="session")
def answer(config: Config) -> Iterator[Answer]:
    with Agent(config) as agent:
        yield agent.run(DEMO)


@pytest.fixture
def demo(config: Config, answer: Answer) -> RecordedRun:
    return load_run(config.runs_dir, answer.run)


def run_of(
    question: str, tool: str, entity: tuple[str, str, Any], argument: str, outputs: dict[str, Any]
) -> RecordedRun:
    """A run of one step over one entity."""
    handle, kind, value = entity
    query = Query(text=question, entities=(Entity(handle=handle, type=kind, value=value, text="", start=0, end=0),))
    plan = Plan(steps=(Step(id=1, tool=tool, arguments={argument: f"$query.{handle}"}),), goals=())
    made = {name: Value(type="Note", value=item) for name, item in outputs.items()}
    result = StepResult(step=1, tool=tool, version="0", status="ok", arguments={argument: value}, outputs=made)
    return RecordedRun("20260101-000000-abcdef", "0.1.0", "2026-01-01T00:00:00+00:00", query, plan, {1: result}, None)


def clean(folder: Path) -> dict[str, str]:
    """The environment of a user who has never used the program."""
    return {"HOME": str(folder), "PATH": "/usr/bin:/bin", "COLUMNS": "200", "NO_COLOR": "1"}
