"""CSV and its kin: separators, encodings, headers, kinds, types and units, and what is malformed."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from typing import Any

import pytest

from scitoolagent.errors import TableError
from scitoolagent.tables import Table

Read = Callable[..., Table]


def test_types_and_units_come_from_headers_and_values(read: Read, rows: Any, described: Any) -> None:
    table = read(
        "a.csv",
        "compound,SMILES,logS (mol/L),mass [g],id,ic50_nM,T (°C),active\n"
        "ethanol,CCO,1.1,2.5,007,25,20,yes\n"
        "benzene,c1ccccc1,-1.64,3,012,100,25.5,no\n"
        "aspirin,CC(=O)Oc1ccccc1C(=O)O,-1.6,1e-3,100,7,30,no\n",
    )
    assert described(table) == [
        ("compound", "text", "MoleculeName", None),
        ("SMILES", "text", "Smiles", None),
        # The logarithm of a solubility is a pure number, so no conversion may scale it.
        ("logS (mol/L)", "number", "EsolLogS", "1"),
        ("mass [g]", "number", "", "g"),
        ("id", "text", "", None),
        ("ic50_nM", "integer", "Ic50Given", "nM"),
        ("T (°C)", "number", "", "Cel"),
        ("active", "truth", "", None),
    ]
    assert rows(table)[0] == ("ethanol", "CCO", 1.1, 2.5, "007", 25, 20.0, True)
    assert table.malformed == 0


def test_a_unit_that_no_header_names_is_not_known(read: Read, described: Any) -> None:
    table = read("a.csv", "smiles,topological polar surface area,number of rings\nCCO,46.07,0\nc1ccccc1,78.11,1\n")
    assert described(table)[1:] == [
        ("topological polar surface area", "number", "PolarSurfaceArea", None),
        ("number of rings", "integer", "RingCount", "1"),
    ]


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_the_separator_is_found(read: Read, separator: str, rows: Any) -> None:
    text = "\n".join(separator.join(cells) for cells in (("name", "x"), ("a", "1"), ('"b, c; d"', "2")))
    assert rows(read("a.txt", text)) == [("a", 1), ("b, c; d", 2)]


def test_decimal_commas_are_read_and_told(read: Read, rows: Any) -> None:
    table = read("a.csv", "name;mass (g);n\nsalt;1,5;2\nsugar;0,25;3\n")
    assert rows(table) == [("salt", 1.5, 2), ("sugar", 0.25, 3)]
    assert "the comma is read as the decimal sign" in table.notes[0]


def test_a_comma_that_may_part_thousands_is_no_number(read: Read, rows: Any) -> None:
    text = "name;n\na;1,234\nb;5,678\n"
    table = read("a.csv", text)
    assert rows(table)[0] == ("a", "1,234")
    assert "may part thousands" in table.notes[0]
    assert rows(read("b.csv", text, decimal=","))[0] == ("a", 1.234)


def test_encodings(read: Read, rows: Any) -> None:
    text = "name,café\nüber,1\nplain,2\n"
    for data in (text.encode(), text.encode("utf-8-sig"), text.encode("utf-16"), gzip.compress(text.encode())):
        table = read("a.csv", data)
        assert (table.names, rows(table)[0], table.notes) == (("name", "café"), ("über", 1), ())


def test_lines_of_another_encoding_are_told(read: Read, rows: Any) -> None:
    table = read("a.csv", "name,x\nüber,1\n".encode() + "Maß,2\n".encode("cp1252"))
    assert rows(table) == [("über", 1), ("Maß", 2)]
    assert table.notes == ("1 of 3 lines are not UTF-8 and were read as Windows-1252",)


def test_line_ends_of_all_systems(read: Read, rows: Any) -> None:
    for end in ("\n", "\r\n", "\r"):
        assert rows(read("a.csv", end.join(["name,x", "a,1", "b,2"]))) == [("a", 1), ("b", 2)]


def test_quoted_values_span_lines(read: Read, rows: Any) -> None:
    assert rows(read("a.csv", 'name,x\n"a\nb",1\n"say ""x""",2\n')) == [("a\nb", 1), ('say "x"', 2)]


def test_rows_of_another_width_are_counted_and_the_first_is_named(read: Read, rows: Any) -> None:
    text = "name,x\na,1\nb\nc,3,4\nd,5,\n\ne,6\n"
    table = read("a.csv", text)
    assert [row[0] for row in rows(table)] == ["a", "d", "e"]
    assert (table.malformed, table.first_malformed) == (2, "row 2: it has 1 values, the header has 2")
    assert next(table.chunks()).rows == (1, 4, 5)
    with pytest.raises(TableError, match=r"row 2 of b\.csv: it has 1 values"):
        read("b.csv", text, strict=True)


@pytest.mark.parametrize(
    ("days", "kept", "note"),
    [
        (["05/04/2018", "17/04/2018"], ["2018-04-05", "2018-04-17"], "day/month/year"),
        (["04/05/2018", "4/17/2018"], ["2018-04-05", "2018-04-17"], "month/day/year"),
        (["05/04/2018", "07/04/2018"], ["05/04/2018", "07/04/2018"], "one of two days"),
        (["31/02/2018", "07/04/2018"], ["31/02/2018", "07/04/2018"], ""),
        (["17/04/2018", "n.d."], ["17/04/2018", "n.d."], ""),
    ],
)
def test_dates_with_strokes_are_read_where_the_column_tells_their_order(
    read: Read, rows: Any, days: list[str], kept: list[str], note: str
) -> None:
    table = read("a.csv", "n,day\n" + "".join(f"1,{day}\n" for day in days))
    assert [row[1] for row in rows(table)] == kept
    assert (table.columns[1].type == "CalendarDate") is note.endswith("year")
    assert note in " ".join(table.notes)


