"""Arithmetic, and the laws of first courses in physics: closed forms by hand, and what is no such question."""

from __future__ import annotations

import math

import pytest
from scipy import constants

from scitoolagent.agent import Agent
from scitoolagent.errors import ToolInputError
from scitoolagent.tools.general import mechanics
from scitoolagent.tools.general._arithmetic_words import find_arithmetic
from scitoolagent.tools.general.arithmetic import expression_value


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("What is 12*7?", "12*7"),
        ("10 choose 3", "10 choose 3"),
        ("What is 15 % of 80?", "((15)/100*(80))"),
        ("square root of 144", "sqrt(144)"),
        ("sin of 30 degrees", "sin(30*pi/180)"),
        ("What is 3 plus 4 times 5?", "3+4*5"),
        # A number, a range, a date, a unit, a variable, a word, a logarithm of no base.
        ("144", None),
        ("10-20", None),
        ("What is 12/5/2024?", None),
        ("What is 12 g * 7?", None),
        ("Solve x*2", None),
        ("What is 15 % of glucose?", None),
        ("log of 100", None),
    ],
)
def test_arithmetic_is_found(text: str, told: str | None) -> None:
    assert [value for *_, value in find_arithmetic(text)] == ([told] if told else [])


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("12*7", 84),
        ("10!/(3!*7!)", math.comb(10, 3)),
        ("10 choose 3", 120),
        ("log10(250)", math.log10(250)),
        ("ln(2)+log10(1e3)", math.log(2) + 3),
        ("2^10", 1024),
        ("sin(30*pi/180)", 0.5),
        ("2+3*4", 14),
        ("170!", float(math.factorial(170))),
    ],
)
def test_values_are_those_of_the_standard_library(expression: str, value: float) -> None:
    assert expression_value(expression) == pytest.approx(value)


@pytest.mark.parametrize(
    "expression", ["", "1/0", "sqrt(-1)", "171!", "log(100)", "x+1", "__import__('os')", "9^9^9^9"]
)
def test_what_has_no_value_is_refused(expression: str) -> None:
    with pytest.raises(ToolInputError):
        expression_value(expression)


# By hand, with the constants of scipy.
@pytest.mark.parametrize(
    ("found", "value"),
    [
        (mechanics.kinetic_energy(2, 3), 9),
        (mechanics.height_energy(2, 10), 20 * constants.g),
        (mechanics.net_force(5, 2), 10),
        (mechanics.pendulum_period(constants.g), 2 * math.pi),
        (mechanics.resistor_current(5, 100), 0.05),
        (mechanics.electric_power(230, 2), 460),
        (mechanics.black_body_peak(5800), 1e9 * constants.Wien / 5800),
        (mechanics.black_body_power(300), constants.Stefan_Boltzmann * 300**4),
    ],
)
def test_laws(found: float, value: float) -> None:
    assert found == pytest.approx(value, rel=1e-9)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("kinetic_energy", (0, 3)),
        ("kinetic_energy", (2, -3)),
        ("height_energy", (2, 0)),
        ("net_force", (-5, 2)),
        ("pendulum_period", (0,)),
        ("resistor_current", (5, 0)),
        ("electric_power", (230, -2)),
        ("black_body_peak", (0,)),
        ("black_body_power", (-1,)),
    ],
)
def test_values_that_cannot_be_are_refused(name: str, arguments: tuple[float, ...]) -> None:
    with pytest.raises(ToolInputError):
        getattr(mechanics, name)(*arguments)


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("What is 15 % of 80?", [12]),
        ("10 choose 3", [120]),
        ("Kinetic energy of a 2 kg mass at 3 m/s", [9]),
        ("Current through a 100 ohm resistor at 5 V", [0.05]),
        ("Wien peak wavelength at 5800 K", [499.6159]),
        # The upper end alone was given for it, complete. scipy.stats.t.interval(0.95, 15, 10, 2 / 4) has both.
        ("95 % confidence interval of a mean of 10 with sd 2 and n = 16", [8.934275, 11.065725]),
        # The length of a piece with an amount belongs to the amount.
        ("How many copies are in 10 ng of a 3000 bp plasmid?", [3.248335e9]),
    ],
)
def test_plain_questions_are_answered_whole(question: str, values: list[float]) -> None:
    with Agent() as agent:
        answer = agent.run(question)
    assert answer.status == "complete"
    assert [one.value for one in answer.values] == pytest.approx(values, rel=1e-5)
