"""Derivatives, integrals, roots and matrices."""

from __future__ import annotations

from typing import Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general._expressions import read_expression, read_matrix, read_number

DifferentiatedExpression = Annotated[
    str,
    Semantic(
        "DifferentiatedExpression",
        parent="Parameter",
        label="expression to differentiate",
        finder="scitoolagent.tools.general._algebra_words:find_derivatives",
    ),
]

IntegratedExpression = Annotated[
    str,
    Semantic(
        "IntegratedExpression",
        parent="Parameter",
        label="expression to integrate",
        finder="scitoolagent.tools.general._algebra_words:find_integrals",
    ),
]

EquationOfOne = Annotated[
    str,
    Semantic(
        "EquationOfOne",
        parent="Parameter",
        label="equation to solve",
        finder="scitoolagent.tools.general._algebra_words:find_equations_of_one",
    ),
]

DeterminantMatrix = Annotated[
    str,
    Semantic(
        "DeterminantMatrix",
        parent="Parameter",
        label="matrix of a determinant",
        finder="scitoolagent.tools.general._algebra_words:find_determinants",
    ),
]

EigenMatrix = Annotated[
    str,
    Semantic(
        "EigenMatrix",
        parent="Parameter",
        label="matrix of eigenvalues",
        finder="scitoolagent.tools.general._algebra_words:find_eigenvalues",
    ),
]

InvertedMatrix = Annotated[
    str,
    Semantic(
        "InvertedMatrix",
        parent="Parameter",
        label="matrix to invert",
        finder="scitoolagent.tools.general._algebra_words:find_inverses",
    ),
]

DerivativeText = Annotated[
    str, Semantic("DerivativeText", parent="MaterialProperty", label="derivative of an expression")
]

IntegralText = Annotated[str, Semantic("IntegralText", parent="MaterialProperty", label="integral of an expression")]

RootsText = Annotated[str, Semantic("RootsText", parent="MaterialProperty", label="real roots of an equation")]

MatrixDeterminant = Annotated[
    float, Semantic("MatrixDeterminant", parent="MaterialProperty", unit="1", label="determinant of a matrix")
]

EigenvaluesText = Annotated[
    str, Semantic("EigenvaluesText", parent="MaterialProperty", label="eigenvalues of a matrix")
]

InverseText = Annotated[str, Semantic("InverseText", parent="MaterialProperty", label="inverse of a matrix")]


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"expression": "x^3*sin(x)"})
def derivative(expression: DifferentiatedExpression) -> DerivativeText:
    """Differentiate an expression of one variable.

    Args:
        expression: Numbers, one variable, + - * / ^ and usual functions.
    Returns:
        The derivative, as text.
    Raises:
        ToolInputError: the expression cannot be read, is too long, or has no variable or several.
    Source: rules of differentiation, by `sympy.diff`.
    """
    read, variable = read_expression(expression)
    from sympy import diff, simplify

    return _text(simplify(diff(read, variable)))


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"expression": "x^2; 0; 1"})
def integral(expression: IntegratedExpression) -> IntegralText:
    """Integrate an expression of one variable, between limits where they are given.

    Args:
        expression: As `x^2`, or with both limits as `x^2; 0; 1`.
    Returns:
        The integral as text: an antiderivative without its constant, or the exact value and its decimals.
    Raises:
        ToolInputError: the expression cannot be read, is too long, or has no variable or several. Or no integral
        is found in known functions, or it does not converge.
    Source: by `sympy.integrate`.
    """
    parts = [part.strip() for part in expression.split(";")]
    if len(parts) not in (1, 3):
        raise ToolInputError(f"{expression[:80]!r} has one limit; give none or both")
    read, variable = read_expression(parts[0])
    import sympy

    limits = (variable, *(read_number(part) for part in parts[1:])) if len(parts) == 3 else variable
    found = sympy.integrate(read, limits)
    if found.has(sympy.Integral) or found.has(sympy.nan, sympy.oo, -sympy.oo, sympy.zoo):
        raise ToolInputError(f"no integral of {parts[0]!r} is found, or it has no finite value")
    return _text(found) if len(parts) == 1 or found.is_Integer else f"{_text(found)} = {float(found.evalf()):.10g}"


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"expression": "x^2 - 5x + 6"})
def equation_roots(expression: EquationOfOne) -> RootsText:
    """Solve an equation of one variable for its real roots.

    Args:
        expression: What is to be zero.
    Returns:
        All real roots as text, exact where they can be, with decimals.
    Raises:
        ToolInputError: the expression cannot be read, is too long, or has no variable or several. Or the roots
        cannot be told for certain, or there are none or infinitely many.
    Source: by `sympy.solveset` over the real numbers.
    """
    read, variable = read_expression(expression)
    import sympy

    found = sympy.solveset(read, variable, sympy.S.Reals)
    if found is sympy.S.EmptySet:
        raise ToolInputError(f"{expression[:80]!r} has no real root")
    if not isinstance(found, sympy.FiniteSet):
        raise ToolInputError(f"the roots of {expression[:80]!r} cannot be listed: there may be infinitely many of them")
    roots: list[Any] = list(found)
    roots.sort(key=lambda root: float(root.evalf()))
    return "; ".join(f"{variable} = {_shown(root)}" for root in roots)


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"matrix": "[[1,2],[3,4]]"})
def matrix_determinant(matrix: DeterminantMatrix) -> MatrixDeterminant:
    """Compute the determinant of a square matrix.

    Args:
        matrix: Rows in brackets, at most 12.
    Returns:
        The determinant, worked out exactly.
    Raises:
        ToolInputError: the matrix cannot be read, is not square, or is too large.
    Source: by `sympy.Matrix.det`.
    """
    return float(read_matrix(matrix).det())


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"matrix": "[[2,1],[1,2]]"})
def matrix_eigenvalues(matrix: EigenMatrix) -> EigenvaluesText:
    """Compute the eigenvalues of a square matrix.

    Args:
        matrix: Rows in brackets, at most 12.
    Returns:
        The eigenvalues in ascending order as text, complex ones with their imaginary part.
    Raises:
        ToolInputError: the matrix cannot be read, is not square, or is too large.
    Source: by `numpy.linalg.eigvals`.
    """
    import numpy as np

    values = np.linalg.eigvals(np.array(read_matrix(matrix).tolist(), dtype=float))
    ordered = sorted(values.tolist(), key=lambda value: (complex(value).real, complex(value).imag))
    return "; ".join(_number(complex(value)) for value in ordered)


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"matrix": "[[1,2],[3,4]]"})
def matrix_inverse(matrix: InvertedMatrix) -> InverseText:
    """Invert a square matrix.

    Args:
        matrix: Rows in brackets, at most 12.
    Returns:
        The inverse, exactly, as rows in brackets.
    Raises:
        ToolInputError: the matrix cannot be read, is not square, is too large, or has no inverse.
    Source: by `sympy.Matrix.inv`.
    """
    read = read_matrix(matrix)
    if read.det() == 0:
        raise ToolInputError(f"{matrix[:60]!r} has the determinant 0, and so no inverse")
    return str(read.inv().tolist())


def _text(expression: Any) -> str:
    return str(expression).replace("**", "^")


def _shown(root: Any) -> str:
    return _text(root) if root.is_Integer else f"{_text(root)} = {float(root.evalf()):.10g}"


def _number(value: complex) -> str:
    real = value.real + 0.0
    return f"{real:.10g}" if abs(value.imag) < 1e-12 else f"{real:.10g} {value.imag:+.10g}i"
