"""A subject is told by what it is: notations of one molecule are one subject, anything else is another."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scitoolagent.gate.screening import identity, screen_value


@pytest.mark.parametrize("same", [
    [("smiles", "c1ccccc1"), ("smiles", " C1=CC=CC=C1"), ("inchi", "InChI=1S/C6H6/c1-2-4-6-5-3-1/h1-6H"),
     ("selfies", "[C][=C][C][=C][C][=C][Ring1][=Branch1]"), ("smiles", "[H]c1ccccc1")],
    [("protein", "MKTA"), ("sequence", "mk ta"), ("protein", "MK-TA\n")],
    [("smiles", "not a molecule("), ("smiles", " not a molecule(")],
])  # fmt: skip
def test_notations_of_one_subject(same: list[tuple[str, str]]) -> None:
    assert len({identity(kind, value) for kind, value in same}) == 1


@pytest.mark.parametrize("others", [
    [("smiles", "C[C@H](N)C(=O)O"), ("smiles", "C[C@@H](N)C(=O)O"), ("smiles", "CC(N)C(=O)O")],
    [("smiles", "C"), ("smiles", "[13CH4]"), ("smiles", "[2H]C")],
    [("smiles", "CC(=O)O"), ("smiles", "CC(=O)[O-]"), ("smiles", "CC(=O)[O-].[Na+]")],
    [("protein", "MKTA"), ("protein", "MKTAA")],
    [("nucleotide", "ACGU"), ("nucleotide", "ACGT")],
    # A text that is both: a molecule is no sequence.
    [("smiles", "CCCC"), ("protein", "CCCC"), ("name", "CCCC")],
])  # fmt: skip
def test_other_subjects(others: list[tuple[str, str]]) -> None:
    assert len({identity(kind, value) for kind, value in others}) == len(others)


@pytest.mark.parametrize(("kind", "value", "verdict"), [
    ("smiles", "CC(C)OP(C)(=O)F", "block"), ("name", "sarin", "block"),
    ("inchikey", "DYAHQFWOVKZOOW-UHFFFAOYSA-N", "block"),
    ("selfies", "[C][C][O][P][Branch1][C][C][=Branch1][C][=O][F]", "block"),
    ("inchi", "InChI=1S/C6H6/c1-2-4-6-5-3-1/h1-6H", "confirm"),
    ("protein", "GIGAVLKVLTTGLPALISWIKRKRQQ", "confirm"), ("sequence", "GIGAVLKVLTTGLPALISWIKRKRQQ", "confirm"),
    ("nucleotide", "GGCATTGGCGCGGTGCTGAAAGTGCTGACCACCGGCCTGCCGGCGCTGATTAGCTGGATTAAACGCAAACGCCAGCAG", "confirm"),
    ("smiles", "C1CC", "unknown"), ("smiles", "", "unknown"), ("name", "unobtainium", "unknown"),
])  # fmt: skip
def test_every_kind_of_value_is_screened_by_its_own_screen(kind: str, value: str, verdict: str) -> None:
    findings = screen_value(kind, value)
    assert verdict in {finding.verdict for finding in findings}
    assert all(finding.reason for finding in findings)


@pytest.mark.parametrize(("kind", "value"), [("smiles", "O"), ("protein", "GIVEQCCTSICSLYQLENYCN")])
def test_what_is_clear_brings_no_finding(kind: str, value: str) -> None:
    assert screen_value(kind, value) == []


def test_a_value_is_searched_once_for_the_question_and_the_tool(monkeypatch: pytest.MonkeyPatch) -> None:
    from scitoolagent.safety_db import screen

    searched: list[str] = []
    search = screen.screen_molecule

    def counted(value: str, notation: str = "smiles") -> Any:
        searched.append(value)
        return search(value, notation)

    monkeypatch.setattr(screen, "screen_molecule", counted)
    chain = "CCCCCCCCOCCCCCCCCCOC"
    assert screen_value("smiles", chain) == screen_value("smiles", chain) == []
    assert searched == [chain]


def test_a_value_is_searched_again_in_other_tables(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from scitoolagent.errors import SafetyDatabaseError
    from scitoolagent.safety_db import store

    assert screen_value("smiles", "CCCCCCCCOCCCCCCCCCOCC") == []
    monkeypatch.setattr(store, "folder", lambda: tmp_path)
    with pytest.raises(SafetyDatabaseError):
        screen_value("smiles", "CCCCCCCCOCCCCCCCCCOCC")
