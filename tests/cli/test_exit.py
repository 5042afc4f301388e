"""Exit codes: what the gate stopped is told apart from what could not be answered."""

from __future__ import annotations

import pytest

from scitoolagent.cli.exit import code_of
from scitoolagent.records import Answer, Finding

BLOCK = Finding(verdict="block", subject="CCO", reason="a test")
WARN = Finding(verdict="warn", subject="CCO", reason="a test")


@pytest.mark.parametrize(
    ("status", "findings", "code"),
    [
        ("complete", (WARN,), 0),
        ("partial", (BLOCK,), 1),
        ("failed", (), 1),
        ("failed", (WARN,), 1),
        ("failed", (WARN, BLOCK), 3),
        ("blocked", (BLOCK,), 3),
    ],
)
def test_nothing_answered_and_something_stopped_is_the_gate(
    status: str, findings: tuple[Finding, ...], code: int
) -> None:
    assert code_of(Answer(status=status, text="", findings=findings)) == code  # type: ignore[arg-type]
