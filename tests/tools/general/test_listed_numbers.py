"""Lists of numbers with a name and a unit, in the ways that people write them, for every tool that takes several."""

from __future__ import annotations

import pytest

from scitoolagent.agent import Agent
from scitoolagent.config import load_config
from scitoolagent.tools.biology._genotype_words import find_p_values
from scitoolagent.tools.biology._length_words import find_lengths
from scitoolagent.tools.general._listed_numbers import listed_numbers
from scitoolagent.tools.general._outlier_words import find_replicates
from scitoolagent.tools.general._statistics_words import find_number_lists

ONE = ("10.1", "10.3", "9.8")


@pytest.mark.parametrize(
    ("text", "name", "unit"),
    [
        ("masses (mg): 10.1 10.3 9.8", "masses", "mg"),
        ("masses in mg: 10.1, 10.3, 9.8", "masses", "mg"),
        ("masses/mg = 10.1/10.3/9.8", "masses", "mg"),
        ("masses mg: 10.1; 10.3; 9.8", "masses", "mg"),
        ("masses 10.1, 10.3 and 9.8 mg", "masses", "mg"),
        ("sd of these three masses: 10.1 / 10.3 / 9.8", "masses", ""),
        ("masses (in this order): 10.1 10.3 9.8", "masses", ""),
    ],
)
def test_the_name_and_the_unit_of_a_list_stand_around_it_in_many_ways(text: str, name: str, unit: str) -> None:
    (found,) = listed_numbers(text)
    assert (found.numbers, found.name, found.unit) == (ONE, name, unit)


@pytest.mark.parametrize(
    "text",
    [
        "masses without the first: 10.1 10.3 9.8",
        "four masses: 10.1 10.3 9.8",
        "masses (already corrected): 10.1 10.3 9.8",
    ],
)
def test_a_name_that_says_more_is_left_to_be_read(text: str) -> None:
    (found,) = listed_numbers(text)
    assert (found.name, found.start) == ("", found.first)


@pytest.mark.parametrize("text", ["1,2 and 3,4", "1:2, 3:4", "pH 7.4", "10.1 ± 0.2 10.3 ± 0.1"])
def test_what_may_be_other_numbers_is_no_list(text: str) -> None:
    assert not [one for one in listed_numbers(text) if len(one.numbers) > 1]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("scaffolds (kb): 90 70 20 -> N50", ("scaffolds (kb): 90 70 20 ->", "90000 70000 20000")),
        ("lengths in kb: 90, 70, 20 -- N90", ("lengths in kb: 90, 70, 20 --", "90000 70000 20000")),
        ("N50 for contigs of 90/70/20 kb", ("contigs of 90/70/20 kb", "90000 70000 20000")),
        # Commas within numbers part thousands, whatever parts the numbers; right behind the ask a list needs no name.
        ("N50 of 8,000 7,500 1,200", ("8,000 7,500 1,200", "8000 7500 1200")),
        ("N50 of 8,000, 7,500 and 1,200", ("8,000, 7,500 and 1,200", "8000 7500 1200")),
        ("N90: 8000 750 120 bp", ("8000 750 120 bp", "8000 750 120")),
    ],
)
def test_lengths_are_in_the_unit_of_the_list(text: str, said: tuple[str, str]) -> None:
    assert [(text[start:end], value) for start, end, value in find_lengths(text)] == [said]


@pytest.mark.parametrize("text", ["N50 of 8,000,750", "N50 of 8,000,7,050", "N50 of 8 7 g"])
def test_what_may_be_other_lengths_or_none_is_not_read(text: str) -> None:
    assert not list(find_lengths(text))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        # The words in front ask for a correction: they are no part of the list.
        ("Holm adjust these p-values (in this order): 0.04 0.001", "these p-values (in this order): 0.04 0.001"),
        ("Bonferroni: 0.04/0.001/0.2", "0.04/0.001/0.2"),
    ],
)
def test_p_values_leave_the_words_that_ask(text: str, said: str) -> None:
    assert [text[start:end] for start, end, _ in find_p_values(text)] == [said]


def test_shares_are_p_values_only_where_a_correction_is_spoken_of() -> None:
    assert not list(find_p_values("the mole fractions: 0.2 0.3 0.5"))
    assert not list(find_p_values("Bonferroni for weights: 1.2 0.3"))


def test_the_count_of_replicates_is_that_of_the_numbers() -> None:
    text = "five zinc results 7.31 7.28 7.44 7.35 8.02 mg/kg, Grubbs?"
    assert [text[start:end] for start, end, _ in find_replicates(text)] == [text[: text.index(",")]]
    other = text.replace("five", "six")
    assert not any(other[start:].startswith("six") for start, _, _ in find_replicates(other))


@pytest.mark.parametrize(
    "text",
    [
        "median of these half-lives (h): 3.1, 4.0, 3.6",
        "half-lives (h): 3.1/4.0/3.6 -> median, RSD%",
        "half-lives in h: 3.1 4.0 3.6 - mean and 95% CI half width (student t)",
    ],
)
def test_statistics_take_a_list_of_any_name(text: str) -> None:
    assert list(find_number_lists(text)) == [(0, len(text), "3.1 4.0 3.6")]


@pytest.mark.slow
@pytest.mark.parametrize(
    "question",
    [
        "(mM : AU) 1:0.11, 2:0.21, 3:0.31, 4:0.40 - slope, intercept",
        "conc mM: 1, 2, 3, 4; signal: 0.11 0.21 0.31 0.40. Slope and intercept?",
        "linear fit, slope and intercept: x = 1, 2, 3, 4; y = 0.11, 0.21, 0.31, 0.40",
        "t (min): 1/2/3/4; A (AU): 0.11/0.21/0.31/0.40, slope and intercept",
    ],
)
def test_a_line_goes_through_series_and_pairs_however_they_are_written(question: str) -> None:
    with Agent(load_config()) as agent:
        answer = agent.run(question)
    assert answer.status == "complete"
    found = {one.type: one.value for one in answer.values}
    # By hand: Sxy = 0.485 and Sxx = 5 around the means 2.5 and 0.2575.
    assert found["LineSlope"] == pytest.approx(0.097)
    assert found["LineIntercept"] == pytest.approx(0.015)
