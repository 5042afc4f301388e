"""How a question ended, as one record for the command line and MCP clients, also when it got no plan."""

from __future__ import annotations

from typing import Literal

from scitoolagent.errors import NoPathError, SafetyError, SciToolAgentError
from scitoolagent.language.signs import printable
from scitoolagent.reading.explain import unread_words
from scitoolagent.records import Answer, Plan, Query, Record

_LONGEST_NOTE = 400


class Planned(Record):
    """A question and its plan.

    `status` is `failed` when there is no plan, and `partial` when the plan leaves out something that is asked (`unmet`)
    or words that were not read (`unread`); `nearest` are the tools nearest to a question without a plan.
    """

    kind: Literal["planned"] = "planned"
    status: Literal["complete", "partial", "failed"]
    text: str
    unmet: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    nearest: tuple[str, ...] = ()
    query: Query | None = None
    plan: Plan | None = None


def planned(query: Query, plan: Plan) -> Planned:
    """A question that has a plan."""
    unread = plan.unread
    return Planned(
        status="partial" if plan.missing or unread else "complete",
        text=" → ".join(step.tool for step in plan.steps),
        unmet=plan.missing,
        unread=unread,
        query=query,
        plan=plan,
    )


def unplanned(error: SciToolAgentError, query: Query | None = None) -> Planned:
    """A question that has none, or that could not even be read."""
    answer = unanswered(error, query)
    return Planned(
        status="failed",
        text=answer.text,
        unmet=answer.unmet,
        unread=answer.unread,
        nearest=answer.nearest,
        query=query,
    )


def unanswered(error: SciToolAgentError, query: Query | None = None, run: str = "") -> Answer:
    """The answer to a question that an error ended."""
    no_path = error if isinstance(error, NoPathError) else None
    return Answer(
        status="blocked" if isinstance(error, SafetyError) else "failed",
        text=str(error),
        unmet=no_path.missing if no_path and no_path.missing else (str(error),),
        unread=unread_words(query, no_path.read if no_path else ()) if query else (),
        nearest=no_path.nearest if no_path else (),
        findings=error.findings if isinstance(error, SafetyError) else (),
        usage=no_path.usage if no_path else (),
        run=run,
    )


def with_note(answer: Answer, note: str) -> Answer:
    """An answer with one more note, beside its values and in its text; what a model said in it is cut."""
    told = printable(note)[:_LONGEST_NOTE]
    return answer.model_copy(update={"notes": (*answer.notes, told), "text": f"{answer.text}\nNote: {told}"})
