"""What `knowledge check` finds of planted errors, and that a curator takes or leaves each change."""

from __future__ import annotations

import csv
from collections import Counter

import pytest

from scitoolagent.benchmarks.knowledge.planted import command, data, loaded, rows_of, score


@pytest.mark.parametrize("complete", [True, False])
def test_planted_errors_are_found(complete: bool) -> None:
    with loaded() as folder:
        told = score(folder, complete)
    assert told["errors found"] == "30 of 30"
    assert told["false alarms"] == "0 of 30"


def test_half_of_the_statements_are_errors() -> None:
    gold = Counter(row["gold"] for row in rows_of("claims.tsv"))
    assert gold["wrong"] + gold["missing"] == gold["right"] + gold["absent"] == 30


@pytest.mark.slow
def test_accepted_changes_mend_the_graph() -> None:
    with loaded() as folder:
        patch, report = str(folder / "p.rdfp"), folder / "r.csv"
        words = ("check", "--claims", str(data() / "claims.tsv"), "--against", "reference", "--complete")
        assert "30 changes proposed" in command(folder, *words, "checked", "--patch", patch, "--report", str(report))
        with report.open(encoding="utf-8", newline="") as file:
            assert Counter(row["verdict"] for row in csv.DictReader(file)) == {"refute": 30, "support": 30}
        assert "2 of 30 changes taken" in command(
            folder, "patch", "checked", patch, "--accept", "1", "--accept", "13", "--as", "b"
        )
        assert "28 changes proposed" in command(folder, *words, "b")
        # The rest of them, then nothing is left to change.
        assert "30 of 30 changes taken" in command(folder, "patch", "checked", patch, "--sure", "--as", "c")
        assert "\n0 changes proposed" in command(folder, *words, "c")
