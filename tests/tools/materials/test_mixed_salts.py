"""Solutions of several salts, and quantities of a salt that are not those of its solution."""

from __future__ import annotations

import pytest

from scitoolagent.agent import Agent
from scitoolagent.errors import NoPathError, ToolInputError
from scitoolagent.tools.materials._mixed_salt_words import find_mixed_salts
from scitoolagent.tools.materials.mixed_salts import mixed_salts_debye_length, mixed_salts_ionic_strength


def test_strength_of_several_salts() -> None:
    # ½ Σ c z²: 20 mM KCl has 20 mM, 10 mM CaCl2 3 · 10 mM, 5 mM MgSO4 4 · 5 mM.
    assert mixed_salts_ionic_strength("0.02 M KCl, 10 mM CaCl2").strength == pytest.approx(0.05)
    assert mixed_salts_ionic_strength("5 mM MgSO4").strength == pytest.approx(0.02)
    # In water at 25 °C the Debye length is 0.304 nm divided by √I (Israelachvili, Intermolecular and Surface Forces).
    assert mixed_salts_debye_length("0.02 M KCl, 10 mM CaCl2").length == pytest.approx(0.304 / 0.05**0.5, rel=2e-3)
    with pytest.raises(ToolInputError, match="no concentration"):
        mixed_salts_ionic_strength("5 g KCl")
    with pytest.raises(ToolInputError, match="no salt with its concentration"):
        mixed_salts_ionic_strength("KCl")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("ionic strength of 20 mM KCl and 5 mM K2SO4", ["20 mM KCl, 5 mM K2SO4"]),
        ("ionic strength of 20 mM KCl, 1 mM MgCl2 and 0.5 mM of Ca(NO3)2", ["20 mM KCl, 1 mM MgCl2, 0.5 mM Ca(NO3)2"]),
        ("Which has the higher ionic strength, 20 mM KCl or 5 mM K2SO4?", []),
        ("ionic strength of each of 20 mM KCl and 5 mM K2SO4", []),
        ("mass of KCl in 20 mM KCl and 5 mM K2SO4", []),
    ],
)
def test_salts_of_one_solution(text: str, found: list[str]) -> None:
    assert [value for _, _, value in find_mixed_salts(text)] == found


@pytest.mark.parametrize(
    ("question", "value", "note"),
    [
        ("What is the ionic strength of a solution with 20 mM KCl and 10 mM CaCl2?", 0.05, "one solution"),
        ("Debye length in 20 mM KCl and 10 mM CaCl2", 0.304 / 0.05**0.5, "one solution"),
        # A salt with ions of two charges has a higher strength than concentration.
        ("Debye screening length of 3 mM Na2SO4", 0.304 / 0.009**0.5, "3 mM"),
        ("Debye length of 4 mM magnesium sulfate", 0.304 / 0.016**0.5, "4 mM"),
        ("Debye length at an ionic strength of 9 mM", 0.304 / 0.009**0.5, "9 mM"),
    ],
)
def test_questions(question: str, value: float, note: str) -> None:
    with Agent() as agent:
        answer = agent.run(question)
    assert answer.status == "complete", answer.text
    assert [one.value for one in answer.values] == [pytest.approx(value, rel=2e-3)]
    assert any(note in one for one in answer.notes)


def test_a_solute_without_ions_has_no_strength() -> None:
    with Agent() as agent:
        try:
            answer = agent.run("Debye length of 5 mM sucrose")
        except NoPathError:
            return
    assert not answer.values


def test_solutions_that_are_taken_apart_are_told() -> None:
    with Agent() as agent:
        answer = agent.run("pH of 0.02 M HBr and 0.2 M HClO4")
    assert [one.value for one in answer.values] == [pytest.approx(1.699, abs=1e-3), pytest.approx(0.699, abs=1e-3)]
    assert any("solution of its own" in one for one in answer.notes)
