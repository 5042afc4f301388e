"""What a class of hazard means for a user: stopped, asked, warned, told."""

from __future__ import annotations

import pytest

from scitoolagent.safety_db.grading import grade, worst
from scitoolagent.safety_db.screen import screen_molecule


@pytest.mark.parametrize(
    ("source", "label", "verdict"),
    [
        # GHS: categories 1 and 2 of acute toxicity are "fatal if swallowed", 3 is "toxic", 4 "harmful" (H300 to H302).
        ("LD50_Zhu", "acute oral toxicity GHS Cat 1 (rat LD50)", "confirm"),
        ("LD50_Zhu", "acute oral toxicity GHS Cat 2 (rat LD50)", "confirm"),
        ("LD50_Zhu", "acute oral toxicity GHS Cat 3 (rat LD50)", "warn"),
        ("LD50_Zhu", "acute oral toxicity GHS Cat 4 (rat LD50)", "warn"),
        # IARC: group 1 is carcinogenic to humans, 2A probably, 2B possibly (Preamble, 2019).
        ("IARC", "carcinogen IARC 1", "confirm"),
        ("IARC", "carcinogen IARC 11", "warn"),
        ("IARC", "carcinogen IARC 12", "warn"),
        ("CompTox IARC 2B", "carcinogen IARC 2B", "warn"),
        ("NTP", "carcinogen NTP 1", "confirm"),
        ("NTP", "carcinogen NTP 2", "warn"),
        ("AMES", "mutagen (Ames positive)", "warn"),
        ("SciToolAgent", "anything", "note"),
    ],
)
def test_a_class_has_its_verdict(source: str, label: str, verdict: str) -> None:
    hazard = grade(source, label)
    assert hazard is not None and hazard.verdict == verdict


def test_the_worst_verdict_is_the_one_that_asks_most_of_a_person() -> None:
    assert worst([]) == "clear"
    assert worst(["note", "block", "confirm"]) == "block"
    assert worst(["warn", "confirm", "unknown"]) == "confirm"
    # What could not be screened is told before a warning: a warning alone lets the call through.
    assert worst(["warn", "unknown", "clear"]) == "unknown"
    assert worst(["note", "clear", "warn"]) == "warn"


@pytest.mark.parametrize("acid", ["OC(=O)C(F)(F)F", "CS(=O)(=O)O"])
def test_an_acid_of_many_salts_is_warned_of_when_it_stands_alone(acid: str) -> None:
    # Toxic if swallowed (GHS Acute Tox. 3, rat) and no food: only as the ion of a salt it is left out.
    assert screen_molecule(acid).verdict == "warn"
    assert screen_molecule(f"{acid}.NCC").verdict == screen_molecule("NCC").verdict
    # Of caffeine a spoonful is dangerous and a cup is not.
    assert screen_molecule("Cn1cnc2c1c(=O)n(C)c(=O)n2C").verdict == "note"
