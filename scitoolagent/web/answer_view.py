"""The answer on the page: its values with units and steps, pictures of them, and the goals that were not reached."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from urllib.parse import quote

from nicegui import ui

from scitoolagent.language.signs import printable
from scitoolagent.records import Answer, AnswerValue, Finding, StepResult
from scitoolagent.solver.steps import label_of
from scitoolagent.summarizer import holds_all
from scitoolagent.summarizer import show_answer as answer_text
from scitoolagent.web.frame import heading
from scitoolagent.web.page_context import PageContext
from scitoolagent.web.program_view import show_question_back
from scitoolagent.web.value_view import Picture, pictures_of, show_pictures, show_text
from scitoolagent.web.words import STATUS

_MOST_ROWS = 200
_MOST_PICTURES = 24
_MOST_COLUMNS, _LONGEST_CELL = 6, 40
_VERDICTS = {
    "block": "never worked on",
    "confirm": "hazardous",
    "warn": "take care",
    "note": "to know",
    "clear": "nothing known",
    "unknown": "could not be checked",
}


def show_answer(
    context: PageContext,
    browser: str,
    answer: Answer,
    results: Iterable[StepResult],
    reply: Callable[[str], None] | None = None,
) -> None:
    """Draw an answer and the molecules found by intermediate steps.

    Args:
        context: what the pages share.
        browser: whose page it is.
        answer: what is drawn.
        results: of the steps.
        reply: called with the reply to a question back.
    """
    if answer.question is not None:
        with ui.element("section").classes("card warn").props('aria-label="Question back" data-testid="question-back"'):
            heading("A question back")
            show_question_back(answer.question, reply)
        return
    with ui.element("section").classes("card").props('aria-label="Answer" data-testid="answer"'):
        with ui.element("div").classes("line"):
            heading("Answer")
            ui.label(STATUS[answer.status]).classes(f"badge {answer.status}")
        for reading in answer.readings:
            ui.label(f"As a model understood it: {printable(reading)}").classes("wrap strong")
        _found(answer)
        if answer.design:
            ui.label(f"Design: {printable(answer.design)}").classes("wrap")
        for assumed in answer.assumed:
            ui.label(f"Assumed by the model: {printable(assumed)}").classes("wrap strong")
        for unmet in answer.unmet:
            if answer.values or unmet != answer.text:
                ui.label(f"Not answered: {printable(unmet)}").classes("wrap")
        for words in answer.unread:
            ui.label(f"Not understood: {printable(words)}").classes("wrap strong")
        show_nearest(context, answer.nearest)
        show_findings(answer.findings)
        _notes(answer)
        show_pictures(context, browser, _pictures(context, answer, results))
        sources = dict.fromkeys((value.step, value.tool, value.source) for value in answer.values)
        if sources:
            with ui.expansion("How each value was computed").props("dense").classes("quiet"):
                for step, tool, source in sources:
                    ui.label(f"Step {step}, {label_of(tool)}: {source}").classes("quiet wrap")
        if answer.run:
            ui.label(f"To keep it: scitoolagent export {answer.run} --as crate").classes("quiet wrap")


def _found(answer: Answer) -> None:
    """The conclusion, then the values; the text where there are none."""
    if not answer.values:
        if answer.text:
            ui.label(printable(answer.text[:8000])).classes("wrap")
        return
    if answer.conclusion:
        ui.label(printable(answer.conclusion[:8000])).classes("wrap strong")
    # Of a program what is of no one thing, such as the best of them, comes first.
    values = sorted(answer.values, key=lambda one: bool(one.subject)) if answer.conclusion else answer.values
    if not holds_all(answer.conclusion, values):
        show = _wide if _is_wide(values) else _table
        show(values)
    if answer.usage and not answer.conclusion:
        ui.label(printable(answer.text[:8000])).classes("wrap")


def _notes(answer: Answer) -> None:
    """What is to know besides; folded where a model's conclusion comes first."""
    if not answer.notes:
        return
    with ui.expansion("Notes").props("dense").classes("quiet") if answer.conclusion else ui.element("div"):
        for note in answer.notes:
            ui.label(printable(note)).classes("quiet wrap")


