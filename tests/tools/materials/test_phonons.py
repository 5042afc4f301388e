"""Phonons: against the finite displacements of ASE, known limits, and what does not fit."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from scitoolagent.errors import ToolInputError, ToolUnavailableError
from scitoolagent.tools.materials import _phonons, phonons
from scitoolagent.tools.materials._structure import read_structure

pytestmark = pytest.mark.slow

COPPER = Path(__file__).parents[3] / "tools/materials/example_copper.cif"


def needs_the_extra() -> None:
    pytest.importorskip("phonopy", reason="the extra phonons is not installed")
    pytest.importorskip("chgnet", reason="the extra phonons is not installed")


def test_frequencies_are_those_of_ase(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`ase.phonons` with the same potential at the points X and L: its own displacements and force constants."""
    needs_the_extra()
    ase_phonons = pytest.importorskip("ase.phonons")
    from chgnet.model.dynamics import CHGNetCalculator
    from pymatgen.io.ase import AseAtomsAdaptor

    monkeypatch.chdir(tmp_path)
    crystal, _ = _phonons.relaxed_by_chgnet(read_structure(COPPER).get_primitive_structure())
    phonon, repeats = _phonons.displaced(crystal)
    assert repeats == (4, 4, 4)
    phonon.forces = [_phonons.forces_of(cell) for cell in phonon.supercells_with_displacements]
    phonon.produce_force_constants()
    other = ase_phonons.Phonons(
        AseAtomsAdaptor.get_atoms(crystal),
        CHGNetCalculator(_phonons.potential(), use_device="cpu"),
        repeats,
        delta=0.03,
    )
    other.run()
    other.read(acoustic=True)
    points = [[0.5, 0.5, 0.0], [0.5, 0.0, 0.0]]
    expected = other.band_structure(points) / 4.135667696e-3  # eV in THz
    for found, row in zip(phonon.run_qpoints(points).frequencies, expected, strict=True):
        assert found == pytest.approx(row, abs=0.06)


def test_copper_has_three_modes_and_nearly_the_heat_of_dulong_and_petit() -> None:
    needs_the_extra()
    found = phonons.crystal_phonons(COPPER)
    assert found.frequencies == pytest.approx([0, 0, 0], abs=0.01)
    assert found.is_stable
    # 3 R is 24.94; the measured heat capacity of copper at 25 °C is 24.44 J/(mol K) (CRC), that at constant volume 23.8.
    assert found.heat_capacity == pytest.approx(23.8, abs=0.6)
    assert "one mole of atoms" in found.phonon_note


@pytest.mark.parametrize("temperature", [-273.0, 2_000.0])
def test_temperatures_have_bounds(temperature: float) -> None:
    with pytest.raises(ToolInputError, match="-272 to 1,500"):
        phonons.crystal_phonons(COPPER, temperature)


def test_a_large_cell_is_refused() -> None:
    crystal = read_structure(COPPER).make_supercell(3)
    with pytest.raises(ToolInputError, match="at most 40"):
        _phonons.phonons_of(crystal, 300.0)


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    _phonons._optimizer.cache_clear()
    _phonons.potential.cache_clear()
    monkeypatch.setitem(sys.modules, "chgnet.model", None)
    with pytest.raises(ToolUnavailableError, match=r"scitoolagent\[phonons\]"):
        phonons.crystal_phonons(COPPER)
