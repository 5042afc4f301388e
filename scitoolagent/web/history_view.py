"""The history at the side of a conversation: earlier runs, those under way, and the beginning of a new conversation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nicegui import run as threads
from nicegui import ui

from scitoolagent.language.signs import printable
from scitoolagent.sessions import Session
from scitoolagent.web.page_context import PageContext
from scitoolagent.web.words import STATES

_SHOWN = 30
_LONGEST = 120
# Often enough to be seen in another tab, and next to nothing for the server.
_SECONDS = 2.0


class History:
    """The list of runs, kept true while the page is open."""

    def __init__(self, context: PageContext, session: Session, current: str = "") -> None:
        self._context, self._session, self.current = context, session, current
        self._shown: tuple[Any, ...] = ()
        with ui.element("nav").classes("side").props('aria-label="History"') as self._side:
            ui.button("New conversation", icon="add", on_click=self._begin).props("outline no-caps")
            self._place = ui.element("ul").classes("runs")
            ui.link("All runs", "/runs").classes("quiet")
        ui.timer(_SECONDS, self.refresh)
        ui.timer(0, self.refresh, once=True)

    def toggle(self) -> None:
        """Show or hide it on a narrow screen, where it has no place beside the conversation."""
        self._side.classes(toggle="open")

    def _begin(self) -> None:
        self._session.forget()
        ui.navigate.to("/")

    async def refresh(self) -> None:
        """Draw the list again if there is something new."""
        now = (self.current, self._context.changed(self._session))
        if now == self._shown or self._place.is_deleted:
            return
        self._shown = now
        earlier = await threads.io_bound(self._context.history, self._session, 0, _SHOWN)
        if not self._place.is_deleted:
            self._draw(earlier or ())

    def _draw(self, earlier: Sequence[tuple[str, str]]) -> None:
        self._place.clear()
        states = {run.trace: run for run in self._session.runs if run.is_open}
        with self._place:
            for run in self._session.runs:
                if run.is_open and not run.trace:
                    with ui.element("li"):
                        ui.label(printable(run.question[:_LONGEST]))
                        ui.label(STATES[run.state]).classes("badge")
            for trace, question in earlier:
                run_now = states.get(trace)
                asked = question if run_now is None else run_now.question
                with ui.element("li"):
                    link = ui.link(printable(asked[:_LONGEST]), f"/run/{trace}")
                    if trace == self.current:
                        link.props("aria-current=page")
                    if run_now is not None:
                        waits = bool(run_now.findings)
                        state = "Waits for you" if waits else STATES[run_now.state]
                        ui.label(state).classes(f"badge {'confirm' if waits else ''}")
