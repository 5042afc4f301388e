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


def test_only_what_is_asked_counts(tmp_path: Path) -> None:
    right = {"w1": {"term": "polar surface area", "of": "w2"}, "w2": {"term": "Murcko scaffold", "of": "all"}}
    _file(tmp_path, json.dumps({**right, "w3": {"term": "", "of": "all"}}))
    items = read_items(tmp_path, "planner")
    model = PromptCapture()
    for said, verdict in (
        ({**right, "w3": {"term": "", "of": "w1"}}, True),  # what asks for nothing is of nothing
        ({**right, "w2": {"term": "murcko Scaffold", "of": "all"}, "w3": {"term": ""}}, True),
        ({**right, "w1": {"term": "polar surface area", "of": "all"}, "w3": {"term": ""}}, False),
        ({**right, "w3": {"term": "price", "of": "all"}}, False),
        ({}, False),
    ):
        model.expect(lambda messages, schema, said=said: said)
        assert judge("planner", items, model) == [verdict]


def test_the_table_compares_with_the_first(tmp_path: Path) -> None:
    _file(tmp_path, "{}")
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
