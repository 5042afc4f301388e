"""No comparison of numbers is blind: a tolerance is smaller than the value that it is for.

`pytest.approx` takes 1e-12 as its absolute tolerance when it is given none, so 3.3e-30 equals 0 and 1e-13: small values
need `abs=0`. An absolute tolerance as large as the value lets 0 and the opposite sign pass.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
SMALL = 1e-9  # below it the default tolerance is more than a thousandth of the value
LARGEST = 0.5  # of the value
_OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}
Names = dict[str, list[ast.expr]]


def blind_comparisons(source: str) -> list[tuple[int, float]]:
    """The lines of comparisons that see no difference, with the value."""
    found = []
    for call, names in _calls(ast.parse(source)):
        given = {word.arg: word.value for word in call.keywords}
        tolerance = _number(given["abs"]) if "abs" in given else None
        for value in _values(call.args[0], names) if call.args else ():
            if value == 0:
                continue
            small = "abs" not in given and abs(value) < SMALL
            wide = tolerance is not None and tolerance > LARGEST * abs(value)
            if small or wide:
                found.append((call.lineno, value))
    return found


def _calls(tree: ast.Module) -> Iterator[tuple[ast.Call, Names]]:
    """The calls of `approx`, with what the names in the function around them may be."""
    shared = _assigned(tree)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for function in functions:
        names = shared | _assigned(function) | _parameters(function, shared)
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("pytest.approx", "approx"):
                yield node, names


def _assigned(scope: ast.Module | ast.FunctionDef) -> Names:
    """Names that stand for one expression, or loop over a list."""
    found: Names = {}
    for node in scope.body if isinstance(scope, ast.Module) else ast.walk(scope):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found.setdefault(node.targets[0].id, []).append(node.value)
    return found


def _parameters(function: ast.FunctionDef, shared: Names) -> Names:
    """The values that `parametrize` gives each parameter."""
    found: Names = {}
    for decorator in function.decorator_list:
        if not isinstance(decorator, ast.Call) or not ast.unparse(decorator.func).endswith("parametrize"):
            continue
        names = [ast.literal_eval(item) for item in _items(decorator.args[0])] or [ast.literal_eval(decorator.args[0])]
        names = names[0].replace(" ", "").split(",") if len(names) == 1 else names
        table = decorator.args[1]
        rows = _items(shared[table.id][0]) if isinstance(table, ast.Name) and table.id in shared else _items(table)
        for row in rows:
            cells = _items(row) if len(names) > 1 else [row]
            for name, cell in zip(names, cells, strict=False):
                found.setdefault(name, []).append(cell)
    return found


def _items(node: ast.expr) -> list[ast.expr]:
    return list(node.elts) if isinstance(node, ast.List | ast.Tuple) else []


def _values(node: ast.expr, names: Names) -> list[float]:
    """The numbers that an expected value may be or hold, as far as the source tells."""
    if (value := _number(node)) is not None:
        return [value]
    if isinstance(node, ast.List | ast.Tuple):
        return [value for item in node.elts for value in _values(item, names)]
    if isinstance(node, ast.Dict):
        return [value for item in node.values for value in _values(item, names)]
    if isinstance(node, ast.Name) and node.id in names:
        others = {name: told for name, told in names.items() if name != node.id}
        return [value for told in names[node.id] for value in _values(told, others)]
    return []


def _number(node: ast.expr) -> float | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float) and not isinstance(node.value, bool):
        return float(node.value)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        value = _number(node.operand)
        return None if value is None else -value
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        left, right = _number(node.left), _number(node.right)
        return None if left is None or right is None else float(_OPERATORS[type(node.op)](left, right))
    return None


@pytest.mark.parametrize(
    ("source", "blind"),
    [
        ("assert x == pytest.approx(3.3e-30)", [3.3e-30]),
        ("assert x == pytest.approx(-3.3e-30, rel=1e-6)", [-3.3e-30]),
        ("assert x == pytest.approx(3.3e-30, abs=0)", []),
        ("assert x == pytest.approx(2 * 1e-10)", [2e-10]),
        ("assert x == pytest.approx([1.0, 2e-15])", [2e-15]),
        ("assert x == pytest.approx({'a': 2e-15})", [2e-15]),
        ("tiny = 4e-20\n    assert x == pytest.approx(tiny)", [4e-20]),
        ("assert x == pytest.approx(0.02, abs=0.02)", [0.02]),
        ("assert x == pytest.approx(-0.02, abs=0.1)", [-0.02]),
        ("assert x == pytest.approx(0.0, abs=0.1)", []),
        ("assert x == pytest.approx(1e-3) and x == pytest.approx(0.3, abs=0.1)", []),
    ],
)
def test_blind_comparisons_are_found(source: str, blind: list[float]) -> None:
    assert [value for _, value in blind_comparisons(f"def test_it():\n    {source}")] == blind


def test_values_of_a_table_are_found() -> None:
    table = "[(1, 2.0), (2, 5e-19)]"
    for head in (f'("a, b", {table})', f'(("a", "b"), {table})', '(("a", "b"), TABLE)'):
        source = (
            f"TABLE = {table}\n@pytest.mark.parametrize{head}\ndef test_it(a, b):\n    assert a == pytest.approx(b)"
        )
        assert blind_comparisons(source) == [(4, 5e-19)]


@pytest.mark.parametrize("expected", [3.3e-30, -3.3e-30, [1.0, 3.3e-30], {"a": 3.3e-30}])
def test_a_small_value_that_only_a_run_shows_needs_a_tolerance(expected: object) -> None:
    with pytest.raises(AssertionError, match=r"sees no difference from -?3\.3e-30"):
        pytest.approx(expected)
    assert pytest.approx(expected, abs=0) != 0


def test_no_comparison_is_blind() -> None:
    paths = sorted(set(TESTS.rglob("test_*.py")) - {Path(__file__)})
    assert len(paths) > 300
    found = {str(path.relative_to(TESTS)): blind_comparisons(path.read_text(encoding="utf-8")) for path in paths}
    blind = {name: lines for name, lines in found.items() if lines}
    assert not blind, f"lines and values {blind}: give abs=0, or a tolerance smaller than the value"
