"""Compounds are found by name and number; another stereoisomer is never given for the one asked for."""

from __future__ import annotations

import time

import pytest
from rdkit import Chem

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry import _compound_match, _compounds, names
from scitoolagent.tools.chemistry._well_known import WELL_KNOWN

# CAS numbers and InChIKeys as PubChem publishes them.
PUBLISHED = [
    ("pinacol", "76-09-5", "IVDFJHOHABJVEH-UHFFFAOYSA-N"),
    ("L-proline", "147-85-3", "ONIBWKKTOPOVIA-BYPYZUCNSA-N"),
    ("(-)-menthol", "2216-51-5", "NOOLISFMXDJSKH-KXUCPTDWSA-N"),
    ("anisole", "100-66-3", "RDOXTESZEPMUJZ-UHFFFAOYSA-N"),
]


@pytest.mark.parametrize(("name", "cas", "key"), PUBLISHED)
def test_name_cas_and_inchikey_lead_to_one_structure(name: str, cas: str, key: str) -> None:
    found = {names.name_to_smiles(name).smiles, names.cas_to_smiles(cas).smiles, names.inchikey_to_smiles(key)}
    assert len(found) == 1
    smiles = found.pop()
    assert Chem.MolToInchiKey(Chem.MolFromSmiles(smiles)) == key
    assert names.smiles_to_cas(smiles).cas_number == names.name_to_cas(name) == cas
    assert Chem.InchiToInchiKey(names.inchikey_to_inchi(key)) == key
    assert names.is_known_name(name)


def test_reading_the_raw_table_agrees_with_the_package_that_owns_it() -> None:
    """`chemicals` parses its table in another way (dictionaries of all fields)."""
    from chemicals.identifiers import ChemicalMetadataDB

    database = ChemicalMetadataDB(elements=False, main_db=None)
    for name in ("styrene", "anisole", "furfural", "mesitylene"):
        theirs = database.search_name(name)
        ours = _compound_match.resolve(name)
        assert (ours.cas, ours.inchikey, ours.title) == (theirs.CASs, theirs.InChI_key, theirs.common_name)


def test_every_well_known_structure_gives_its_published_inchikey() -> None:
    for title, _, cas, key, smiles in WELL_KNOWN:
        assert Chem.MolToInchiKey(Chem.MolFromSmiles(smiles)) == key, title
        assert _compounds.valid_cas(cas), title
        assert names.name_to_smiles(title).stereo_note.startswith(("all", "the molecule has no")), title


def test_unmarked_name_is_flat_and_marked_name_is_not() -> None:
    assert "@" not in names.name_to_smiles("proline").smiles
    assert names.name_to_smiles("proline").stereo_note.startswith("1 of 1")
    left, right = names.name_to_smiles("L-proline").smiles, names.name_to_smiles("D-proline").smiles
    assert left != right
    assert Chem.CanonSmiles(left, useChiral=False) == Chem.CanonSmiles(right, useChiral=False)


def test_another_stereoisomer_is_never_given() -> None:
    # The first block is proline's, the second is of no stereoisomer.
    with pytest.raises(ToolInputError, match="same connectivity"):
        names.inchikey_to_smiles("ONIBWKKTOPOVIA-AAAAAAAASA-N")
    # The mirror image of (-)-menthol has a CAS number of its own, or none that is known here.
    row = _compound_match.resolve("(-)-menthol")
    mirror = Chem.MolToSmiles(_mirrored(row.smiles))
    try:
        assert names.smiles_to_cas(mirror).cas_number != row.cas
    except ToolInputError as error:
        assert "stereoisomers" in str(error)


def _mirrored(smiles: str) -> Chem.Mol:
    mol = Chem.MolFromSmiles(smiles)
    for atom in mol.GetAtoms():
        atom.InvertChirality()
    return mol


def test_connectivity_match_is_said() -> None:
    # Flat squalene drawn with one defined bond: only the connectivity can match.
    smiles = "CC(C)=CCC/C(C)=C/CCC(C)=CCCC=C(C)CCC=C(C)CCC=C(C)C"
    found = names.smiles_to_cas(smiles)
    assert found.cas_number == "111-02-4"
    assert found.lookup_note.startswith("only the connectivity")


@pytest.mark.parametrize("name", ["malonate", "zzxq-ene", "", "a" * 100_000, "air\x00", "pinacol\nx", "\t"])
def test_ambiguous_and_unknown_names_are_refused(name: str) -> None:
    with pytest.raises(ToolInputError):
        names.name_to_smiles(name)


def test_ambiguous_name_shows_the_choices() -> None:
    with pytest.raises(ToolInputError, match=r"141-82-2.*141-95-7"):
        names.name_to_smiles("malonate")


def test_name_of_a_salt_gives_the_salt() -> None:
    """The table lists `sodium n-butyrate` among the synonyms of butyric acid too."""
    assert "[Na+]" in names.name_to_smiles("sodium n-butyrate").smiles


# 107-07-3 is the example by which CAS explains its check digit.
@pytest.mark.parametrize(("cas", "valid"), [("107-07-3", True), ("107-07-4", False), ("107-7-3", False)])
def test_cas_check_digit(cas: str, valid: bool) -> None:
    assert _compounds.valid_cas(cas) is valid
    if not valid:
        with pytest.raises(ToolInputError, match="not a CAS number"):
            names.cas_to_smiles(cas)


def test_sentence_words_are_no_names_and_spellings_are() -> None:
    assert not any(map(names.is_known_name, ["what is", "the", "lead", "for", "and", "", "76-09-5", "x" * 5000, "ab"]))
    assert all(map(names.is_known_name, ["ANISOLE", "β-carotene", "beta-carotene", "N,N‑dimethylaniline", " anisole "]))


def test_recognition_is_fast_enough_for_every_phrase_of_a_question() -> None:
    names.is_known_name("anisole")
    start = time.perf_counter()
    assert not any(names.is_known_name(f"no such name {number}") for number in range(2000))
    assert time.perf_counter() - start < 1.0


def test_first_look_up_does_not_import_the_package() -> None:
    import subprocess
    import sys

    code = (
        "import sys; from scitoolagent.tools.chemistry import _compounds; "
        "assert _compounds.by_name('anisole')[0].cas == '100-66-3'; "
        "assert not {'chemicals', 'pandas', 'scipy', 'numba'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_titles_and_numbers() -> None:
    assert names.smiles_to_name("COc1ccccc1") == names.cas_to_name("100-66-3") == "anisole"
    assert names.smiles_to_pubchem_cid("COc1ccccc1") == 7519  # PubChem's record of anisole
    assert names.smiles_to_iupac_name("COc1ccccc1") == "methoxybenzene"  # the name IUPAC gives it
    with pytest.raises(ToolInputError, match="exactly"):
        names.smiles_to_name("COc1ccccc1C#CC#CC#CF")
