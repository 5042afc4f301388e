"""Questions that say one thing with several quantities: titrant volumes, dilutions, gases in air, volumes of cells."""

from __future__ import annotations

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.general._air_words import find_gas_shares
from scitoolagent.tools.general._neutralised_words import find_neutralised
from scitoolagent.tools.general._wanted_dilution_words import find_wanted_dilutions
from scitoolagent.tools.general._yield_words import find_yields
from scitoolagent.tools.general.air import gas_share_conversion
from scitoolagent.tools.general.titrant_volumes import titrant_volume
from scitoolagent.tools.general.wanted_dilutions import stock_for_dilution
from scitoolagent.tools.materials._cell_shape_words import find_measured_cells
from scitoolagent.tools.materials.lattice_planes import volume_of_measured_cell


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("What volume of 0.1 M NaOH neutralises 25 mL of 0.08 M HCl?", "25 mL 0.08 mol/L HCl by 0.1 mol/L NaOH"),
        ("How many mL of 250 mM HCl neutralise 50 mL of 0.1 M KOH?", "50 mL 0.1 mol/L KOH by 0.25 mol/L HCl"),
        (
            "I have 25 mL of 0.08 M HCl. What volume of 0.1 M NaOH do I need to neutralise it?",
            "25 mL 0.08 mol/L HCl by 0.1 mol/L NaOH",
        ),
        (
            "how much 0.05 M NaOH is needed to titrate 20 mL of 0.1 M acetic acid to the end point",
            "20 mL 0.1 mol/L acetic acid by 0.05 mol/L NaOH",
        ),
        # Not a volume, a word between that is not known, no concentration of the sample, a range.
        ("What is the pH when 25 mL of 0.08 M HCl is titrated with 0.1 M NaOH?", None),
        ("What volume of 0.1 M NaOH neutralises half of 25 mL of 0.08 M HCl?", None),
        ("What volume of 0.1 M NaOH neutralises 25 mL of HCl?", None),
        ("What volume of 0.1-0.2 M NaOH neutralises 25 mL of 0.08 M HCl?", None),
    ],
)
def test_what_is_neutralised(text: str, told: str | None) -> None:
    assert [value for *_, value in find_neutralised(text)] == ([told] if told else [])


# By hand: n = c V; two protons of sulfuric acid and two hydroxides of calcium hydroxide.
@pytest.mark.parametrize(
    ("titration", "volume"),
    [
        ("25 mL 0.08 mol/L HCl by 0.1 mol/L NaOH", 20),
        ("25 mL 0.12 mol/L H2SO4 by 0.1 mol/L NaOH", 60),
        ("50 mL 0.1 mol/L Ca(OH)2 by 0.25 mol/L HCl", 40),
        ("10 mL 0.1 mol/L NaOH by 0.05 mol/L sulfuric acid", 10),
        ("20 mL 0.05 mol/L citric acid by 0.1 mol/L NaOH", 30),
    ],
)
def test_titrant_volumes(titration: str, volume: float) -> None:
    assert titrant_volume(titration).needed == pytest.approx(volume)


@pytest.mark.parametrize(
    ("titration", "told"),
    [
        ("", "cannot be read"),
        ("25 g HCl by 0.1 mol/L NaOH", "cannot be read"),
        ("25 mL 0.08 mol/L HCl by 0.1 mol/L H2SO4", "both acids"),
        ("25 mL 0.08 mol/L H3PO4 by 0.1 mol/L NaOH", "several end points"),
        ("25 mL 0.08 mol/L NaCl by 0.1 mol/L NaOH", "not known here"),
        ("25 mL 0.08 mol/L HCl by 0 mol/L NaOH", "positive"),
    ],
)
def test_titrations_that_are_none(titration: str, told: str) -> None:
    with pytest.raises(ToolInputError, match=told):
        titrant_volume(titration)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("What volume of 12 M HCl gives 500 mL of 0.5 M HCl?", "12 mol/L to 0.5 mol/L in 500 mL"),
        ("How much of a 20x stock is needed for 500 mL 1x buffer?", "20 x to 1 x in 500 mL"),
        ("How do I dilute a 10 mM stock to 50 µM in 2 mL?", "0.01 mol/L to 5e-05 mol/L in 2 mL"),
        ("What volume of 95% ethanol is needed to make 0.5 L of 70% ethanol?", "95 % to 70 % in 500 mL"),
        # The volume is that of the stock; two substances; an unknown word; what is given is no volume of a solution.
        ("What volume of 0.5 M HCl can I make from 10 mL of 12 M HCl?", None),
        ("What volume of 6 M NaOH gives 100 mL of 0.5 M HCl?", None),
        ("What volume of 12 M HCl gives twice 500 mL of 0.5 M HCl?", None),
        ("What volume of 12 M HCl gives 5 g of 0.5 M HCl?", None),
        ("What volume of 12 M HCl and 2 M HCl gives 500 mL of 0.5 M HCl?", None),
    ],
)
def test_wanted_dilutions(text: str, told: str | None) -> None:
    assert [value for *_, value in find_wanted_dilutions(text)] == ([told] if told else [])


