"""Judging and intervals, by values worked out elsewhere."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scitoolagent.errors import ConfigError
from scitoolagent.finetune.evaluate import comparison_table, judge, read_items
from scitoolagent.finetune.roles import PromptCapture


def _file(folder: Path, reply: str) -> None:
    messages = [{"role": "user", "content": "q"}, {"role": "assistant", "content": reply}]
    (folder / "heldout-planner.jsonl").write_text(json.dumps({"messages": messages, "schema": {}, "kind": "single"}))


def test_only_the_tool_path_counts(tmp_path: Path) -> None:
    _file(tmp_path, '{"wanted":["a"],"calls":[{"tool":"t","of":["x1","x2"]}]}')
    items = read_items(tmp_path, "planner")
    model = PromptCapture()
    for said, right in (
        ('{"wanted":["other words"],"calls":[{"tool":"t","of":["x2","x1"]}]}', True),
        ('{"wanted":["a"],"calls":[{"tool":"u","of":["x1","x2"]}]}', False),
        ('{"wanted":["a"],"calls":[]}', False),
    ):
        model.expect(said)
        assert judge("planner", items, model) == [right]


def test_calls_that_do_not_need_each_other_may_come_in_any_order(tmp_path: Path) -> None:
    calls = (
        '{"tool":"a","of":["x1"]}',
        '{"tool":"b","of":["step1"]}',
        '{"tool":"c","of":["x1"]}',
    )
    _file(tmp_path, f'{{"wanted":[],"calls":[{",".join(calls)}]}}')
    items = read_items(tmp_path, "planner")
    model = PromptCapture()
    for said, right in (
        ((calls[2], calls[0], '{"tool":"b","of":["step2"]}'), True),
        ((calls[2], calls[0], '{"tool":"b","of":["step1"]}'), False),  # of the result of another call
        ((calls[0], calls[1]), False),
        ((*calls, calls[2]), False),
    ):
        model.expect(f'{{"wanted":[],"calls":[{",".join(said)}]}}')
        assert judge("planner", items, model) == [right]


def test_the_table_compares_with_the_first(tmp_path: Path) -> None:
    _file(tmp_path, '{"wanted":[],"calls":[]}')
    items = read_items(tmp_path, "planner") * 10
    base, tuned = comparison_table(
        "planner", items, {"base": [False] * 10, "planner": [True] * 8 + [False] * 2}
    ).splitlines()[2:]
    assert base == "| planner | base | 0/10 | 0.0 % | 0.0 to 27.8 |  |  |"
    # 8 of 10, worked out with statsmodels' proportion_confint(8, 10, method="wilson")
    assert tuned.startswith("| planner | planner | 8/10 | 80.0 % | 49.0 to 94.3 | +80.0 | +")


def test_a_file_that_is_none_of_ours_is_refused(tmp_path: Path) -> None:
    (tmp_path / "heldout-planner.jsonl").write_text('{"messages": 3}\n')
    with pytest.raises(ConfigError, match="no file of"):
        read_items(tmp_path, "planner")
