"""How a question ended, as one record for the command line and MCP clients, also when it got no plan."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from scitoolagent.errors import NoPathError, SafetyError, SciToolAgentError, TableError
from scitoolagent.language.signs import printable
from scitoolagent.reading.explain import unread_words
from scitoolagent.records import Answer, Plan, Query, Record, StepResult
from scitoolagent.toolkg.graph import ToolGraph

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
        question=no_path.question if no_path else None,
        run=run,
    )


def with_note(answer: Answer, note: str) -> Answer:
    """An answer with one more note, beside its values and in its text; what a model said in it is cut."""
    told = printable(note)[:_LONGEST_NOTE]
    return answer.model_copy(update={"notes": (*answer.notes, told), "text": f"{answer.text}\nNote: {told}"})


def with_place(plan: Plan, save_as: str, workspace: Path) -> Plan:
    """A plan whose answer can be saved where it is to be; told before the work, not after it.

    Raises:
        NoPathError: it cannot.
    """
    if save_as:
        if plan.save not in ("", save_as):
            why = f"the question says {plan.save}, and the setting {save_as}; name one file"
            raise NoPathError(f"no safe plan: {why}", (why,), ())
        plan = plan.model_copy(update={"save": save_as})
    if plan.save:
        from scitoolagent.summarizer.saving import target

        try:
            target(workspace, plan.save)
        except TableError as error:
            raise NoPathError(f"no safe plan: {error}", (str(error),), ()) from error
    return plan


def with_file(
    graph: ToolGraph,
    query: Query,
    plan: Plan,
    results: Sequence[StepResult],
    answer: Answer,
    store: Path,
    workspace: Path,
) -> Answer:
    """An answer whose rows were written where the plan says; where they cannot be, it says why."""
    if not plan.save or answer.status in ("blocked", "failed"):
        return answer
    from scitoolagent.summarizer.headers import Headers
    from scitoolagent.summarizer.saving import not_saved, saved

    if plan.missing:
        # A file with a part of what was to be in it would be taken for all of it.
        return not_saved(answer, "a part of what was asked for is missing")
    headers = Headers(graph, query, plan, {result.step: result for result in results})
    return saved(graph, answer, headers, plan, store, workspace)
