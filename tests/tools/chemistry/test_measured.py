"""Measured facts of compounds: against other tables and reference equations, and what is refused."""

from __future__ import annotations

import math
from typing import Any

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tool.call import call_tool
from scitoolagent.tool.registry import load_registry
from scitoolagent.tools.chemistry import _curves, _measured
from scitoolagent.tools.chemistry._measured import header, read, settings

WATER, ETHANOL, ACETONE, BENZENE, NAPHTHALENE = "O", "CCO", "CC(C)=O", "c1ccccc1", "c1ccc2ccccc2c1"


def value(name: str, smiles: str, **others: Any) -> Any:
    outputs = call_tool(load_registry()[name], {"smiles": smiles, **others})
    return next(iter(outputs.values()))


def note(name: str, smiles: str, **others: Any) -> str:
    return str(call_tool(load_registry()[name], {"smiles": smiles, **others})["fact_note"])


@pytest.mark.parametrize(
    ("name", "smiles", "expected", "within"),
    [
        # Merck Index, 15th edition.
        ("boiling_point", ETHANOL, 78.3, 0.3),
        ("boiling_point", "CC(=O)O", 118.0, 0.5),
        ("melting_point", NAPHTHALENE, 80.2, 0.3),
        ("melting_point", "CC(=O)Oc1ccccc1C(=O)O", 135.0, 2.0),
        # Safety data sheets (GESTIS).
        ("flash_point", ACETONE, -18.0, 3.0),
        ("autoignition_temperature", "CCOCC", 170.0, 15.0),
        ("lower_flammability_limit", "C", 4.4, 0.6),
        ("upper_flammability_limit", "[HH]", 77.0, 3.0),
        # IAPWS release R2-83 and R7-97.
        ("critical_temperature", WATER, 647.096 - 273.15, 0.01),
        ("critical_pressure", WATER, 22.064, 0.001),
        ("triple_point_temperature", WATER, 0.01, 0.001),
        ("triple_point_pressure", "O=C=O", 517.95, 0.5),  # Span & Wagner 1996, doi:10.1063/1.555991
        ("critical_volume", "C", 98.6, 1.0),  # Setzmann & Wagner 1991, doi:10.1063/1.555898
        # Sangster, J. Phys. Chem. Ref. Data 1989, 18, 1111.
        ("measured_logp", "Cc1ccccc1", 2.73, 0.05),
        ("measured_logp", "CCCCCCCCO", 3.07, 0.15),
        # Nelson, Lide & Maryott, NSRDS-NBS 10 (1967), gas phase.
        ("dipole_moment", "CC#N", 3.92, 0.02),
        ("dipole_moment", "c1ccccc1", 0.0, 0.01),
        ("dipole_moment", ETHANOL, 1.69, 0.05),
        # NIST-JANAF and Majer & Svoboda 1985.
        ("fusion_enthalpy", WATER, 6.01, 0.01),
        ("vaporization_enthalpy", BENZENE, 33.83, 0.1),
        ("boiling_enthalpy", WATER, 40.65, 0.05),
        ("sublimation_enthalpy", NAPHTHALENE, 72.6, 2.0),  # Růžička et al. 2005, doi:10.1021/je050185q
        # Forster et al. 2021, table 7.15: fossil methane has 29.8, methane without the carbon dioxide from it 27.9.
        ("global_warming_potential", "C", 27.9, 0.05),
        ("ozone_depletion_potential", "FC(Cl)(Cl)Cl", 1.0, 1e-9),  # by definition
    ],
)
def test_facts_of_other_sources(name: str, smiles: str, expected: float, within: float) -> None:
    assert value(name, smiles) == pytest.approx(expected, abs=within)


