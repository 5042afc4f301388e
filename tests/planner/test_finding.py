"""What finds tools for some words."""

from __future__ import annotations

import pytest

from scitoolagent.config import Config
from scitoolagent.planner import make_finder
from scitoolagent.planner.finding import ToolFinder
from scitoolagent.toolkg.store import load_graph


@pytest.fixture(scope="module")
def finder() -> ToolFinder:
    return make_finder(load_graph(), Config(candidates=10))


def test_a_tool_that_the_reading_knows_stands_before_those_with_like_words(finder: ToolFinder) -> None:
    # No word of the question is one of the labels of the molar mass.
    assert finder.find("Is camphor lighter than borneol?")[0] == "molecular_weight"


def test_words_that_ask_nothing_are_ranked(finder: ToolFinder) -> None:
    found = finder.find("melting curve of primers")
    assert len(found) == 10
    assert any("melting" in name for name in found)


@pytest.mark.slow
@pytest.mark.parametrize("words", ["", "   ", "mass " * 5000])
def test_what_cannot_be_read_is_ranked_all_the_same(finder: ToolFinder, words: str) -> None:
    assert len(finder.find(words)) <= 10


def test_a_tool_is_found_once(finder: ToolFinder) -> None:
    found = finder.find("molecular weight and TPSA and molecular weight of aspirin")
    assert len(found) == len(set(found))
    assert found[:2] == ["molecular_weight", "polar_surface_area"]
