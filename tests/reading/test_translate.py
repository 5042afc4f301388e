"""Labels of the graph in other languages, and questions shown as they were written."""

from __future__ import annotations

import pytest

from scitoolagent.config import load_config
from scitoolagent.language.detect import READ
from scitoolagent.language.lexicon import label_table
from scitoolagent.language.words import split_phrases
from scitoolagent.reading.explain import segments
from scitoolagent.reading.reader import RuleReader
from scitoolagent.reading.translate import labels_in
from scitoolagent.reading.words import label_words
from scitoolagent.reading.written import as_written
from scitoolagent.records import Original, Piece, Query, Reading, Request
from scitoolagent.toolkg.graph import ToolGraph, TypeNode
from scitoolagent.toolkg.store import load_graph


@pytest.fixture(scope="module")
def reader() -> RuleReader:
    return RuleReader(load_graph(), load_config())


@pytest.mark.parametrize("code", READ)
def test_a_label_stands_for_what_it_is_a_label_of(reader: RuleReader, code: str) -> None:
    english = dict(labels_in(load_graph(), code))
    wrong = []
    for name, labels in label_table(code).items():
        for label in split_phrases(labels):
            targets = reader.index.targets(label_words(english[label]))
            if not any(name in (target.type, target.tool) for target in targets):
                wrong.append((label, english[label], name))
    assert wrong == []


@pytest.mark.parametrize("code", READ)
def test_labels_are_of_types_and_tools_that_there_are(code: str) -> None:
    graph = load_graph()
    assert set(label_table(code)) <= {*graph.types, *graph.tools}


def test_a_label_of_several_types_is_what_english_calls_them_all() -> None:
    types = [
        TypeNode("A", "density of a star", also=("stellar density", "density"), labels_in=(("de", "Dichte"),)),
        TypeNode("B", "crystal density", also=("density",), labels_in=(("de", "Dichte"), ("zh", "密度"))),
        TypeNode("C", "mass of a star (Chandrasekhar)", also=("stellar mass",), labels_in=(("de", "Sternmasse"),)),
    ]
    assert labels_in(ToolGraph([], types), "de") == [("Dichte", "density"), ("Sternmasse", "stellar mass")]
    assert labels_in(ToolGraph([], types), "zh") == [("密度", "crystal density")]


def test_a_question_is_shown_in_its_own_words(reader: RuleReader) -> None:
    query = reader.read("Gib mir die flumsige TPSA von Koffein an, bitte.")
    shown = [(piece.text, piece.role, piece.read_as) for piece in segments(query) if piece.role]
    assert shown == [
        ("Gib mir die", "frame", ""),
        ("flumsige", "unread", ""),
        ("TPSA", "ask", ""),
        ("von", "frame", ""),
        ("Koffein", "entity", "caffeine"),
        ("an", "frame", ""),
        ("bitte", "frame", ""),
    ]
    assert "".join(piece.text for piece in segments(query)) == "Gib mir die flumsige TPSA von Koffein an, bitte."


def test_what_was_turned_round_is_shown_in_its_own_order(reader: RuleReader) -> None:
    query = reader.read("咖啡因的分子量是多少？")
    shown = [(piece.text, piece.role) for piece in segments(query)]
    assert shown == [("咖啡因", "entity"), ("的", "frame"), ("分子量", "ask"), ("是多少", "frame"), ("？", None)]


def test_values_keep_their_places(reader: RuleReader) -> None:
    query = reader.read("Wie viel Mol sind 0,5 g Natriumchlorid?")
    shown = as_written(query)
    assert [shown.text[entity.start : entity.end] for entity in shown.entities] == ["Natriumchlorid"]
    assert [shown.text[one.start : one.end] for one in shown.quantities] == ["0,5 g"]
    assert query.quantities[0].value == 0.5


def test_a_word_of_which_a_part_was_not_read_was_not_read() -> None:
    readings = (Reading(start=0, end=5, role="frame"), Reading(start=6, end=11, role="unread", asks=("ask1",)))
    query = Query(
        text="given nouns",
        language="de",
        original=Original(text="Wort", pieces=(Piece(start=0, end=4, text="given nouns"),)),
        request=Request(readings=readings),
    )
    shown = as_written(query).request
    assert shown is not None
    assert [(one.start, one.end, one.role, one.asks) for one in shown.readings] == [(0, 4, "unread", ("ask1",))]


def test_a_question_that_was_changed_since_is_shown_as_it_is(reader: RuleReader) -> None:
    query = reader.read("die TPSA von Koffein").model_copy(update={"text": "the TPSA of thymol"})
    assert as_written(query) is query
