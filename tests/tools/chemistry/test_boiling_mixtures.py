"""Boiling of ideal mixtures."""

from __future__ import annotations

import math

import pytest

from scitoolagent.agent import Agent
from scitoolagent.errors import SciToolAgentError, ToolInputError
from scitoolagent.tools.chemistry._mixture_words import find_mole_fractions
from scitoolagent.tools.chemistry.boiling_mixtures import (
    bubble_pressure,
    bubble_temperature,
    dew_pressure,
    dew_temperature,
    relative_volatility,
)

BENZENE, TOLUENE = "c1ccccc1", "Cc1ccccc1"


def test_benzene_and_toluene() -> None:
    # Seader, Separation Process Principles: 2.4 to 2.5 near 90 °C; 92.1 °C and 0.71 for the equimolar liquid at 1 atm.
    assert relative_volatility(BENZENE, TOLUENE, 90.0).relative_volatility == pytest.approx(2.5, abs=0.05)
    assert relative_volatility(TOLUENE, BENZENE, 90.0).relative_volatility == pytest.approx(2.5, abs=0.05)
    found = bubble_temperature(BENZENE, TOLUENE, "equimolar", 1.01325)
    assert found.bubble_temperature == pytest.approx(92.1, abs=0.2)
    assert found.vapour_fraction == pytest.approx(0.713, abs=0.005)
    # The same by the Antoine constants of the NIST WebBook for benzene (Williamham 1945) and toluene at 363.15 K.
    benzene = 100 * 10 ** (4.01814 - 1203.835 / (363.15 - 53.226))
    toluene = 100 * 10 ** (4.07827 - 1343.943 / (363.15 - 53.773))
    assert bubble_pressure(BENZENE, TOLUENE, "benzene = 0.4", 90.0).bubble_pressure == pytest.approx(
        0.4 * benzene + 0.6 * toluene, rel=5e-3
    )
    assert dew_pressure(BENZENE, TOLUENE, "toluene = 0.6", 90.0).dew_pressure == pytest.approx(
        1 / (0.4 / benzene + 0.6 / toluene), rel=5e-3
    )


def test_the_ends_are_the_pure_liquids() -> None:
    for name, boils in (("benzene", 80.1), ("toluene", 110.6)):
        for tool in (bubble_temperature, dew_temperature):
            found = tool(BENZENE, TOLUENE, f"{name} = 1", 1.01325)
            value = getattr(found, tool.__name__)
            assert value == pytest.approx(boils, abs=0.15)
    # A vapour of the same composition condenses above where the liquid begins to boil.
    bubble = bubble_temperature(BENZENE, TOLUENE, "benzene = 0.4", 2.0).bubble_temperature
    assert dew_temperature(BENZENE, TOLUENE, "benzene = 0.4", 2.0).dew_temperature > bubble + 1


def test_what_has_no_value_is_refused() -> None:
    for call in (
        lambda: relative_volatility(BENZENE, BENZENE, 90.0),
        lambda: relative_volatility(BENZENE, "C1=CC=CC=C1", 90.0),
        lambda: relative_volatility(BENZENE, TOLUENE, -50.0),  # benzene is solid
        lambda: relative_volatility(BENZENE, TOLUENE, math.nan),
        lambda: bubble_pressure(BENZENE, TOLUENE, "ethanol = 0.4", 90.0),
        lambda: bubble_pressure(BENZENE, TOLUENE, "benzene = 1.4", 90.0),
        lambda: bubble_pressure(BENZENE, TOLUENE, "benzene", 90.0),
        lambda: bubble_pressure(BENZENE, TOLUENE, "benzene = 0.4 in the vapour", 90.0),
        lambda: dew_pressure(BENZENE, TOLUENE, "benzene = 0.4 in the liquid", 90.0),
        lambda: bubble_temperature(BENZENE, TOLUENE, "equimolar", 1e6),
        lambda: bubble_temperature(BENZENE, TOLUENE, "equimolar", 0.0),
    ):
        with pytest.raises(ToolInputError):
            call()


def test_words() -> None:
    for text, value in (
        ("with a mole fraction of toluene of 0.6 at 90 °C", "toluene = 0.6"),
        ("and a benzene mole fraction of 0.4", "benzene = 0.4"),
        ("a liquid mole fraction of benzene of .25", "benzene = 0.25 in the liquid"),
        ("with a hexane vapour mole fraction of 0.3", "hexane = 0.3 in the vapour"),
        ("an equimolar mixture of benzene and toluene", "equimolar"),
    ):
        assert value in [one for _, _, one in find_mole_fractions(text)], text
    assert list(find_mole_fractions("the mole fraction of benzene")) == []


def test_questions() -> None:
    with Agent() as agent:
        answer = agent.run("At what bubble point does an equimolar mixture of hexane and heptane boil at 760 mmHg?")
        refused = []
        for question in (
            "What is the bubble point of hexane and heptane at 1 atm?",
            "What is the relative volatility of hexane and heptane?",
            "What is the bubble point pressure of hexane and heptane at 80 °C with a mole fraction of octane of 0.2?",
        ):
            try:
                refused.append(agent.run(question).status != "complete")
            except SciToolAgentError:
                refused.append(True)
    assert answer.status in ("complete", "partial"), answer.text
    assert refused == [True, True, True]


def test_a_bubble_point_is_asked_for() -> None:
    with Agent() as agent:
        answer = agent.run("What is the bubble point pressure of an equimolar mixture of hexane and heptane at 176 °F?")
    assert answer.status == "complete", answer.text
    found = next(one for one in answer.values if one.type == "BubblePressure")
    # Antoine constants of the NIST WebBook at 353.15 K: 1.422 and 0.570 bar.
    assert found.value == pytest.approx(99.6, rel=0.01)
