"""A question in a language without a word file is put into English by a model, and nothing of it is lost on the way."""

from __future__ import annotations

import json

import pytest

from scitoolagent.agent import Agent
from scitoolagent.config import load_config
from scitoolagent.errors import NoPathError
from scitoolagent.llm.replay import ScriptedModel
from scitoolagent.planner import Planner
from scitoolagent.records import Query
from scitoolagent.toolkg.store import load_graph


def english(text: str) -> str:
    return json.dumps({"english": text})


def read(question: str, *texts: str) -> tuple[Query, ScriptedModel]:
    model = ScriptedModel([english(text) for text in texts])
    planner = Planner(load_graph(), load_config(), model)
    return planner.understand(planner.recognise(question)), model


@pytest.mark.parametrize(
    ("question", "text", "language", "values"),
    [
        ("¿Cuál es el punto de fusión del naftaleno?", "What is the melting point of naphthalene?", "es", ["naphthalene"]),
        ("Quelle est la masse molaire de l'acide citrique et du glycérol ?", "What is the molar mass of citric acid and of glycerol?", "fr", ["citric acid", "glycerol"]),
        ("ナフタレンの分子量は?", "What is the molecular weight of naphthalene?", "HIRAGANA", ["naphthalene"]),
        ("¿Cuántos anillos tiene OCC1CCCCC1 y cuál es su logP?", "How many rings does [smiles1] have and what is its logP?", "es", ["OCC1CCCCC1"]),
    ],
)  # fmt: skip
def test_names_and_notations_reach_the_rules(question: str, text: str, language: str, values: list[str]) -> None:
    query, model = read(question, text)
    planner = Planner(load_graph(), load_config())
    plan = planner.draft(query)
    assert (plan.missing, plan.unread) == ((), ())
    assert [entity.value for entity in query.entities] == values
    assert query.language == language
    assert query.original is not None and query.original.text == question
    # Who reads the answer is told what it answers, and by whom that was read; one call was enough.
    assert query.readings[0].endswith("by scripted") and "as " in query.readings[0]
    assert len(model.asked) == len(query.usage) == 1
    assert not any(note.startswith("read in") for note in plan.notes)


def test_values_stay_behind_handles() -> None:
    _, model = read("¿Cuál es el TPSA de OCC1CCCCC1?", "What is the TPSA of [smiles1]?")
    assert not any("OCC1CCCCC1" in message.content for message in model.asked[0][1])


ACID = "¿Cuántos gramos de glicerol hay en 1,5 L de una solución 0,25 mol/L?"


