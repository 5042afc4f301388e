"""Values of blood, and sizes of bodies."""

from __future__ import annotations

import pytest

from scitoolagent.agent import Agent
from scitoolagent.errors import NoPathError, ToolInputError
from scitoolagent.tool.registry import load_registry
from scitoolagent.tools.general._clinical_words import find_glucose, find_people, find_sodium
from scitoolagent.tools.general.body_size import body_mass_index, body_surface_area
from scitoolagent.tools.general.clinical import (
    albumin_corrected_calcium,
    ckd_epi_filtration_rate,
    cockcroft_gault_clearance,
    serum_osmolality,
)


def test_filtration_rate() -> None:
    # The calculator of kidney.org: a man of 55 with 1.2 mg/dL has 71.
    assert round(ckd_epi_filtration_rate("1.2 mg/dL", "55 years, male")) == 71
    # At κ both powers are one: 142 · 0.9938^age, and 1.012 times that for women; µmol/L by 113.12 g/mol.
    assert ckd_epi_filtration_rate("0.9 mg/dL", "50 years, male") == pytest.approx(142 * 0.9938**50)
    assert ckd_epi_filtration_rate("61.881 µmol/L", "50 years, female") == pytest.approx(
        142 * 0.9938**50 * 1.012, rel=1e-4
    )
    low = ckd_epi_filtration_rate("0.35 mg/dL", "50 years, female") / (142 * 0.9938**50 * 1.012)
    assert low == pytest.approx(2**0.241)


def test_creatinine_clearance() -> None:
    # Cockcroft & Gault 1976: (140 - age) at 72 kg and 1 mg/dL; women 15 % less; 88.4 µmol/L are 1 mg/dL.
    assert cockcroft_gault_clearance("1.0 mg/dL", "60 years, male", 72.0) == pytest.approx(80.0)
    assert cockcroft_gault_clearance("88.40 µmol/L", "60 years, female", 72.0) == pytest.approx(68.0, rel=1e-4)


def test_corrected_calcium() -> None:
    # A published worked example: 1.98 mmol/L at 23 g/L give 2.32 mmol/L; and Payne's 8.0 + 0.8 (4.0 - 2.5) = 9.2 mg/dL.
    assert albumin_corrected_calcium("1.98 mmol/L", "23 g/L").corrected == pytest.approx(2.32)
    assert albumin_corrected_calcium("8.0 mg/dL", "2.5 g/dL").as_mass == pytest.approx(9.2, abs=5e-3)


def test_osmolality() -> None:
    # UCSF formulary: 2 Na + glucose / 18 + BUN / 2.8; the rounded divisors are within 0.1 %.
    assert serum_osmolality("140 mmol/L", "90 mg/dL", "14 mg/dL nitrogen") == pytest.approx(290.0, rel=1e-3)
    assert serum_osmolality("140 mmol/L", "5 mmol/L", "5 mmol/L urea") == pytest.approx(290.0)
    # 30 mg/dL of urea, not of its nitrogen, are 5 mmol/L.
    assert serum_osmolality("140 mmol/L", "5 mmol/L", "30.03 mg/dL urea") == pytest.approx(290.0, rel=1e-4)


def test_bodies() -> None:
    # WHO: 70 kg at 1.75 m is 22.9; Mosteller and Du Bois both give 1.84 to 1.85 m² (globalrph.com).
    assert body_mass_index(70.0, 175.0) == pytest.approx(22.86, abs=5e-3)
    surface = body_surface_area(70.0, 175.0)
    assert (surface.mosteller, surface.du_bois) == pytest.approx((1.845, 1.848), abs=1e-3)


@pytest.mark.parametrize(
    ("name", "arguments", "why"),
    [
        ("ckd_epi_filtration_rate", ("1.2 mg/dL", "12 years, male"), "adults"),
        ("ckd_epi_filtration_rate", ("1.2 mg/dL", "male"), "no age"),
        ("ckd_epi_filtration_rate", ("90 mg/dL", "60 years, male"), "out of every range"),
        ("ckd_epi_filtration_rate", ("1.2 kg", "60 years, male"), "no concentration"),
        ("cockcroft_gault_clearance", ("1.2 mg/dL", "60 years, male", 5.0), "no adult"),
        ("serum_osmolality", ("140 mmol/L", "5 mmol/L", "5 mmol/L"), "urea or its nitrogen"),
        ("albumin_corrected_calcium", ("8.0 mg/dL", "2 mmol/L"), "no mass concentration"),
        ("albumin_corrected_calcium", ("8.0 mg/dL", "250 g/L"), "out of every range"),
        ("serum_anion_gap", ("140 mmol/L", "0 mmol/L", "24 mmol/L"), "out of every range"),
        ("body_mass_index", (70.0, 1.75), "tall"),
        ("body_surface_area", (0.07, 175.0), "weighs"),
    ],
)
def test_what_is_impossible(name: str, arguments: tuple[object, ...], why: str) -> None:
    with pytest.raises(ToolInputError, match=why):
        load_registry().tools[name].function(*arguments)


