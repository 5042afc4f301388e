"""One step of a plan on the page: its tool, its arguments and its result."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from nicegui import ui

from scitoolagent.language.signs import printable
from scitoolagent.records import Query, Reference, Step, StepResult
from scitoolagent.solver.steps import SQL, is_tool, label_of, shown_arguments
from scitoolagent.summarizer import show_output
from scitoolagent.web.answer_view import show_findings
from scitoolagent.web.page_context import PageContext
from scitoolagent.web.value_view import pictures_of, show_pictures, show_text
from scitoolagent.web.words import in_plain_words, step_words

_LONG, _LONGEST_SQL = 80, 4_000


class StepRow:
    """A row for a step, completed when its result arrives."""

    def __init__(self, context: PageContext, browser: str, query: Query | None, step: Step) -> None:
        self._context = context
        self._browser = browser
        with ui.element("div").classes("step").props(f"data-step={step.id}"):
            with ui.element("div").classes("line"):
                ui.label(f"Step {step.id}").classes("quiet")
                self._tool: ui.link | ui.label = (
                    ui.link(step.tool, _address(step.tool)) if is_tool(step.tool) else ui.label(label_of(step.tool))
                )
                self._tool.classes("strong")
                self._badge = ui.label("to do").classes("badge")
            tool = context.graph.tools.get(step.tool)
            if tool is not None:
                ui.label(tool.summary).classes("quiet")
            for name, value in shown_arguments(step).items():
                text = str(value)[:_LONGEST_SQL] if (step.tool, name) == (SQL, "query") else _origin(query, value)
                ui.label(printable(f"{name}: {text}")).classes("wrap quiet")
            self._place = ui.element("div").classes("stack")

    def fill(self, result: StepResult) -> None:
        """Show the result of the step."""
        self._badge.set_text(step_words(result))
        self._badge.classes(result.status)
        if self._tool.text != label_of(result.tool):
            self._tool.set_text(f"{result.tool} (replaces {self._tool.text})")
            self._tool.props["href"] = _address(result.tool)
        self._place.clear()
        with self._place:
            if result.error is not None:
                ui.label(in_plain_words(result.error.error)).classes("strong")
                ui.label(printable(result.error.message[:2000])).classes("quiet wrap")
            show_findings(result.findings)
            if result.outputs:
                self._outputs(result)

    def _outputs(self, result: StepResult) -> None:
        graph = self._context.graph
        for name, value in result.outputs.items():
            with ui.element("div"):
                ui.label(name.replace("_", " ")).classes("quiet")
                show_text(show_output(value), show_output(value, cut=False))
        pictures = [
            picture
            for name, value in result.outputs.items()
            for picture in pictures_of(graph, name.replace("_", " "), value.type, value.value)
        ]
        if pictures:
            with ui.expansion("Draw the result").props("dense").classes("quiet") as expansion:
                place = ui.element("div")

            def draw() -> None:
                if expansion.value and not place.default_slot.children:
                    with place:
                        show_pictures(self._context, self._browser, pictures)

            expansion.on_value_change(draw)
        if result.source:
            ui.label(f"Method: {result.source}").classes("quiet wrap")


def _address(tool: str) -> str:
    return f"/tools/{quote(tool, safe='')}"


def _origin(query: Query | None, value: Any) -> str:
    """Where an argument comes from, in words."""
    if isinstance(value, list):
        return "[" + ", ".join(_origin(query, item) for item in value[:20]) + "]"
    reference = Reference.parse(value)
    if reference is None:
        text = str(value)
        return text if len(text) <= _LONG else f"{text[:_LONG]}… ({len(text)} characters)"
    if reference.step is not None:
        return f"{reference.name.replace('_', ' ')} of step {reference.step}"
    try:
        text = query.text_of(reference.name) if query else str(reference)
    except KeyError:
        text = str(reference)
    return (text if len(text) <= _LONG else f"{text[:_LONG]}…") + " (from the question)"
