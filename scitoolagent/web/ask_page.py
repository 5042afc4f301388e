"""The page for asking questions, and the page of a single run, which can be reloaded or bookmarked."""

from __future__ import annotations

from functools import partial

from nicegui import run as threads
from nicegui import ui
from nicegui.events import UploadEventArguments

from scitoolagent.errors import SciToolAgentError
from scitoolagent.sessions import Run
from scitoolagent.web.frame import browser, frame, heading, show_error
from scitoolagent.web.page_context import PageContext, TraceRecords
from scitoolagent.web.run_view import WebRunView
from scitoolagent.web.words import EXAMPLES

_LARGEST_FILE = 20_000_000


def add_ask_pages(context: PageContext) -> None:
    """Add `/` and `/run/…`."""

    @ui.page("/")
    async def ask() -> None:
        with frame("Ask"):
            page = _AskPage(context, browser())
            page.pick_up()

    @ui.page("/run/{trace}")
    async def show_run(trace: str) -> None:
        with frame("Run"):
            try:
                page = _AskPage(context, browser())
                run = context.live_run(page.session, trace)
                if run is not None:
                    page.show(run)
                else:
                    records = await threads.io_bound(context.past_run, page.session, trace)
                    page.show_past(records or ())
            except SciToolAgentError as error:
                show_error(error)


class _AskPage:
    def __init__(self, context: PageContext, name: str) -> None:
        self._context, self._browser = context, name
        self.session = context.session(name)
        heading("Ask a scientific question", 1)
        ui.label("Real tools compute every value of the answer, and you see which one made it.").classes("quiet")
        self._form()
        self._place = ui.element("div").classes("stack")

    def _form(self) -> None:
        with ui.element("section").classes("card").props('aria-label="Your question"'):
            self._text = (
                ui.textarea("Your question")
                .props('autogrow outlined autofocus maxlength=100000 hint="Enter asks, Shift+Enter begins a new line"')
                .classes("full-width")
            )
            self._text.on("keydown.enter.exact.prevent", self._ask)
            with ui.element("div").classes("line"):
                ui.button("Ask", icon="send", on_click=self._ask).props("no-caps unelevated")
                ui.button("New conversation", on_click=self._forget).props("flat no-caps")
            with ui.expansion("Add a file (CSV, XLSX, SDF, PDB, CIF, …)").props("dense").classes("quiet"):
                ui.upload(
                    label="Choose a file, then name it in your question",
                    auto_upload=True,
                    max_file_size=_LARGEST_FILE,
                    on_upload=self._save,
                    on_rejected=lambda: ui.notify("That file is too large: at most 20 MB.", type="negative"),
                ).props("flat bordered").classes("full-width")
        with ui.element("div").classes("line examples") as self._examples:
            ui.label("For example:").classes("quiet")
            for example in EXAMPLES:
                ui.button(example, on_click=partial(self._take, example)).props("flat no-caps dense padding='2px 12px'")

    def _take(self, text: str) -> None:
        self._text.set_value(text)
        self._ask()

    def _ask(self) -> None:
        question = str(self._text.value or "").strip()
        if not question:
            ui.notify("Type a question first.")
            return
        try:
            run = self.session.ask(question)
        except SciToolAgentError as error:
            ui.notify(str(error), type="negative")
            return
        self.show(run)

    def _forget(self) -> None:
        """Start a new conversation: the next question refers to no earlier one."""
        self.session.conversation.recall(())
        ui.navigate.to("/")

    async def _save(self, event: UploadEventArguments) -> None:
        try:
            path = await threads.io_bound(self.session.save_file, event.file.name, await event.file.read())
        except SciToolAgentError as error:
            ui.notify(str(error), type="negative", timeout=8000)
            return
        ui.notify(f"{path.name if path else ''} is there; name it in your question.", type="positive")

    def pick_up(self) -> None:
        """After a reload, resume watching the run that is still in progress."""
        under_way = next((run for run in reversed(self.session.runs) if run.is_open), None)
        if under_way is not None:
            self.show(under_way)

    def show(self, run: Run) -> None:
        """Show a run, and put its address into the address bar once it has one."""
        self._examples.set_visibility(False)
        self._place.clear()
        with self._place:
            WebRunView(self._context, self._browser, self.show).follow(run)

    def show_past(self, records: TraceRecords) -> None:
        """Show an earlier run."""
        self._examples.set_visibility(False)
        with self._place:
            WebRunView(self._context, self._browser, self.show).replay(records)
