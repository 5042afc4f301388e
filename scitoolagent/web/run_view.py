"""A run on the page, live or from a trace: question, state, pending confirmations, plan with its steps, answer."""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Callable
from functools import partial
from itertools import count

from nicegui import ui

from scitoolagent.errors import NoPathError, SciToolAgentError
from scitoolagent.language.signs import printable
from scitoolagent.mentions import mentions_of, words_of_type
from scitoolagent.records import Answer, AnyRecord, Finding, Plan, Program, Query, Step, StepResult
from scitoolagent.sessions import Run
from scitoolagent.solver.steps import is_tool
from scitoolagent.web.answer_view import show_answer, show_findings, show_nearest
from scitoolagent.web.editor import show_editor
from scitoolagent.web.frame import heading, show_error
from scitoolagent.web.page_context import PageContext
from scitoolagent.web.program_view import ProgramCard, show_program_editor
from scitoolagent.web.reading_view import show_reading
from scitoolagent.web.request_editor import show_request_editor
from scitoolagent.web.step_view import StepRow
from scitoolagent.web.svg import plan_svg
from scitoolagent.web.value_view import Picture, show_pictures
from scitoolagent.web.words import ASKS_BACK, STATES

# Several plans on a page have steps of the same numbers.
_ANCHORS = count(1)


