"""Files that are written: what is read back, formulas that stay text, and nothing half-written."""

from __future__ import annotations

import errno
import os
import random
import resource
import signal
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from scitoolagent.errors import TableError
from scitoolagent.tables import Table, read_table, write_table
from scitoolagent.tables.options import Options
from scitoolagent.tables.read import table_of

Read = Callable[..., Table]
_VALUES = {
    "name": ["plain", "=cmd|' /C calc'!A0", 'a "b", c;\nd\te'],
    "Name": ["-1+1", "@SUM(1)", None],
    "smiles": ["CCO", "c1ccccc1", "C[C@H](N)C(=O)O"],
    "x (mg)": [0.1, None, 1e-300],
    "n": [1, -2, None],
    "flag": [True, False, None],
}


@pytest.fixture
def table(options: Options) -> Table:
    return table_of(_VALUES, options)


@pytest.mark.parametrize("suffix", [".csv", ".tsv", ".jsonl", ".csv.gz", ".xlsx"])
def test_what_is_written_is_read_back(table: Table, options: Options, tmp_path: Path, suffix: str, rows: Any) -> None:
    path = tmp_path / f"Größe (1){suffix}"
    assert write_table(table, path).rows == 3
    again = read_table(path, options)
    assert (again.columns, rows(again)) == (table.columns, rows(table))


def test_parquet_is_read_back_by_another_program(table: Table, tmp_path: Path) -> None:
    import duckdb

    write_table(table, tmp_path / "a.parquet")
    with duckdb.connect() as engine:
        found = engine.execute("SELECT * FROM read_parquet(?)", [str(tmp_path / "a.parquet")])
        # DuckDB takes `name` and `Name` for one.
        assert [one[0] for one in found.description] == ["name", "Name_", "smiles", "x (mg)", "n", "flag"]
        assert found.fetchall()[1] == ("=cmd|' /C calc'!A0", "@SUM(1)", "c1ccccc1", None, -2, False)


def test_a_formula_in_a_workbook_is_text(table: Table, tmp_path: Path) -> None:
    write_table(table, tmp_path / "a.xlsx")
    with zipfile.ZipFile(tmp_path / "a.xlsx") as archive:
        sheet = archive.read("xl/worksheets/sheet1.xml").decode()
    assert "<f>" not in sheet
    assert "<f " not in sheet


def test_an_sd_file_holds_molecules_and_properties(table: Table, options: Options, tmp_path: Path) -> None:
    from rdkit import Chem

    write_table(table, tmp_path / "a.sdf")
    mols = list(Chem.SDMolSupplier(str(tmp_path / "a.sdf")))
    assert [Chem.MolToSmiles(mol) for mol in mols] == _VALUES["smiles"]
    assert mols[1].GetProp("n") == "-2"
    assert not mols[1].HasProp("x (mg)")
    again = read_table(tmp_path / "a.sdf", options)
    assert list(again.values("x (mg)")) == _VALUES["x (mg)"]
    assert list(again.values("flag")) == _VALUES["flag"]


def test_rows_without_a_molecule_are_left_out_and_counted(options: Options, tmp_path: Path) -> None:
    written = write_table(table_of({"smiles": ["CCO", "CCN", None]}, options), tmp_path / "a.sdf")
    assert (written.rows, written.left_out) == (2, 1)
    with pytest.raises(TableError, match="needs a column of SMILES"):
        write_table(table_of({"x": [1]}, options), tmp_path / "b.sdf")


def test_fasta_is_read_back(read: Read, options: Options, tmp_path: Path, rows: Any) -> None:
    table = read("a.fasta", f">one first\n{'ACGT' * 50}\n>two\nACGT\n")
    write_table(table, tmp_path / "b.fasta")
    assert rows(read_table(tmp_path / "b.fasta", options)) == rows(table)


def test_why_rows_are_not_whole_is_written(read: Read, tmp_path: Path) -> None:
    table = read("a.csv", "x\n" + "1.5\n" * 40 + "abc\n")
    write_table(table, tmp_path / "b.csv")
    lines = (tmp_path / "b.csv").read_text().splitlines()
    assert (lines[0], lines[1], lines[-1]) == ("x,problem", "1.5,", ",x: abc is no number")


