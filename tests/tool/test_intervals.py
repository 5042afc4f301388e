"""Differences of temperatures: 20 °C more are 20 K more, as a setting, as a result, and in a file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scitoolagent import Agent
from scitoolagent.config import load_config
from scitoolagent.toolkg.generics import is_difference
from scitoolagent.toolkg.store import load_graph

_APART = re.compile(r"\b(rise|raise|depression|elevation|difference|warming|cooling|lowering|change|shift|drop|span)\b")


def test_every_difference_of_temperatures_is_declared_as_one() -> None:
    graph = load_graph()
    degrees = [node for node in graph.types.values() if node.unit in ("K", "Cel", "°C", "[degF]")]
    said = {node.name for node in degrees if any(_APART.search(text) for text in (node.label, *node.also))}
    assert said
    assert {name for name in said if not is_difference(graph, name)} == set()


@pytest.mark.parametrize(
    ("question", "value", "unit"),
    [
        (
            "freezing point depression for a cryoscopic constant of 1.86 K*kg/mol, a molality of 0.5 mol/kg and a van 't Hoff"
            " factor of 2, in °F",
            1.86 * 1.8,
            "°F",
        ),
        (
            "boiling point elevation for an ebullioscopic constant of 0.512 K*kg/mol, a van 't Hoff factor of 1 and a"
            " molality of 1 mol/kg, in °C",
            0.512,
            "°C",
        ),
        (
            "thermal elongation of a rod of 2 m for a coefficient of 12e-6 1/K and a temperature rise of 40 °C",
            2000 * 12e-6 * 40,
            "mm",
        ),
    ],
)
def test_a_difference_has_no_zero_of_its_scale(question: str, value: float, unit: str) -> None:
    with Agent(load_config(), models={}) as agent:
        answer = agent.run(question)
    assert answer.status == "complete"
    (found,) = answer.values
    assert found.value == pytest.approx(value)
    assert f" {unit} [step" in answer.text


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("mean temperature change in ramps.csv in K", "25 K"),
        ("mean temperature change in ramps.csv in °F", "45 °F"),
        ("which runs in ramps.csv have a temperature change above 25 K?", ": b (30 °C)"),
        ("list the temperature change of each run in ramps.csv in °F", "a: temperature change (°C) 36 °F"),
        # Without such a word in its header a column holds temperatures.
        ("mean bath temperature in ramps.csv in K", "323.15 K"),
    ],
)
def test_a_column_of_differences(tmp_path: Path, question: str, told: str) -> None:
    rows = "run,temperature change (°C),bath temperature (°C)\na,20,40\nb,30,60\n"
    (tmp_path / "ramps.csv").write_text(rows, encoding="utf-8")
    with Agent(load_config(), tmp_path, models={}) as agent:
        answer = agent.run(question)
    assert answer.status == "complete"
    assert told in answer.text


def test_other_differences_convert_as_all_do(tmp_path: Path) -> None:
    """0.5 eV are 48 kJ/mol: an energy is one of a particle or of a mole, differences as well."""
    (tmp_path / "gaps.csv").write_text("run,energy difference (eV)\na,0.5\nb,0.2\n", encoding="utf-8")
    with Agent(load_config(), tmp_path, models={}) as agent:
        answer = agent.run("which runs in gaps.csv have an energy difference above 40 kJ/mol?")
    assert answer.status == "complete"
    assert ": a (0.5 eV)" in answer.text
