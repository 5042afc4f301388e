"""Conditions: what meets them is kept in the order given, and nothing meets them is an answer, too."""

from __future__ import annotations

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.tables.selecting import (
    filter_by_range,
    filter_by_value,
    filter_by_verdict,
    lies_within,
    meets_threshold,
)

NAMES = ["a", "b", "c", "d"]
VALUES = [4.0, 0.1 + 0.2, 2.0, 0.3]


@pytest.mark.parametrize(
    ("relation", "threshold", "kept"),
    [
        (">", 0.3, "ac"),
        (">=", 0.3, "abcd"),
        ("<", 2, "bd"),
        ("<=", 2, "bcd"),
        ("=", 0.3, "bd"),
        ("!=", 0.3, "ac"),
        (">", 4, ""),
    ],
)
def test_a_threshold_keeps_what_meets_it(relation: str, threshold: float, kept: str) -> None:
    made = filter_by_value(NAMES, VALUES, relation, threshold)
    assert (made.kept, made.count, made.share) == (list(kept), len(kept), 25.0 * len(kept))
    assert [name for name, value in zip(NAMES, VALUES, strict=True) if meets_threshold(value, relation, threshold)] == (
        list(kept)
    )


def test_a_range_includes_its_ends() -> None:
    assert filter_by_range(NAMES, VALUES, 0.3, 2).kept == ["b", "c", "d"]
    assert filter_by_range(NAMES, VALUES, 2.5, 3.5).kept == []
    assert [lies_within(value, 0.3, 2) for value in VALUES] == [False, True, True, True]


def test_verdicts_keep_those_that_pass_or_those_that_do_not() -> None:
    verdicts = [True, False, False, True]
    assert filter_by_verdict(NAMES, verdicts).kept == ["a", "d"]
    failed = filter_by_verdict(NAMES[:3], verdicts[:3], wanted=False)
    assert (failed.kept, failed.count) == (["b", "c"], 2)
    assert failed.share == pytest.approx(66.666667)


@pytest.mark.parametrize(
    ("call", "why"),
    [
        (lambda: filter_by_value(NAMES, VALUES, "above", 1), "must be one of >"),
        (lambda: meets_threshold(1, "≥", 1), "must be one of >"),
        (lambda: filter_by_value(NAMES, VALUES[:2], ">", 1), "4 subjects and 2 values"),
        (lambda: filter_by_value([], [], ">", 1), "at least 1"),
        (lambda: filter_by_range(NAMES, VALUES, 3, 1), "above the upper end"),
        (lambda: lies_within(2, 3, 1), "above the upper end"),
        (lambda: filter_by_verdict(NAMES, [True]), "4 subjects and 1 values"),
    ],
)
def test_what_is_not_defined_is_refused(call: object, why: str) -> None:
    with pytest.raises(ToolInputError, match=why):
        call()  # type: ignore[operator]
