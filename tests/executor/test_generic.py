"""Tools for any value: one unit for all numbers of a call, outputs with the type of what was given."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Runs = Callable[..., list[list[dict[str, Any]]]]
NAMES = ("caffeine", "theophylline", "theobromine")
LONG, SHORT = "ATGCGCGCATTAGCGCGCTA", "ATATATATGCATATTA"


def query(quantity: str = "60", unit: str = "Ao2") -> dict[str, Any]:
    entities = [
        {"handle": f"name{place}", "type": "MoleculeName", "value": name, "text": name, "start": 0, "end": 1}
        for place, name in enumerate(NAMES, 1)
    ]
    entities += [
        {"handle": f"dna{place}", "type": "DnaSequence", "value": value, "text": value, "start": 0, "end": 1}
        for place, value in enumerate((LONG, SHORT), 1)
    ]
    given = {"handle": "quantity1", "value": float(quantity), "unit": unit, "text": f"{quantity} {unit}"}
    return {"text": "x", "entities": entities, "quantities": [{**given, "start": 0, "end": 1}]}


def tpsa(*more: dict[str, Any]) -> list[dict[str, Any]]:
    """Steps 1-3 resolve the names, 4-6 compute TPSA, 7-9 count rings."""
    places = range(1, 4)
    steps = [{"tool": "name_to_smiles", "arguments": {"name": f"$query.name{place}"}} for place in places]
    for tool in ("polar_surface_area", "ring_count"):
        steps += [{"tool": tool, "arguments": {"smiles": f"${place}.smiles"}} for place in places]
    return [*steps, *more]


SUBJECTS = [f"$query.name{place}" for place in (1, 2, 3)]
VALUES = [f"${place}.polar_surface_area" for place in (4, 5, 6)]
RINGS = [f"${place}.ring_count" for place in (7, 8, 9)]


def melting(*more: dict[str, Any]) -> list[dict[str, Any]]:
    steps = [{"tool": "dna_melting_temperature", "arguments": {"sequence": f"$query.dna{place}"}} for place in (1, 2)]
    return [*steps, *more]


POINTS = ["$1.dna_melting_temperature", "$2.dna_melting_temperature"]


def test_values_keep_type_and_unit_and_a_threshold_is_converted(run_plans: Runs, tmp_path: Path) -> None:
    filtered = {"subjects": SUBJECTS, "values": VALUES, "relation": ">", "threshold": "$query.quantity1"}
    steps = tpsa(
        {"tool": "sort_by_value", "arguments": {"subjects": SUBJECTS, "values": VALUES, "order": "descending"}},
        {"tool": "filter_by_value", "arguments": filtered},
        {"tool": "mean_of_values", "arguments": {"values": RINGS}},
        {"tool": "pick_extreme", "arguments": {"subjects": ["$1.smiles", "$2.smiles"], "values": RINGS[:2]}},
        {"tool": "ratio_of_values", "arguments": {"values": VALUES[1:]}},
    )
    # 0.65 nm² are 65 Å².
    results = run_plans(tmp_path, {"steps": steps, "query": query("0.65", "nm**2")})[0]
    order, kept, mean, tie, ratio = (result["outputs"] for result in results[9:])
    # Caffeine has one polar hydrogen less than its two isomeric demethylated relatives.
    assert order["ranking"]["value"][2] == "caffeine"
    assert (order["ranking"]["type"], order["ranking"]["unit"]) == ("MoleculeName", None)
    assert (order["sorted_values"]["type"], order["sorted_values"]["unit"]) == ("PolarSurfaceArea", "Ao2")
    assert sorted(order["tied"]["value"]) == ["theobromine", "theophylline"]
    assert results[10]["arguments"]["threshold"] == pytest.approx(65)
    assert sorted(kept["kept"]["value"]) == ["theobromine", "theophylline"]
    # Counts stay counts, and a mean of counts that is whole, too.
    assert (mean["mean_value"]["value"], type(mean["mean_value"]["value"])) == (2, int)
    assert (mean["mean_value"]["type"], mean["mean_value"]["unit"]) == ("RingCount", "1")
    assert (tie, results[12]["error"]["error"]) == ({}, "ToolInputError")
    assert (ratio["value_ratio"]["type"], ratio["value_ratio"]["value"]) == ("ValueRatio", 1.0)


@pytest.mark.slow
def test_a_difference_of_temperatures_is_in_kelvin(run_plans: Runs, tmp_path: Path) -> None:
    steps = melting(
        {"tool": "difference_of_values", "arguments": {"values": POINTS}},
        {"tool": "mean_of_values", "arguments": {"values": POINTS}},
        {
            "tool": "meets_threshold",
            "arguments": {"value": POINTS[0], "relation": ">", "threshold": "$query.quantity1"},
        },
    )
    steps.append({**steps[4], "arguments": {**steps[4]["arguments"], "value": "$3.absolute_difference"}})
    one, other, apart, mean, holds, differ = run_plans(tmp_path, {"steps": steps, "query": query("273.15", "K")})[0]
    points = [result["outputs"]["dna_melting_temperature"]["value"] for result in (one, other)]
    difference = apart["outputs"]["absolute_difference"]
    assert (difference["type"], difference["unit"]) == ("AbsoluteDifference", "K")
    assert difference["value"] == pytest.approx(points[0] - points[1])
    assert mean["outputs"]["mean_value"] == {
        "type": "DnaMeltingTemperature",
        "value": pytest.approx(sum(points) / 2),
        "unit": "Cel",
    }
    # 273.15 K are 0 °C.
    assert holds["arguments"]["threshold"] == pytest.approx(0, abs=1e-9)
    assert holds["outputs"]["meets_threshold"]["value"] is True
    # A difference of 273.15 K is one of 273.15 °C.
    assert differ["arguments"]["threshold"] == pytest.approx(273.15)
    assert differ["outputs"]["meets_threshold"]["value"] is False
    given = query("20", "°C")
    differ, counted = run_plans(tmp_path, {"steps": steps, "query": given})[0][5:], given["quantities"][0]["value"]
    assert differ[0]["arguments"]["threshold"] == pytest.approx(counted)
    assert differ[0]["outputs"]["meets_threshold"]["value"] is True


@pytest.mark.slow
def test_a_missing_value_leaves_the_operation_undone(run_plans: Runs, tmp_path: Path) -> None:
    given = query()
    given["entities"][1]["value"] = "unobtainium hydride"
    steps = tpsa({"tool": "mean_of_values", "arguments": {"values": VALUES}})
    results = run_plans(tmp_path, {"steps": steps, "query": given})[0]
    assert (results[9]["status"], results[9]["outputs"]) == ("skipped", {})
    assert "step 5" in results[9]["error"]["message"]


@pytest.mark.slow
def test_what_does_not_go_together_fails_before_the_tool_is_called(run_plans: Runs, tmp_path: Path) -> None:
    steps = tpsa(
        {"tool": "mean_of_values", "arguments": {"values": [VALUES[0], RINGS[0]]}},
        {"tool": "meets_threshold", "arguments": {"value": RINGS[0], "relation": ">", "threshold": 3}},
    )
    results = run_plans(tmp_path, {"steps": steps, "query": query()})[0]
    assert [result["status"] for result in results[9:]] == ["failed", "ok"]
    assert "RingCount" in results[9]["error"]["message"]
    assert results[10]["outputs"]["meets_threshold"]["value"] is False
    bare = melting({"tool": "meets_threshold", "arguments": {"value": POINTS[0], "relation": ">", "threshold": 3}})
    failed = run_plans(tmp_path, {"steps": bare, "query": query()})[0][2]
    assert "without a unit" in failed["error"]["message"]
