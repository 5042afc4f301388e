"""Word files of other languages: what they say in English is what the reader of English knows."""

from __future__ import annotations

from collections import Counter

import pytest

from scitoolagent.language.detect import READ
from scitoolagent.language.lexicon import Inflection, read_lexicon, word_table
from scitoolagent.language.words import split_phrases

SECTIONS = [(code, section) for code in READ for section in word_table(code) if section != "lists"]


@pytest.mark.parametrize(("code", "section"), SECTIONS)
def test_no_phrase_of_a_section_has_two_meanings(code: str, section: str) -> None:
    told = [phrase for phrases in word_table(code)[section].values() for phrase in split_phrases(phrases)]
    assert [phrase for phrase, count in Counter(told).items() if count > 1] == []


@pytest.mark.parametrize("code", READ)
def test_all_elements_have_names(code: str) -> None:
    assert len(word_table(code)["elements"]) == 118


def test_a_section_that_is_missing_is_empty() -> None:
    lexicon = read_lexicon("de", [], str.split)
    assert {sense.section for sense in lexicon.exact.values()} == set(word_table("de")) - {"lists"}


def test_labels_of_the_graph_are_phrases_and_the_longest_counts() -> None:
    lexicon = read_lexicon("zh", [("分子量分布", "distribution")], list)
    found = lexicon.find(list("分子量分布图"), ())
    assert found is not None
    assert (found[0].text, found[1]) == ("distribution", 5)
    assert lexicon.find(list("漂亮"), ()) is None


def test_a_form_gives_way_to_a_word_that_is_written_so() -> None:
    inflection = Inflection(lambda section, key: [key + "e"] if section == "label" else [], str.lower)
    lexicon = read_lexicon("de", [("bas", "low note"), ("base", "alkali")], str.split, inflection)
    sense = lexicon.one("base")
    assert sense is not None
    assert sense.text == "alkali"
