"""Verdicts on answers to questions in free wording. Each gold has an answer that is right and several that are not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scitoolagent.benchmarks.answering import Outcome
from scitoolagent.benchmarks.freeask.items import item_of
from scitoolagent.benchmarks.freeask.report import failures, freeask_report, freeask_summary
from scitoolagent.benchmarks.freeask.score import VERDICTS, judge, score_freeask
from scitoolagent.benchmarks.rows import read_rows
from scitoolagent.errors import ConfigError
from scitoolagent.records import Answer, AnswerValue

MASS = {"type": "number", "value": 46.069, "unit": "g/mol", "tol": 0.01, "accept": [], "prop": "mw"}
COUNT = {"type": "number", "value": 2, "unit": None, "tol": 0, "accept": [3], "prop": "rings"}
SURFACE = {"type": "number", "value": 0.2, "unit": "nm**2", "tol": 0.001, "accept": [], "strict_unit": True}
MEAN = {**COUNT, "value": 2.5, "tol": 0.01, "accept": [], "prop": None, "support": {"indole": 2, "indane": 3}}
TABLE = {
    "type": "table",
    "value": [
        {
            "subject": "indole",
            "label": "rings",
            "value": 2,
            "unit": None,
            "tol": 0,
            "accept": [],
            "aka": "c1ccc2[nH]ccc2c1",
        },
        {"subject": "furan", "label": "rings", "value": 1, "unit": None, "tol": 0, "accept": [], "aka": "c1ccoc1"},
    ],
}
CHOICE = {
    "type": "string",
    "role": "choice",
    "value": "indole",
    "among": ["indole", "furan"],
    "accept": [],
    "support": {"indole": 117.1, "furan": 68.1},
}
ORDER = {"type": "order", "value": ["furan", "indole"], "accept": [], "support": {"indole": 117.1, "furan": 68.1}}
SET = {"type": "set", "value": ["indole"], "universe": ["indole", "furan"], "accept": []}
TRUE = {"type": "bool", "value": True, "accept": []}
TEXT = {"type": "string", "value": "C8H7N", "accept": ["NC8H7"]}
EQUATION = {"type": "string", "role": "equation", "value": "2 H2 + O2 -> 2 H2O", "accept": []}
STRUCTURE = {"type": "structure", "value": "c1ccoc1", "accept": []}
NOTHING = {"type": "abstain", "value": "no such tool", "accept": []}
TWO_READINGS = {
    "type": "abstain",
    "role": "ambiguous",
    "value": "two readings",
    "accept": [
        {"value": 1, "unit": None, "tol": 0, "says": ["first"]},
        {"value": 2, "unit": None, "tol": 0, "says": ["second"]},
    ],
}

Row = tuple[Any, str, str, str]


def value(given: Any, label: str = "x", subject: str = "", unit: str | None = None) -> AnswerValue:
    return AnswerValue(label=label, subject=subject, type="X", value=given, unit=unit, step=1, tool="x", source="")


def verdict(gold: dict[str, Any], *values: AnswerValue, text: str = "", status: Any = "complete", **more: Any) -> str:
    row = {"id": "a", "kind": "k", "question": "What of indole and furan?", "gold": gold, **more}
    answer = Answer(status=status, text=text, values=values)
    return judge(item_of(row), Outcome(status=status, answer=answer))[0]


HEAVY = (value(117.1, "mass", "indole"), value(68.1, "mass", "furan"))


@pytest.mark.parametrize(
    ("gold", "values", "text", "wanted"),
    [
        (MASS, [value(46.07, "molecular weight", unit="g/mol")], "", "right"),
        (MASS, [value(0.046069, "molecular weight", unit="kg/mol")], "", "right"),
        (MASS, [value(46.07, "exact mass", unit="u")], "", "right"),
        (MASS, [value(46.10, "molecular weight", unit="g/mol")], "", "confident_wrong"),
        (MASS, [value(46.07, "TPSA", unit="Ao2")], "", "confident_wrong"),
        (MASS, [value([46.07, 18.0], "molecular weight", unit="g/mol")], "", "values_only"),
        (COUNT, [value(3, "number of rings")], "", "right"),
        (COUNT, [value(4, "number of rings")], "", "confident_wrong"),
        (COUNT, [value(2, "number of rings", unit="eV")], "", "confident_wrong"),
        (COUNT, [value(2, "rings", "indole"), value(1, "rings", "furan")], "", "values_only"),
        (COUNT, [value({"C": 1, "N": 1}, "rings")], "", "values_only"),
        (SURFACE, [value(0.2, unit="nm2")], "", "right"),
        (SURFACE, [value(20.0, unit="Ao2")], "", "values_only"),
        (SURFACE, [value(0.3, unit="nm2")], "", "confident_wrong"),
        (MEAN, [value(2, "rings", "indole"), value(3, "rings", "indane")], "", "values_only"),
        (MEAN, [value(2.5, "mean")], "", "right"),
        (TABLE, [value(2, "rings", "indole"), value(1, "rings", "furan")], "", "right"),
        (TABLE, [value(2, "rings", "indole"), value(1, "rings", "c1ccoc1")], "", "right"),
        (TABLE, [value(2, "rings", "indole")], "", "confident_wrong"),
        (TABLE, [value(1, "rings", "indole"), value(2, "rings", "furan")], "", "values_only"),
        (CHOICE, HEAVY, "indole is the heavier one", "right"),
        (CHOICE, HEAVY, "furan is the heavier one", "confident_wrong"),
        (CHOICE, HEAVY, "", "values_only"),
        (CHOICE, [value("indole", "the heavier of both")], "", "right"),
        (CHOICE, [value("furan", "the heavier of both")], "", "confident_wrong"),
        (CHOICE, HEAVY[:1], "", "confident_wrong"),
        (ORDER, [value(["furan", "indole"])], "", "right"),
        (ORDER, [value(["indole", "furan"])], "", "confident_wrong"),
        (ORDER, HEAVY, "sorted: furan < indole", "right"),
        (ORDER, HEAVY, "", "values_only"),
        (SET, [value(["indole"])], "", "right"),
        (SET, [value(["indole", "furan"])], "", "confident_wrong"),
        (SET, HEAVY, "only indole", "right"),
        (SET, HEAVY, "", "values_only"),
        (TRUE, [value(True)], "", "right"),
        (TRUE, [value(False)], "", "confident_wrong"),
        (TRUE, [value(3)], "so: yes", "right"),
        (TRUE, [value(3)], "so: no", "confident_wrong"),
        (TEXT, [value("c8h7n")], "", "right"),
        (TEXT, [value("C₈H₇N")], "", "right"),
        (TEXT, [value("C8H7")], "", "confident_wrong"),
        (EQUATION, [value("O2 + 2 H2 → 2 H2O")], "", "right"),
        (EQUATION, [value("O2 + H2 → H2O")], "", "confident_wrong"),
        (STRUCTURE, [value("o1cccc1")], "", "right"),
        (STRUCTURE, [value("O1CCCC1")], "", "confident_wrong"),
        (NOTHING, [value(1)], "", "confident_wrong"),
        (TWO_READINGS, [value(1, "first")], "", "right"),
        (TWO_READINGS, [value(1), value(2)], "", "right"),
        (TWO_READINGS, [value(1)], "", "values_only"),
        (TWO_READINGS, [value(3)], "", "confident_wrong"),
    ],
)
def test_complete_answers(gold: dict[str, Any], values: Any, text: str, wanted: str) -> None:
    assert verdict(gold, *values, text=text) == wanted


@pytest.mark.parametrize("gold", [MASS, TABLE, CHOICE, ORDER, SET, TRUE, TEXT, EQUATION, STRUCTURE])
def test_only_an_answer_that_calls_itself_complete_is_wrong_with_confidence(gold: dict[str, Any]) -> None:
    assert verdict(gold, value(99.5)) == "confident_wrong"
    assert verdict(gold, value(99.5), status="partial") == "partial_other"
    assert verdict(gold, value(99.5), status="failed") == "abstained"
    assert verdict(gold, value(99.5), status="blocked") == "abstained"
    assert verdict(gold) == "abstained"


def test_a_right_answer_that_calls_itself_partial() -> None:
    right = value(46.07, "molar mass", unit="g/mol")
    assert verdict(MASS, right, status="partial") == "right_partial"
    assert verdict({**MASS, "partial_ok": True}, right, status="partial") == "right"


def test_no_answer_is_right_where_none_is_demanded() -> None:
    assert verdict({**MASS, "abstain_ok": True}, status="failed") == "right"
    assert verdict(MASS, status="failed", text="there is no tool") == "abstained"
    assert verdict(NOTHING, value(1), status="failed") == "right"
    assert verdict(NOTHING, value(1), status="partial") == "partial_other"
    assert (
        judge(item_of({"id": "a", "question": "?", "kind": "k", "gold": NOTHING}), Outcome(status="error"))[0]
        == "right"
    )


def test_an_order_by_other_names_of_the_same_things() -> None:
    listed = value(["c1ccoc1", "indole"])
    assert verdict(ORDER, listed) == "confident_wrong"
    assert verdict(ORDER, listed, alias={"furan": "c1ccoc1"}) == "right"


def test_figures_name_every_verdict_and_hold_no_question() -> None:
    items = [
        item_of({"id": name, "kind": kind, "question": f"secret {name}?", "gold": gold})
        for name, kind, gold in (("a", "one", MASS), ("b", "two", NOTHING), ("c", "two", TRUE))
    ]
    outcomes = {
        "a": Outcome(
            status="complete", answer=Answer(status="complete", text="", values=(value(46.07, "molar mass"),))
        ),
        "b": Outcome(status="abstained", message="no"),
        "c": Outcome(status="complete", answer=Answer(status="complete", text="", values=(value(False),))),
    }
    scored = [score_freeask(item, outcomes[item.id]) for item in items]
    summary = freeask_summary(items, scored)
    assert [summary[name]["count"] for name in VERDICTS] == [2, 0, 0, 0, 0, 1]
    assert summary["controls"]["no answer to any question"]["right"] == 1
    assert summary["by"]["kind"]["two"]["confident_wrong"] == 1
    assert summary["misses"]["confident_wrong"] == ["c"]
    assert "secret" not in str(summary)
    assert "| two | 2 | 1 | 0 | 0 | 0 | 0 | 1 |" in freeask_report({"data": "f", "agent": "x", "model": ""}, summary)
    assert "secret c?" in failures(items, scored, outcomes)
    assert "secret a?" not in failures(items, scored, outcomes)


@pytest.mark.parametrize(
    "bad",
    [
        {"gold": {"type": "riddle", "value": 1}},
        {"gold": {"type": "number", "value": "one"}},
        {"gold": {"type": "number", "value": float("nan")}},
        {"gold": {"type": "number"}},
        {"gold": {"type": "table", "value": []}},
        {"gold": {"type": "table", "value": [3]}},
        {"gold": {"type": "order", "value": "ab"}},
        {"gold": 3},
        {"gold": MASS, "kind": None, "question": ""},
        {"gold": MASS, "alias": ["a"]},
    ],
)
def test_what_is_no_row_is_said(bad: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        item_of({"id": "a", "kind": "k", "question": "?", **bad})


def test_what_a_row_lacks_is_said(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text('{"id": "a", "question": "?"}\n')
    with pytest.raises(ConfigError, match=r"holds no question.*line 1: no `kind`, `gold`; .*`gold` with `type`"):
        read_rows(file, item_of)
    with pytest.raises(ValueError, match=r"no 'type'; a row of FreeAsk has"):
        item_of({"id": "a", "kind": "k", "question": "?", "gold": {"value": 3}})
