"""Formulas of the bench against values of textbooks and of other programs."""

from __future__ import annotations

import math

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tool.registry import load_registry

# Tool, its arguments, the value, the relative tolerance: that of the printed value.
REFERENCES = [
    # Rule of thumb of organic chemistry (Clayden): 20 kcal/mol at 25 °C is a half-life of some 50 s.
    ("eyring_rate", (83.68, 25.0), math.log(2) / 51.7, 0.02),
    ("eyring_barrier", (0.0134, 25.0), 83.68, 1e-3),
    # Atkins, Physical Chemistry: 7.4e9 L/(mol s) in water at 25 °C.
    ("diffusion_limited_rate", (0.89, 25.0), 7.4e9, 0.01),
    # Atkins: 52.9 kJ/mol doubles a rate between 25 and 35 °C.
    ("q10_coefficient", (52.9, 25.0), 2.0, 0.01),
    # Two half-lives of carbon-14 of 5730 years.
    ("decay_age", (5730.0, 25.0), 11460.0, 1e-9),
    ("second_order_half_life", (0.02, 0.1), 500.0, 1e-9),
    ("zero_order_half_life", (2e-4, 0.1), 250.0, 1e-9),
    # One half-life of each order leaves one half.
    ("first_order_concentration", (0.5, math.log(2) / 60, 60.0), 0.25, 1e-9),
    ("second_order_concentration", (0.1, 0.02, 500.0), 0.05, 1e-9),
    ("zero_order_concentration", (0.1, 2e-4, 250.0), 0.05, 1e-9),
    ("zero_order_concentration", (0.1, 2e-4, 900.0), 0.0, 0.0),
    # Chang, Chemistry: 0.452 A for 1.5 h in molten CaCl2 give 0.507 g of Ca.
    ("deposited_mass", (0.452, 5400.0, 2, 40.08), 0.507, 2e-3),
    ("electrolysis_time", (0.507, 0.452, 2, 40.08), 5400.0, 2e-3),
    ("charge_passed", (0.452, 5400.0), 2441.0, 1e-3),
    # Atkins: the Daniell cell, 1.10 V, -212 kJ/mol and 1.5e37.
    ("cell_gibbs_energy", (1.10, 2), -212.0, 2e-3),
    ("cell_equilibrium_constant", (1.10, 2, 25.0), 1.5e37, 0.05),
    ("cell_voltage", (0.34, -0.76), 1.10, 1e-9),
    # Padhi et al. 1997, doi:10.1149/1.1837571: 170 mA h/g of LiFePO4.
    ("theoretical_capacity", (1, 157.76), 170.0, 2e-3),
    ("battery_energy_density", (170.0, 3.4), 578.0, 1e-9),
    # 118 mV for each power of ten at 25 °C and a transfer coefficient of one half.
    ("tafel_overpotential", (10.0, 0.1), 0.2366, 1e-3),
    # Bottles of suppliers: 37 % HCl is 12.0 mol/L, 96 % H2SO4 18.0 mol/L.
    ("mass_percent_molarity", (37.0, 1.18, 36.46), 12.0, 5e-3),
    ("mass_percent_molarity", (96.0, 1.84, 98.08), 18.0, 2e-3),
    # Molality of 5.844 g NaCl in 1 kg of water.
    ("molality", (5.844, 1000.0, 58.44), 0.1, 1e-9),
    # Physiological saline at body temperature: 7.6 atm at full dissociation.
    ("osmotic_pressure", (0.15, 2.0, 37.0), 7.6, 6e-3),
    ("freezing_point_depression", (0.1, 1.86, 1.0), 0.186, 1e-9),
    ("boiling_point_elevation", (1.0, 0.512, 2.0), 1.024, 1e-9),
    # Harris, Quantitative Chemical Analysis: 0.1 mol/L gives 0.78 of z = 1 by the Davies equation.
    ("activity_coefficient", (1, 0.1), 0.78, 5e-3),
    ("activity_coefficient", (-1, 0.1), 0.78, 5e-3),
    # Atkins: 0.005 mol/kg KCl has 0.92 by the limiting law.
    ("limiting_activity_coefficient", (1, 0.005), 0.92, 2e-3),
    ("acid_logd", (3.0, 4.4, 7.4), 3.0 - math.log10(1001), 1e-9),
    ("base_logd", (3.0, 9.4, 7.4), 3.0 - math.log10(101), 1e-9),
    ("ionised_acid_share", (7.4, 7.4), 50.0, 1e-9),
    ("ionised_base_share", (9.4, 7.4), 100 * 100 / 101, 1e-9),
    # Atkins: 0.1 mol/L acetic acid is dissociated to 1.3 %.
    ("dissociation_degree", (0.1, 4.756), 1.3, 0.02),
    ("transmittance", (1.0,), 10.0, 1e-9),
    ("absorbance_of_transmittance", (10.0,), 1.0, 1e-9),
    # The band of silicon at 520.7 1/cm lies at 547.1 nm under a laser of 532.0 nm.
    ("raman_shift", (532.0, 547.16), 520.8, 2e-3),
    ("fret_efficiency", (5.4, 5.4), 50.0, 1e-9),
    ("fret_efficiency", (2.7, 5.4), 100 * 64 / 65, 1e-9),
    ("fret_distance", (50.0, 5.4), 5.4, 1e-9),
    # Sucrose, +66.5°, at 0.26 g/mL in 2 dm.
    ("specific_rotation", (34.58, 2.0, 0.26), 66.5, 1e-9),
    # Williams & Carter, Transmission Electron Microscopy, table 1.2.
    ("electron_wavelength", (100.0,), 3.70, 1e-3),
    ("electron_wavelength", (300.0,), 1.97, 1e-3),
    # A thermal neutron of 2200 m/s: 1.798 Å.
    ("de_broglie_wavelength", (1.008665, 2200.0), 0.1798, 1e-3),
    ("optical_band_gap", (1239.84,), 1.0, 1e-5),
    ("retention_factor", (6.0, 1.5), 3.0, 1e-9),
    ("selectivity_factor", (6.0, 7.5, 1.5), 4 / 3, 1e-9),
    ("selectivity_factor", (7.5, 6.0, 1.5), 4 / 3, 1e-9),
    # Harris: 407 s with a base width of 13 s gives 1.57e4 plates.
    ("plate_number", (407.0, 13.0), 1.57e4, 2e-3),
    # 8 ln 2 is 5.545.
    ("half_height_plate_number", (100.0, 1.0), 55452.0, 1e-4),
    # Harris: peaks at 407 and 424 s with widths of 13 and 16 s have a resolution of 1.17.
    ("peak_resolution", (407.0, 424.0, 13.0, 16.0), 1.17, 3e-3),
    ("plate_height", (25.0, 10000.0), 25.0, 1e-9),
    ("van_deemter_height", (2.0, 6.0, 1.5, 2.0), 8.0, 1e-9),
    ("optimal_velocity", (6.0, 1.5), 2.0, 1e-9),
    ("detection_limit", (0.002, 0.05), 0.132, 1e-9),
    ("detection_limit", (0.002, -0.05), 0.132, 1e-9),
    ("quantification_limit", (0.002, 0.05), 0.4, 1e-9),
    # Atkins: haemoglobin, 6.9e-11 m²/s at 20 °C in water of 1.002 mPa·s, 3.1 nm.
    ("hydrodynamic_radius", (6.9e-11, 1.002, 20.0), 3.1, 5e-3),
    ("sphere_diffusion", (3.1, 1.002, 20.0), 6.9e-11, 5e-3),
    ("diffusion_distance", (6.0e-10, 10.0), 189.7, 1e-3),
    # Atkins: nitrogen at 25 °C has a mean speed of 475 m/s; 515 and 421 m/s follow by √(3π/8) and √(π/4).
    ("mean_speed", (28.02, 25.0), 475.0, 2e-3),
    ("root_mean_square_speed", (28.02, 25.0), 515.0, 2e-3),
    ("most_probable_speed", (28.02, 25.0), 421.0, 2e-3),
    # Atkins: some 70 nm for nitrogen at 1 atm, with a cross section of 0.43 nm².
    ("mean_free_path", (1.0, 1000 * math.sqrt(0.43 / math.pi), 25.0), 67.0, 0.02),
    # CRC Handbook: 1.2505 g/L of nitrogen at 0 °C and 1 atm.
    ("ideal_gas_density", (1.0, 28.014, 0.0), 1.2505, 1e-3),
    # The rate is one half of the maximal one at Km, and one third when an inhibitor doubles Km.
    ("michaelis_menten_rate", (2e-7, 5e-4, 5e-4), 1e-7, 1e-9),
    ("inhibited_enzyme_rate", (3e-7, 5e-4, 5e-4, 2e-4, 2e-4), 1e-7, 1e-9),
    ("inhibited_enzyme_rate", (3e-7, 5e-4, 5e-4, 0.0, 2e-4), 1.5e-7, 1e-9),
    ("turnover_number", (1e-5, 1e-7), 100.0, 1e-9),
    ("catalytic_efficiency", (100.0, 5e-4), 2e5, 1e-9),
    # Cheng & Prusoff: at [S] = Km the constant is one half of the IC50.
    ("cheng_prusoff_constant", (1.2e-7, 5e-6, 5e-6), 6e-8, 1e-9),
    ("bound_share", (2.5e-8, 2.5e-8), 50.0, 1e-9),
    # 90 % is reached at 9^(1/n) times the EC50.
    ("hill_response", (9e-8, 1e-8, 1.0), 90.0, 1e-9),
    ("hill_response", (3e-8, 1e-8, 2.0), 90.0, 1e-9),
    ("cell_concentration", (145, 4, 2.0), 725000.0, 1e-9),
    ("doubling_time", (0.1, 0.8, 3.0), 1.0, 1e-9),
    ("growth_rate", (0.1, 0.8, 3.0), math.log(2), 1e-9),
    # Pfaffl 2001: a slope of -3.32 is a doubling in each cycle.
    ("qpcr_efficiency", (-3.3219,), 100.0, 1e-3),
    # The usual short form of makers of centrifuges: 1.118e-5 r rpm².
    ("centrifugal_force", (12000.0, 8.0), 1.118e-5 * 8 * 12000**2, 1e-3),
    ("rotor_speed", (1.118e-5 * 8 * 12000**2, 8.0), 12000.0, 1e-3),
    # NEBioCalculator: 1 µg of 1000 bp are 1.618 pmol, 9.74e11 copies.
    ("dna_amount", (1000.0, 1000.0), 1.618, 1e-3),
    ("dna_copies", (1000.0, 1000.0), 9.74e11, 1e-3),
    ("phred_error", (30.0,), 0.1, 1e-9),
    # Horse apomyoglobin, 16951.5 Da, in electrospray spectra: 1696.2 for 10 charges.
    ("protonated_mz", (16951.5, 10), 1696.2, 1e-4),
    # [Glu1]-fibrinopeptide B: 1569.670 Da, 785.8426 for two charges.
    ("neutral_mass", (785.8426, 2), 1569.670, 1e-6),
    ("mass_error", (524.2649, 524.2672), -4.387, 1e-3),
    # Kendrick 1963: a hydrocarbon chain CnH2n has a whole Kendrick mass.
    ("mass_defect", (351.2541,), 254.1, 1e-6),
    ("resolving_power", (524.26, 0.01), 52426.0, 1e-9),
    # CRC Handbook: AgCl, Ksp 1.77e-10; CaF2, 3.45e-11.
    ("salt_solubility", ("AgCl", 1.77e-10), 1.33e-5, 1e-3),
    ("salt_solubility", ("CaF2", 3.45e-11), 2.05e-4, 1e-3),
    ("solubility_product", ("CaF2", 2.05e-4), 3.45e-11, 2e-3),
    # Harris: 0.010 mol/L Na2SO4 has an ionic strength of 0.030 mol/L.
    ("salt_ionic_strength", ("Na2SO4", 0.010), 0.030, 1e-9),
    ("structure_ionic_strength", ("[Na+].[Na+].[O-]S(=O)(=O)[O-]", 0.010), 0.030, 1e-9),
    ("salt_osmolarity", ("CaCl2", 0.1), 0.3, 1e-9),
    ("salt_osmotic_pressure", ("NaCl", 0.15, 37.0), 7.6, 6e-3),
    ("molecule_osmolarity", ("[Cl-].[Na+]", 0.1), 0.2, 1e-9),
    ("molecule_osmolarity", ("NC(N)=O", 0.1), 0.1, 1e-9),
    # Atkins: 0.1 mol/L of sucrose at 25 °C, 2.4 atm.
    ("molecule_osmotic_pressure", ("OCC1OC(O)C(O)C(O)C1O", 0.1, 25.0), 2.45, 5e-3),
    ("zener_ratio", (168.4, 121.4, 75.4), 3.21, 2e-3),
    # Aluminium: E = 70 GPa and 0.345 give 26 and 75 GPa (Kaye & Laby).
    ("isotropic_shear_modulus", (70.3, 0.345), 26.1, 5e-3),
    ("isotropic_bulk_modulus", (70.3, 0.345), 75.5, 5e-3),
    # Worked in radians: 0.9 * 0.154184 / (0.00698132 cos 19.1°).
    ("crystallite_size", (0.4, 38.2), 21.04, 1e-3),
    # CRC Handbook: rock salt, 2.165 g/cm³ at a = 5.6402 Å.
    ("cubic_density", (5.6402, 4, 58.44), 2.165, 2e-3),
    ("mechanical_stress", (1000.0, 50.0), 20.0, 1e-9),
]  # fmt: skip


