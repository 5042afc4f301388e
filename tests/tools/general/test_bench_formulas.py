"""Formulas that bench scientists ask for, against values of textbooks and of other programs."""

from __future__ import annotations

import math

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tool.registry import load_registry
from scitoolagent.tools.biology._amount_words import find_insert_lengths, find_molar_ratios, find_vector_lengths
from scitoolagent.tools.biology._space_groups import OPERATIONS, find_space_groups
from scitoolagent.tools.general._cell_words import find_cells
from scitoolagent.tools.general._outlier_words import find_replicates
from scitoolagent.tools.general._state_words import find_rate_ratios, find_warmings
from scitoolagent.tools.general._statistics_words import find_number_lists
from scitoolagent.tools.general.galvanic_cells import galvanic_gibbs_energy, galvanic_potential
from scitoolagent.tools.general.outliers import dixon_test, grubbs_test
from scitoolagent.tools.materials._lattice_words import find_lattices

# Tool, its arguments, the value, the relative tolerance: that of the printed value.
REFERENCES = [
    # Chang, Chemistry: 60.0 mL of 8.61 mol/L make 500 mL of 1.03 mol/L, whatever the unit of the strength.
    ("diluted_mass_concentration", (8.61, 60.0, 500.0), 1.033, 1e-3),
    ("serial_mass_dilution", (4.0, "10 x 3"), 0.004, 1e-9),
    ("volume_for_amount", (0.03, 1.6), 18.75, 1e-9),
    # Makers of reagents: 8.6 mL of 37 % HCl (12.0 mol/L) make 1 L of 0.1 mol/L hydrochloric acid within 4 %.
    ("concentrated_reagent_dilution", (37.0, 1.18, 0.1, 1000.0, 36.46), 8.35, 5e-3),
    # Chang: diethyl ether has 401 mmHg at 18 °C and 26.0 kJ/mol, so 656 mmHg at 32 °C.
    ("vapour_pressure_at", ("401 mmHg at 18 °C", 26.0, 32.0), 656 * 0.133322, 5e-3),
    ("boiling_temperature_at", ("401 mmHg at 18 °C", 26.0, 656 * 0.133322), 32.0, 5e-3),
    ("vaporization_enthalpy_of_pressures", ("401 mmHg at 18 °C; 656 mmHg at 32 °C",), 26.0, 5e-3),
    # CRC Handbook: ethanol has 7.87 kPa at 25 °C and boils at 78.3 °C; 42.3 kJ/mol at 25 °C.
    ("normal_boiling_point_of_pressure", ("7.87 kPa at 25 °C", 42.3), 78.3, 0.02),
    # Atkins: +5.76 J/K and 1.72 kJ for one mole that doubles its volume at 25 °C.
    ("expansion_entropy", (1.0, 1.0, 2.0), 5.76, 1e-3),
    ("expansion_work", (1.0, 1.0, 2.0, 25.0), 1718.0, 1e-3),
    # Chang: 129 kJ warm 466 g of water from 8.50 to 74.60 °C.
    ("heat_of_warming", (466.0, 4.184, "8.50 °C to 74.60 °C"), 129.0, 2e-3),
    ("heat_of_rise", (466.0, 4.184, 66.1), 129.0, 2e-3),
    ("mixed_temperature", (1.0, 80.0, 3.0, 20.0), 35.0, 1e-9),
    # Chang: cyclopropane, 6.7e-4 1/s, falls from 0.25 to 0.15 mol/L in 13 min.
    ("first_order_time", (0.25, 0.15, 6.7e-4), 13 * 60, 0.03),
    ("second_order_time", (0.1, 0.05, 0.02), 500.0, 1e-9),
    ("zero_order_time", (0.1, 0.05, 2e-4), 250.0, 1e-9),
    # Atkins: 52.9 kJ/mol doubles a rate between 25 and 35 °C.
    ("activation_energy_of_ratio", (2.0, "25 °C to 35 °C"), 52.9, 2e-3),
    # NIST WebBook, constants of diatomic molecules: CO, 2169.8 1/cm; 1902 N/m.
    ("harmonic_wavenumber", (1902.0, 6.8562), 2169.8, 1e-3),
    ("vibration_force_constant", (2169.8, 6.8562), 1902.0, 1e-3),
    ("reduced_mass_of_masses", (12.0, 15.9949), 6.8562, 1e-4),
    ("standard_electrode_potential", ("Ni2+/Ni",), -0.257, 1e-9),
    # One half-life leaves one half; the constants of one drug fit each other.
    ("drug_left", (80.0, 3600.0, 7200.0), 20.0, 1e-9),
    ("plasma_concentration", (24.0, 3600.0, 3600.0), 12.0, 1e-9),
    ("plasma_concentration_of_elimination", (24.0, math.log(2), 3600.0), 12.0, 1e-9),
    ("clearance_of_half_life", (math.log(2) * 3600, 42.0), 42.0, 1e-9),
    ("clearance_of_elimination", (0.15, 42.0), 6.3, 1e-9),
    ("clearance_of_exposure", (250.0, 40.0), 6.25, 1e-9),
    ("elimination_constant", (6.3, 42.0), 0.15, 1e-9),
    ("elimination_of_half_life", (math.log(2) * 3600,), 1.0, 1e-9),
    ("half_life_of_elimination", (math.log(2),), 1.0, 1e-9),
    # Birkett, Pharmacokinetics Made Easy: half-life = 0.693 V / CL.
    ("elimination_half_life", (4.0, 40.0), 6.93, 1e-3),
    # The same by body weight, which cancels; 15 mL/min/kg of 70 kg are 63 L/h.
    ("half_life_by_weight", (0.1, 1.0), 6.93, 1e-3),
    ("clearance_of_weight", (0.9, 70.0), 63.0, 1e-9),
    ("distribution_volume_of_clearance", (4.0, 6.93 * 3600), 40.0, 1e-3),
    ("distribution_volume", (300.0, 7.5), 40.0, 1e-9),
    ("loading_dose", (15.0, 40.0, 0.5), 1200.0, 1e-9),
    ("loading_weighed_dose", (15.0, 0.5, 80.0), 600.0, 1e-9),
    ("maintenance_dose", (3.0, 10.0, 8.0), 240.0, 1e-9),
    ("infusion_rate", (3.0, 10.0), 30.0, 1e-9),
    ("steady_state_concentration", (240.0, 3.0, 8.0), 10.0, 1e-9),
    ("oral_bioavailability", (10.0, 20.0, 100.0, 100.0), 50.0, 1e-9),
    # Hopkins, Groom & Alex 2004: 10 nM with 38 heavy atoms is 0.29 kcal/mol for each.
    ("ligand_efficiency", (8.0, 38, 27.0), 0.29, 0.01),
    ("ligand_efficiency_of_ic50", (1e-8, 38, 27.0), 0.29, 0.01),
    ("ic50_of_pic50", (9.0,), 1.0, 1e-9),
    ("pic50_of_ic50", (1e-9,), 9.0, 1e-9),
    # Cheng & Prusoff: at [S] = Km the constant is one half of the IC50.
    ("cheng_prusoff_by_saturation", (1.2e-7, 1.0), 6e-8, 1e-9),
    # Lengths in the ratio of one to four, three for one: three quarters of the mass.
    ("ligation_insert_mass", (50.0, 4000.0, 1000.0, 3.0), 37.5, 1e-9),
    # Thirty doublings are 1.07e9.
    ("pcr_amplicons", (1.0, 30), 1.0737e9, 1e-4),
    ("nucleic_acid_concentration", (1.0, "RNA"), 40.0, 1e-9),
    ("diluted_nucleic_acid_concentration", (0.5, "dsDNA", "10 x 1"), 250.0, 1e-9),
    # Egg-white lysozyme, 37,750 L/(mol cm) and 14.3 kDa: 1 mg/mL has 2.64 (Thermo Fisher, Tech Tip 6: 26.4 for 1 %).
    ("absorbing_protein_concentration", (2.64, 37750.0, 14300.0), 1.0, 2e-3),
    # pymatgen: Lattice.from_parameters(8.1, 9.4, 12.6, 90, 101, 90).volume; a rhombohedron of 60° is √½ by definition.
    ("unit_cell_volume", (8.1, 9.4, 12.6, 90.0, 101.0, 90.0), 941.7378, 1e-6),
    ("unit_cell_volume", (1.0, 1.0, 1.0, 60.0, 60.0, 60.0), math.sqrt(0.5), 1e-9),
    # CaTiO3 by Shannon's radii: 0.966.
    ("tolerance_factor", (1.34, 0.605, 1.40), 0.966, 1e-3),
    # OpenStax, College Physics: 0.84 m of the Golden Gate Bridge, 1275 m, over 55 K.
    ("thermal_elongation", (12e-6, 1275.0, 55.0), 840.0, 5e-3),
    # CRC Handbook: 8.90, 2.3296 and 19.3 g/cm³.
    ("element_density_of_lattice", ("fcc Ni", 3.524), 8.90, 2e-3),
    ("element_density_of_lattice", ("diamond Si", 5.431), 2.3296, 1e-3),
    ("element_density_of_lattice", ("bcc W", 3.165), 19.3, 5e-3),
]  # fmt: skip

