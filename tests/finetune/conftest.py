"""A few dozen tasks, made once."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from scitoolagent.config import Config
from scitoolagent.finetune.dataset import _structure_examples
from scitoolagent.finetune.entities import write_structures
from scitoolagent.finetune.leakage import Leakage
from scitoolagent.finetune.tasks import MadeTask, TaskMaker
from scitoolagent.toolkg.graph import ToolGraph
from scitoolagent.toolkg.store import load_graph


@pytest.fixture(scope="session")
def graph() -> ToolGraph:
    return load_graph()


@pytest.fixture(scope="session")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("workspace")
    write_structures(folder, _structure_examples(), random.Random(0))
    return folder


@pytest.fixture(scope="session")
def maker(graph: ToolGraph, workspace: Path) -> TaskMaker:
    return TaskMaker(graph, Config(cache=False), Leakage(), workspace, "train", 5)


@pytest.fixture(scope="session")
def made(maker: TaskMaker) -> list[MadeTask]:
    return [made for made in map(maker.make, range(260)) if made.task is not None]