@pytest.mark.parametrize(("name", "arguments", "value", "within"), REFERENCES)
def test_references(name: str, arguments: tuple[object, ...], value: float, within: float) -> None:
    assert load_registry().tools[name].function(*arguments) == pytest.approx(value, rel=within, abs=0)


WRONG = [
    ("eyring_rate", (-1.0, 25.0), "zero or above"),
    ("eyring_rate", (80.0, -300.0), "absolute zero"),
    ("eyring_barrier", (1e15, 25.0), "faster"),
    ("decay_age", (1.0, 0.0), "cannot be left"),
    ("decay_age", (1.0, 101.0), "cannot be left"),
    ("first_order_concentration", (0.5, math.nan, 1.0), "positive"),
    ("first_order_concentration", (0.5, 1.0, -1.0), "zero or above"),
    ("deposited_mass", (1.0, 1.0, 0, 50.0), "1 or more"),
    ("cell_equilibrium_constant", (9.0, 2), "beyond the range"),
    ("tafel_overpotential", (0.2, 0.1), "ten times"),
    ("mass_percent_molarity", (101.0, 1.0, 10.0), "impossible"),
    ("activity_coefficient", (0, 0.1), "charge"),
    ("activity_coefficient", (1, 0.6), "does not hold"),
    ("limiting_activity_coefficient", (1, 0.02), "does not hold"),
    ("fret_distance", (100.0, 5.0), "tells no distance"),
    ("absorbance_of_transmittance", (0.0,), "impossible"),
    ("de_broglie_wavelength", (1.0, 3e8), "speed of light"),
    ("retention_factor", (1.0, 2.0), "dead time"),
    ("selectivity_factor", (1.0, 2.0, 1.0), "no retention"),
    ("settling_velocity", (1000.0, 2650.0, 997.0, 0.89), "Reynolds"),
    ("doubling_time", (0.8, 0.1, 3.0), "did not grow"),
    ("qpcr_efficiency", (3.3,), "no standard curve"),
    ("cell_concentration", (1, 0, 1.0), "1 or more"),
    ("cell_concentration", (1, 4, 0.5), "dilution"),
    ("neutral_mass", (0.5, 1), "proton"),
    ("salt_solubility", ("C6H12O6", 1e-5), "no salt"),
    ("salt_osmolarity", ("HgCl2", 0.1), "no salt"),
    ("salt_osmolarity", ("CuSO4·5H2O", 0.1), "no salt"),
    ("salt_osmolarity", ("KAl(SO4)2", 0.1), "no salt"),
    ("salt_osmolarity", ("HCl", 0.1), "no salt"),
    ("molecule_osmolarity", ("Cl", 0.1), "strong acid"),
    ("molecule_osmolarity", ("[Na+]", 0.1), "do not cancel"),
    ("structure_ionic_strength", ("CC(=O)O", 0.1), "no ions"),
    ("zener_ratio", (100.0, 120.0, 50.0), "no stable"),
    ("isotropic_bulk_modulus", (70.0, 0.5), "impossible"),
    ("crystallite_size", (0.4, 190.0), "impossible"),
]


