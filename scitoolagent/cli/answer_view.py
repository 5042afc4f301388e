"""Show an answer in a terminal: what was found, the values, how they were made, and what is to know about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from scitoolagent.cli.program_view import question_back
from scitoolagent.language.signs import printable
from scitoolagent.pictures import FORMS
from scitoolagent.records import Answer, AnswerValue
from scitoolagent.solver.steps import label_of
from scitoolagent.summarizer import finding_lines, holds_all, is_picture, show_answer, show_value
from scitoolagent.tool import unit_sign

_PADDED = 3
# An InChIKey has 27 letters, and a part of one is none.
_UNBROKEN = 30
_MOST_ROWS, _MOST_VALUES, _MOST_COLUMNS, _MOST_NUMBERS = 20, 200, 8, 8


def answer_panel(answer: Answer) -> RenderableType:
    """The conclusion first, then the values, how they were made, and what is to know about them."""
    # First, since all that follows stands on it.
    parts: list[RenderableType] = [
        Text(f"as a model understood it: {printable(one)}", style="yellow") for one in answer.readings
    ]
    if answer.conclusion and answer.values:
        parts.append(Text(printable(answer.conclusion), style="bold"))
    if holds_all(answer.conclusion, answer.values):
        pass
    elif answer.tables:
        parts += _rows(answer)
    elif answer.conclusion and len({value.subject for value in answer.values}) > 1:
        parts += _by_subject(answer.values)
    elif answer.values:
        parts += _values(answer.values, answer.saved)
    if answer.values:
        parts.append(Text("\n".join(_sources(answer.values)), style="dim"))
    if answer.saved and not answer.tables:
        parts.append(Text(f"saved: {printable(answer.saved)}"))
    if answer.design:
        parts.append(Text.assemble(("design: ", "bold"), printable(answer.design)))
    parts += [Text(f"assumed by the model: {printable(one)}", style="yellow") for one in answer.assumed]
    parts += [Text(f"not answered: {printable(reason)}", style="yellow") for reason in answer.unmet]
    parts += [Text(f"not understood: {printable(words)}", style="bold yellow") for words in answer.unread]
    parts += [Text(f"note: {printable(note)}", style="dim") for note in answer.notes]
    if answer.nearest:
        parts.append(Text(f"closest tools: {', '.join(answer.nearest)}", style="dim"))
    parts += [Text(printable(line), style="red") for line in finding_lines(answer.findings, answer.unmet)]
    if answer.question is not None:
        parts = [question_back(answer.question)]
    style = {"complete": "green", "partial": "yellow"}.get(answer.status, "red")
    return Panel(
        Group(*parts) if parts else Text(printable(answer.text)),
        title="Question back" if answer.question is not None else f"Answer ({answer.status})",
        title_align="left",
        subtitle=" · ".join(filter(None, (_drafted(answer), f"run {answer.run}" if answer.run else ""))),
        border_style=style,
    )


def _values(values: Sequence[AnswerValue], saved: str = "") -> Iterator[RenderableType]:
    """The values of an answer, one a line; of a picture that was saved the name of its file."""
    picture = saved if saved.casefold().endswith(FORMS) else ""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    many = len({value.subject for value in values}) > 1 or bool(values[0].subject)
    shown = [
        printable(picture if picture and is_picture(value.value) else show_answer(value))
        for value in values[:_MOST_VALUES]
    ]
    for name in ("subject", "property", "value", "step") if many else ("property", "value", "step"):
        table.add_column(name, overflow="fold", width=unbroken_width(["value", *shown]) if name == "value" else None)
    for value, text in zip(values, shown, strict=False):
        row: list[RenderableType] = [escape(printable(value.label)), Text(text, style="bold"), str(value.step)]
        table.add_row(*([escape(printable(value.subject)), *row] if many else row))
    yield table
    if len(values) > _MOST_VALUES:
        yield Text(f"… and {len(values) - _MOST_VALUES:,} more values; --json gives all", style="dim")


def _by_subject(values: Sequence[AnswerValue]) -> Iterator[RenderableType]:
    """What a program gave of several things: one a line with the steps behind it; what is of none comes first."""
    alone, rows = [one for one in values if not one.subject], [one for one in values if one.subject]
    if alone:
        yield from _values(alone)
    columns = list(dict.fromkeys((one.label, one.unit) for one in rows))
    subjects = list(dict.fromkeys(one.subject for one in rows))
    if len(columns) * len(subjects) > 2 * len(rows) or len(columns) > _MOST_COLUMNS:
        yield from _values(rows)
        return
    shown = subjects[:_MOST_ROWS]
    table = [("subject", [printable(subject) for subject in shown])]
    for label, unit in columns:
        cells = {
            one.subject: printable(show_value(one.value)) for one in rows if (one.label, one.unit) == (label, unit)
        }
        sign = unit_sign(unit)
        table.append((printable(label) + (f", {sign}" if sign else ""), [cells.get(subject, "") for subject in shown]))
    steps = [_numbers(one.step for one in rows if one.subject == subject) for subject in shown]
    yield _grid([*table, ("step", steps)])
    if len(subjects) > len(shown):
        yield Text(f"… and {len(subjects) - len(shown):,} more; --json gives all", style="dim")


def _sources(values: Sequence[AnswerValue]) -> Iterator[str]:
    """How the values were made, each way once."""
    ways: dict[tuple[str, str], list[int]] = {}
    for value in values:
        ways.setdefault((label_of(value.tool), value.source), []).append(value.step)
    for (tool, source), steps in ways.items():
        several = "steps" if len(set(steps)) > 1 else "step"
        yield printable(f"{several} {_numbers(steps)}, {tool}: {source}")


def _numbers(steps: Iterable[int]) -> str:
    """The numbers of steps, each once."""
    numbers = list(dict.fromkeys(steps))
    return ", ".join(map(str, numbers[:_MOST_NUMBERS])) + (", …" if len(numbers) > _MOST_NUMBERS else "")


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
    """Group the values by their subjects: scores of a model and its predictions for the rows are different tables."""
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
        first = ("subject" if len(steps) > 1 else f"subject [step {min(steps)}]", shown)
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


def unbroken_width(cells: Iterable[str]) -> int | None:
    """The width of a column whose cells are not to be broken over lines; None where one is too long for that."""
    longest = max((cell_len(cell) for cell in cells), default=0)
    return longest if longest <= _UNBROKEN else None


def _grid(columns: Sequence[tuple[str, Sequence[str]]]) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    for head, cells in columns:
        longest = max(map(cell_len, head.split()), default=0)
        width = unbroken_width(cells)
        table.add_column(escape(head), overflow="fold", min_width=None if width is None else max(width, longest))
    for row in zip(*(cells for _, cells in columns), strict=True):
        table.add_row(*map(Text, row))
    return table


def _drafted(answer: Answer) -> str:
    """What drafted the plan, and the cost of a model."""
    who = "by rules" if answer.drafter == "symbolic" else f"by {escape(printable(answer.drafter))}"
    if not answer.usage:
        return f"planned {who}, no model" if answer.drafter == "symbolic" else f"planned {who}"
    tokens = sum(usage.prompt_tokens + usage.completion_tokens for usage in answer.usage)
    dollars = sum(usage.dollars or 0 for usage in answer.usage)
    cost = f", ${dollars:.4f}" if dollars else ""
    return f"planned {who}, {tokens:,} tokens{cost}"
