"""Which language a question is in."""

from __future__ import annotations

import pytest

from scitoolagent.language.detect import READ, language_name, language_of
from scitoolagent.language.lexicon import label_table, word_table


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ("What is the melting point of iron?", "en"),
        ("camphor TPSA", "en"),
        ("Is Kochsalz denser than water?", "en"),
        ("What is the Löslichkeit of Koffein?", "en"),
        ("van der Waals radius iron", "en"),
        ("length of von Willebrand factor", "en"),
        ("La2O3", "en"),
        ("Hückel energy of benzene", "en"),
        ("λ max of a photon", "en"),
        ("molecular weight of 尿素 and the TPSA of urea", "en"),
        ("Wie schwer ist Harnstoff?", "de"),
        ("TPSA von Naproxen", "de"),
        ("Erfüllt Morphin Lipinskis Regel?", "de"),
        ("Berechne die molecular weight von aspirin", "de"),
        ("尿素的分子量", "zh"),
        ("CCO的TPSA是多少？", "zh"),
        ("¿Cuál es la masa molar de la urea?", "es"),
        ("Quelle est la masse molaire de l'urée ?", "fr"),
        ("Qual è la massa molare dell'urea? Dimmi come calcolare", "it"),
        ("Qual é a massa molar da ureia?", "pt"),
        # Two words are enough beside a letter that English does not have.
        ("Qual è la densità dell'urea in g/mL?", "it"),
        ("Necesito 2 L de urea 0,15 M. ¿Cuántos gramos debo pesar?", "es"),
        ("the naïve Bayes score of the rows in la_paz.csv", "en"),
        ("What is the pKa in the paper by Müller, García and de la Fuente?", "en"),
        ("Wat is de molaire massa van ureum?", "nl"),
        ("Jaka jest masa molowa mocznika?", "pl"),
        ("Vad är molmassan för urea och hur många ringar har det?", "sv"),
        ("Üre için molekül ağırlığı nedir?", "tr"),
        ("尿素の分子量はいくらですか？", "HIRAGANA"),
        ("요소의 분자량은 얼마입니까?", "HANGUL"),
        ("Какова молярная масса мочевины?", "CYRILLIC"),
    ],
)
def test_the_language_of_a_question(question: str, code: str) -> None:
    assert language_of(question) == code


def test_languages_have_names() -> None:
    assert language_name("en") == "English"
    assert language_name("de") == "German"
    assert language_name("HANGUL") == "Korean"


@pytest.mark.parametrize("code", READ)
def test_a_language_that_is_read_has_all_its_files(code: str) -> None:
    assert {"compounds", "elements", "frames", "nouns"} <= set(word_table(code))
    assert len(label_table(code)) >= 60
