"""The recall of short queries: halves, hits and misses."""

from __future__ import annotations

import json
from pathlib import Path

from scitoolagent.benchmarks.retrieval.queries import measure, read_queries


def test_a_query_is_always_in_the_same_half(tmp_path: Path) -> None:
    rows = [{"query": f"query {number}", "tools": ["a"]} for number in range(40)]
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    first.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    second.write_text("\n".join(json.dumps(row) for row in reversed(rows[:20])), encoding="utf-8")
    read, unread = read_queries(first)
    assert min(len(read), len(unread)) > 5
    assert len(read) + len(unread) == len(rows)
    assert all(row in read for row in read_queries(second)[0])
    assert all(row in unread for row in read_queries(second)[1])


def test_any_of_the_tools_among_the_first_twelve_is_a_hit() -> None:
    ranked = [f"tool{number}" for number in range(20)]
    rows = [
        {"query": "first", "tools": ["tool0"]},
        {"query": "last", "tools": ["none", "tool11"]},
        {"query": "too far", "tools": ["tool12"]},
    ]
    figures, missed = measure(lambda _: ranked, rows)
    assert (figures["hits"], figures["queries"], figures["recall@12"]) == (2, 3, 0.667)
    assert [row["query"] for row in missed] == ["too far"]
