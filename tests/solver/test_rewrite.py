"""What the rewritten program does is what Python does on plain numbers, and what units demand on quantities."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scitoolagent.errors import InvalidPlanError
from scitoolagent.solver.arithmetic import Amount
from scitoolagent.solver.program import ProgramError
from scitoolagent.solver.rewrite import rewritten


def python(code: str) -> Any:
    """What Python itself makes of a program: the value of its last line."""
    *body, last = code.rstrip().split("\n")
    names: dict[str, Any] = {}
    exec("\n".join(body), names)
    return eval(last, names)


def plain(value: Any) -> Any:
    """Tuples and sets leave the sandbox as lists."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list | tuple) else value


NUMBERS = st.integers(-20, 20) | st.floats(-20, 20).map(lambda number: round(number, 3))
NAMES = st.sampled_from(["a", "b", "c"])
ATOMS = NUMBERS.map(lambda number: f"({number!r})") | NAMES
TERMS = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.builds("({} {} {})".format, inner, st.sampled_from(["+", "-", "*"]), inner),
        st.builds("({} {} {} {} {})".format, inner, st.sampled_from("< <= ==".split()), inner, st.just("<"), inner),
        st.builds("({} {} {})".format, inner, st.sampled_from("< <= > >= == !=".split()), inner),
        st.builds("({} if {} else {})".format, inner, inner, inner),
        st.builds("{}([{}, {}, {}])".format, st.sampled_from(["min", "max", "sum", "sorted"]), inner, inner, inner).map(
            lambda text: f"({text})[0]" if text.startswith("sorted") else text
        ),
        st.builds("abs({})".format, inner),
        st.builds("round({}, 1)".format, inner),
        st.builds("max({}, {}, key=lambda v: -v)".format, inner, inner),
    ),
    max_leaves=10,
)
STATEMENTS = st.one_of(
    st.builds("{} = {}".format, NAMES, TERMS),
    st.builds("{} {}= {}".format, NAMES, st.sampled_from(["+", "-", "*"]), TERMS),
    st.builds("xs.append({})".format, TERMS),
    st.builds("xs[0] {}= {}".format, st.sampled_from(["+", "-"]), TERMS),
    st.builds("xs += [{}]".format, TERMS),
    st.just("xs.sort()"),
    st.just("xs.sort(key=lambda v: -v)"),
    st.just("xs = sorted(xs, reverse=True)"),
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(STATEMENTS, min_size=1, max_size=6), TERMS)
def test_programs_on_plain_numbers_give_what_python_gives(bench: Any, statements: list[str], last: str) -> None:
    lines = ["a = 3", "b = -1.5", "c = 7", "xs = [2, 5, 1]", "ys = xs", *statements]
    code = "\n".join([*lines, f"{{'last': {last}, 'a': a, 'xs': xs, 'ys': ys, 'n': f'{{b:.2f}}'}}"])
    try:
        expected = python(code)
    except (ValueError, OverflowError):
        return
    program = rewritten(code, (), ())
    assert plain(running(bench, program.text)) == plain(expected)


def running(bench: Any, text: str) -> Any:
    """What the sandbox gives for a rewritten text that calls nothing of the host."""
    from scitoolagent.solver.prelude import PRELUDE

    with bench.sandbox.session() as session:
        return session.feed_run(PRELUDE + text)


