"""The page of earlier runs."""

from __future__ import annotations

from datetime import UTC, datetime

from nicegui import run as threads
from nicegui import ui

from scitoolagent.errors import SciToolAgentError
from scitoolagent.web.frame import browser, frame, heading, show_error
from scitoolagent.web.page_context import PageContext

_A_PAGE = 25


def add_runs_page(context: PageContext) -> None:
    """Add `/runs`."""

    @ui.page("/runs")
    async def runs() -> None:
        with frame("Runs"):
            heading("Earlier runs", 1)
            try:
                session = context.session(browser())
            except SciToolAgentError as error:
                show_error(error, context.plain)
                return
            place = ui.element("div").classes("stack")
            shown = 0

            async def more() -> None:
                nonlocal shown
                found = await threads.io_bound(context.history, session, shown, _A_PAGE) or []
                shown += len(found)
                with place:
                    for trace, question in found:
                        _row(trace, question)
                    if not shown:
                        ui.label("Nothing was asked yet.").classes("quiet")
                button.set_visibility(len(found) == _A_PAGE)

            button = ui.button("Show older ones", on_click=more).props("flat no-caps")
            await more()


def _row(trace: str, question: str) -> None:
    began = datetime.strptime(trace[:15], "%Y%m%d-%H%M%S").replace(tzinfo=UTC)
    with ui.element("article").classes("card"):
        ui.link(question[:300], f"/run/{trace}").classes("wrap")
        ui.label(f"{began:%d %B %Y, %H:%M} UTC · {trace}").classes("quiet wrap")
