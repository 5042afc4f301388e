"""How often a model was asked in vain is counted by what answers and errors say."""

from __future__ import annotations

from scitoolagent.benchmarks.answering import Outcome
from scitoolagent.benchmarks.vain import NAME, asked_in_vain, vain_lines
from scitoolagent.records import Answer, Query, Usage

USED = (Usage(role="planner", model="m", prompt_tokens=1, completion_tokens=1),)


def test_what_failed_and_what_was_of_no_use_is_counted() -> None:
    vain = "read by rules, since the model did not help: it left as much"
    unfilled = "the model gave no answer: HTTP 500"
    outcomes = [
        Outcome(status="complete", answer=Answer(status="complete", text="", notes=("a note",)), usage=USED),
        Outcome(status="complete", answer=Answer(status="complete", text="", notes=(vain,)), usage=USED),
        Outcome(status="abstained", query=Query(text="?", entities=(), notes=(vain,)), message="no safe plan"),
        Outcome(status="partial", answer=Answer(status="partial", text="", unmet=(unfilled,))),
        Outcome(status="error", message="ModelError: nobody listens"),
        Outcome(status="abstained", message="no safe plan"),
    ]
    assert asked_in_vain(outcomes) == {"count": 4, "without a reply": 3, "total": 6}
    (told, empty) = vain_lines({NAME: asked_in_vain(outcomes)})
    assert told.startswith("In 4 of 6 questions") and "in 3 of them it never replied" in told and not empty
    assert vain_lines({NAME: asked_in_vain(outcomes[:1])}) == vain_lines({}) == []
