"""Ask questions that compose and judge the answers: `python -m scitoolagent.benchmarks.composition.grid`.

Properties of derived things (derivations × properties × wordings) and operations on several things (order, choice,
difference, mean, sum, filter, count). The truth is computed by calling the tools in Python, one on the result of the
other. A question is `right`, `refused`, `partial` (an answer that says it is not whole), or `wrong`: complete, and not
the answer, or a value of another thing under the name of what was asked. Ends with 1 when an answer is wrong.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scitoolagent.benchmarks.answering import Answerer, Outcome, make_answerer
from scitoolagent.benchmarks.composition.cells import Cell, Stock
from scitoolagent.benchmarks.composition.derived import derived_questions
from scitoolagent.benchmarks.composition.operations import operation_questions
from scitoolagent.benchmarks.freeask.given import Given, agrees
from scitoolagent.benchmarks.freeask.score import judge
from scitoolagent.benchmarks.metrics import grouped, share_of
from scitoolagent.config import load_config
from scitoolagent.toolkg.graph import ToolGraph
from scitoolagent.toolkg.store import load_graph

VERDICTS = ("right", "partial", "refused", "wrong")
_PROPERTIES = 12


@dataclass(frozen=True, slots=True)
class Judged:
    """A question of the grid with the verdict on its answer, and what was said."""

    part: str
    cell: Cell
    verdict: str
    said: str


def questions(stock: Stock, properties: int) -> Iterator[tuple[str, Cell]]:
    """All questions of the grid, each with its part: `derived` or `operations`."""
    yield from (("derived", cell) for cell in derived_questions(stock, properties))
    yield from (("operations", cell) for cell in operation_questions(stock, properties))


def verdict(graph: ToolGraph, cell: Cell, outcome: Outcome) -> str:
    """The verdict on the answer to a question of the grid."""
    if cell.type:
        outcome = _only(graph, cell.type, outcome)
        if outcome.answer and _strays(cell, outcome):
            return "wrong"
    found = judge(cell.item, outcome)[0]
    if found == "right":
        return found
    if found == "abstained" or outcome.status not in ("complete", "partial"):
        return "wrong" if outcome.status == "complete" else "refused"
    return "wrong" if outcome.status == "complete" else "partial"


def _only(graph: ToolGraph, type_: str, outcome: Outcome) -> Outcome:
    """The outcome with the values of one type only: a number of another kind that happens to be equal is no answer."""
    if outcome.answer is None:
        return outcome
    values = tuple(value for value in outcome.answer.values if graph.is_a(value.type, type_))
    return outcome.model_copy(update={"answer": outcome.answer.model_copy(update={"values": values})})


def _strays(cell: Cell, outcome: Outcome) -> bool:
    """Whether the answer gives a value of the asked type that is not the asked one, such as that of the parent."""
    given = Given(cell.item.text, outcome.answer) if outcome.answer else None
    wanted = cell.item.wanted.numbers[0]
    return given is not None and not all(agrees(number, wanted) for number in given.numbers)


def ask(graph: ToolGraph, answerer: Answerer, cells: Iterable[tuple[str, Cell]]) -> Iterator[Judged]:
    """Put the questions to an agent."""
    for part, cell in cells:
        outcome = answerer.answer(cell.item.text)
        said = outcome.answer.text if outcome.answer else outcome.message
        yield Judged(part, cell, verdict(graph, cell, outcome), " ".join(said.split()))


def summary(judged: list[Judged]) -> dict[str, Any]:
    """The figures of a run, by part and row; holds no question."""
    return {
        "questions": len(judged),
        **{
            part: {
                "questions": len(rows),
                **{name: share_of(row.verdict == name for row in rows).as_json() for name in VERDICTS},
                "by": {name: _counted(cells) for name, cells in grouped(rows, lambda row: row.cell.row).items()},
            }
            for part, rows in grouped(judged, lambda row: row.part).items()
        },
    }


def _counted(rows: Iterable[Judged]) -> dict[str, int]:
    counts = Counter(row.verdict for row in rows)
    return {name: counts[name] for name in VERDICTS}


def table(figures: dict[str, Any]) -> str:
    """The figures as Markdown."""
    lines = ["| part | row | " + " | ".join(VERDICTS) + " |", "|" + "---|" * (len(VERDICTS) + 2)]
    for part in ("derived", "operations"):
        for name, row in figures.get(part, {}).get("by", {}).items():
            lines.append(f"| {part} | {name} | " + " | ".join(str(row[one]) for one in VERDICTS) + " |")
        if part in figures:
            totals = " | ".join(str(figures[part][one]["count"]) for one in VERDICTS)
            lines.append(f"| {part} | all {figures[part]['questions']} | {totals} |")
    return "\n".join(lines)


def main() -> None:
    """Ask the grid; print the table and every question that was answered wrongly."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--properties", type=int, default=_PROPERTIES, help="how many properties of each type")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="ask only each N-th question")
    parser.add_argument("--verdict", choices=VERDICTS, action="append", help="also print the questions judged so")
    parser.add_argument("--results", type=Path, help="keep the figures in this folder, dated")
    given = parser.parse_args()
    graph = load_graph()
    cells = list(questions(Stock(graph), given.properties))[:: given.every]
    with tempfile.TemporaryDirectory() as folder:
        config = load_config().model_copy(update={"cache": False, "data_dir": Path(folder, "data")})
        with make_answerer("symbolic", config, Path(folder)) as answerer:
            judged = list(ask(graph, answerer, cells))
    for row in judged:
        if row.verdict in ("wrong", *(given.verdict or ())):
            print(f"{row.verdict:8} {row.cell.item.text}\n         {row.said[:200]}")
    figures = summary(judged)
    print(f"\n{table(figures)}\n")
    print(json.dumps({part: {name: figures[part][name] for name in VERDICTS} for part in _parts(figures)}))
    if given.results:
        from scitoolagent.benchmarks.evaluate import keep_summary

        print(keep_summary(figures, "composition", given.results))
    sys.exit(any(row.verdict == "wrong" for row in judged))


def _parts(figures: dict[str, Any]) -> list[str]:
    return [name for name in ("derived", "operations") if name in figures]


if __name__ == "__main__":
    main()
