"""A toolbox that the agents of a file share, so that its worker starts once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scitoolagent.benchmarks.baselines.toolbox import Toolbox
from scitoolagent.config import load_config


@pytest.fixture(scope="module")
def toolbox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Toolbox]:
    folder = tmp_path_factory.mktemp("work")
    box = Toolbox(load_config().model_copy(update={"workers": 1, "data_dir": folder}), folder)
    yield box
    box.close()
