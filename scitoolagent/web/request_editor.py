"""Correct how a question was read (what is meant, of what, in which unit) and ask it again."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import run as threads
from nicegui import ui

from scitoolagent.errors import SciToolAgentError
from scitoolagent.reading.explain import candidate_label, summarise_asks
from scitoolagent.records import Ask, Candidate, Query
from scitoolagent.sessions import Run
from scitoolagent.toolkg.graph import ToolGraph
from scitoolagent.web.frame import heading
from scitoolagent.web.page_context import PageContext
from scitoolagent.web.revise_request import (
    subjects_of,
    with_meaning,
    with_subjects,
    with_unit,
    without_ask,
    without_operation,
)


def show_request_editor(context: PageContext, browser: str, query: Query, rerun: Callable[[Run], None]) -> None:
    """Show a form for correcting the reading; `rerun` is called with the run that the user starts."""
    _RequestEditor(context, browser, query, rerun)


class _RequestEditor:
    def __init__(self, context: PageContext, browser: str, query: Query, rerun: Callable[[Run], None]) -> None:
        self._context, self._browser, self._query, self._rerun = context, browser, query, rerun
        with ui.element("section").classes("card").props('aria-label="Correct the reading"'):
            heading("Correct the reading")
            ui.label(
                "A new plan is made from these fields; the text of the question is not interpreted again."
            ).classes("quiet")
            self._place = ui.element("div").classes("stack")
            self._problem = ui.label("").classes("strong wrap").props("role=alert")
            ui.button("Ask like this", icon="play_arrow", on_click=self._go).props("no-caps unelevated")
        self._draw()

    def _draw(self) -> None:
        self._place.clear()
        asks = self._query.request.asks if self._query.request else ()
        with self._place:
            for ask, told in zip(asks, summarise_asks(self._context.graph, self._query), strict=True):
                self._ask(ask, told.then.split("; ") if told.then else [])
            if not asks:
                ui.label("Nothing is left to ask.").classes("quiet")

    def _ask(self, ask: Ask, operations: list[str]) -> None:
        graph, handle = self._context.graph, ask.handle
        with ui.element("div").classes("step").props(f'data-edit-ask="{handle}"'):
            with ui.element("div").classes("line"):
                ui.label(handle).classes("quiet")
                ui.label(ask.text[:200]).classes("strong grow")
                ui.button(
                    "Remove", icon="delete", on_click=lambda: self._change(without_ask(self._query, handle))
                ).props(f'flat dense no-caps aria-label="Remove {handle}"')
            if len(ask.what) > 1:
                labels = {number: _label(graph, candidate) for number, candidate in enumerate(ask.what)}
                ui.select(
                    labels,
                    label="It means",
                    on_change=lambda event: self._change(with_meaning(self._query, handle, ask.what[event.value])),
                ).props("dense outlined options-dense").classes("full-width")
            subjects = {name: self._name(name) for name in subjects_of(self._query, handle)}
            if subjects:
                ui.select(
                    subjects,
                    value=[name for name in ask.of if name in subjects],
                    multiple=True,
                    label="Of (all, when empty)",
                    on_change=lambda event: self._keep(with_subjects(self._query, handle, tuple(event.value))),
                ).props("dense outlined options-dense use-chips").classes("full-width")
            ui.input(
                "Unit of the answer",
                value=ask.unit,
                on_change=lambda event: self._keep(with_unit(self._query, handle, str(event.value or ""))),
            ).props(f'dense outlined stack-label maxlength=40 aria-label="Unit of {handle}"').classes("full-width")
            for number, operation in enumerate(operations):
                self._operation(handle, number, operation)

    def _operation(self, handle: str, number: int, told: str) -> None:
        with ui.element("div").classes("line"):
            ui.label(f"then {told}").classes("grow wrap")
            ui.button("Leave out", on_click=lambda: self._change(without_operation(self._query, handle, number))).props(
                "flat dense no-caps"
            )

    def _name(self, handle: str) -> str:
        text = next((entity.text for entity in self._query.entities if entity.handle == handle), "")
        return f"{text[:60]} ({handle})" if text else handle

    def _keep(self, query: Query) -> None:
        self._query = query
        self._problem.set_text("")

    def _change(self, query: Query) -> None:
        self._keep(query)
        self._draw()

    async def _go(self) -> None:
        if not self._query.request or not self._query.request.asks:
            self._problem.set_text("There is nothing to ask.")
            return
        try:
            # What cannot be planned is told here, where it can be corrected.
            await threads.io_bound(self._context.sessions.planner.draft, self._query)
            started = self._context.session(self._browser).ask(self._query)
        except SciToolAgentError as error:
            self._problem.set_text(self._context.plain(str(error)))
            return
        self._rerun(started)


def _label(graph: ToolGraph, candidate: Candidate) -> str:
    """What an ask may mean, with the tool, since several tools may give one type."""
    label = candidate_label(graph, candidate)
    return f"{label}, by {candidate.tool}" if candidate.type and candidate.tool else label
