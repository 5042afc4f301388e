"""Where the table is in a file: titles, headers of two rows, rows of units, sections, notes, totals, empty columns."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.executor.beside import has_more
from scitoolagent.tables import Table, bulk
from scitoolagent.tables.layout import NO_ROWS

Read = Callable[..., Table]
SOIL = (
    "Soil survey - field team B,,,\nexported 12 Nov 2023,,,\n,,,\nSite,Depth,Clay,Texture\n,cm,%,\n"
    "S1,10,33,clay\nS1,35,26,loam\nS2,70,38,clay\n"
)
SHEET = (
    "[Header],,\nIEMFileVersion,4,\nDate,11/02/2024,\n,,\n[Reads],,\n151,,\n,,\n[Data],,\n"
    "Sample_ID,Sample_Plate,Project\nS1,P1,Mouse\nS2,P1,Mouse\nS3,P2,Plant\n"
)


def workbook(*rows: tuple[Any, ...]) -> bytes:
    from openpyxl import Workbook

    book = Workbook()
    for row in rows:
        book.active.append(row)
    packed = io.BytesIO()
    book.save(packed)
    return packed.getvalue()


def told(table: Table, words: str) -> bool:
    return any(words in note for note in table.notes)


def test_titles_are_told_and_a_row_of_units_gives_the_units(read: Read, rows: Any, described: Any) -> None:
    table = read("soil.csv", SOIL)
    assert [(name, kind, unit) for name, kind, _, unit in described(table)] == [
        ("Site", "text", None),
        ("Depth [cm]", "integer", "cm"),
        ("Clay [%]", "integer", "%"),
        ("Texture", "text", None),
    ]
    assert rows(table)[0] == ("S1", 10, 33, "clay")
    assert (table.rows, table.malformed) == (3, 0)
    assert told(table, "begins with 2 lines of titles ('Soil survey - field team B', 'exported 12 Nov 2023')")
    assert told(table, "the row below the header of soil.csv holds the units")


def test_titles_without_separators_and_more_of_them_than_rows(read: Read, rows: Any) -> None:
    table = read("a.txt", "Report\nmade with the reader\nplate 7\nno, that is all\nWell;Abs\nA1;0,1\nA2;0,2\n")
    assert (table.names, rows(table)) == (("Well", "Abs"), [("A1", 0.1), ("A2", 0.2)])


@pytest.mark.parametrize(
    "text",
    [
        "name,x\na,1\nb,2\nc,3\n",
        ",x\na,1\nb,2\nc,3\n",
        "name,x,y\na,n.d.,\nb,,\nc,3,4\n",
        "name,note\ns,m\nt,g\nu,h\n",  # letters that are units, in a column of texts
        "a,b\n\nc,d\ne,f\n",
    ],
)
def test_a_first_row_that_may_be_the_header_is_it(read: Read, text: str) -> None:
    table = read("a.csv", text)
    lines = [line for line in text.splitlines() if line]
    assert table.rows == len(lines) - 1
    assert [name.replace("column 1", "") for name in table.names] == lines[0].split(",")
    assert not any(NO_ROWS in note for note in table.notes)


def test_pairs_in_front_of_an_empty_line_are_titles(read: Read, rows: Any) -> None:
    table = read("a.csv", "Instrument,BMG\nUser,Ann\n\nWell,Abs\nA1,0.1\nA2,0.2\nA3,0.3\n")
    assert (table.names, rows(table)[0]) == (("Well", "Abs"), ("A1", 0.1))
    assert told(table, "2 lines of titles ('Instrument; BMG', 'User; Ann')")
    wider = read("b.csv", "Instrument,BMG\nGain,1200\n\nWell,Content,Abs\nA1,s,0.1\nA2,s,0.2\nA3,s,0.3\n")
    assert wider.names == ("Well", "Content", "Abs")


def test_the_table_of_a_file_of_sections_is_that_of_the_data(read: Read, rows: Any) -> None:
    table = read("SampleSheet.csv", SHEET)
    assert table.names == ("Sample_ID", "Sample_Plate", "Project")
    assert [row[0] for row in rows(table)] == ["S1", "S2", "S3"]
    assert told(table, "its section [Data]; the others ([Header], [Reads]) hold 3 lines")
    other = read("v2.csv", SHEET.replace("[Data]", "[BCLConvert_Data]") + ",,\n[Cloud_Settings],,\nx,1,\n")
    assert other.rows == 3
    assert told(other, "[Cloud_Settings]")
    # A file of sections none of which holds data is read as it stands.
    assert read("none.csv", SHEET.replace("[Data]", "[Other]")).names[0] == "[Header]"


def test_a_header_of_two_rows_tells_apart_what_is_called_alike(read: Read, rows: Any) -> None:
    body = "x,1,2,3,4\ny,2,3,4,5\nz,5,6,7,8\n"
    expected = ("id", "Control a", "Control b", "Treated a", "Treated b")
    assert read("a.csv", f",Control,,Treated,\nid,a,b,a,b\n{body}").names == expected
    assert read("b.csv", f"id,Control,,Treated,\n,a,b,a,b\n{body}").names == expected
    table = read(
        "c.xlsx", workbook((None, "Before", None, "After"), ("id", "T", "p", "T"), ("m", 1, 2, 3), ("n", 2, 3, 4))
    )
    assert table.names == ("id", "Before T", "p", "After T")
    assert rows(table) == [("m", 1, 2, 3), ("n", 2, 3, 4)]


def test_notes_below_the_rows_are_told_and_are_no_rows(read: Read, rows: Any) -> None:
    body = "sample,conc (mg/L),pH\nA,1.5,7\nB,2.5,6.5\n"
    for below in (
        "\n* B was measured twice, by hand\nSource: own data\n",
        ",,\nMeasured in May by Ann,,\n",
        "Note: x,,\n",
    ):
        table = read("a.csv", body + below)
        assert (rows(table)[-1], table.malformed) == (("B", 2.5, 6.5), 0)
        assert told(table, "of notes below")
    # What is no note is a row as before, also behind an empty line.
    assert read("b.csv", f"{body}\nC,,\n").rows == 3
    assert read("c.csv", f"{body}\nC,1\n").malformed == 1
    assert read("d.csv", f"{body}Note: x,,\nC,3,7\n").rows == 4


def test_remarks_and_headers_among_the_rows_are_no_rows(read: Read, rows: Any) -> None:
    for aside in ("# rinsed, then restarted", "#stopped", "a,b"):
        table = read("a.csv", f"a,b\n1,2\n{aside}\n3,4\n")
        assert (rows(table), table.malformed) == ([(1, 2), (3, 4)], 0)
        assert told(table, NO_ROWS)
    assert rows(read("b.csv", "tag,n\n#1,2\n#2,4\n")) == [("#1", 2), ("#2", 4)]


def test_another_table_below_an_empty_line_is_told(read: Read, rows: Any) -> None:
    table = read("a.xlsx", workbook(("id", "x"), ("a", 1), ("b", 2), (), ("name", "city"), ("Ann", "Bonn")))
    assert rows(table) == [("a", 1), ("b", 2)]
    assert told(table, "another table begins (name; city): 2 lines")
    assert read("b.xlsx", workbook(("id", "x"), ("a", 1), (), ("b", 2))).rows == 2


@pytest.mark.parametrize(
    ("last", "left"),
    [
        (("Total,10,15.75",), 3),
        (("Mean,3.33,5.25",), 3),
        (("mean,3.3,5.25", "SD,1.53,4.83", "n,3,3"), 3),
        (("Total,11,15.75",), 4),  # not the sum: it may be anything
        (("Totara,10,15.75",), 4),
    ],
)
def test_last_rows_that_sum_up_the_others_are_no_rows(read: Read, last: tuple[str, ...], left: int) -> None:
    table = read("a.csv", "item,n,price\nA,2,10.5\nB,3,4.25\nC,5,1\n" + "\n".join(last))
    assert table.rows == left
    assert told(table, "up the others") is (left == 3)
    assert told(table, "it is taken as a row like the others") is last[0].startswith("Total,11")


def test_subtotals_are_no_rows_where_they_are_the_sums(read: Read, rows: Any) -> None:
    body = "site,n\nA,1\nB,2\n{},3\nC,4\nD,5\n{},9\n"
    for names in (("Subtotal", "Subtotal"), ("North total", "South total")):
        for last in ("", "Total,12\n", "Grand Total,12\n"):
            table = read("a.csv", body.format(*names) + last)
            assert rows(table) == [("A", 1), ("B", 2), ("C", 4), ("D", 5)]
            assert told(table, f"{2 + bool(last)} lines that sum up the others")
    assert read("b.csv", body.format("Subtotal", "Subtotal").replace(",9", ",8") + "Total,12\n").rows == 7


def test_a_last_row_of_formulas_is_no_row(read: Read, rows: Any) -> None:
    table = read("a.xlsx", workbook(("item", "n"), ("A", 3), ("B", 4), ("Total", "=SUM(B2:B3)")))
    assert rows(table) == [("A", 3), ("B", 4)]
    assert told(table, "'Total'")


def test_columns_without_name_and_values_are_left_out(read: Read, rows: Any) -> None:
    table = read("a.csv", ",id,,x,,\n,a,,1,,\n,b,,2,,\n")
    assert (table.names, rows(table)) == (("id", "x"), [("a", 1), ("b", 2)])
    assert read("b.csv", "id,,x,note\na,7,1,\nb,,2,\n").names == ("id", "column 2", "x", "note")
    offset = read(
        "c.xlsx", workbook((), (None, "Lab 3"), (), (None, "id", "T (°C)"), (None, "a", 20.5), (None, "b", 21))
    )
    assert (offset.names, rows(offset)) == (("id", "T (°C)"), [("a", 20.5), ("b", 21.0)])


def test_values_that_blanks_align_are_parted(read: Read, rows: Any) -> None:
    assert rows(read("a.dat", "10.00   120\n10.05   133\n 10.10   140\n")) == [(10.0, 120), (10.05, 133), (10.1, 140)]
    named = read("b.txt", "# made by hand\n# 2theta I\n10.00   120\n10.05   133\n10.10   140\n")
    assert (named.names, named.rows) == (("2theta", "I"), 3)
    # Words are no columns.
    assert read("c.txt", "one name\ntwo names\nno more\n").names == ("one name",)


@pytest.mark.parametrize(
    "text", [SOIL, SHEET, "a,b\n1,2\n# x,y\n3,4\n", "a,b\n1,2\na,b\n3,4\n", "a,b,c\n1,2,3\n4,5,6\n* made,,\n"]
)
def test_the_engine_reads_the_same(read: Read, rows: Any, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = read("a.csv", text)
    monkeypatch.setattr(bulk, "_LEAST_BYTES", 0)
    fast = read("a.csv", text)
    assert (fast.columns, rows(fast), fast.notes) == (slow.columns, rows(slow), slow.notes)


def test_what_is_left_out_is_screened_all_the_same(read: Read, tmp_path: Path) -> None:
    for name, text in (("a.csv", SOIL), ("b.csv", SHEET), ("c.csv", "a,b,c\n1,2,3\n4,5,6\n* made,,\n")):
        assert has_more(tmp_path / name, read(name, text))
    assert not has_more(tmp_path / "d.csv", read("d.csv", "a,b\n1,2\n3,4\n"))
