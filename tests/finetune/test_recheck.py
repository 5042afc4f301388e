"""Plans of generated tasks give the same answers again; a changed one is found."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scitoolagent.config import Config
from scitoolagent.errors import ConfigError
from scitoolagent.finetune.dataset import DatasetOrder, write_dataset
from scitoolagent.finetune.recheck import recheck

# It makes a data set, which takes minutes.
pytestmark = pytest.mark.slow


def test_answers_are_rechecked_and_a_changed_one_is_found(tmp_path: Path) -> None:
    out = tmp_path / "data"
    config = Config(cache=False)
    write_dataset(DatasetOrder(out, 60, 4, 5, workers=1, conversations=0), config)
    found = recheck(out, 500, config)
    assert found.tasks > 20
    assert found.differing == ()
    rows = [json.loads(line) for line in (out / "tasks.jsonl").read_text().splitlines()]
    changed = next(row for row in rows if _number(row))
    _number(changed)["value"] += 1
    (out / "tasks.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert recheck(out, 500, config).differing == (changed["id"],)
    assert recheck(out, 3, config).tasks == 3


def _number(row: dict) -> dict:
    values = [value for result in row["results"] for value in result["outputs"].values()]
    return next((value for value in values if isinstance(value["value"], int | float)), {})


def test_other_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="is no file of"):
        recheck(tmp_path, 5, Config())
