"""Show the records of a run in a terminal; a live run and a trace are shown by the same code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.live import Live
from rich.markup import escape
from rich.panel import Panel
from rich.prompt import Confirm
from rich.table import Table
from rich.text import Text

from scitoolagent.language.signs import printable
from scitoolagent.outcome import Planned
from scitoolagent.records import Answer, AnswerValue, Finding, Plan, Query, Reference, Step, StepResult
from scitoolagent.summarizer import finding_lines, show_answer, show_value
from scitoolagent.tool import unit_sign

_MARK = {"ok": "[green]✓[/]", "failed": "[red]✗[/]", "skipped": "[yellow]–[/]", "blocked": "[bold red]■[/]"}
_LONG = 60
# The input of the tool that runs code.
_CODE = "code"


class RunView:
    """Shows a run as its records arrive: question, plan, steps with their results, answer.

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

    def show(self, record: Query | Plan | StepResult | Answer) -> None:
        """Draw one more record."""
        if isinstance(record, Query):
            self._query = record
            self._console.print(_question(record))
            if self._explain:
                self._console.print(self._explanation(record))
        elif isinstance(record, Plan):
            if self._results:
                self._console.print(self.steps())
                self._console.print(Text("Something is left to answer; this is the next plan.", style="yellow"))
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
            if self._live.is_started:
                self._live.stop()
            elif self._plan is not None:
                self._console.print(self.steps())
            self._console.print(_answer(record))

    def _show_code(self, step: Step) -> None:
        """Code that a model wrote, before it runs."""
        code = step.arguments.get(_CODE)
        if isinstance(code, str):
            self._console.print(Panel(Text(printable(code)), title=f"Code of step {step.id}", title_align="left"))

    def show_plan(self, outcome: Planned) -> None:
        """Draw a question with its plan, or with what stands against one."""
        if outcome.query is not None:
            self.show(outcome.query)
        self._plan, self._results = outcome.plan, {}
        if outcome.plan is not None:
            self._console.print(self.steps())
        lines = [f"no tool here gives: {missing}" for missing in outcome.unmet] if outcome.plan else []
        lines += [f"not read: {words}" for words in outcome.unread]
        for line in lines:
            self._console.print(Text(printable(line), style="yellow"))

    def confirm(self, findings: Sequence[Finding]) -> bool:
        """Ask the user about the safety findings of a call; the default is no."""
        if self._live.is_started:
            self._live.stop()
        text = "\n".join(f"{finding.subject}: {finding.reason}" for finding in findings)
        self._console.print(Panel(Text(text), title="Safety", border_style="red"))
        agreed = Confirm.ask("Go on with this call?", console=self._console, default=False)
        self._live = Live(console=self._console, auto_refresh=False, transient=False)
        self._live.start()
        return agreed

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
        table = Table(title="Plan", title_justify="left", box=box.SIMPLE_HEAD, expand=False)
        for name, style in (("", ""), ("step", "dim"), ("tool", "cyan"), ("from", ""), ("result", "")):
            table.add_column(name, style=style, overflow="fold")
        plan = self._plan
        for step in plan.steps if plan else ():
            result = self._results.get(step.id)
            sources = ", ".join(_source(self._query, value) for value in step.arguments.values())
            tool = result.tool if result else step.tool
            table.add_row(
                _MARK[result.status] if result else "[dim]…[/]",
                str(step.id),
                escape(printable(tool)),
                escape(printable(sources)),
                _result(result),
            )
        return table


def _question(query: Query) -> RenderableType:
    asked = query.original.text if query.original else query.text
    lines: list[RenderableType] = [Text(printable(_cut(asked, 600)))]
    if query.original:
        lines.append(Text(f"in English words: {printable(_cut(query.text, 600))}", style="dim"))
    if query.entities or query.quantities:
        table = Table.grid(padding=(0, 2))
        for entity in query.entities:
            table.add_row(
                Text(f"${entity.handle}", style="magenta"),
                Text(entity.type, style="dim"),
                Text(
                    printable(_cut(str(entity.value), 2 * _LONG))
                    + ("  (from before)" if entity.start > len(query.text) else "")
                ),
            )
        for quantity in query.quantities:
            unread = f"{quantity.text} ({quantity.problem})" if quantity.problem else quantity.text
            table.add_row(Text(f"${quantity.handle}", style="magenta"), Text("quantity", style="dim"), Text(unread))
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


def _result(result: StepResult | None) -> RenderableType:
    if result is None:
        return ""
    if result.error is not None:
        return Text(f"{result.error.error}: {printable(_cut(result.error.message, 300))}", style="red")
    shown = "; ".join(_cut(show_value(value.value, value.unit), 90) for value in result.outputs.values())
    return Text(printable(shown) + (" (cached)" if result.cached else f"  {result.seconds * 1000:.0f} ms"))


