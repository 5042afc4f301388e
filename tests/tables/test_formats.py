"""Workbooks, molecules, sequences, structures, JSON lines and folders."""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.errors import TableError
from scitoolagent.tables import Table, read_table
from scitoolagent.tables.options import Options

Read = Callable[..., Table]
HELIX = Path(__file__).parents[2] / "tools/biology/example_helix.pdb"
_MOL = """ethanol
  made

  3  2  0  0  0  0  0  0  0  0999 V2000
    0.0000    0.0000    0.0000 C   0  0
    1.5000    0.0000    0.0000 C   0  0
    2.2000    1.2000    0.0000 O   0  0
  1  2  1  0
  2  3  1  0
M  END
"""


def _workbook(rows: list[list[Any]], titles: tuple[str, ...] = ("data",)) -> bytes:
    from openpyxl import Workbook

    book = Workbook()
    book.remove(book.active)
    for title in titles:
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    packed = io.BytesIO()
    book.save(packed)
    return packed.getvalue()


def test_a_workbook_is_read_and_its_formulas_are_text(read: Read, rows: Any) -> None:
    data = _workbook([["name", "x", "sum"], ["a", 1.5, "=B2*2"], ["b", 2, "=cmd|' /C calc'!A0"]], ("one", "two"))
    table = read("a.xlsx", data)
    assert rows(table) == [("a", 1.5, "=B2*2"), ("b", 2.0, "=cmd|' /C calc'!A0")]
    assert table.notes == (
        "only the first of 2 sheets is read: one, not two",
        "2 cells hold formulas; these are taken as text and not worked out",
    )
    assert read("b.xlsx", data, sheet="two").rows == 2
    with pytest.raises(TableError, match="no sheet 'three'; it has one, two"):
        read("c.xlsx", data, sheet="three")


def test_an_sd_file(read: Read, rows: Any, described: Any) -> None:
    text = f"{_MOL}>  <IC50 (nM)>  (1)\n12.5\n\n>  <note>\ntwo\nlines\n\n$$$$\nbroken\n\n\n$$$$\n{_MOL}> <other>\nx\n\n$$$$\n"
    table = read("a.sdf", text)
    assert described(table) == [
        ("SMILES", "text", "Smiles", None),
        ("name", "text", "MoleculeName", None),
        ("IC50 (nM)", "number", "Ic50Given", "nM"),
        ("note", "text", "", None),
        ("other", "text", "", None),
    ]
    assert rows(table) == [("CCO", "ethanol", 12.5, "two\nlines", None), ("CCO", "ethanol", None, None, "x")]
    assert next(table.chunks()).rows == (1, 3)
    assert (table.malformed, table.first_malformed) == (1, "row 2: RDKit reads no molecule in it")
    assert rows(read("b.sdf.gz", gzip.compress(text.encode()))) == rows(table)


def test_a_cut_sd_file_is_told(read: Read, rows: Any) -> None:
    text = f"{_MOL}$$$$\n{_MOL}"
    table = read("a.sdf", text[: text.rindex("  1  2")])
    assert rows(table) == [("CCO", "ethanol")]
    assert table.first_malformed == "row 2: the file ends in the middle of it"
    assert rows(read("a.mol", _MOL)) == [("CCO", "ethanol")]


def test_a_list_of_smiles(read: Read, rows: Any) -> None:
    table = read("a.smi", "smiles name\nCCO ethyl alcohol\n\nc1ccccc1\nC1CC broken\n")
    assert rows(table) == [("CCO", "ethyl alcohol"), ("c1ccccc1", None)]
    assert table.first_malformed == "row 3: 'C1CC' is no SMILES"


def test_fasta(read: Read, rows: Any, described: Any) -> None:
    table = read("a.fasta", ">one first of all\nACGT\nacgt\n>two\nGGNN\n>three\n>four\nAC1T\n")
    assert rows(table) == [("one", "first of all", "ACGTACGT", 8), ("two", None, "GGNN", 4)]
    assert described(table)[2] == ("sequence", "text", "DnaSequence", None)
    assert (table.malformed, table.first_malformed) == (2, "row 3: it has no sequence")
    assert described(read("b.faa", ">p\nMKWVTF\n"))[2][2] == "ProteinSequence"
    assert described(read("c.fa", ">r\nACGU\n"))[2][2] == "RnaSequence"


def test_fastq(read: Read, rows: Any) -> None:
    # Phred+33: I is 40, ! is 0.
    table = read("a.fastq", "@r1 x\nACGT\n+\nIIII\n@r2\nAC\n+\nI!\n@r3\nACG\n+\nII\n@r4\nAC\n")
    assert rows(table) == [("r1", "ACGT", 4, 40.0), ("r2", "AC", 2, 20.0)]
    assert (table.malformed, table.first_malformed) == (2, "row 3: it has 3 letters and 2 qualities")


def test_genbank(read: Read, rows: Any) -> None:
    from Bio.Seq import Seq
    from Bio.SeqFeature import SeqFeature, SimpleLocation
    from Bio.SeqIO import write
    from Bio.SeqRecord import SeqRecord

    feature = SeqFeature(SimpleLocation(0, 6), "CDS")
    record = SeqRecord(Seq("ATGGCC"), "X1.1", "X1", "a gene", features=[feature])
    record.annotations |= {"molecule_type": "DNA", "organism": "Mus musculus"}
    out = io.StringIO()
    write([record, record], out, "genbank")
    table = read("a.gb", out.getvalue()[:-10])
    assert rows(table) == [("X1.1", "X1", "Mus musculus", "a gene", "ATGGCC", 6, 1, "linear")]
    assert table.first_malformed == "row 2: the file ends in the middle of it"


