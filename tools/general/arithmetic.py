"""The value of an expression of numbers."""

from __future__ import annotations

import math
import re
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general._expressions import read_number

PlainExpression = Annotated[
    str,
    Semantic(
        "PlainExpression",
        parent="Parameter",
        label="expression of numbers",
        finder="scitoolagent.tools.general._arithmetic_words:find_arithmetic",
    ),
]
ExpressionValue = Annotated[
    float,
    Semantic("ExpressionValue", parent="MaterialProperty", unit="1", label="value of an expression"),
]
_LARGEST = 170  # of a factorial
_CHOSEN = re.compile(r"(?<![\d.])(\d{1,4})\s*choose\s*(\d{1,4})(?![\d.])")
_FACTORIAL = re.compile(r"(?<![\d.)])(\d{1,3})\s*!")
_DECADIC = re.compile(r"log10\s*\(")


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"expression": "10!/(3!*7!)"})
def expression_value(expression: PlainExpression) -> ExpressionValue:
    """Compute the value of an expression of numbers.

    Args:
        expression: Numbers with + - * / ^ and brackets; sqrt, exp, ln, log10, sin, cos, tan (of radians) and their
            inverses, pi; `5!`; `10 choose 3`. `log` alone is left out, since it is one or the other.
    Returns:
        Its value.
    Raises:
        ToolInputError: it cannot be read, has a variable, or has no finite real value.
    Source: arithmetic, by sympy.
    """
    if re.search(r"\blog\b(?!10)", expression):
        raise ToolInputError("log alone may be of base 10 or natural; write log10 or ln")
    plain = _CHOSEN.sub(lambda found: str(math.comb(int(found[1]), int(found[2]))), expression)
    plain = _FACTORIAL.sub(_factorial, plain)
    # Sympy's log is the natural one: log10 x = (1/ln 10) ln x.
    plain = _DECADIC.sub("(1/ln(10))*ln(", plain)
    try:
        value = complex(read_number(plain).evalf(30))
    except (TypeError, ValueError, ZeroDivisionError, OverflowError, AttributeError) as error:
        raise ToolInputError(f"{expression[:80]!r} has no finite value") from error
    if abs(value.imag) > 1e-12 * max(1.0, abs(value.real)) or not math.isfinite(value.real):
        raise ToolInputError(f"{expression[:80]!r} has no finite real value")
    return value.real


def _factorial(found: re.Match[str]) -> str:
    number = int(found[1])
    if number > _LARGEST:
        raise ToolInputError(f"{number}! is too large; up to {_LARGEST}! is computed")
    return str(math.factorial(number))
