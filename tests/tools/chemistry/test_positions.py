"""A name that leaves a position open is refused, and names what it may mean."""

from __future__ import annotations

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry import names
from scitoolagent.tools.chemistry._positions import isomers


@pytest.mark.parametrize(
    ("name", "one", "other"),
    [
        ("Toluidine", "o-toluidine", "p-toluidine"),
        ("cresol", "m-cresol", "p-cresol"),
        ("naphthol", "1-naphthol", "2-naphthol"),
        ("lutidine", "2,4-lutidine", "2,6-lutidine"),
        ("pinene", "alpha-pinene", "beta-pinene"),
        ("aminobenzoic acid", "o-aminobenzoic acid", "p-aminobenzoic acid"),
    ],
)
def test_the_isomers_are_named(name: str, one: str, other: str) -> None:
    assert {one, other} <= set(isomers(name))
    assert names.compound_name(name) == name  # so that the question's word reaches the refusal
    for look_up in (names.name_to_smiles, names.name_to_cas):
        with pytest.raises(ToolInputError, match=rf"leaves open.*{one}.*{other}"):
            look_up(name)


@pytest.mark.parametrize(
    "name",
    [
        "p-cresol",
        "2-naphthol",
        "phthalic acid",
        "salicylic acid",
        "butanol",
        "toluene",
        "tyrosine",
        "glucose",
        "menthol",
    ],
)
def test_a_name_of_one_compound_is_looked_up(name: str) -> None:
    assert isomers(name) == ()
    assert names.name_to_smiles(name).smiles


@pytest.mark.parametrize("word", ["value", "question", "", "x" * 1000, "of the"])
def test_a_word_is_no_open_name(word: str) -> None:
    assert isomers(word) == ()
