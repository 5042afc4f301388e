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
from scitoolagent.summarizer import (
    Grid,
    finding_lines,
    grids,
    holds_all,
    how_planned,
    is_picture,
    show_answer,
    show_value,
    ways,
)
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
        subtitle=" · ".join(
            filter(None, (escape(printable(how_planned(answer))), f"run {answer.run}" if answer.run else ""))
        ),
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
    for grid in grids(rows):
        if grid.is_sparse or len(grid.columns) > _MOST_COLUMNS:
            yield from _values([value for column in grid.columns for value in column.cells.values()])
            continue
        subjects = grid.subjects[:_MOST_ROWS]
        steps = [_numbers(column.cells[one].step for column in grid.columns if one in column.cells) for one in subjects]
        yield _grid([*_columns(grid, subjects), ("step", steps)])
        if len(grid.subjects) > len(subjects):
            yield Text(f"… and {len(grid.subjects) - len(subjects):,} more; --json gives all", style="dim")


def _sources(values: Sequence[AnswerValue]) -> Iterator[str]:
    """How the values were made, each way once."""
    for way in ways(values):
        several = "steps" if len(way.steps) > 1 else "step"
        yield printable(f"{several} {_numbers(way.steps)}, {label_of(way.tool)}: {way.source}")


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
    for grid in grids([value for value in answer.values if value.subject]):
        longest = max(longest, len(grid.subjects))
        if len(grid.subjects) == 1:
            for value in (one for column in grid.columns for one in column.cells.values()):
                what = f"{printable(value.label)} of {printable(value.subject)}"
                yield Text.assemble(f"{what}: ", (printable(show_answer(value)), "bold"), f" [step {value.step}]")
        else:
            yield _Block(grid)
    if longest and (left := max(one.rows for one in answer.tables) - min(longest, _MOST_ROWS)) > 0:
        yield Text(f"… and {left:,} more rows; --out FILE saves all", style="dim")
    if answer.saved:
        yield Text(f"saved: {printable(answer.saved)}")


def _columns(grid: Grid, subjects: Sequence[str], names_steps: bool = False) -> Iterator[tuple[str, list[str]]]:
    """The head and the cells of each column, that of the subjects first."""
    yield "subject", [printable(subject) for subject in subjects]
    for column in grid.columns:
        sign = unit_sign(column.unit)
        steps = f" [step {_numbers(column.steps)}]" if names_steps else ""
        shown = {subject: printable(show_value(one.value)) for subject, one in column.cells.items()}
        head = f"{printable(column.label)}{f', {sign}' if sign else ''}{steps}"
        yield head, [shown.get(subject, "") for subject in subjects]


@dataclass(frozen=True, slots=True)
class _Block:
    """Values of several things, one thing a line; columns that do not fit the terminal stand below one another."""

    grid: Grid

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        steps = self.grid.steps
        (subject, shown), *told = _columns(self.grid, self.grid.subjects[:_MOST_ROWS], len(steps) > 1)
        first = (subject if len(steps) > 1 else f"{subject} [step {steps[0]}]", shown)
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