@pytest.mark.parametrize(
    ("name", "smiles", "celsius", "expected", "within"),
    [
        # IAPWS-95 and the IAPWS releases on transport properties, by `chemicals.iapws`: 3 to 60 °C.
        ("vapour_pressure", WATER, 25.0, 3.1699, 2e-3),
        ("compound_density", WATER, 25.0, 0.9970474, 4e-6),
        ("compound_density", WATER, 80.0, 0.971790, 1e-5),
        ("liquid_viscosity", WATER, 25.0, 0.8900, 1e-3),
        ("liquid_viscosity", WATER, 80.0, 0.35439, 2e-3),
        ("surface_tension", WATER, 25.0, 71.97, 3e-3),
        ("thermal_conductivity", WATER, 25.0, 0.6065, 3e-3),
        ("relative_permittivity", WATER, 25.0, 78.4, 2e-3),
        ("molar_heat_capacity", WATER, 25.0, 75.3, 3e-3),
        # Ambrose, Sprake & Townsend 1974; CRC Handbook for the density and the viscosity.
        ("vapour_pressure", ACETONE, 25.0, 30.8, 5e-3),
        ("compound_density", BENZENE, 25.0, 0.8736, 2e-3),
        ("liquid_viscosity", ETHANOL, 25.0, 1.074, 1e-2),
        ("gas_viscosity", "N#N", 26.85, 17.9, 1e-2),
        # NIST-JANAF: methane gas at 298.15 K.
        ("molar_heat_capacity", "C", 25.0, 35.64, 5e-3),
        # Jasper 1972 for the surface tension; Malmberg & Maryott for the permittivity of ethanol at 20 °C.
        ("surface_tension", "Cc1ccccc1", 25.0, 27.93, 3e-3),
        ("relative_permittivity", ETHANOL, 20.0, 25.3, 1e-2),
        ("refractive_index", ETHANOL, 20.0, 1.3611, 1e-4),
    ],
)
def test_properties_at_a_temperature(name: str, smiles: str, celsius: float, expected: float, within: float) -> None:
    assert value(name, smiles, temperature=celsius) == pytest.approx(expected, rel=within)


def test_the_equations_are_those_of_the_package() -> None:
    """Second implementation: `chemicals` with the coefficients of its own tables."""
    from chemicals import dippr, interface, vapor_pressure

    subject = _measured.subject_of(ETHANOL)
    wagner = {"A": -8.68587, "B": 1.17831, "C": -4.8762, "D": 1.588, "Tc": 513.92, "Pc": 6132000.0}
    expected = vapor_pressure.Wagner(320.0, 513.92, 6132000.0, -8.68587, 1.17831, -4.8762, 1.588)
    assert _curves.FORMS["wagner_25"](320.0, wagner, subject) == pytest.approx(expected, rel=1e-12)
    expected = vapor_pressure.Wagner_original(320.0, 513.92, 6132000.0, -8.68587, 1.17831, -4.8762, 1.588)
    assert _curves.FORMS["wagner_36"](320.0, wagner, subject) == pytest.approx(expected, rel=1e-12)
    five = {"C1": 73.304, "C2": -7122.3, "C3": -7.1424, "C4": 2.8853e-6, "C5": 2.0, "Tc": 514.0}
    numbers = [five[f"C{i}"] for i in range(1, 6)]
    assert _curves.FORMS["dippr_101"](320.0, five, subject) == pytest.approx(dippr.EQ101(320.0, *numbers), rel=1e-12)
    four = {"C1": 1.0613e-7, "C2": 0.8066, "C3": 52.7, "C4": 1.5, "Tc": 514.0}
    expected = dippr.EQ102(320.0, *list(four.values())[:4])
    assert _curves.FORMS["dippr_102"](320.0, four, subject) == pytest.approx(expected, rel=1e-12)
    density = {"C1": 1628.8, "C2": 0.27469, "C3": 514.0, "C4": 0.23178}
    expected = dippr.EQ105(320.0, *density.values()) * subject.molar_mass / 1000
    assert _curves.FORMS["dippr_105_mass"](320.0, density, subject) == pytest.approx(expected, rel=1e-12)
    heat = {"C1": 55789.0, "C2": 0.31245, "C3": 0.1, "C4": -0.2, "Tc": 514.0}
    expected = dippr.EQ106(320.0, 514.0, 55789.0, 0.31245, 0.1, -0.2)
    assert _curves.FORMS["dippr_106"](320.0, heat, subject) == pytest.approx(expected, rel=1e-12)
    tension = {"sigma0": -0.1306, "n0": 2.471, "sigma1": 0.2151, "n1": 1.233, "sigma2": 0.0, "n2": 0.0, "Tc": 647.096}
    expected = interface.REFPROP_sigma(320.0, 647.096, -0.1306, 2.471, 0.2151, 1.233)
    assert _curves.FORMS["mulero"](320.0, tension, subject) == pytest.approx(expected, rel=1e-12)


