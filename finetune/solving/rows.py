"""Conversations about the rows of files: closed requests on random tables, printed as programs that query them.

The plan of a request is compiled and run by the tools without its words; a program is kept where it gives the same. In
some the program has a fault first, a column is not there, or two columns fit and a person is asked.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scitoolagent.errors import SciToolAgentError
from scitoolagent.finetune.entities import Split
from scitoolagent.finetune.layout import Unprintable
from scitoolagent.finetune.leakage import Leakage
from scitoolagent.finetune.programs import Wanted
from scitoolagent.finetune.recording import Conversation, Recorder, Script
from scitoolagent.finetune.solving.gold import gold_of
from scitoolagent.finetune.solving.queries import PrintedQuery, QueryPrinter
from scitoolagent.finetune.solving.requests import draw_request
from scitoolagent.finetune.solving.tables import RandomTable, draw_table
from scitoolagent.finetune.solving.wordings import put_request
from scitoolagent.records import Query
from scitoolagent.request.canonical import sentence
from scitoolagent.request.rows import Count, Fold, Group, Rank, RowExpression

# What becomes of a question: a program, one with a fault first, a column that is missing, two that fit.
_KINDS = {"program": 0.68, "mended": 0.18, "missing": 0.07, "asked": 0.07}
_LATER_SHARE = 0.2
_NAMED = re.compile(r"\W+")


@dataclass(frozen=True, slots=True)
class RowTalk:
    """A conversation about rows, with its question and the family of its wording; or why there is none."""

    id: str
    question: str
    family: str
    made: Conversation | str


class RowTalks:
    """Makes conversations about rows, each determined by the seed and its number.

    Args:
        recorder: runs the agent in the workspace.
        workspace: the folder to which the files are written.
        leakage: what evaluation files hold.
        seed: the random seed of all.
    """

    def __init__(self, recorder: Recorder, workspace: Path, leakage: Leakage, seed: int) -> None:
        self._recorder, self._workspace, self._leakage, self._seed = recorder, workspace, leakage, seed

    def make(self, split: Split, number: int) -> RowTalk:
        """The conversation of a number."""
        rng = random.Random(f"{self._seed}/{split}/rows/{number}")
        name = f"{split}-{self._seed}-rows-{number}"
        table = draw_table(split, number, rng)
        kind = rng.choices(list(_KINDS), list(_KINDS.values()))[0]
        draft = draw_request(table, "csvfile1", rng)
        question, family = put_request(draft, table, split, rng)
        if why := self._leakage.why(question):
            return RowTalk(name, question, family, f"leak ({why})")
        if any(self._leakage.has_entity(one) for one in (table.file, *table.key.cells)):
            return RowTalk(name, question, family, "leak (entity)")
        try:
            made = self._made(kind, table, draft, question, rng)
        except Unprintable as error:
            made = f"not printed: {error}"
        except SciToolAgentError as error:
            made = f"no gold: {type(error).__name__}"
        if isinstance(made, str):
            (self._workspace / table.file).unlink(missing_ok=True)
        return RowTalk(name, question, family, made)

    def _made(
        self, kind: str, table: RandomTable, request: RowExpression, question: str, rng: random.Random
    ) -> Conversation | str:
        column = _asked_column(request)
        if kind == "missing" and column:
            return self._missing(table, column, question)
        if kind == "asked" and column:
            return self._asked(table, request, column, question, rng)
        table.write(self._workspace)
        query = self._recorder.agent.recognise(question)
        printed, wanted = self._printed(query, table, request)
        answer = _answer(printed, table, request)
        broken = _broken(printed, table, rng) if kind == "mended" else ""
        turns: list[tuple[str, dict[str, Any]]] = [("program", {"code": broken, "answer": answer})] if broken else []
        form = ["rows", *(["mended"] if broken else [])]
        if rng.random() < _LATER_SHARE:
            turns += [("program", {"code": printed.code}), ("answer", answer)]
            form.append("summary")
        else:
            turns.append(("program", {"code": printed.code, "answer": answer}))
        phrases = [one.replace("_", " ") for one in printed.tools]
        script = Script(turns, printed.tools, phrases, int(bool(broken)), wanted, int(bool(broken)), form=form)
        return self._recorder.record(query, script)

    def _printed(
        self, query: Query, table: RandomTable, request: RowExpression
    ) -> tuple[PrintedQuery, Sequence[Wanted]]:
        """The program of a request, and what it must give by the executed plan."""
        units = {column.name: column.unit for one in query.tables for column in one.columns if column.unit}
        variable = _NAMED.sub("_", Path(table.file).stem.casefold())
        if not query.tables:
            raise Unprintable("the file is not read")
        name = sentence(request, lambda handle: table.file)
        name += "," if ", " in name else ""
        printed = QueryPrinter(variable, units).printed(request, name)
        return printed, gold_of(self._recorder.agent, query, request, printed.keys)

    def _missing(self, table: RandomTable, column: str, question: str) -> Conversation | str:
        """The conversation about a table that lacks the column: nothing else may stand for it."""
        lacking = table.without(column)
        lacking.write(self._workspace)
        query = self._recorder.agent.recognise(question)
        said = table.column(column).said
        names = ", ".join(one.header for one in lacking.columns)
        text = f"{table.file} has no column for the {said}; its columns are {names}."
        turns: list[tuple[str, dict[str, Any]]]
        turns = [("answer", {"text": text, "problem": {"kind": "missing", "text": text}})]
        return self._recorder.record(query, Script(turns, ends="refusal", form=("rows", "refusal")))

    def _asked(
        self, table: RandomTable, request: RowExpression, column: str, question: str, rng: random.Random
    ) -> Conversation | str:
        """The conversation about a table with two columns that fit: a question back, and the program for the reply."""
        said = table.column(column).said
        names = rng.choice(
            ((f"{said} A", f"{said} B"), (f"first {said}", f"second {said}"), (f"{said} 1", f"{said} 2"))
        )
        two = table.with_two_of(column, names[0], names[1], rng)
        two.write(self._workspace)
        query = self._recorder.agent.recognise(question)
        asked: dict[str, Any] = {
            "question": f"{table.file} has two columns for the {said}. Which one is meant?",
            "choices": [{"label": name, "gives": f"the values of the column {name}"} for name in names],
        }
        if rng.random() < 0.4:
            return self._recorder.record(query, Script([("ask", asked)], ends="question", form=("rows", "question")))
        chosen = rng.choice(names)
        meant = request.model_copy(update={"column": chosen})
        printed, wanted = self._printed(query, two, meant)
        turns = [("ask", asked), ("program", {"code": printed.code, "answer": _answer(printed, two, meant)})]
        script = Script(turns, wanted=wanted, replies=(chosen,), form=("rows", "question"))
        return self._recorder.record(query, script)


def _asked_column(request: RowExpression) -> str:
    """The column that a figure is asked of, where that is one of numbers and conditions name others."""
    if isinstance(request, Fold | Rank) or (isinstance(request, Group) and request.column):
        return request.column
    return ""


def _answer(printed: PrintedQuery, table: RandomTable, request: RowExpression) -> dict[str, Any]:
    """The answer that goes with a program; it says what was counted, and what the facts of the table say is missing."""
    column = getattr(request, "column", "")
    lacking = table.column(column).missing if column and column in (one.header for one in table.columns) else 0
    design = "each row counts once"
    if lacking and not isinstance(request, Count):
        design += f"; rows without a value in {column} are left out"
    return {"text": printed.text, "design": design}


def _broken(printed: PrintedQuery, table: RandomTable, rng: random.Random) -> str:
    """The program with one fault: a misspelt column, a table by another name, a function that is none; or empty."""
    variable = _NAMED.sub("_", Path(table.file).stem.casefold())
    headers = [one.header for one in table.columns if re.search(rf"\b{re.escape(one.header)}\b", printed.code)]
    ways = [re.sub(rf"\b{variable}\b", "data", printed.code), re.sub(r"\bsql\(", "query(", printed.code)]
    if headers:
        header = rng.choice(headers)
        others = (f"{header}s", header[:-1], f"{header}_value")
        ways += [re.sub(rf"\b{re.escape(header)}\b", other, printed.code) for other in others]
    ways = [code for code in ways if code != printed.code]
    return rng.choice(ways) if ways else ""
