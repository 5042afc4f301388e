"""The records of a file as the gate sees them: columns by their names and values, packed files, bounds."""

from __future__ import annotations

import gzip
import io
import zipfile
from pathlib import Path

import pytest
from rdkit import Chem

from scitoolagent.errors import ToolInputError
from scitoolagent.gate import FILE, screen_many
from scitoolagent.gate import packed as unpacking
from scitoolagent.gate.files import read_records

SARIN = "CC(C)OP(C)(=O)F"
COLUMN = ("CC(=O)Oc1ccccc1", "CC(C)O", "c1ccncc1C", "CCC(=O)NC", "CCN(C)C")


def write(folder: Path, name: str, content: bytes | str) -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def zipped(members: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as packed:
        for name, content in members.items():
            packed.writestr(name, content)
    return made.getvalue()


def verdicts(path: Path) -> set[str]:
    return {item.finding.verdict for item in screen_many([(FILE, str(path))])}


@pytest.mark.parametrize("title", ["smiles", "Canonical SMILES", "canonical_smiles", "CanonicalSmiles", "structure"])
def test_an_invalid_structure_in_a_column_of_them_is_unknown(tmp_path: Path, title: str) -> None:
    rows = "".join(f"{number},{text}\n" for number, text in enumerate(("C1CC", *COLUMN)))
    path = write(tmp_path, "a.csv", f"name,{title}\n{rows}")
    records = list(read_records(path))
    assert [record.is_header for record in records] == [True] + [False] * 6
    assert "unknown" in verdicts(path)
    assert "unknown" not in verdicts(write(tmp_path, "b.csv", f"name,remark\n1,C1CC\n2,a word\n3,{COLUMN[0]}\n"))


@pytest.mark.parametrize("sign", [",", ";", "\t", "|"])
def test_any_delimiter_is_read(tmp_path: Path, sign: str) -> None:
    path = write(tmp_path, "a.csv", f"id{sign}smiles\n1{sign}{SARIN}\n2{sign}CCO\n")
    assert [record.name for record in read_records(path)] == ["the names of the columns", "row 1", "row 2"]
    assert "block" in verdicts(path)


def test_the_names_of_columns_and_of_packed_files_are_screened(tmp_path: Path) -> None:
    assert "block" in verdicts(write(tmp_path, "a.csv", "smiles,sarin\nCCO,2\n"))
    assert "block" in verdicts(write(tmp_path, "a.zip", zipped({"sarin.txt": b"hello"})))


def test_what_is_packed_is_opened(tmp_path: Path) -> None:
    table = f"id,smiles\n1,{SARIN}\n".encode()
    assert "block" in verdicts(write(tmp_path, "a.csv.gz", gzip.compress(table)))
    assert "block" in verdicts(write(tmp_path, "a.zip", zipped({"a.csv.gz": gzip.compress(table)})))
    assert "block" in verdicts(write(tmp_path, "b.zip", zipped({"inner.zip": zipped({"a.csv": table})})))


@pytest.mark.parametrize("start", [b"BZh91AY", b"\xfd7zXZ\x00", b"7z\xbc\xaf'\x1c", b"Rar!\x1a", b"\x1f\x8bnot gzip"])
def test_what_cannot_be_unpacked_is_refused_and_not_called_clear(tmp_path: Path, start: bytes) -> None:
    with pytest.raises(ToolInputError, match="unpack"):
        list(read_records(write(tmp_path, "a.csv", start + b"x" * 20)))


def test_unpacking_is_bounded_over_all_levels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpacking, "_MOST_UNPACKED", 5_000)
    with pytest.raises(ToolInputError, match="5,000 bytes"):
        list(read_records(write(tmp_path, "a.gz", gzip.compress(b"x" * 6_000))))
    inner = gzip.compress(b"x " * 1_500)
    with pytest.raises(ToolInputError, match="5,000 bytes"):
        list(read_records(write(tmp_path, "a.zip", zipped({"a.gz": inner, "b.gz": inner}))))


def test_what_is_packed_many_times_over_is_refused(tmp_path: Path) -> None:
    content = b"CCO"
    for _ in range(8):
        content = gzip.compress(content)
    with pytest.raises(ToolInputError, match="times over"):
        list(read_records(write(tmp_path, "a.gz", content)))


def test_what_a_cell_of_a_workbook_is_written_as_is_screened(tmp_path: Path) -> None:
    sheet = '<worksheet><sheetData xmlns="m"><row r="1"><c r="A1"><f>"{}"</f>{}</c></row></sheetData></worksheet>'
    for kept in ("<v/>", "<v>3</v>"):
        for text, verdict in ((SARIN, True), ("CCO", False)):
            content = zipped({"xl/worksheets/sheet1.xml": sheet.format(text, kept).encode()})
            assert ("block" in verdicts(write(tmp_path, "a.xlsx", content))) is verdict


