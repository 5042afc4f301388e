"""Limits, Taylor series and systems of linear equations."""

from __future__ import annotations

import pytest

from scitoolagent.agent import Agent
from scitoolagent.errors import ToolInputError
from scitoolagent.tools.general._algebra_words import (
    find_equations_of_one,
    find_limits,
    find_linear_equations,
    find_series,
)
from scitoolagent.tools.general.series import limit_value, linear_equations_solution, taylor_series


# Abramowitz & Stegun, Handbook of Mathematical Functions, 3.3, 4.1, 4.2 and 4.3.
@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("sin(x)/x; 0", "1"),
        ("(1+1/x)^x; inf", "E = 2.718281828"),
        ("(x^2-1)/(x-1); 1", "2"),
        ("(1-cos(x))/x^2; 0", "1/2 = 0.5"),
        ("exp(x); -inf", "0"),
        ("exp(x); inf", "oo"),
        ("ln(x)/x; inf", "0"),
    ],
)
def test_limits(expression: str, value: str) -> None:
    assert limit_value(expression) == value


@pytest.mark.parametrize(
    "expression", ["1/x; 0", "abs(x)/x; 0", "sin(x); inf", "x", "", "x; y", "import(x); 0", "x; 0; 1", "x*y; 0"]
)
def test_what_has_no_limit_is_refused(expression: str) -> None:
    with pytest.raises(ToolInputError):
        limit_value(expression)


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("exp(x); 0; 4", "1 + x + 1/2*x^2 + 1/6*x^3 + 1/24*x^4"),
        ("sin(x); 0; 5", "x - 1/6*x^3 + 1/120*x^5"),
        ("ln(x); 1; 3", "(x - 1) - 1/2*(x - 1)^2 + 1/3*(x - 1)^3"),
        ("1/(1-x); 0; 3", "1 + x + x^2 + x^3"),
        ("x^3; 0; 2", "0"),
    ],
)
def test_series(expression: str, value: str) -> None:
    assert taylor_series(expression) == value


@pytest.mark.parametrize("expression", ["1/x; 0; 2", "sqrt(x); 0; 2", "exp(x); 0", "exp(x); 0; 99", "ln(x); -1; 2", ""])
def test_what_has_no_series_is_refused(expression: str) -> None:
    with pytest.raises(ToolInputError):
        taylor_series(expression)


def test_linear_equations() -> None:
    assert linear_equations_solution("2*x + y = 5; x - y = 1") == {"x": 2.0, "y": 1.0}
    # Put in: 5 + 3 - 2 = 6, 6 - 10 = -4, 10 + 15 + 2 = 27.
    assert linear_equations_solution("x+y+z=6; 2y+5z=-4; 2x+5y-z=27") == {"x": 5.0, "y": 3.0, "z": -2.0}
    assert linear_equations_solution("x/2 + y = 0.5; x - y = 1") == {"x": 1.0, "y": 0.0}
    for wrong in ("x+y=1; x+y=2", "x+y=1; 2x+2y=2", "x*y=1; x=2", "x=1", "", "x=1; y", "1=1; 2=2", "x^2=1; y=1",
                  "x/0=1; y=2", "x/y=1; y=2", "; ".join(["x=1"] * 9), "__import__('os')=1; x=2"):  # fmt: skip
        with pytest.raises(ToolInputError):
            linear_equations_solution(wrong)


def test_words() -> None:
    def values(found: object) -> list[object]:
        return [value for *_, value in found]  # type: ignore[attr-defined]

    assert values(find_limits("the limit of sin(x)/x as x goes to 0?")) == ["sin(x)/x; 0"]
    assert values(find_limits("limit of exp(x) as x approaches minus infinity")) == ["exp(x); -inf"]
    assert not values(find_limits("the limit of detection as x goes to 0"))
    assert values(find_series("Taylor series of exp(x) around 0 up to order 4")) == ["exp(x); 0; 4"]
    assert values(find_linear_equations("solve 2x + y = 5 and x - y = 1")) == ["2x + y = 5; x - y = 1"]
    assert not values(find_linear_equations("Solve x^2 - 5x + 6 = 0"))
    assert values(find_equations_of_one("Solve x^2 - 5x + 6 = 0")) == ["(x^2 - 5x + 6)-(0)"]


@pytest.mark.slow
def test_questions() -> None:
    asked = (
        ("What is the limit of (1-cos(x))/x^2 as x goes to 0?", "LimitText", "1/2 = 0.5"),
        ("Find the Taylor series of sin(x) around 0 up to order 3", "SeriesText", "x - 1/6*x^3"),
        ("Solve 2x + y = 5 and x - y = 1", "LinearSolution", {"x": 2.0, "y": 1.0}),
    )
    with Agent() as agent:
        for question, kind, value in asked:
            answer = agent.run(question)
            assert answer.status == "complete", question
            assert next(one for one in answer.values if one.type == kind).value == value
