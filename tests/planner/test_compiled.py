"""Closed requests compiled and run on a small table: each node gives what a person would reckon by hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.agent import Agent
from scitoolagent.benchmarks.reading.ceiling import query_of
from scitoolagent.errors import NoPathError
from scitoolagent.records import Answer
from scitoolagent.request import Request

RUNS = """run,metal,yield (%),mass (g),day,smiles
r1,Pd,80,2.0,2024-03-01,CCO
r2,Pd,60,4.0,2024-03-05,CCO
r3,Ni,40,1.0,2024-03-05,CO
r4,Ni,20,,2024-02-01,CO
r4,Ni,20,,2024-02-01,CO
"""
METALS = "symbol,price\nPd,50\nNi,2\n"
ROWS = {"file": "file1"}
ONCE = {"file": "file1", "once": True}
YIELD = "yield (%)"


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    folder: Path = tmp_path_factory.mktemp("runs")
    (folder / "runs.csv").write_text(RUNS)
    (folder / "metals.csv").write_text(METALS)
    with Agent(workspace=folder, models={}) as made:
        yield made


def answer(agent: Agent, result: dict[str, Any], unit: str = "") -> Answer:
    request = Request.model_validate({"results": [result], "unit": unit})
    query = query_of(agent, ["runs.csv", "metals.csv"], [], request)
    return [record for record in agent.stream(query) if isinstance(record, Answer)][-1]


def value(agent: Agent, result: dict[str, Any], unit: str = "") -> Any:
    found = answer(agent, result, unit)
    assert found.status == "complete", found.text
    return found.values[0].value


def rows(agent: Agent, result: dict[str, Any]) -> list[tuple[Any, ...]]:
    found = answer(agent, result)
    assert found.status == "complete", found.text
    chunk = found.table(0, agent.config.cache_dir / "tables").head(10)
    return list(zip(*chunk.values.values(), strict=True))


def of(metal: str, **more: Any) -> dict[str, Any]:
    return {"file": "file1", "where": {"is": "compare", "column": "metal", "sign": "=", "value": metal}, **more}


def fold(of_: dict[str, Any], column: str = YIELD, aggregate: str = "mean") -> dict[str, Any]:
    return {"is": "fold", "of": of_, "aggregate": aggregate, "column": column}


def ratio(first: str, second: str) -> dict[str, Any]:
    cells = ({"is": "cell", "column": name} for name in (first, second))
    return {"is": "arithmetic", "sign": "/", "first": next(cells), "second": next(cells)}


@pytest.mark.parametrize(
    ("sign", "wanted"), [("-", 80 / 3 - 70), ("/", 80 / 3 / 70), ("+", 7.0)], ids=["less", "over", "and"]
)
def test_figures_are_calculated_with_in_their_order(agent: Agent, sign: str, wanted: float) -> None:
    column, aggregate = ("mass (g)", "sum") if sign == "+" else (YIELD, "mean")
    first, second = (fold(of(metal), column, aggregate) for metal in ("Ni", "Pd"))
    found = value(agent, {"is": "calculation", "sign": sign, "first": first, "second": second})
    assert found == pytest.approx(wanted)


def test_only_the_result_of_a_calculation_is_asked_for(agent: Agent) -> None:
    found = answer(agent, {"is": "calculation", "sign": "-", "first": fold(of("Pd")), "second": fold(of("Ni"))})
    assert len(found.values) == 1


def test_rows_that_are_equal_count_once(agent: Agent) -> None:
    assert value(agent, {"is": "count", "of": ROWS}) == 5
    assert value(agent, {"is": "count", "of": ONCE}) == 4
    assert value(agent, fold(ONCE)) == pytest.approx(50)


def test_a_column_is_made_by_arithmetic(agent: Agent) -> None:
    made = {"is": "reckoned", "name": "per mass", "value": ratio(YIELD, "mass (g)")}
    there = {"is": "not", "of": {"is": "missing", "column": "mass (g)"}}
    rank = {"is": "rank", "of": {"file": "file1", "derived": [made], "where": there}, "column": "per mass"}
    assert "r2" in str(rows(agent, {**rank, "end": "lowest"}))
    assert value(agent, fold({"file": "file1", "derived": [made], "where": there}, "per mass")) == pytest.approx(95 / 3)


def test_a_condition_on_a_made_column_comes_after_it(agent: Agent) -> None:
    made = {"is": "reckoned", "name": "per mass", "value": ratio(YIELD, "mass (g)")}
    where = {"is": "all", "of": [
        {"is": "compare", "column": "per mass", "sign": ">=", "value": 40},
        {"is": "compare", "column": "metal", "sign": "=", "value": "Pd"},
    ]}  # fmt: skip
    assert value(agent, {"is": "count", "of": {"file": "file1", "derived": [made], "where": where}}) == 1


def test_a_column_is_computed_by_a_tool(agent: Agent) -> None:
    mass = {
        "is": "computed", "tool": "molecular_weight", "output": "average_molecular_mass", "columns": {"smiles": "smiles"},
    }  # fmt: skip
    found = value(agent, fold({"file": "file1", "derived": [mass]}, "average_molecular_mass", "highest"))
    assert found == pytest.approx(46.069, abs=1e-3)


def test_groups_are_rows_that_can_be_chosen_and_ranked(agent: Agent) -> None:
    groups = {"is": "group", "of": ROWS, "by": ["metal"], "column": YIELD, "aggregates": ["mean"]}
    many = {"is": "compare", "column": f"mean {YIELD}", "sign": ">", "value": 30}
    assert value(agent, {"is": "count", "of": {"file": "file1", "table": groups, "where": many}}) == 1
    second = {"is": "rank", "of": {"file": "file1", "table": groups}, "column": f"mean {YIELD}", "end": "highest"}
    assert rows(agent, {**second, "place": 2})[0][0] == "Ni"
    assert value(agent, fold({"file": "file1", "table": groups}, f"mean {YIELD}")) == pytest.approx((70 + 80 / 3) / 2)


def test_the_best_rows_are_rows(agent: Agent) -> None:
    best = {"is": "rank", "of": ROWS, "column": YIELD, "end": "highest", "count": 2}
    assert value(agent, fold({"file": "file1", "table": best}, "mass (g)")) == pytest.approx(3)


def test_groups_come_in_the_order_of_their_figure(agent: Agent) -> None:
    groups = {"is": "group", "of": ROWS, "by": ["metal"], "column": YIELD, "aggregates": ["mean"]}
    assert [row[0] for row in rows(agent, {**groups, "order": "descending"})] == ["Pd", "Ni"]
    assert [row[0] for row in rows(agent, {**groups, "order": "ascending"})] == ["Ni", "Pd"]


def test_rows_of_two_files_are_joined(agent: Agent) -> None:
    joined = {"file": "file1", "joined": {"file": "file2", "column": "metal", "other": "symbol"}}
    assert value(agent, fold(joined, "price", "sum")) == pytest.approx(106)


def test_a_share_is_given_for_each_group(agent: Agent) -> None:
    low = {"is": "compare", "column": YIELD, "sign": "<", "value": 30}
    found = rows(agent, {"is": "share", "of": ROWS, "meeting": low, "by": ["metal"]})
    assert [row[0] for row in found] == ["Ni", "Pd"]
    assert 100 * 2 / 3 in [pytest.approx(cell) for cell in found[0][1:]]


def test_a_quantile_is_of_the_percent_that_is_asked_for(agent: Agent) -> None:
    assert value(agent, {"is": "quantile", "of": ROWS, "column": YIELD, "percent": 75}) == pytest.approx(60)


def test_one_coefficient_is_given_where_one_is_asked_for(agent: Agent) -> None:
    pair = {"is": "correlation", "of": ROWS, "column": YIELD, "other": "mass (g)"}
    labels = [one.label for one in answer(agent, {**pair, "method": "spearman"}).values]
    assert labels and all("Spearman" in label or "ρ" in label or "rank" in label for label in labels), labels
    assert len(answer(agent, pair).values) > len(labels)


def test_the_method_of_a_test_is_the_one_that_is_asked_for(agent: Agent) -> None:
    test = {"is": "test", "of": ROWS, "column": YIELD, "by": "metal", "each_row": True}
    p = {method: value_of_p(agent, {**test, "method": method}) for method in ("usual", "Welch", "Student")}
    # By scipy.stats.ttest_ind of (80, 60) and (40, 20, 20).
    assert p["usual"] == p["Welch"] == pytest.approx(0.074536, abs=1e-6)
    assert p["Student"] == pytest.approx(0.031874, abs=1e-6)


def value_of_p(agent: Agent, test: dict[str, Any]) -> float:
    return next(float(one.value) for one in answer(agent, test).values if "p-value" in one.label)


def test_the_last_of_dates_is_the_highest(agent: Agent) -> None:
    assert [row[0] for row in rows(agent, fold(ROWS, "day", "highest"))] == ["2024-03-05"]
    assert [row[0] for row in rows(agent, fold(ROWS, "day", "lowest"))] == ["2024-02-01"]


def test_a_listing_is_sorted(agent: Agent) -> None:
    listing = {"is": "listing", "of": of("Pd"), "columns": ["run"], "by": YIELD}
    assert [one.value for one in answer(agent, listing).values] == ["r2", "r1"]
    assert [one.value for one in answer(agent, {**listing, "order": "descending"}).values] == ["r1", "r2"]


def test_what_a_tool_makes_of_rows_can_be_listed(agent: Agent) -> None:
    call = {"is": "call", "tool": "describe_columns", "tables": {"table": ROWS}, "settings": {"column": YIELD}}
    found = rows(agent, {"is": "listing", "of": {"file": "file1", "table": call}, "columns": ["mean"]})
    assert found == [(pytest.approx(44),)]


def test_a_value_of_the_question_goes_into_a_tool(agent: Agent) -> None:
    request = Request.model_validate({
        "results": [{
            "is": "call", "tool": "mass_of_amount", "values": {
                "amount": {"is": "given", "handle": "quantity1"},
                "molar_mass": {"is": "call", "tool": "molar_mass", "values": {"formula": {"is": "given", "handle": "salt"}}},
            },
        }],
        "unit": "mg",
    })  # fmt: skip
    given: list[dict[str, Any]] = [
        {"handle": "quantity1", "amount": 2.0, "unit": "mmol"},
        {"handle": "salt", "type": "MolecularFormula", "value": "NaCl"},
    ]
    query = query_of(agent, [], given, request)
    found = [record for record in agent.stream(query) if isinstance(record, Answer)][-1]
    assert "116.8795 mg" in found.text


@pytest.mark.parametrize(
    ("result", "why"),
    [
        (fold(ROWS, "colour"), "no column 'colour'"),
        ({"is": "count", "of": of("Pd", joined={"file": "file2", "column": "metal", "other": "name"})}, "'name'"),
        ({"is": "call", "tool": "no_such_tool"}, "no tool here is called 'no_such_tool'"),
        ({"is": "call", "tool": "molar_mass", "outputs": ["x"]}, "gives no 'x'"),
        ({"is": "call", "tool": "molar_mass", "settings": {"formula": "$query.file1"}}, "formula refers to a value"),
        ({"is": "call", "tool": "molar_mass", "values": {"formula": {"is": "given", "handle": "salt"}}}, "gives no 'salt'"),
        (fold({"file": "file1", "derived": [{"is": "reckoned", "name": YIELD, "value": ratio(YIELD, "mass (g)")}]}), "already"),
        ({"is": "share", "of": ROWS, "meeting": {"is": "missing", "column": "mass (g)"}, "by": ["colour"]}, "colour"),
    ],
)  # fmt: skip
def test_what_is_not_there_is_refused_by_its_name(agent: Agent, result: dict[str, Any], why: str) -> None:
    with pytest.raises(NoPathError, match="no safe plan") as refused:
        answer(agent, result)
    assert why in str(refused.value)
