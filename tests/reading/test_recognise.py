"""Entities are found by what the question says they are, and by their form; words stay words."""

from __future__ import annotations

import contextlib
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scitoolagent.config import load_config
from scitoolagent.errors import PlanError
from scitoolagent.planner import Planner
from scitoolagent.reading.notation import guess_type, is_formula, is_smiles
from scitoolagent.toolkg.store import load_graph


@pytest.fixture(scope="module")
def planner() -> Planner:
    return Planner(load_graph(), load_config())


def found(planner: Planner, question: str) -> list[tuple[str, str]]:
    return [(entity.type, entity.value) for entity in planner.recognise(question).entities]


@pytest.mark.parametrize(
    ("question", "entities"),
    [
        ("What is the TPSA of Cc1ccccc1O?", [("Smiles", "Cc1ccccc1O")]),
        ("TPSA of the SMILES 'OCC(O)CO'.", [("Smiles", "OCC(O)CO")]),
        ("Give the QED for (C1CC1)C(=O)O, please", [("Smiles", "(C1CC1)C(=O)O")]),
        ("The SMILES, the CO2 uptake and CCCO", [("Smiles", "CCCO")]),
        ("Is the SMILES CO2 valid?", [("Smiles", "CO2")]),
        ("Compare CCCO and CCCN.", [("Smiles", "CCCO"), ("Smiles", "CCCN")]),
        ("Rings in [nH]1cccc1 and in C1CCCCC1?", [("Smiles", "[nH]1cccc1"), ("Smiles", "C1CCCCC1")]),
        ("logP of InChI=1S/C3H8O/c1-2-3-4/h4H,2-3H2,1H3.", [("InChI", "InChI=1S/C3H8O/c1-2-3-4/h4H,2-3H2,1H3")]),
        ('Which SMILES has "NOOLISFMXDJSKH-KXUCPTDWSA-N"?', [("InChIKey", "NOOLISFMXDJSKH-KXUCPTDWSA-N")]),
        ("Count the symbols of [C][C][Branch1][C][O][C].", [("Selfies", "[C][C][Branch1][C][O][C]")]),
        ("the SLN string CH3CH2CH2OH has how many rings", [("Sln", "CH3CH2CH2OH")]),
        ("TPSA of CAS 89-78-1?", [("CasNumber", "89-78-1")]),
        ("Translate the DNA sequence ATGGCCTAA", [("DnaSequence", "ATGGCCTAA")]),
        ("GC content of GATTACAGATTACA", [("DnaSequence", "GATTACAGATTACA")]),
        # Codes of bases (NC-IUB 1984) are amino acids, too, all but B.
        ("complement of ATGRYCCAT", [("DnaSequence", "ATGRYCCAT"), ("ProteinSequence", "ATGRYCCAT")]),
        ("complement of ATGBTCCATGAT", [("DnaSequence", "ATGBTCCATGAT")]),
        ("isoelectric point of RKDGATNVSYHW", [("ProteinSequence", "RKDGATNVSYHW")]),
        ("reverse transcribe AUGGCUUAAGC", [("RnaSequence", "AUGGCUUAAGC")]),
        ("isoelectric point of the peptide GIVEQCCTSICSLYQLENYCN", [("ProteinSequence", "GIVEQCCTSICSLYQLENYCN")]),
        ("pI of the protein sequence:\n>chain A\nGIVEQCC\nTSICSLY\n", [("ProteinSequence", "GIVEQCCTSICSLY")]),
        ("align the peptide sequences KWVTF and KWVSF", [("ProteinSequence", "KWVTF"), ("ProteinSequence", "KWVSF")]),
        ("molar mass of Ca3(PO4)2", [("MolecularFormula", "Ca3(PO4)2")]),
        ("density of crystal.cif", [("CifFile", "crystal.cif")]),
        ("electronic nature of mp-149", [("MaterialsProjectId", "mp-149")]),
        # What a record says of it is a field of the record, beside its accession alone.
        ("band gap of mp-149", [("MaterialRecordNumber", "band gap"), ("MaterialsProjectId", "mp-149")]),
    ],
)
def test_values_are_found_with_their_type(planner: Planner, question: str, entities: list[tuple[str, str]]) -> None:
    assert found(planner, question) == entities


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("What is the TPSA of menthol?", ["menthol"]),
        ("What is the QED of vanillin and of camphor?", ["vanillin", "camphor"]),
        ("Compute menthol's logP", ["menthol"]),
        ("Is eugenol drug-like?", ["eugenol"]),
        ("tartaric acid: molecular formula", ["tartaric acid"]),
        ("Give the formula of the compound called 'isoamyl acetate'.", ["isoamyl acetate"]),
        ("exact mass of the molecule named qwertyzine", ["qwertyzine"]),
        ("For menthol, camphor and vanillin give the number of rings.", ["menthol", "camphor", "vanillin"]),
        ("How similar are thymol and carvacrol?", ["thymol", "carvacrol"]),
        ("formal charge of choline and the number of rings in camphor", ["choline", "camphor"]),
        ("What is the weight of water?", ["water"]),
        ("logP of N,N-dimethylformamide", ["N,N-dimethylformamide"]),
        # Beside such a word the element is not meant.
        ("electron affinity of the molecule of oxygen", ["oxygen"]),
    ],
)
def test_names_of_molecules_are_found(planner: Planner, question: str, names: list[str]) -> None:
    assert found(planner, question) == [("MoleculeName", name) for name in names]


