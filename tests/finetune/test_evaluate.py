"""Judging and intervals, by values worked out elsewhere."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scitoolagent.errors import ConfigError
from scitoolagent.finetune.evaluate import HeldOutExample, comparison_table, judge, parts, read_items
from scitoolagent.finetune.roles import PromptCapture


def _file(folder: Path, reply: str) -> None:
    messages = [{"role": "user", "content": "q"}, {"role": "assistant", "content": reply}]
    (folder / "heldout-planner.jsonl").write_text(json.dumps({"messages": messages, "schema": {}, "kind": "single"}))


def test_only_what_is_asked_of_what_counts(tmp_path: Path) -> None:
    _file(tmp_path, '{"asks":[{"words":"w","tool":"t","of":["x1","x2"]}]}')
    items = read_items(tmp_path, "planner")
    model = PromptCapture()
    for said, right in (
        ('{"asks":[{"words":"other","tool":"t","of":["x2","x1"]}]}', True),
        ('{"asks":[{"words":"w","tool":"u","of":["x1","x2"]}]}', False),
        ('{"asks":[]}', False),
    ):
        model.expect(said)
        assert judge("planner", items, model) == [right]


def test_asks_that_do_not_need_each_other_may_come_in_any_order(tmp_path: Path) -> None:
    calls = (
        '{"words":"w","tool":"a","of":["x1"]}',
        '{"words":"w","tool":"b","of":["entry1"]}',
        '{"words":"w","tool":"c","of":["x1"]}',
    )
    _file(tmp_path, f'{{"asks":[{",".join(calls)}]}}')
    items = read_items(tmp_path, "planner")
    model = PromptCapture()
    for said, right in (
        ((calls[2], calls[0], '{"words":"w","tool":"b","of":["entry2"]}'), True),
        ((calls[2], calls[0], '{"words":"w","tool":"b","of":["entry1"]}'), False),  # of the result of another entry
        ((calls[0], calls[1]), False),
        ((*calls, calls[2]), False),
    ):
        model.expect(f'{{"asks":[{",".join(said)}]}}')
        assert judge("planner", items, model) == [right]


def test_the_table_compares_with_the_first(tmp_path: Path) -> None:
    _file(tmp_path, '{"asks":[]}')
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


def test_items_in_words_never_seen_are_counted_apart() -> None:
    kinds = ("single", "everyday, seen words", "everyday, unseen words", "everyday, unseen words")
    items = [HeldOutExample((), {}, "", kind) for kind in kinds]
    assert list(parts(items).values()) == [[0, 1, 2, 3], [1], [2, 3], [0]]
    assert list(parts(items[:1]).values()) == [[0], [0]]


def test_a_search_is_right_only_where_one_is_wanted(tmp_path: Path) -> None:
    _file(tmp_path, '{"asks":[],"search":["boiling point"]}')
    items = read_items(tmp_path, "planner")
    model = PromptCapture()
    for said, right in (('{"asks":[],"search":["when it boils"]}', True), ('{"asks":[]}', False)):
        model.expect(said)
        assert judge("planner", items, model) == [right]
