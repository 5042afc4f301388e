"""A package of somebody else that does not fit costs its own tools, never the program."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

TOOLS = '''
from typing import Annotated
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool

Odd = Annotated[float, Semantic("OddValue", {fields})]


@tool(Operation.CALCULATION, Topic("Oddities"), Safety.OPEN, example={{"value": 1.0}})
def odd_value(value: Odd) -> Odd:
    """Give a value back.

    Args:
        value: any number.
    Returns:
        The same.
    Source: made for the tests.
    """
    return value
'''
CODE = """
import json
from scitoolagent.tool.registry import load_registry
registry = load_registry()
print(json.dumps([registry.broken, "odd_value" in registry.tools, "polar_surface_area" in registry.tools]))
"""


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ('unit="blorp/cm"', "blorp"),
        ('unit="1", parent="Nobody"', "Nobody"),
        ("", "without a unit"),
        ('unit="1"', None),
        ('unit="mS/cm"', None),
    ],
)
def test_a_package_that_does_not_fit_costs_its_own_tools_only(tmp_path: Path, fields: str, why: str | None) -> None:
    (tmp_path / "odd_tools.py").write_text(TOOLS.format(fields=fields))
    info = tmp_path / "odd_tools-0.1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: odd-tools\nVersion: 0.1\n")
    (info / "entry_points.txt").write_text("[scitoolagent.tools]\nodd = odd_tools\n")
    done = subprocess.run(
        [sys.executable, "-c", CODE],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )
    broken, has_odd, has_own = json.loads(done.stdout)
    assert has_own
    assert has_odd == (why is None)
    assert broken == {} if why is None else why in broken["odd"]
