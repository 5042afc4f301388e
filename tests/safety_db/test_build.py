"""The compiled tables, and the compiler on a small copy of its sources."""

from __future__ import annotations

import csv
import gzip
import shutil
from datetime import date
from pathlib import Path

import numpy as np
import pytest

from scitoolagent.errors import ConfigError
from scitoolagent.safety_db import build, screen, store
from scitoolagent.safety_db.grading import grade, grade_protein
from scitoolagent.safety_db.molecules import read, standardise

LABELLED = [
    ("OKKJLVBELUTLKV-UHFFFAOYSA-N", "CO", "Methanol", "67-56-1", "flammable liquid (flash point <=60C)", "FlashPoint"),
    ("", "OC(=O)c1ccccc1", "a benzoate", "", "unspecified (PubChem toxic list)", "SciToolAgent"),
    ("", "[O-]C(=O)c1ccccc1.[Na+]", "sodium benzoate", "532-32-1", "mutagen (Ames positive)", "AMES"),
    ("", "CC(=O)[O-].CC(=O)[O-].[Pb+2]", "lead acetate", "", "carcinogen IARC 11", "IARC"),
    ("", "[228Ra]", "radium", "", "carcinogen/reprotoxicant IARC 1", "CompTox IARC 1"),
    ("", "C", "ricin", "9009-86-3", "chem-weapon/precursor: OPCW schedule 1", "ChemCrow"),
    ("", "not a molecule", "", "", "mutagen (Ames positive)", "AMES"),
    ("", "OCCCCBr", "4-bromobutanol", "", "acute oral toxicity GHS Cat 2 (rat LD50)", "LD50_Zhu"),
]
TOXINS = [
    ("P01501", "Melittin (MEL)", "Apis mellifera", "Melittin family", "", "GIGAVLKVLTTGLPALISWIKRKRQQ", "ToxProt"),
    (
        "P02879",
        "Ricin [Cleaved into: Ricin A chain]",
        "Ricinus communis",
        "",
        "",
        "IFPKQYPIINFTTAGATVQSYTNFIRAVRG",
        "x",
    ),
]


@pytest.fixture
def sources(tmp_path: Path) -> tuple[Path, Path]:
    source, target = tmp_path / "source", tmp_path / "target"
    source.mkdir()
    target.mkdir()
    write(source / build.HAZARDS, ("inchikey", "smiles", "name", "cas", "hazard", "source"), LABELLED)
    columns = ("accession", "name", "organism", "family", "toxic_dose", "sequence", "source")
    write(source / build.PROTEINS, columns, TOXINS)
    for name in ("controlled.csv", "everyday.csv"):
        shutil.copyfile(store.PACKAGED / name, target / name)
    return source, target


