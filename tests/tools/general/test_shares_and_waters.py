"""Shares of enantiomers, yields of steps, and ions of a water."""

from __future__ import annotations

import pytest

from scitoolagent.agent import Agent
from scitoolagent.errors import NoPathError, ToolInputError
from scitoolagent.tool.registry import load_registry
from scitoolagent.tools.general._ion_words import find_water_ions
from scitoolagent.tools.general._share_words import find_enantiomer_pairs, find_step_yields
from scitoolagent.tools.general.stereo_shares import enantiomeric_excess, enantiomeric_ratio, overall_yield
from scitoolagent.tools.general.waters import water_charge_balance, water_hardness


def test_enantiomers() -> None:
    # IUPAC Gold Book: |F(+) - F(-)|; 95:5 is 90 % ee and 98 % ee is 99:1.
    assert enantiomeric_excess("95.0 5.0") == pytest.approx(90.0)
    assert enantiomeric_excess("80 1520") == pytest.approx(90.0)
    assert enantiomeric_ratio("98 %").ratio == "99:1"


def test_overall_yield() -> None:
    # Ten steps of 90 % leave 35 %, as textbooks of synthesis warn.
    assert overall_yield(" ".join(["90"] * 10)) == pytest.approx(34.87, abs=5e-3)


def test_hardness() -> None:
    # The documentation of the R package tidywater: calculate_hardness(50, 10) is 166.0447; a German degree is 17.848 mg/L.
    found = water_hardness("50 mg/L Ca^2+; 10 mg/L Mg^2+")
    assert found.total == pytest.approx(166.0447, rel=2e-4)
    assert found.total / found.german == pytest.approx(17.848, rel=1e-4)
    assert found.of_calcium == pytest.approx(50 * 2.497, rel=2e-4)


def test_balance() -> None:
    # Molar masses of pymatgen; 1 mmol/L of CaCl2 is even.
    from pymatgen.core import Composition

    masses = {name: Composition(name).weight for name in ("Ca", "Na", "Cl", "HCO3")}
    cations, anions = 2 * 60 / masses["Ca"] + 20 / masses["Na"], 40 / masses["Cl"] + 180 / masses["HCO3"]
    found = water_charge_balance("60 mg/L Ca^2+; 20 mg/L Na+; 40 mg/L Cl-; 180 mg/L HCO3-")
    assert found.error == pytest.approx(100 * (cations - anions) / (cations + anions), rel=1e-3)
    assert (found.cations, found.anions) == pytest.approx((cations, anions), rel=1e-4)
    assert water_charge_balance("1 mmol/L Ca^2+; 2 mmol/L Cl-").error == pytest.approx(0.0, abs=1e-12)
    assert water_charge_balance("2 meq/L Ca^2+; 2 mmol/L Cl-").error == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize(
    ("name", "argument", "why"),
    [
        ("enantiomeric_excess", "95", "two enantiomers"),
        ("enantiomeric_excess", "0 0", "two enantiomers"),
        ("enantiomeric_excess", "a b", "no numbers"),
        ("enantiomeric_ratio", "120 %", "0 to 100"),
        ("overall_yield", "80", "two yields"),
        ("overall_yield", "80 120", "at most 100"),
        ("water_hardness", "80 mg/L Ca^2+", "not given"),
        ("water_hardness", "80 m Ca^2+; 1 mg/L Mg^2+", "no unit of a concentration"),
        ("water_charge_balance", "80 mg/L Ca^2+", "only one kind"),
        ("water_charge_balance", "80 mg/L Ca; 3 mg/L Cl-", "no charge"),
        ("water_charge_balance", "80 mg/L Cl-; 3 mg/L Cl-", "twice"),
    ],
)
def test_what_is_impossible(name: str, argument: str, why: str) -> None:
    with pytest.raises(ToolInputError, match=why):
        load_registry().tools[name].function(argument)


def test_what_is_found() -> None:
    assert not list(find_enantiomer_pairs("97% and 3 equivalents of base gave what ee?"))
    assert not list(find_step_yields("the overall yield of four steps with yields of 80%, 75% and 90%"))
    ((*_, shared),) = find_step_yields("yields were 91, 67, 88 and 43 %. Overall yield?")
    assert shared == "91.0 67.0 88.0 43.0"
    assert not list(find_water_ions("hardness of water with 80 mg/L calcium as CaCO3 and 20 mg/L magnesium"))
    assert not list(find_water_ions("water with 80 mg/L calcium and 20 mg/L magnesium"))


@pytest.mark.parametrize(
    ("question", "kind", "value"),
    [
        ("What is the enantiomeric excess of a sample with 95% R and 5% S?", "EnantiomericExcess", 90.0),
        ("What is the ee for peak areas of 1520 and 80?", "EnantiomericExcess", 90.0),
        ("What is the enantiomeric ratio for an ee of 90%?", "EnantiomericRatio", "95:5"),
        ("What is the overall yield of three steps with yields of 80%, 75% and 90%?", "OverallYield", 54.0),
        ("What is the overall yield of a 5-step synthesis with 85% per step?", "OverallYield", 44.37),
        ("What is the hardness as CaCO3 of water with 50 mg/L Ca2+ and 0.01 g/L magnesium?", "WaterHardness", 166.04),
        ("What is the ion balance of water with 1 mmol/L calcium, 1 mmol/L sodium and 1 mmol/L chloride?",
         "ChargeBalance", 50.0),
    ],
)  # fmt: skip
def test_questions(question: str, kind: str, value: float | str) -> None:
    with Agent() as agent:
        answer = agent.run(question)
    assert answer.status == "complete", answer.text
    found = next(one for one in answer.values if one.type == kind).value
    assert found == (value if isinstance(value, str) else pytest.approx(value, rel=1e-3))


def test_hardness_needs_both_ions() -> None:
    with Agent() as agent:
        answer = agent.run("What is the hardness of water with 80 mg/L calcium?")
    assert answer.status == "failed" and not answer.values


def test_a_number_of_steps_that_does_not_fit() -> None:
    with Agent() as agent, pytest.raises(NoPathError):
        agent.run("What is the overall yield of four steps with yields of 80%, 75% and 90%?")
