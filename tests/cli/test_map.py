"""`scitoolagent map`: a file in, a file out, and what went wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scitoolagent.cli import run

FILE = "name,smiles\nethanol,CCO\ntoluene,C1CC\nbenzene,c1ccccc1\n"


@pytest.fixture
def mapped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    """Runs the command in a folder with a file; gives the exit code, and what was written to both outputs."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my lib.csv").write_text(FILE)

    def call(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["scitoolagent", "map", *words])
        code = run()
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


def test_a_file_is_written_and_failures_are_told(mapped: Any, tmp_path: Path) -> None:
    code, out, _ = mapped("heavy_atom_count,qed", "my lib.csv", "--column", "smiles", "--out", "new.csv")
    assert code == 1
    assert "wrote new.csv: 3 rows" in out
    assert "1 without a result (first: row 2: heavy_atom_count: 'C1CC' is not valid SMILES" in " ".join(out.split())
    lines = (tmp_path / "new.csv").read_text().splitlines()
    assert lines[0] == "name,smiles,heavy_atom_count,qed,problem"
    assert lines[1].startswith("ethanol,CCO,3,0.4068")
    assert lines[2].startswith('toluene,C1CC,,,"heavy_atom_count:')


def test_the_first_rows_are_shown_where_nothing_is_written(mapped: Any) -> None:
    code, out, _ = mapped("heavy_atom_count", "my lib.csv")
    assert code == 1
    assert ["1", "ethanol", "CCO", "3"] in [line.split() for line in out.splitlines()]


def test_a_file_that_is_there_is_not_replaced_unasked(mapped: Any, tmp_path: Path) -> None:
    code, _, error = mapped("qed", "my lib.csv", "--out", "my lib.csv")
    assert (code, "add --replace" in error) == (1, True)
    assert (tmp_path / "my lib.csv").read_text() == FILE
    code, _, error = mapped("qed", "my lib.csv", "--out", "a.doc")
    assert (code, "no kind that is written" in error) == (1, True)


def test_what_cannot_be_read_or_bound_is_said(mapped: Any) -> None:
    for words, why in (
        (("qed", "no.csv"), "there is no file 'no.csv'"),
        (("qed", "my lib.csv", "--column", "name"), "map name_to_smiles over it first"),
        (("qed", "my lib.csv", "--set", "ph"), "is not a setting; write INPUT=VALUE"),
    ):
        code, _, error = mapped(*words)
        assert (code, why in error) == (1, True), error


def test_signs_that_steer_a_terminal_are_shown_and_not_sent(mapped: Any, tmp_path: Path) -> None:
    (tmp_path / "esc.csv").write_text("na\x1b[1mme,smiles\n\x1b[31mred\x1b]0;title\x07,CCO\n\x9b2J,CC(\x1b[31m\n")
    _, out, error = mapped("heavy_atom_count", "esc.csv", "--column", "smiles")
    assert "red" in out
    assert not {"\x1b", "\x07", "\x9b"} & set(out + error)


def test_the_name_of_a_column_is_screened(mapped: Any, tmp_path: Path) -> None:
    (tmp_path / "named.csv").write_text("smiles,CC(C)OP(C)(=O)F\nCCO,1\n")
    code, out, error = mapped("heavy_atom_count", "named.csv")
    assert (code, "sarin" in error, out) == (3, True, "")


def test_what_a_column_is_called_is_screened(mapped: Any, tmp_path: Path) -> None:
    (tmp_path / "odd.csv").write_text("# CC(C)OP(C)(=O)F\n1\n")
    code, out, err = mapped("qed", "odd.csv")
    assert code == 3
    assert "There are" not in out + err