@pytest.mark.parametrize(
    "code",
    [
        "n = 0\n{'x': 0 < n <= 1 / n}",
        "calls = []\ndef f(v):\n    calls.append(v)\n    return v\n{'x': 1 < f(3) < 5 < f(2), 'calls': calls}",
        "calls = []\ndef f(v):\n    calls.append(v)\n    return v\n{'x': 1 < f(0) < f(5), 'calls': calls}",
        "x = 3\n{'x': 1 < x in [3, 4], 'y': x is not None and 2 < x != 4}",
        "d = {'x': 1}\ni = [0]\ndef key():\n    i[0] += 1\n    return 'x'\nd[key()] += 5\n{'d': d, 'i': i}",
        "a = [1]\nb = a\na += [2]\n{'b': b}",
        "a = [1]\nb = a\na *= 2\n{'b': b}",
        "d = {}\nd.setdefault('x', []).append(1)\ng = d['x']\ng += [2]\n{'d': d}",
        "x = 5\nx -= 2\nx **= 2\nx /= 3\nx //= 2\n{'x': x}",
        "rows = [('b', 2), ('a', 2), ('c', 1)]\n{'x': [r[0] for r in sorted(rows, key=lambda r: (-r[1], r[0]))]}",
        "{'x': sorted(['b', 'a', 'c'], reverse=True), 'y': min('bca'), 'z': max([], default=0)}",
        "{'x': sorted([(1, 'b'), (1, 'a')]), 'y': [1, 2] < [1, 3], 'z': (1, 2) == (1, 2), 'w': [[1], [2]] > [[1]]}",
        "{'x': max([(1, 'a'), (1, 'b')], key=lambda p: p[0]), 'y': min([3, 1, 1.0])}",
        "xs = [3, 1, 2]\nxs.sort(reverse=True)\n{'x': xs, 'y': sum(xs), 'z': sum([[1], [2]], [])}",
        "{'x': round(2.5), 'y': round(2.345, 2), 'z': round(2.345, ndigits=1), 'a': abs(-3)}",
        "{'x': f'{3.14159:.2f}', 'y': f'{3!r:>4}', 'z': f'{5:03d}', 'w': '%.1f' % 2.25}",
        "type = 'A'\nlen = 3\nlist = [1]\nrange = (1, 2)\nstr = 's'\nsum = 5\n{'x': max([1, 2]), 't': type, 'l': len}",
        "min = 3\nmax = 4\nsorted = 5\nabs = 6\nround = 7\n{'x': min + max + sorted + abs + round}",
        "def sum(values):\n    return 42\n{'x': sum([1, 2])}",
        "def top(values, key):\n    return max(values, key=key)\n{'x': top([1, -5, 3], abs)}",
        "total = 0\nfor n in range(10):\n    if n % 2:\n        continue\n    if n > 7:\n        break\n    total += n\n{'x': total}",
        "class Tally:\n    def __init__(self):\n        self.n = 0\n    def put(self, v):\n        self.n += v\n"
        "t = Tally()\nt.put(2)\nt.put(3)\n{'x': t.n}",
    ],
)
def test_constructs_give_what_python_gives(bench: Any, code: str) -> None:
    assert plain(bench.run(code)) == plain(python(code))


AMOUNTS = st.lists(
    st.tuples(st.integers(1, 5000), st.sampled_from(["mg", "g", "kg"])), min_size=1, max_size=6, unique_by=lambda p: p
)
GRAMS = {"mg": 0.001, "g": 1.0, "kg": 1000.0}


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(AMOUNTS)
def test_quantities_are_ordered_and_summed_by_what_they_are(bench: Any, amounts: list[tuple[int, str]]) -> None:
    listed = ", ".join(f"Q({value}, {unit!r})" for value, unit in amounts)
    found = bench.run(
        f"qs = [{listed}]\n"
        "ordered = sorted(qs)\n"
        "pairs = sorted([(q, n) for n, q in enumerate(qs)])\n"
        "by = sorted(qs, key=lambda q: (1, q), reverse=True)\n"
        "ys = qs[:]\n"
        "ys.sort()\n"
        "best = qs[0]\n"
        "for q in qs:\n    if q > best:\n        best = q\n"
        "{'up': ordered, 'pairs': [p[0] for p in pairs], 'by': by, 'ys': ys, 'best': best, 'low': min(qs), 'top': max(qs),"
        " 'sum': sum(qs), 'mean': mean(qs), 'median': median(qs), 'sd': stdev([*qs, qs[0]])}"
    )
    grams = sorted(value * GRAMS[unit] for value, unit in amounts)

    def of(given: Amount) -> float:
        return given.value * GRAMS[given.unit]

    for key in ("up", "pairs", "ys"):
        assert [of(one) for one in found[key]] == pytest.approx(grams)
    assert [of(one) for one in found["by"]] == pytest.approx(grams[::-1])
    assert of(found["top"]) == of(found["best"]) == pytest.approx(grams[-1])
    assert of(found["low"]) == pytest.approx(grams[0])
    assert of(found["sum"]) == pytest.approx(sum(grams))
    assert of(found["mean"]) == pytest.approx(sum(grams) / len(grams))
    import statistics

    assert of(found["median"]) == pytest.approx(statistics.median(grams))
    first = amounts[0][0] * GRAMS[amounts[0][1]]
    assert of(found["sd"]) == pytest.approx(statistics.stdev([*grams, first]), abs=1e-9)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("quantity2 < Q(6, 'mL')", True),
        ("quantity2 == Q(0.005, 'L')", True),
        ("quantity2 != quantity2.to('L')", False),
        ("Q(1, 'mL') < quantity2 <= Q(5.5, 'mL') < Q(1, 'L')", True),
        ("Q(20, '°C') < quantity3", True),
        ("quantity2 == None", False),
        ("quantity2 != 'x'", True),
        ("quantity2 in [Q(1, 'mL'), quantity2]", True),
        ("[quantity2] == [quantity2]", True),
        ("[Q(1, 'g'), Q(2, 'g')].index(Q(2, 'g'))", 1),
        ("(Q(500, 'mg'), 'a') < (Q(1, 'g'), 'b')", True),
        ("f'{quantity2}'", "5 mL"),
        ("f'{quantity2:.2f}'", "5.00"),
        ("str(round(Q(1.2345, 'g'), 2))", "1.23 g"),
        ("quantity2.in_('L')", 0.005),
        ("(quantity1 * quantity2).to('umol')", Amount(100.0, "umol")),
        ("-Q(3, 'K')", Amount(-3.0, "K")),
        ("abs(Q(-3, 'K'))", Amount(3.0, "K")),
        ("mean([quantity3])", Amount(25.0, "Cel")),
        ("mean([quantity3, Q(35, '°C')])", Amount(30.0, "Cel")),
        ("median([quantity3, Q(35, '°C')])", Amount(30.0, "Cel")),
        ("stdev([Q(1, '°C'), Q(3, '°C'), Q(5, '°C')])", Amount(2.0, "K")),
        ("stdev([Q(500, 'mg'), Q(1, 'g'), Q(1.5, 'g')])", Amount(500.0, "mg")),
        ("const.R * Q(2, 'mol')", Amount(16.62892523630648, "J/K")),
        ("2 * quantity2", Amount(10.0, "mL")),
        ("Q(1, 'mol') / quantity2", Amount(0.2, "mol/mL")),
        ("sum([Q(1, 'g'), Q(500, 'mg')])", Amount(1.5, "g")),
        ("sum([])", 0),
    ],
)
def test_quantities_compare_and_compute(bench: Any, expression: str, expected: Any) -> None:
    found = bench.run(f"{{'x': {expression}}}")["x"]
    if isinstance(expected, Amount):
        assert found.unit == expected.unit
        assert found.value == pytest.approx(expected.value)
    else:
        assert found == expected


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("x: list = [quantity2]\n{'x': x[0] > 3}", "3"),
        ("x: list = [quantity2, 3]\n{'x': max(x)}", "has a unit"),
        ("x: list = [quantity2, 3]\n{'x': sorted(x)}", "has a unit"),
        ("x: list = [quantity2, 3]\n{'x': sum(x)}", "cannot be added"),
        ("x: list = [quantity2, quantity1]\n{'x': min(x)}", "cannot be converted"),
        ("{'x': len(set([quantity2, quantity2]))}", "unhashable"),
        ("{'x': {quantity2: 1}}", "unhashable"),
        ("x: list = [Q(1, 'g')]\n{'x': Q(1000, 'mg') in x}", "one by one"),
        ("{'x': mean([])}", "mean of no values"),
        ("{'x': stdev([1])}", "needs two values"),
    ],
)
def test_orders_without_a_meaning_are_errors_with_a_line(bench: Any, code: str, why: str) -> None:
    with pytest.raises(ProgramError, match=why) as caught:
        bench.run(code)
    assert str(caught.value).startswith(f"line {code.count(chr(10)) + 1}")


