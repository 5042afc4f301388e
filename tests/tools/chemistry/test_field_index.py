"""Lines are found by any field, by the first block of a key, and in the order of the files."""

from __future__ import annotations

from pathlib import Path

import pytest

from scitoolagent.tools.chemistry._field_index import FieldIndex

_BLOCK = "ABCDEFGHIJKLMN"


@pytest.fixture
def index(tmp_path: Path) -> FieldIndex:
    first, second = tmp_path / "first.tsv", tmp_path / "second.tsv"
    first.write_bytes(f"1\tWater\t{_BLOCK}-OPQRSTUVWX-Y\n2\toxidane\tx\n".encode())
    second.write_bytes(b"3\twater\n\n4\tice\twater\tlast field")  # no newline at the end, a short and an empty line
    return FieldIndex((first, second), 2, tmp_path / "kept")


def test_a_field_is_found_whatever_its_case_and_in_the_order_of_the_files(index: FieldIndex) -> None:
    found = [line.split(b"\t")[0] for line in index.lines("WATER")]
    assert found == [b"1", b"3", b"4"]
    assert [line.split(b"\t")[0] for line in index.lines("last field")] == [b"4"]


def test_a_part_of_a_field_is_no_field(index: FieldIndex) -> None:
    assert "wat" not in index
    assert "" not in index
    assert not list(index.lines("oxidane\tx"))


def test_a_key_is_found_by_its_first_block(index: FieldIndex) -> None:
    assert [line.split(b"\t")[0] for line in index.lines(f"{_BLOCK}-")] == [b"1"]


def test_the_index_on_disk_serves_and_a_cut_one_is_made_again(index: FieldIndex) -> None:
    assert "ice" in index
    file = next(index.folder.iterdir())
    assert "ice" in FieldIndex(index.files, index.key_column, index.folder)
    file.write_bytes(b"")
    assert "ice" in FieldIndex(index.files, index.key_column, index.folder)
    file.write_bytes(file.read_bytes()[:-8])
    assert "ice" in FieldIndex(index.files, index.key_column, index.folder)
