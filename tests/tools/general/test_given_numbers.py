"""Numbers, expressions, matrices and states that a question gives, and what is worked out of them."""

from __future__ import annotations

import math
from typing import Any

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tool.registry import load_registry
from scitoolagent.tools.general._algebra_words import find_derivatives, find_equations_of_one, find_integrals
from scitoolagent.tools.general._state_words import find_rate_pairs, find_single_rates
from scitoolagent.tools.general._statistics_words import find_number_lists, find_summaries, find_uncertain_sums


def call(name: str, *arguments: Any, **settings: Any) -> Any:
    return load_registry().tools[name].function(*arguments, **settings)


def values(found: Any) -> list[str]:
    return [value for *_, value in found]


def test_sample_statistics() -> None:
    # R: mean, median, sd of c(2, 4, 4, 4, 5, 5, 7, 9) are 5, 4.5 and 2.13809.
    found = call("sample_statistics", "2 4 4 4 5 5 7 9")
    assert (found.sample_mean, found.sample_median, found.sample_size) == (5.0, 4.5, 8)
    assert found.sample_deviation == pytest.approx(2.13809, rel=1e-5)
    assert found.sample_error == pytest.approx(2.13809 / math.sqrt(8), rel=1e-5)
    # numpy: var(ddof=1) is 4.571429, ptp 7.
    assert found.sample_variance == pytest.approx(4.571429, rel=1e-6)
    assert found.sample_variation == pytest.approx(100 * 2.13809 / 5, rel=1e-5)
    assert (found.sample_least, found.sample_most, found.sample_span) == (2.0, 9.0, 7.0)
    # A table of Student's t: 2.365 for 7 degrees of freedom, two-sided 95 %.
    assert found.sample_half_width == pytest.approx(2.365 * 2.13809 / math.sqrt(8), rel=1e-3)
    for wrong in ("", "1", "1 two", "1 nan", "1 " * 1001, "-1 1"):
        with pytest.raises(ToolInputError):
            call("sample_statistics", wrong)


LISTS_FIRST = {
    "Weighings (mg): 10.1, 10.3, 10.2 - mean, sd, sem?": "10.1 10.3 10.2",
    "3.11, 3.15, 3.09. What is the mean & range?": "3.11 3.15 3.09",
    "Blank: -1.5 -2.5 -2.0; median?": "-1.5 -2.5 -2.0",
}


@pytest.mark.parametrize("text", LISTS_FIRST)
def test_a_list_may_stand_before_what_is_asked_of_it(text: str) -> None:
    assert list(find_number_lists(text)) == [(0, len(text.rstrip("?")), LISTS_FIRST[text])]


@pytest.mark.parametrize(
    "text",
    [
        "3.11, 3.15 mL and 3.09. geometric mean?",
        "3.11, 3.15, 3.09 mL. mean?",
        "3.11, 3.15, 3.09. mean of the first two?",
        "3.11, 3.15, 3.09. the mean without the first?",
    ],
)
def test_what_is_asked_of_a_part_of_a_list_is_not_asked_of_all(text: str) -> None:
    assert not list(find_number_lists(text))


def test_a_title_that_chooses_among_the_numbers_is_left_unread() -> None:
    text = "Without the outlier: 3.11, 3.15, 9.09. mean?"
    assert [start for start, *_ in find_number_lists(text)] == [text.index("3.11")]


def test_confidence_interval() -> None:
    # t tables: t(0.975, 9) = 2.262, t(0.95, 9) = 1.833.
    found = call("confidence_interval", 10.0, 1.0, 10)
    assert found.confidence_high - 10 == pytest.approx(2.262 / math.sqrt(10), rel=1e-3)
    assert 10 - call("confidence_interval", 10.0, 1.0, 10, 90.0).confidence_low == pytest.approx(
        1.833 / math.sqrt(10), rel=1e-3
    )
    for wrong in ((10.0, -1.0, 10), (10.0, 1.0, 1), (10.0, 1.0, 10, 100.0), (math.nan, 1.0, 10)):
        with pytest.raises(ToolInputError):
            call("confidence_interval", *wrong)