@pytest.mark.parametrize(
    "question",
    [
        "What can you do?",
        "How many tools are there in the database?",
        "Tell me a joke about the lead of a band.",
        "What is the TPSA?",
        "Compute the QED, the TPSA and the PBF.",
        "Is it safe to work in the lab at 25 °C on 2024-01-31?",
        "Number of hydrogen bond donors and of carbon atoms?",
        # Not the hydride ion: a compound that no table has under this name.
        "What is the molar mass of the hydride of Unobtainium?",
    ],
)
def test_words_are_not_values(planner: Planner, question: str) -> None:
    assert found(planner, question) == []


@pytest.mark.parametrize(
    ("question", "entities"),
    [
        # The last digit of a CAS number is a check digit.
        ("TPSA of 89-78-2?", []),
        # Four signs that could be an entry of the PDB are one only where the question says so.
        ("What is the structure of 1CRN?", []),
        ("What is the resolution of the PDB entry 1CRN?", [("PdbEntryText", "resolution"), ("PdbId", "1CRN")]),
        # The nearest words say what a value is.
        (
            "Align the DNA sequence ACGTACGT with the protein sequence MACGT",
            [("DnaSequence", "ACGTACGT"), ("ProteinSequence", "MACGT")],
        ),
        # Brackets that belong to the value stay, those of the sentence go.
        ("TPSA of C(F)(F)(F)", [("Smiles", "C(F)(F)(F)")]),
        ("molar mass of a base (such as Ca(OH)2)", [("MolecularFormula", "Ca(OH)2")]),
        ("What is the molar mass of (NH4)2(SO4)?", [("MolecularFormula", "(NH4)2(SO4)")]),
    ],
)
def test_form_and_announcement_decide(planner: Planner, question: str, entities: list[tuple[str, str]]) -> None:
    assert found(planner, question) == entities


def test_too_many_values_are_refused(planner: Planner) -> None:
    with pytest.raises(PlanError, match="more than 100 values"):
        planner.recognise("TPSA of " + " ".join("C" * size + "O" for size in range(2, 104)))


def test_handles_count_per_type(planner: Planner) -> None:
    query = planner.recognise("TPSA of CCCO, of CCCN and of menthol")
    assert [entity.handle for entity in query.entities] == ["smiles1", "smiles2", "moleculename1"]
    for entity in query.entities:
        assert query.text[entity.start : entity.end] == entity.text


