"""Everyday words and their terms: taken by the law, forms held out whole, nothing that leaks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scitoolagent.config import Config
from scitoolagent.finetune.everyday import REFUSED, EverydayMaker, MadeSaid, everyday
from scitoolagent.finetune.leakage import Leakage
from scitoolagent.toolkg.graph import ToolGraph


def maker(graph: ToolGraph, split: str, leakage: Leakage | None = None, seed: int = 1) -> EverydayMaker:
    config = Config(cache=False)
    return EverydayMaker(graph, config, leakage or Leakage(), Path("none"), split, seed)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def made(graph: ToolGraph) -> list[MadeSaid]:
    trained = maker(graph, "train")
    return [one for one in map(trained.make, range(80)) if one.example]


def terms(one: MadeSaid) -> list[str]:
    assert one.example is not None
    return [field["term"] for field in json.loads(one.example.reply).values()]


def test_the_reply_is_the_term_for_its_words_and_nothing_for_others(made: list[MadeSaid]) -> None:
    assert len(made) > 15
    for one in made:
        said = set(terms(one))
        # What changes a thing has no term, so that the question is not answered.
        assert said == ({one.said.term, ""} if one.said.form == "modified" else {one.said.term})


def test_there_are_questions_that_have_no_answer(made: list[MadeSaid]) -> None:
    refused = [one for one in made if one.said.form in REFUSED]
    assert 0 < len(refused) < len(made)


def test_values_are_behind_handles_and_no_tool_is_shown(made: list[MadeSaid]) -> None:
    for one in made:
        assert one.example is not None
        asked = one.example.messages[-1].content
        assert "tools:" not in asked and "[" in asked


def test_a_form_is_held_out_whole(graph: ToolGraph, made: list[MadeSaid]) -> None:
    held = {maker(graph, "heldout").make(number).said.form for number in range(20)}
    assert held == {"verb"} and not held & {one.said.form for one in made}


def test_equal_numbers_give_equal_questions(graph: ToolGraph) -> None:
    assert maker(graph, "train").make(3) == maker(graph, "train").make(3)


def test_what_leaks_is_left_out(graph: ToolGraph, made: list[MadeSaid]) -> None:
    question = made[0].said.question
    number = next(n for n in range(80) if maker(graph, "train").make(n).said.question == question)
    found = maker(graph, "train", Leakage((), (question,))).make(number)
    assert found.example is None and found.dropped.startswith("leak")


def test_no_question_comes_twice(graph: ToolGraph) -> None:
    found = [one.said.question for one in everyday(maker(graph, "train"), 6)]
    assert len(found) == len(set(found))