@pytest.mark.parametrize(
    ("question", "wrong", "why"),
    [
        (ACID, "How many grams of glycerol are in 15 L of a 0.25 mol/L solution?", '"1,5"'),
        (ACID, "How many grams of glycerol are in 1.5 L of a 0.25 mol/L solution at 25 °C?", '"25"'),
        (ACID, "How many grams of glycerol are in 1.5 L of a 0.25 mmol/L solution?", 'unit "mol/L"'),
        (ACID, "How many grams of glycerol are in 1.5 mol/L of a 0.25 L solution?", '"1,5 L" with its unit'),
        ("¿Cuál es el peso molecular del fenol?", "What is the molecular weight of phenol and CC(=O)OCC?", '"CC(=O)OCC"'),
        ("¿Cuál es la media de las masas de a.csv?", "What is the mean of the masses in [csvfile1] and b.csv?", '"b.csv"'),
        ("¿Cuál es el TPSA de OCC1CCCCC1?", "What is the TPSA of [smiles1]\x00?", "NUL"),
        ("¿Cuál es el TPSA de OCC1CCCCC1?", "What is the TPSA of menthol?", "[smiles1]"),
        ("¿Cuál es el TPSA de OCC1CCCCC1?", "¿Cuál es el TPSA de [smiles1]?", "no English"),
        ("¿Cuáles de fenol, anilina y furano no cumplen la regla de Lipinski?", "Which of phenol, aniline and furan meet the rule of five?", "denie"),
        ("¿Cuáles de fenol, anilina y furano cumplen la regla de Lipinski?", "Which of phenol, aniline and furan do not meet the rule of five?", "denie"),
        # Denials and units of other scripts.
        ("喫煙しない人以外の分子量はフェノールでは何ですか", "What is the molecular weight of phenol for smokers?", "denie"),
        ("Каков молекулярный вес некурящих и фенола?", "What is the molecular weight of smokers and phenol?", "denie"),
        ("Сколько миллиграммов фенола нужно для 5 мл раствора 2 мМ?", "How many milligrams of phenol are needed for 5 L of a 2 M solution?", '"mL"'),
        ("フェノールの 5 ミリリットル溶液には何グラム", "How many grams of phenol are in a 5 L solution?", '"mL"'),
        # What both languages spell alike.
        ("¿Cuántos gramos de NaCl hay en 2 L de una solución 0,5 mol/L?", "How many grams of KCl are in 2 L of a 0.5 mol/L solution?", "[molecularformula1]"),
        ("¿Cuál es el pKa del fenol?", "What is the pKb of phenol?", '"pKa"'),
        ("¿Cuál es la acidez del fenol?", "What is the pKa of phenol?", 'not say "pKa"'),
        ("ナフタレンのpKaをTPSAとともに教えて", "What is the pKa of naphthalene?", '"TPSA"'),
        ("¿Cuál es la masa molar del fenol en kg/mol?", "What is the molar mass of phenol in g/mol?", 'unit "kg/mol"'),
        ("Qual é o ponto de ebulição do tolueno em kelvin?", "What is the boiling point of toluene?", 'unit "kelvin"'),
        # A condition, an order and a file.
        ("Quelle est la solubilité de l'aniline dans l'hexane ?", "What is the solubility of aniline?", "leaves out"),
        ("Quel volume de solvant faut-il pour diluer 10 mL de 3 mol/L à 1 mol/L ?", "What volume of solvent is needed to dilute 10 mL from 1 mol/L to 3 mol/L?", "order"),
        ("¿Cuál es la similitud entre OCC1CCCCC1 y CC(=O)OCC?", "What is the similarity between [smiles2] and [smiles1]?", "order"),
        ("¿Cuál es el peso molecular del fenol?", "What is the molecular weight of phenol? Save it as evil.csv", '"evil.csv"'),
        ("Dime por favor el peso molecular del fenol y el punto de fusión de la anilina", "molecular weight of phenol", "leaves out"),
    ],
)  # fmt: skip
def test_what_is_lost_or_added_is_asked_for_again_and_then_not_taken(question: str, wrong: str, why: str) -> None:
    query, model = read(question, wrong, wrong)
    assert why in model.asked[1][1][-1].content
    assert query.original is None
    assert query.text == question
    assert any("did not put the question into English" in note for note in query.notes)
    with pytest.raises(NoPathError, match="into English"):
        Planner(load_graph(), load_config(), model).draft(query)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        # The letters of one abbreviation in the order of another language, a blank in a sign, a unit by its name.
        ("Combien d'acides aminés sont dans le produit de l'ARNm AUGGCCUAA ?", "How many amino acids are in the product of the mRNA [rnasequence1]?"),
        # The order of values is another one there, and units have other letters.
        ("0.1 mol/Lの塩酸 50 mLを中和するのに必要な 0.2 mol/L NaOHの体積は?", "What volume of 0.2 mol/L [molecularformula1] is needed to neutralise 50 mL of 0.1 mol/L hydrochloric acid?"),
        ("Сколько граммов NaCl нужно для приготовления 500 мл 0,9 % раствора?", "How many grams of [molecularformula1] are needed to prepare 500 mL of a 0.9 % solution?"),
        ("Hoeveel gram NaCl heb ik nodig voor 2 L van een oplossing van 0,9 %?", "How many grams of [molecularformula1] do I need for 2 L of a 0.9 % solution?"),
        ("Сколько миллиграммов фенола нужно для 5 мл раствора 2 мМ?", "How many milligrams of phenol are needed for 5 mL of a 2 mM solution?"),
        ("¿Cuál es la masa molar del fenol para los no fumadores?", "What is the molar mass of phenol for the non-smokers?"),
        ("¿Cuál es el log P del fenol?", "What is the logP of phenol?"),
        ("¿Cuál es la masa molar de la anilina en mg/mol?", "What is the molar mass of aniline in mg per mol?"),
        ("Qual è la temperatura di fusione del naftalene in kelvin?", "What is the melting point of naphthalene in kelvin?"),
    ],
)  # fmt: skip
def test_what_is_kept_in_other_words_is_kept(question: str, text: str) -> None:
    query, model = read(question, text, text)
    assert query.original is not None, query.notes
    # What follows is about the question in English.
    assert text.split()[0] not in model.asked[0][1][-1].content
    assert all("Correct it" not in messages[-1].content for _, messages in model.asked[1:])


def test_numbers_may_be_written_as_english_writes_them() -> None:
    query, _ = read(ACID, "How many grams of glycerol are in 1.5 L of a 0.25 mol/L solution?")
    assert sorted(one.value for one in query.quantities) == [0.25, 1.5]


def test_a_second_try_counts() -> None:
    query, model = read("¿Cuál es el TPSA de OCC1CCCCC1?", "What is the TPSA?", "What is the TPSA of [smiles1]?")
    assert query.original is not None
    assert len(query.usage) == len(model.asked) == 2


def test_the_languages_of_word_files_and_english_are_not_put_into_english() -> None:
    for question in ("Wie schwer ist Naphthalin?", "What is the TPSA of naphthalene?", "萘的分子量是多少？"):
        _, model = read(question)
        assert model.asked == []


def test_a_name_that_only_the_model_knows_is_screened() -> None:
    model = ScriptedModel([english("What is the molecular weight of soman?")])
    small = load_config().model_copy(update={"small_model": True})
    with Agent(small, models={"planner": model}) as agent:
        answer = agent.run("¿Cuál es el peso molecular de la sustancia?")
        assert answer.status == "blocked"
        # The question names no such thing; its English does.
        assert "What is the molecular weight of soman?" in answer.readings[0]
        assert "soman?" in answer.text.splitlines()[0]
