"""pH of named substances and buffers, by hand and by the tools that are told what is acid and base."""

from __future__ import annotations

import math

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.general.acids import strong_acid_ph, weak_acid_ph, weak_base_ph, weak_base_ph_from_pkb
from scitoolagent.tools.general.solution_ph import (
    buffer_mixture_ph,
    strong_electrolyte_ph,
    weak_base_solution_ph,
    weak_electrolyte_ph,
)


@pytest.mark.parametrize(
    ("substance", "concentration", "ph"),
    [
        # -log10 c, 14 + log10 (ions · c): the autoionisation does not count at these concentrations.
        ("HNO3", 0.04, -math.log10(0.04)),
        ("HBr", 0.25, -math.log10(0.25)),
        ("LiOH", 0.03, 14 + math.log10(0.03)),
        ("Ba(OH)2", 0.01, 14 + math.log10(0.02)),
        ("HClO4", 1.0, 0.0),
    ],
)
def test_strong_acids_and_hydroxides(substance: str, concentration: float, ph: float) -> None:
    assert strong_electrolyte_ph(substance, concentration) == pytest.approx(ph, abs=1e-6)


def test_sulfuric_acid_lies_between_one_and_two_protons() -> None:
    # Chemistry LibreTexts, 0.0100 M H2SO4 with Ka2 = 0.0103 (pKa2 1.99): [H+] = 0.0145 M, by the quadratic equation.
    constant, total = 10**-1.99, 0.01
    half = (total + constant) / 2
    proton = (-(constant - total) + math.sqrt((constant - total) ** 2 + 8 * constant * total)) / 2
    assert half and strong_electrolyte_ph("H2SO4", total) == pytest.approx(-math.log10(proton), abs=1e-3)
    assert strong_electrolyte_ph("H2SO4", total) == pytest.approx(1.84, abs=0.01)
    assert strong_electrolyte_ph("H2SO4", 0.05) < strong_acid_ph(0.05)


@pytest.mark.parametrize(
    ("substance", "concentration", "why"),
    [
        ("C2H4O2", 0.1, "pKa"),
        ("NaCl", 0.1, "no strong acid"),
        ("Ca(OH)2", 0.1, "dissolves"),
        ("Al(OH)3", 0.1, "no strong acid"),
        ("HSO4^-", 0.1, "no strong acid"),
    ],
)
def test_other_substances_are_refused(substance: str, concentration: float, why: str) -> None:
    with pytest.raises(ToolInputError, match=why):
        strong_electrolyte_ph(substance, concentration)


@pytest.mark.parametrize(
    ("smiles", "pka", "kind"),
    [
        ("OC=O", 3.75, "acid"),
        ("Oc1ccccc1", 9.99, "acid"),
        ("[NH4+]", 9.25, "acid"),
        ("CC(=O)Oc1ccccc1C(=O)O", 3.5, "acid"),
        ("N", 9.25, "base"),
        ("CCN(CC)CC", 10.75, "base"),
        ("c1ccncc1", 5.23, "base"),
        ("CC(=O)[O-].[Na+]", 4.76, "base"),
    ],
)
def test_the_structure_tells_acid_from_base(smiles: str, pka: float, kind: str) -> None:
    expected = weak_acid_ph(0.05, pka) if kind == "acid" else weak_base_ph(0.05, pka)
    assert weak_electrolyte_ph(smiles, 0.05, pka) == expected


@pytest.mark.parametrize("smiles", ["NCC(=O)O", "CCO", "CCCC", "CC(N)=O", "nonsense("])
def test_what_is_neither_or_both_is_refused(smiles: str) -> None:
    with pytest.raises(ToolInputError):
        weak_electrolyte_ph(smiles, 0.05, 5.0)


@pytest.mark.parametrize(
    ("mixture", "pka", "ph"),
    [
        # pKa + log10 (base / acid).
        ("0.3 M formic acid + 0.1 M sodium formate", 3.75, 3.75 + math.log10(1 / 3)),
        ("0.1 M sodium formate + 0.3 M formic acid", 3.75, 3.75 + math.log10(1 / 3)),
        ("40 mM KH2PO4 + 20 mM K2HPO4", 7.2, 7.2 + math.log10(0.5)),
        ("50 mM NH4Cl + 0.1 M ammonia", 9.25, 9.25 + math.log10(2)),
        ("0.2 mol NaHCO3 + 0.1 mol Na2CO3", 10.33, 10.33 + math.log10(0.5)),
    ],
)
def test_the_base_of_a_buffer_has_a_proton_less(mixture: str, pka: float, ph: float) -> None:
    assert buffer_mixture_ph(mixture, pka) == pytest.approx(ph, abs=1e-9)


@pytest.mark.parametrize(
    "mixture",
    [
        "0.1 M NaCl + 0.1 M KCl",
        "0.1 M acetic acid + 0.2 M sodium formate",
        "0.1 M H3PO4 + 0.1 M Na2HPO4",
        "0.1 M acetic acid + 5 g sodium acetate",
        "0.1 M acetic acid",
    ],
)
def test_what_is_no_pair_is_refused(mixture: str) -> None:
    with pytest.raises(ToolInputError):
        buffer_mixture_ph(mixture, 4.76)


def test_pkb_is_the_other_side_of_pka() -> None:
    assert weak_base_ph_from_pkb(0.1, 4.75) == weak_base_ph(0.1, 9.25)


def test_a_weak_base_by_its_pkb() -> None:
    # Ammonia of 0.1 mol/L with pKb 4.75 has pH 11.12 (Atkins, Chemical Principles).
    assert weak_base_solution_ph("NH3", 0.1, 4.75) == pytest.approx(11.12, abs=0.01)
    for refused in ("NaOH", "NH4^+"):
        with pytest.raises(ToolInputError):
            weak_base_solution_ph(refused, 0.1, 4.75)
