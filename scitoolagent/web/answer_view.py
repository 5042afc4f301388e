"""The answer on the page: what was found, its values and rows, pictures of them, and what is to know about them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from urllib.parse import quote

from nicegui import ui

from scitoolagent.language.signs import printable
from scitoolagent.records import Answer, AnswerValue, Finding, Query, StepResult
from scitoolagent.solver.steps import label_of
from scitoolagent.summarizer import grids, hazard_words, holds_all, how_planned, is_picture, ways
from scitoolagent.summarizer import show_answer as answer_text
from scitoolagent.web.frame import heading
from scitoolagent.web.page_context import PageContext
from scitoolagent.web.program_view import show_question_back
from scitoolagent.web.sharing import show_sharing
from scitoolagent.web.table_view import Structures, show_grid, show_table, structures_of
from scitoolagent.web.value_view import Picture, pictures_of, show_pictures, show_text
from scitoolagent.web.words import STATUS

_MOST_ROWS = 200
_MOST_PICTURES = 24
_LONGEST = 8_000
_MOST_NUMBERS = 8
_IN_A_LINE = 4
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
    query: Query | None,
    answer: Answer,
    results: Iterable[StepResult],
    reply: Callable[[str], None] | None = None,
) -> None:
    """Draw an answer and the molecules that it is about.

    Args:
        context: what the pages share.
        browser: whose page it is.
        query: the question.
        answer: what is drawn.
        results: of the steps.
        reply: called with the reply to a question back.
    """
    if answer.question is not None:
        with ui.element("section").classes("card warn").props('aria-label="Question back" data-testid="question-back"'):
            heading("A question back")
            show_question_back(answer.question, reply)
        return
    structures = structures_of(context, query, results)
    with ui.element("section").classes("card").props('aria-label="Answer" data-testid="answer"'):
        with ui.element("div").classes("line"):
            heading("Answer")
            ui.label(STATUS[answer.status]).classes(f"badge {answer.status}")
        for reading in answer.readings:
            ui.label(f"As a model understood it: {printable(reading)}").classes("wrap strong")
        if answer.status == "blocked" and not answer.values:
            ui.label("Nothing was worked out: the safety check stopped it, or nobody approved it.").classes(
                "found wrap"
            )
        _found(context, answer, structures)
        show_pictures(context, browser, _pictures(context, answer, structures))
        _about(context, answer)
        _notes(context, answer)
        _made(answer)
        ui.label(printable(how_planned(answer)).capitalize()).classes("quiet")
        if answer.run and answer.values:
            show_sharing(context, browser, answer.run)


def _about(context: PageContext, answer: Answer) -> None:
    """What the answer stands on, what it lacks, and what the safety check found."""
    if answer.design:
        ui.label(f"Design: {printable(answer.design)}").classes("wrap")
    for assumed in answer.assumed:
        ui.label(f"Assumed by the model: {printable(assumed)}").classes("wrap strong")
    for unmet in answer.unmet:
        if (answer.values or unmet != answer.text) and not is_named_below(unmet, answer.findings):
            ui.label(f"Not answered: {printable(context.plain(unmet))}").classes("wrap")
    for words in answer.unread:
        ui.label(f"Not understood: {printable(words)}").classes("wrap strong")
    show_nearest(context, answer.nearest)
    show_findings(answer.findings)


def _found(context: PageContext, answer: Answer, structures: Structures) -> None:
    """The conclusion, then the values; the text where there are none."""
    if not answer.values:
        if answer.text and not is_named_below(answer.text, answer.findings):
            ui.label(printable(context.plain(answer.text[:_LONGEST]))).classes("wrap")
        return
    if answer.conclusion and not _is_of_picture(answer):
        ui.label(printable(answer.conclusion[:_LONGEST])).classes("wrap found")
    # A picture stands below, drawn.
    values = [one for one in answer.values if not is_picture(one.value)]
    if not holds_all(answer.conclusion, values):
        # Of a program what is of no one thing, such as the best of them, comes first.
        alone, rows = [one for one in values if not one.subject], [one for one in values if one.subject]
        if alone:
            _table(alone)
        for number in range(len(answer.tables)):
            show_table(context, answer, number, partial(_grids, context, rows, structures, answer.run))
        if not answer.tables:
            _grids(context, rows, structures, answer.run)
    if answer.usage and not answer.conclusion:
        ui.label(printable(answer.text[:_LONGEST])).classes("wrap")


def _is_of_picture(answer: Answer) -> bool:
    """Whether the conclusion only says that there is a picture, which is drawn here."""
    return any(answer_text(one) in answer.conclusion for one in answer.values if is_picture(one.value))


def in_a_line(answer: Answer) -> str:
    """Return what an answer found, in a line."""
    if answer.conclusion and not _is_of_picture(answer):
        return answer.conclusion
    found = [
        " ".join(
            filter(
                None, (one.subject and f"{one.subject}:", one.label, "" if is_picture(one.value) else answer_text(one))
            )
        )
        for one in answer.values[:_IN_A_LINE]
    ]
    more = f" and {len(answer.values) - _IN_A_LINE} more" if len(answer.values) > _IN_A_LINE else ""
    return "; ".join(found) + more if found else " ".join(answer.text.split())


def _grids(context: PageContext, values: Sequence[AnswerValue], structures: Structures, run: str) -> None:
    """Values of several things as rows; those of one thing one below another."""
    for number, grid in enumerate(grids(values), 1):
        if len(grid.subjects) > 1 and not grid.is_sparse:
            show_grid(context, grid, structures, f"{run or 'answer'}-{number}")
        else:
            _table([value for column in grid.columns for value in column.cells.values()])


def _notes(context: PageContext, answer: Answer) -> None:
    """What is to know besides, folded where a conclusion comes first."""
    if not answer.notes:
        return
    with ui.expansion("Notes").props("dense").classes("quiet") if answer.conclusion else ui.element("div"):
        for note in answer.notes:
            ui.label(printable(context.plain(note))).classes("quiet wrap")


def _made(answer: Answer) -> None:
    """How each value was computed, each way once."""
    if not answer.values:
        return
    with ui.expansion("How each value was computed").props("dense").classes("quiet"):
        for way in ways(answer.values):
            numbers = ", ".join(map(str, way.steps[:_MOST_NUMBERS])) + ", …" * (len(way.steps) > _MOST_NUMBERS)
            text = f"Step{'s' * (len(way.steps) > 1)} {numbers}, {label_of(way.tool)}: {way.source}"
            ui.label(printable(text)).classes("quiet wrap")


def _pictures(context: PageContext, answer: Answer, structures: Structures) -> list[Picture]:
    pictures: list[Picture] = []
    for value in answer.values[:40]:
        label = " of ".join(filter(None, (value.label, value.subject[:60])))
        pictures += pictures_of(context.graph, label, value.type, value.value)
    subjects = dict.fromkeys(value.subject for value in answer.values if value.subject)
    # Several things have their drawings in the rows.
    if len(subjects) == 1 and (smiles := structures.get(next(iter(subjects)))):
        pictures.append(Picture("molecule", next(iter(subjects))[:80], smiles))
    return pictures[:_MOST_PICTURES]


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
        with ui.element("td").classes("value"):
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


def is_named_below(text: str, findings: Sequence[Finding]) -> bool:
    """Whether a text only repeats what the safety check found, which is shown in words of its own."""
    return any(finding.reason and finding.reason in text for finding in findings)


def show_findings(findings: Sequence[Finding]) -> None:
    """What the safety check found, each with its verdict, and what its codes mean."""
    for finding in dict.fromkeys(findings):
        with ui.element("div").classes("line top"):
            ui.label(_VERDICTS[finding.verdict]).classes(f"badge {finding.verdict}")
            with ui.element("div").classes("grow"):
                ui.label(printable(f"{finding.subject[:120]} {finding.reason}")).classes("wrap")
                if words := hazard_words(finding.reason):
                    ui.label(f"That is: {', '.join(words)}.").classes("wrap strong")