def write(path: Path, columns: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
    with gzip.open(path, "wt", encoding="utf-8", newline="") as lines:
        csv.writer(lines).writerows([columns, *rows])


def test_the_same_sources_give_the_same_bytes(sources: tuple[Path, Path]) -> None:
    source, target = sources
    build.build(source, target, "2026-01-02")
    first = {path.name: path.read_bytes() for path in target.iterdir()}
    build.build(source, target, "2026-01-02")
    assert first == {path.name: path.read_bytes() for path in target.iterdir()}


def test_a_built_table_screens_and_says_what_it_left_out(sources: tuple[Path, Path]) -> None:
    source, target = sources
    said: list[str] = []
    counts = build.build(source, target, "2026-01-02", said.append)
    assert counts["proteins"] == 2
    rows = [store.Compounds(target).row(number) for number in range(len(store.Compounds(target).rows))]
    benzoic = next(row for row in rows if row["smiles"] == "O=C(O)c1ccccc1")
    assert benzoic["classes"].split("|") == ["GHS Muta. 2 indicated (Ames positive)", "toxic, class not given"]
    assert (benzoic["verdict"], benzoic["specific"]) == ("warn", "1")
    assert not any(row["smiles"] in ("C", "CC(=O)O") for row in rows)
    assert screen.screen_molecule("BrCCCCO", place=target).verdict == "confirm"
    assert screen.screen_protein("GIGAVLKVLTTGLPALISWIKRKRQQ", place=target).verdict == "confirm"
    assert any("metal" in text for text in said)
    assert any("radioactive" in text for text in said)


@pytest.mark.parametrize("row", [("", "CCBr", "", "", "smells", "LD50_Zhu"), ("", "CCBr", "", "", "toxic", "a blog")])
def test_what_nobody_graded_is_an_error(sources: tuple[Path, Path], row: tuple[str, ...]) -> None:
    source, target = sources
    write(source / build.HAZARDS, ("inchikey", "smiles", "name", "cas", "hazard", "source"), [*LABELLED, row])
    with pytest.raises(ConfigError, match="grade"):
        build.build(source, target, "2026-01-02")
    assert not (target / store.MANIFEST).exists()


def test_a_cut_source_is_an_error(sources: tuple[Path, Path]) -> None:
    source, target = sources
    content = (source / build.HAZARDS).read_bytes()
    (source / build.HAZARDS).write_bytes(content[: len(content) // 2])
    with pytest.raises(ConfigError, match="cannot be built"):
        build.build(source, target, "2026-01-02")


def test_the_shipped_tables_are_large_enough_and_complete() -> None:
    compounds, proteins = store.Compounds(store.PACKAGED), store.Proteins(store.PACKAGED)
    counts = store.manifest(store.PACKAGED)["counts"]
    assert len(compounds) >= 20_000
    assert counts["compounds_classed"] >= 11_000
    assert len(proteins) >= 8_500
    rows = [compounds.row(number) for number in range(len(compounds.rows))]
    assert sum(row["specific"] == "1" for row in rows) == counts["compounds_specific"]
    for row in rows:
        assert row["smiles"]
        facts = [row[name].split("|") for name in ("classes", "verdicts", "specifics", "sources", "dates")]
        assert len({len(column) for column in facts}) == 1
        assert all(facts[3])
        for text in facts[4]:
            date.fromisoformat(text)
    # an unclassed row never stops anything
    assert {row["verdict"] for row in rows if row["classes"] == "toxic, class not given"} == {"note"}
    size = sum((store.PACKAGED / name).stat().st_size for name in (*store.COMPOUND_FILES, *store.PROTEIN_FILES))
    assert size < 12_000_000


def test_every_source_named_in_a_row_is_in_the_licence_table() -> None:
    text = (store.PACKAGED / "SOURCES.md").read_text(encoding="utf-8")
    compounds = store.Compounds(store.PACKAGED)
    sources = {
        source for number in range(len(compounds.rows)) for source in compounds.row(number)["sources"].split("|")
    }
    for source in sources:
        known = "CWC" if source.startswith("CWC") else source.split(" (chemicals)")[0].removeprefix("NTP Report on ")
        words = {"Carcinogens": "NTP", "CompTox list: OEHHA": "OEHHA", "CompTox list: IARC": "IARC"}
        assert words.get(known, known) in text, source


def test_fingerprints_belong_to_their_rows() -> None:
    compounds = store.Compounds(store.PACKAGED)
    for place in range(0, len(compounds), 997):
        row = compounds.row(int(compounds.row_of[place]))
        fragment = standardise(read(row["smiles"])).fragments[0]
        assert np.array_equal(fragment.fingerprint(), compounds.index.columns[:, place])


def test_grades() -> None:
    assert grade("LD50_Zhu", "acute oral toxicity GHS Cat 2 (rat LD50)").verdict == "confirm"  # type: ignore[union-attr]
    assert grade("LD50_Zhu", "acute oral toxicity GHS Cat 3 (rat LD50)").verdict == "warn"  # type: ignore[union-attr]
    assert grade("IARC", "carcinogen IARC 12").label == "IARC 2B"  # type: ignore[union-attr]
    assert grade("SciToolAgent", "anything").verdict == "note"  # type: ignore[union-attr]
    assert grade("ChemCrow", "chem-weapon/precursor: australia group") is None


@pytest.mark.parametrize(
    ("name", "organism", "family", "sequence", "verdict"),
    [
        ("Ricin", "Ricinus communis", "", "AAAA", "block"),
        ("Mucoricin (Ricin-like toxin)", "Rhizopus delemar", "", "AAAA", "confirm"),
        ("Botulinum neurotoxin type A", "Clostridium botulinum", "", "AAAA", "block"),
        ("Enterotoxin type B (SEB)", "Staphylococcus aureus", "", "AAAA", "block"),
        ("Enterotoxin type H (SEH)", "Staphylococcus aureus", "", "AAAA", "confirm"),
        ("Heat-labile enterotoxin B chain", "Escherichia coli", "", "AAAA", "confirm"),
        ("Conotoxin", "Conus geographus", "", "ECCNPACGRHYSC", "block"),
        ("Bradykinin", "Vespa", "Bradykinin-related peptide family", "RPPGFSPFR", "warn"),
    ],
)
def test_grades_of_proteins(name: str, organism: str, family: str, sequence: str, verdict: str) -> None:
    assert grade_protein(name, organism, family, sequence)[1] == verdict
