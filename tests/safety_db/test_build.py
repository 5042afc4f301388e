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
from scitoolagent.safety_db import build, derive, screen, store
from scitoolagent.safety_db.grading import grade, grade_protein
from scitoolagent.safety_db.molecules import parse_structure, standardise

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
DERIVED = [
    (
        "10099-74-8",
        "lead nitrate",
        "[Pb+2].O[N+](=O)[O-].[O-][N+](=O)[O-]",
        "group",
        "GHS Repr. 1A",
        "warn",
        "",
        "x",
        "2008-12-31",
    ),
    (
        "109-69-3",
        "1-chlorobutane",
        "CCCCCl",
        "structure",
        "GHS Flam. Liq. 2",
        "warn",
        "flash point -9 °C",
        "y",
        "2023-07-27",
    ),
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
    derive.write_derived(
        target / "derived.csv", [dict(zip(derive.DERIVED_COLUMNS, row, strict=True)) for row in DERIVED]
    )
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


def test_members_of_a_listed_group_are_known_by_name_number_and_key_alone(sources: tuple[Path, Path]) -> None:
    source, target = sources
    build.build(source, target, "2026-01-02", synonyms=lambda keys: {key: ["Bromo alcohol"] for key in keys})
    table = store.Compounds(target)
    rows = [table.row(number) for number in range(len(table))]
    lead = next(row for row in rows if "lead nitrate" in row["names"])
    assert (lead["kind"], "GHS Repr. 1A" in lead["classes"].split("|")) == ("whole", True)
    assert rows.index(lead) not in table.row_of.tolist()  # nitrates are not compared with it
    butane = next(row for row in rows if row["cas"] == "109-69-3")
    assert butane["classes"] == "GHS Flam. Liq. 2 (flash point -9 °C)"
    assert screen.screen_name("Lead Nitrate", place=target).verdict == "warn"
    assert screen.screen_name("10099-74-8", place=target).verdict == "warn"
    assert screen.screen_inchikey(lead["inchikey"], place=target).verdict == "warn"
    assert screen.screen_name("bromo alcohol", place=target).verdict != "unknown"


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
    assert counts["compounds_specific"] >= 11_000
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
    derived = ("GHS 2.6 and 2.2", "CLP Annex VI", "IARC", "Montreal Protocol", "Stockholm Convention")
    assert all(f"{listed} (derived" in text for listed in derived)
    sources = {
        source for number in range(len(compounds.rows)) for source in compounds.row(number)["sources"].split("|")
    }
    for source in sources:
        if "(derived; " in source:
            assert any(source.startswith(listed) for listed in derived), source
            assert "chemicals" in source
            continue
        known = "CWC" if source.startswith("CWC") else source.split(" (chemicals)")[0].removeprefix("NTP Report on ")
        words = {"Carcinogens": "NTP", "CompTox list: OEHHA": "OEHHA", "CompTox list: IARC": "IARC"}
        assert words.get(known, known) in text, source


def test_fingerprints_belong_to_their_rows() -> None:
    compounds = store.Compounds(store.PACKAGED)
    assert len(compounds.row_of) >= 20_000
    assert len(compounds.row_of) == sum(line.split("\t", 3)[2] == "fragment" for line in compounds.rows)
    for place in range(0, len(compounds.row_of), 997):
        row = compounds.row(int(compounds.row_of[place]))
        fragment = standardise(parse_structure(row["smiles"])).fragments[0]
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
