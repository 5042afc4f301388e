"""The plain rendering of an answer: every value with its unit and the step that produced it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scitoolagent.records import Answer, AnswerValue, Finding, Goal, Plan, Query, Reference, Status, StepResult
from scitoolagent.summarizer.values import show_value
from scitoolagent.toolkg.graph import ToolGraph

_SUBJECT = 60
_RANK = ("failed", "partial", "complete", "blocked")


def plain_answer(graph: ToolGraph, query: Query, plan: Plan, results: tuple[StepResult, ...], run: str) -> Answer:
    """Answer from results only; a goal whose step has no result is reported as unmet, with the reason."""
    by_step = {result.step: result for result in results}
    values: list[AnswerValue] = []
    unmet: list[str] = []
    for goal in plan.goals:
        reference = Reference.parse(goal.output)
        result = by_step.get(reference.step) if reference and reference.step is not None else None
        if reference is None or result is None or result.status != "ok":
            unmet.append(_reason(graph, query, goal, result, by_step))
            continue
        value = result.outputs[reference.name]
        values.append(
            AnswerValue(
                label=graph.types[value.type].label,
                subject=_subject(query, goal),
                type=value.type,
                value=value.value,
                unit=value.unit,
                step=result.step,
                tool=result.tool,
                source=result.source,
            )
        )
    # What was asked for and is unknown stands alone; where the planner knows the reason, it follows the words.
    unmet += [missing if ": " in missing else f"{missing}: no tool here gives it" for missing in plan.missing]
    told = [note for result in results for note in (*_conversions(graph, query, plan, result), *_notes(graph, result))]
    notes = tuple(dict.fromkeys([*plan.notes, *told]))
    findings = _distinct(finding for result in results for finding in result.findings if finding.verdict != "clear")
    blocked = any(result.status == "blocked" for result in results)
    status: Status = "blocked" if blocked else "failed" if not values else "partial" if unmet else "complete"
    return Answer(
        status=status,
        text=answer_text(values, unmet, notes, findings),
        values=tuple(values),
        unmet=tuple(unmet),
        notes=notes,
        findings=findings,
        usage=(*plan.usage, *(usage for result in results for usage in result.usage)),
        drafter=plan.drafter,
        run=run,
    )


def _notes(graph: ToolGraph, result: StepResult) -> list[str]:
    """Outputs whose type is a note, such as that the stereochemistry is undefined."""
    about = ", ".join(str(value) for value in result.arguments.values() if isinstance(value, str))[:_SUBJECT]
    outputs = result.outputs.values() if result.status == "ok" else ()
    return [f"{about}: {value.value} [step {result.step}]" for value in outputs if graph.is_note(value.type)]


def _conversions(graph: ToolGraph, query: Query, plan: Plan, result: StepResult) -> list[str]:
    """What the quantities of the question became in the units of the tool."""
    if result.status != "ok" or result.tool not in graph.tools:
        return []
    types = {port.name: port.type for port in graph.tools[result.tool].inputs}
    told = []
    for name, value in plan.step(result.step).arguments.items():
        reference = Reference.parse(value)
        quantity = query.quantity(reference.name) if reference and reference.step is None else None
        if quantity is None or name not in types or name not in result.arguments:
            continue
        shown = show_value(result.arguments[name], graph.types[types[name]].unit)
        if shown.replace(" ", "") != quantity.text.replace(" ", ""):
            told.append(f"{graph.types[types[name]].label}: {quantity.text} = {shown} [step {result.step}]")
    return told


def _subject(query: Query, goal: Goal) -> str:
    names = []
    for handle in goal.about:
        text = query.entity(handle).text
        names.append(text if len(text) <= _SUBJECT else text[:_SUBJECT] + "…")
    return ", ".join(names)


def _reason(
    graph: ToolGraph, query: Query, goal: Goal, result: StepResult | None, by_step: dict[int, StepResult]
) -> str:
    name = graph.types[goal.type].label if goal.type in graph.types else goal.text
    about = f" of {subject}" if (subject := _subject(query, goal)) else ""
    cause = result
    # A skipped step only names the step it waited for; users need the original failure.
    while cause is not None and cause.status == "skipped" and cause.error and cause.error.message.startswith("step "):
        cause = by_step.get(int(cause.error.message.split()[1]))
    why = cause.error.message if cause is not None and cause.error else "its step did not run"
    return f"{name}{about}: {why}"


def answer_text(
    values: Sequence[AnswerValue], unmet: Sequence[str], notes: Sequence[str], findings: Sequence[Finding]
) -> str:
    """The lines of a plain answer: values by subject, unmet goals with reasons, notes, safety findings."""
    lines: list[str] = []
    subjects = list(dict.fromkeys(value.subject for value in values))
    for subject in subjects:
        if subject:
            lines.append(f"{subject}:")
        lines += [
            f"- {value.label}: {show_value(value.value, value.unit)} [step {value.step}]"
            for value in values
            if value.subject == subject
        ]
    if unmet:
        lines.append("Not answered:")
        lines += [f"- {reason}" for reason in unmet]
    lines += [f"Note: {note}" for note in notes]
    if findings:
        lines.append("Safety:")
        lines += [f"- {finding.verdict}: {finding.subject}: {finding.reason}" for finding in findings]
    return "\n".join(lines)


def refusal(hazards: Sequence[Finding], run: str) -> Answer | None:
    """The refusal of a question about a blocked hazard; None when there is none in it."""
    blocked = tuple(finding for finding in hazards if finding.verdict == "block")
    if not blocked:
        return None
    text = f"{blocked[0].subject}: {blocked[0].reason}; nothing here works on it"
    return Answer(status="blocked", text=text, unmet=(text,), findings=blocked, run=run)


def best_answer(answers: Sequence[Answer], hazards: Sequence[Finding]) -> Answer:
    """The best answer of several plans, with the model usage of all of them.

    Of the hazards in the question it lists those that would need a confirmation for a screened tool; lower grades are
    left out, because nearly every solvent has one.
    """
    # A later plan may yield less than an earlier one; among equals the later one wins.
    best = max(reversed(answers), key=lambda answer: (_RANK.index(answer.status), len(answer.values)))
    usage = tuple(usage for answer in answers for usage in answer.usage)
    serious = [finding for finding in hazards if finding.verdict == "confirm"]
    findings = _distinct([*best.findings, *serious])
    lines = [f"Safety: {finding.subject}: {finding.reason}" for finding in findings[len(best.findings) :]]
    return best.model_copy(update={"usage": usage, "findings": findings, "text": "\n".join([best.text, *lines])})


def _distinct(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Each hazard of a subject once, although the gate reports it both before and after a call."""
    found = {(finding.verdict, finding.subject, finding.reason): finding for finding in reversed(list(findings))}
    return tuple(reversed(found.values()))
