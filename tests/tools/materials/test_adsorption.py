"""CO2 in frameworks: parameters, cells, charges, and an uptake against Henry's law by plain integration."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.materials import _adsorption, adsorption
from scitoolagent.tools.materials._structure import FRAMEWORK_EXAMPLE, read_structure, symbols_of

pytestmark = pytest.mark.slow

# A chain of carbons along a, in a wide cell: a framework that is quick to simulate.
CHAIN = """data_chain
_cell_length_a 1.5
_cell_length_b {b}
_cell_length_c 12
_cell_angle_alpha 90
_cell_angle_beta 90
_cell_angle_gamma 90
_symmetry_space_group_name_H-M 'P 1'
loop_
_atom_site_label
_atom_site_type_symbol
_atom_site_fract_x
_atom_site_fract_y
_atom_site_fract_z
_atom_site_occupancy
_atom_site_charge
C1 C 0 0 0 {occupancy} {charge}
"""


def chain(folder: Path, b: float = 12, occupancy: str = "1", charge: str = "?") -> Path:
    path = folder / "chain.cif"
    path.write_text(CHAIN.format(b=b, occupancy=occupancy, charge=charge))
    return path


def test_parameters_are_those_of_the_universal_force_field() -> None:
    # Rappe et al. 1992, table 1: distance in Å and depth in kcal/mol of C, Zn and Zr.
    for element, distance, depth in (("C", 3.851, 0.105), ("Zn", 2.763, 0.124), ("Zr", 3.124, 0.069)):
        energy, size = _adsorption.uff(element)
        assert energy == pytest.approx(depth * 503.22, rel=1e-4)
        assert size == pytest.approx(distance / 2 ** (1 / 6), rel=1e-6)
    with pytest.raises(ToolInputError, match="no parameters for Ne"):
        _adsorption.uff("Ne")


def test_cells_are_wide_enough() -> None:
    crystal = read_structure(Path(FRAMEWORK_EXAMPLE), ordered=True)
    cells = _adsorption.cells_for(crystal, 24.0)
    for axis, count in enumerate(cells):
        others = [crystal.lattice.matrix[(axis + step) % 3] for step in (1, 2)]
        width = crystal.lattice.volume / np.linalg.norm(np.cross(*others))
        assert (count - 1) * width < 24.0 <= count * width


def test_uptake_at_low_pressure_is_henrys(tmp_path: Path) -> None:
    """The mean Boltzmann factor of one CO2 at random places, by numpy alone; ideal gas outside; cut and shifted at 12 Å."""
    pytest.importorskip("raspalib")
    crystal = read_structure(chain(tmp_path), ordered=True)
    temperature, pressure = 298.15, 1e4
    conditions = _adsorption.Conditions(temperature, pressure, 4000, 1)
    found = _adsorption.simulate(crystal, symbols_of(crystal), [0.0], _adsorption.CO2, conditions)
    rng = np.random.default_rng(0)
    box = np.array(crystal.lattice.abc) * found.cells
    atoms = np.array([[1.5 * place, 0, 0] for place in range(found.cells[0])])
    atoms = np.concatenate(
        [atoms + np.array([0, 12.0 * y, 12.0 * z]) for y in range(found.cells[1]) for z in range(found.cells[2])]
    )
    depth, size = _adsorption.uff("C")
    middles, axes = rng.random((20_000, 3)) * box, rng.normal(size=(20_000, 3))
    axes /= np.linalg.norm(axes, axis=1)[:, None]
    energy = np.zeros(len(middles))
    for bead in _adsorption.CO2.beads:
        epsilon, sigma = math.sqrt(depth * bead.depth), (size + bead.size) / 2
        for atom in atoms:
            apart = middles + bead.place * axes - atom
            apart -= box * np.round(apart / box)
            square = (apart**2).sum(axis=1).clip(0.25)
            cut = (sigma**2 / 144.0) ** 3
            six = (sigma**2 / square) ** 3
            energy += np.where(square < 144.0, 4 * epsilon * (six**2 - six - cut**2 + cut), 0.0)
    factor = np.exp(-energy / temperature).mean()
    expected = factor * pressure * float(np.prod(box)) * 1e-30 / (1.380649e-23 * temperature)
    # 5 % for the gas that is not ideal, the molecules that see one another, and the sampling here.
    assert abs(found.molecules - expected) < 2 * found.error + 0.05 * expected


def test_charges_are_taken_only_where_all_are_there(tmp_path: Path) -> None:
    crystal = read_structure(chain(tmp_path, charge="0.0"), ordered=True)
    assert adsorption._charges(tmp_path / "chain.cif", crystal) == ([0.0], "charges of the file")
    for charge, told in (("?", "no charge for each atom"), ("0.9", "add up to 0.90")):
        crystal = read_structure(chain(tmp_path, charge=charge), ordered=True)
        charges, said = adsorption._charges(tmp_path / "chain.cif", crystal)
        assert (charges, told in said) == ([0.0], True)


def test_partly_occupied_sites_and_conditions_out_of_range_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ToolInputError, match="partly occupied"):
        adsorption.co2_uptake(chain(tmp_path, occupancy="0.5"))
    for wrong in ({"temperature": -273.0}, {"pressure": 0.0}, {"cycles": 1}, {"seed": -1}):
        with pytest.raises(ToolInputError):
            adsorption.co2_uptake(chain(tmp_path), **wrong)  # type: ignore[arg-type]


def test_nothing_seen_is_not_told_as_sure(tmp_path: Path) -> None:
    pytest.importorskip("raspalib")
    found = adsorption.co2_uptake(chain(tmp_path, b=3.0), pressure=1e-6, cycles=100)
    assert found.uptake == 0.0
    assert found.uptake_error > 0.0
    assert "no molecule was in the pores" in found.adsorption_note