WRONG = [
    ("mass_dilution", (1.0, 2.0, 10.0), "stronger"),
    ("percent_dilution", (120.0, 50.0, 10.0), "impossible"),
    ("percent_dilution", (50.0, 60.0, 10.0), "stronger"),
    ("diluted_mass_concentration", (1.0, 20.0, 10.0), "do not fit"),
    ("concentrated_reagent_dilution", (110.0, 1.2, 1.0, 10.0, 36.0), "impossible"),
    ("vapour_pressure_at", ("12 kPa", 30.0, 50.0), "no vapour pressure"),
    ("vaporization_enthalpy_of_pressures", ("40 kPa at 20 °C; 10 kPa at 52 °C",), "grows"),
    ("boiling_temperature_at", ("100 kPa at 100 °C", 1.0, 1e6), "no temperature"),
    ("heat_of_warming", (1.0, 4.18, "20 °C"), "no span"),
    ("mixed_temperature", (1.0, 20.0, 1.0, 30.0), "colder"),
    ("first_order_time", (0.1, 0.2, 1.0), "above the initial"),
    ("activation_energy_of_ratio", (2.0, "25 °C to 25 °C"), "different"),
    ("standard_electrode_potential", ("Xe2+/Xe",), "no standard potential"),
    ("galvanic_potential", ("Zn|Cu2+||Cu2+|Cu",), "no cell"),
    ("dixon_test", ("1 2",), "3 to 10"),
    ("dixon_test", ("1 1 1",), "equal"),
    ("dixon_test", ("1 2 9", 97.0), "90, 95 or 99"),
    ("grubbs_test", ("1 2",), "3 or more"),
    ("loading_dose", (1.0, 1.0, 1.5), "at most 1"),
    ("ligand_efficiency", (40.0, 20), "out of range"),
    ("pcr_amplicons", (1.0, 30, 130.0), "impossible"),
    ("pcr_amplicons", (1.0, 90), "out of range"),
    ("nucleic_acid_concentration", (1.0, "protein"), "no kind"),
    ("unit_cell_volume", (1.0, 1.0, 1.0, 30.0, 30.0, 120.0), "close no cell"),
    ("matthews_coefficient", (20000.0, 28.0, 4.0), "do not fit"),
    ("asymmetric_unit_contents", (58.0, 71.0, 84.0, 26.0, "P212121", 1, 90.0, 98.0), "angles"),
    ("asymmetric_unit_contents", (58.0, 71.0, 84.0, 26.0, "Pnma", 1), "no space group"),
    ("element_density_of_lattice", ("hcp Ti", 2.95), "no cubic"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "arguments", "value", "within"), REFERENCES)
