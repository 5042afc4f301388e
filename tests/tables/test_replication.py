"""Units of which a table has several rows each, all of them in one group."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from scitoolagent.tables import Table, read_table
from scitoolagent.tables.options import Options
from scitoolagent.tables.replication import Replication, replication
from scitoolagent.tools.tables._rows import options

Made = Callable[[str, Iterable[tuple[object, ...]]], Table]


@pytest.fixture
def made(tmp_path: Path) -> Made:
    def write(header: str, rows: Iterable[tuple[object, ...]]) -> Table:
        path = tmp_path / "t.csv"
        path.write_text("\n".join([header, *(",".join(map(str, row)) for row in rows)]) + "\n", encoding="utf-8")
        how: Options = options()
        return read_table(path, how).settled()

    return write


def tanks(each: int = 5) -> list[tuple[object, ...]]:
    """Six tanks of fish, three of each feed."""
    return [
        (f"T{tank}", "algae" if tank % 2 else "pellets", fish, 10 + tank + fish / 7)
        for tank in range(6)
        for fish in range(each)
    ]


def test_tanks_are_the_units_of_a_feed(made: Made) -> None:
    found = replication(made("tank,feed,fish,length (mm)", tanks()), "feed")
    assert found == Replication(unit="tank", units=6, least=5, most=5, fewest=3)
    assert found.is_certain


def test_rows_that_are_treated_one_by_one_have_no_unit_above_them(made: Made) -> None:
    rows = [(f"F{fish}", "algae" if fish % 2 else "pellets", 10 + fish) for fish in range(20)]
    assert replication(made("fish,feed,length (mm)", rows), "feed") is None
    crossed = [(f"T{tank}", feed, 10 + tank) for tank in range(6) for feed in ("algae", "pellets") for _ in range(3)]
    assert replication(made("tank,feed,length (mm)", crossed), "feed") is None


def test_the_uppermost_of_several_levels_was_treated(made: Made) -> None:
    rows = [
        (f"p{plate}", f"p{plate}w{well}", f"p{plate}w{well}f{field}", "drug" if plate % 2 else "vehicle", plate + field)
        for plate in range(4)
        for well in range(3)
        for field in range(2)
        for _ in range(2)
    ]
    found = replication(made("plate,well,field,treatment,cells", rows), "treatment")
    assert found is not None and (found.unit, found.units, found.fewest) == ("plate", 4, 2)


def test_a_group_with_one_unit_leaves_nothing_to_compare(made: Made) -> None:
    rows = [row for row in tanks(8) if row[1] == "algae" or row[0] == "T0"]
    found = replication(made("tank,feed,fish,length (mm)", rows), "feed")
    assert found is not None and found.fewest == 1 and not found.is_certain


def test_a_name_of_two_factors_is_not_taken_for_a_unit(made: Made) -> None:
    rows = [(feed, sex, f"{feed}-{sex}", n) for feed in ("algae", "pellets") for sex in "fm" for n in range(6)]
    found = replication(made("feed,sex,group,length (mm)", rows), "feed")
    assert found is not None and found.is_label and not found.is_certain


def test_two_columns_that_may_be_the_units_are_both_named(made: Made) -> None:
    rows = [
        (f"T{n % 6}", f"k{n // 6 % 3 * 2 + n % 2}", "algae" if n % 2 else "pellets", n) for n in range(36)
    ]  # fmt: skip
    found = replication(made("tank,keeper,feed,length (mm)", rows), "feed")
    assert found is not None and {found.unit, *found.others} == {"tank", "keeper"} and not found.is_certain


def test_a_measured_quantity_names_no_units(made: Made) -> None:
    doses = {"a": (1, 2, 4), "b": (10, 20, 40)}
    rows = [(drug, dose, n) for drug, held in doses.items() for dose in held for n in range(5)]
    assert replication(made("drug,dose (mg),response", rows), "drug") is None