@pytest.mark.parametrize(
    ("question", "message"), [("", "empty"), ("   \n", "empty"), ("x" * 10_000_000, "characters"), ("a\x00b", "NUL")]
)
def test_bad_questions_are_refused(planner: Planner, question: str, message: str) -> None:
    with pytest.raises(PlanError, match=message):
        planner.recognise(question)


@settings(deadline=None)  # the first text that may be a name waits for the index of names
@given(st.text(max_size=300))
def test_any_text_is_read_without_an_error(planner: Planner, question: str) -> None:
    try:
        query = planner.recognise(question)
    except PlanError:
        return
    assert all(query.text[entity.start : entity.end] == entity.text for entity in query.entities)


@pytest.mark.parametrize(
    ("chunk", "kind"),
    [
        ("c1ccncc1", "Smiles"),
        ("N#N", "Smiles"),
        ("[Na+].[Cl-]", "Smiles"),
        ("C/C=C/C", "Smiles"),
        ("CCO", "Smiles"),
        ("C1CC", None),
        ("C(C", None),
        ("H2O", "MolecularFormula"),
        ("NaCl", "MolecularFormula"),
        ("TPSA", None),
        ("CNS", None),
        ("hello", None),
        ("2024", None),
        ("and/or", None),
        ("sp3", None),
        ("MSKGEELFTG", "ProteinSequence"),
        ("ACGTACGT", "DnaSequence"),
        ("ACGUACGU", "RnaSequence"),
        ("CuSO4·5H2O", "MolecularFormula"),
        ("PO43-", "MolecularFormula"),
        ("Fe3+", "MolecularFormula"),
        ("US-", None),
        ("IC50", None),
        ("HSP90", None),
        ("IDs", None),
        ("[OPTIONS]", None),
        ("pop()", None),
        ("(c)", None),
        ("ggatccatg", "DnaSequence"),
        ("Kappa2", None),
        ("CO2", "MolecularFormula"),
        ("pH", None),
    ],
)
def test_form_alone(chunk: str, kind: str | None) -> None:
    assert guess_type(chunk) == kind


def test_smiles_and_formula_grammar() -> None:
    assert is_smiles("C1CC1") and not is_smiles("C1CC2") and not is_smiles("=C")
    assert is_formula("Fe2(SO4)3") and not is_formula("Fe") and not is_formula("Xx2Y3")


def test_what_is_no_text_is_refused(planner: Planner) -> None:
    with pytest.raises(PlanError, match="UTF-8"):
        planner.recognise("What is the TPSA of caffeine \udcff?")


def test_what_was_changed_is_told(planner: Planner) -> None:
    """A misspelt name and a strand turned round say what they were read as; a record of FASTA keeps its name."""
    entities = planner.recognise("mass of theobromnie and of caffeine").entities
    assert [(entity.text, entity.value, entity.read_as) for entity in entities] == [
        ("theobromnie", "theobromine", "theobromine"),
        ("caffeine", "caffeine", ""),
    ]
    (strand,) = planner.recognise("GC content of 3'-TACGG-5'").entities
    assert (strand.value, strand.read_as) == ("GGCAT", "5'-GGCAT-3'")
    (record,) = planner.recognise("GC content of\n>probe 7\nATGCC\n").entities
    assert (record.value, record.name) == ("ATGCC", "probe 7")


@pytest.mark.parametrize(
    "text",
    [
        "(" * 10_000,
        "[" * 5_000 + "]" * 5_000,
        "a," * 5_000,
        "a/" * 5_000,
        "1 " * 5_000,
        "of the " * 1_400,
        "5'-A " * 2_000,
        ">a\n" * 3_000,
        "Ala-" * 2_500,
        "MKWVTFISLL " * 900,
        "Fe3" * 3_000 + "+",
        "caffiene, " * 90 + "wordsthatarenone " * 500,
    ],
)
def test_long_texts_are_read_in_time(planner: Planner, text: str) -> None:
    """Some times what 10,000 characters take: what tries all ways to read a text takes minutes."""
    planner.recognise("TPSA of caffeine")
    start = time.process_time()
    with contextlib.suppress(PlanError):
        planner.recognise(text)
    assert time.process_time() - start < 20
