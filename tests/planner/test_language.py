"""Questions in other languages than English: what they plan to, what is refused, and that no word is dropped."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.config import load_config
from scitoolagent.errors import NoPathError, PlanError
from scitoolagent.outcome import planned
from scitoolagent.planner import Planner
from scitoolagent.reading.explain import unread_words
from scitoolagent.reading.written import as_written
from scitoolagent.records import Query
from scitoolagent.toolkg.store import load_graph

FOLDER = Path(__file__).parent


def questions() -> Iterator[tuple[str, str, list[str]]]:
    """The questions of the files, with their language and the tools of their plans."""
    for code in ("de", "zh"):
        for line in (FOLDER / f"questions-{code}.txt").read_text("utf-8").splitlines():
            if not line.startswith("#"):
                question, _, tools = line.rpartition(" => ")
                yield code, question, tools.split(", ")


@pytest.fixture(scope="module")
def planner() -> Planner:
    return Planner(load_graph(), load_config())


def test_there_are_enough_questions() -> None:
    codes = [code for code, _, _ in questions()]
    assert codes.count("de") >= 60
    assert codes.count("zh") >= 35


@pytest.mark.parametrize(("code", "question", "tools"), list(questions()))
def test_a_question_is_planned_whole(planner: Planner, code: str, question: str, tools: list[str]) -> None:
    query = planner.recognise(question)
    plan = planner.draft(query)
    called = list(dict.fromkeys(step.tool for step in plan.steps))
    assert query.language == code
    assert [tool for tool in called if tool != "name_to_smiles"] == tools
    assert planned(query, plan).status == "complete"
    assert plan.notes[0].startswith("read in German as: " if code == "de" else "read in Chinese as: ")
    _accounted(question, query)


def _accounted(question: str, query: Query) -> None:
    """Each letter of what was written is in a reading, but for sentence marks and brackets."""
    shown = as_written(query)
    assert shown.text == question
    assert shown.request is not None
    read = {place for reading in shown.request.readings for place in range(reading.start, reading.end)}
    assert [sign for place, sign in enumerate(question) if sign.isalnum() and place not in read] == []


@pytest.mark.parametrize(
    ("question", "tool", "settings"),
    [
        ("Sortiere Methan, Ethan und Propan nach absteigendem Molekulargewicht.", "sort_by_value", "descending"),
        ("Ordne Phenol, Anilin und Nitrobenzol aufsteigend nach dem logP an.", "sort_by_value", "ascending"),
        ("Welches von Furan, Thiophen und Imidazol ist am leichtesten?", "pick_extreme", "lowest"),
        ("Nenne das zweitschwerste von Furan, Thiophen und Imidazol", "pick_extreme", 2),
        ("Welche von Phenol, Anilin und Indol haben ein Molekulargewicht unter 100 g/mol?", "filter_by_value", "<"),
        ("Ist Furan leichter als Indol?", "compare_two", "less"),
        ("请按分子量从大到小排列甲烷、乙烷和丙烷。", "sort_by_value", "descending"),
        ("苯酚、苯胺和甲苯中哪个最轻？", "pick_extreme", "lowest"),
        ("苯酚、苯胺和吲哚中哪些的分子量小于100 g/mol？", "filter_by_value", "<"),
        ("呋喃比吲哚轻吗？", "compare_two", "less"),
    ],
)
def test_operations_keep_their_direction(planner: Planner, question: str, tool: str, settings: Any) -> None:
    query = planner.recognise(question)
    assert query.request is not None
    (operation,) = [one for ask in query.request.asks for one in ask.then]
    assert operation.tool == tool
    assert settings in operation.settings.values()


def test_a_comparison_keeps_its_sides(planner: Planner) -> None:
    for question in ("Ist Codein schwerer als Morphin?", "可待因比吗啡重吗？"):
        query = planner.recognise(question)
        assert query.request is not None
        names = [query.entity(handle).text for handle in query.request.asks[0].of]
        assert names == ["codeine", "morphine"]


@pytest.mark.parametrize(
    ("question", "unread"),
    [
        ("Was ist das flumsige Molekulargewicht von Koffein?", "flumsige"),
        ("Molekulargewicht von Koffein ohne Wasserstoffe", "ohne Wasserstoffe"),
        ("Was kostet Koffein?", "kostet"),
        ("Molekulargewicht von Flumsiumacetat", "Flumsiumacetat"),
        ("Molekulargewicht von Chlor-Benzol", "Chlor"),
        ("Was ist die Dichte von Eis?", "Eis"),
        ("Molekulargewicht von Ether", "Ether"),
        ("Welche von Koffein, Morphin und Nikotin erfüllen Lipinskis Regel nicht?", "nicht"),
        ("Wie giftig ist Koffein?", "giftig"),
        ("Bei welcher Feuchte liegt der Siedepunkt von Quecksilber?", "Feuchte"),
        ("乙酸钠的分子量", "乙酸钠"),
        ("硫酸铜的分子量是多少？", "硫酸铜"),
        ("二甲苯的TPSA", "二甲苯"),
        ("2-氯苯的分子量", "氯苯"),
        ("咖啡因的漂亮分子量是多少？", "漂亮"),
        ("咖啡因的分子量不是多少？", "不"),
        ("咖啡因的分子量比茶碱的大吗？", "比"),
        ("不含氢的咖啡因的分子量", "不"),
        ("为什么咖啡因的分子量大？", "大"),
    ],
)
def test_what_no_list_knows_is_not_answered(planner: Planner, question: str, unread: str) -> None:
    query = planner.recognise(question)
    with pytest.raises(NoPathError):
        planner.draft(query)
    assert unread in unread_words(query)


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("¿Cuál es la masa molar de la urea?", "Spanish"),
        ("Quelle est la masse molaire de l'urée ?", "French"),
        ("Wat is de molaire massa van ureum?", "Dutch"),
        ("Qual é a massa molar da ureia?", "Portuguese"),
        ("Какова молярная масса мочевины?", "Russian or another language in the Cyrillic script"),
        ("尿素の分子量はいくらですか？", "Japanese"),
        ("요소의 분자량은 얼마입니까?", "Korean"),
    ],
)
def test_another_language_is_refused_by_its_name(planner: Planner, question: str, language: str) -> None:
    query = planner.recognise(question)
    with pytest.raises(NoPathError, match=f"seems to be in {language}; without a model English, German and Chinese"):
        planner.draft(query)


def test_a_question_that_is_read_whole_is_answered_whatever_it_looks_like(planner: Planner) -> None:
    query = planner.recognise("What is the TPSA of aspirin?").model_copy(update={"language": "es"})
    assert planner.draft(query).steps


def test_english_has_no_note_about_its_language(planner: Planner) -> None:
    query = planner.recognise("What is the TPSA of aspirin?")
    assert (query.language, query.original) == ("en", None)
    assert planner.draft(query).notes == ()


def test_a_number_that_may_be_two_is_refused(planner: Planner) -> None:
    with pytest.raises(PlanError, match=r"1\.234 may be 1234 or 1,234"):
        planner.recognise("Wie viel Mol sind 1.234 g Kochsalz?")