def test_welch_as_scipy_has_it() -> None:
    from scipy.stats import ttest_ind_from_stats

    other = ttest_ind_from_stats(5.1, 0.4, 8, 6.0, 0.5, 9, equal_var=False)
    found = call("welch_test", "5.1 0.4 8; 6.0 0.5 9")
    assert (found.welch_t, found.welch_p) == pytest.approx((other.statistic, other.pvalue))
    for wrong in ("5.1 0.4 8", "5.1 0.4 1; 6 0.5 9", "5.1 -0.4 8; 6 0.5 9", "5 0 8; 6 0 9", "a b c; d e f"):
        with pytest.raises(ToolInputError):
            call("welch_test", wrong)


def test_group_size_as_gpower_has_it() -> None:
    # G*Power 3.1, two-sided t-test of two independent means: d = 0.5, 0.8; 5 %, 80 %; and d = 0.5 at 95 %.
    assert call("group_size", 0.5, 1.0) == 64
    assert call("group_size", 0.8, 1.0) == 26
    assert call("group_size", -0.5, 1.0, 95.0) == 105
    for wrong in ((0.0, 1.0), (1.0, 0.0), (1e-6, 1.0), (1.0, 1.0, 100.0), (1.0, 1.0, 4.0, 5.0)):
        with pytest.raises(ToolInputError):
            call("group_size", *wrong)


def test_error_propagation() -> None:
    # GUM: relative uncertainties of a product, absolute ones of a sum, add in squares.
    found = call("error_propagation", "(5.2±0.1)*(3.4±0.2)")
    assert found.propagated_value == pytest.approx(17.68)
    assert found.propagated_uncertainty == pytest.approx(17.68 * math.hypot(0.1 / 5.2, 0.2 / 3.4))
    assert call("error_propagation", "(5±3)-(3±4)").propagated_uncertainty == pytest.approx(5.0)
    assert call("error_propagation", "((5±3)+(3±4))*2").propagated_uncertainty == pytest.approx(10.0)
    for wrong in ("", "(5±1)/(0±1)", "__import__('os')", "(5±1)*(", "5*3", "*".join(["(1±1)"] * 21)):
        with pytest.raises(ToolInputError):
            call("error_propagation", wrong)


def test_algebra() -> None:
    assert call("derivative", "x^3*sin(x)") == "x^2*(x*cos(x) + 3*sin(x))"
    assert call("derivative", "5y") == "5"
    assert call("integral", "x^2; 0; 1") == "1/3 = 0.3333333333"
    # Gauss: the integral of exp(-x²) from -10 to 10 is √π to all shown digits.
    assert call("integral", "exp(-x^2); -10; 10").endswith("= 1.772453851")
    assert call("equation_roots", "x^2 - 5x + 6") == "x = 2; x = 3"
    assert call("equation_roots", "x^2 - 2") == "x = -sqrt(2) = -1.414213562; x = sqrt(2) = 1.414213562"
    # numpy.linalg.
    assert call("matrix_determinant", "[[1,2],[3,4]]") == -2.0
    assert call("matrix_eigenvalues", "[[2,1],[1,2]]") == "1; 3"
    assert call("matrix_eigenvalues", "[[0,-1],[1,0]]") == "0 -1i; 0 +1i"
    assert call("matrix_inverse", "[[1,2],[3,4]]") == "[[-2, 1], [3/2, -1/2]]"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("derivative", "__import__('os').system('x')"),
        ("derivative", "x.real"),
        ("derivative", "x*y"),
        ("derivative", "3"),
        ("derivative", "x^99999"),
        ("derivative", "+".join(["x"] * 300)),
        ("derivative", "x" + "(" * 5000),
        ("derivative", "9^50^50 * x"),
        ("integral", "1/x; 0; 1"),
        ("integral", "x; 0"),
        ("equation_roots", "x^2 + 1"),
        ("equation_roots", "sin(x)"),
        ("matrix_determinant", "[[1,2,3],[4,5,6]]"),
        ("matrix_determinant", "[]"),
        ("matrix_determinant", str([[1] * 13] * 13)),
        ("matrix_inverse", "[[1,2],[2,4]]"),
    ],
)
def test_what_cannot_be_worked_out(name: str, text: str) -> None:
    with pytest.raises(ToolInputError):
        call(name, text)