@pytest.mark.parametrize(("name", "arguments", "why"), WRONG)
def test_what_is_impossible(name: str, arguments: tuple[object, ...], why: str) -> None:
    with pytest.raises(ToolInputError, match=why):
        load_registry().tools[name].function(*arguments)


@pytest.mark.parametrize("name", sorted({name for name, *_ in REFERENCES}))
def test_no_number_is_refused(name: str) -> None:
    """A value that is no number gives no answer, at whichever input it stands."""
    spec = load_registry().tools[name]
    for key, value in spec.example.items():
        for wrong in (math.nan, math.inf, -math.inf) if isinstance(value, float) else ():
            with pytest.raises(ToolInputError):
                spec.function(**{**spec.example, key: wrong})


def test_the_ions_of_salts() -> None:
    # IUPAC, Nomenclature of Inorganic Chemistry: the charges of the common ions.
    ions = {
        "NaCl": ("Na^+ and Cl^-", 2), "Na2SO4": ("2 Na^+ and SO4^2-", 3), "FeCl3": ("Fe^3+ and 3 Cl^-", 4),
        "Ca(NO3)2": ("Ca^2+ and 2 NO3^-", 3), "NH4Cl": ("NH4^+ and Cl^-", 2), "(NH4)2SO4": ("2 NH4^+ and SO4^2-", 3),
        "NaH2PO4": ("Na^+ and H2PO4^-", 2), "K2Cr2O7": ("2 K^+ and Cr2O7^2-", 3), "Al2(SO4)3": ("2 Al^3+ and 3 SO4^2-", 5),
        "CH3COONa": ("Na^+ and C2H3O2^-", 2), "NH4NO3": ("NH4^+ and NO3^-", 2),
    }  # fmt: skip
    for formula, (written, number) in ions.items():
        found = load_registry().tools["salt_ions"].function(formula)
        assert (found.dissolved_ions, found.ideal_vant_hoff_factor) == (written, number)


