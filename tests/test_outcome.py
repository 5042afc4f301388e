"""One record says how a question ended, also when it was not planned or not even read."""

from __future__ import annotations

import pytest

from scitoolagent.errors import BlockedError, ConfigError, NoPathError, PlanError, SciToolAgentError
from scitoolagent.outcome import planned, unanswered, unplanned
from scitoolagent.records import Finding, Plan, Query, Reading, Request, Step

QUERY = Query(text="TPSA of CCO indoors", request=Request(readings=(Reading(start=12, end=19, role="unread"),)))
PLAN = Plan(steps=(Step(id=1, tool="polar_surface_area", arguments={}),), goals=())


def test_a_plan_is_complete_only_when_everything_was_read_and_can_be_given() -> None:
    whole = QUERY.model_copy(update={"request": Request()})
    assert planned(whole, PLAN).status == "complete"
    assert planned(whole, PLAN).text == "polar_surface_area"
    assert planned(whole, PLAN.model_copy(update={"missing": ("colour",)})).status == "partial"
    # What a call takes as its setting is unread by the question alone, and no longer by its plan.
    assert planned(QUERY, PLAN).status == "complete"
    told = planned(QUERY, PLAN.model_copy(update={"unread": ("indoors",)}))
    assert (told.status, told.unread) == ("partial", ("indoors",))


def test_a_question_without_a_plan_says_why_what_was_not_read_and_which_tools_are_near() -> None:
    error = NoPathError("no safe plan: colour", ("colour",), ("qed", "logp"))
    for told in (unplanned(error, QUERY), unanswered(error, QUERY, "20260101-000000-abcdef")):
        assert (told.status, told.text) == ("failed", "no safe plan: colour")
        assert (told.unmet, told.unread, told.nearest) == (("colour",), ("indoors",), ("qed", "logp"))
    assert unplanned(error, QUERY).plan is None


@pytest.mark.parametrize("error", [PlanError("the question is empty"), ConfigError("no such setting")])
def test_what_could_not_be_read_has_an_answer_with_the_reason(error: SciToolAgentError) -> None:
    assert unanswered(error).unmet == (str(error),)
    assert unanswered(error).status == "failed"
    assert unplanned(error).query is None


def test_the_gate_is_told_from_a_failure() -> None:
    error = BlockedError("never")
    error.findings = (Finding(verdict="block", subject="x", reason="y"),)
    assert unanswered(error).status == "blocked"
    assert unanswered(error).findings == error.findings
