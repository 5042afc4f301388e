"""A model's sentence without numbers is checked too: names, judgements, comparisons and denials follow from results."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scitoolagent.llm.replay import ScriptedModel
from scitoolagent.records import Answer, AnswerValue, Goal, Plan, Query, Step, StepResult, Value
from scitoolagent.summarizer import summarize
from scitoolagent.summarizer.words import unsaid
from scitoolagent.toolkg.graph import ToolGraph, TypeNode

TEXT = "Which is heavier, menthol or camphor?"
QUERY = Query.model_validate(
    {
        "text": TEXT,
        "entities": [
            {"handle": f"name{number}", "type": "MoleculeName", "value": name, "text": name, "start": TEXT.index(name), "end": TEXT.index(name) + len(name)}
            for number, name in enumerate(("menthol", "camphor"), 1)
        ],
    }
)  # fmt: skip


def value(label: str, subject: str, held: Any, step: int) -> AnswerValue:
    return AnswerValue(
        label=label, subject=subject, type="T", value=held, unit=None, step=step, tool="tool", source="tests"
    )


PLAIN = Answer(
    status="complete",
    text="",
    values=(
        value("highest molecular weight", "menthol, camphor", "menthol", 3),
        value("molecular weight", "menthol", 156.27, 1),
        value("molecular weight", "camphor", 152.24, 2),
        value("TPSA", "camphor", 17.07, 4),
    ),
)


@pytest.mark.parametrize(
    "text",
    [
        "The compound with the highest molecular weight is {1}.",
        "Menthol has the highest molecular weight. The molecular weight of menthol is {2}.",
        "The molecular weight of menthol is {2} and that of camphor is {3}.",
        "{3} is the molecular weight of camphor; its TPSA is {4}.",
    ],
)
def test_what_follows_from_the_results_stands(text: str) -> None:
    assert unsaid(text.replace("Menthol", "menthol"), QUERY, PLAIN, ()) == []


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Camphor is soluble in ethanol.", "soluble"),  # a judgement and a name of nothing that was computed
        ("menthol is safe.", "safe"),
        ("camphor has the highest molecular weight.", "camphor"),  # the other one
        ("menthol is heavier than camphor.", "heavier"),  # the word of the question, not of a result
        ("The molecular weight of camphor is {2}.", "{2}"),  # the value of the other
        ("The TPSA of camphor is {3}.", "{3}"),  # another property's
        ("The highest molecular weight is {3}.", "{3}"),  # no result of the comparison
        ("The molecular weight of menthol is not {2}.", "not"),
        ("No TPSA was found for camphor.", "No"),  # nothing is missing
        ("The results are identical.", "identical"),
        ("The molecular weight of thymol is {2}.", "thymol"),
        ("menthol has the highest TPSA.", "TPSA"),  # the highest of another property
        ("Camphor, beside menthol, has the highest molecular weight.", "camphor"),  # a capital
        ("The compound is menthol. Its TPSA is {4}.", "{4}"),  # what "it" stands for
        ("menthol equals camphor.", "camphor"),  # plain words alone, and false
        ("Camphor is a protein.", "camphor"),
        ("The molecular weight is 100.", "100"),  # a number of the question, say
    ],
)
def test_what_does_not_follow_is_named(text: str, wrong: str) -> None:
    assert wrong in unsaid(text, QUERY, PLAIN, ())


def test_what_is_missing_may_be_said_to_be() -> None:
    text = "The molecular weight of menthol is {2}. Its boiling point was not found."
    assert unsaid(text, QUERY, PLAIN, ("boiling point",)) == []
    assert "not" in unsaid("The molecular weight of menthol is not {2}.", QUERY, PLAIN, ("boiling point",))


def test_nothing_else_may_be_said_to_be_missing() -> None:
    missing = ("boiling point of camphor",)
    assert unsaid("No boiling point was found for camphor.", QUERY, PLAIN, missing) == []
    assert unsaid("No boiling point was found for menthol.", QUERY, PLAIN, missing) == ["menthol"]
    assert unsaid("No TPSA was found for camphor.", QUERY, PLAIN, missing) == ["TPSA"]


def test_what_a_note_says_of_a_name_may_be_said() -> None:
    noted = PLAIN.model_copy(update={"notes": ("camphor: flammable solid",)})
    assert unsaid("Camphor is a flammable solid.", QUERY, noted, ()) == []
    assert unsaid("Camphor is a flammable solid.", QUERY, PLAIN, ()) != []


def test_a_recorded_model_that_compares_by_itself_is_left_out() -> None:
    steps = tuple(Step(id=n, tool="weight", arguments={"name": f"$query.name{n}"}) for n in (1, 2))
    goals = tuple(Goal(text="weight", type="Weight", output=f"${n}.weight", about=(f"name{n}",)) for n in (1, 2))
    results = tuple(
        StepResult(step=n, tool="weight", status="ok", outputs={"weight": Value(type="Weight", value=held)})
        for n, held in ((1, 156.27), (2, 152.24))
    )
    words = json.dumps({"goals": [], "text": "Camphor is heavier."})
    graph = ToolGraph([], [TypeNode("Weight", "weight"), TypeNode("MoleculeName", "name")])
    found = summarize(graph, QUERY, Plan(steps=steps, goals=goals), results, "run", ScriptedModel([words, words]))
    assert "heavier" not in found.text.split("Note:")[0]
    assert "156.27" in found.text


READING = '"price" was read as molecular_weight by m'
READ = QUERY.model_copy(update={"reader": "m", "notes": (READING, '"safe for my dog" was read as tpsa by m')})
NOTED = PLAIN.model_copy(update={"notes": READ.notes})


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("The price of menthol is {2}.", "{2}"),  # what was asked, of what was computed
        ("The price of menthol is {2}.", "price"),
        ("menthol: {2}.", "{2}"),
        ("The weight of menthol is {2}.", "{2}"),  # not all words of the label
        ("The molecular weight of menthol is {2}. That of camphor is {3}.", "{3}"),  # each sentence by itself
        ("menthol is safe for my dog.", "menthol"),  # a note of the reading asserts nothing
        ("menthol is safe for my dog: the molecular weight is {2}.", "safe"),
    ],
)
def test_what_a_model_read_goes_by_the_name_of_what_was_computed(text: str, wrong: str) -> None:
    assert wrong in unsaid(text, READ, NOTED, ())


def test_a_value_of_a_model_s_reading_may_be_told_by_its_label() -> None:
    for text in (
        "The molecular weight of menthol is {2} and that of camphor is {3}.",
        "Of menthol the molecular weight is {2}, of camphor {3}; its TPSA is {4}.",
        "The compound with the highest molecular weight is {1}.",
    ):
        assert unsaid(text, READ, NOTED, ()) == []
    # Where rules read the question, its words are those of the label.
    assert unsaid("menthol: {2}.", QUERY, PLAIN, ()) == []
    # "number of" says nothing that "rings" does not.
    rings = PLAIN.model_copy(update={"values": (value("number of rings", "menthol", 1, 1),)})
    assert unsaid("menthol has {1} rings.", READ, rings, ()) == []


def test_what_a_model_called_by_another_name_is_told_by_its_own() -> None:
    steps = (Step(id=1, tool="weight", arguments={"name": "$query.name1"}),)
    goals = (Goal(text="price", type="Weight", output="$1.weight", about=("name1",)),)
    results = (StepResult(step=1, tool="weight", status="ok", outputs={"weight": Value(type="Weight", value=156.27)}),)
    graph = ToolGraph([], [TypeNode("Weight", "molecular weight"), TypeNode("MoleculeName", "name")])
    plan = Plan(steps=steps, goals=goals, notes=READ.notes)
    lie, truth = (
        json.dumps({"goals": [], "text": f"The {name} of [name1] is {{1}}."}) for name in ("price", "molecular weight")
    )
    model = ScriptedModel([lie, truth])
    assert summarize(graph, READ, plan, results, "run", model).text.startswith(
        "The molecular weight of menthol is 156.27"
    )
    assert "{1} is the molecular weight; call it so" in model.asked[1][1][-1].content
    found = summarize(graph, READ, plan, results, "run", ScriptedModel([lie, lie]))
    assert "price of menthol" not in found.text
    assert "it calls the molecular weight of menthol something else" in found.notes[-1]