def test_every_column_that_is_named_is_there() -> None:
    for rule in settings()["fact"].values():
        for table, column in rule["from"]:
            assert column in header(read(settings()["table"][table]["file"])), (table, column)
    for curves in settings()["curve"].values():
        for curve in curves:
            assert curve["form"] in _curves.FORMS
            if "file" in curve:
                names = header(read(curve["file"]))
                wanted = (*_curves.NEEDED.get(curve["form"], ()), *curve.get("point", ()))
                wanted += tuple(curve[key] for key in ("low", "high") if key in curve)
                assert set(wanted) <= set(names), curve["file"]


@pytest.mark.parametrize("smiles", ["O=C=O", "C#C", "FS(F)(F)(F)(F)F"])
def test_what_sublimes_has_no_boiling_point(smiles: str) -> None:
    with pytest.raises(ToolInputError, match="sublimes"):
        value("boiling_point", smiles)


def test_tables_that_contradict_each_other_are_both_told_and_none_is_taken() -> None:
    # CRC Handbook 1465 °C, CAS Common Chemistry 1413 °C.
    with pytest.raises(ToolInputError, match=r"contradict .* 1465 °C.* 1413 °C"):
        value("boiling_point", "[Na+].[Cl-]")
    # NIST CCCBDB has 1.44 D for ethanol; two others agree on 1.7.
    assert "1.44" in note("dipole_moment", ETHANOL)


def test_the_flash_point_of_a_solution_is_none_of_the_gas() -> None:
    with pytest.raises(ToolInputError, match="gas has none"):
        value("flash_point", "C=O")


def test_water_and_stereochemistry_make_another_compound() -> None:
    # CuSO4·5H2O loses water at 110 °C; the dry salt decomposes above 560 °C.
    wet = value("melting_point", "[Cu+2].[O-]S(=O)(=O)[O-].O.O.O.O.O")
    dry = value("melting_point", "[Cu+2].[O-]S(=O)(=O)[O-]")
    assert wet < 120 < 500 < dry
    # Tartaric acid: meso 147 °C (as 140 in some tables), L-(+) 170 °C.
    assert value("melting_point", "O[C@H]([C@@H](O)C(=O)O)C(=O)O") == pytest.approx(170, abs=4)
    with pytest.raises(ToolInputError, match="exactly the structure"):
        value("melting_point", "CC(C)(C)c1ccc(C(F)(F)OCCCBr)cc1")
    # Deuterated: another compound.
    assert value("boiling_point", "[2H]O[2H]") == pytest.approx(101.4, abs=0.2)


def test_nothing_is_estimated_and_nothing_is_extrapolated() -> None:
    with pytest.raises(ToolInputError, match="none is estimated"):
        value("critical_pressure", "[Na+].[Cl-]")
    with pytest.raises(ToolInputError, match="nothing is extrapolated"):
        value("vapour_pressure", BENZENE, temperature=500.0)
    with pytest.raises(ToolInputError, match="solid there"):
        value("liquid_viscosity", NAPHTHALENE, temperature=25.0)
    with pytest.raises(ToolInputError, match="absolute zero"):
        value("vapour_pressure", BENZENE, temperature=-300.0)
    with pytest.raises(ToolInputError, match="absolute zero"):
        value("vapour_pressure", BENZENE, temperature=math.nan)
    with pytest.raises(ToolInputError, match="25 °C"):
        value("refractive_index", "Cc1ccccc1", temperature=20.0)
    with pytest.raises(ToolInputError, match="20, 100 and 500"):
        value("global_warming_potential", "C", horizon=50)


def test_the_state_is_told() -> None:
    assert "over the solid" in note("vapour_pressure", "c1ccc2cc3ccccc3cc2c1", temperature=80.0)
    assert "own vapour pressure" in note("compound_density", "CCC", temperature=25.0)
    assert "ideal gas" in note("molar_heat_capacity", "C")
    assert "liquid" in note("molar_heat_capacity", ETHANOL)


def test_estimates_are_not_among_the_tables() -> None:
    files = [table["file"] for table in settings()["table"].values()]
    files += [curve["file"] for curves in settings()["curve"].values() for curve in curves if "file" in curve]
    unwanted = ("joback", "fedors", "wilson", "psi4", "predictions", "Yaws", "wikidata", "PSRK", "Albahri")
    assert not [file for file in files for word in unwanted if word.lower() in file.lower()]
