"""The texts of patients and how their linking is scored."""

from __future__ import annotations

from collections import Counter

from scitoolagent.benchmarks.knowledge.patients import read_texts, score


def test_fifty_texts_are_kept_apart() -> None:
    texts = read_texts()
    assert Counter(one.part for one in texts) == {"development": 20, "apart": 50}
    assert len({one.text for one in texts}) == 70
    assert all(one.gold and "" not in one.gold for one in texts)


def test_precision_recall_and_f1_are_over_all_entities() -> None:
    told = score([(frozenset("ab"), frozenset("bc")), (frozenset("d"), frozenset("d")), (frozenset("e"), frozenset())])
    # By hand: 2 of 3 found are right, 2 of 4 wanted are found.
    assert (told["precision"], told["recall"], told["F1"]) == (0.667, 0.5, 0.571)