def test_references(name: str, arguments: tuple[object, ...], value: float, within: float) -> None:
    assert load_registry().tools[name].function(*arguments) == pytest.approx(value, rel=within, abs=0)


@pytest.mark.parametrize(("name", "arguments", "why"), WRONG)
def test_what_is_impossible(name: str, arguments: tuple[object, ...], why: str) -> None:
    with pytest.raises(ToolInputError, match=why):
        load_registry().tools[name].function(*arguments)


def test_dilutions_fill_up_to_the_volume() -> None:
    for name, arguments in (("mass_dilution", (25.0, 0.05, 200.0)), ("percent_dilution", (95.0, 60.0, 400.0))):
        made = load_registry().tools[name].function(*arguments)
        assert made.stock_volume == pytest.approx(arguments[1] * arguments[2] / arguments[0])
        assert made.stock_volume + made.diluent_volume == pytest.approx(arguments[2])


def test_dixon_at_two_levels() -> None:
    # A widely printed example: 0.455, rejected at 90 % and kept at 95 %.
    values = "0.189 0.167 0.187 0.183 0.186 0.182 0.181 0.184 0.181 0.177"
    first, second = dixon_test(values, 90.0), dixon_test(values, 95.0)
    assert first.dixon_q == pytest.approx(0.4545, abs=1e-3)
    assert (first.suspected_value, first.is_outlier, second.is_outlier) == (0.167, True, False)


def test_grubbs_as_nist_has_it() -> None:
    # NIST/SEMATECH e-Handbook, 1.3.5.17.1; Grubbs & Beck 1972 have 2.126 for 8 values and 2.5 % at each side.
    found = grubbs_test("199.31 199.53 200.19 200.82 201.92 201.95 202.18 245.57")
    assert found.grubbs_g == pytest.approx(2.4688, abs=2e-4)
    assert found.grubbs_critical == pytest.approx(2.1266, abs=2e-4)
    assert found.is_outlier and found.suspected_value == 245.57


