"""Operations on rows, beside what pandas gives for the same."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pandas
import pytest

from scitoolagent.errors import TableError
from scitoolagent.tables import Options, Table, parse_condition, read_table, table_of
from scitoolagent.tables import operations as do
from scitoolagent.tables.describe import describe
from scitoolagent.tables.measures import MEASURES, VARIATION

_RANDOM = random.Random(17)
_VALUES: dict[str, list[Any]] = {
    "name": [f"m{number % 70}" for number in range(200)],
    "class": [_RANDOM.choice(["acid", "base", "Salt"]) for _ in range(200)],
    "mass (mg)": [None if number % 13 == 0 else round(_RANDOM.gauss(50, 20), 3) for number in range(200)],
    "rings": [_RANDOM.randrange(5) for _ in range(200)],
    "fine": [_RANDOM.random() < 0.5 for _ in range(200)],
}
FRAME = pandas.DataFrame(_VALUES, index=range(1, 201))


@pytest.fixture
def table(options: Options) -> Table:
    return table_of(_VALUES, options)


def _numbers(table: Table) -> list[int]:
    return [row for chunk in table.chunks() for row in chunk.rows]


def _is(column: str, sign: str, value: Any, unit: str = "") -> dict[str, Any]:
    return {"is": "compare", "column": column, "sign": sign, "value": value, "unit": unit}


_MASS = FRAME["mass (mg)"]


@pytest.mark.parametrize(
    ("condition", "wanted"),
    [
        (_is("mass (mg)", ">", 50), _MASS > 50),
        (_is("mass (mg)", "<=", 0.05, "g"), _MASS <= 50),
        (_is("rings", "=", 2), FRAME["rings"] == 2),
        (_is("rings", "!=", 2), FRAME["rings"] != 2),
        (_is("class", "=", "salt"), FRAME["class"] == "Salt"),
        (_is("fine", "=", True), FRAME["fine"]),
        ({"is": "one of", "column": "rings", "values": [0, 4]}, FRAME["rings"].isin([0, 4])),
        ({"is": "contains", "column": "class", "text": "A"}, FRAME["class"].str.lower().str.contains("a")),
        ({"is": "missing", "column": "mass (mg)"}, _MASS.isna()),
        # Without a value neither a condition nor its opposite holds.
        ({"is": "not", "of": _is("mass (mg)", ">", 50)}, _MASS <= 50),
        (
            {"is": "all", "of": [_is("rings", ">=", 2), {"is": "any", "of": [_is("fine", "=", False), _is("mass (mg)", "<", 30)]}]},
            (FRAME["rings"] >= 2) & (~FRAME["fine"] | (_MASS < 30)),
        ),
    ],
)  # fmt: skip
def test_rows_for_which_a_condition_holds(table: Table, condition: Any, wanted: Any) -> None:
    found = do.where(table, parse_condition(condition))
    assert _numbers(found) == FRAME[wanted].index.tolist()
    assert found.columns == table.columns


def test_rows_without_a_value_are_told(table: Table) -> None:
    assert do.where(table, parse_condition(_is("mass (mg)", ">", 50))).notes == (
        f"{_MASS.isna().sum()} rows have no value to compare and are left out",
    )


@pytest.mark.parametrize(
    ("condition", "why"),
    [
        (_is("x", ">", 1), "no column 'x'"),
        (_is("class", ">", "a"), "it cannot be > 'a'"),
        (_is("rings", "=", "two"), "holds integer"),
        (_is("rings", "=", True), "holds integer"),
        (_is("mass (mg)", ">", 1, "mol"), "cannot be converted"),
        (_is("mass (mg)", "like", 1), "this is no condition: compare.sign"),
        ({"is": "sql", "text": "1=1"}, "this is no condition"),
        ({"is": "compare", "column": "rings", "sign": "=", "value": 1, "more": "x"}, "this is no condition"),
        ({"is": "contains", "column": "rings", "text": "1"}, "no text that could contain"),
        ({"is": "all", "of": []}, "this is no condition"),
    ],
)
def test_conditions_that_do_not_fit_are_refused(table: Table, condition: Any, why: str) -> None:
    with pytest.raises(TableError, match=why):
        do.where(table, parse_condition(condition))


def test_a_condition_is_bounded(table: Table) -> None:
    deep: Any = _is("rings", "=", 1)
    for _ in range(40):
        deep = {"is": "not", "of": deep}
    with pytest.raises(TableError, match="levels deep"):
        parse_condition(deep)
    with pytest.raises(TableError, match="more than 200 parts"):
        parse_condition({"is": "one of", "column": "rings", "values": list(range(5000))})


def test_a_text_of_a_condition_is_no_sql(options: Options) -> None:
    table = table_of({"a": ["x' OR 1=1 --", "y"], 'n"; DROP': [1, 2]}, options)
    found = do.where(table, parse_condition(_is("a", "=", "x' OR 1=1 --")))
    assert _numbers(found) == [1]
    assert _numbers(do.where(table, parse_condition(_is('n"; DROP', ">", 1)))) == [2]


def test_a_unit_means_nothing_where_the_column_has_none(table: Table) -> None:
    with pytest.raises(TableError, match=r"is in 1: 2 g cannot be converted|says no unit"):
        do.where(table, parse_condition(_is("rings", ">", 2, "g")))


def test_columns_are_selected_in_order(table: Table, rows: Any) -> None:
    found = do.select(table, ["rings", "NAME"])
    assert found.names == ("rings", "name")
    assert rows(found) == list(zip(_VALUES["rings"], _VALUES["name"], strict=True))
    with pytest.raises(TableError, match="once"):
        do.select(table, ["rings", "rings"])


@pytest.mark.parametrize("descending", [False, True])
def test_rows_are_sorted_and_those_without_a_value_come_last(table: Table, descending: bool) -> None:
    wanted = FRAME.sort_values("mass (mg)", ascending=not descending, kind="stable", na_position="last")
    assert _numbers(do.sort(table, "mass (mg)", descending)) == wanted.index.tolist()


def test_the_highest_and_the_lowest_rows(table: Table) -> None:
    found = do.top(table, "mass (mg)", 7)
    assert _numbers(found) == FRAME.nlargest(7, "mass (mg)").index.tolist()
    assert _numbers(do.top(table, "mass (mg)", 7, lowest=True)) == FRAME.nsmallest(7, "mass (mg)").index.tolist()
    assert found.notes == (f"{_MASS.isna().sum()} rows have no mass (mg) and are left out",)
    many = do.top(table, "rings", 3)
    equal = (FRAME["rings"] == 4).sum() - 3
    assert (many.rows, many.notes) == (3, (f"{equal} more rows have the same value as the last of the 3",))
    with pytest.raises(TableError, match="holds text, no numbers"):
        do.top(table, "name", 3)


def test_groups_and_their_measures(table: Table, described: Any) -> None:
    found = do.group(table, ["class", "fine"], "mass (mg)", MEASURES)
    wanted = FRAME.groupby(["class", "fine"])["mass (mg)"].agg(
        ["size", "mean", "median", "sum", "min", "max", "std", "count"]
    )
    assert [tuple(values) for values in zip(*(found.values(name) for name in found.names[:2]), strict=True)] == list(
        wanted.index
    )
    wanted.insert(7, "error", wanted["std"] / wanted["count"] ** 0.5)
    wanted["variation"] = 100 * wanted["std"] / wanted["mean"]
    wanted["different"] = FRAME.groupby(["class", "fine"])["mass (mg)"].nunique()
    for name, column in zip(found.names[2:], wanted.columns, strict=True):
        assert list(found.values(name)) == pytest.approx(wanted[column].tolist(), rel=1e-12), name
    assert ("mean mass (mg)", "number", "", "mg") in described(found)


def test_groups_that_are_written_apart_are_told(options: Options) -> None:
    cells = {"class": ["Arene", "arene", "acid", "acid"], "x": [1.0, 2.0, 3.0, 4.0]}
    assert do.group(table_of(cells, options), ["class"], "x", ["mean"]).notes == (
        "'Arene' and 'arene' are groups of their own, since they are written apart",
    )


def test_a_share_of_the_mean_needs_a_true_zero(options: Options) -> None:
    degrees = table_of({"a": ["x", "x"], "T (°C)": [20.0, 30.0]}, options)
    with pytest.raises(TableError, match="no true zero"):
        do.group(degrees, ["a"], "T (°C)", [VARIATION])
    signed = table_of({"a": ["x", "x"], "charge": [-1.0, 3.0]}, options)
    with pytest.raises(TableError, match="values below 0"):
        do.group(signed, ["a"], "charge", [VARIATION])


def test_the_spread_of_temperatures_is_in_kelvin(options: Options, described: Any) -> None:
    table = table_of({"a": ["x", "x"], "T (°C)": [20.0, 30.0]}, options)
    found = described(do.group(table, ["a"], "T (°C)", ["mean", "standard deviation"]))
    assert [column[3] for column in found[2:]] == ["Cel", "K"]


def test_tables_are_joined_by_what_molecules_are(options: Options, rows: Any) -> None:
    left = table_of({"smiles": ["OCC", "c1ccccc1", "CCCC", None], "x": [1, 2, 3, 4]}, options)
    right = table_of({"SMILES": ["C1=CC=CC=C1", "CCO", "CCO", "N"], "x": [10, 20, 30, 40]}, options)
    found = do.join(left, right, "smiles", "SMILES")
    assert found.names == ("smiles", "x", "x (2)")
    assert rows(found) == [("OCC", 1, 20), ("OCC", 1, 30), ("c1ccccc1", 2, 10)]
    assert [row[2] for row in rows(do.join(left, right, "smiles", "SMILES", keep=True))] == [20, 30, 10, None, None]
    with pytest.raises(TableError, match="no value in common"):
        do.join(left, right, "smiles", "x")


def test_repeated_molecules_are_left_out(options: Options) -> None:
    table = table_of({"smiles": ["CCO", "OCC", "C[C@H](N)O", "C[C@@H](N)O", "xx", "xx", None, "C(O)C"]}, options)
    found = do.distinct(table, "smiles")
    # A mirror image is another molecule; what is no molecule is equal to nothing.
    assert _numbers(found) == [1, 3, 4, 5, 6, 7]
    assert found.notes[-2:] == (
        "2 of 8 rows repeat the smiles of an earlier one and are left out",
        "3 of 8 rows have no smiles that can be read; each of them stays",
    )
    plain = do.distinct(table_of(_VALUES, options), "name")
    assert _numbers(plain) == FRAME.drop_duplicates("name").index.tolist()


def test_columns_of_numbers_are_described(table: Table) -> None:
    found = describe(table)
    assert list(found.values("column")) == list(FRAME)
    assert list(found.values("kind")) == ["text", "text", "number", "integer", "truth"]
    assert list(found.values("unit")) == [None, None, "mg", None, None]
    assert list(found.values("count")) == FRAME.count().tolist()
    assert list(found.values("missing")) == FRAME.isna().sum().tolist()
    assert list(found.values("different values")) == FRAME.nunique().tolist()
    wanted = FRAME[["mass (mg)", "rings"]].describe().T
    for name in ("mean", "standard deviation", "lowest", "lower quartile", "median", "upper quartile", "highest"):
        own = {"standard deviation": "std", "lowest": "min", "lower quartile": "25%", "median": "50%",
               "upper quartile": "75%", "highest": "max"}.get(name, name)  # fmt: skip
        assert list(found.values(name))[2:4] == pytest.approx(wanted[own].tolist(), rel=1e-12), name
        assert list(found.values(name))[:2] == [None, None], name
    (only,) = describe(table, only="rings").values("different values")
    assert only == FRAME["rings"].nunique()
    with pytest.raises(TableError, match="holds numbers"):
        describe(table, by="class", only="name")


def test_the_highest_row_is_several_where_they_are_equal(options: Options) -> None:
    table = table_of({"name": ["a", "b", "c", "d"], "age": [70, 64, 70, None]}, options)
    found = do.top(table, "age", 1)
    assert list(found.values("name")) == ["a", "c"]
    assert "2 rows have this value" in found.notes
    assert list(do.top(table, "age", 1, lowest=True).values("name")) == ["b"]
    # Two of three: the third is told of.
    assert list(do.top(table, "age", 2).values("name")) == ["a", "c"]


def test_a_histogram(table: Table, described: Any) -> None:
    import numpy

    found = do.histogram(table, "mass (mg)", 8)
    counts, edges = numpy.histogram(_MASS.dropna(), bins=8)
    assert list(found.values("count")) == counts.tolist()
    assert list(found.values("from")) == pytest.approx(edges[:-1].tolist())
    assert described(found)[1] == ("to", "number", "", "mg")
    with pytest.raises(TableError, match="from 1 to 1000"):
        do.histogram(table, "rings", 0)


def test_differences_to_a_row(table: Table, options: Options) -> None:
    found = do.differences(table, "rings", 5)
    assert list(found.values("rings above row 5")) == (FRAME["rings"] - FRAME["rings"][5]).tolist()
    with pytest.raises(TableError, match=r"no mass .mg. in row|has no single value"):
        do.differences(table, "mass (mg)", 1)
    warm = do.differences(table_of({"T (°C)": [20.0, 30.0]}, options), "T (°C)", 1)
    assert (list(warm.values(warm.names[1])), warm.columns[1].unit) == ([0.0, 10.0], "K")


def test_operations_follow_one_another(table: Table) -> None:
    found = do.top(do.where(do.sort(table, "rings"), parse_condition(_is("fine", "=", True))), "mass (mg)", 3)
    assert _numbers(found) == FRAME[FRAME["fine"]].nlargest(3, "mass (mg)").index.tolist()


@pytest.mark.slow
def test_the_rows_of_a_large_file_stay_in_their_order(options: Options, tmp_path: Path) -> None:
    # More than the engine works on in one piece; where it makes a join, the pieces come in any order.
    file = tmp_path / "large.csv"
    file.write_text("id,class\n" + "".join(f"{number},k{number % 40}\n" for number in range(1, 300_001)))
    table = read_table(file, options)
    assert list(table.values("id")) == list(range(1, 300_001))
    wanted = [f"k{number}" for number in range(30)]
    found = do.where(table, parse_condition({"is": "one of", "column": "class", "values": wanted}))
    kept = list(found.values("id"))
    assert len(kept) == 225_000
    assert kept == sorted(kept)
