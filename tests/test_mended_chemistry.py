"""Questions of the bench that a stranger put in other words, each with a value that is worked out beside it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scitoolagent.agent import Agent
from scitoolagent.errors import NoPathError, PlanError


@pytest.fixture(scope="module")
def agent() -> Iterator[Agent]:
    with Agent() as made:
        yield made


# Each value is followed by its own arithmetic.
ANSWERED = [
    # 1.8e-10 / 0.1
    ("solubility of AgCl in 0.1 M NaCl given Ksp 1.8e-10", "1.8e-09 mol/L"),
    ("solubility of AgCl in 0.1 M sodium chloride given Ksp 1.8e-10", "1.8e-09 mol/L"),
    # s (s + 0.01) = 1.1e-10
    ("molar solubility of BaSO4 in 0.01 M Na2SO4, Ksp = 1.1e-10", "1.099999e-08 mol/L"),
    # s = 1.1e-12 / 0.1²
    ("solubility of Ag2CrO4 (Ksp 1.1e-12) in 0.1 M AgNO3", "1.1e-10 mol/L"),
    # s (s + 0.01) = 3.4e-9
    ("solubility of CaCO3 (Ksp 3.4e-9) in 0.01 M CaCl2", "3.399884e-07 mol/L"),
    # √1.8e-10
    ("solubility of AgCl given Ksp 1.8e-10", "1.341641e-05 mol/L"),
    # 0.3419 + 0.7618 - 0.0128463 ln(0.1 / 0.01)
    ("E cell of Zn | Zn2+ (0.1 M) || Cu2+ (0.01 M) | Cu", "1.07412 V"),
    ("cell Zn | Zn2+ (0.1 M) || Cu2+ (0.01 M) | Cu, E = ?", "1.07412 V"),
    # the same with R 323.15 K / 2F = 0.0139236 V
    ("E of the cell Zn | Zn2+ (0.1 M) || Cu2+ (0.01 M) | Cu at 50 °C", "1.07164 V"),
    # 0.3419 + 0.7618
    ("E°cell of Zn | Zn2+ (0.1 M) || Cu2+ (0.01 M) | Cu", "1.1037 V"),
    # NIST: 5.139, 47.286 and 71.620 eV
    ("first and second ionization energy of sodium", "5.139077 eV (electron 1), 47.28636 eV (electron 2)"),
    ("first and third ionization energy of sodium", "5.139077 eV (electron 1), 71.62 eV (electron 3)"),
    ("2nd ionization energy of sodium", "47.28636 eV"),
    # 507.18 g/mol × 5 µmol
    ("How many mg is 5 µmol of ATP?", "2.53591 mg"),
    # 180.156 g/mol × 500 mol
    ("How many kg is 500 mol of glucose?", "90.078 kg"),
    # 119.00 g/mol × 0.025 mol
    ("How many g are 25 mmol of KBr?", "2.975058 g"),
    # 10 g × 96.06 / 142.04
    ("How many mg of sulfate are in 10 g of Na2SO4?", "6762.815 mg"),
    # R,R, S,S and meso
    ("stereoisomers of 2,3-butanediol: how many?", "3 [step"),
    # I = 0.003 mol/L; √(78.30/61.03 · 298.15/353.15) is to 5.547 nm as 5.547/5.3296
    ("Debye length of 1 mM CaCl2 at 80 °C", "5.32958 nm"),
    # Its ionic strength is 36 mM: 0.304 nm / √0.036 is 1.602.
    ("Debye length of the ionic strength of 12 mM MgCl2", "1.601295 nm"),
    # [OH-]² = 0.05 · 10^(9.25 - 14)
    ("pH of 0.05 M NH3", "10.97039"),
    # 2 (501.234 - 1.007276)
    ("neutral mass for m/z 501.234 [M+2H]2+", "1000.453 Da"),
    # 0.0006 / 301.1404
    ("mass error in ppm for 301.1410 measured and 301.1404 calculated", "1.992426 ppm"),
    ("bp of CCCCC", "36.06 °C"),  # CRC Handbook
    ("mp and bp of cyclohexanol", "160.9 °C"),  # CRC Handbook
    ("boiling point of carbon disulfide", "46.2 °C"),  # CRC Handbook
    # R ln 2 / (1/298.15 - 1/308.15) with the temperatures in K as told: 52.9 kJ/mol
    ("Activation energy if k doubles from 298 K to 308 K in kcal/mol", "12.64256 kcal/mol"),
    # -92.2 + 500 · 0.1987
    ("deltaG at 500 K with ΔH = -92.2 kJ/mol and ΔS = -198.7 J/mol/K", "7.15 kJ/mol"),
    # 6220 · 50e-6 · 0.5
    ("absorbance of 50 µM solution with ε = 6220 M-1cm-1 in a 0.5 cm cell", "0.1555"),
    # 10^-0.8
    ("transmittance of absorbance 0.8 in %", "15.84893%"),
    ("pKa of 4-nitrophenol", "7.15"),  # CRC Handbook
    ("Balaban index of toluene", "3.021465"),  # RDKit
]  # fmt: skip


@pytest.mark.parametrize(("question", "value"), ANSWERED)
def test_answered(agent: Agent, question: str, value: str) -> None:
    answer = agent.run(question)
    assert answer.status == "complete"
    assert value in answer.text


def test_a_common_ion_answers_nothing_else(agent: Agent) -> None:
    text = agent.run("solubility of AgCl in 0.1 M NaCl given Ksp 1.8e-10").text
    assert "product" not in text and "e-05" not in text


@pytest.mark.parametrize(
    ("question", "wrong"),
    [
        ("solubility of AgCl in 0.1 M KNO3 given Ksp 1.8e-10", "e-05"),  # no ion in common: activities would be needed
        ("solubility of CaCO3 in 0.1 M HCl, Ksp 3.4e-9", "e-05"),  # it reacts
        ("boiling point of CDCl3", "0.5 °C"),  # 60.7 K from that of CHCl3
    ],
)
def test_not_answered(agent: Agent, question: str, wrong: str) -> None:
    answer = agent.run(question)
    assert answer.status == "failed"
    assert wrong not in answer.text


def test_each_salt_has_its_own_product(agent: Agent) -> None:
    with pytest.raises(PlanError):
        agent.run("solubility of AgCl and AgBr with Ksp 1.8e-10 and 5.0e-13")


def test_what_a_cell_leaves_open_is_told(agent: Agent) -> None:
    answer = agent.run("EMF of Zn | Zn2+ || Cu2+ (0.01 M) | Cu")
    assert "1.044541 V" in answer.text  # 1.1037 + 0.0128463 ln 0.01
    assert "Zn2+ taken as 1 M" in answer.text


def test_two_lists_have_their_own_figures(agent: Agent) -> None:
    text = agent.run("median of 3, 1, 4, 1, 5 and mean of 2, 7, 1").text
    assert "median of the numbers: 3 " in text and "mean of the numbers: 3.333333" in text


def test_the_signs_of_base_pairs_are_no_boiling_point(agent: Agent) -> None:
    answer = agent.run("length of a 300 bp DNA in nm")
    assert "102 nm" in answer.text and "boiling" not in answer.text  # 0.34 nm each


def test_labelled_compounds_keep_their_points(agent: Agent) -> None:
    assert "3.82 °C" in agent.run("melting point of heavy water").text
    assert "55.5 °C" in agent.run("boiling point of acetone-d6").text


@pytest.mark.parametrize(("question", "value"), [
    # -R T ln K and ΔH - T ΔS, by hand.
    ("ΔG° for K = 2e4 at 310 K", -8.314462618e-3 * 310 * 9.903487552536127),
    ("ΔG° with ΔH° = -50 kJ/mol and ΔS° = -100 J/mol/K at 310 K", -50 + 310 * 0.1),
])  # fmt: skip
def test_a_standard_gibbs_energy_may_be_asked_for_by_its_sign(question: str, value: float) -> None:
    with Agent() as agent:
        answer = agent.run(question)
    assert answer.status == "complete"
    assert [one.value for one in answer.values] == [pytest.approx(value, rel=1e-6)]


def test_a_cell_with_its_own_concentrations_has_no_standard_gibbs_energy() -> None:
    # What is computed of these concentrations is no standard value.
    with Agent() as agent, pytest.raises(NoPathError):
        agent.run("ΔG° of the cell Ni|Ni2+ (0.05 M)||Cu2+ (0.2 M)|Cu")
