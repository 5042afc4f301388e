"""Code over one table in short turns, for small models, which fail at the form of a long one and not at the code.

They are shown the columns, the question, and recipes that are near to it, and write code alone: no words to quote, no
tool to choose. What the question says by itself, numbers and names of rows, has to stand in the code. One program of a
small model is wrong as often as right; so several are written, each beside other recipes, and two have to agree.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scitoolagent.language.words import phrases_of, word_list
from scitoolagent.llm import Message
from scitoolagent.prompts import read_prompt
from scitoolagent.reading.by_model.code import Code, read_code
from scitoolagent.reading.by_model.quotes import ClaimError
from scitoolagent.reading.phrases import mask
from scitoolagent.reading.tokens import NUMBER, read_tokens
from scitoolagent.records import Column, Query, Schema

LONGEST_REPLY = 400
# How code calls the table.
TABLE = "table1"
_LONGEST_QUESTION = 1500
_MOST_COLUMNS = 30
_MOST_VALUES = 6
# Dates reach the code as text of this form.
_DATE, _A_DATE = "CalendarDate", "2024-05-01"
_SHOWN = 60
_RECIPES_SHOWN = 3
_COUNT = "a whole number"
_FENCED = re.compile(r"```(?:python)?[ \t]*\n(.*?)(?:```|\Z)", re.DOTALL)
# What two programs have to agree on is told by nine digits.
_AGREEING = """\
def told(value):
    value = value.item() if hasattr(value, "item") else value
    return f"{value:.9g}" if isinstance(value, (int, float)) else str(value)


answers = []
for program in (PROGRAMS):
    try:
        answers.append(program(table1.copy()))
    except (Exception, SystemExit) as error:
        print(f"{program.__name__}: {type(error).__name__}: {error}")
given = [told(answer) for answer in answers]
result = next((one for one in answers if given.count(told(one)) == max(map(given.count, given)) > 1), None)
assert result is not None, f"no two programs agree: {given}\""""
_WHICH = rf"(?:{'|'.join(sorted(word_list('questions', 'asking')))})"
# What recipes and models write without importing it.
_IMPORTS = {"pd": "import pandas as pd", "np": "import numpy as np"}


@dataclass(frozen=True, slots=True)
class Recipe:
    """What is asked of a table of some columns, and the code that answers it."""

    question: str
    table: tuple[str, ...]
    code: str


def table_of(query: Query) -> Schema | None:
    """The one table that all of a question is about; None where it is about something else, too."""
    if len(query.tables) != 1 or len(query.text) > _LONGEST_QUESTION:
        return None
    table = query.tables[0]
    others = [entity for entity in query.entities if entity.handle != table.file and entity.file != table.file]
    return None if table.problem or table.settings or others else table


def column_lines(table: Schema) -> tuple[str, ...]:
    """Each column with its kind, and with its values where they are few; text of the file, quoted and cut."""
    return tuple(_column_line(table, column) for column in table.columns[:_MOST_COLUMNS])


def _column_line(table: Schema, column: Column) -> str:
    name = column.name
    if column.is_number:
        return f"{name[:_SHOWN]!r}: number"
    values = table.values.get(name, ())
    if column.type == _DATE and not values:
        return f"{name[:_SHOWN]!r}: text, {_A_DATE!r}, …"
    told = "".join(f", {one[:_SHOWN]!r}" for one in values[:_MOST_VALUES])
    return f"{name[:_SHOWN]!r}: text{told}{', …' if len(values) > _MOST_VALUES else ''}"


def code_messages(query: Query, table: Schema, recipes: Sequence[Recipe]) -> list[Message]:
    """The conversation that asks for a program; each recipe is a turn of it, the nearest one last."""
    messages = [Message("system", read_prompt("code_short"))]
    for recipe in recipes[::-1]:
        messages.append(Message("user", _asked(recipe.table, recipe.question)))
        messages.append(Message("assistant", f"```python\n{recipe.code.strip()}\n```"))
    asked = [_asked(column_lines(table), asked_of(query, table))]
    asked += [f"answer: {told}" for told, _ in _promises(query, table)]
    return [*messages, Message("user", "\n".join(asked))]


