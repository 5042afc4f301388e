"""The benchmark of what is said about everyday molecules: it sees a screen that says too much, and one too little."""

from __future__ import annotations

from collections import Counter

import pytest

from scitoolagent.benchmarks.safety import everyday
from scitoolagent.safety_db import grading, screen


def test_what_has_to_be_told_is(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(everyday, "shares", lambda: (Counter({"clear": 95, "warn": 5}), {"x": "warn: y"}))
    assert everyday.main(["--rows", "60"]) == 0
    said = capsys.readouterr().out
    assert "5 of 100" in said and "x: warn: y" in said
    assert "60 of 60 compounds" in said or "61 of 61 compounds" in said


def test_a_class_that_is_told_no_more_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(everyday, "shares", lambda: (Counter({"clear": 100}), {}))
    # Noted for all that was warned of: the everyday molecules would be quiet, and so would the others.
    monkeypatch.setattr(screen, "told", lambda *_: grading.VERDICTS[1])
    monkeypatch.setattr(screen, "_rule_match", lambda *_: screen._match("note", "", "", "", ""))
    assert everyday.main(["--rows", "40"]) == 1


@pytest.mark.parametrize("counts", [{"clear": 90, "warn": 10}, {"clear": 99, "block": 1}])
def test_too_many_warnings_and_a_block_are_failures(monkeypatch: pytest.MonkeyPatch, counts: dict[str, int]) -> None:
    monkeypatch.setattr(everyday, "shares", lambda: (Counter(counts), {}))
    monkeypatch.setattr(everyday, "lost", lambda rows: (1, []))
    assert everyday.main([]) == 1


def test_the_molecules_of_the_list_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    # Caffeine is noted (everybody drinks it), furan is IARC 2B, glycine is nothing.
    wanted = [("caffeine", "Cn1cnc2c1c(=O)n(C)c(=O)n2C"), ("furan", "c1ccoc1"), ("glycine", "NCC(=O)O")]
    monkeypatch.setattr(everyday, "everyday", lambda: iter(wanted))
    counts, reasons = everyday.shares()
    assert counts == {"note": 1, "warn": 1, "clear": 1}
    assert list(reasons) == ["furan"] and "IARC 2B" in reasons["furan"]