def test_rates_at_temperatures() -> None:
    # Atkins, acetaldehyde: Ea = 188 kJ/mol from 0.011 L/(mol s) at 700 K and 0.035 at 730 K is 164 by two points.
    two = call("arrhenius_energy", "0.011 L/mol/s at 700 K; 0.035 L/mol/s at 730 K")
    assert two == pytest.approx(8.314463e-3 * math.log(0.035 / 0.011) / (1 / 700 - 1 / 730))
    # Rates of two temperatures give each other.
    energy = call("arrhenius_energy", "0.01 s-1 at 25 °C; 3.0 min-1 at 45 °C")
    assert call("rate_at_temperature", "0.01 s-1 at 25 °C", energy, 45.0) == pytest.approx(0.05)
    # Atkins: K of N2 + 3 H2 = 2 NH3, 6.1e5 at 298 K and -92.2 kJ/mol, is 0.18 at 500 K.
    assert call("vant_hoff_constant", 6.1e5, -92.2, 24.85, 226.85) == pytest.approx(0.18, rel=0.02)
    for wrong in (
        "0.01 s-1 at 25 °C",
        "0.01 s-1 at 25 °C; 0.05 s-1 at 25 °C",
        "0.01 s-1 at 25 °C; 0.05 L/mol/s at 30 °C",
    ):
        with pytest.raises(ToolInputError):
            call("arrhenius_energy", wrong)
    with pytest.raises(ToolInputError):
        call("rate_at_temperature", "0.01 L/mol/s at 25 °C", 50.0, 30.0)


def test_what_is_found_in_a_text() -> None:
    assert values(find_number_lists("What is the mean of the values 4.1, 4.5 and -3?")) == ["4.1 4.5 -3"]
    # Numbers of something, and numbers with units or decimal commas, are no list of this kind.
    for other in ("the mean of 4.1 mM and 5 mM", "mean of 3 replicates", "mean of 1,5 and 2,5 mL", "3, 4 and 5"):
        assert not values(find_number_lists(other))
    assert values(find_summaries("5.1 ± 0.4 (n = 8) and 6.0±0.5, n=9")) == ["5.1 0.4 8; 6.0 0.5 9"]
    assert not values(find_summaries("5.1 ± 0.4 (n = 8), 6.0 ± 0.5 (n = 9) and 7 ± 1 (n = 3)"))
    assert values(find_uncertain_sums("the ratio of 5.2 ± 0.1 and 3.4 ± 0.2")) == ["(5.2±0.1)/(3.4±0.2)"]
    assert values(find_derivatives("the derivative of x^2 exp(-x)?")) == ["x^2 exp(-x)"]
    assert not values(find_derivatives("the derivative of aspirin"))
    assert values(find_integrals("Integrate x^2 from 0 to 1")) == ["x^2; 0; 1"]
    assert values(find_equations_of_one("Solve x^2 = 4")) == ["(x^2)-(4)"]
    assert values(find_rate_pairs("k = 0.01 s-1 at 25 °C and 0.05 s-1 at 45 °C")) == [
        "0.01 s-1 at 25.0 °C; 0.05 s-1 at 45.0 °C"
    ]
    assert not values(find_single_rates("k = 0.01 s-1 at 25 °C and 0.05 s-1 at 45 °C"))
    for finder in (find_number_lists, find_summaries, find_uncertain_sums, find_derivatives, find_rate_pairs):
        assert not list(finder("mean of 1, " * 5000))


def test_a_number_of_values_must_be_that_of_the_list() -> None:
    assert values(find_number_lists("mean of five replicates: 4.1 4.2 4.0 4.3 4.4")) == ["4.1 4.2 4.0 4.3 4.4"]
    assert values(find_number_lists("SD of the 3 measurements 1, 2 and 4")) == ["1 2 4"]
    assert values(find_number_lists("mean of 4 values: 1, 2, 4")) == []
