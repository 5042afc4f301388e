"""Files that would cost too much, or are not what they are called, are refused before they are read."""

from __future__ import annotations

import gzip
import io
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.errors import TableError
from scitoolagent.tables import Table, read_table
from scitoolagent.tables.bounds import USUAL, Bounds, opened
from scitoolagent.tables.options import Options

Read = Callable[..., Table]


def test_a_million_columns_are_refused(read: Read) -> None:
    text = ",".join(["1"] * 1_000_000)
    with pytest.raises(TableError, match="1,000,000 columns, at most 4,096"):
        read("a.csv", f"{text}\n{text}\n")


def test_a_line_without_end_is_refused(read: Read) -> None:
    with pytest.raises(TableError, match=r"line 1 of a\.csv has more than"):
        read("a.csv", "x" * 9_000_000)


def test_a_value_without_end_is_refused(read: Read) -> None:
    with pytest.raises(TableError, match="field larger than field limit"):
        read("a.csv", 'name\n"' + "x\n" * 600_000)


def test_a_large_file_is_refused_before_it_is_read(read: Read) -> None:
    with pytest.raises(TableError, match="has 2,000 bytes, at most 1,000"):
        read("a.csv", "x\n" * 1000, bounds=Bounds(file_bytes=1000))


def test_gzip_that_expands_too_far_is_refused(read: Read) -> None:
    packed = gzip.compress(b"x,y\n1,2\n" * 200_000)
    bounds = Bounds(ratio=100, free_bytes=100_000)
    assert len(packed) * bounds.ratio + bounds.free_bytes < 1_600_000
    with pytest.raises(TableError, match="expands to more than"):
        read("a.csv.gz", packed, bounds=bounds)


def test_broken_gzip_is_named(read: Read) -> None:
    packed = gzip.compress(b"x,y\n1,2\n" * 1000)
    with pytest.raises(TableError, match="is broken"):
        read("a.csv.gz", packed[:-20])


@pytest.mark.parametrize("name", ["a.csv", "a.sdf", "a.fasta", "a.jsonl", "a.pdb"])
def test_a_zip_is_refused_whatever_it_is_called(read: Read, name: str) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("a.csv", "x\n1\n")
    with pytest.raises(TableError, match="is a zip archive"):
        read(name, packed.getvalue())


def test_a_workbook_that_expands_too_far_is_refused(read: Read) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b" " * 60_000_000)
    with pytest.raises(TableError, match="expands to 60,000,000 bytes"):
        read("a.xlsx", packed.getvalue(), bounds=Bounds(file_bytes=50_000_000))


def test_links_that_lead_out_are_refused(options: Options, tmp_path: Path, rows: Any) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    inside.mkdir()
    outside.mkdir()
    (outside / "a.csv").write_text("x\n1\n")
    (inside / "link.csv").symlink_to(outside / "a.csv")
    with pytest.raises(TableError, match="leads out of the folder"):
        read_table(inside / "link.csv", options)
    with pytest.raises(TableError, match="leads out of the folder"):
        read_table(inside / ".." / "outside" / "a.csv", options, folder=inside)
    (inside / "b.cif").write_text("data_b\n")
    (inside / "c.cif").symlink_to(outside / "a.csv")
    (inside / "d.CIF").write_text("data_d\n")
    table = read_table(inside, options)
    assert [row[0] for row in rows(table)] == ["b.cif", "d.CIF"]
    assert (table.malformed, "leads out of the folder" in table.first_malformed) == (1, True)


def test_names_with_blanks_and_signs(options: Options, tmp_path: Path, rows: Any) -> None:
    folder = tmp_path / "données [1] *"
    folder.mkdir()
    (folder / "a b; 'ü'.csv").write_text("x\n1\n")
    table = read_table(folder / "a b; 'ü'.csv", replace(options, store=folder / "st*re [2]"))
    assert rows(table) == [(1,)]


def test_nothing_is_left_of_a_table_that_is_refused(read: Read, options: Options) -> None:
    with pytest.raises(TableError):
        read("a.csv", "x,y\n1,2\n1\n", strict=True)
    assert list(options.store.iterdir()) == []


def test_a_quote_that_nothing_closes_takes_no_rows_with_it(read: Read, rows: Any) -> None:
    with pytest.raises(TableError, match=r"line 3 of a\.csv opens a quote that nothing closes.*the 1,000 lines after"):
        read("a.csv", 'a,b\n1,2\n"never ends,1\n' + "2,3\n" * 1000)
    found = read("b.csv", 'a,b\n"opens,1\n2,3\n4,5\n" closes\n6,7\n')
    assert rows(found) == [(6, 7)]
    assert found.malformed == 1
    assert "it takes 4 lines, since a quote is open" in found.first_malformed
    # An inch is no quote.
    assert rows(read("c.csv", 'a,b\npipe 5",1\npipe 6,2\n')) == [('pipe 5"', 1), ("pipe 6", 2)]
    assert rows(read("d.csv", 'a,b\n"x\ny",1\n"z",2\n')) == [("x\ny", 1), ("z", 2)]


@pytest.mark.parametrize("part", ["xl/sharedStrings.xml", "xl/worksheets/sheet1.xml"])
def test_a_workbook_whose_texts_would_fill_the_memory_is_refused(tmp_path: Path, options: Options, part: str) -> None:
    from openpyxl import Workbook

    book = Workbook()
    book.active.append(["a", "b"])  # type: ignore[union-attr]
    book.save(tmp_path / "good.xlsx")
    with zipfile.ZipFile(tmp_path / "good.xlsx") as good, zipfile.ZipFile(tmp_path / "a.xlsx", "w", 8) as made:
        for name in good.namelist():
            if name != part:
                made.writestr(name, good.read(name))
        with made.open(part, "w") as file:
            for _ in range(300):
                file.write(b"<t>" + b"x" * (1 << 20))
    assert (tmp_path / "a.xlsx").stat().st_size < 2_000_000
    with pytest.raises(TableError, match="save it as CSV"):
        read_table(tmp_path / "a.xlsx", options)
    assert not list(options.store.glob("*")) if options.store.exists() else True


def test_a_web_page_is_no_table(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("\n <!DOCTYPE html>\n<html><body>404 not found</body></html>", encoding="utf-8")
    with pytest.raises(TableError, match="web page"), opened(path):
        pass


def test_a_bomb_is_refused_before_a_byte_is_given(tmp_path: Path) -> None:
    path = tmp_path / "a.csv.gz"
    with gzip.open(path, "wb") as file:
        file.write(b"a\n" + b"0" * (1 << 20))
    with (
        pytest.raises(TableError, match="expands to more than"),
        opened(path, replace(USUAL, free_bytes=1000, ratio=2)),
    ):
        raise AssertionError("it was opened")
