"""A model that writes code for what no tool does: it runs over files, results and tools, once a person agrees."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from scitoolagent.box import why_no_box
from scitoolagent.errors import NoPathError
from scitoolagent.records import Plan

pytestmark = pytest.mark.skipif(bool(why_no_box()), reason=f"no box here: {why_no_box()}")
LOGP = "crippen_descriptors.logp"
SWING = "Which site in w.csv has the largest swing of its yield?"
CODE = "g = table1.groupby('site')['yield']\nresult = (g.max() - g.min()).idxmax()"


def ask(words: str, tool: str, *of: str, **more: Any) -> dict[str, Any]:
    return {"words": words, "tool": tool, "of": list(of), **more}


def test_code_answers_what_no_tool_does(rounds: Callable[..., Any]) -> None:
    words = "Which site … has the largest swing of its yield"
    told = rounds(SWING, [{"asks": [ask(words, "run_python", "csvfile1", code=CODE)]}])
    assert told.answer.status == "complete"
    assert [json.loads(value.value) for value in told.answer.values] == ["c"]
    assert any("code that scripted wrote" in reading for reading in told.answer.readings)
    # A person was asked before it ran, and the trace keeps the code.
    assert [finding.subject for finding in told.asked] == ["run_python"]
    (plan,) = told.of(Plan)
    assert plan.steps[-1].arguments["code"] == CODE
    assert '"site" text ("a", "b", "c")' in told.shown(0) and '"yield" number' in told.shown(0)


def test_code_works_on_results_and_calls_tools(rounds: Callable[..., Any]) -> None:
    question = "How greasy is camphor, and what is that times its ring count?"
    code = "result = value1 * tools.ring_count(smiles=value2)"
    told = rounds(
        question,
        [
            {"asks": [ask("How greasy", LOGP, "moleculename1"), ask("", "name_to_smiles", "moleculename1")]},
            {"asks": [ask("what is that times its ring count", "run_python", "ask2", "ask3", code=code)]},
        ],
    )
    # 2.4017 by RDKit's Crippen.MolLogP; camphor is bicyclic.
    (found,) = [value.value for value in told.answer.values if value.tool == "run_python"]
    assert float(found) == pytest.approx(2 * 2.4017, abs=1e-4)


@pytest.mark.parametrize("constant", ["result = 'c'", "rows = len(table1)\nresult = 'c'"])
def test_a_constant_is_no_answer_about_a_table(rounds: Callable[..., Any], constant: str) -> None:
    words = "Which site … has the largest swing of its yield"
    replies = [{"asks": [ask(words, "run_python", "csvfile1", code=code)]} for code in (constant, CODE)]
    told = rounds(SWING, replies)
    assert "does not depend on table1" in told.shown(1)
    assert told.answer.status == "complete"
    (plan,) = told.of(Plan)
    assert plan.steps[-1].arguments["code"] == CODE


def test_a_number_in_a_line_that_nothing_is_done_with_is_not_used(rounds: Callable[..., Any]) -> None:
    words = "How many rows of w.csv have twice their yield above 20"
    code = "limit = 20\nresult = int((table1['yield'] * 2 > 30).sum())"
    replies = [{"asks": [ask(words, "run_python", "csvfile1", code=code)]}] * 4
    with pytest.raises(NoPathError, match="'20' was not understood"):
        rounds(f"{words}?", replies)


@pytest.mark.parametrize(
    "code",
    [
        "result = 42 + 0 * len(table1)",
        "result = float(table1['yield'].iloc[-1])",
        "result = float(table1[table1['site'] == 'a']['yield'].iloc[-1])",
    ],
)
def test_code_has_to_say_the_columns_and_values_that_the_question_names(rounds: Callable[..., Any], code: str) -> None:
    words = "By how much does the last yield of b in w.csv top the first"
    right = "v = table1[table1.site == 'b']['yield']\nresult = float(v.iloc[-1] - v.iloc[0])"
    told = rounds(f"{words}?", [{"asks": [ask(words, "run_python", "csvfile1", code=right)]}])
    # 27.3 less 8.1.
    assert [json.loads(value.value) for value in told.answer.values] == [pytest.approx(19.2)]
    assert told.answer.status == "complete"
    try:
        told = rounds(f"{words}?", [{"asks": [ask(words, "run_python", "csvfile1", code=code)]}] * 4)
    except NoPathError as error:
        assert "was not understood" in str(error)
    else:
        assert told.answer.status == "partial"