def test_tools_are_handed_on_as_values(bench: Any) -> None:
    found = bench.run(
        "fs = {'w': molecular_weight, 'q': qed}\n"
        "def each(f, xs):\n    return [f(x) for x in xs]\n"
        "{'a': fs['w'](smiles1), 'b': each(qed, molecules1), 'c': molecular_weight.map(molecules1), 'd': [Q][0](2, 'g')}"
    )
    assert found["a"] == Amount(46.0, "g/mol", "AverageMolecularMass")
    assert found["b"] == [46.0, 46.0]
    assert [one.tool for one in bench.called] == ["molecular_weight", "qed", "qed", *["molecular_weight"] * 2]
    assert found["d"] == Amount(2.0, "g")


@pytest.mark.parametrize(
    "code",
    [
        "density = 3\n{'x': density + 1}",
        "def qed(x):\n    return 7\n{'x': qed('CCN')}",
        "import math as qed\n{'x': qed.floor(4.5)}",
        "{'x': [qed for qed in [4]][0]}",
        "f = lambda qed: qed + 1\n{'x': f(3)}",
    ],
)
def test_a_name_that_the_program_defines_is_no_tool(bench: Any, code: str) -> None:
    assert bench.run(code)["x"] in (4, 7)
    assert bench.called == []


@pytest.mark.parametrize("code", ["", "   \n", "# nothing", "x = (", "def f(:\n  1", "\x00", "x = 1\n" * 12_000])
def test_what_is_no_program_is_refused(code: str) -> None:
    with pytest.raises(InvalidPlanError):
        rewritten(code, (), ())


def test_calls_know_their_lines() -> None:
    program = rewritten("x = 1\n\ny = [qed(s) for s in\n   ['C']]\nz = const.R\n{'y': y}", ["qed"], ())
    assert [(site.name, site.line) for site in program.sites] == [("qed", 3), ("const", 5)]
