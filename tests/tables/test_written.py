"""Numbers as people write them: with units, per cent signs, currencies and parted thousands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scitoolagent.tables import Table

Read = Callable[..., Table]


def values(
    read: Read, header: str, cells: tuple[str, ...], beside: tuple[str, str] = ("", "")
) -> tuple[Table, list[Any]]:
    named, other = beside
    lines = [f"id;{header};{named}", *(f"r{n};{cell};{other}" for n, cell in enumerate(cells))]
    table = read("a.csv", "\n".join(lines) + "\n")
    return table, list(table.values(table.names[1]))


@pytest.mark.parametrize(
    ("header", "cells", "name", "unit", "expected"),
    [
        ("mass", ("12 mg", "3.5 mg", "7mg"), "mass [mg]", "mg", [12, 3.5, 7]),
        ("mass", ("12 mg", "0.5 g", "250 µg", "-"), "mass [mg]", "mg", [12, 500, 0.25, None]),
        ("viability", ("96%", "88.5 %", "n.d."), "viability [%]", "%", [96, 88.5, None]),
        ("T", ("20 °C", "68 °F", "-4 °C"), "T [°C]", "Cel", [20, pytest.approx(20), -4]),
        ("t", ("1.5 h", "30 min", "2 h"), "t [h]", "h", [1.5, 0.5, 2]),
        # The unit of the header is that of the column, and of the cells that have none.
        ("mass (g)", ("12 mg", "1.5 g", "0.2"), "mass (g)", "g", [0.012, 1.5, 0.2]),
        ("unit price", ("7.82 €", "1,035.75 €", "12 €"), "unit price [€]", None, [7.82, 1035.75, 12]),
        ("price", ("$12.50", "$ 7", "$3.99"), "price [$]", None, [12.5, 7, 3.99]),
        ("Kd", ("1.2E-9 M", "5e-7 M", "3 M"), "Kd [M]", "M", [1.2e-9, 5e-7, 3]),
        ("cfu", ("1.2x10^6", "3 × 10^5", "12"), "cfu", None, [1.2e6, 3e5, 12]),
        ("volume", ("2 L", "500 mL", "1.5L"), "volume [L]", "L", [2, 0.5, 1.5]),
        ("x", ("1,234.5", "12.25", "1,000,000"), "x", None, [1234.5, 12.25, 1e6]),
        ("x", ("1.234,5", "12,25", "1.000.000"), "x", None, [1234.5, 12.25, 1e6]),
        ("x", ("1'234'567", "45'000", "900"), "x", None, [1234567, 45000, 900]),
        ("x", ("1 234 567", "45 000", "900"), "x", None, [1234567, 45000, 900]),
    ],
)
def test_numbers_are_read_as_they_are_written(
    read: Read, header: str, cells: tuple[str, ...], name: str, unit: str | None, expected: list[Any]
) -> None:
    table, found = values(read, header, cells)
    assert found == expected
    assert (table.columns[1].name, table.columns[1].unit, table.malformed) == (name, unit, 0)


@pytest.mark.parametrize(
    ("header", "cells", "why"),
    [
        ("dose", ("12 mg", "5 mL", "3 mg"), "its values are in mg, mL, which cannot be converted"),
        ("purity", ("98%", "0.95", "87 %"), "2 of its values have a unit (%) and 1 have none (the first: 0.95)"),
        ("mass (g)", ("12 mL", "13 mL", "14 mL"), "and the header says g, which cannot be converted"),
        ("x", ("1,234", "5,678", "910"), "may part thousands or be decimal signs"),
        ("x", ("1,5 mg", "2.5 mg", "7 mg"), "both used as decimal signs"),
        ("well", ("12A", "13A", "14A"), ""),
        ("hour", ("10 am", "11 pm", "9 am"), ""),
        ("grade", ("2nd", "3rd", "1st"), ""),
        ("range", ("1-5 mg", "6-9 mg", "10-12 mg"), ""),
        ("iso", ("14C", "3H", "32P"), ""),
        ("code", ("007", "012", "013"), ""),
        ("v", ("1.5 ± 0.2", "1.7 ± 0.1", "2.0 ± 0.3"), ""),
    ],
)
def test_what_may_be_something_else_stays_text(read: Read, header: str, cells: tuple[str, ...], why: str) -> None:
    table, found = values(read, header, cells)
    assert (found, table.columns[1].kind, table.columns[1].name) == ([*cells], "text", header)
    assert why in " ".join(table.notes)


def test_what_was_made_of_the_cells_is_told(read: Read) -> None:
    table, _ = values(read, "mass", ("12 mg", "0.5 g"))
    assert table.notes == (
        "column 'mass': its values are written with their unit, and are numbers in mg here; what is in g was converted",
    )


def test_the_other_columns_prove_the_decimal_sign(read: Read) -> None:
    table, found = values(read, "conc [mg/L]", ("22,414", "3,013", "5,5"[:1]), ("t", "8,08"))
    assert found == [22.414, 3.013, 5]
    assert any("the decimal sign, as the other columns of the file prove" in note for note in table.notes)
    _, found = values(read, "n", ("1.234", "2.500", "980"), ("t", "8,08"))
    assert found == [1234, 2500, 980]
    table, found = values(read, "n", ("01.02.2024", "02.02.2024"), ("t", "8,08"))
    assert found == ["01.02.2024", "02.02.2024"]
    assert not any("points" in note for note in table.notes)
    # Where all have three decimals either may be meant.
    table, found = values(read, "n", ("1.234", "2.500", "1.980"), ("t", "8,08"))
    assert found == ["1.234", "2.500", "1.980"]
    assert any("its points may part thousands or be decimal signs" in note for note in table.notes)
    table, found = values(read, "n", ("1,234", "2,500", "980"), ("t", "8.08"))
    assert (found, table.columns[1].kind) == ([1234, 2500, 980], "integer")
    assert any("parting thousands, as the other columns" in note for note in table.notes)
    # A column in which the point cannot part thousands is left alone, and proves the other side as well.
    _, found = values(read, "n", ("1.23", "2.5", "980"), ("t", "8,08"))
    assert found == [1.23, 2.5, 980]


def test_cells_without_the_unit_are_odd_where_they_are_few(read: Read) -> None:
    table, found = values(read, "mass", (*["1.5 mg"] * 30, "heavy"))
    assert found == [1.5] * 30 + [None]
    assert [(one.column, one.count, one.first) for one in table.odd] == [
        ("mass [mg]", 1, "row 31: heavy is no number in mg")
    ]
    assert (table.malformed, table.odd_rows) == (1, 1)


def test_limits_of_detection_are_odd_values_of_a_column_of_numbers(read: Read) -> None:
    table, found = values(read, "Pb", ("1.2", "<LOD", "3.1", "<LOQ", "2.2", "n.d.", "—"))
    assert found == [1.2, None, 3.1, None, 2.2, None, None]
    assert [(one.count, one.first) for one in table.odd] == [(2, "row 2: <LOD is no number")]


def test_a_unit_behind_a_comma_of_a_header(read: Read) -> None:
    text = '#,"Temp, °C (LGR S/N: 1, SEN S/N: 2)","Weight, g","Name, first"\n1,15.2,3,7\n2,15.4,4,8\n'
    assert [column.unit for column in read("a.csv", text).columns] == [None, "Cel", "g", None]


def test_many_units_and_hostile_cells_are_texts(read: Read) -> None:
    table, found = values(read, "x", tuple(f"{n} {'abcdefghij'[n % 10]}{n}" for n in range(60)))
    assert table.columns[1].kind == "text"
    assert len(found) == 60
    assert values(read, "x", ("1" * 300 + " mg", "2 mg", "3 mg"))[1][1:] in ([2, 3], ["2 mg", "3 mg"])
