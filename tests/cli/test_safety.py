"""`scitoolagent safety`: what a person types, and what comes back in the exit code."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from scitoolagent.cli.safety import app
from scitoolagent.config import load_config
from scitoolagent.errors import ConfigError, SafetyDatabaseError
from scitoolagent.safety_db import store

SARIN, BENZENE = "CC(C)OP(C)(=O)F", "c1ccccc1"
MELITTIN = "GIGAVLKVLTTGLPALISWIKRKRQQ"


@pytest.fixture(autouse=True)
def _data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("SCITOOLAGENT_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "200")
    load_config.cache_clear()
    yield
    load_config.cache_clear()


def run(*words: str) -> Any:
    return CliRunner().invoke(app, list(words))


@pytest.mark.parametrize(
    ("value", "verdict", "code"),
    [
        (SARIN, "block", 3),
        (BENZENE, "confirm", 3),
        ("InChI=1S/C6H6/c1-2-4-6-5-3-1/h1-6H", "confirm", 3),
        ("DYAHQFWOVKZOOW-UHFFFAOYSA-N", "block", 3),
        ("107-44-8", "block", 3),
        ("sarin", "block", 3),
        ("VX", "block", 3),
        ("[C][C][O][P][Branch1][C][C][=Branch1][C][=O][F]", "block", 3),
        (MELITTIN, "confirm", 3),
        (MELITTIN.lower(), "confirm", 3),
        ("GGCATTGGCGCGGTGCTGAAAGTGCTGACCACCGGCCTGCCGGCGCTGATTAGCTGGATTAAACGCAAACGCCAGCAG", "confirm", 3),
        ("CCO", "warn", 0),
        ("ethanol", "warn", 0),
        ("O", "clear", 0),
        ("GIVEQCCTSICSLYQLENYCN", "clear", 0),
        ("unobtainium", "unknown", 1),
        ("C1CC", "unknown", 1),
        ("no such thing at all", "unknown", 1),
        ("99999-99-9", "unknown", 1),
        ("AAAAAAAAAAAAAA-UHFFFAOYSA-N", "unknown", 1),
        ("", "unknown", 1),
        ("/no/such/file.smi", "unknown", 1),
    ],
)
def test_a_value_is_screened_as_everything_it_may_be(value: str, verdict: str, code: int) -> None:
    done = run("screen", "--json", "--", value)
    assert done.exit_code == code, done.output
    assert [screening["verdict"] for screening in json.loads(done.stdout)] == [verdict]


def test_the_table_says_what_was_found_and_why() -> None:
    done = run("screen", SARIN)
    assert done.exit_code == 3
    for word in ("block", "sarin", "CWC", "107-44-8"):
        assert word in done.stdout


def test_json_has_a_digest_for_each_finding() -> None:
    findings = json.loads(run("screen", "--json", BENZENE).stdout)[0]["findings"]
    assert findings
    assert all(finding["digest"] and finding["source"] and finding["reason"] for finding in findings)


@pytest.mark.parametrize(
    ("kind", "value", "verdict"),
    [
        ("protein", "VX", "unknown"),
        ("protein", "QL", "clear"),
        ("name", "VX", "block"),
        ("molecule", "VX", "unknown"),
        ("gene", "ACGT", "clear"),
    ],
)
def test_a_person_can_say_what_a_value_is(kind: str, value: str, verdict: str) -> None:
    assert json.loads(run("screen", "--json", "--as", kind, value).stdout)[0]["verdict"] == verdict


def test_a_file_with_one_value_a_line(tmp_path: Path) -> None:
    path = tmp_path / "values.smi"
    path.write_text(f"# reagents\nO\n\n{BENZENE}\r\nC1CC\n", encoding="utf-8")
    done = run("screen", "--json", str(path))
    assert [screening["verdict"] for screening in json.loads(done.stdout)] == ["clear", "confirm", "unknown"]
    assert done.exit_code == 3
    path.write_text("O\nC1CC\n", encoding="utf-8")
    assert run("screen", str(path)).exit_code == 1
    path.write_text("O\nCCO\n", encoding="utf-8")
    assert run("screen", str(path)).exit_code == 0


@pytest.mark.parametrize(
    ("header", "told"),
    [("code,structure", "column structure as SMILES"), ("code,SMILES", "column SMILES as SMILES")],
)
def test_codes_of_samples_are_no_structures(tmp_path: Path, header: str, told: str) -> None:
    path = tmp_path / "values.csv"
    path.write_text(f"{header}\nC001,OCC(O)CO\nC002,CC(=O)Nc1ccc(O)cc1\n", encoding="utf-8")
    done = run("screen", "--json", str(path))
    assert done.exit_code == 0, done.output
    assert told in done.stderr
    assert "valid SMILES" not in done.stdout
    # What cannot be read in the column of structures is still unknown.
    path.write_text(f"{header}\nC001,OCC(O)CO\nC002,C1CC\nC003,C(C)O\nC004,CC=O\nC005,CCN(C)\n", encoding="utf-8")
    found = json.loads(run("screen", "--json", str(path)).stdout)
    assert found[1]["verdict"] == "unknown"


def test_a_fasta_file_joins_the_lines_of_a_record(tmp_path: Path) -> None:
    path = tmp_path / "proteins.fasta"
    path.write_text(
        f">one\nGIVEQCCTSI\nCSLYQLENYCN\n>two melittin\n{MELITTIN[:13]}\n{MELITTIN[13:]}\n", encoding="utf-8"
    )
    found = json.loads(run("screen", "--json", str(path)).stdout)
    assert [screening["verdict"] for screening in found] == ["clear", "confirm"]


@pytest.mark.parametrize("content", [b"", b"# nothing\n\n"], ids=["empty", "comments"])
def test_a_file_of_no_use_is_an_error(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "values"
    path.write_bytes(content)
    assert isinstance(run("screen", str(path)).exception, ConfigError)


def test_a_file_that_is_no_text_is_never_clear(tmp_path: Path) -> None:
    path = tmp_path / "values"
    path.write_bytes(bytes(range(128, 256)) * 4)
    assert run("screen", str(path)).exit_code == 1


@pytest.mark.parametrize("damage", ["missing", "cut"])
@pytest.mark.parametrize("value", [SARIN, MELITTIN, "sarin", "O"])
def test_a_broken_database_is_an_error(tmp_path: Path, damage: str, value: str) -> None:
    place = tmp_path / "data" / "safety_db"
    place.mkdir(parents=True)
    if damage == "cut":
        for name in (*store.COMPOUND_FILES, *store.PROTEIN_FILES, store.MANIFEST):
            shutil.copyfile(store.PACKAGED / name, place / name)
        for name in ("compounds.npz", "toxins.txt"):
            (place / name).write_bytes((place / name).read_bytes()[:-9])
    done = run("screen", value)
    assert isinstance(done.exception, SafetyDatabaseError)
    assert done.exit_code != 0


def test_stats_are_the_manifest() -> None:
    counts = json.loads(run("stats").stdout)["counts"]
    assert counts["compounds_specific"] >= 11_000
    assert counts["proteins"] >= 8_500


def test_build_names_what_is_missing(tmp_path: Path) -> None:
    before = (store.PACKAGED / store.MANIFEST).read_bytes()
    done = run("build", str(tmp_path))
    assert isinstance(done.exception, ConfigError)
    assert str(tmp_path) in str(done.exception)
    assert (store.PACKAGED / store.MANIFEST).read_bytes() == before


def test_update_without_a_network_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from scitoolagent.safety_db import download, update

    quick = lambda kept=None: download.Client(pause=0.0, timeout=0.5, attempts=1, kept=kept)
    monkeypatch.setattr(update, "Client", quick)
    monkeypatch.setattr(update.update, "__kwdefaults__", {
        **update.update.__kwdefaults__, "uniprot": "http://127.0.0.1:9", "pubchem": "http://127.0.0.1:9",
    })  # fmt: skip
    done = run("update")
    assert isinstance(done.exception, SafetyDatabaseError)
    assert "stays as it is" in str(done.exception)
    assert not (tmp_path / "data" / "safety_db").exists()


@pytest.mark.parametrize("name", ["a.csv", "a.smi"])
def test_a_line_of_remarks_is_no_record_and_is_screened(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(f"# {SARIN}\nCCO\nCCCO\n")
    assert run("screen", str(tmp_path / name)).exit_code == 3
    (tmp_path / name).write_text("# remark\nCCO\nCCCO\n")
    found = json.loads(run("screen", str(tmp_path / name), "--json").stdout)
    assert len(found) == 2


@pytest.mark.parametrize(
    ("value", "verdicts"),
    [
        ("serine", {"clear"}),
        ("PETN", {"confirm", "block", "warn"}),  # pentaerythritol tetranitrate: an explosive
        ("sarin", {"block"}),
        ("sofosbuvirine", {"unknown"}),
    ],
)
def test_a_name_is_screened_by_its_structure(value: str, verdicts: set[str]) -> None:
    (found,) = json.loads(run("screen", "--json", value).stdout)
    assert found["verdict"] in verdicts


def test_a_name_that_is_said_to_be_a_chain_is_one() -> None:
    told = run("screen", "--json", "--as", "protein", "--", "PETN")
    assert json.loads(told.stdout)[0]["verdict"] == "clear"


@pytest.mark.parametrize("value", ["TATP", "DIMP"])
def test_a_short_word_may_be_the_name_of_anything(value: str) -> None:
    done = run("screen", "--json", "--", value)
    assert done.exit_code == 1
    assert json.loads(done.stdout)[0]["verdict"] == "unknown"
    told = run("screen", "--json", "--as", "protein", "--", value)
    assert json.loads(told.stdout)[0]["verdict"] == "clear"


def test_the_features_of_a_genbank_file_are_screened(tmp_path: Path) -> None:
    translation = "\n                     ".join(MELITTIN[place : place + 10] for place in range(0, len(MELITTIN), 10))
    (tmp_path / "plasmid.gb").write_text(
        "LOCUS       P  12 bp  DNA  linear  SYN 01-JAN-2024\nFEATURES             Location/Qualifiers\n"
        f'     CDS             1..12\n                     /product="x"\n                     /translation="{translation}"\n'
        "ORIGIN\n        1 atggccaagt gg\n//\n"
    )
    done = run("screen", "--json", str(tmp_path / "plasmid.gb"))
    assert done.exit_code == 3
    found = {one["subject"]: one["verdict"] for one in json.loads(done.stdout)}
    assert found["P: translation"] == "confirm"
