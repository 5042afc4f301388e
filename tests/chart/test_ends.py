"""Superlatives say which end of which column: a word of speed, age or order is not one for every number."""

from __future__ import annotations

from typing import Any

import pytest

from scitoolagent.chart import ChartReader
from scitoolagent.columns import Column, Schema
from scitoolagent.records import Entity, Query

SCHEMA = Schema(
    file="file1",
    columns=(
        Column(name="runner"),
        Column(name="time (s)", kind="number", unit="s"),
        Column(name="speed (m/s)", kind="number", unit="m/s"),
        Column(name="pH", kind="number"),
        Column(name="started", type="CalendarDate"),
    ),
    rows=9,
    named="runner",
)
READER = ChartReader(encoder=lambda: None)


def rank(text: str) -> tuple[Any, ...] | None:
    file = Entity(handle="file1", type="CsvFile", value="race.csv", text="race.csv", start=0, end=0)
    found = READER.read(Query(text=text, entities=(file,), tables=(SCHEMA,)))
    return None if found is None or found.others else tuple((one.end, one.column) for one in found.results)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "end", "column"),
    [
        ("What is the fastest time?", "lowest", "time (s)"),
        ("Which runner has the slowest time?", "highest", "time (s)"),
        ("What is the fastest speed?", "highest", "speed (m/s)"),
        ("Which runner has the oldest start?", "lowest", "started"),
        ("Which runner has the latest start?", "highest", "started"),
        ("Which runner has the highest pH?", "highest", "pH"),
    ],
)
def test_the_end_is_that_of_the_column(text: str, end: str, column: str) -> None:
    assert rank(text) == ((end, column),)


@pytest.mark.parametrize("text", ["What is the last pH?", "What is the first pH?", "What is the fastest pH?"])
def test_a_word_that_does_not_speak_of_the_column_is_refused(text: str) -> None:
    assert rank(text) is None
