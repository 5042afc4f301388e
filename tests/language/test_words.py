"""The data files of a language are whole, and say each thing once."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib import resources

import pytest

from scitoolagent.language.text import normalise, tokens, words_of
from scitoolagent.language.words import meanings, phrase_list, phrase_meanings, relations, split_phrases, word_list

FOLDER = resources.files("scitoolagent.language")
FILE = tomllib.loads((FOLDER / "en.toml").read_text(encoding="utf-8"))
MAPS = ("same", "forms", "greek")
# Symbols of quantities: "T" is no "t".
CASED = ("header_symbols", "field_symbols")
PHRASE_MAPS = (
    "adducts",
    "alcohol_parts",
    "acyl_parts",
    "amine_parts",
    "cations",
    "salt_acids",
    "hydrates",
    "elements",
    "atom_words",
    "bond_words",
    "bonded_words",
    "groups",
)
LISTS = [(group, name) for group, lists in FILE.items() if group not in (*MAPS, *CASED) for name in lists]


def test_lists_have_words_in_small_letters_each_once() -> None:
    assert len(LISTS) > 1000
    for group, name in LISTS:
        said = list(phrase_list(group, name)) if "," in FILE[group][name] else FILE[group][name].split()
        assert said, (group, name)
        assert len(set(said)) == len(said), (group, name)
        assert all(one == one.lower() and one.isprintable() for one in said), (group, name)


@pytest.mark.parametrize("group", MAPS)
def test_a_word_is_read_as_one_thing(group: str) -> None:
    told = [word for found in FILE[group].values() for word in found.split()]
    assert len(set(told)) == len(told)
    found = meanings(group)
    assert set(found) == set(told)
    # A meaning that was itself read as something else would depend on the order of reading.
    assert not set(found) & {word for meaning in found.values() for word in meaning.split()} - {"stem"}


@pytest.mark.parametrize("group", PHRASE_MAPS)
def test_a_phrase_is_read_as_one_thing(group: str) -> None:
    told = [phrase for found in FILE[group].values() for phrase in split_phrases(found)]
    assert len(set(told)) == len(told)
    assert set(phrase_meanings(group)) == set(told)


def test_lists_say_what_they_are_for() -> None:
    assert {"the", "of", "which"} <= word_list("labels", "empty")
    assert phrase_list("labels", "joints") == ("and", "or", "as well as", "plus")
    assert meanings("same")["mw"] == "molecular weight"
    assert meanings("forms")["driven"] == "drive"
    assert word_list("claims", "up").isdisjoint(word_list("claims", "down"))


def test_relations_have_names_and_phrases() -> None:
    told = relations()
    for group in told["relations"]:
        assert split_phrases(group["names"])
        assert split_phrases(group["said"])
    assert set(told["levels"]) == {"upregulate", "downregulate"}
    assert "expression" in split_phrases(told["amounts"]["said"])
    assert split_phrases(" a b,\nc  d ,, e") == ("a b", "c d", "e")


def test_names_as_keys() -> None:
    assert normalise("IL-2 (β-chain)") == "il 2 beta chain"
    assert normalise("Sjögren") == "sjogren"
    assert tokens("α1, x") == [("alpha1", 0, 2), ("x", 4, 5)]
    assert words_of("hasSymptom") == words_of("HAS_SYMPTOM") == "has symptom"


def test_a_start_reads_no_file_that_it_does_not_need() -> None:
    code = (
        "import scitoolagent.reading.words, sys;"
        "from scitoolagent.language import words;"
        "print(words._read.cache_info().currsize, 'Stemmer' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["1", "False"]
