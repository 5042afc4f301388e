"""Buttons that save a run as a file for others: a page that can be replayed, its methods, its references, its code."""

from __future__ import annotations

from functools import partial

from nicegui import run as threads
from nicegui import ui

from scitoolagent.errors import SciToolAgentError
from scitoolagent.web.page_context import PageContext

_FORMS = {
    "html": "Page to share",
    "methods": "Methods paragraph",
    "bib": "References",
    "notebook": "Notebook",
    "script": "Python script",
    "cwl": "Workflow",
}


def show_sharing(context: PageContext, browser: str, trace: str) -> None:
    """Offer a finished run as files."""

    async def save(form: str) -> None:
        try:
            saved = await threads.io_bound(context.export, context.session(browser), trace, form)
        except SciToolAgentError as error:
            ui.notify(context.plain(str(error)), type="negative", timeout=8000)
            return
        if saved is not None:
            ui.download.content(saved[1], saved[0])

    with ui.element("div").classes("line").props('role=group aria-label="Save this run"'):
        ui.label("Save as").classes("quiet")
        for form, label in _FORMS.items():
            ui.button(label, on_click=partial(save, form)).props("flat dense no-caps padding='2px 8px'")