def test_a_value_that_is_no_number_is_a_problem_of_its_row(read: Read, rows: Any) -> None:
    text = "x\n" + "\n".join(["1.5"] * 40 + ["abc", "n/a"]) + "\n"
    table = read("a.csv", text)
    values = [row[0] for row in rows(table)]
    assert values[:40] == [1.5] * 40
    assert values[40:] == [None, None]
    assert (table.malformed, table.first_malformed) == (1, "row 41: x: abc is no number")
    assert next(table.chunks()).problems[39:] == (None, "x: abc is no number", None)
    with pytest.raises(TableError, match="abc is no number"):
        read("b.csv", text, strict=True)


@pytest.mark.parametrize(
    ("values", "told"),
    [
        (("1", "2", "-999", "3"), True),
        (("1.5", "-9999.0", "-9999.0"), True),
        (("-3", "2", "-999"), False),  # other numbers below zero: it may be one of them
        (("1", "2", "999"), False),
        (("-", "1", "-99"), True),
    ],
)
def test_a_number_that_often_stands_for_none_is_told(read: Read, values: tuple[str, ...], told: bool) -> None:
    table = read("a.csv", "dose\n" + "\n".join(values) + "\n")
    assert [one.column for one in table.odd if "often stand for a missing value" in one.why] == ["dose"] * told


def test_a_file_without_a_header(read: Read, rows: Any) -> None:
    assert rows(read("a.csv", "CCO,1.5\nc1ccccc1,2\n")) == [("CCO", 1.5), ("c1ccccc1", 2.0)]
    table = read("b.csv", "c1ccccc1\nCC(=O)O\nCC(C)O\n")
    assert (table.names, table.rows) == (("column 1",), 3)
    assert read("c.csv", "alpha\nbeta\n", header=False).rows == 2


def test_headers_that_are_alike_are_told_apart(read: Read, rows: Any) -> None:
    table = read("a.csv", "x,X,x,\n1,2,3,4\n")
    assert table.names == ("x", "X", "x (2)", "column 4")
    assert table.notes == ("column 3 is called 'x' like another one; it is 'x (2)' here",)
    assert rows(table) == [(1, 2, 3, 4)]
    assert list(table.values("X")) == [2]
    with pytest.raises(TableError, match="no column 'y'"):
        table.column("y")


def test_a_column_of_smiles_and_names_is_told(read: Read) -> None:
    text = "structure\n" + "c1ccccc1O\n" * 3 + "aspirin tablets\n" * 3
    table = read("a.csv", text)
    assert table.columns[0].type == ""
    assert "3 of 6 values looked at read as SMILES, the others do not" in table.notes[0]
    mixed = read("b.csv", text.replace("structure", "smiles"))
    assert mixed.columns[0].type == "Smiles"
    assert "3 of 6 values looked at read as SMILES" in mixed.notes[0]


def test_words_are_no_smiles(read: Read) -> None:
    """`CON`, `SOS` and `I` are valid SMILES and here they are none."""
    assert read("a.csv", "answer,x\nSCION,1\nCON,2\nNICO,3\n").columns[0].type == ""


def test_sequences_are_told_apart(read: Read) -> None:
    table = read(
        "a.csv",
        "probe,message,domain\nACGTACGTACGT,ACGUACGUACGU,MKWVTFISLLFLFSSAYS\nGGGTTTAAACCC,GGGUUUAAACCC,GVFRRDAHKSEVAHRFKD\n",
    )
    assert [column.type for column in table.columns] == ["DnaSequence", "RnaSequence", "ProteinSequence"]


def test_inchikeys_and_cas_numbers_are_known_by_their_form(read: Read) -> None:
    table = read("a.csv", "key,number\nLFQSCWFLJHTTHZ-UHFFFAOYSA-N,64-17-5\nUHOVQNZJYSORNB-UHFFFAOYSA-N,71-43-2\n")
    assert [column.type for column in table.columns] == ["InChIKey", "CasNumber"]


def test_what_is_no_table_is_refused(read: Read) -> None:
    for content, why in (("", "is empty"), (b"\0\1\2,\n", "no text"), ("\n\n", "is empty")):
        with pytest.raises(TableError, match=why):
            read("a.csv", content)


def test_remarks_in_front_are_no_rows(read: Read, rows: Any) -> None:
    remarks = "# reader: BMG\n# gain 1200\n"
    for text in (f"{remarks}well,signal\nA1,3\nA2,5\n", f'{remarks}well,signal\nA1,3\n"A2",5\n'):
        table = read("plate.csv", text)
        assert table.names == ("well", "signal")
        assert rows(table) == [("A1", 3), ("A2", 5)]
        assert any("2 lines of remarks" in note for note in table.notes)
    # A header may begin so, too.
    assert read("peaks.tsv", "# made by hand\n#chrom\tstart\nchr1\t5\n").names == ("#chrom", "start")