def test_moduli_of_copper_as_pymatgen_has_them() -> None:
    from pymatgen.analysis.elasticity import ElasticTensor

    c11, c12, c44 = 168.4, 121.4, 75.4
    voigt = [[c11 if i == j else c12 for j in range(3)] + [0.0] * 3 for i in range(3)]
    voigt += [[0.0] * i + [c44] + [0.0] * (5 - i) for i in range(3, 6)]
    other = ElasticTensor.from_voigt(voigt)
    found = load_registry().tools["cubic_moduli"].function(c11, c12, c44)
    assert found.cubic_bulk_modulus == pytest.approx(other.k_vrh)
    assert found.cubic_shear_modulus == pytest.approx(other.g_vrh)
    assert found.cubic_young_modulus == pytest.approx(other.y_mod / 1e9)


def test_flows_as_the_package_fluids_has_them() -> None:
    import fluids

    assert load_registry().tools["reynolds_number"].function(2.0, 0.05, 997.0, 0.89) == pytest.approx(
        fluids.Reynolds(V=2.0, D=0.05, rho=997.0, mu=0.89e-3)
    )
    # Stokes holds below a Reynolds number of 0.01 in fluids, too.
    assert load_registry().tools["settling_velocity"].function(10.0, 2650.0, 997.0, 0.89) == pytest.approx(
        fluids.v_terminal(D=1e-5, rhop=2650.0, rho=997.0, mu=0.89e-3), rel=1e-3
    )


