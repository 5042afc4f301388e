"""Two groups, two rows, shares within groups and nearest rows; reference values by SciPy and by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.tables._rows import opened
from scitoolagent.tools.tables.columns import group_rows
from scitoolagent.tools.tables.contrasts import (
    difference_of_groups,
    difference_of_rows,
    nearest_rows,
    shares_within_groups,
)

_FISH = """fish,pond,length_cm,tagged,temp_C
f1,north,10.5,yes,12
f2,north,11.5,no,14
f3,north,12.5,yes,13
f4,south,20.0,no,20
f5,south,26.0,,22
f6,south,,yes,21
"""


@pytest.fixture
def fish(tmp_path: Path) -> Path:
    path = tmp_path / "fish.csv"
    path.write_text(_FISH, encoding="utf-8")
    return path


def _row(folder: Path) -> dict[str, Any]:
    table = opened(folder)
    (only,) = zip(*(table.values(one.name) for one in table.columns), strict=True)
    return dict(zip(table.names, only, strict=True))


def test_means_of_two_groups(fish: Path) -> None:
    found = _row(difference_of_groups(fish, "length_cm", "pond"))
    assert found["compared"] == "south and north"
    assert found["mean length_cm of south"] == pytest.approx(23.0)
    assert found["mean length_cm of north"] == pytest.approx(11.5)
    assert found["difference"] == pytest.approx(11.5)
    assert found["ratio"] == pytest.approx(2.0)
    # statsmodels 0.15.0: CompareMeans of the two samples, tconfint_diff(usevar="unequal").
    assert found["lower end of the difference"] == pytest.approx(-21.48765, abs=1e-4)
    assert found["upper end of the difference"] == pytest.approx(44.48765, abs=1e-4)


def test_the_difference_of_temperatures_has_no_ratio(fish: Path) -> None:
    folder = difference_of_groups(fish, "temp_C", "pond", "median")
    found = _row(folder)
    assert found["difference"] == pytest.approx(8.0)
    assert "ratio" not in found
    assert next(one.unit for one in opened(folder).columns if one.name == "difference") == "K"


def test_three_groups_are_no_pair(fish: Path) -> None:
    with pytest.raises(ToolInputError, match="5 groups"):
        difference_of_groups(fish, "length_cm", "fish")


def test_two_rows(fish: Path) -> None:
    found = _row(difference_of_rows(fish, "length_cm", "fish", "F1", "f4"))
    assert found["compared"] == "f4 and F1"
    assert found["difference"] == pytest.approx(9.5)
    assert found["ratio"] == pytest.approx(20 / 10.5)


@pytest.mark.parametrize(("name", "why"), [("f9", "no row is"), ("f6", "no value")])
def test_a_row_that_is_not_there_or_has_no_value(fish: Path, name: str, why: str) -> None:
    with pytest.raises(ToolInputError, match=why):
        difference_of_rows(fish, "length_cm", "fish", "f1", name)


def test_shares_within_groups_know_no_share_of_what_is_unknown(fish: Path) -> None:
    tagged = {"is": "compare", "column": "tagged", "sign": "=", "value": True}
    table = opened(shares_within_groups(fish, tagged, ["pond"]))
    rows = list(zip(*(table.values(name) for name in table.names), strict=True))
    assert rows[0] == ("north", 3, 2, pytest.approx(200 / 3))
    assert rows[1] == ("south", 3, 1, None)
    assert any("1 rows have no value to compare" in note for note in table.notes)


@pytest.mark.parametrize(("value", "count", "names"), [(12.1, 1, ["f3"]), (11, 1, ["f1", "f2"]), (23, 2, ["f4", "f5"])])
def test_nearest_rows_take_all_that_are_as_near(fish: Path, value: float, count: int, names: list[str]) -> None:
    table = opened(nearest_rows(fish, "length_cm", value, count))
    assert sorted(table.values("fish")) == names
    assert any("1 rows have no length_cm" in note for note in table.notes)


def test_different_values_of_groups(fish: Path) -> None:
    table = opened(group_rows(fish, ["pond"], "tagged", ("number of different",)))
    assert list(table.values("number of different tagged")) == [2, 2]