def book(change: object) -> bytes:
    import openpyxl

    made = openpyxl.Workbook()
    made.active.append(["name", "smiles"])
    made.active.append(["a", "CCO"])
    change(made)  # type: ignore[operator]
    content = io.BytesIO()
    made.save(content)
    return content.getvalue()


def commented(text: str, author: str = "me") -> object:
    from openpyxl.comments import Comment

    return lambda made: setattr(made.active["A1"], "comment", Comment(text, author))


def ranged(made: object) -> None:
    from openpyxl.workbook.defined_name import DefinedName

    made.defined_names["x"] = DefinedName("x", attr_text=f'"{SARIN}"')  # type: ignore[attr-defined]


def listed(made: object) -> None:
    from openpyxl.worksheet.datavalidation import DataValidation

    allowed = DataValidation(type="list", formula1=f'"{SARIN},CCO"')
    made.active.add_data_validation(allowed)  # type: ignore[attr-defined]
    allowed.add("C1")


BESIDE = {
    "a comment": commented(SARIN), "a name in a comment": commented("we made sarin"), "an author": commented("x", "sarin"),
    "the name of a sheet": lambda made: setattr(made.active, "title", "sarin"),
    "a header": lambda made: setattr(made.active.oddHeader.center, "text", SARIN),
    "the title": lambda made: setattr(made.properties, "title", SARIN),
    "a hidden sheet": lambda made: made.create_sheet("b").append([SARIN]),
    "a format": lambda made: setattr(made.active["D4"], "number_format", '"sarin"'),
    "a range": ranged, "what a cell may be": listed,
}  # fmt: skip


@pytest.mark.parametrize("where", BESIDE)
def test_what_a_workbook_says_beside_its_cells_is_screened(tmp_path: Path, where: str) -> None:
    assert "block" in verdicts(write(tmp_path, "a.xlsx", book(BESIDE[where])))


def test_an_ordinary_workbook_has_its_rows_and_no_more_findings(tmp_path: Path) -> None:
    path = write(tmp_path, "a.xlsx", book(commented("measured on Monday")))
    assert [record.name for record in read_records(path) if not record.is_header] == ["sheet1 row 1"]
    assert verdicts(path) <= {"note", "warn"}  # ethanol


def test_a_file_within_a_workbook_is_opened(tmp_path: Path) -> None:
    sheet = b'<worksheet xmlns="m"><sheetData/></worksheet>'
    members = {"xl/worksheets/sheet1.xml": sheet, "xl/embeddings/it.smi": f"{SARIN} it\n".encode()}
    assert "block" in verdicts(write(tmp_path, "a.xlsx", zipped(members)))
    assert "block" in verdicts(
        write(tmp_path, "b.xlsx", zipped({**members, "xl/embeddings/it.smi": b"", "more.txt": SARIN.encode()}))
    )


@pytest.mark.parametrize("coding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_a_text_is_read_in_its_encoding(tmp_path: Path, coding: str) -> None:
    assert "block" in verdicts(write(tmp_path, "a.csv", f"id,smiles\n1,{SARIN}\n".encode(coding)))


@pytest.mark.parametrize("cell", ["sa\0rin", "CC(C)OP(C)\0(=O)F"])
def test_zero_bytes_hide_nothing_and_are_never_clear(tmp_path: Path, cell: str) -> None:
    assert "block" in verdicts(write(tmp_path, "a.csv", f"id,about\n1,{cell}\n"))
    assert "unknown" in verdicts(write(tmp_path, "b.csv", "id,about\n1,wat\0er\n"))


def test_the_molecules_of_a_reaction_are_read_one_by_one(tmp_path: Path) -> None:

    blocks = "".join("$MOL\n" + Chem.MolToMolBlock(Chem.MolFromSmiles(smiles)) for smiles in ("CCO", SARIN))
    assert "block" in verdicts(write(tmp_path, "a.rxn", f"$RXN\n\n      it\n\n  1  1\n{blocks}"))


def test_the_name_of_a_field_of_an_sd_file_is_read(tmp_path: Path) -> None:
    block = Chem.MolToMolBlock(Chem.MolFromSmiles("CCO"))
    assert "block" in verdicts(write(tmp_path, "a.sdf", f"{block}> <sarin>  (1)\n1\n\n$$$$\n"))
    assert "block" not in verdicts(write(tmp_path, "b.sdf", f"{block}> <dose>  (1)\n1\n\n$$$$\n"))
