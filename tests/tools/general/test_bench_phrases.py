"""Percentages, ratios, scores, capacitors, pieces of DNA and infections, as a bench says them in one phrase."""

from __future__ import annotations

import math
import statistics

import pytest

from scitoolagent.agent import Agent
from scitoolagent.errors import NoPathError, ToolInputError
from scitoolagent.tools.biology._dna_length_words import find_dna_pieces
from scitoolagent.tools.biology._infection_words import find_infections
from scitoolagent.tools.biology.dna_pieces import dna_piece_figures
from scitoolagent.tools.biology.infections import multiplicity_of_infection
from scitoolagent.tools.general._percent_words import find_percent_solutions
from scitoolagent.tools.general._score_words import find_scores
from scitoolagent.tools.general._wanted_dilution_words import find_ratio_dilutions, find_wanted_dilutions
from scitoolagent.tools.general.capacitors import capacitor_content
from scitoolagent.tools.general.percent_molarities import percent_strength_molarity
from scitoolagent.tools.general.standard_scores import standard_score
from scitoolagent.tools.general.wanted_dilutions import stock_for_ratio


def values(found: object) -> list[str]:
    return [value for *_, value in found]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("What is the molarity of 0.9 % NaCl?", ["0.9 % NaCl"]),
        ("molarity of a 5% glucose solution", ["5 % glucose"]),
        # A mass for a volume, which another tool takes.
        ("molarity of a 5% (w/v) glucose solution", []),
        ("molarity of 5 % w/w glucose", []),
        ("molarity of 0.9 % NaCl in 50 mL", []),
        ("0.9 % NaCl", []),
    ],
)
def test_a_strength_in_percent_is_found(text: str, told: list[str]) -> None:
    assert values(find_percent_solutions(text)) == told


# 0.9 % saline is 154 mmol/L of each ion, as its label says; the others by hand with 180.16 and 40.00 g/mol.
@pytest.mark.parametrize(("solution", "molarity"), [("0.9 % NaCl", 0.154), ("5 % glucose", 0.2775), ("20 % NaOH", 5.0)])
def test_molarities_of_percentages(solution: str, molarity: float) -> None:
    found = percent_strength_molarity(solution)
    assert found.molarity == pytest.approx(molarity, rel=2e-3)
    assert "for 100 mL of solution (w/v)" in found.note


@pytest.mark.parametrize(
    ("solution", "told"),
    [("70 % ethanol", "liquid"), ("120 % NaCl", "up to 100"), ("0 % NaCl", "positive"), ("NaCl", "write it as")],
)
def test_what_is_no_strength_is_refused(solution: str, told: str) -> None:
    with pytest.raises(ToolInputError, match=told):
        percent_strength_molarity(solution)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("How much stock for 50 mL of a 1:20 dilution?", ["1:20 in 50 mL"]),
        ("how much antibody do I need for 10 mL of a 1:1,000 dilution", ["1:1000 in 10 mL"]),
        ("how much stock for 50 mL of a 1:20", []),
        ("how much stock for 50 mL of a 1:20 dilution of a 2 M stock", []),
        ("The A260 of dsDNA diluted 1:20 is 0.42", []),
    ],
)
def test_a_ratio_is_found(text: str, told: list[str]) -> None:
    assert values(find_ratio_dilutions(text)) == told


def test_a_ratio_is_one_part_in_all() -> None:
    found = stock_for_ratio("1:20 in 50 mL")
    assert (found.stock_volume, found.diluent_volume) == (2.5, 47.5)
    assert "1 part of stock in 20 parts in all" in found.note
    for wrong in ("1:0 in 50 mL", "1:20", "20:1 in 50 mL"):
        with pytest.raises(ToolInputError):
            stock_for_ratio(wrong)


def test_what_a_volume_is_of_is_the_target() -> None:
    """Both strengths stand before "for 250 mL" or behind it; it is of one of them."""
    told = ["12 mol/L to 1 mol/L in 250 mL"]
    assert values(find_wanted_dilutions("What volume of 12 M HCl is needed for 250 mL of 1 M?")) == told
    assert values(find_wanted_dilutions("What volume of 12 M HCl is needed for 250 mL of 1 M HCl?")) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("z-score of 75 with mean 60 and standard deviation 10", ["75 of 60 ± 10"]),
        ("What is the z score of -3.5 if the mean is 1.5 and the SD is 2.5?", ["-3.5 of 1.5 ± 2.5"]),
        ("z-score of 75 with mean 60", []),
        ("z-score of 75 with standard deviation 60 and mean 10", []),
    ],
)
def test_a_score_is_found(text: str, told: list[str]) -> None:
    assert values(find_scores(text)) == told


