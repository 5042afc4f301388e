"""The code of each recipe gives on made-up tables what a computation in plain Python gives."""

from __future__ import annotations

import math
import tomllib
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from random import Random
from typing import Any
from zlib import crc32

import numpy as np
import pandas as pd
import pytest

from tests.planner import (
    recipe_references_groups,
    recipe_references_laws,
    recipe_references_rows,
    recipe_references_statistics,
    recipe_references_time,
)
from tests.planner.recipe_references_common import Reference, References
from tests.planner.recipe_tables import Row, make_rows

RECIPES: list[dict[str, Any]] = tomllib.loads(
    (files("scitoolagent.planner") / "recipes.toml").read_text(encoding="utf-8")
)["recipe"]
NAMED = {recipe["name"]: recipe for recipe in RECIPES}
KINDS: list[References] = [
    module.REFERENCES
    for module in (
        recipe_references_groups,
        recipe_references_laws,
        recipe_references_rows,
        recipe_references_statistics,
        recipe_references_time,
    )
]
TABLES = 2
MOST_LINES = 8
LONGEST_LINE = 120


def reference_of(name: str) -> Reference:
    (found,) = [references[name] for references in KINDS if name in references]
    return found


def tables_of(name: str, reference: Reference) -> Iterator[list[Row]]:
    for place in range(TABLES):
        # Not by `hash`, which differs between runs.
        yield make_rows(NAMED[name]["table"], reference.layout, Random(crc32(name.encode()) + place))


def run(code: str, rows: list[Row]) -> Any:
    # The code is from a file of our own and no one else's, so it may run here.
    namespace: dict[str, Any] = {"table1": pd.DataFrame(rows), "pd": pd}
    exec(compile(code, "recipe", "exec"), namespace)
    return plain(namespace["result"])


def plain(value: Any) -> Any:
    """A result without the types of NumPy; fails for one that could not be shown."""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, dict):
        return {plain(key): plain(own) for key, own in value.items()}
    if isinstance(value, list | tuple):
        return [plain(own) for own in value]
    assert isinstance(value, bool | int | float | str), f"no plain type: {type(value)}"
    assert not isinstance(value, float) or math.isfinite(value)
    return value


def same(found: Any, expected: Any, tolerance: float) -> bool:
    if isinstance(expected, dict):
        return (
            isinstance(found, dict)
            and found.keys() == expected.keys()
            and all(same(found[key], own, tolerance) for key, own in expected.items())
        )
    if isinstance(expected, list):
        return (
            isinstance(found, list)
            and len(found) == len(expected)
            and all(same(own, other, tolerance) for own, other in zip(found, expected, strict=True))
        )
    if isinstance(expected, str) or isinstance(found, str | dict | list):
        return bool(found == expected)
    return math.isclose(found, expected, rel_tol=tolerance, abs_tol=1e-12)


@pytest.mark.parametrize("name", NAMED)
def test_a_recipe_gives_what_plain_python_gives(name: str) -> None:
    reference = reference_of(name)
    for rows in tables_of(name, reference):
        expected = plain(reference.compute([dict(row) for row in rows]))
        found = run(NAMED[name]["code"], rows)
        assert same(found, expected, reference.tolerance), f"{found} instead of {expected}"


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("widest_group", ".std()", ".mean()"),
        ("count_three_conditions", "> 130", "> 100"),
        ("cumulated_over_limit", "sort_values('date')", "copy()"),
        ("most_distinct", ".index.tolist()", ".tolist()"),
        ("michaelis_menten", "fit[1]", "fit[0]"),
        ("welch_p", "equal_var=False", "equal_var=True"),
    ],
)
def test_a_slip_in_a_recipe_is_noticed(name: str, right: str, wrong: str) -> None:
    code = NAMED[name]["code"]
    assert right in code
    reference = reference_of(name)
    noticed = [
        not same(run(code.replace(right, wrong), rows), plain(reference.compute(rows)), reference.tolerance)
        for rows in tables_of(name, reference)
    ]
    assert any(noticed)


def test_each_recipe_has_a_reference_and_each_reference_a_recipe() -> None:
    assert Counter(name for references in KINDS for name in references) == Counter(one["name"] for one in RECIPES)


def test_recipes_have_names_and_codes_of_their_own() -> None:
    for key in ("name", "code", "question"):
        counts = Counter(recipe[key] for recipe in RECIPES)
        assert [text for text, count in counts.items() if count > 1] == []


@pytest.mark.parametrize("name", NAMED)
def test_the_code_is_short_says_what_it_does_and_ends_with_the_result(name: str) -> None:
    lines = NAMED[name]["code"].strip().splitlines()
    assert len(lines) <= MOST_LINES
    assert max(len(line) for line in lines) <= LONGEST_LINE
    assert lines[0].startswith("# ")
    assert lines[-1].startswith("result = ")
