"""A misspelt name is taken where one well-known compound is meant, and nowhere else."""

from __future__ import annotations

import importlib.util

import pytest

from scitoolagent.tools.chemistry import _misspelt
from scitoolagent.tools.chemistry._misspelt import meant_name


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("theobromnie", "theobromine"),  # two letters exchanged
        ("Ketoprofn", "ketoprofen"),  # one missing
        ("quinolline", "quinoline"),  # one too many
        ("menthel", "menthol"),  # one wrong
        ("salicilic acid", "salicylic acid"),
        ("potassium cloride", "potassium chloride"),
    ],
)
def test_one_edit_is_undone(word: str, name: str) -> None:
    assert meant_name(word) == name


@pytest.mark.parametrize(
    "word",
    [
        "menthol",  # a name itself
        "methonol",  # methanol, or methionol
        "menthools",  # two edits
        "toluenes",  # a class
        "benzin",  # listed as a trade name, and too short to be sure
        "aspiring",
        "aerosol",
        "calculate",
        "molecule",
        "x" * 10_000,
        "quinol1ine",
        "",
    ],
)
def test_other_words_mean_themselves(word: str) -> None:
    assert meant_name(word) is None


@pytest.mark.skipif(importlib.util.find_spec("symspellpy") is None, reason="the dictionary is a development package")
def test_the_list_of_close_words_is_as_generated() -> None:
    assert _misspelt._CLOSE.read_text("utf-8") == _misspelt.build()