def ways(recipes: Sequence[Recipe]) -> Iterator[Sequence[Recipe]]:
    """The recipes that each program is written beside, the nearest first: other ones, so that it is another program."""
    for first in range(max(len(recipes) - _RECIPES_SHOWN, 0) + 1):
        yield recipes[first : first + _RECIPES_SHOWN]


def agreeing(programs: Sequence[str]) -> str:
    """Code that runs each program and gives what most of them give; it fails where no two give the same."""
    blocks = [
        f"def program{number}(table1):\n{textwrap.indent(program, '    ')}\n    return result\n"
        for number, program in enumerate(programs, start=1)
    ]
    names = ", ".join(f"program{number}" for number in range(1, len(programs) + 1))
    return "\n".join([*blocks, _AGREEING.replace("PROGRAMS", names)])


def asked_of(query: Query, table: Schema) -> str:
    """The question with the table under the name that it has in the code."""
    file = query.entity(table.file)
    return f"{query.text[: file.start]}{TABLE}{query.text[file.end :]}"


def _asked(columns: tuple[str, ...], question: str) -> str:
    return "\n".join([f"{TABLE} with the columns", *(f"  {line}" for line in columns), f"question: {question}"])


def program_of(query: Query, table: Schema, reply: str) -> str:
    """The code of a reply, with the imports that it leaves out, and with what its result has to be.

    Raises:
        ClaimError: it leaves out what the question says.
    """
    found = _FENCED.search(reply)
    code = (found[1] if found else reply).strip()
    _check(query, table, read_code(code))
    wanted = [line for name, line in _IMPORTS.items() if re.search(rf"\b{name}\.", code) and line not in code]
    return "\n".join([*wanted, code, *(line for _, line in _promises(query, table))])


def _promises(query: Query, table: Schema) -> Iterator[tuple[str, str]]:
    """What the result has to be, in words and as code: one of the sites for "which site"."""
    for column in table.columns:
        name = re.escape(column.name)
        if not column.is_number and re.search(rf"\b{_WHICH}\s+{name}\b", query.text, re.IGNORECASE):
            told = f"one value of {column.name!r}"
            yield told, f"assert str(result) in set(table1[{column.name!r}].astype(str)), {told!r}"
        elif re.search(rf"\bhow many\s+{name}(?:e?s)?\b", query.text, re.IGNORECASE):
            yield _COUNT, f"assert float(result) == int(result) >= 0, {_COUNT!r}"


def _check(query: Query, table: Schema, code: Code) -> None:
    """Raise a ClaimError where code leaves out what the question says by itself.

    A number, a value of the table, or a statistic that pandas calls by the same name.
    """
    if not code.gives_result:
        raise ClaimError("it wrote no Python that assigns the answer to `result`")
    if TABLE not in code.names or code.many_lines:
        raise ClaimError(f"its result has to be made of {TABLE}, and its texts have to be of one line")
    for said in _unsaid_numbers(query, table, code):
        raise ClaimError(f"the question says {said[:_SHOWN]}, and the code does not")
    values = (value for columns in (table.values, table.cells) for found in columns.values() for value in found)
    # The C of "5 °C" is no station.
    rest = mask(query.text, [(one.start, one.end) for one in query.quantities])
    for value in dict.fromkeys(values):
        if value not in code.texts and re.search(rf"(?<!\w){re.escape(value)}(?!\w)", rest):
            raise ClaimError(f"the question names {value[:_SHOWN]!r}, and the code does not")
    for statistic, written in phrases_of("statistics_in_code").items():
        if re.search(rf"\b{statistic}\b", query.text, re.IGNORECASE) and not any(one in code.lines for one in written):
            raise ClaimError(f"the question asks for the {statistic}, and the code computes none")


def _unsaid_numbers(query: Query, table: Schema, code: Code) -> Iterator[str]:
    """The numbers of a question that stand neither in the code, nor in a header or the name of the file."""
    numbers, file = code.numbers, query.entity(table.file)
    known = (*code.texts, *(column.name for column in table.columns))
    for token in read_tokens(query):
        written = query.text[token.start : token.end]
        is_open = token.kind == NUMBER and not file.start <= token.start < file.end and token.number not in numbers
        if is_open and not any(written in text for text in known):
            yield written
    for quantity in query.quantities:
        if not {quantity.value, quantity.upper} - {None} <= numbers:
            yield quantity.text
