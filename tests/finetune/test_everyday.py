"""Everyday wordings: what they quote, what is kept for held-out tasks, and what is done with several values."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from scitoolagent.finetune.entities import EntityPool, Split
from scitoolagent.finetune.everyday import (
    _OPERATIONS,
    _UNSEEN_SENTENCES,
    EverydayMaker,
    EverydayQuestion,
    Wanted,
    _entries,
    _with_slip,
)
from scitoolagent.finetune.leakage import Leakage
from scitoolagent.finetune.paths import PathSampler
from scitoolagent.finetune.tasks import MadeTask, usable_tools
from scitoolagent.tool.registry import load_registry
from scitoolagent.toolkg.graph import ToolGraph


def _maker(graph: ToolGraph, workspace: Path, split: Split) -> EverydayMaker:
    examples = {spec.name: spec.example for spec in load_registry()}
    return EverydayMaker(
        graph, PathSampler(graph, EntityPool(Leakage(), split, workspace), usable_tools(graph), examples), split
    )


def _questions(graph: ToolGraph, workspace: Path, split: Split, count: int) -> list[EverydayQuestion]:
    maker = _maker(graph, workspace, split)
    made = [maker.make(maker.tools[n % len(maker.tools)], random.Random(n)) for n in range(count)]
    return [one for one in made if one is not None]


def test_each_entry_is_for_a_tool_and_has_places_for_its_values(graph: ToolGraph, workspace: Path) -> None:
    assert {tool.name for tool in _maker(graph, workspace, "train").tools} == set(_entries())
    for entry in _entries().values():
        tool = graph.tools[entry.tool]
        assert not entry.output or entry.output in {port.name for port in tool.outputs}
        assert bool(entry.say) != bool(entry.pairs)
        assert all(clause.count("{}") == 1 for clause in entry.say)
        assert all(clause.count("{}") == 2 for clause in entry.pairs)
        assert len(entry.most) in (0, 2)


def test_no_wording_is_a_label_of_its_tool(graph: ToolGraph) -> None:
    """What the rules have labels for teaches a model nothing that they do not know."""
    known = []
    for entry in _entries().values():
        labels = {graph.tools[entry.tool].name.replace("_", " "), *graph.tools[entry.tool].also}
        labels |= {text for port in graph.tools[entry.tool].outputs for text in _texts(graph, port.type)}
        known += [noun for noun in entry.nouns if noun.casefold() in {label.casefold() for label in labels}]
    assert known == []


def _texts(graph: ToolGraph, name: str) -> tuple[str, ...]:
    return (graph.types[name].label, *graph.types[name].also)


def test_a_question_says_what_is_quoted_of_it(graph: ToolGraph, workspace: Path) -> None:
    questions = _questions(graph, workspace, "train", 400)
    assert len(questions) > 150
    assert {name for one in questions for wanted in one.wanted for name, _ in wanted.then} == {
        operation for _, operation, _ in _OPERATIONS
    }
    for one in questions:
        text = re.sub(r"\[e\d+\]", "", one.template).casefold()
        for wanted in one.wanted:
            place = 0
            for piece in wanted.words.casefold().split(" … "):
                place = text.find(piece, place)
                assert place >= 0, (one.template, wanted.words)


def test_some_words_are_kept_for_what_is_held_out(graph: ToolGraph, workspace: Path) -> None:
    train = _questions(graph, workspace, "train", 900)
    heldout = _questions(graph, workspace, "heldout", 300)
    assert not any(one.unseen for one in train)
    assert 20 < sum(one.unseen for one in heldout) < len(heldout) - 20
    kept = [entry.say[-1] for entry in _entries().values() if len(entry.say) > 1]
    starts = [sentence.split("{}")[0].strip() for sentence in _UNSEEN_SENTENCES]
    for one in train:
        text = one.template.casefold()
        assert not any(start.casefold() in text for start in starts)
        assert not any(all(part in text for part in re.split(r"\{\}", clause.casefold())) for clause in kept)


def test_a_slip_is_quoted_as_it_stands() -> None:
    question = EverydayQuestion(
        "How strongly does [e1] bend light?", (), (Wanted("how strongly does … bend light", "t"),)
    )
    slipped = _with_slip(question, random.Random(1))
    (word,) = set(re.findall(r"\w+", slipped.template)) - set(re.findall(r"\w+", question.template))
    assert sorted(word) == sorted("strongly") and word != "strongly"
    assert word in slipped.wanted[0].words


@pytest.mark.parametrize("kind", ["everyday, seen words"])
def test_everyday_tasks_teach_the_planner_alone(made: list[MadeTask], kind: str) -> None:
    found = [item for item in made if item.task is not None and item.task.kind == kind]
    assert len(found) > 10
    assert {example.role for item in found for example in item.examples} == {"planner"}
