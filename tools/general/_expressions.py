"""Read expressions with one variable and matrices, without evaluating any code."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable
from typing import Any

from scitoolagent.errors import ToolInputError

MOST_NODES = 200
MOST_ROWS = 12
_HIGHEST_POWER = 50
_MOST_BITS = 400
_CONSTANTS = ("pi", "e")
_FUNCTIONS = {
    "sin": "sin", "cos": "cos", "tan": "tan", "exp": "exp", "log": "log", "ln": "log", "sqrt": "sqrt", "asin": "asin",
    "acos": "acos", "atan": "atan", "sinh": "sinh", "cosh": "cosh", "tanh": "tanh", "abs": "Abs",
}  # fmt: skip
_OPERATORS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


def read_expression(text: str) -> tuple[Any, Any]:
    """An expression as sympy has it, and its variable.

    Raises:
        ToolInputError: it cannot be read, is too long, or has no variable or several.
    """
    import sympy

    tree = _tree(text)
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} - set(_FUNCTIONS) - set(_CONSTANTS)
    if len(names) != 1:
        raise ToolInputError(f"{text[:80]!r} has {len(names)} variables ({', '.join(sorted(names))}); one is taken")
    variable = sympy.Symbol(names.pop(), real=True)
    return _read(tree.body, variable), variable


def read_number(text: str) -> Any:
    """A number such as `2`, `0.5`, `pi` or `1/3`, exactly."""
    return _read(_tree(text).body, None)


def _tree(text: str) -> ast.Expression:
    plain = text.strip().lower().replace("^", "**").replace("−", "-")
    # "5x", "2(x+1)", "x(x+1)" and ")(": a sign of multiplication that is not written.
    plain = re.sub(r"(?<=\d)\s*(?=[a-df-z(])|(?<=\d)\s*(?=e(?![-+\d]))", "*", plain)
    plain = re.sub(r"(?<=\))\s*(?=[a-z0-9(])", "*", plain)
    plain = re.sub(r"\b([a-z])\s*(?=\()", r"\1*", plain)
    plain = re.sub(r"\b([a-z])\s+(?=[a-z])", r"\1*", plain)
    try:
        tree = ast.parse(plain, mode="eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        raise ToolInputError(f"{text[:80]!r} cannot be read as an expression; write it as x^2 - 5*x + 6") from error
    if sum(1 for _ in ast.walk(tree)) > MOST_NODES:
        raise ToolInputError(f"the expression is too long; at most {MOST_NODES} parts are taken")
    return tree


def _read(node: ast.expr, variable: Any) -> Any:
    import sympy

    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            return sympy.Rational(str(value))
        case ast.Name(id=name) if name in _CONSTANTS:
            return sympy.pi if name == "pi" else sympy.E
        case ast.Name(id=name) if variable is not None and name == variable.name:
            return variable
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() as sign, operand=inner):
            value = _read(inner, variable)
            return -value if isinstance(sign, ast.USub) else value
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            power = _read(right, variable)
            if power.is_number and abs(power) > _HIGHEST_POWER:
                raise ToolInputError(f"a power of {power} is too high; at most {_HIGHEST_POWER} is taken")
            base = _read(left, variable)
            if base.is_Rational and power.is_Rational and max(base.p.bit_length(), base.q.bit_length()) > _MOST_BITS:
                raise ToolInputError("the expression holds a number with too many digits")
            return base**power
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _OPERATORS:
            return _OPERATORS[type(sign)](_read(left, variable), _read(right, variable))
        case ast.Call(func=ast.Name(id=name), args=[inner], keywords=[]) if name in _FUNCTIONS:
            return getattr(sympy, _FUNCTIONS[name])(_read(inner, variable))
    raise ToolInputError(f"{ast.unparse(node)[:60]!r} cannot be read; numbers, one variable and usual functions are")


def evaluate(text: str, value: Callable[[], Any]) -> Any:
    """An expression of the four signs and brackets, each `u` in it the next value from left to right.

    Raises:
        ToolInputError: it cannot be read, or divides by zero.
    """
    try:
        tree = ast.parse(text, mode="eval")
        return _evaluated(tree.body, value)
    except (SyntaxError, ValueError, RecursionError) as error:
        raise ToolInputError(f"{text[:80]!r} cannot be read as an expression") from error
    except ZeroDivisionError as error:
        raise ToolInputError("the expression divides by zero") from error


def _evaluated(node: ast.expr, value: Callable[[], Any]) -> Any:
    match node:
        case ast.Name(id="u"):
            return value()
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            return float(number)
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return -_evaluated(inner, value)
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _OPERATORS:
            first = _evaluated(left, value)
            return _OPERATORS[type(sign)](first, _evaluated(right, value))
    raise ToolInputError(f"{ast.unparse(node)[:60]!r} cannot be read; values, + - * / and brackets are")


def read_matrix(text: str) -> Any:
    """A matrix such as `[[1,2],[3,4]]` as sympy has it, its numbers exactly.

    Raises:
        ToolInputError: it is no matrix, not square, or too large.
    """
    import sympy

    rows = re.findall(r"\[([^\[\]]+)\]", text)
    cells = [re.split(r"[,;\s]+", row.strip()) for row in rows]
    if not cells or any(len(row) != len(cells) for row in cells):
        raise ToolInputError(f"{text[:60]!r} is no square matrix; write it as [[1, 2], [3, 4]]")
    if len(cells) > MOST_ROWS:
        raise ToolInputError(f"the matrix has {len(cells)} rows, at most {MOST_ROWS} are taken")
    return sympy.Matrix([[read_number(cell) for cell in row] for row in cells])


def read_linear(equations: list[str]) -> tuple[list[list[Any]], list[str]]:
    """The coefficients and the right side of each linear equation, and the names of the unknowns by the alphabet.

    Raises:
        ToolInputError: an equation cannot be read, is not linear, or has no unknown.
    """
    import sympy

    sides: list[tuple[ast.Expression, ast.Expression]] = []
    names: set[str] = set()
    for text in equations:
        if text.count("=") != 1:
            raise ToolInputError(f"{text.strip()[:60]!r} is no equation; write it as 2*x + y = 5")
        left, right = (_tree(part) for part in text.split("="))
        sides.append((left, right))
        names |= {node.id for tree in (left, right) for node in ast.walk(tree) if isinstance(node, ast.Name)}
    unknowns = sorted(names - set(_FUNCTIONS) - set(_CONSTANTS))
    if not unknowns:
        raise ToolInputError("the equations have no unknown")
    symbols = [sympy.Symbol(name) for name in unknowns]
    rows = []
    for left, right in sides:
        difference = sympy.expand(_read_several(left.body, symbols) - _read_several(right.body, symbols))
        try:
            matrix, constant = sympy.linear_eq_to_matrix([difference], symbols)
        except ValueError as error:
            raise ToolInputError(f"{ast.unparse(left)[:60]!r} is not linear in {', '.join(unknowns)}") from error
        rows.append([*matrix.row(0), constant[0]])
    return rows, unknowns


def _read_several(node: ast.expr, symbols: list[Any]) -> Any:
    """An expression in several unknowns: sums, products and quotients of numbers and unknowns."""
    import sympy

    match node:
        case ast.Name(id=name) if any(symbol.name == name for symbol in symbols):
            return next(symbol for symbol in symbols if symbol.name == name)
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() as sign, operand=inner):
            value = _read_several(inner, symbols)
            return -value if isinstance(sign, ast.USub) else value
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _OPERATORS:
            divisor = _read_several(right, symbols)
            if isinstance(sign, ast.Div) and divisor == 0:
                raise ToolInputError("an equation divides by zero")
            return _OPERATORS[type(sign)](_read_several(left, symbols), divisor)
    value = _read(node, None)
    return value if isinstance(value, sympy.Basic) else sympy.Rational(value)
