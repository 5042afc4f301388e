"""Limits and Taylor series of expressions, and systems of linear equations."""

from __future__ import annotations

import re
from typing import Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general._expressions import read_expression, read_linear, read_number

LimitExpression = Annotated[
    str,
    Semantic(
        "LimitExpression",
        parent="Parameter",
        label="expression of a limit",
        finder="scitoolagent.tools.general._algebra_words:find_limits",
    ),
]
SeriesExpression = Annotated[
    str,
    Semantic(
        "SeriesExpression",
        parent="Parameter",
        label="expression of a series",
        finder="scitoolagent.tools.general._algebra_words:find_series",
    ),
]
LinearEquations = Annotated[
    str,
    Semantic(
        "LinearEquations",
        parent="Parameter",
        label="linear equations",
        finder="scitoolagent.tools.general._algebra_words:find_linear_equations",
    ),
]
LimitText = Annotated[str, Semantic("LimitText", parent="MaterialProperty", label="limit of an expression")]
SeriesText = Annotated[str, Semantic("SeriesText", parent="MaterialProperty", label="Taylor series of an expression")]
LinearSolution = Annotated[
    dict[str, float],
    Semantic("LinearSolution", parent="MaterialProperty", unit="1", label="solution of linear equations"),
]

_HIGHEST_ORDER = 12
_MOST_UNKNOWNS = 8


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"expression": "sin(x)/x; 0"}, seconds=30.0)
def limit_value(expression: LimitExpression) -> LimitText:
    """Compute the limit of an expression of one variable at a point or at infinity.

    Args:
        expression: The expression and the point, such as `sin(x)/x; 0` or `(1+1/x)^x; inf`.
    Returns:
        The limit as text, exact, with its decimals; oo where it grows without bound.
    Raises:
        ToolInputError: the expression cannot be read or is too long, there is no limit, those from both sides differ,
            or it is not found.
    Source: by `sympy.limit` from both sides.
    """
    import sympy

    parts = [part.strip() for part in expression.split(";")]
    if len(parts) != 2:
        raise ToolInputError(f"{expression[:80]!r} names no point; write it as sin(x)/x; 0")
    read, variable = read_expression(parts[0])
    point = _point(parts[1])
    try:
        sides = ("-",) if point is sympy.oo else ("+",) if point is -sympy.oo else ("+", "-")
        found = [sympy.limit(read, variable, point, side) for side in sides]
    except (NotImplementedError, ValueError, TypeError, RecursionError) as error:
        raise ToolInputError(f"the limit of {parts[0][:60]!r} is not found") from error
    if len(found) == 2 and sympy.simplify(found[0] - found[1]) != 0 and found[0] != found[1]:
        raise ToolInputError(f"the limits from the two sides differ: {found[1]} from below, {found[0]} from above")
    value = found[0]
    if value.has(sympy.Limit, sympy.AccumBounds, sympy.nan, sympy.zoo) or value.is_extended_real is False:
        raise ToolInputError(f"{parts[0][:60]!r} has no limit there")
    text = _text(value)
    return text if value.is_Integer or value.is_infinite else f"{text} = {float(value.evalf()):.10g}"


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"expression": "exp(x); 0; 4"}, seconds=30.0)
def taylor_series(expression: SeriesExpression) -> SeriesText:
    """Expand an expression of one variable as a Taylor series.

    Args:
        expression: The expression, the point and the highest power, such as `exp(x); 0; 4`.
    Returns:
        The polynomial up to that power as text, without the rest.
    Raises:
        ToolInputError: the expression cannot be read or is too long, the power is not 0 to 12, or there is no Taylor
            series at the point.
    Source: derivatives at the point, by `sympy.diff`.
    """
    import sympy

    parts = [part.strip() for part in expression.split(";")]
    if len(parts) != 3 or not re.fullmatch(r"\d{1,3}", parts[2]) or int(parts[2]) > _HIGHEST_ORDER:
        raise ToolInputError(f"{expression[:80]!r} is no series up to power {_HIGHEST_ORDER}; write it as exp(x); 0; 4")
    read, variable = read_expression(parts[0])
    point = read_number(parts[1])
    terms = []
    factor = sympy.Integer(1)
    for power in range(int(parts[2]) + 1):
        value = sympy.simplify(read.subs(variable, point))
        if value.is_finite is not True or value.is_real is False:
            raise ToolInputError(f"{parts[0][:60]!r} has no Taylor series at {parts[1]}")
        factor *= power or 1
        coefficient = value / factor
        if coefficient != 0:
            base = (
                str(variable) if point == 0 else f"({variable} - {point})" if point > 0 else f"({variable} + {-point})"
            )
            terms.append(_term(_text(coefficient), base, power))
        read = sympy.diff(read, variable)
    return " + ".join(terms).replace("+ -", "- ") or "0"


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"equations": "2*x + y = 5; x - y = 1"}, seconds=30.0)
def linear_equations_solution(equations: LinearEquations) -> LinearSolution:
    """Solve a system of linear equations.

    Args:
        equations: 2 to 8 equations with `;` between them, such as `2*x + y = 5; x - y = 1`; unknowns are
            single letters.
    Returns:
        The value of each unknown.
    Raises:
        ToolInputError: an equation cannot be read or is not linear, or there is no solution or more than one.
    Source: exact elimination by `sympy.linsolve`.
    """
    import sympy

    written = [part for part in equations.split(";") if part.strip()]
    if not 2 <= len(written) <= _MOST_UNKNOWNS:
        raise ToolInputError(f"{len(written)} equations are given; 2 to {_MOST_UNKNOWNS} are taken")
    rows, names = read_linear(written)
    if len(names) > _MOST_UNKNOWNS:
        raise ToolInputError(f"there are {len(names)} unknowns, at most {_MOST_UNKNOWNS} are taken")
    unknowns = [sympy.Symbol(name) for name in names]
    found = sympy.linsolve([sum((row[n] * one for n, one in enumerate(unknowns)), -row[-1]) for row in rows], unknowns)
    if found is sympy.S.EmptySet:
        raise ToolInputError("the equations contradict each other; there is no solution")
    answer: Any = found.args[0]
    solution = list(answer)
    if any(value.free_symbols for value in solution):
        raise ToolInputError("the equations leave some unknowns open; there are infinitely many solutions")
    return {name: float(value) for name, value in zip(names, solution, strict=True)}


def _point(text: str) -> Any:
    import sympy

    plain = text.lower().replace("infinity", "inf").replace("∞", "inf").replace("−", "-").strip()
    if plain in ("inf", "+inf", "oo"):
        return sympy.oo
    return -sympy.oo if plain in ("-inf", "-oo") else read_number(plain)


def _term(coefficient: str, base: str, power: int) -> str:
    if power == 0:
        return coefficient
    tail = base if power == 1 else f"{base}^{power}"
    if coefficient in ("1", "-1"):
        return coefficient[:-1] + tail
    # "1/2*x^2" and "sqrt(2)*x", but "(1 + e)*x".
    inner = f"({coefficient})" if " " in coefficient else coefficient
    return f"{inner}*{tail}"


def _text(expression: Any) -> str:
    return str(expression).replace("**", "^")
