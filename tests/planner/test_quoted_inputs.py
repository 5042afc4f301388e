"""A model says which words of a question are which input of a tool; it quotes them, and writes no value."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scitoolagent.config import load_config
from scitoolagent.errors import NoPathError
from scitoolagent.llm.replay import ScriptedModel
from scitoolagent.planner import Planner, check_plan
from scitoolagent.records import Plan, Query
from scitoolagent.toolkg.graph import ToolGraph
from scitoolagent.toolkg.store import load_graph

# The rules cannot tell which concentration is that of the enzyme, nor that a bare number is a molar mass.
KCAT = "kcat of 14 nM active sites with 63 nM/s at most, and 25 nM of them?"
AMINE = "how many mmol in 500 mg of an amine of MW 241.3?"
MAXIMUM, ENZYME = {"input": "maximum", "words": "63 nM/s at most"}, {"input": "enzyme", "words": "14 nM active sites"}
MASS, MOLAR = {"input": "mass", "words": "500 mg"}, {"input": "molar_mass", "words": "of an amine of MW 241.3"}


@pytest.fixture(scope="module")
def graph() -> ToolGraph:
    return load_graph()


def one(words: str, tool: str, *inputs: dict[str, str], of: str = "") -> dict[str, Any]:
    said: dict[str, Any] = {"words": words, "tool": tool, "of": [of] if of else []}
    return {**said, "inputs": list(inputs)} if inputs else said


def ask(words: str, tool: str, *inputs: dict[str, str]) -> str:
    return json.dumps({"asks": [one(words, tool, *inputs)]})


def drafting(graph: ToolGraph, question: str, *texts: str) -> tuple[Plan, Query, ScriptedModel]:
    model = ScriptedModel(texts)
    planner = Planner(graph, load_config().model_copy(update={"candidates": 1000}), model)
    query = planner.understand(planner.recognise(question))
    plan = planner.draft(query)
    check_plan(graph, query, plan)
    return plan, query, model


def test_a_quoted_input_is_a_quantity_of_the_question_or_its_bare_number(graph: ToolGraph) -> None:
    asked = ("how many mmol", "amount_of_substance")
    plan, query, model = drafting(graph, AMINE, ask(*asked), ask(*asked, MASS, MOLAR))
    (step,) = plan.steps
    assert (step.tool, step.arguments["molar_mass"]) == ("amount_of_substance", 241.3)
    quantity = query.quantity(step.arguments["mass"].removeprefix("$query."))
    assert quantity is not None and quantity.text == "500 mg"
    # The unit in the words that ask is the one that is wanted.
    assert (plan.goals[0].unit, plan.missing, plan.unread) == ("mmol", (), ())
    assert any("molar mass of a formula 241.3 g/mol by scripted" in note for note in query.readings)
    # It is offered where a reading cannot be planned, and no sooner.
    assert "inputs" not in str(model.asked[0][1]) and '"inputs"' in model.asked[1][1][-1].content


@pytest.mark.parametrize(("inputs", "why"), [
    ([MASS, {"input": "molar_mass", "words": "MW 241.4"}], 'does not say "MW 241.4"'),
    ([MASS, {"input": "molar_mass", "words": "an amine"}], '"an amine" is not one molar mass'),
    ([MASS, {"input": "molar_mass", "words": "500 mg"}], '"500 mg" is not one molar mass'),
    ([{"input": "mass", "words": "MW 241.3"}, MOLAR], '"MW 241.3" is not one mass of solute in g'),
    ([{"input": "volume", "words": "500 mg"}], "amount_of_substance has no input 'volume'"),
])  # fmt: skip
def test_what_is_no_value_of_an_input_goes_back(graph: ToolGraph, inputs: list[dict[str, str]], why: str) -> None:
    asked = ("how many mmol", "amount_of_substance")
    plan, _, model = drafting(graph, AMINE, ask(*asked), ask(*asked, *inputs), ask(*asked, MASS, MOLAR))
    assert why in model.asked[2][1][-1].content
    assert plan.steps[0].arguments["molar_mass"] == 241.3


def test_a_quantity_that_serves_nothing_stops_the_ask(graph: ToolGraph) -> None:
    asked = ("kcat", "turnover_number")
    with pytest.raises(NoPathError, match="25 nM"):
        drafting(graph, KCAT, ask(*asked), ask(*asked, MAXIMUM, ENZYME), ask(*asked, MAXIMUM, ENZYME))


def test_one_quantity_is_not_two_inputs(graph: ToolGraph) -> None:
    rate = ("rate", "michaelis_menten_rate")
    same = [{"input": name, "words": "63 nM"} for name in ("substrate", "michaelis")]
    model = ScriptedModel([ask(*rate), ask(*rate, *same), ask(*rate)])
    planner = Planner(graph, load_config().model_copy(update={"candidates": 1000}), model)
    planner.understand(planner.recognise("rate where 2 nM/s is the most, and 63 nM and 8 nM of stuff?"))
    assert '"63 nM" cannot be two inputs of michaelis_menten_rate' in model.asked[2][1][-1].content


def test_a_result_is_the_setting_of_a_tool_that_is_asked_of_it(graph: ToolGraph) -> None:
    question = "Vmax 2.35 uM/min with 14 nM active sites, Km 63 uM. kcat in s-1 and kcat/Km in M-1 s-1"
    maximum, enzyme = (
        {"input": "maximum", "words": "Vmax 2.35 uM/min"},
        {"input": "enzyme", "words": "14 nM active sites"},
    )
    kcat, efficiency = ("kcat in s-1", "turnover_number"), ("kcat/Km in M-1 s-1", "catalytic_efficiency")
    first = {"asks": [one(*kcat), one(*efficiency, of="entry1")]}
    km = {"input": "michaelis", "words": "Km 63 uM"}
    second = {"asks": [one(*kcat, maximum, enzyme), one(*efficiency, km, of="entry1")]}
    plan, _, _ = drafting(graph, question, json.dumps(first), json.dumps(second))
    assert [step.tool for step in plan.steps] == ["turnover_number", "catalytic_efficiency"]
    assert plan.steps[1].arguments["turnover"] == "$1.turnover_number"
    assert [goal.unit for goal in plan.goals] == ["s-1", "M-1 s-1"]
    assert (plan.missing, plan.unread) == ((), ())
