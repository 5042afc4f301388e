"""The algebra of closed requests: each node goes through JSON, has one plain sentence, and stays within bounds."""

from __future__ import annotations

import json
from typing import Any, get_args

import pytest
from pydantic import ValidationError

from scitoolagent.request import Request, json_schema
from scitoolagent.request.canonical import sentence
from scitoolagent.request.rows import RowExpression, handles_of

ROWS: dict[str, Any] = {"file": "file1"}
WARM = {"is": "compare", "column": "T (K)", "sign": ">", "value": 300, "unit": "K"}
MEAN = {"is": "fold", "of": ROWS, "aggregate": "mean", "column": "yield"}
GROUPS = {"is": "group", "of": ROWS, "by": ["metal"], "column": "yield", "aggregates": ["mean"]}
RATIO = {
    "is": "arithmetic",
    "sign": "/",
    "first": {"is": "arithmetic", "sign": "-", "first": {"is": "cell", "column": "b"}, "second": {"is": "constant", "value": -2}},
    "second": {"is": "function", "name": "log10", "of": {"is": "cell", "column": "a"}},
}  # fmt: skip
# Each node, and each field that changes what it means, with its sentence.
SENTENCES: list[tuple[dict[str, Any], str]] = [
    (MEAN, "mean of yield in runs.csv"),
    ({"is": "quantile", "of": ROWS, "column": "yield", "percent": 90}, "90th percentile of yield in runs.csv"),
    ({"is": "count", "of": {**ROWS, "where": WARM}}, "number of rows in runs.csv, of rows where T (K) above 300 K"),
    ({"is": "count", "of": ROWS, "column": "metal"}, "number of different values of metal in runs.csv"),
    ({"is": "share", "of": ROWS, "meeting": WARM}, "share of rows where T (K) above 300 K, among all rows in runs.csv"),
    (
        {"is": "share", "of": ROWS, "meeting": WARM, "by": ["metal"]},
        "share of rows where T (K) above 300 K, among the rows of each metal in runs.csv",
    ),
    (GROUPS, "mean of yield for each metal in runs.csv"),
    ({**GROUPS, "end": "lowest"}, "the metal with the lowest mean of yield in runs.csv"),
    ({**GROUPS, "order": "descending"}, "mean of yield for each metal, descending in runs.csv"),
    (
        {"is": "rank", "of": ROWS, "column": "yield", "end": "highest", "count": 2, "place": 3, "shown": ["run"]},
        "the 2 rows with the third highest yield, showing run in runs.csv",
    ),
    ({"is": "listing", "of": ROWS, "columns": ["run"], "by": "yield"}, "run by yield, ascending, in runs.csv"),
    ({"is": "listing", "of": ROWS, "columns": ["metal"], "different": True}, "different values of metal in runs.csv"),
    (
        {"is": "contrast", "of": ROWS, "aggregate": "mean", "column": "yield", "by": "metal", "first": "Pd", "second": "Ni"},
        "difference of the mean of yield between metal Pd and Ni in runs.csv",
    ),
    (
        {"is": "correlation", "of": ROWS, "column": "a", "other": "b", "method": "kendall"},
        "Kendall correlation of a with b in runs.csv",
    ),
    (
        {"is": "test", "of": ROWS, "column": "a", "by": "metal", "method": "Student", "unit": "vial"},
        "test by Student whether a differs by metal, by means of each vial in runs.csv",
    ),
    (
        {"is": "test", "of": ROWS, "column": "a", "by": "metal", "each_row": True},
        "test whether a differs by metal, each row counted in runs.csv",
    ),
    (
        {"is": "calculation", "sign": "-", "first": MEAN, "second": {"is": "number", "value": 5}},
        "(mean of yield in runs.csv) minus 5",
    ),
    (
        {
            "is": "call",
            "tool": "mass_for_molarity",
            "outputs": ["mass_to_weigh"],
            "values": {"volume": {"is": "given", "handle": "quantity1"}, "molar_mass": MEAN},
            "settings": {"names": ["a", "b"]},
        },
        "mass to weigh by mass for molarity of volume 250 mL, molar_mass (mean of yield in runs.csv), names a and b",
    ),
    ({"is": "call", "tool": "describe_columns", "tables": {"table": ROWS}}, "describe columns of table in runs.csv"),
    (
        {"is": "count", "of": {"file": "file1", "table": GROUPS, "where": WARM}},
        "number of rows in [mean of yield for each metal in runs.csv], of rows where T (K) above 300 K",
    ),
    (
        {"is": "count", "of": {"file": "file1", "joined": {"file": "file2", "column": "id", "other": "Id"}, "once": True}},
        "number of rows in runs.csv joined with metals.csv by id = Id, equal rows counted once",
    ),
    (
        {"is": "count", "of": {"file": "file1", "derived": [{"is": "reckoned", "name": "r", "value": RATIO}]}},
        "number of rows in runs.csv, with r = (b - (-2)) / log10(a)",
    ),
    (
        {
            "is": "count",
            "of": {
                "file": "file1",
                "derived": [{"is": "computed", "tool": "molecular_weight", "output": "mass", "columns": {"smiles": "SMILES"}}],
            },
        },
        "number of rows in runs.csv, with mass by molecular weight of SMILES",
    ),
]  # fmt: skip


