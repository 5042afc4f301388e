"""What a unit, a condition, an ion and a file that is made anew are taken for."""

from __future__ import annotations

import shutil
from importlib.resources import files
from pathlib import Path

import pytest

from scitoolagent.agent import Agent
from scitoolagent.tools.chemistry.composition import isotope_pattern, monoisotopic_mass


def test_a_sign_of_a_unit_is_no_label() -> None:
    with Agent() as agent:
        answer = agent.run("viscosity of ethanol at 25 °C in cP")
    # CRC Handbook: 1.074 mPa s.
    assert [round(one.value, 2) for one in answer.values] == [pytest.approx(1.074, abs=0.03)]


def test_conditions_that_are_joined_belong_together() -> None:
    with Agent() as agent:
        gas = agent.run("Peng-Robinson density of butane at 450 K and 10 bar")
        both = agent.run("compressibility factor and density of butane at 450 K and 10 bar")
    # The ideal gas of 58.12 g/mol has p M / (R T) = 0.01553 g/cm³, and is some 10 % too light here.
    assert gas.values[0].value == pytest.approx(0.01553 * 1.1, rel=0.05)
    assert both.status == "partial"
    assert not any(one.unit == "g/cm3" for one in both.values)


def test_an_isotope_pattern_is_that_of_the_ion() -> None:
    neutral, ion = isotope_pattern("ClCCCl"), isotope_pattern("ClCCCl", "[M+Na]+")
    assert ion[0][0] == pytest.approx(monoisotopic_mass("ClCCCl", "[M+Na]+"), abs=1e-3)
    # Sodium has one isotope.
    assert [round(one[1], 3) for one in ion] == [round(one[1], 3) for one in neutral]
    twice = isotope_pattern("NCCCCN", "[M+2H]2+")
    assert twice[1][0] - twice[0][0] == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize(
    ("question", "density"),
    [
        ("Replace Cl by F in salt.cif and tell me the density", False),
        ("Make a supercell of salt.cif. What is its density?", False),
        ("What is the density of salt.cif, and replace Cl by F in it", True),
    ],
)
def test_a_file_that_is_made_anew(tmp_path: Path, question: str, density: bool) -> None:
    example = files("scitoolagent.tools.materials").joinpath("example_halite.cif")
    shutil.copy(str(example), tmp_path / "salt.cif")
    with Agent(workspace=tmp_path) as agent:
        answer = agent.run(question)
    assert any(one.unit == "g/cm3" for one in answer.values) == density
    assert density or answer.status == "partial"
