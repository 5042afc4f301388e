"""Records as HTML, Markdown and text: the conclusion first, then the values, then the sources, folded.

Every text in it is escaped, and a picture is an image, which runs nothing; what is long is cut, and says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Any

from scitoolagent.errors import TableError
from scitoolagent.language.signs import printable
from scitoolagent.notebook.drawings import drawing_of
from scitoolagent.records import Answer, AnswerValue, Plan, StepResult
from scitoolagent.solver.steps import label_of, shown_arguments
from scitoolagent.summarizer import finding_lines, show_answer, show_output
from scitoolagent.tables import Table
from scitoolagent.tables.view import as_html, summary, table_of_answer

_MOST_VALUES, _MOST_STEPS, _MOST_DRAWN, _MOST_TABLES = 30, 40, 6, 3
_LONGEST = 400
_ROWS = 10
# What begins or ends something in Markdown; `<` and `&` are escaped as in HTML.
_MARKS = re.compile(r"([\\`*_{}\[\]()#+\-.!|~$>:])")


def html_of(record: object) -> str | None:
    """The record as HTML; None where it has no form of its own."""
    if isinstance(record, Answer):
        return "".join(_answer_html(record))
    if isinstance(record, Table):
        return as_html(record)
    if isinstance(record, AnswerValue):
        return f"<p>{_drawn([record])}{_text(record.label)}: <b>{_text(show_answer(record))}</b></p>"
    if isinstance(record, Plan):
        return _html_table(("step", "tool", "from"), _plan_rows(record)) + _html_more(len(record.steps), _MOST_STEPS)
    if isinstance(record, StepResult):
        pictures = "".join(drawing_of(value.type, value.value) for value in record.outputs.values())
        return f"<p>{pictures}{_text(text_of(record) or '')}</p>"
    return None


def markdown_of(record: object) -> str | None:
    """The record as Markdown, without pictures; None where it has no form of its own."""
    if isinstance(record, Answer):
        return "\n\n".join(_answer_markdown(record))
    if isinstance(record, Table):
        head = record.head(_ROWS)
        rows = [[_cell(head.values[name][place]) for name in record.names] for place in range(len(head))]
        return f"{_markdown_table(record.names, rows)}\n\n{_marked(summary(record))}"
    if isinstance(record, Plan):
        return _markdown_table(("step", "tool", "from"), _plan_rows(record))
    text = text_of(record)
    return None if text is None else _marked(text)


def text_of(record: object) -> str | None:
    """The record as plain text; None where it has no form of its own."""
    if isinstance(record, Answer):
        return printable(f"{record.status}: {record.text}")
    if isinstance(record, Table):
        return printable(summary(record))
    if isinstance(record, AnswerValue):
        return printable(f"{record.label}: {show_answer(record)}")
    if isinstance(record, Plan):
        return "\n".join(printable(f"{number}. {tool}({given})") for number, tool, given in _plan_rows(record))
    if isinstance(record, StepResult):
        if record.error is not None:
            return printable(f"{label_of(record.tool)}: {record.error.error}: {record.error.message}"[:_LONGEST])
        found = "; ".join(show_output(value) for value in record.outputs.values())
        return printable(f"{label_of(record.tool)}: {found}"[:_LONGEST])
    return None


def _answer_html(answer: Answer) -> Iterator[str]:
    for line in answer.readings:
        yield f"<p><i>as read by a model: {_text(line)}</i></p>"
    yield f"<p><b>{_text(_conclusion(answer))}</b></p>"
    if answer.question is not None:
        yield f"<ol>{''.join(f'<li>{_text(choice.label)}</li>' for choice in answer.question.choices)}</ol>"
    yield from (f"<p>{_text(line)}</p>" for line in _doubts(answer))
    if answer.values and not answer.tables:
        yield _drawn(answer.values)
        yield _html_table(_HEADS, _value_rows(answer.values)) + _html_more(len(answer.values), _MOST_VALUES)
    for number in range(min(len(answer.tables), _MOST_TABLES)):
        try:
            yield as_html(table_of_answer(answer, number))
        except TableError as error:
            yield f"<p>{_text(str(error))}</p>"
    about = [f"<p>design: {_text(answer.design)}</p>"] if answer.design else []
    about += [f"<li>{_text(line)}</li>" for line in (*_sources(answer.values), *answer.notes)]
    about += [f"<li>run {_text(answer.run)}</li>"] if answer.run else []
    if about:
        yield f"<details><summary>Sources and notes</summary><ul>{''.join(about)}</ul></details>"


def _answer_markdown(answer: Answer) -> Iterator[str]:
    yield from (f"as read by a model: {_marked(line)}" for line in answer.readings)
    yield f"**{_marked(_conclusion(answer))}**"
    if answer.question is not None:
        yield "\n".join(f"{place}. {_marked(one.label)}" for place, one in enumerate(answer.question.choices, start=1))
    yield from (_marked(line) for line in _doubts(answer))
    if answer.values:
        yield _markdown_table(_HEADS, _value_rows(answer.values))
    if lines := [*_sources(answer.values), *answer.notes]:
        yield "Sources and notes:\n\n" + "\n".join(f"- {_marked(line)}" for line in lines)


_HEADS = ("subject", "property", "value", "step")


def _conclusion(answer: Answer) -> str:
    """What was found; where that is not all, the status goes first."""
    said = answer.question.text if answer.question is not None else answer.conclusion
    if not said:
        values = [f"{value.label}: {show_answer(value)}" for value in answer.values[:2]]
        said = "; ".join(values) if len(values) == len(answer.values) == 1 else ""
    said = said or (answer.text if not answer.values else f"{len(answer.values)} values")
    return said if answer.status == "complete" else f"{answer.status}: {said}"


def _doubts(answer: Answer) -> Iterator[str]:
    """What must not be folded away: what is missing, assumed or dangerous."""
    yield from (f"assumed by the model: {line}" for line in answer.assumed)
    yield from (f"not answered: {line}" for line in answer.unmet if line != answer.text)
    yield from (f"not read: {line}" for line in answer.unread)
    yield from finding_lines(answer.findings, answer.unmet)
    if answer.saved:
        yield f"saved: {answer.saved}"


def _value_rows(values: Sequence[AnswerValue]) -> list[tuple[str, str, str, str]]:
    return [(one.subject, one.label, show_answer(one), str(one.step)) for one in values[:_MOST_VALUES]]


def _plan_rows(plan: Plan) -> list[tuple[str, str, str]]:
    return [
        (
            str(step.id),
            label_of(step.tool),
            ", ".join(f"{name}={given}" for name, given in shown_arguments(step).items()),
        )
        for step in plan.steps[:_MOST_STEPS]
    ]


def _sources(values: Iterable[AnswerValue]) -> Iterator[str]:
    """How the values were made, each way once."""
    ways: dict[tuple[str, str], list[int]] = {}
    for value in values:
        ways.setdefault((label_of(value.tool), value.source), []).append(value.step)
    for (tool, source), steps in ways.items():
        yield f"step {', '.join(map(str, dict.fromkeys(steps)))}, {tool}: {source}"


def _drawn(values: Iterable[AnswerValue]) -> str:
    """The molecules, structures and pictures among values, each once."""
    distinct = dict.fromkeys((one.type, one.value) for one in values if isinstance(one.value, str))
    pictures = (drawing_of(kind, value) for kind, value in distinct)
    return "".join([picture for picture in pictures if picture][:_MOST_DRAWN])


def _html_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{_text(one)}</th>" for one in heads)
    body = "".join(f"<tr>{''.join(f'<td>{_text(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _html_more(count: int, shown: int) -> str:
    return f"<p>… and {count - shown:,} more</p>" if count > shown else ""


def _markdown_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    # The line of dashes stands for itself.
    return "\n".join(
        f"| {' | '.join(cell if place == 1 else _marked(cell) for cell in line)} |" for place, line in enumerate(lines)
    )


def _cell(value: Any) -> str:
    return "" if value is None else f"{value:.6g}" if isinstance(value, float) else str(value)


def _text(text: str) -> str:
    return escape(printable(_cut(text)))


def _marked(text: str) -> str:
    plain = " ".join(printable(_cut(text)).split())
    return _MARKS.sub(r"\\\1", escape(plain, quote=False))


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}… ({len(text):,} characters)"