def test_stock_and_diluent() -> None:
    found = stock_for_dilution("12 mol/L to 0.5 mol/L in 500 mL")
    assert (found.stock_volume, found.diluent_volume) == pytest.approx((20.8333, 479.1667), rel=1e-5)
    assert stock_for_dilution("20 x to 1 x in 500 mL").stock_volume == 25


@pytest.mark.parametrize("wanted", ["", "12 mol/L to 0.5 g/L in 500 mL", "1 x to 2 x in 5 mL", "2 x to 1 x in 0 mL"])
def test_dilutions_that_are_none(wanted: str) -> None:
    with pytest.raises(ToolInputError):
        stock_for_dilution(wanted)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Convert 50 ppb of ozone to µg/m3 at 25 °C and 1 atm", "50 ppb ozone as ug/m3 at 25 °C and 1 atm"),
        ("How many µg/m3 is 40 ppb NO2 at 20 °C?", "40 ppb NO2 as ug/m3 at 20 °C"),
        ("How many ppm is 2 mg/m3 of ammonia at 25 °C?", "2 mg/m3 ammonia as ppm at 25 °C"),
        ("Convert 50 ppb of ozone to µg/m3 in wet air at 25 °C", None),
        ("Convert 50 ppb of ozone to ppm", None),
    ],
)
def test_gases_in_air(text: str, told: str | None) -> None:
    assert [value for *_, value in find_gas_shares(text)] == ([told] if told else [])


# US EPA's factors at 25 °C and 1 atm: 1 ppb is 1.96 µg/m3 of O3, 1.88 of NO2 and 2.62 of SO2; the EU's at 20 °C:
# 2.00, 1.91 and 2.66 (WHO Air quality guidelines 2005, conversion table).
@pytest.mark.parametrize(
    ("gas", "celsius", "factor"),
    [("O3", 25, 1.96), ("NO2", 25, 1.88), ("SO2", 25, 2.62), ("ozone", 20, 2.00), ("NO2", 20, 1.91), ("SO2", 20, 2.66)],
)
def test_factors_of_agencies(gas: str, celsius: int, factor: float) -> None:
    found = gas_share_conversion(f"1 ppb {gas} as ug/m3 at {celsius} °C")
    assert (found.gas, found.unit) == (pytest.approx(factor, abs=0.006), "ug/m3")
    back = gas_share_conversion(f"{found.gas!r} ug/m3 {gas} as ppb at {celsius} °C and 101.325 kPa")
    assert back.gas == pytest.approx(1)


@pytest.mark.parametrize(
    ("share", "told"),
    [
        ("", "cannot be read"),
        ("50 ppb O3 as ug/m3", "depends on the temperature"),
        ("50 ppb O3 as ppm at 25 °C", "no share of the air"),
        ("50 ppb soot as ug/m3 at 25 °C", "soot"),
        ("2e6 ppm O3 as ug/m3 at 25 °C", "no share of the air"),
        ("50 ppb O3 as ug/m3 at 25 mL", "neither a temperature nor a pressure"),
        ("-5 ppb O3 as ug/m3 at 25 °C", "positive"),
    ],
)
def test_air_that_is_none(share: str, told: str) -> None:
    with pytest.raises(ToolInputError, match=told):
        gas_share_conversion(share)


def test_volumes_of_cells() -> None:
    ((_, _, told),) = find_measured_cells("What is the volume of a hexagonal cell with a = 3.21 Å and c = 5.21 Å?")
    # √3/2 a² c.
    assert volume_of_measured_cell(told) == pytest.approx(0.8660254 * 3.21**2 * 5.21)
    assert not list(find_measured_cells("the (100) spacing of a hexagonal cell with a = 3.21 Å and c = 5.21 Å"))
    with pytest.raises(ToolInputError):
        volume_of_measured_cell("hexagonal")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Percent yield if I got 3.2 g and expected 4.1 g", ("3.2 g", "4.1 g")),
        # Behind the values: read by the words in front of them it would be 128 %.
        ("What is the percent yield when 3.2 g was isolated and 4.1 g was expected?", ("3.2 g", "4.1 g")),
        ("What is the percent yield when 4.1 g was expected and 3200 mg was isolated?", ("3200 mg", "4.1 g")),
        ("Percent yield of 3.2 g and 4.1 g", None),
        ("Percent yield if I got 3.2 g and expected 4.1 mL", None),
        ("Percent yield if I expected 3.2 g and expected 4.1 g", None),
        ("Percent yield if I got 3.2 g after losing half and expected 4.1 g", None),
    ],
)
def test_yields(text: str, told: tuple[str, str] | None) -> None:
    words = "percent yield with an actual yield of {} and a theoretical yield of {}"
    assert [value for *_, value in find_yields(text)] == ([words.format(*told)] if told else [])
