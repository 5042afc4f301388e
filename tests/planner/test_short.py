"""A small model gives the terms of textbooks, in one turn; they count as labels of the graph, under the law of all words."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from scitoolagent.config import load_config
from scitoolagent.errors import NoPathError
from scitoolagent.llm.replay import ScriptedModel
from scitoolagent.planner import Planner
from scitoolagent.prompts import read_prompt
from scitoolagent.reading.by_model.short import Piece, named_targets, short_claims
from scitoolagent.reading.phrases import PhraseIndex, Target
from scitoolagent.reading.snapshot import load_phrases
from scitoolagent.records import Plan, Query
from scitoolagent.toolkg.graph import ToolGraph
from scitoolagent.toolkg.store import load_graph

GREASY = "How greasy is piperine?"
TWO = "Which is the greasier one, geraniol or citral?"


@pytest.fixture(scope="module")
def graph() -> ToolGraph:
    return load_graph()


@pytest.fixture(scope="module")
def index(graph: ToolGraph) -> PhraseIndex:
    return PhraseIndex(load_phrases(graph, load_config().cache_dir))


def planned(graph: ToolGraph, question: str, *replies: dict[str, Any], **settings: Any) -> tuple[Plan, ScriptedModel]:
    model = ScriptedModel([json.dumps(reply) for reply in replies])
    planner = Planner(graph, load_config().model_copy(update={"small_model": True, **settings}), model)
    return planner.draft(planner.understand(planner.recognise(question))), model


def refused(graph: ToolGraph, question: str, *replies: dict[str, Any]) -> ScriptedModel:
    model = ScriptedModel([json.dumps(reply) for reply in replies])
    planner = Planner(graph, load_config().model_copy(update={"small_model": True}), model)
    query = planner.understand(planner.recognise(question))
    try:
        plan = planner.draft(query)
    except NoPathError:
        return model
    assert plan.missing or plan.unread
    return model


def says(term: str, **more: str) -> dict[str, str]:
    return {"term": term, **more}


def tools(plan: Plan) -> list[str]:
    return [step.tool for step in plan.steps if step.tool != "name_to_smiles"]


def test_a_term_is_read_as_its_label(graph: ToolGraph) -> None:
    plan, model = planned(graph, GREASY, {"w1": says("lipophilicity")})
    assert (tools(plan), plan.missing, plan.unread) == (["crippen_descriptors"], (), ())
    assert [goal.type for goal in plan.goals] == ["CrippenLogP"]
    # One turn, and no tool is shown.
    ((_, messages),) = model.asked
    assert messages[1].content == 'question: How greasy is [moleculename1]?\nw1 "greasy"'
    assert any('"greasy" was read as Wildman-Crippen logP' in note for note in plan.notes)


@pytest.mark.parametrize(
    "term", ["", "fattiness", "receptor binding affinity", "logP and toxicity", "logP of the moon"]
)
def test_a_term_that_is_no_label_from_end_to_end_reads_nothing(graph: ToolGraph, term: str) -> None:
    model = refused(graph, GREASY, {"w1": says(term)})
    # It is not asked again: a small model repeats itself.
    assert len(model.asked) == 1


def test_a_term_for_other_values_is_refused(graph: ToolGraph) -> None:
    refused(graph, GREASY, {"w1": says("isoelectric point")})
    refused(graph, GREASY, {"w1": says("density of a crystal")})


def test_a_word_right_before_a_thing_is_not_read_away(graph: ToolGraph) -> None:
    both = {"w1": says("logP"), "w2": says("logP")}
    refused(graph, "How greasy is fluorinated thymol?", both)


def test_what_is_done_with_several_values_is_chosen(graph: ToolGraph) -> None:
    plan, _ = planned(graph, TWO, {"w1": says("logP", then="highest")})
    assert plan.steps[-1].tool == "pick_extreme" and plan.steps[-1].arguments["extreme"] == "highest"
    assert (plan.missing, plan.unread) == ((), ())
    # A value of each is no answer to "which".
    refused(graph, TWO, {"w1": says("logP", then="each")})


def test_a_limit_is_the_only_number_of_the_question(graph: ToolGraph) -> None:
    question = "Which of pentane, ethanol and benzene are greasier than 1.5?"
    plan, _ = planned(graph, question, {"w1": says("logP", then="above")})
    assert plan.steps[-1].tool == "filter_by_value"
    assert (plan.steps[-1].arguments["relation"], plan.steps[-1].arguments["threshold"]) == (">", 1.5)
    # Of two numbers neither is taken.
    refused(
        graph, "Which of pentane, ethanol and benzene are greasier than 1.5 or 2.5?", {"w1": says("logP", then="above")}
    )


def claims(reply: dict[str, dict[str, str]]) -> list[tuple[str, str, tuple[str, ...]]]:
    """What a reply about three pieces claims, where each term but "?" is a label."""
    pieces = [Piece(name, words) for name, words in (("w1", "oily"), ("w2", "bare core"), ("w3", "leanest"))]
    found = short_claims(
        Query(text=""), pieces, reply, lambda _, term: () if term in ("", "?") else (Target(tool=term),)
    )
    return [(claim.words, claim.targets[0].tool, claim.of) for claim in found]


def test_pieces_with_one_term_are_one_ask() -> None:
    found = claims({"w1": says("logP"), "w2": says("core"), "w3": says("logP")})
    assert found == [("oily … leanest", "logP", ()), ("bare core", "core", ())]
    # What stands for nothing leaves its words unread.
    assert claims({"w1": says("?"), "w2": says("core")}) == [("bare core", "core", ())]


def test_a_term_that_is_far_from_its_words_reads_nothing(graph: ToolGraph) -> None:
    # Nothing but the words tells that a model was led astray: the term is a label, and piperine has that.
    for question in ("How addictive is piperine?", "How does piperine smell?"):
        refused(graph, question, {"w1": says("synthetic accessibility")})


def test_the_way_of_something_else_is_nothing_asked_for(graph: ToolGraph) -> None:
    # "On Zernike keys" would be the way of what is measured, and another answer without it.
    refused(graph, "How greasy is piperine on Zernike keys?", {"w1": says("logP"), "w2": says("MACCS keys")})


def test_what_has_a_label_is_not_asked_about(graph: ToolGraph) -> None:
    # It cannot be answered, and no other word for it would help.
    assert not refused(graph, "What is the melting point?").asked
    assert not refused(graph, "Molar mass of CO or Co?").asked


def test_of_a_question_that_is_mostly_unknown_it_is_not_asked(graph: ToolGraph) -> None:
    question = "Whether piperine hums, camphor sings, menthol whistles, thymol groans or carvone snores, who cares?"
    assert not refused(graph, question).asked


def test_rounds_have_no_short_form(graph: ToolGraph) -> None:
    entry = {"words": "How greasy", "tool": "crippen_descriptors.logp", "of": ["moleculename1"]}
    plan, model = planned(graph, GREASY, {"asks": [entry]}, max_rounds=2, candidates=1000)
    assert tools(plan) == ["crippen_descriptors"]
    assert "tools:" in model.asked[0][1][1].content


def test_all_terms_of_the_prompt_are_labels(index: PhraseIndex) -> None:
    terms = [json.loads(text) for text in re.findall(r'"term":("[^"]+")', read_prompt("reader_short"))]
    assert len(terms) > 4
    assert [term for term in terms if not named_targets(index, term)] == []


def test_what_is_counted_may_be_named_alone(index: PhraseIndex) -> None:
    (found,) = {target.tool for target in named_targets(index, "stereocentres")}
    assert found == "stereocentre_count"
