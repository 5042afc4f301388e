"""The index ranks as BM25 does, and can be kept."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from scitoolagent.language.ranking import TermIndex

TEXTS = [["a", "b", "b"], ["a", "c"], [], ["c", "c", "c", "d"]]


def bm25(term: str, place: int, k1: float = 1.2, b: float = 0.75) -> float:
    """The formula of Robertson & Zaragoza 2009, equation 3.15, with Lucene's idf and without the constant k1 + 1."""
    count = TEXTS[place].count(term)
    having = sum(term in text for text in TEXTS)
    mean = sum(map(len, TEXTS)) / len(TEXTS)
    idf = math.log(1 + (len(TEXTS) - having + 0.5) / (having + 0.5))
    return idf * count / (count + k1 * (1 - b + b * len(TEXTS[place]) / mean))


def test_scores_are_those_of_the_formula(tmp_path: Path) -> None:
    made = TermIndex(TEXTS)
    made.save(tmp_path / "i")
    for index in (made, TermIndex.load(tmp_path / "i")):
        found = index.scores({"b": 1.0, "c": 2.0, "unknown": 5.0})
        wanted = [bm25("b", place) + 2 * bm25("c", place) for place in range(4)]
        assert found == pytest.approx(wanted, rel=1e-5, abs=0)
        assert (len(index), index.having("a"), index.having("unknown")) == (4, 2, 0)


@pytest.mark.parametrize("texts", [[], [[]], [[], []]])
def test_nothing_to_rank_has_no_score(texts: list[list[str]]) -> None:
    index = TermIndex(texts)
    assert np.array_equal(index.scores({"a": 1.0}), np.zeros(len(texts)))
    assert index.having("a") == 0