@pytest.mark.parametrize(
    ("text", "person"),
    [
        ("eGFR of a 60-year-old woman", "60 years, female"),
        ("eGFR for a male, age 55, creatinine", "55 years, male"),
        ("eGFR: female aged 71", "71 years, female"),
        ("CrCl by Cockcroft-Gault, male, 71 y, 84 kg", "71 years, male"),
        ("eGFR of a woman", None),
        ("how old is a 60-year-old man", None),
    ],
)
def test_people(text: str, person: str | None) -> None:
    assert [value for _, _, value in find_people(text)] == ([person] if person else [])


@pytest.mark.parametrize(
    ("question", "kind", "value"),
    [
        ("What is the eGFR of a 55-year-old man with a creatinine of 106.08 µmol/L?", "FiltrationRate", 71.42),
        ("What is the creatinine clearance of a 60-year-old woman of 72000 g with a creatinine of 1 mg/dL?",
         "CreatinineClearance", 68.0),
        ("What is the anion gap for sodium 140, chloride 100 and bicarbonate 24 mmol/L?", "AnionGap", 16.0),
        ("What is the anion gap for Na 140 mEq/L, Cl 100 mEq/L, HCO3 24 mEq/L?", "AnionGap", 16.0),
        ("What is the serum osmolality for sodium 140 mmol/L, glucose 5 mmol/L and urea 5 mmol/L?",
         "SerumOsmolality", 290.0),
        ("What is the corrected calcium for a calcium of 1.98 mmol/L and an albumin of 2.3 g/dL?",
         "CorrectedCalcium", 2.32),
        ("What is the BMI of a person of 70 kg and 1.75 m?", "BodyMassIndex", 22.857),
        ("What is the body surface area by Du Bois for a weight of 70 kg and a height of 175 cm?",
         "DuBoisSurfaceArea", 1.848),
    ],
)  # fmt: skip
def test_questions(question: str, kind: str, value: float) -> None:
    with Agent() as agent:
        answer = agent.run(question)
    assert answer.status == "complete", answer.text
    assert next(one for one in answer.values if one.type == kind).value == pytest.approx(value, rel=1e-3)


def test_what_is_left_over_is_told() -> None:
    with Agent() as agent:
        answer = agent.run("What is the anion gap for sodium 140, potassium 4, chloride 100 and bicarbonate 24 mmol/L?")
    assert answer.status == "partial"


def test_values_without_a_unit_are_not_guessed() -> None:
    with Agent() as agent, pytest.raises(NoPathError):
        agent.run("What is the anion gap for sodium 140, chloride 100 and bicarbonate 24?")


@pytest.mark.parametrize(
    ("text", "sodium", "glucose"),
    [
        # A unit of mass is never that of an ion, and what an ion is in is not what a sugar is in.
        ("serum osmolality: sodium 138, BUN 12 mg/dL, glucose 99 mg/dL", [], ["99 mg/dL"]),
        ("serum osmolality with glucose 99, sodium 138 mmol/L and BUN 12 mg/dL", ["138 mmol/L"], []),
        ("serum osmolality of sodium 138, glucose 5.5 and urea 4 mmol/L", ["138 mmol/L"], ["5.5 mmol/L"]),
        ("serum osmolality of sodium 138 mmol/L, glucose 99 and BUN 12 mg/dL", ["138 mmol/L"], ["99 mg/dL"]),
    ],
)
def test_a_unit_is_shared_by_like_things(text: str, sodium: list[str], glucose: list[str]) -> None:
    assert [value for _, _, value in find_sodium(text)] == sodium
    assert [value for _, _, value in find_glucose(text)] == glucose
