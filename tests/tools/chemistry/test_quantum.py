"""GFN2-xTB against the program xtb 6.5 and against experiment."""

from __future__ import annotations

from pathlib import Path

import pytest

from scitoolagent.errors import ToolInputError, ToolUnavailableError
from scitoolagent.tool.call import call_tool
from scitoolagent.tool.registry import load_registry
from scitoolagent.tools.chemistry import _xtb, molecular_vibrations, quantum

pytestmark = pytest.mark.slow

XYZ = {
    "water": "3\n\nO 0 0 0.1173\nH 0 0.7572 -0.4692\nH 0 -0.7572 -0.4692\n",
    "formaldehyde": "4\n\nC 0 0 -0.5265\nO 0 0 0.6755\nH 0 0.9394 -1.1101\nH 0 -0.9394 -1.1101\n",
    "methylammonium": (
        "8\n\nC -0.8 0 0\nN 0.71 0 0\nH -1.13 1.03 0\nH -1.13 -0.515 0.892\nH -1.13 -0.515 -0.892\n"
        "H 1.06 -0.96 0\nH 1.06 0.48 0.83\nH 1.06 0.48 -0.83\n"
    ),
}


@pytest.fixture(autouse=True)
def _needs_tblite() -> None:
    pytest.importorskip("tblite")


# Energy in hartree, HOMO and LUMO in eV, dipole moment in debye: the package xtb (libxtb) at these geometries.
@pytest.mark.parametrize(
    ("name", "charge", "energy", "homo", "lumo", "dipole"),
    [
        ("water", 0, -5.0703708, -12.17690, 2.45278, 2.27109),
        ("formaldehyde", 0, -7.1754161, -11.55400, -7.99467, 2.38091),
        ("methylammonium", 1, -7.6654099, -18.75080, -7.77346, 2.68295),
    ],
)
def test_single_points_are_those_of_xtb(
    name: str, charge: int, energy: float, homo: float, lumo: float, dipole: float, tmp_path: Path
) -> None:
    file = tmp_path / "molecule.xyz"
    file.write_text(XYZ[name], encoding="utf-8")
    found = quantum.xtb_orbitals_of_structure(file, charge)
    assert found.energy == pytest.approx(energy, abs=1e-6)
    assert (found.homo, found.lumo) == pytest.approx((homo, lumo), abs=1e-3)
    assert found.gap == pytest.approx(lumo - homo, abs=1e-3)
    assert found.dipole == pytest.approx(dipole, abs=1e-3)


def test_charges_are_those_of_xtb_in_the_order_of_the_smiles() -> None:
    # xtb at its own geometry of formaldehyde: C 0.184, O -0.268, H 0.042.
    assert quantum.xtb_charges("C=O").charges == pytest.approx([0.184, -0.268, 0.042, 0.042], abs=2e-3)
    assert quantum.xtb_charges("O=C").charges[:2] == pytest.approx([-0.268, 0.184], abs=2e-3)
    assert sum(quantum.xtb_charges("C[NH3+]").charges) == pytest.approx(1, abs=1e-4)


def test_an_optimised_geometry_has_no_slope_and_the_bonds_of_the_molecule() -> None:
    lines = quantum.xtb_geometry("O").geometry.splitlines()
    places = [[float(one) for one in line.split()[1:]] for line in lines[2:]]
    lengths = [sum((a - b) ** 2 for a, b in zip(places[0], one, strict=True)) ** 0.5 for one in places[1:]]
    assert lengths == pytest.approx([0.958, 0.958], abs=0.01)  # measured: 0.9575 Å


# Fundamentals after Shimanouchi, NSRDS-NBS 39; harmonic GFN2-xTB lies within 8 % of them.
@pytest.mark.parametrize(
    ("smiles", "measured"),
    [("O", [1595, 3657, 3756]), ("C=O", [1167, 1249, 1500, 1746, 2782, 2843]), ("O=C=O", [667, 667, 1333, 2349])],
)
def test_vibrations_lie_near_the_measured_ones(smiles: str, measured: list[float]) -> None:
    found = molecular_vibrations.xtb_vibrations(smiles)
    assert found.wavenumbers == pytest.approx(measured, rel=0.13)
    assert found.is_minimum
    assert found.zero_point_energy == pytest.approx(sum(found.wavenumbers) / 2 * 0.0119627, rel=1e-3)


