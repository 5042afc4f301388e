"""Abbreviations of the laboratory: their structures by weight and by the record of their full name."""

from __future__ import annotations

import importlib.resources
import time

import pytest
from rdkit import Chem
from rdkit.Chem import Descriptors

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry import _compounds, names
from scitoolagent.tools.chemistry._open_names import _meanings

FILE = importlib.resources.files("scitoolagent.tools.chemistry") / "common_names.tsv"
ROWS = [line.split("\t") for line in FILE.read_text("utf-8").splitlines() if not line.startswith("#")]


def test_each_structure_has_its_inchikey_and_its_weight() -> None:
    """The weights are suppliers' (Merck, Thermo Fisher, TCI) or of the European Pharmacopoeia."""
    assert len(ROWS) > 150
    for title, also, key, smiles, weight in ROWS:
        mol = Chem.MolFromSmiles(smiles)
        assert Chem.MolToInchiKey(mol) == key, title
        assert Descriptors.MolWt(mol) == pytest.approx(float(weight), abs=0.035), title
        assert Chem.GetFormalCharge(mol) == 0, title
        for name in filter(None, also.split(";")):
            assert names.is_known_name(name), name
            found = names.name_to_smiles(name).smiles
            assert Chem.MolToInchiKey(Chem.MolFromSmiles(found)) == key, name


# Those of which the table has a record that this table puts right: salts whose ratio it draws as 1 : 1, or without acid,
# an atom for the molecule, and a radical beside the alcohol.
PUT_RIGHT = {"methanol", "white phosphorus"}


def test_the_table_has_the_same_structure_under_the_full_name() -> None:
    """A second source for all of which the table has the full name: PubChem's InChIKey, as far as connectivity."""
    compared = 0
    for title, _, key, smiles, _ in ROWS:
        records = [row for row in _compounds._rows(title) if title in row.names and row.inchikey]
        if (
            not records
            or title in PUT_RIGHT
            or title.split()[-1] in ("sulfate", "maleate", "tartrate", "succinate", "fumarate")
        ):
            continue
        assert key[:14] in {row.inchikey[:14] for row in records}, (title, smiles)
        compared += 1
    assert compared > 90


def test_no_name_stands_for_two() -> None:
    listed = [name for row in ROWS for name in row[1].split(";") if name]
    assert len(listed) == len(set(listed))
    assert not set(listed) & set(_meanings())


@pytest.mark.parametrize("name", ["TEA", "EDC", "TES", "IAA"])
def test_an_abbreviation_of_two_reagents_is_refused_with_both(name: str) -> None:
    meant = _meanings()[name]
    assert names.is_known_name(name)  # so that the question's word reaches the refusal
    with pytest.raises(ToolInputError, match="leaves open") as caught:
        names.name_to_smiles(name)
    assert all(one in str(caught.value) for one in meant)


# Written otherwise they are words.
@pytest.mark.parametrize(
    "word", ["camp", "pipes", "caps", "tempo", "dead", "mes", "nis", "Caps", "Camp", "taps", "aces", "coa"]
)
def test_capitals_count(word: str) -> None:
    assert not names.is_known_name(word)


def test_the_first_look_up_stays_fast() -> None:
    _compounds._common_names.cache_clear()
    start = time.perf_counter()
    _compounds.is_common("THF")
    assert time.perf_counter() - start < 0.5
