"""Nuclides by symbol, isomers, and Gibbs energies by everyday signs."""

from __future__ import annotations

import math

import pytest

from scitoolagent.agent import Agent
from scitoolagent.summarizer.values import show_value
from scitoolagent.tools.general.decay import find_nuclides, nuclide_half_life


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("half-life of Sr-90", ["Sr-90"]),
        ("decay of 32P", ["P-32"]),
        ("half-life of tritium", ["H-3"]),
        ("how much 99mTc is left", ["Tc-99m"]),
        # Without a word of decay they may be cells and lines of anything.
        ("IC50 in U-937", []),
        ("growth of C-6 cells", []),
        ("half-life in U-2 OS cells", []),
        ("half-life of C-12", []),
    ],
)
def test_symbols(text: str, found: list[str]) -> None:
    assert [value for _, _, value in find_nuclides(text)] == found


def test_an_isomer() -> None:
    # Table de radionucléides, LNHB: 6.0067 h.
    assert nuclide_half_life("Tc-99m").nuclide_half_life == pytest.approx(6.0067 * 3600)


def test_long_times_are_told_in_days_and_years() -> None:
    assert show_value(864000.0, "s") == "10 days (864000 s)"
    assert show_value(10 * 365.25 * 86400, "s").startswith("10 years (")
    assert show_value(3600.0, "s") == "3600 s"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("question", "value"),
    [
        # ½ a half-life of 8.0249 d (NUBASE): A₀ / √2.
        ("How much I-131 is left of 200 MBq after 4.01245 days?", 2e8 / math.sqrt(2)),
        ("What is the half-life of Cs-137 in years?", 30.04),
        # -R T ln K with R = 8.314462618 J/(mol K).
        ("ΔG for an equilibrium constant of 40 at 350 K", -8.314462618e-3 * 350 * math.log(40)),
        ("delta G of 2 CO + O2 -> 2 CO2", -514.4),
    ],
)
def test_questions(question: str, value: float) -> None:
    with Agent() as agent:
        answer = agent.run(question)
    assert answer.status == "complete", answer.text
    assert answer.values[0].value == pytest.approx(value, rel=3e-3)
