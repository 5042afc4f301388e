"""Clearances, sequence distances and peak currents, against textbooks and other programs."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.linalg import expm

from scitoolagent.errors import ToolInputError
from scitoolagent.tool.registry import load_registry
from scitoolagent.tools.biology.sequence_distances import jukes_cantor_distance, kimura_distance, p_distance

_FIRST = "ACGTACGTACGTACGTACGTACGTACGTACGTACGTACGT"
_TWO_TRANSITIONS_ONE_TRANSVERSION = "GCGTATGTACGTACGTCCGTACGTACGTACGTACGTACGT"

# Tool, its arguments, the value, the relative tolerance: that of the printed value.
REFERENCES = [
    # Rowland & Tozer: doses at every half-life accumulate twofold, at every two half-lives 1.33-fold.
    ("accumulation_ratio", (43200.0, 12.0), 2.0, 1e-9),
    ("accumulation_ratio", (43200.0, 24.0), 1.333, 1e-3),
    # The well-stirred model where fu CLint equals the flow of 90 L/h: half of it is cleared.
    ("hepatic_clearance", (90.0, 0.1, 900.0), 45.0, 1e-9),
    # Leeson & Springthorpe: an IC50 of 10 nM at a logP of 3 makes 5.
    ("lipophilic_efficiency", (8.0, 3.0), 5.0, 1e-9),
    ("lipophilic_efficiency_of_ic50", (1e-8, 3.0), 5.0, 1e-9),
    # FOCUS: by first order a DT90 is 3.32 times the DT50.
    ("ninety_percent_loss", (1.0,), 3.32, 1e-3),
    # Bard & Faulkner, eq. 6.2.19: 2.69e5 n^1.5 A D^0.5 C v^0.5 at 25 °C, in A with mol/cm³.
    ("randles_sevcik_peak_current", (1, 0.07, 7.6e-6, 1.0, 0.1), 2.69e5 * 0.07 * 7.6e-6**0.5 * 0.1**0.5, 2e-3),
    ("randles_sevcik_peak_current", (2, 0.07, 7.6e-6, 1.0, 0.1), 2.69e5 * 2**1.5 * 0.07 * (7.6e-7) ** 0.5, 2e-3),
    # Altschul, The statistics of sequence similarity scores (NCBI): E = m n 2^-S'; 2^-30 is 9.313e-10.
    ("expected_hits", (30.0, 1e9), 0.9313, 1e-4),
]


@pytest.mark.parametrize(("name", "arguments", "value", "within"), REFERENCES)
def test_a_formula_gives_what_the_reference_prints(
    name: str, arguments: tuple[object, ...], value: float, within: float
) -> None:
    assert load_registry().tools[name].function(*arguments) == pytest.approx(value, rel=within)


def test_the_liver_takes_half_where_its_flow_equals_the_clearance_of_its_enzymes() -> None:
    found = load_registry().tools["hepatic_extraction"].function(90.0, 0.1, 900.0)
    assert (found.extraction_ratio, found.hepatic_availability) == pytest.approx((0.5, 0.5))


def test_two_peaks_have_the_retention_factors_of_each() -> None:
    tools = load_registry().tools
    found = tools["retention_factors_of_two"].function(6.0, 7.5, 1.5)
    alone = [tools["retention_factor"].function(time, 1.5) for time in (6.0, 7.5)]
    assert [found.first_retention_factor, found.second_retention_factor] == alone == [3.0, 4.0]


def _substitutions(transition: float, transversion: float) -> np.ndarray:
    """The shares of bases after a time, from the matrix of rates, in the order A, G, C, T."""
    rates = np.full((4, 4), transversion)
    rates[0, 1] = rates[1, 0] = rates[2, 3] = rates[3, 2] = transition
    np.fill_diagonal(rates, 0)
    np.fill_diagonal(rates, -rates.sum(axis=1))
    return np.asarray(expm(rates))


def test_the_distances_give_back_the_shares_of_sites_by_the_rate_matrix() -> None:
    distance = jukes_cantor_distance(_FIRST, _TWO_TRANSITIONS_ONE_TRANSVERSION)
    assert 1 - _substitutions(distance / 3, distance / 3)[0, 0] == pytest.approx(3 / 40)
    assert p_distance(_FIRST, _TWO_TRANSITIONS_ONE_TRANSVERSION) == pytest.approx(3 / 40)
    wanted_p, wanted_q = 2 / 40, 1 / 40
    transversion = -math.log(1 - 2 * wanted_q) / 4
    transition = kimura_distance(_FIRST, _TWO_TRANSITIONS_ONE_TRANSVERSION) - 2 * transversion
    found = _substitutions(transition, transversion)
    assert found[0, 1] == pytest.approx(wanted_p)
    assert found[0, 2] + found[0, 3] == pytest.approx(wanted_q)


def test_sequences_that_are_alike_have_no_distance() -> None:
    for distance in (p_distance, jukes_cantor_distance, kimura_distance):
        assert distance(_FIRST, _FIRST) == 0


REFUSED = [
    ("p_distance", ("ACGT", "ACG")),
    ("jukes_cantor_distance", ("ACGT", "AGCA")),
    ("kimura_distance", ("AAAA", "CCAA")),
    ("kimura_distance", ("ACGT", "ACGN")),
    ("accumulation_ratio", (43200.0, 0.0)),
    ("hepatic_clearance", (90.0, 1.5, 200.0)),
    ("hepatic_extraction", (90.0, 1.5, 200.0)),
    ("lipophilic_efficiency", (40.0, 3.0)),
    ("ninety_percent_loss", (0.0,)),
    ("retention_factors_of_two", (1.0, 7.5, 1.5)),
    ("randles_sevcik_peak_current", (0, 0.07, 7.6e-6, 1.0, 0.1)),
    ("expected_hits", (30.0, 0.0)),
]


@pytest.mark.parametrize(("name", "arguments"), REFUSED)
def test_what_cannot_be_is_refused(name: str, arguments: tuple[object, ...]) -> None:
    with pytest.raises(ToolInputError):
        load_registry().tools[name].function(*arguments)
