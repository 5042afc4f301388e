"""Formula, masses, charge, logP, solubility and surface against published values and other programs."""

from __future__ import annotations

from typing import Any

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tool.call import call_tool
from scitoolagent.tool.registry import load_registry

MENTHOL, ISOQUINOLINE = "CC(C)C1CCC(C)CC1O", "c1ccc2cnccc2c1"


def value(name: str, smiles: str, output: str = "") -> Any:
    outputs = call_tool(load_registry()[name], {"smiles": smiles})
    return outputs[output] if output else next(iter(outputs.values()))


@pytest.mark.parametrize(("smiles", "formula"), [
    (MENTHOL, "C10H20O"), (ISOQUINOLINE, "C9H7N"), ("[Na+].[Cl-]", "ClNa"), ("C[N+](C)(C)CCO", "C5H14NO+"), ("[2H]O[2H]", "H2O"),
])
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


def test_crippen_by_the_published_contributions() -> None:
    # Wildman & Crippen 1999, table 1. Methane: C1 0.1441, four H1 0.1230. Ethanol's CH3 is C1, CH2O is C3 (-0.2035), O2 -0.2893,
    # H1 five times, HO H2 -0.2677.
    assert value("crippen_descriptors", "C", "logp") == pytest.approx(0.1441 + 4 * 0.1230, abs=1e-3)
    assert value("crippen_descriptors", "CCO", "logp") == pytest.approx(0.1441 - 0.2035 - 0.2893 + 5 * 0.1230 - 0.2677, abs=1e-3)
    # MR of methane: C1 2.503, H1 1.057.
    assert value("crippen_descriptors", "C", "molar_refractivity") == pytest.approx(2.503 + 4 * 1.057, abs=1e-3)


def test_esol_is_near_measured_solubilities() -> None:
    # Delaney 2004, supporting table, measured logS: benzene -1.64, naphthalene -3.60, 1-hexanol -1.24; standard error 0.9.
    for smiles, measured in (("c1ccccc1", -1.64), ("c1ccc2ccccc2c1", -3.60), ("CCCCCCO", -1.24)):
        assert value("esol_solubility", smiles) == pytest.approx(measured, abs=0.9)
    with pytest.raises(ToolInputError, match="fragments"):
        value("esol_solubility", "[Na+].[Cl-]")


def test_polar_surface_by_the_published_contributions() -> None:
    # Ertl 2000, table 3: OH 20.23, aromatic N 12.89, primary amine 26.02, C=O 17.07, NH (amide) 29.10 with C=O 17.07.
    assert value("polar_surface_area", MENTHOL) == pytest.approx(20.23)
    assert value("polar_surface_area", ISOQUINOLINE) == pytest.approx(12.89)
    assert value("polar_surface_area", "CCN") == pytest.approx(26.02)
    assert value("polar_surface_area", "CNC(C)=O") == pytest.approx(12.03 + 17.07)
    assert value("polar_surface_area", "CCCC") == 0.0


def test_labute_surface_grows_with_the_molecule() -> None:
    # Labute 2000: the surface is a sum of atom contributions, so a CH2 adds about the same each time, 6.2–6.6 Å².
    steps = [value("labute_surface_area", "C" * (n + 1)) - value("labute_surface_area", "C" * n) for n in (5, 6, 7)]
    assert max(steps) - min(steps) < 1e-6
    assert 6.0 < steps[0] < 6.8