def test_galvanic_cells() -> None:
    # Chang: zinc and copper at standard concentrations, 1.10 V; a tenfold weaker cathode takes 0.0296 V of two electrons.
    daniell = galvanic_potential("Zn|Zn2+ (1 M)||Cu2+ (1 M)|Cu")
    weaker = galvanic_potential("Zn|Zn2+ (1 M)||Cu2+ (0.1 M)|Cu")
    assert daniell.galvanic_potential == pytest.approx(1.10, abs=5e-3)
    assert daniell.galvanic_potential - weaker.galvanic_potential == pytest.approx(0.0296, abs=1e-4)
    # Another number of electrons at each side: RT/F ln of each ion by its own charge.
    mixed = galvanic_potential("Cu|Cu2+ (0.1 M)||Ag+ (0.1 M)|Ag")
    assert mixed.galvanic_potential == pytest.approx(0.7996 - 0.3419 + 0.05916 * (0.5 - 1.0), abs=1e-4)
    # Chang: the Daniell cell gives -212 kJ/mol; two silver take the two electrons of one copper.
    assert galvanic_gibbs_energy("Zn|Zn2+ (1 M)||Cu2+ (1 M)|Cu").galvanic_gibbs_energy == pytest.approx(-212, rel=5e-3)
    energy = galvanic_gibbs_energy("Cu|Cu2+ (0.1 M)||Ag+ (0.1 M)|Ag")
    assert energy.galvanic_gibbs_energy == pytest.approx(-2 * 96.485 * mixed.galvanic_potential, rel=1e-5)
    assert "2 electrons for Cu and 2 Ag" in energy.note


def test_matthews() -> None:
    tools = load_registry().tools
    # Matthews 1968: tetragonal lysozyme, 79.1 and 37.9 Å, 14,300 Da in P43212: about 2.07.
    cell = tools["asymmetric_unit_contents"].function(79.1, 79.1, 37.9, 14.3, "P43212", 1)
    volume = tools["matthews_coefficient"].function(79.1**2 * 37.9, 14.3, 8.0)
    assert cell == volume
    assert cell.matthews_coefficient == pytest.approx(2.07, abs=0.01)
    assert cell.solvent_content == pytest.approx(100 * (1 - 1.23 / 2.073), abs=0.1)


def test_operations_are_those_of_pymatgen() -> None:
    from pymatgen.symmetry.groups import SpaceGroup

    numbers = {
        "P1": 1, "P21": 4, "C2": 5, "P212121": 19, "F222": 22, "I222": 23, "P43212": 96, "R32": 155, "P6122": 178,
        "P213": 198, "F432": 209,
    }  # fmt: skip
    for name, number in numbers.items():
        assert SpaceGroup.from_int_number(number).order == OPERATIONS[name], name


def test_phrases() -> None:
    text = "ligate an insert of 700 bp into a 4.2 kb vector at a 1:5 vector:insert ratio"
    assert [value for *_, value in find_vector_lengths(text)] == [4200.0]
    assert [value for *_, value in find_insert_lengths(text)] == [700.0]
    assert [value for *_, value in find_molar_ratios(text)] == [5.0]
    assert not list(find_molar_ratios("an insert is diluted 1:20"))
    assert [value for *_, value in find_rate_ratios("the rate constant triples")] == [3.0]
    assert [value for *_, value in find_rate_ratios("the rate grows by a factor of 2.5")] == [2.5]
    assert not list(find_rate_ratios("the volume doubles"))
    assert [value for *_, value in find_warmings("warmed from 21 to 70 °C")] == ["21.0 °C to 70.0 °C"]
    assert not list(find_warmings("an mp between 300 K and 100 °C"))
    assert [value for *_, value in find_lattices("bcc iron and Ni (fcc), fcc metals")] == ["fcc Ni", "bcc Fe"]
    assert [value for *_, value in find_space_groups("Matthews coefficient in P 21 21 21")] == ["P212121"]
    assert not list(find_space_groups("two C2 units"))
    assert not list(find_cells("Zn|Cu2+||Cu2+|Cu"))
    assert {value for *_, value in find_replicates("Is 7.86 an outlier in 7.41, 7.38, 7.86 mg?")} == {"7.41 7.38 7.86"}
    assert not list(find_replicates("the mean of 7.41, 7.38, 7.86"))


def test_a_block_of_coordinates_is_no_list_and_costs_no_time() -> None:
    block = "\n".join(f"   {n}.2990    0.7500    0.0000 C   0  0  0  0  0" for n in range(30))
    assert list(find_number_lists(block)) == []
    assert [value for *_, value in find_number_lists("4.1, 4.5,  4.0 and 4.2: mean?")] == ["4.1 4.5 4.0 4.2"]
