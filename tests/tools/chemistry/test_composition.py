"""Formula, masses and charge against published values and another program."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rdkit import Chem

from scitoolagent.errors import ToolInputError
from scitoolagent.tool.call import call_tool
from scitoolagent.tool.registry import load_registry

MENTHOL, ISOQUINOLINE = "CC(C)C1CCC(C)CC1O", "c1ccc2cnccc2c1"


def value(name: str, smiles: str, output: str = "") -> Any:
    outputs = call_tool(load_registry()[name], {"smiles": smiles})
    return outputs[output] if output else next(iter(outputs.values()))


@pytest.mark.parametrize(
    ("smiles", "formula"),
    [
        (MENTHOL, "C10H20O"),
        (ISOQUINOLINE, "C9H7N"),
        ("[Na+].[Cl-]", "ClNa"),
        ("C[N+](C)(C)CCO", "C5H14NO+"),
        ("[2H]O[2H]", "D2O"),
    ],
)
def test_formula_in_hill_order(smiles: str, formula: str) -> None:
    assert value("molecular_formula", smiles) == formula


def test_masses() -> None:
    # Menthol C10H20O: 10·12 + 20·1.00782503 + 15.99491462 = 156.15142 u (AME isotope masses);
    # average 10·12.011 + 20·1.008 + 15.999 = 156.269 (IUPAC).
    assert value("monoisotopic_mass", MENTHOL) == pytest.approx(156.15142, abs=1e-4)
    assert value("molecular_weight", MENTHOL) == pytest.approx(156.269, abs=0.01)
    # One deuterium for one hydrogen adds 2.01410178 - 1.00782503 u.
    assert value("monoisotopic_mass", "[2H]C") - value("monoisotopic_mass", "C") == pytest.approx(1.00627675, abs=1e-5)


def test_masses_agree_with_another_program() -> None:
    composition = pytest.importorskip("pymatgen.core.composition").Composition
    for smiles, formula in ((MENTHOL, "C10H20O"), (ISOQUINOLINE, "C9H7N"), ("FC(F)(F)CBr", "C2H2BrF3")):
        # 0.02: the two programs use atomic weights of different years.
        assert value("molecular_weight", smiles) == pytest.approx(composition(formula).weight, abs=0.02)


def test_charge() -> None:
    assert value("formal_charge", "C[N+](C)(C)CCO") == 1
    assert value("formal_charge", "[Ca+2].[O-]C([O-])=O") == 0
    assert value("formal_charge", "[O-]S(=O)(=O)[O-]") == -2


# Mass of the most abundant isotope in u, AME2020 (Wang et al. 2021, doi:10.1088/1674-1137/abddaf).
ISOTOPES = {
    "H": 1.00782503190,
    "C": 12.0,
    "N": 14.00307400425,
    "O": 15.99491461926,
    "F": 18.99840316207,
    "S": 31.97207117354,
    "Cl": 34.968852694,
    "Br": 78.9183376,
}
PARTS = st.lists(st.sampled_from(["C", "N", "O", "C(F)", "C(Cl)", "C(Br)", "S", "C(=O)", "c1ccncc1", "."]), max_size=8)


@settings(max_examples=60, deadline=None)
@given(PARTS)
def test_the_exact_mass_is_the_sum_of_isotope_masses(parts: list[str]) -> None:
    mol = Chem.MolFromSmiles(smiles := "C" + "".join(parts) + "C")
    if mol is None:
        return
    full = Chem.AddHs(mol)
    expected = sum(ISOTOPES[atom.GetSymbol()] for atom in full.GetAtoms())
    # 1e-5: RDKit's table is of an older mass evaluation.
    assert value("monoisotopic_mass", smiles) == pytest.approx(expected, abs=1e-5)


def test_the_most_abundant_isotope_is_not_the_lightest() -> None:
    # AME2020: boron-11 11.009305 u (80 %), boron-10 10.012937 u; borane BH3.
    assert value("monoisotopic_mass", "B") == pytest.approx(11.009305 + 3 * 1.007825, abs=1e-4)
    assert value("monoisotopic_mass", "[10BH3]") == pytest.approx(10.012937 + 3 * 1.007825, abs=1e-4)
    # AME2020: sodium-23 22.98976928 u; CODATA 2018: the electron that the ion lacks 0.00054858 u.
    assert value("monoisotopic_mass", "[Na+]") == pytest.approx(22.98976928 - 0.00054858, abs=1e-6)


def test_an_element_without_natural_isotope_needs_a_label() -> None:
    for smiles in ("[Tc]", "[Po]", "[Pm+3]"):
        with pytest.raises(ToolInputError, match="no natural isotope"):
            value("monoisotopic_mass", smiles)
    # AME2020: technetium-99 98.906250 u, uranium-238 238.050787 u.
    assert value("monoisotopic_mass", "[99Tc]") == pytest.approx(98.90625, abs=1e-4)
    assert value("monoisotopic_mass", "[U]") == pytest.approx(238.050787, abs=1e-4)


@pytest.mark.parametrize("name", ["molecular_formula", "monoisotopic_mass", "molecular_weight"])
def test_a_wildcard_has_no_mass(name: str) -> None:
    with pytest.raises(ToolInputError, match="unknown element"):
        value(name, "*CCO")


@pytest.mark.parametrize(
    ("smiles", "percent"),
    [
        # Binomial of two bromines, 50.69 and 49.31 % (IUPAC), every second nucleon: 0.2569 : 0.4999 : 0.2431.
        ("BrBr", [51.40, 100.0, 48.64]),
        # Three chlorines, 75.78 and 24.22 %, on phosphorus, which has one isotope: 0.4352 : 0.4173 : 0.1334 : 0.0142.
        ("ClP(Cl)Cl", [100.0, 95.88, 30.65, 3.27]),
        # One isotope only; a labelled atom is no mixture.
        ("[Na+].[F-]", [100.0]),
        ("[79Br][81Br]", [100.0]),
    ],
)
def test_isotope_pattern_of_few_isotopes(smiles: str, percent: list[float]) -> None:
    rows = value("isotope_pattern", smiles)
    # 0.1: abundances of another year.
    assert [row[1] for row in rows] == pytest.approx(percent, abs=0.1)


def test_isotope_pattern_of_carbon() -> None:
    # The textbook rule: M+1 is 1.08 % of M for each carbon; decane has 10, and 22 H at 0.0115 %.
    rows = value("isotope_pattern", "CCCCCCCCCC")
    assert rows[1][1] == pytest.approx(10 * 1.0816 + 22 * 0.0115, abs=0.1)
    # With 900 carbons the strongest peak is the one of nine or ten carbon-13, no longer the lightest.
    heavy = value("isotope_pattern", "C" * 900)
    assert max(heavy, key=lambda row: row[1])[0] - value("monoisotopic_mass", "C" * 900) == pytest.approx(10, abs=1.2)


def test_isotope_pattern_of_an_ion_lacks_its_electrons() -> None:
    # AME2020: sodium-23 22.98976928 u; CODATA 2018: the electron 0.00054858 u.
    assert value("isotope_pattern", "[Na+]")[0][0] == pytest.approx(22.98976928 - 0.00054858, abs=1e-6)
    assert value("isotope_pattern", "[F-]")[0][0] == pytest.approx(18.99840316 + 0.00054858, abs=1e-6)


@settings(max_examples=40, deadline=None)
@given(PARTS)
def test_isotope_pattern_begins_with_the_exact_mass_and_means_the_weight(parts: list[str]) -> None:
    smiles = "C" + "".join(parts) + "C"
    if Chem.MolFromSmiles(smiles) is None:
        return
    rows = value("isotope_pattern", smiles)
    assert rows[0][0] == pytest.approx(value("monoisotopic_mass", smiles), abs=1e-6)
    mean = sum(mass * share for mass, share in rows) / sum(share for _, share in rows)
    # 2e-4: peaks under 0.1 % are left out; atomic weights are those of another year.
    assert mean == pytest.approx(value("molecular_weight", smiles), rel=2e-4)


@pytest.mark.parametrize("smiles", ["[Tc]", "*C", "[14Na]C"])
def test_isotope_pattern_needs_known_isotopes(smiles: str) -> None:
    with pytest.raises(ToolInputError):
        value("isotope_pattern", smiles)
