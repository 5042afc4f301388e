"""The page of a conversation, and the page of a single run, which can be reloaded or bookmarked."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from nicegui import run as threads
from nicegui import ui

from scitoolagent.errors import SciToolAgentError
from scitoolagent.language.signs import printable
from scitoolagent.records import Answer
from scitoolagent.sessions import Run
from scitoolagent.web.answer_view import in_a_line
from scitoolagent.web.file_view import Files
from scitoolagent.web.frame import browser, frame, heading, show_error
from scitoolagent.web.history_view import History
from scitoolagent.web.page_context import PageContext, TraceRecords
from scitoolagent.web.run_view import WebRunView
from scitoolagent.web.settings_view import show_settings
from scitoolagent.web.words import EXAMPLES, STATES, STATUS

_LONGEST_LINE = 200


def add_ask_pages(context: PageContext) -> None:
    """Add `/` and `/run/…`."""

    @ui.page("/")
    async def ask() -> None:
        with frame("Ask", with_side=True):
            try:
                page = _AskPage(context, browser())
            except SciToolAgentError as error:
                show_error(error, context.plain)
                return
            page.pick_up()

    @ui.page("/run/{trace}")
    async def show_run(trace: str) -> None:
        with frame("Run", with_side=True):
            try:
                page = _AskPage(context, browser(), trace)
                run = context.live_run(page.session, trace)
                if run is not None:
                    page.show(run)
                else:
                    records = await threads.io_bound(context.past_run, page.session, trace)
                    page.show_past(records or ())
            except SciToolAgentError as error:
                show_error(error, context.plain)


class _AskPage:
    def __init__(self, context: PageContext, name: str, trace: str = "") -> None:
        self._context, self._browser = context, name
        self.session = context.session(name)
        self._history = History(context, self.session, trace)
        with ui.element("div").classes("talk"):
            with ui.element("div").classes("line only-narrow"):
                ui.button("History", icon="history", on_click=self._history.toggle).props("flat dense no-caps")
            with ui.element("div") as self._head:
                heading("Ask a scientific question", 1)
                ui.label("Real tools compute every value of the answer, and you see which one made it.").classes(
                    "quiet"
                )
            self._title = heading("Conversation", 1).classes("unseen")
            self._title.set_visibility(False)
            self._place = ui.element("div").classes("stack")
            self._form()

    def _form(self) -> None:
        self._examples = ui.element("div").classes("line examples")
        with self._examples:
            ui.label("For example:").classes("quiet")
            for example in EXAMPLES:
                ui.button(example, on_click=partial(self._take, example)).props("flat no-caps dense padding='2px 12px'")
        files = Files(self._context, self.session, self._put)
        with ui.element("section").classes("card ask").props('aria-label="Your question"'):
            self._text = (
                ui.textarea("Your question")
                .props('autogrow outlined autofocus maxlength=100000 input-style="max-height: 30vh"')
                .classes("full-width")
            )
            self._text.on("keydown.enter.exact.prevent", self._ask)
            with ui.element("div").classes("line"):
                ui.button("Ask", icon="send", on_click=self._ask).props("no-caps unelevated")
                files.button()
                show_settings(self._context, self.session)
                ui.label("Enter asks, Shift+Enter begins a new line").classes("quiet only-wide")

    def _take(self, text: str) -> None:
        self._text.set_value(text)
        self._ask()

    def _put(self, name: str) -> None:
        """Put the name of a file at the end of what is typed."""
        text = str(self._text.value or "").rstrip()
        self._text.set_value(f"{text} {name} " if text else f"{name} ")
        self._text.run_method("focus")

    def _ask(self) -> None:
        question = str(self._text.value or "").strip()
        if not question:
            ui.notify("Type a question first.")
            return
        try:
            run = self.session.ask(question)
        except SciToolAgentError as error:
            ui.notify(self._context.plain(str(error)), type="negative")
            return
        self._text.set_value("")
        self.show(run)

    def pick_up(self) -> None:
        """After a reload, resume watching the run that is still in progress; else show what was asked before."""
        under_way = next((run for run in reversed(self.session.runs) if run.is_open), None)
        if under_way is not None:
            self.show(under_way)
        elif self.session.talk:
            self._show_talk(None)

    def show(self, run: Run) -> None:
        """Show a run, and put its address into the address bar once it has one."""
        self._history.current = run.trace
        self._show_talk(run)

    def _show_talk(self, current: Run | None) -> None:
        """The turns of the conversation in their order, folded but for the one that is looked at."""
        self._head.set_visibility(False)
        self._title.set_visibility(True)
        self._examples.set_visibility(False)
        self._place.clear()
        talk = self.session.talk
        with self._place:
            for run in talk if current is None or current in talk else (current,):
                if run is current:
                    view = WebRunView(self._context, self._browser, self.show, self._named)
                    view.follow(run)
                    _into_view(view.element)
                else:
                    _Turn(self._context, self._browser, run, self.show)

    def _named(self, trace: str) -> None:
        self._history.current = trace

    def show_past(self, records: TraceRecords) -> None:
        """Show an earlier run."""
        self._head.set_visibility(False)
        self._title.set_visibility(True)
        self._examples.set_visibility(False)
        with self._place:
            WebRunView(self._context, self._browser, self.show, self._named).replay(records)


def _into_view(element: ui.element) -> None:
    """Scroll to an element as soon as the browser has it."""
    script = f"getElement({element.id})?.scrollIntoView({{block: 'start'}})"
    ui.timer(0.05, lambda: ui.run_javascript(script), once=True)


class _Turn:
    """An earlier question of the conversation in a line with its answer; opened, the whole of it."""

    def __init__(self, context: PageContext, name: str, run: Run, rerun: Callable[[Run], None]) -> None:
        self._context, self._browser, self._run, self._rerun = context, name, run, rerun
        answer = next((one for one in reversed(run.so_far()) if isinstance(one, Answer)), None)
        with ui.element("details").classes("card turn").props('data-testid="turn"') as fold:
            with ui.element("summary").classes("stack"):
                ui.label(printable(run.question[:_LONGEST_LINE])).classes("strong wrap")
                with ui.element("div").classes("line"):
                    status = STATUS[answer.status] if answer is not None else STATES[run.state]
                    ui.label(status).classes(f"badge {answer.status if answer is not None else ''}")
                    if answer is not None:
                        text = context.plain(in_a_line(answer))[:_LONGEST_LINE]
                        ui.label(printable(text)).classes("quiet cut grow")
            self._place = ui.element("div").classes("stack")
        fold.on("toggle", lambda event: self._open(bool(event.args)), js_handler="e => emit(e.target.open)")

    def _open(self, is_open: bool) -> None:
        if is_open and not self._place.default_slot.children:
            with self._place:
                WebRunView(self._context, self._browser, self._rerun, None).follow(self._run)
