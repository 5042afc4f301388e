"""Each part of a digest counts: without it, a yes to one thing would be a yes to another."""

from __future__ import annotations

import re
from typing import Any

import pytest

from scitoolagent.gate.confirmations import Confirmations, call_digest
from scitoolagent.records import Finding

FOUND = Finding(verdict="confirm", subject="c1ccccc1", reason="IARC group 1", source="IARC", digest="0" * 16)
CALL: dict[str, Any] = {
    "tool": "analogues",
    "arguments": {"smiles": "c1ccccc1", "count": 2},
    "subject": "molecule c1ccccc1",
    "finding": FOUND,
}


@pytest.mark.parametrize("other", [
    {"tool": "stereoisomers"},
    {"arguments": {"smiles": "c1ccccc1", "count": 3}},
    {"arguments": {"smiles": "c1ccccc1", "count": "2"}},
    {"arguments": {"smiles": "c1ccccc1"}},
    {"arguments": {"smiles": "c1ccccc1", "counts": 2}},
    {"subject": "molecule Cc1ccccc1"},
    {"finding": FOUND.model_copy(update={"verdict": "unknown"})},
    {"finding": FOUND.model_copy(update={"reason": "IARC group 2A"})},
    {"finding": FOUND.model_copy(update={"digest": "1" * 16})},
], ids=lambda other: next(iter(other)))  # fmt: skip
def test_each_part_of_the_digest_counts(other: dict[str, Any]) -> None:
    assert call_digest(**CALL) != call_digest(**{**CALL, **other})


def test_the_digest_does_not_depend_on_the_order_of_the_arguments() -> None:
    again = {**CALL, "arguments": {"count": 2, "smiles": "c1ccccc1"}}
    assert call_digest(**CALL) == call_digest(**again)
    assert re.fullmatch(r"[0-9a-f]{16}", call_digest(**CALL))


def test_names_that_run_together_are_told_apart() -> None:
    assert call_digest("ab", {}, "c", FOUND) != call_digest("a", {}, "bc", FOUND)


def test_what_was_confirmed_holds_until_the_run_ends() -> None:
    asked: list[int] = []
    run = Confirmations(ask=lambda findings: not asked.append(len(findings)))
    assert run.missing([FOUND]) == run.missing([FOUND]) == []
    assert asked == [1]
    assert Confirmations().missing([FOUND]) == [FOUND]


def test_only_what_nobody_confirmed_is_asked_about() -> None:
    other = FOUND.model_copy(update={"digest": "1" * 16})
    asked: list[list[Finding]] = []
    run = Confirmations(["0" * 16, "2" * 16], ask=lambda findings: bool(asked.append(list(findings))))
    assert run.missing([FOUND, other]) == [other]
    assert asked == [[other]]
    assert run.used == {"0" * 16}


@pytest.mark.parametrize("reply", [False, None, "no", "yes", 1, [True]])
def test_only_a_plain_yes_confirms(reply: Any) -> None:
    run = Confirmations(ask=lambda findings: reply)
    assert run.missing([FOUND]) == [FOUND]
    assert run.missing([FOUND]) == [FOUND], "nothing is remembered of it either"
