"""Headers that a tool adds to the columns of a table name these by their labels, and no label twice."""

from __future__ import annotations

import pytest

from scitoolagent.summarizer.row_text import in_labels

LABELS = {"uptake": "CO2 uptake", "uptake_error": "error of the CO2 uptake", "limiting": "pore limiting diameter"}


@pytest.mark.parametrize(
    ("header", "told"),
    [
        ("mean of uptake", "mean of CO2 uptake"),
        ("mean of uptake_error", "mean of error of the CO2 uptake"),
        ("CO2 uptake criterion", "CO2 uptake criterion"),
        # A part of a word is no header.
        ("uptakes", "uptakes"),
        ("verdict", "verdict"),
    ],
)
def test_a_label_stands_for_the_header_once(header: str, told: str) -> None:
    assert in_labels(header, LABELS) == told