def _pictures(context: PageContext, answer: Answer, results: Iterable[StepResult]) -> list[Picture]:
    pictures: list[Picture] = []
    for value in answer.values[:40]:
        label = " of ".join(filter(None, (value.label, value.subject[:60])))
        pictures += pictures_of(context.graph, label, value.type, value.value)
    for result in results:
        for name, output in result.outputs.items():
            drawn = pictures_of(
                context.graph, f"{name.replace('_', ' ')} of step {result.step}", output.type, output.value
            )
            pictures += [picture for picture in drawn if picture.kind == "molecule"]
    return pictures[:_MOST_PICTURES]


def _is_wide(values: Sequence[AnswerValue]) -> bool:
    """Whether the same few properties are given of several things, so that each thing has a row."""
    labels = {(one.label, one.unit) for one in values}
    subjects = {one.subject for one in values}
    is_text = all(len(answer_text(one)) <= _LONGEST_CELL for one in values[:_MOST_ROWS])
    return "" not in subjects and 1 < len(labels) <= _MOST_COLUMNS and len(subjects) > 1 and is_text


def _wide(values: Sequence[AnswerValue]) -> None:
    """A row for each thing, a column for each property, with the step that computed it in the head."""
    columns = list(dict.fromkeys((one.label, one.step) for one in values))
    subjects = list(dict.fromkeys(one.subject for one in values))
    cells = {(one.subject, one.label, one.step): answer_text(one) for one in values}
    with ui.element("div").classes("scroll"), ui.element("table").classes("values"):
        with ui.element("thead"), ui.element("tr"):
            for name in ("subject", *(f"{label} [step {step}]" for label, step in columns)):
                with ui.element("th").props("scope=col"):
                    ui.label(printable(name))
        with ui.element("tbody"):
            for subject in subjects[:_MOST_ROWS]:
                with ui.element("tr"):
                    with ui.element("td").classes("subject"):
                        ui.label(printable(subject[:200]))
                    for label, step in columns:
                        with ui.element("td").classes("number"):
                            ui.label(cells.get((subject, label, step), ""))
    if len(subjects) > _MOST_ROWS:
        ui.label(f"{len(subjects) - _MOST_ROWS} more rows are in the trace").classes("quiet")


def _table(values: Sequence[AnswerValue]) -> None:
    has_subject = any(value.subject for value in values)
    names = (["subject"] if has_subject else []) + ["property", "value", "computed by"]
    with ui.element("table").classes("values"):
        with ui.element("thead"), ui.element("tr"):
            for name in names:
                with ui.element("th").props("scope=col"):
                    ui.label(name)
        with ui.element("tbody"):
            for value in values[:_MOST_ROWS]:
                _row(value, has_subject)
    if len(values) > _MOST_ROWS:
        ui.label(f"{len(values) - _MOST_ROWS} more values are in the trace").classes("quiet")


def _row(value: AnswerValue, has_subject: bool) -> None:
    with ui.element("tr"):
        if has_subject:
            with ui.element("td").classes("subject"):
                ui.label(printable(value.subject[:200]))
        with ui.element("td"):
            ui.label(printable(value.label))
        with ui.element("td").classes("number"):
            show_text(answer_text(value), answer_text(value, cut=False))
        with ui.element("td"):
            ui.label(f"step {value.step}, {label_of(value.tool)}").classes("quiet")


def show_nearest(context: PageContext, names: Sequence[str]) -> None:
    """The tools nearest to a question without a plan."""
    if names:
        heading("Closest tools", 3)
    for name in names:
        with ui.element("div").classes("line"):
            ui.link(name, f"/tools/{quote(name, safe='')}")
            tool = context.graph.tools.get(name)
            ui.label(tool.summary if tool else "").classes("quiet")


def show_findings(findings: Sequence[Finding]) -> None:
    """What the safety check found, each with its verdict."""
    for finding in dict.fromkeys(findings):
        with ui.element("div").classes("line"):
            ui.label(_VERDICTS[finding.verdict]).classes(f"badge {finding.verdict}")
            ui.label(printable(f"{finding.subject[:120]}: {finding.reason}")).classes("wrap grow")