def _answer(answer: Answer) -> RenderableType:
    # First, since all that follows stands on it.
    parts: list[RenderableType] = [
        Text(f"as read by a model: {printable(one)}", style="yellow") for one in answer.readings
    ]
    if answer.tables:
        parts += _rows(answer)
    elif answer.values:
        table = Table(box=box.SIMPLE_HEAD)
        many = len({value.subject for value in answer.values}) > 1 or bool(answer.values[0].subject)
        for name in ("of", "value of", "is", "step") if many else ("value of", "is", "step"):
            table.add_column(name, overflow="fold")
        for value in answer.values:
            row: list[RenderableType] = [
                escape(printable(value.label)),
                Text(printable(show_answer(value)), style="bold"),
                str(value.step),
            ]
            table.add_row(*([escape(printable(value.subject)), *row] if many else row))
        parts.append(table)
    if answer.values:
        sources = dict.fromkeys((value.step, value.tool, value.source) for value in answer.values)
        told = "\n".join(printable(f"step {step}, {tool}: {source}") for step, tool, source in sources)
        parts.append(Text(told, style="dim"))
    parts += [Text(f"note: {printable(note)}", style="dim") for note in answer.notes]
    parts += [Text(f"not answered: {printable(reason)}", style="yellow") for reason in answer.unmet]
    parts += [Text(f"not read: {printable(words)}", style="bold yellow") for words in answer.unread]
    if answer.nearest:
        parts.append(Text(f"nearest tools: {', '.join(answer.nearest)}", style="dim"))
    parts += [Text(printable(line), style="red") for line in finding_lines(answer.findings, answer.unmet)]
    style = {"complete": "green", "partial": "yellow"}.get(answer.status, "red")
    return Panel(
        Group(*parts) if parts else Text(printable(answer.text)),
        title=f"Answer ({answer.status})",
        title_align="left",
        subtitle=" · ".join(filter(None, (_drafted(answer), f"run {answer.run}" if answer.run else ""))),
        border_style=style,
    )


def _rows(answer: Answer) -> Iterator[RenderableType]:
    """The rows of an answer, one a line, below what an operation found."""
    for value in answer.values:
        if not value.subject:
            shown = printable(show_value(value.value, value.unit))
            yield Text.assemble(f"{printable(value.label)}: ", (shown, "bold"), f" [step {value.step}]")
    longest = 0
    for rows in _blocks([value for value in answer.values if value.subject]):
        subjects = list(dict.fromkeys(value.subject for value in rows))
        longest = max(longest, len(subjects))
        if len(subjects) == 1:
            for value in rows:
                what = f"{printable(value.label)} of {printable(value.subject)}"
                yield Text.assemble(f"{what}: ", (printable(show_answer(value)), "bold"), f" [step {value.step}]")
        else:
            yield _Block(rows, subjects)
    if longest and (left := max(one.rows for one in answer.tables) - min(longest, _MOST_ROWS)) > 0:
        yield Text(f"… and {left:,} more rows; --out FILE saves all", style="dim")
    if answer.saved:
        yield Text(f"saved: {printable(answer.saved)}")


def _blocks(rows: Sequence[AnswerValue]) -> list[list[AnswerValue]]:
    """The values by what they are of: scores of a model and what it foretold for each row are no one table."""
    blocks: list[tuple[set[str], list[AnswerValue]]] = []
    columns: dict[tuple[str, str | None, int], list[AnswerValue]] = {}
    for value in rows:
        columns.setdefault((value.label, value.unit, value.step), []).append(value)
    for column in columns.values():
        subjects = {value.subject for value in column}
        for held, values in blocks:
            if held & subjects:
                held.update(subjects)
                values.extend(column)
                break
        else:
            blocks.append((subjects, column))
    return [values for _, values in blocks]


@dataclass(frozen=True, slots=True)
class _Block:
    """Values of several things, one thing a line; columns that do not fit the terminal stand below one another."""

    rows: Sequence[AnswerValue]
    subjects: Sequence[str]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        columns = list(dict.fromkeys((value.label, value.unit, value.step) for value in self.rows))
        steps = {step for *_, step in columns}
        cells = {(one.subject, one.label, one.unit, one.step): printable(show_value(one.value)) for one in self.rows}
        shown = [printable(subject) for subject in self.subjects[:_MOST_ROWS]]
        first = ("of" if len(steps) > 1 else f"of [step {min(steps)}]", shown)
        told = []
        for label, unit, step in columns:
            sign = unit_sign(unit)
            head = f"{printable(label)}{f', {sign}' if sign else ''}{f' [step {step}]' if len(steps) > 1 else ''}"
            told.append((head, [cells.get((one, label, unit, step), "") for one in self.subjects[:_MOST_ROWS]]))
        left = options.max_width - _width(*first)
        while told:
            fitting = 1
            while fitting < len(told) and sum(_width(*one) for one in told[: fitting + 1]) <= left:
                fitting += 1
            yield _grid([first, *told[:fitting]])
            told = told[fitting:]


def _width(head: str, cells: Sequence[str]) -> int:
    """The cells of a terminal that a column takes whose head may be broken between words."""
    return _PADDED + max(cell_len(text) for text in (*head.split(), *cells, ""))


def _grid(columns: Sequence[tuple[str, Sequence[str]]]) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    for head, _ in columns:
        table.add_column(escape(head), overflow="fold")
    for row in zip(*(cells for _, cells in columns), strict=True):
        table.add_row(*map(Text, row))
    return table


_PADDED = 3
_MOST_ROWS = 20


def _drafted(answer: Answer) -> str:
    """What drafted the plan, and the cost of a model."""
    who = "by rules" if answer.drafter == "symbolic" else f"by {escape(printable(answer.drafter))}"
    if not answer.usage:
        return f"planned {who}, no model" if answer.drafter == "symbolic" else f"planned {who}"
    tokens = sum(usage.prompt_tokens + usage.completion_tokens for usage in answer.usage)
    dollars = sum(usage.dollars or 0 for usage in answer.usage)
    cost = f", ${dollars:.4f}" if dollars else ""
    return f"planned {who}, {tokens:,} tokens{cost}"


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
