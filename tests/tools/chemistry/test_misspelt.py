"""A misspelt name is taken where one well-known compound is meant, and nowhere else."""

from __future__ import annotations

import importlib.util
import re

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry import _compounds, _misspelt, names
from scitoolagent.tools.chemistry._misspelt import meant_name, near_names, read_name


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("theobromnie", "theobromine"),  # two letters exchanged
        ("Paracetmol", "paracetamol"),  # one missing
        ("choloroform", "chloroform"),  # one too many, beside its key
        ("caffeinne", "caffeine"),  # one twice
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
        "menthel",  # menthal, menthyl
        "ketoprofn",  # ketoprofan
        "pyridosine",  # a compound, though s and x are side by side on a keyboard
        "menthools",  # two edits
        "toluenes",  # a class
        "benzin",  # a mixture
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


# Each is a compound that the table lacks, one letter away from one that it has.
OTHER_COMPOUNDS = [
    *"geranial farnesal estrane pyrazolone cyclohexenol bornene phenethol selenocysteine humulene vindoline".split(),
    *"butanel cyclopentenol cycloheptenol androstone pregnone hexenol bornyne pulegol".split(),
    *("xylonic acid", "sodium chlorote", "ethyl acetete"),
]


@pytest.mark.parametrize("word", OTHER_COMPOUNDS)
def test_a_part_of_nomenclature_is_no_slip(word: str) -> None:
    assert meant_name(word) is None


def test_listed_names_taken_out_of_the_table_are_not_corrected(monkeypatch: pytest.MonkeyPatch) -> None:
    """What happens to a compound that the table lacks: every 30th name is looked up as if the table lacked it.

    12 % of them were corrected before to another structure; 1 in 1,000 are, most of them misprints of the table.
    """
    pattern = re.compile(r"[a-z]{7,25}")
    listed = sorted({name for name in _compounds.all_names() if pattern.fullmatch(name)})[::30]
    has_field, missing = _compounds.has_field, [""]
    monkeypatch.setattr(_compounds, "has_field", lambda name: name != missing[0] and has_field(name))
    wrong = []
    for name in listed:
        missing[0] = name
        meant_name.cache_clear()
        near_names.cache_clear()
        other = meant_name(name)
        if other is not None and not _misspelt._structures(name) & _misspelt._structures(other):
            wrong.append((name, other))
    meant_name.cache_clear()
    near_names.cache_clear()
    print(f"{len(wrong)} of {len(listed)} corrected to another compound: {wrong}")
    assert len(listed) > 1500
    assert len(wrong) <= len(listed) / 500


def test_a_name_near_another_is_refused_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    # OPSIN, where it is there, knows geranial.
    monkeypatch.setattr("scitoolagent.tools.chemistry._name_services.opsin_is_there", lambda: False)
    assert read_name("geranial") == "geranial"
    assert read_name("theobromnie") == "theobromine"
    assert read_name("unobtainium") is None
    with pytest.raises(ToolInputError, match="'geranial' is no name known here; did you mean geraniol"):
        names.name_to_smiles("geranial")
    with pytest.raises(ToolInputError, match="'unobtainium' is no name known here; check"):
        names.name_to_smiles("unobtainium")


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("symspellpy") is None, reason="the dictionary is a development package")
def test_the_list_of_close_words_is_as_generated() -> None:
    assert _misspelt._CLOSE.read_text("utf-8") == _misspelt.build()