def test_kendrick_mass() -> None:
    # Kendrick 1963: homologues by CH2 (14.01565 Da) share one defect.
    scale = load_registry().tools["kendrick_mass"].function
    first, second = scale(351.2541), scale(351.2541 + 14.01565)
    assert second.kendrick_mass - first.kendrick_mass == pytest.approx(14.0)
    assert first.kendrick_defect == pytest.approx(second.kendrick_defect)
    assert scale(28.0313).kendrick_mass == pytest.approx(28.0)


def test_lengths_of_charges_in_water() -> None:
    # Israelachvili, Intermolecular and Surface Forces: 0.304 nm / √I at 25 °C; 0.7 nm.
    assert load_registry().tools["debye_length"].function(0.1).length == pytest.approx(0.961, rel=5e-3)
    assert load_registry().tools["bjerrum_length"].function().length == pytest.approx(0.71, rel=1e-2)
    # CRC Handbook: water has 60.9 at 80 °C and 78.4 at 25 °C.
    ratio = (
        load_registry().tools["debye_length"].function(0.1, 0.0, 80.0).length
        / load_registry().tools["debye_length"].function(0.1).length
    )
    assert ratio == pytest.approx(math.sqrt(60.9 * 353.15 / (78.4 * 298.15)), rel=3e-3)
    with pytest.raises(ToolInputError, match="0 to 100"):
        load_registry().tools["debye_length"].function(0.1, 0.0, 180.0)
