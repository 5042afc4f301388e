"""German questions in the words of English."""

from __future__ import annotations

import pytest

from scitoolagent.config import load_config
from scitoolagent.reading.german import forms, root
from scitoolagent.reading.reader import RuleReader
from scitoolagent.toolkg.store import load_graph


@pytest.fixture(scope="module")
def reader() -> RuleReader:
    return RuleReader(load_graph(), load_config())


@pytest.mark.parametrize(
    ("german", "english"),
    [
        ("Was ist die Molmasse von Toluol?", "what is the molecular weight of toluene?"),
        ("die Dichte des Goldes", "the density of the gold"),
        ("Koffeins TPSA ist was?", "caffeine's TPSA is what?"),
        ("Naproxens TPSA ist was?", "Naproxen's TPSA is what?"),
        ("die TPSA des Naproxens", "the TPSA of the Naproxen"),
        ("Gib die TPSA von Koffein an!", "give the TPSA of caffeine!"),
        ("Rechne 5 g in mg um.", "convert 5 g in mg."),
        ("Bitte gib an, was die TPSA von Koffein ist", "please give, what the TPSA of caffeine is"),
        ("Die Masse der Verbindung und der Stoff", "the mass of the compound and the substance"),
        ("Ist Benzol schwerer als Pyridin?", "is benzene heavier than pyridine?"),
        ("die TPSA von Benzol als JSON", "the TPSA of benzene as JSON"),
        ("über 5 g, unter 0,5 mg und über Benzol", "above 5 g, below 0.5 mg and about benzene"),
        ("Bitte Phenol und Benzol nach logP sortieren", "please Phenol and benzene by logP sort"),
        ("wie viele Sauerstoffatome und Schwefelatome", "how many oxygen atoms and sulfur atom"),
        ("die Doppel- und Dreifachbindungen", "the double bonds and triple bonds"),
        ("die drittleichteste der drei Verbindungen", "the third lightest of the three compound"),
        ("das Naproxen-Molekül und Koffeinmoleküle", "the Naproxen molecule and caffeine molecule"),
        ("1.250,5 mg und 7,4 von 1,2-Dichlorethan", "1250.5 mg and 7.4 of 1,2-Dichlorethan"),
        ("Masse des Peptids DER", "mass of the peptide DER"),
        ("die LOESLICHKEIT von Benzol", "the LOESLICHKEIT of benzene"),
        ("Loeslichkeit und Löslichkeiten von Benzol", "solubility and solubility of benzene"),
        ("das SMILES C(C)O und die Datei der.csv", "the SMILES C(C)O and the Datei der.csv"),
        ("WIE VIELE RINGE HAT CHININ?", "how many ring has quinine?"),
    ],
)
def test_a_question_in_english_words(reader: RuleReader, german: str, english: str) -> None:
    query = reader.read(german)
    assert query.language == "de"
    assert query.text == english
    assert query.original is not None
    assert "".join(piece.text for piece in query.original.pieces) == english


def test_a_name_has_no_forms_but_the_genitive() -> None:
    # Ether is no form of Ethen, nor Eis of Eisen.
    assert forms("compounds", "ethen") == ["ethens", "ethenes"]
    assert "eis" not in forms("elements", "eisen")
    assert forms("frames", "und") == []
    assert {"ringe", "ringen", "rings"} <= set(forms("nouns", "ring"))
    assert forms("nouns", "base") == ["basen", "basens", "bases"]


def test_words_of_a_phrase_are_compared_without_their_endings() -> None:
    assert [root(word) for word in ("polaren", "polare", "polarer")] == ["polar"] * 3
    assert root("ion") == "ion"


def test_a_long_question_is_read_in_time_that_grows_with_its_length(reader: RuleReader) -> None:
    import time

    taken = []
    for times in (100, 1600):
        runs = []
        for _ in range(3):
            start = time.process_time()
            reader._translator.translate("gib Koffein und was die Wasserstoffbrücken blabla, " * times)
            runs.append(time.process_time() - start)
        taken.append(min(runs))
    # Sixteen times the length: a quadratic step would take 256 times as long.
    assert taken[1] < 64 * taken[0]