def named(handle: str) -> str:
    return {"file1": "runs.csv", "file2": "metals.csv", "quantity1": "250 mL"}[handle]


def read(result: dict[str, Any]) -> Request:
    return Request.model_validate({"results": [result]})


@pytest.mark.parametrize(("result", "said"), SENTENCES, ids=[said[:60] for _, said in SENTENCES])
def test_each_node_goes_through_json_and_has_one_sentence(result: dict[str, Any], said: str) -> None:
    request = read(result)
    assert Request.model_validate_json(request.model_dump_json(by_alias=True)) == request
    assert sentence(request.results[0], named) == said


def test_each_kind_of_node_is_told() -> None:
    kinds = {alternative.model_fields["is_"].default for alternative in get_args(get_args(RowExpression)[0])}
    assert kinds == {result["is"] for result, _ in SENTENCES}


def test_conditions_inside_one_another_stand_in_brackets() -> None:
    where = {"is": "all", "of": [WARM, {"is": "any", "of": [WARM, {"is": "missing", "column": "a"}]}]}
    said = sentence(read({"is": "count", "of": {"file": "file1", "where": where}}).results[0], named)
    assert said.endswith("T (K) above 300 K and (T (K) above 300 K or a is missing)")


def test_an_expression_goes_by_the_handles_of_all_its_parts() -> None:
    call = {"is": "call", "tool": "x", "values": {"a": [MEAN, {"is": "given", "handle": "smiles1"}]}}
    request = read({"is": "calculation", "sign": "/", "first": MEAN, "second": call})
    assert handles_of(request.results[0]) == ("file1", "smiles1")


def test_the_schema_is_json_and_names_each_node() -> None:
    schema = json.dumps(json_schema())
    assert all(f'"{kind}"' in schema for kind in ("calculation", "call", "reckoned", "computed", "quantile"))


def nested(depth: int) -> dict[str, Any]:
    made: dict[str, Any] = MEAN
    for _ in range(depth):
        made = {"is": "calculation", "sign": "+", "first": made, "second": {"is": "number", "value": 1}}
    return made


def test_results_are_bounded_in_depth_and_number() -> None:
    read(nested(20))
    with pytest.raises(ValidationError, match="nested deeper"):
        read(nested(60))
    with pytest.raises(ValidationError, match="nested deeper"):
        read({"is": "call", "tool": "x", "settings": {"a": ["b"] * 5000}})
    with pytest.raises(ValidationError):
        Request.model_validate({"results": [MEAN] * 30})


@pytest.mark.parametrize(
    "result",
    [
        {**MEAN, "aggregate": "mode"},
        {**MEAN, "more": 1},
        {"is": "quantile", "of": ROWS, "column": "a", "percent": 101},
        {"is": "calculation", "sign": "%", "first": MEAN, "second": MEAN},
        {"is": "number", "value": 3},
    ],
)
def test_what_is_no_request_is_refused(result: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        read(result)