def test_a_file_that_is_there_stays_unless_it_may_be_replaced(table: Table, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("old")
    with pytest.raises(TableError, match="already exists"):
        write_table(table, path)
    assert path.read_text() == "old"
    write_table(table, path, replace=True)
    assert path.read_text().startswith("name,Name")


@pytest.mark.parametrize("suffix", [".csv", ".xlsx", ".sdf", ".csv.gz"])
def test_a_full_disk_leaves_what_was_there(
    table: Table, tmp_path: Path, suffix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / f"a{suffix}"
    path.write_text("old")

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(TableError, match="No space left on device"):
        write_table(table, path, replace=True)
    assert path.read_text() == "old"
    assert [one.name for one in tmp_path.iterdir() if one.is_file()] == [path.name]


@contextmanager
def _largest_file(size: int) -> Iterator[None]:
    """No file of this process may grow further, as on a disk that is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    heard = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, heard)


@pytest.mark.parametrize("suffix", [".csv", ".csv.gz", ".tsv", ".jsonl", ".xlsx", ".parquet", ".sdf", ".fasta"])
def test_a_disk_that_is_full_in_the_middle_leaves_what_was_there(options: Options, tmp_path: Path, suffix: str) -> None:
    chance = random.Random(1)
    letters = ["".join(chance.choice("ACDEFGHIKLMNPQRSTVWY") for _ in range(60)) for _ in range(400)]
    table = table_of({"smiles": ["CCOC(=O)c1ccccc1"] * 400, "protein sequence": letters}, options)
    path = tmp_path / f"a{suffix}"
    path.write_text("old")
    with _largest_file(4000), pytest.raises(TableError):
        write_table(table, path, replace=True)
    assert path.read_text() == "old"
    assert [one.name for one in tmp_path.iterdir() if one.is_file()] == [path.name]


def test_a_disk_that_is_full_leaves_no_half_table_in_the_store(options: Options, tmp_path: Path) -> None:
    from scitoolagent.tables.added import of_rows
    from scitoolagent.tables.operations import sort

    chance = random.Random(2)
    values = [chance.random() for _ in range(5000)]
    (tmp_path / "a.csv").write_text("x\n" + "\n".join(map(str, values)) + "\n")
    with _largest_file(4000), pytest.raises(TableError):
        read_table(tmp_path / "a.csv", options)
    assert not list(options.store.iterdir())
    table = read_table(tmp_path / "a.csv", options)
    with _largest_file(4000):
        with pytest.raises(TableError):
            sort(table, "x")
        with pytest.raises(TableError):
            of_rows(table, table.columns, ([value] for value in values))
    assert [one.name for one in options.store.iterdir()] == [table.folder.name]


def test_unknown_formats_are_refused_by_name(table: Table, tmp_path: Path) -> None:
    for name in ("a.doc", "a", "a.parquet.gz"):
        with pytest.raises(TableError, match="no kind that is written"):
            write_table(table, tmp_path / name)


_cell = some.text(some.characters(codec="utf-8", exclude_characters="\0\ufeff"), max_size=12)


@pytest.mark.slow
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(some.lists(some.tuples(_cell, _cell), min_size=1, max_size=8))
def test_texts_of_all_kinds_survive(options: Options, tmp_path: Path, cells: list[tuple[str, str]]) -> None:
    # A line of separators alone is no row for any reader, and "* p < 0.05" alone on one is a note below a table.
    rows = [row for row in cells if any(text.strip() for text in row)]
    cells = [row for row in rows if row[1].strip() or row[0].strip()[:1] not in "*†‡§¹²³#"] or [("a", "b")]
    kept = [[text.strip() or None for text in row] for row in zip(*cells, strict=True)]
    table = table_of({"first": ["x", *kept[0]], "second": ["y", *kept[1]]}, replace(options))
    write_table(table, tmp_path / "a.csv", replace=True)
    again = read_table(tmp_path / "a.csv", options)
    assert [list(again.values(name)) for name in again.names] == [list(table.values(name)) for name in table.names]


def _structure_folder(tmp_path: Path) -> Path:
    from scitoolagent.tool.registry import load_registry

    def beside(tool: str) -> Path:
        return Path(load_registry()[tool].function.__code__.co_filename).parent

    folder = tmp_path / "structures"
    folder.mkdir()
    for name in ("example_helix.pdb", "example_hairpin.pdb"):
        (folder / name).write_bytes((beside("structure_mass") / name).read_bytes())
    for path in beside("crystal_density").glob("example_*.cif"):
        (folder / path.name).write_bytes(path.read_bytes())
    return folder


def test_structures_become_models_that_another_program_reads(options: Options, tmp_path: Path) -> None:
    from Bio.PDB.PDBParser import PDBParser

    folder = _structure_folder(tmp_path)
    for path in folder.glob("*.cif"):
        path.unlink()
    (folder / "two.pdb").write_text(
        "".join(f"MODEL     {n:4}\nATOM      1  CA  GLY A   1    {n:8.3f}{0:8.3f}{0:8.3f}\nENDMDL\n" for n in (1, 2))
    )
    table = read_table(folder, options)
    assert write_table(table, tmp_path / "all.pdb").rows == 3
    found = list(PDBParser(QUIET=True).get_structure("x", str(tmp_path / "all.pdb")))
    alone = [
        len(list(one.get_atoms()))
        for name in ("example_hairpin", "example_helix")
        for one in PDBParser(QUIET=True).get_structure("x", str(folder / f"{name}.pdb"))
    ]
    assert [len(list(model.get_atoms())) for model in found] == [*alone, 1, 1]
    text = (tmp_path / "all.pdb").read_text()
    assert "REMARK 999 MODEL    1 IS OF example_hairpin.pdb" in text
    assert text.endswith("END\n")
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == ["all.pdb"]


def test_crystals_become_blocks_that_another_program_reads(options: Options, tmp_path: Path) -> None:
    from pymatgen.core import Structure
    from pymatgen.io.cif import CifFile

    folder = _structure_folder(tmp_path)
    for path in folder.glob("*.pdb"):
        path.unlink()
    Structure.from_file(folder / "example_copper.cif").to(str(folder / "POSCAR"), "poscar")
    Structure.from_file(folder / "example_copper.cif").to(str(folder / "example_copper.vasp"), "poscar")
    (folder / "text.cif").write_text(
        (folder / "example_halite.cif").read_text().replace("data_", "data_", 1) + "_note\n;\ndata_trap\n;\n"
    )
    table = read_table(folder, options)
    written = write_table(table, tmp_path / "all.cif")
    assert written.rows == table.rows == len(list(folder.iterdir()))
    blocks = CifFile.from_file(tmp_path / "all.cif").data
    assert {"example_halite", "example_quartz", "example_copper", "example_copper_2", "POSCAR", "text"} <= {*blocks}
    assert "\n;\ndata_trap\n;\n" in (tmp_path / "all.cif").read_text()  # a text, and no block
    assert float(blocks["example_halite"]["_cell_length_a"].split("(")[0]) == pytest.approx(
        Structure.from_file(folder / "example_halite.cif").lattice.a, rel=1e-3
    )


def test_a_table_without_structures_is_refused_and_leaves_nothing(table: Table, tmp_path: Path) -> None:
    for suffix in (".pdb", ".cif"):
        with pytest.raises(TableError, match="no column holds structures"):
            write_table(table, tmp_path / f"a{suffix}")
    assert not [path for path in tmp_path.iterdir() if path.is_file()]


def test_texts_of_structures_are_written_too(options: Options, tmp_path: Path) -> None:
    from scitoolagent.tables import Column
    from scitoolagent.tables.added import of_rows

    plain = table_of({"n": [1]}, options)
    atom = "ATOM      1  CA  GLY A   1       1.000   2.000   3.000"
    made = of_rows(plain, [Column(name="name"), Column(name="text")], [["a", atom], ["b", None], ["c", atom]])
    assert write_table(made, tmp_path / "a.pdb").left_out == 1
    assert (tmp_path / "a.pdb").read_text().count("ENDMDL") == 2
    broken = of_rows(plain, [Column(name="text")], [[atom], ["nothing"]])
    with pytest.raises(TableError, match="row 2 of text holds no structure"):
        write_table(broken, tmp_path / "b.pdb")
    assert not (tmp_path / "b.pdb").exists()
