"""Show the records of a run in a terminal: the answer first, then its steps; a live run and a trace alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import TracebackType
from typing import Any

from rich import box
from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from scitoolagent.cli.answer_view import answer_panel, unbroken_width
from scitoolagent.cli.program_view import ask_back, program_begun, program_ended, reply_to
from scitoolagent.language.signs import printable
from scitoolagent.mentions import mentions_of, words_of_type
from scitoolagent.outcome import Planned
from scitoolagent.records import (
    Answer,
    AnyRecord,
    Finding,
    Plan,
    Program,
    Query,
    Question,
    Reference,
    Step,
    StepResult,
)
from scitoolagent.solver.steps import PROGRAM, label_of, shown_arguments
from scitoolagent.summarizer import show_output

_MARK = {"ok": "[green]✓[/]", "failed": "[red]✗[/]", "skipped": "[yellow]–[/]", "blocked": "[bold red]■[/]"}
_LONG, _LONGEST_SOURCES, _MOST_STEPS, _WIDE = 60, 400, 40, 80
# What marks, numbers, times and blanks between the columns take.
_BESIDE = 25
# The input of the tool that runs code.
_CODE = "code"


class RunView:
    """Shows a run as its records arrive: the question, steps while they run, the answer, and the steps below it.

    Args:
        console: where.
        explain: show what each word of the question was read as.
    """

    def __init__(self, console: Console, explain: bool = False) -> None:
        self._console = console
        self._explain = explain
        self._query: Query | None = None
        self._plan: Plan | None = None
        self._results: dict[int, StepResult] = {}
        self._live = Live(console=console, auto_refresh=False, transient=False)

    def __enter__(self) -> RunView:
        self._plan, self._results = None, {}
        self._live = Live(console=self._console, auto_refresh=False, transient=False)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live.is_started:
            self._live.stop()

    def show(self, record: AnyRecord) -> None:
        """Draw one more record."""
        if isinstance(record, Query):
            self._query = record
            self._console.print(_question(record))
            if self._explain:
                self._console.print(self._explanation(record))
        elif isinstance(record, Program):
            self._end_plan()
            self._console.print(program_begun(record) if record.status == "begun" else program_ended(record))
        elif isinstance(record, Plan):
            if self._results:
                self._console.print(self.steps())
                self._console.print(Text("Part of the question is unanswered; this is the next plan.", style="yellow"))
            known = {str(step.arguments) for step in self._plan.steps} if self._plan else set()
            self._plan, self._results = record, {}
            for step in (one for one in record.steps if str(one.arguments) not in known):
                self._show_code(step)
            if self._console.is_terminal:
                self._live.start()
            self._refresh()
        elif isinstance(record, StepResult):
            self._results[record.step] = record
            self._refresh()
        else:
            self._end_run(record)

    def _end_run(self, answer: Answer) -> None:
        """Show the answer first, and below it the steps that it rests on."""
        if self._live.is_started:
            # What was drawn while it ran makes room for the answer.
            self._live.transient = True
            self._live.stop()
        self._console.print(answer_panel(answer))
        if self._plan is not None:
            self._console.print(self.steps())
        self._plan, self._results = None, {}

    def _end_plan(self) -> None:
        """Leave the steps of the plan as they are."""
        if self._live.is_started:
            self._live.stop()
            self._live = Live(console=self._console, auto_refresh=False, transient=False)
        elif self._plan is not None:
            self._console.print(self.steps())
        self._plan, self._results = None, {}

    def _show_code(self, step: Step) -> None:
        """Code that a model wrote, before it runs; a program was shown when it began."""
        code = step.arguments.get(_CODE)
        if isinstance(code, str) and step.tool != PROGRAM:
            self._console.print(Panel(Text(printable(code)), title=f"Code of step {step.id}", title_align="left"))

    def show_plan(self, outcome: Planned) -> None:
        """Draw a question with its plan, or with what prevents one."""
        if outcome.query is not None:
            self.show(outcome.query)
        self._plan, self._results = outcome.plan, {}
        if outcome.plan is not None:
            self._console.print(self.steps())
        lines = [f"no tool here computes: {missing}" for missing in outcome.unmet] if outcome.plan else []
        lines += [f"not understood: {words}" for words in outcome.unread]
        for line in lines:
            self._console.print(Text(printable(line), style="yellow"))

    def confirm(self, findings: Sequence[Finding]) -> bool:
        """Ask the user about the safety findings of a call; the default is no."""
        from rich.prompt import Confirm

        if self._live.is_started:
            self._live.stop()
        text = "\n".join(f"{finding.subject}: {finding.reason}" for finding in findings)
        self._console.print(Panel(Text(text), title="Safety", border_style="red"))
        agreed = Confirm.ask("Continue with this call?", console=self._console, default=False)
        self._live = Live(console=self._console, auto_refresh=False, transient=False)
        if self._plan is not None:
            self._live.start()
        return agreed

    def ask_back(self, question: Question) -> str | None:
        """Ask the user what a model has to know; None where the user leaves it open."""
        self._end_plan()
        return ask_back(self._console, question)

    def reply(self, question: Question) -> str | None:
        """Ask for the reply to a question back that the answer showed; None where the user leaves it open."""
        return reply_to(self._console, question)

    def _explanation(self, query: Query) -> RenderableType:
        from scitoolagent.cli.explain import explanation
        from scitoolagent.toolkg.store import load_graph

        read = explanation(load_graph(), query, self._console)
        return Panel(read, title="Reading", title_align="left", border_style="blue")

    def _refresh(self) -> None:
        if self._live.is_started:
            self._live.update(self.steps(), refresh=True)

    def steps(self) -> RenderableType:
        """The plan as a table, with the results so far."""
        steps = self._plan.steps if self._plan else ()
        is_of_program = any(step.tool == PROGRAM for step in steps)
        title = "Steps of the program" if is_of_program else "Steps"
        table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
        shown = steps if len(steps) <= _MOST_STEPS else (*steps[: _MOST_STEPS - 1], *steps[-1:])
        results = [self._results.get(step.id) for step in shown]
        texts, times = [_result(result) for result in results], [_time(result) for result in results]
        # A time is never broken from its unit; a narrow terminal has no room for it.
        has_times = self._console.width >= _WIDE and any(times)
        tools = [label_of(result.tool if result else step.tool) for step, result in zip(shown, results, strict=True)]
        given = [_sources(self._query, step) for step in shown]
        width = _result_width(self._console.width, [text.plain for text in texts], tools, given)
        for name, style in (("", ""), ("step", "dim"), ("tool", "cyan"), ("from", ""), ("result", "")):
            table.add_column(name, style=style, overflow="fold", width=width if name == "result" else None)
        if has_times:
            table.add_column("", style="dim", justify="right", width=max(map(cell_len, times)))
        for step, result, tool, source, text, time in zip(shown, results, tools, given, texts, times, strict=True):
            mark = _MARK[result.status] if result else "[dim]…[/]"
            cells = (escape(printable(tool)), escape(source), text)
            table.add_row(mark, str(step.id), *cells, *([time] if has_times else []))
        if len(steps) > _MOST_STEPS:
            table.caption = f"{len(steps) - _MOST_STEPS:,} more steps are not shown; `show --json` has all"
        return table


def _question(query: Query) -> RenderableType:
    asked = query.original.text if query.original else query.text
    lines: list[RenderableType] = [Text(printable(_cut(asked, 600)))]
    if query.original:
        lines.append(Text(f"in English words: {printable(_cut(query.text, 600))}", style="dim"))
    if query.entities or query.quantities:
        table = Table.grid(padding=(0, 2))
        for entity in mentions_of(query):
            earlier = "  (from an earlier question)" if entity.start > len(query.text) else ""
            value = printable(_cut(str(entity.value), 2 * _LONG)) + earlier
            table.add_row(Text(words_of_type(entity.type), style="dim"), Text(value))
        for quantity in query.quantities:
            unread = f"{quantity.text} ({quantity.problem})" if quantity.problem else quantity.text
            table.add_row(Text("quantity", style="dim"), Text(unread))
        lines.append(table)
    return Panel(Group(*lines), title="Question", title_align="left", border_style="blue")


def _source(query: Query | None, value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(_source(query, item) for item in value) + "]"
    reference = Reference.parse(value)
    if reference is None:
        return str(value)
    if reference.step is not None:
        return f"step {reference.step}"
    return _cut(query.text_of(reference.name), 30) if query is not None else str(value)


def _sources(query: Query | None, step: Step) -> str:
    sources = ", ".join(_source(query, value) for value in shown_arguments(step).values())
    return printable(_cut(" ".join(sources.split()), _LONGEST_SOURCES))


def _result_width(whole: int, texts: Sequence[str], tools: Sequence[str], sources: Sequence[str]) -> int:
    """The width of the results: short ones are not broken over lines, long ones get what the rest leaves."""
    longest = [max(map(cell_len, cells), default=0) for cells in (texts, tools, sources)]
    short = max((width for text in texts if (width := unbroken_width([text]))), default=0)
    left = whole - _BESIDE - longest[1] - min(longest[2], _LONG)
    return min(max(longest[0], len("result")), max(short, left, len("result")))


def _result(result: StepResult | None) -> Text:
    if result is None:
        return Text()
    if result.error is not None:
        return Text(f"{result.error.error}: {printable(_cut(result.error.message, 300))}", style="red")
    # A note that has nothing to say is empty.
    shown = "; ".join(_cut(show_output(value), 90) for value in result.outputs.values() if value.value != "")
    return Text(printable(shown))


def _time(result: StepResult | None) -> str:
    """How long a step took; empty where it has not ended well."""
    if result is None or result.error is not None:
        return ""
    return "cached" if result.cached else f"{result.seconds * 1000:.0f} ms"


def table_of(title: str, columns: Iterable[str], rows: Iterable[Iterable[str]]) -> Table:
    """A table of plain texts, with markup and signs that would steer a terminal escaped."""
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD)
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*(escape(printable(cell)) for cell in row))
    return table


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[:length]}… ({len(text)} characters)"
