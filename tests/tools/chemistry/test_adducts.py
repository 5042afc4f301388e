"""m/z of adducts against molmass and pyteomics, and the ions that a question names."""

from __future__ import annotations

import time

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry._adduct_words import find_adducts
from scitoolagent.tools.chemistry.adducts import adduct_mass_to_charge

CAFFEINE = "Cn1cnc2c1c(=O)n(C)c(=O)n2C"
GLUCOSE = "OCC1OC(O)C(O)C(O)C1O"
LIDOCAINE = "CCN(CC)CC(=O)Nc1c(C)cccc1C"


# pyteomics 4.7.5 (`calculate_mass` of the formula, less the electrons); molmass 2025 gives the same for five of them.
@pytest.mark.parametrize(("smiles", "adduct", "expected"), [
    (CAFFEINE, "[M+H]+", 195.08765), (CAFFEINE, "[M+Na]+", 217.06960), (CAFFEINE, "[M+K]+", 233.04353),
    (CAFFEINE, "[M+NH4]+", 212.11420), (CAFFEINE, "[M+2H]2+", 98.04746), (CAFFEINE, "[2M+H]+", 389.16803),
    (CAFFEINE, "[M-H2O+H]+", 177.07709), (GLUCOSE, "[M-H]-", 179.05611), (GLUCOSE, "[M+Cl]-", 215.03279),
    (GLUCOSE, "[M+HCOO]-", 225.06159), (GLUCOSE, "[M+FA-H]-", 225.06159), (LIDOCAINE, "[M+H]+", 235.18049),
])  # fmt: skip
def test_mass_to_charge(smiles: str, adduct: str, expected: float) -> None:
    assert adduct_mass_to_charge(smiles, adduct) == pytest.approx(expected, abs=2e-5)


def test_an_ion_keeps_its_own_charge() -> None:
    """Choline, C5H14NO+: 104.10699 (pyteomics); nothing is taken off it but the electron that it lacks."""
    assert adduct_mass_to_charge("C[N+](C)(C)CCO", "[M]+") == pytest.approx(104.10699, abs=2e-5)
    # The radical cation of naphthalene, C10H8: 128.06260 less one electron (pyteomics).
    assert adduct_mass_to_charge("c1ccc2ccccc2c1", "[M]+") == pytest.approx(128.06205, abs=2e-5)


@pytest.mark.parametrize(("smiles", "adduct", "said"), [
    (CAFFEINE, "[M+H]", "no charge"), (CAFFEINE, "[M+Xy]+", "unknown"), (CAFFEINE, "[M+H]2+", "not \\+2"),
    (CAFFEINE, "[M+Na]-", "not -1"), ("CC(=O)[O-].[Na+]", "[M+H]+", "salt"), (CAFFEINE, "M plus H", "no adduct"),
    ("C[N+](C)(C)CCO", "[M+H]+", "not \\+1"), ("FC(F)(F)F", "[M-H]-", "takes off"), (CAFFEINE, "[M]2+", "not \\+2"),
])  # fmt: skip
def test_what_is_no_ion_is_refused(smiles: str, adduct: str, said: str) -> None:
    with pytest.raises(ToolInputError, match=said):
        adduct_mass_to_charge(smiles, adduct)


@pytest.mark.parametrize(("text", "found"), [
    ("the [M+H]+ of thymol", {"[M+H]+": "[M+H]+"}), ("m/z of thymol as [ M + 2H ]2+", {"[ M + 2H ]2+": "[M+2H]2+"}),
    ("[M−H]⁻ and [M+2H]²⁺", {"[M−H]⁻": "[M-H]-", "[M+2H]²⁺": "[M+2H]2+"}), ("[2M+Na]+?", {"[2M+Na]+": "[2M+Na]+"}),
    ("m/z of the sodium adduct", {"sodium adduct": "[M+Na]+"}), ("[M+H] of thymol", {"[M+H]": "[M+H]"}),
    ("m/z of deprotonated thymol", {"deprotonated": "[M-H]-"}), ("[M]+• of thymol", {"[M]+•": "[M]+"}),
    ("mass spectrum, doubly protonated molecule", {"doubly protonated molecule": "[M+2H]2+"}),
    ("m/z of the 2+ ion of AEDSK", {"the 2+ ion": "[M+2H]2+"}), ("m/z of thymol as 1-", {"1-": "[M-H]-"}),
    ("m/z of AEDSK with z = 3", {"z = 3": "[M+3H]3+"}), ("m/z of the Ca 2+ ion", {}), ("the 2+ ion of calcium", {}),
    ("the protonated amine is polar", {}), ("is M larger than [Na+]?", {}), ("C[M]C", {"[M]": "[M]"}),
])  # fmt: skip
def test_adducts_in_a_text(text: str, found: dict[str, str]) -> None:
    assert {text[start:end]: value for start, end, value in find_adducts(text)} == found


def test_a_long_text_is_read_in_time() -> None:
    text = "m/z [M+H" * 2000 + "[M" * 2000 + "protonated " * 2000
    start = time.process_time()
    list(find_adducts(text))
    assert time.process_time() - start < 10  # a search that grows with the square takes minutes