def test_scores_are_those_of_the_standard_library() -> None:
    assert standard_score("75 of 60 ± 10") == statistics.NormalDist(60, 10).zscore(75) == 1.5
    for wrong in ("75 of 60 ± 0", "75 of 60 ± -1", "75", "7.5.1 of 60 ± 1"):
        with pytest.raises(ToolInputError):
            standard_score(wrong)


# By hand: 100 µF at 12 V hold 7.2 mJ and 1.2 mC.
def test_capacitors() -> None:
    found = capacitor_content(100, 12)
    assert (found.energy, found.charge) == (pytest.approx(7.2e-3), pytest.approx(1.2e-3))
    for wrong in ((0, 12), (100, -1)):
        with pytest.raises(ToolInputError):
            capacitor_content(*wrong)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("mass of a 3 kb plasmid", ["3000 bp circular"]),
        ("molecular weight of a 500-bp PCR product", ["500 bp linear"]),
        ("How long is 2.5 kb dsDNA?", ["2500 bp linear"]),
        ("3 kb", []),
        ("a 3 kb contig", []),
        ("1.5 bp DNA", []),
    ],
)
def test_a_piece_of_dna_is_found(text: str, told: list[str]) -> None:
    assert values(find_dna_pieces(text)) == told


# Biopython 1.87: molecular_weight("ACGT" * 125, "DNA", double_stranded=True[, circular=True]), which has the same content.
@pytest.mark.parametrize(("piece", "circular"), [("500 bp linear", False), ("500 bp circular", True)])
def test_masses_are_those_of_a_sequence_of_that_length(piece: str, circular: bool) -> None:
    from Bio.SeqUtils import molecular_weight

    expected = molecular_weight("ACGT" * 125, "DNA", double_stranded=True, circular=circular)
    found = dna_piece_figures(piece)
    assert found.mass == pytest.approx(expected, rel=1e-4)
    assert found.length == pytest.approx(170)


def test_no_piece_of_dna_is_refused() -> None:
    for wrong in ("0 bp linear", "500 linear", "500 bp square"):
        with pytest.raises(ToolInputError):
            dna_piece_figures(wrong)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("MOI of 1e7 PFU on 1e6 cells", ["10000000 particles on 1000000 cells"]),
        ("MOI with 2 mL of 5e6 PFU/mL on 1e6 cells", ["10000000 particles on 1000000 cells"]),
        ("MOI with 100 µL of virus stock at 2 x 10^8 PFU/mL for 4 × 10⁵ cells", ["20000000 particles on 400000 cells"]),
        ("MOI of 5e6 PFU/mL on 1e6 cells", []),
        ("MOI of 1e7 PFU", []),
    ],
)
def test_an_infection_is_found(text: str, told: list[str]) -> None:
    assert values(find_infections(text)) == told


def test_the_share_of_infected_cells_is_that_of_poisson() -> None:
    found = multiplicity_of_infection("1e+06 particles on 1e+06 cells")
    assert found.multiplicity == 1
    assert found.infected == pytest.approx(100 * (1 - math.exp(-1)))
    for wrong in ("0 particles on 1e+06 cells", "1e+06 particles", "e particles on 1 cells"):
        with pytest.raises(ToolInputError):
            multiplicity_of_infection(wrong)


@pytest.mark.parametrize(
    ("question", "tool", "value"),
    [
        ("What is the molarity of 0.9 % NaCl?", "percent_strength_molarity", 0.154),
        ("How much stock for 50 mL of a 1:20 dilution?", "stock_for_ratio", 2.5),
        ("What is the mass of a 3 kb plasmid?", "dna_piece_figures", 1_853_681),
        ("What is the contour length of a 3 kb plasmid in nm?", "dna_piece_figures", 1020),
        ("MOI of 1e7 PFU on 1e6 cells", "multiplicity_of_infection", 10),
        ("Energy stored in a 100 µF capacitor at 12 V", "capacitor_content", 7.2e-3),
        ("z-score of 75 with mean 60 and standard deviation 10", "standard_score", 1.5),
        ("titrant volume of 0.1 M NaOH for 20 mL of 0.05 M acetic acid", "titrant_volume", 10),
    ],
)
def test_plain_questions_are_answered(question: str, tool: str, value: float) -> None:
    with Agent() as agent:
        answer = agent.run(question)
    assert answer.status == "complete"
    assert answer.values[0].tool == tool
    assert answer.values[0].value == pytest.approx(value, rel=2e-3)


@pytest.mark.slow
@pytest.mark.parametrize(
    "question", ["MOI of 5e6 PFU/mL on 1e6 cells", "z-score of 75 with mean 60", "mass of a 3 kb thing"]
)
def test_what_is_half_said_is_not_answered(question: str) -> None:
    with Agent() as agent, pytest.raises(NoPathError):
        agent.run(question)
