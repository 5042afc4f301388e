"""Tools on tables: chained by folders, with figures that R gives for its own data sets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scitoolagent import Agent
from scitoolagent.errors import ToolInputError
from scitoolagent.tables import Table
from scitoolagent.tool.call import call_tool
from scitoolagent.tool.registry import load_registry

# R 4.3: datasets::sleep, datasets::PlantGrowth, datasets::cars.
SLEEP = {
    "extra": [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0, 1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4],
    "group": ["one"] * 10 + ["two"] * 10,
}
GROWTH = {
    "weight": [
        4.17, 5.58, 5.18, 6.11, 4.50, 4.61, 5.17, 4.53, 5.33, 5.14, 4.81, 4.17, 4.41, 3.59, 5.87, 3.83, 6.03, 4.89,
        4.32, 4.69, 6.31, 5.12, 5.54, 5.50, 5.37, 5.29, 4.92, 6.15, 5.80, 5.26,
    ],
    "group": ["ctrl"] * 10 + ["trt1"] * 10 + ["trt2"] * 10,
}  # fmt: skip
CARS = {
    "speed": [
        4, 4, 7, 7, 8, 9, 10, 10, 10, 11, 11, 12, 12, 12, 12, 13, 13, 13, 13, 14, 14, 14, 14, 15, 15, 15, 16, 16, 17,
        17, 17, 18, 18, 18, 18, 19, 19, 19, 20, 20, 20, 20, 20, 22, 23, 24, 24, 24, 24, 25,
    ],
    "dist": [
        2, 10, 4, 22, 16, 10, 18, 26, 34, 17, 28, 14, 20, 24, 28, 26, 34, 34, 46, 26, 36, 60, 80, 20, 26, 54, 32, 40,
        32, 40, 50, 42, 56, 76, 84, 36, 46, 68, 32, 48, 52, 56, 64, 66, 54, 70, 92, 93, 120, 85,
    ],
}  # fmt: skip


def _call(name: str, **arguments: Any) -> dict[str, Any]:
    return call_tool(load_registry()[name], arguments)


def _file(folder: Path, values: dict[str, list[Any]]) -> str:
    lines = [",".join(values), *(",".join(map(str, row)) for row in zip(*values.values(), strict=True))]
    (folder / "a.csv").write_text("\n".join(lines) + "\n")
    return str(folder / "a.csv")


@pytest.mark.parametrize(
    ("values", "column", "test", "statistic", "p"),
    [
        # t.test(extra ~ group, sleep); t.test(…, var.equal=TRUE); wilcox.test(extra ~ group, sleep)
        (SLEEP, "extra", "Welch", -1.8608, 0.07939),
        (SLEEP, "extra", "Student", -1.8608, 0.07919),
        (SLEEP, "extra", "Mann-Whitney", 25.5, 0.06933),
        # anova(lm(weight ~ group, PlantGrowth)); kruskal.test(weight ~ group, PlantGrowth)
        (GROWTH, "weight", "ANOVA", 4.8461, 0.01591),
        (GROWTH, "weight", "Kruskal-Wallis", 7.9882, 0.01842),
    ],
)
def test_tests_of_a_difference(tmp_path: Path, values: Any, column: str, test: str, statistic: float, p: float) -> None:
    found = _call("difference_between_groups", table=_file(tmp_path, values), column=column, by="group", test=test)
    assert found["statistic"] == pytest.approx(statistic, abs=5e-5)
    assert found["p_value"] == pytest.approx(p, abs=5e-6)
    assert found["rows"] == len(values[column])


def test_correlations(tmp_path: Path) -> None:
    found = _call("correlate_columns", table=_file(tmp_path, CARS), column="speed", other="dist")
    # cor.test(cars$speed, cars$dist); the same with method = "spearman", exact = FALSE
    assert found["pearson"] == pytest.approx(0.8068949, abs=5e-8)
    assert found["pearson_p"] == pytest.approx(1.49e-12, rel=5e-3, abs=0)
    assert found["spearman"] == pytest.approx(0.8303568, abs=5e-8)
    assert found["spearman_p"] == pytest.approx(8.825e-14, rel=5e-4, abs=0)


def test_what_cannot_be_tested_is_refused(tmp_path: Path) -> None:
    growth = _file(tmp_path, GROWTH)
    for name, arguments, why in (
        (
            "difference_between_groups",
            {"column": "weight", "by": "group", "test": "Welch"},
            "makes 3 groups; Welch takes two",
        ),
        ("difference_between_groups", {"column": "group", "by": "weight"}, "holds text, no numbers"),
        ("difference_between_groups", {"column": "weight", "by": "group", "test": "x"}, "is not a test"),
        ("difference_between_groups", {"column": "weight", "by": "weight", "test": "ANOVA"}, "has a single value"),
        ("correlate_columns", {"column": "weight", "other": "group"}, "holds text, no numbers"),
        ("sort_rows", {"column": "x"}, "no column 'x'"),
        ("sort_rows", {"column": "weight", "order": "up"}, "must be one of ascending, descending"),
        ("filter_rows", {"condition": {"is": "sql"}}, "this is no condition"),
    ):
        with pytest.raises(ToolInputError, match=why):
            _call(name, table=growth, **arguments)


def test_a_table_that_is_made_again_is_in_the_same_place(tmp_path: Path) -> None:
    growth = _file(tmp_path, GROWTH)
    folders = {_call("top_rows", table=growth, column="weight", count=3)["top_rows"] for _ in range(2)}
    assert len(folders) == 1
    assert list(Table.load(Path(folders.pop())).values("weight")) == [6.31, 6.15, 6.11]


def test_steps_hand_tables_on_and_no_other_folder_is_read(tmp_path: Path) -> None:
    from scitoolagent.records import Entity, Plan, Query, Step

    _file(tmp_path, GROWTH)
    (tmp_path / "evil").mkdir()
    (tmp_path / "evil" / "table.json").write_text("{}")
    entity = Entity(handle="file1", type="CsvFile", value="a.csv", text="a.csv", start=0, end=5)
    query = Query(text="a.csv", entities=(entity,))
    condition = {"is": "compare", "column": "group", "sign": "=", "value": "trt1"}
    steps = (
        Step(id=1, tool="read_rows", arguments={"file": "$query.file1"}),
        Step(id=2, tool="filter_rows", arguments={"table": "$1.table", "condition": condition}),
        Step(id=3, tool="count_rows", arguments={"table": "$2.rows_of_table"}),
        Step(id=4, tool="count_rows", arguments={"table": str(tmp_path / "evil")}),
    )
    with Agent(workspace=tmp_path, models={}) as agent:
        results = {one.step: one for one in agent._executor.run(query, Plan(steps=steps, goals=()))}
    assert results[3].outputs["number_of_rows"].value == 10
    assert (results[4].status, "there is no file" in str(results[4].error)) == ("failed", True)


def test_a_broken_table_is_none(tmp_path: Path) -> None:
    folder = Path(_call("read_rows", file=_file(tmp_path, SLEEP))["table"])
    text = (folder / "table.json").read_text()
    copy = tmp_path / "copy"
    copy.mkdir()
    (copy / "table.json").write_text(text.replace('"rows.parquet"', '"../../secret.parquet"'))
    with pytest.raises(ToolInputError, match="is no name of a part"):
        _call("count_rows", table=str(copy))
