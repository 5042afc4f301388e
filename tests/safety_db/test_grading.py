"""What a class of hazard means for a user: stopped, asked, warned, told."""

from __future__ import annotations

import pytest

from scitoolagent.safety_db.grading import grade, worst


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