def test_a_saddle_is_no_minimum() -> None:
    import numpy as np

    # Planar ammonia is the top of its inversion: one imaginary mode.
    angles = np.radians([0, 120, 240])
    places = np.vstack([[0, 0, 0], np.c_[np.cos(angles), np.sin(angles), np.zeros(3)]]) / _xtb.BOHR
    found = _xtb.wavenumbers(_xtb.System(np.array([7, 1, 1, 1]), places, 0, 0))
    assert (found < -100).sum() == 1


# Vertical ionization energies by photoelectron spectra: ethene 10.68, formaldehyde 10.88, benzene 9.24 eV (NIST WebBook).
@pytest.mark.parametrize(("smiles", "measured"), [("C=C", 10.68), ("C=O", 10.88), ("c1ccccc1", 9.24)])
def test_ionization_energies_lie_near_the_measured_ones(smiles: str, measured: float) -> None:
    assert quantum.xtb_vertical_energies(smiles).ionization == pytest.approx(measured, abs=0.7)


def test_radicals_have_their_unpaired_electron() -> None:
    assert quantum.xtb_orbitals("[CH3]").energy > quantum.xtb_orbitals("C").energy


@pytest.mark.parametrize("smiles", ["C1CC", "CCO.O", "C" * 160, "[U]"])
def test_what_the_method_cannot_take_is_refused(smiles: str) -> None:
    with pytest.raises(ToolInputError):
        quantum.xtb_orbitals(smiles)


def test_vibrations_of_an_atom_or_of_too_many_are_refused() -> None:
    for smiles in ("[He]", "CCCCCCCCCCCCCCCCCC"):
        with pytest.raises(ToolInputError, match="2 to 40"):
            molecular_vibrations.xtb_vibrations(smiles)


def test_without_the_package_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "tblite", None)
    with pytest.raises(ToolUnavailableError, match=r"scitoolagent\[quantum\]"):
        _xtb._interface()
    assert load_registry().tools["xtb_orbitals"].requires == ("extra:quantum",)


def test_vibrations_of_a_geometry_are_those_of_its_own(tmp_path: Path) -> None:
    made = call_tool(load_registry()["xtb_geometry"], {"smiles": "O"})["geometry"]
    (tmp_path / "water.xyz").write_text(made, encoding="utf-8")
    found = call_tool(load_registry()["xtb_vibrations_of_structure"], {"structure": str(tmp_path / "water.xyz")})
    known = call_tool(load_registry()["xtb_vibrations"], {"smiles": "O"})
    assert found["wavenumbers"] == pytest.approx(known["wavenumbers"], abs=0.5)
    assert found["is_minimum"]


def test_ammonia_in_a_plane_is_a_saddle(tmp_path: Path) -> None:
    # Ammonia in one plane is the saddle between its two pyramids: one imaginary mode, and two degenerate pairs.
    height = 0.5 * 3**0.5
    flat = f"4\n\nN 0 0 0\nH 1 0 0\nH -0.5 {height} 0\nH -0.5 {-height} 0\n"
    (tmp_path / "flat.xyz").write_text(flat, encoding="utf-8")
    found = call_tool(load_registry()["xtb_vibrations_of_structure"], {"structure": str(tmp_path / "flat.xyz")})
    waves = found["wavenumbers"]
    assert sum(one < 0 for one in waves) == 1 and not found["is_minimum"]
    assert waves[1] == pytest.approx(waves[2], abs=1) and waves[4] == pytest.approx(waves[5], abs=1)
    assert "1 imaginary" in found["geometry_note"] and "not at rest" in found["geometry_note"]


def test_the_isomer_that_was_computed_is_named() -> None:
    tool = load_registry()["xtb_orbitals"]
    found = call_tool(tool, {"smiles": "CC(F)=C(C)Cl"})
    isomer = found["geometry_note"].rpartition(" ")[2]
    assert isomer in ("C/C(F)=C(/C)Cl", "C/C(F)=C(\\C)Cl")
    assert call_tool(tool, {"smiles": isomer})["energy"] == pytest.approx(found["energy"], abs=1e-5)
    assert "leaves the stereochemistry open" not in call_tool(tool, {"smiles": isomer})["geometry_note"]