class WebRunView:
    """Draws the records of one run as they come.

    Args:
        context: what the pages share.
        browser: whose page it is.
        rerun: called with the run that the user starts from here with an edited plan.
        named: called with the name of the run once it has one, when it stands in the address bar; not one of several.
    """

    def __init__(
        self,
        context: PageContext,
        browser: str,
        rerun: Callable[[Run], None],
        named: Callable[[str], None] | None = None,
    ) -> None:
        self._context = context
        self._browser = browser
        self._rerun = rerun
        self._named = named
        self._query: Query | None = None
        self._plan: Plan | None = None
        self._results: dict[int, StepResult] = {}
        self._rows: dict[int, StepRow] = {}
        self._program: ProgramCard | None = None
        self._written: Program | None = None
        self._is_run_by_program = False
        self._seen = 0
        self._run: Run | None = None
        self._ended = False
        self._is_named = False
        self._shown_findings: tuple[Finding, ...] = ()
        with ui.element("div").classes("stack") as self.element:
            self._state = ui.element("div").classes("line")
            self._person = ui.element("div").classes("stack")
            self._question = ui.element("div").classes("stack")
            self._answer = ui.element("div").classes("stack")
            self._programs = ui.element("div").classes("stack")
            self._plans = ui.element("div").classes("stack")
        with self._state:
            self._word = ui.label("").classes("badge").props('role=status aria-live=polite data-testid="state"')
            self._detail = ui.label("").classes("quiet")
            self._bar = ui.element("progress").props('max=1 aria-label="Steps done"')
            self._cancel = ui.button("Cancel", on_click=self._stop).props("flat dense no-caps")
        self._graph: ui.html | None = None
        self._anchor = ""

    def follow(self, run: Run) -> None:
        """Show a run of this server and update it while the page is open."""
        self._run = run
        loop = asyncio.get_running_loop()
        # The run outlives the page; it must not keep the page alive.
        view: weakref.ref[WebRunView] = weakref.ref(self)
        self.element.on("keep", lambda: self)

        def notice() -> None:
            loop.call_soon_threadsafe(_refresh, view)

        run.watch(notice)
        self._refresh()

    def replay(self, records: tuple[AnyRecord, ...]) -> None:
        """Show an earlier run."""
        self._cancel.delete()
        self._bar.delete()
        for record in records:
            self._show(record)
        self._word.set_text("From the history")
        if not any(isinstance(record, Answer) for record in records):
            self._detail.set_text("This run was interrupted before it had an answer.")
        self._offer_changes()

    def _refresh(self) -> None:
        run = self._run
        if run is None or self.element.is_deleted:
            return
        records = run.so_far()
        for record in records[self._seen :]:
            self._show(record)
        self._seen = len(records)
        if run.trace and self._named is not None and not self._is_named:
            # A reload or a bookmark leads back to this run.
            self._is_named = True
            self._named(run.trace)
            with self.element:
                ui.navigate.history.replace(f"/run/{run.trace}")
        waits = run.findings
        self._word.set_text("Waits for you" if waits else ASKS_BACK if _asks_back(run) else STATES[run.state])
        self._detail.set_text(self._progress(run))
        if waits != self._shown_findings:
            self._shown_findings = waits
            self._ask_person(waits)
        if not run.is_open and not self._ended:
            self._ended = True
            self._end(run)

    def _progress(self, run: Run) -> str:
        if run.state == "running" and self._program is not None:
            return "running a program"
        if run.state == "running" and self._plan is None:
            return "reading the question and looking for tools"
        if run.is_open and self._plan is not None:
            self._bar.props(f"max={max(1, len(self._plan.steps))} value={len(self._results)}")
            return f"{len(self._results)} of {len(self._plan.steps)} steps done"
        return f"run {run.trace}" if run.trace else ""

    def _end(self, run: Run) -> None:
        self._cancel.delete()
        self._bar.delete()
        if run.error is not None and not _asks_back(run):
            self._answer.clear()
            with self._answer:
                show_error(run.error, self._context.plain)
                if isinstance(run.error, NoPathError):
                    self._what_is_missing(run.error)
        self._offer_changes()

    def _what_is_missing(self, error: NoPathError) -> None:
        # What the message says already is not listed again.
        rest = [one for one in error.missing if one not in str(error)]
        if not rest and not error.nearest:
            return
        with ui.element("section").classes("card"):
            if rest:
                heading("What is missing", 3)
                for missing in rest:
                    ui.label(printable(missing)).classes("wrap")
            show_nearest(self._context, error.nearest)

    def _stop(self) -> None:
        if self._run is not None:
            self._run.cancel()

    def _ask_person(self, findings: tuple[Finding, ...]) -> None:
        self._person.clear()
        run = self._run
        if not findings or run is None:
            return
        with self._person, ui.element("section").classes("card warn").props('role=alert aria-label="Confirmation"'):
            heading("The safety check asks you")
            step = self._next_step()
            tool = self._context.graph.tools.get(step.tool) if step is not None else None
            if step is not None and tool is not None:
                what = tool.summary[:1].lower() + tool.summary[1:].rstrip(".")
                ui.label(f"Step {step.id} would {what}, with what is named here:").classes("wrap")
            show_findings(findings)
            show_pictures(
                self._context, self._browser, [Picture("molecule", one.subject, one.subject) for one in findings]
            )
            ui.label("Nothing is done until you decide. What you approve holds for this step alone.").classes("quiet")
            with ui.element("div").classes("line"):
                digests = [finding.digest for finding in findings]
                ui.button("Approve and go on", on_click=lambda: run.approve(digests)).props("no-caps unelevated")
                ui.button("Refuse", on_click=run.refuse).props("no-caps outline color=negative")

    def _next_step(self) -> Step | None:
        """The first step of the plan without a result."""
        steps = self._plan.steps if self._plan is not None else ()
        return next((step for step in steps if step.id not in self._results), None)

    def _show(self, record: AnyRecord) -> None:
        if isinstance(record, Query):
            self._query = record
            self._show_question(record)
        elif isinstance(record, Program):
            self._show_program(record)
        elif isinstance(record, Plan):
            self._show_plan(record)
        elif isinstance(record, StepResult):
            self._results[record.step] = record
            if record.step in self._rows:
                self._rows[record.step].fill(record)
            if self._graph is not None and self._plan is not None:
                self._graph.set_content(plan_svg(self._query, self._plan, self._results, self._anchor))
        else:
            if record.question is not None:
                self._leave_reading()
            with self._answer:
                reply = None if self._run is None else partial(self._reply, record)
                show_answer(self._context, self._browser, self._query, record, self._results.values(), reply)

    def _show_program(self, program: Program) -> None:
        """The code when it begins, and what came of it when it ends."""
        self._leave_reading()
        self._written = program
        if program.status == "begun":
            with self._programs:
                self._program = ProgramCard(program)
        elif self._program is not None:
            self._program.end(program)
            self._program = None

    def _leave_reading(self) -> None:
        """Show the question as it is: a model read it, and what rules made of its words is of no account."""
        if self._query is not None and not self._is_run_by_program:
            self._question.clear()
            self._show_question(self._query.model_copy(update={"request": None}))
        self._is_run_by_program = True

    def _reply(self, answer: Answer, text: str) -> None:
        """Go on with the question that was asked back."""
        session = self._context.session(self._browser)
        turns = session.conversation.turns
        if not turns or turns[-1].answer.run != answer.run:
            ui.notify(
                "Another question was asked in the meantime; ask this one again and say what you mean.", type="negative"
            )
            return
        try:
            self._rerun(session.ask(text))
        except SciToolAgentError as error:
            ui.notify(self._context.plain(str(error)), type="negative")

    def _show_question(self, query: Query) -> None:
        with self._question, ui.element("section").classes("card").props('aria-label="Question"'):
            heading("Question")
            show_reading(self._context, query)
            # What stands in the question is marked there.
            named = [one for one in mentions_of(query) if query.request is None or one.start > len(query.text)]
            if named:
                with ui.element("div").classes("line"):
                    ui.label("It is about:").classes("quiet")
                    for entity in named[:40]:
                        origin = ", from an earlier question" if entity.start > len(query.text) else ""
                        kind = words_of_type(entity.type)
                        ui.label(printable(f"{kind}: {str(entity.value)[:80]}{origin}")).classes("chip")

    def _show_plan(self, plan: Plan) -> None:
        is_another = self._plan is not None
        self._plan, self._results, self._rows = plan, {}, {}
        self._is_run_by_program = not all(is_tool(step.tool) for step in plan.steps)
        with self._plans, ui.element("section").classes("card").props('aria-label="Plan"'):
            heading(
                "What the program did"
                if self._is_run_by_program
                else "Further steps, for what was not reached"
                if is_another
                else "Steps"
            )
            by = "rules, without a language model" if plan.drafter == "symbolic" else plan.drafter
            ui.label(f"{len(plan.steps)} step{'s' * (len(plan.steps) != 1)}, made by {by}").classes("quiet")
            for note in plan.notes:
                ui.label(printable(note)).classes("quiet wrap")
            for missing in plan.missing:
                ui.label(f"No tool here computes: {printable(missing)}").classes("wrap")
            for words in plan.unread:
                ui.label(f"Not understood: {printable(words)}").classes("wrap strong")
            with ui.element("div").classes("scroll").props('tabindex=0 aria-label="Plan as a graph"'):
                self._anchor = f"step-{next(_ANCHORS)}-"
                self._graph = ui.html(plan_svg(self._query, plan, {}, self._anchor), sanitize=False)
            for step in plan.steps:
                self._rows[step.id] = StepRow(self._context, self._browser, self._query, step, self._anchor)

    def _offer_changes(self) -> None:
        """Let the user correct the reading, or edit the plan, and run it again."""
        query, plan = self._query, self._plan
        with self._plans:
            self._offers = ui.element("div").classes("line")
        if self._is_run_by_program:
            program = self._written
            # What an earlier question gave is there for its own program alone.
            if query is not None and program is not None and not program.earlier:
                self._offer(
                    "Change the program and run it again",
                    lambda: show_program_editor(self._context, self._browser, query, program, self._rerun),
                )
            return
        if query is not None and query.request is not None and query.request.asks:
            self._offer(
                "Correct how it was understood",
                lambda: show_request_editor(self._context, self._browser, query, self._rerun),
            )
        if query is not None and plan is not None:
            self._offer(
                "Change the plan and run it again",
                lambda: show_editor(self._context, self._browser, query, plan, self._rerun),
            )

    def _offer(self, text: str, show: Callable[[], None]) -> None:
        """A button that opens a form in its place."""
        with self._plans:
            place = ui.element("div").classes("stack")

        def open_form() -> None:
            button.delete()
            with place:
                show()

        with self._offers:
            button = ui.button(text, icon="edit", on_click=open_form).props("no-caps outline")


def _asks_back(run: Run) -> bool:
    """Whether a run ended with a question back, which stands in the place of an error."""
    return isinstance(run.error, NoPathError) and run.error.question is not None


def _refresh(view: weakref.ref[WebRunView]) -> None:
    found = view()
    if found is not None:
        found._refresh()
