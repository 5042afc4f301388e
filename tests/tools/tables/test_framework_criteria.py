"""Each criterion is met, missed or cannot be judged; what is not known is never met."""

from __future__ import annotations

from pathlib import Path

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tables import Table
from scitoolagent.tools.tables.framework_criteria import EXAMPLE, framework_criteria

HEADER = (
    "name,CO2 uptake (mg/g),statistical error of the CO2 uptake (mg/g),pore limiting diameter (Å),"
    "decomposition temperature (°C),price\n"
)


def judged(folder: Path, text: str) -> dict[str, list[str | None]]:
    (folder / "mofs.csv").write_text(text)
    table = Table.load(framework_criteria(folder / "mofs.csv").table)
    return {name: list(table.values(name)) for name in table.names}


def test_a_framework_that_meets_all_and_those_that_miss_one(tmp_path: Path) -> None:
    rows = ("a,150,10,5,450,80", "b,50,10,5,450,80", "c,150,10,3,450,80", "d,150,10,5,390,80", "e,150,10,5,450,120")
    found = judged(tmp_path, HEADER + "\n".join(rows) + "\n")
    assert found["verdict"] == ["met", "missed", "missed", "missed", "missed"]
    missed = [
        [name for name in found if name.endswith("criterion") and str(found[name][row]).startswith("missed")]
        for row in range(5)
    ]
    assert missed == [
        [], ["CO2 uptake criterion"], ["pores criterion"], ["thermal stability criterion"], ["price criterion"],
    ]  # fmt: skip


@pytest.mark.parametrize(("uptake", "error", "told"), [
    ("110", "9", "met"), ("109", "10", "cannot be judged"), ("91", "10", "cannot be judged"), ("89", "10", "missed"),
    ("150", "", "cannot be judged"), ("", "5", "cannot be judged"),
])  # fmt: skip
def test_an_uptake_is_judged_with_its_error(tmp_path: Path, uptake: str, error: str, told: str) -> None:
    # The second row makes the columns ones of numbers.
    found = judged(tmp_path, HEADER + f"a,{uptake},{error},5,450,80\nb,150,10,5,450,80\n")
    assert str(found["CO2 uptake criterion"][0]).startswith(told)
    assert (found["verdict"][0] == "met") is (told == "met")


def test_what_is_not_known_is_never_met(tmp_path: Path) -> None:
    found = judged(tmp_path, HEADER + "a,150,10,5,,80\nb,150,10,5,450,\nc,150,10,,450,80\nd,150,10,5,450,80\n")
    assert found["verdict"] == ["cannot be judged"] * 3 + ["met"]


def test_a_text_among_the_numbers_leaves_the_other_rows_judged(tmp_path: Path) -> None:
    rows = 'a,150,10,5,450,call us\nb,150,10,5,450,80\nc,150,10,5,450,"1,200"\nd,150,10,5,450,\ne,50,10,5,450, 8e1\n'
    found = judged(tmp_path, HEADER + rows)
    assert found["price criterion"] == [
        "cannot be judged: 'call us' is no number", "met: 80, less than 100 wanted",
        "cannot be judged: '1,200' is no number", "cannot be judged: no number for it in this row",
        "met: 80, less than 100 wanted",
    ]  # fmt: skip
    assert found["verdict"] == [*("cannot be judged", "met"), *["cannot be judged"] * 2, "missed"]


def test_a_text_among_numbers_with_a_unit_is_named_and_the_unit_converted(tmp_path: Path) -> None:
    header = "name,CO2 uptake (g/kg),statistical error of the CO2 uptake (g/kg),thermal stability (K)\n"
    found = judged(tmp_path, header + "a,150,n/k,700\nb,failed,10,over 700\nc,150,10,600\n")
    # g/kg is mg/g; 700 K are 426.85 °C, 600 K 326.85 °C.
    assert [str(one).split(",")[0] for one in found["thermal stability criterion"]] == [
        "met: 426.85 °C", "cannot be judged: 'over 700' is no number", "missed: 326.85 °C",
    ]  # fmt: skip
    uptakes = [str(one) for one in found["CO2 uptake criterion"]]
    assert uptakes[0].startswith("cannot be judged: 150 mg/g") and uptakes[0].endswith("no statistical error of it")
    assert uptakes[1] == "cannot be judged: 'failed' is no number" and uptakes[2].startswith("met: 150 ± 10 mg/g")


def test_a_table_without_prices_or_temperatures_is_told_what_it_lacks() -> None:
    result = framework_criteria(Path(EXAMPLE))
    assert (result.met, result.missed, result.undecided) == (0, 2, 1)
    table = Table.load(result.table)
    for name, told in (
        ("price criterion", "no column headed price in the table"),
        ("thermal stability criterion", "licence-clean"),
    ):
        values = [str(value) for value in table.values(name)]
        assert all(value.startswith("cannot be judged") and told in value for value in values)
    # Trimesic and terephthalic acid; the third row has no linker.
    assert list(table.values("CAS of the linker's acid")) == ["554-95-0", "100-21-0", None]


def test_units_are_those_of_the_header(tmp_path: Path) -> None:
    header = "name,pore limiting diameter (nm),thermal stability (K)\n"
    found = judged(tmp_path, header + "a,0.4,700\nb,0.3,600\n")
    assert [str(one)[:6] for one in found["pores criterion"]] == ["met: 4", "missed"]
    # 600 K are 326.85 °C, 700 K 426.85 °C.
    assert [str(one).split(",")[0] for one in found["thermal stability criterion"]] == [
        "met: 426.85 °C",
        "missed: 326.85 °C",
    ]


def test_a_low_uptake_without_charges_is_not_held_against_a_framework(tmp_path: Path) -> None:
    header = "name,CO2 uptake (mg/g),uptake_error (mg/g),pore limiting diameter (Å),adsorption_note\n"
    told = "no charge for each atom of the cell in the file"
    found = judged(tmp_path, header + f"a,20,2,3,{told}\nb,20,2,4,charges of the file\n")
    # Charges do not make pores wider.
    assert [str(one).split(":")[0] for one in found["pores criterion"]] == ["missed", "met"]
    assert [str(one).split(":")[0] for one in found["CO2 uptake criterion"]] == ["cannot be judged", "missed"]


@pytest.mark.parametrize(("text", "told"), [
    ("name,mass (g)\na,1\n", "no column of the table is read"),
    ("name,pore limiting diameter\na,4\n", "says no unit"),
    ("name,pore limiting diameter (g)\na,4\n", "pore limiting diameter"),
    ("name,price\na,yes\nb,no\n", "price holds truth, no numbers"),
    ("name,price in USD,price in EUR\na,1,2\n", "2 columns could be price"),
])  # fmt: skip
def test_a_table_that_cannot_be_judged_is_refused(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "mofs.csv").write_text(text)
    with pytest.raises(ToolInputError, match=told):
        framework_criteria(tmp_path / "mofs.csv")
