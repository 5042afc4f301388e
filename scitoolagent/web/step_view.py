"""One step of a plan on the page: its tool, its arguments and its result."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from nicegui import ui

from scitoolagent.language.signs import printable
from scitoolagent.records import Query, Reference, Step, StepResult, Value
from scitoolagent.solver.steps import SQL, is_tool, label_of, shown_arguments
from scitoolagent.summarizer import is_picture, show_output
from scitoolagent.web.answer_view import is_named_below, show_findings
from scitoolagent.web.page_context import PageContext
from scitoolagent.web.value_view import pictures_of, show_pictures, show_text
from scitoolagent.web.words import in_plain_words, step_words

_LONG, _LONGEST_SQL, _LONGEST_LINE = 80, 4_000, 200


class StepRow:
    """A row for a step, folded: its tool and how far it is; completed when its result arrives, drawn when opened."""

    def __init__(self, context: PageContext, browser: str, query: Query | None, step: Step, anchor: str) -> None:
        self._context, self._browser, self._query, self._step = context, browser, query, step
        self._result: StepResult | None = None
        with ui.element("details").classes("step").props(f"data-step={step.id}") as self._fold:
            with ui.element("summary").classes("line"):
                ui.label(f"Step {step.id}").classes("quiet")
                self._tool = ui.label(label_of(step.tool)).classes("strong")
                self._badge = ui.label("to do").classes("badge")
                self._given = ui.label(self._arguments()).classes("quiet cut")
            # The graph leads here, and the browser opens what is folded around it.
            with ui.element("div").classes("stack").props(f"id={anchor}{step.id}"):
                self._place = ui.element("div").classes("stack")
        self._fold.on("toggle", lambda event: self._open(bool(event.args)), js_handler="e => emit(e.target.open)")

    def _arguments(self) -> str:
        return printable(", ".join(self._argument(name) for name in shown_arguments(self._step)))[:_LONGEST_LINE]

    def _argument(self, name: str) -> str:
        value = shown_arguments(self._step)[name]
        is_sql = (self._step.tool, name) == (SQL, "query")
        return f"{name}: {str(value)[:_LONGEST_SQL] if is_sql else _origin(self._query, value)}"

    def fill(self, result: StepResult) -> None:
        """Show the result of the step; what went wrong is not folded."""
        self._result = result
        self._badge.set_text(step_words(result))
        self._badge.classes(result.status)
        self._given.set_text(
            printable(", ".join(filter(None, map(_in_a_line, result.outputs.values()))))[:_LONGEST_LINE]
        )
        if self._tool.text != label_of(result.tool):
            self._tool.set_text(f"{result.tool} (replaces {self._tool.text})")
        if self._place.default_slot.children or result.error is not None:
            self._place.clear()
            self._draw()
        if result.error is not None:
            self._fold.props("open")

    def _open(self, is_open: bool) -> None:
        if is_open and not self._place.default_slot.children:
            self._draw()

    def _draw(self) -> None:
        step, result = self._step, self._result
        name = result.tool if result is not None else step.tool
        tool = self._context.graph.tools.get(name)
        with self._place:
            if tool is not None:
                ui.label(tool.summary).classes("quiet")
            for argument in shown_arguments(step):
                ui.label(printable(self._argument(argument))).classes("wrap quiet")
            if result is not None:
                self._ended(result)
            if is_tool(name):
                ui.link("About this tool", _address(name)).props["aria-label"] = f"About {name}"

    def _ended(self, result: StepResult) -> None:
        if result.error is not None:
            ui.label(in_plain_words(result.error.error)).classes("strong")
            if not is_named_below(result.error.message, result.findings):
                ui.label(printable(self._context.plain(result.error.message[:2000]))).classes("quiet wrap")
        show_findings(result.findings)
        if result.outputs:
            self._outputs(result)

    def _outputs(self, result: StepResult) -> None:
        graph = self._context.graph
        for name, value in result.outputs.items():
            # A note that says nothing is none.
            if value.value in ("", None):
                continue
            with ui.element("div"):
                ui.label(name.replace("_", " ")).classes("quiet")
                shown = "drawn below" if is_picture(value.value) else show_output(value)
                show_text(shown, shown if is_picture(value.value) else show_output(value, cut=False))
        pictures = [
            picture
            for name, value in result.outputs.items()
            for picture in pictures_of(graph, name.replace("_", " "), value.type, value.value)
        ]
        if pictures:
            show_pictures(self._context, self._browser, pictures)
        if result.source:
            ui.label(f"Method: {result.source}").classes("quiet wrap")


def _in_a_line(value: Value) -> str:
    return "a picture" if is_picture(value.value) else show_output(value) if value.value not in ("", None) else ""


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
