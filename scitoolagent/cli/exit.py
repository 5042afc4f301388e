"""Exit codes: 0 answered, 1 partly or not, 2 no safe plan or wrong use, 3 stopped by the safety gate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scitoolagent.errors import PlanError, SafetyError, SciToolAgentError

if TYPE_CHECKING:
    from scitoolagent.records import Answer

_STATUS = {"complete": 0, "partial": 1, "failed": 1, "blocked": 3}


def code_of(outcome: SciToolAgentError | Answer) -> int:
    """The exit code for an error or an answer."""
    if isinstance(outcome, SafetyError):
        return 3
    if isinstance(outcome, SciToolAgentError):
        return 2 if isinstance(outcome, PlanError) else 1
    if outcome.status == "failed" and any(finding.verdict == "block" for finding in outcome.findings):
        # Nothing was answered, and the gate stopped what was asked about.
        return 3
    return _STATUS[outcome.status]
