"""Times, ages and activities of nuclides."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.general import _nuclide_words as words
from scitoolagent.tools.general.nuclide_times import activity_of_nuclide, age_by_nuclide, nuclide_decay_time


# The curie was the activity of 1 g of radium-226, 3.7e10 Bq (by today's half-life 3.66e10); cobalt-60 has 4.18e13 Bq/g
# (Radionuclide Safety Data Sheet, 1130 Ci/g); phosphorus-32 decays in 14.27 d by half.
def test_values() -> None:
    assert activity_of_nuclide("1 g of Ra-226").activity == pytest.approx(3.66e10, rel=2e-3)
    assert activity_of_nuclide("1e-06 g of Co-60").activity == pytest.approx(1130 * 3.7e4, rel=3e-3)
    assert nuclide_decay_time("P-32 from 100 to 50").time == pytest.approx(14.27, abs=0.02)
    assert nuclide_decay_time("P-32 from 100 to 12.5").time == pytest.approx(3 * 14.27, abs=0.05)
    assert age_by_nuclide("25 % of C-14").age == pytest.approx(2 * 5700, rel=1e-3)


@pytest.mark.parametrize(
    ("finder", "text", "told"),
    [
        ("find_decay_spans", "How long does it take for 100 µCi of P-32 to decay to 10 µCi?", "P-32 from 100 to 10"),
        ("find_decay_spans", "How many days does 5 MBq of iodine-131 take to fall to 1000 kBq?", "I-131 from 5 to 1"),
        ("find_decay_spans", "How long does 100 µCi of P-32 take to decay by 10 µCi?", None),
        ("find_decay_spans", "How long does 100 µCi of P-32 take to decay to 10 mL?", None),
        ("find_nuclide_masses", "What is the activity of 1 mg of radium-226?", "0.001 g of Ra-226"),
        ("find_nuclide_masses", "What is the activity of 1 mg of IL-6?", None),
        ("find_nuclide_masses", "activity of 1 mg of C-12", None),
        ("find_nuclide_ages", "How old is a bone with 60% of its C-14 remaining?", "60 % of C-14"),
        ("find_nuclide_ages", "How old is a bone that lost 60% of its C-14?", None),
    ],
)
def test_what_is_told(finder: str, text: str, told: str | None) -> None:
    assert [value for *_, value in getattr(words, finder)(text)] == ([told] if told else [])


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (nuclide_decay_time, ""),
        (nuclide_decay_time, "P-32 from 10 to 100"),
        (nuclide_decay_time, "P-32 from 10 to 0"),
        (nuclide_decay_time, "C-12 from 10 to 1"),
        (age_by_nuclide, "0 % of C-14"),
        (age_by_nuclide, "100 % of C-14"),
        (age_by_nuclide, "25 % of X-14"),
        (activity_of_nuclide, "0 g of Co-60"),
        (activity_of_nuclide, "1 mL of Co-60"),
        (activity_of_nuclide, "1 g of C-12"),
    ],
)
def test_what_is_refused(call: Callable[[str], object], text: str) -> None:
    with pytest.raises(ToolInputError):
        call(text)