def test_json_lines(read: Read, rows: Any, described: Any) -> None:
    text = "\n".join([json.dumps({"smiles": "CCO", "x": 1.5}), "{broken", json.dumps({"y": True, "x": None}), "[1]"])
    table = read("a.jsonl", text)
    assert rows(table) == [("CCO", 1.5, None), (None, None, True)]
    assert [column[1] for column in described(table)] == ["text", "number", "truth"]
    assert (table.malformed, table.first_malformed.startswith("row 2: it is no JSON")) == (2, True)
    assert rows(read("b.json", json.dumps([{"a": 1}, {"a": 2}]))) == [(1,), (2,)]


def _atom(
    number: int, chain: str, residue: int, name: str, factor: float, kind: str = "ATOM", element: str = "C"
) -> str:
    return (
        f"{kind:6}{number:5}  {element:<3} {name:>3} {chain}{residue:4}    "
        f"{number:8.3f}{0.0:8.3f}{0.0:8.3f}{1.0:6.2f}{factor:6.2f}          {element:>2}\n"
    )


_PDB = (
    "HEADER    TEST                                    01-JAN-20   1ABC\n"
    "EXPDTA    X-RAY DIFFRACTION\n"
    "REMARK   2 RESOLUTION.    1.80 ANGSTROMS.\n"
    + _atom(1, "A", 1, "GLY", 10.0)
    + _atom(2, "A", 2, "ALA", 30.0)
    + _atom(3, "B", 1, "DA", 50.0)
    + _atom(4, "A", 101, "HEM", 5.0, "HETATM")
    + _atom(5, "A", 201, "HOH", 60.0, "HETATM", "O")
    + "END\n"
)


def test_a_structure_has_a_row_for_each_chain_ligand_and_water(read: Read, rows: Any, described: Any) -> None:
    table = read("a b.PDB", _PDB)
    assert rows(table) == [
        (0, "A", "polymer", None, 2, 2, 20.0, 10.0, 30.0, "GA", 1.8, "x-ray diffraction"),
        (0, "A", "ligand", "HEM 101", 1, 1, 5.0, 5.0, 5.0, None, 1.8, "x-ray diffraction"),
        (0, "A", "water", None, 1, 1, 60.0, 60.0, 60.0, None, 1.8, "x-ray diffraction"),
        (0, "B", "polymer", None, 1, 1, 50.0, 50.0, 50.0, "A", 1.8, "x-ray diffraction"),
    ]
    assert ("mean B factor", "number", "", "Ao2") in described(table)
    assert table.malformed == 0


_CUT = _PDB.index("HETATM")


@pytest.mark.parametrize("cut", [_PDB[: _CUT - 40], _PDB[: _CUT - 16], _PDB[:_CUT]])
def test_a_cut_structure_is_told(read: Read, cut: str) -> None:
    table = read("a.pdb", cut)
    assert (table.rows, table.malformed) == (len({line[21] for line in cut.splitlines() if len(line) == 78}), 1)
    assert "what is missing is counted nowhere" in table.notes[0]
    with pytest.raises(TableError, match=r"b\.pdb: "):
        read("b.pdb", cut, strict=True)


def test_the_same_structure_as_mmcif(read: Read, rows: Any, tmp_path: Path) -> None:
    from Bio.PDB import MMCIFIO, PDBParser

    writer = MMCIFIO()
    writer.set_structure(PDBParser(QUIET=True).get_structure("x", str(HELIX)))
    writer.save(str(tmp_path / "helix.cif"))
    table = read("copy.cif", (tmp_path / "helix.cif").read_bytes())
    assert [row[1:10] for row in rows(table)] == [row[1:10] for row in rows(read("a.pdb", HELIX.read_bytes()))]
    with pytest.raises(TableError, match="is no PDB file"):
        read("wrong.pdb", (tmp_path / "helix.cif").read_bytes())


def test_a_folder_of_crystals_is_a_table_of_files(options: Options, tmp_path: Path, rows: Any, described: Any) -> None:
    folder = tmp_path / "mofs ü"
    folder.mkdir()
    for name in ("a.cif", "B.CIF", "POSCAR", "c.vasp"):
        (folder / name).write_text("data_x\n")
    (folder / "empty.cif").write_text("")
    (folder / "notes.txt").write_text("x")
    (folder / "one.pdb").write_text("END\n")
    table = read_table(folder, options)
    assert [row[0] for row in rows(table)] == ["B.CIF", "POSCAR", "a.cif", "c.vasp"]
    assert described(table)[1] == ("file", "text", "CifFile", None)
    assert table.first_malformed == "row 5: empty.cif is empty"
    assert table.notes == ("2 other files of the folder are left out",)


def test_what_is_of_no_known_kind_is_refused(read: Read) -> None:
    with pytest.raises(TableError, match=r"'a\.docx' is of no kind that is read; those are \.csv"):
        read("a.docx", "x")
