"""The grid of questions that compose: its truth, and what counts as an answer."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest

from scitoolagent.benchmarks.answering import Outcome
from scitoolagent.benchmarks.composition.cells import Cell, Stock, wording
from scitoolagent.benchmarks.composition.grid import ask, questions, summary, table, verdict
from scitoolagent.records import Answer, AnswerValue
from scitoolagent.toolkg.store import load_graph


@lru_cache(maxsize=1)
def cells() -> tuple[tuple[str, Cell], ...]:
    return tuple(questions(Stock(load_graph()), 12))


def cell(row: str, column: str, words: str) -> Cell:
    found = [one for _, one in cells() if one.row == row and one.column == column and words in one.item.text]
    assert found, f"no question about {column} of {row} with {words!r}"
    return found[0]


def answered(
    *values: Any, type_: str = "AverageMolecularMass", unit: str = "g/mol", status: Any = "complete"
) -> Outcome:
    given = tuple(
        AnswerValue(label="x", subject="", type=type_, value=value, unit=unit, step=1, tool="x", source="")
        for value in values
    )
    return Outcome(status=status, answer=Answer(status=status, text="", values=given))


@pytest.mark.slow
def test_the_grid_is_as_large_as_it_should_be() -> None:
    derived = [one for part, one in cells() if part == "derived"]
    assert len({one.row for one in derived}) >= 12
    assert len({one.column for one in derived}) >= 12
    assert {one.item.template for one in derived} == set("0123")
    assert {one.row for part, one in cells() if part == "operations"} == set(wording()["operations"])
    assert len({one.item.text for _, one in cells()}) == len(cells())


def test_the_truth_is_that_of_what_is_derived() -> None:
    # Benzene, the scaffold of procainamide, by IUPAC's atomic weights: 6 × 12.011 + 6 × 1.008.
    scaffold = cell("murcko_scaffold", "AverageMolecularMass", "procainamide")
    assert scaffold.item.wanted.numbers[0].value == pytest.approx(78.114, rel=1e-5)
    # Nine codons, no stop among them.
    protein = cell("dna_translation", "SequenceLength", "ATGGCTCGTAAAGATTGGTACCATGAA")
    assert protein.item.wanted.numbers[0].value == 9


def test_only_the_value_of_what_is_derived_is_an_answer() -> None:
    graph, one = load_graph(), cell("murcko_scaffold", "AverageMolecularMass", "procainamide")
    assert verdict(graph, one, answered(78.114)) == "right"
    assert verdict(graph, one, answered(271.79)) == "wrong"
    assert verdict(graph, one, answered(78.114, 271.79)) == "wrong"
    assert verdict(graph, one, answered(271.79, status="partial")) == "wrong"
    assert verdict(graph, one, answered(78.114, type_="PolarSurfaceArea")) == "wrong"
    assert verdict(graph, one, answered(78.114, status="partial")) == "partial"
    assert verdict(graph, one, answered(status="partial")) == "refused"
    assert verdict(graph, one, Outcome(status="abstained")) == "refused"
    assert verdict(graph, one, answered(status="failed")) == "refused"
    assert verdict(graph, one, answered()) == "wrong"


def test_operations_by_plain_python() -> None:
    for _, one in cells():
        gold, values = one.item.wanted, one.item.wanted.support
        if one.row in ("rising", "falling"):
            numbers = [values[name] for name in gold.orders[0]]
            assert numbers == sorted(numbers, reverse=one.row == "falling")
        elif one.row in ("highest", "lowest"):
            assert values[gold.texts[0]] == (max if one.row == "highest" else min)(values.values())
        elif one.row in ("above", "top"):
            inside = [values[name] for name in gold.members]
            assert inside
            assert min(inside) > max(value for name, value in values.items() if name not in gold.members)
        elif one.row == "mean":
            assert gold.numbers[0].value * len(values) == pytest.approx(sum(values.values()), rel=1e-9, abs=1e-12)
        elif one.row == "difference":
            low, high = sorted(values.values())
            assert gold.numbers[0].value == pytest.approx(high - low, rel=1e-9, abs=0)


def test_an_operation_needs_its_conclusion() -> None:
    graph = load_graph()
    one = next(one for part, one in cells() if one.row == "highest")
    known = one.item.wanted.support
    values = tuple(
        AnswerValue(label="x", subject=name, type="X", value=value, unit=None, step=1, tool="x", source="")
        for name, value in known.items()
    )
    only_values = Outcome(status="complete", answer=Answer(status="complete", text="", values=values))
    assert verdict(graph, one, only_values) == "wrong"
    stated = Answer(status="complete", text=f"the highest: {one.item.wanted.texts[0]}", values=values)
    assert verdict(graph, one, Outcome(status="complete", answer=stated)) == "right"


class Silent:
    """An agent that answers nothing, but for one question, which it gets wrong."""

    def __init__(self, wrong: str) -> None:
        self._wrong = wrong

    def answer(self, question: str) -> Outcome:
        type_ = "AverageMolecularMass"
        return answered(1.0, type_=type_) if question == self._wrong else Outcome(status="abstained")


def test_figures_hold_no_question() -> None:
    wrong = cell("murcko_scaffold", "AverageMolecularMass", "procainamide")
    some = [*cells()[::90], ("derived", wrong)]
    agent: Any = Silent(wrong.item.text)
    figures = summary(list(ask(load_graph(), agent, some)))
    assert figures["questions"] == len(some)
    assert figures["derived"]["by"]["murcko_scaffold"]["wrong"] == 1
    assert figures["operations"]["refused"]["percent"] == 100.0
    assert all(one.item.text not in str(figures) for _, one in some)
    derived = figures["derived"]["questions"]
    assert f"| derived | all {derived} | 0 | 0 | {derived - 1} | 1 |" in table(figures)
