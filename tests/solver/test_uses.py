"""What each key of the results rests on: never too little."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scitoolagent.solver.rewrite import rewritten
from scitoolagent.solver.uses import WHOLE, Uses, uses_of

TOOLS = ("weigh", "score", "check")


def uses(code: str) -> dict[str, Uses]:
    return uses_of(rewritten(code, TOOLS, ()))


def calls(code: str, key: str) -> list[str]:
    """The tools and lines of the calls behind a key."""
    program = rewritten(code, TOOLS, ())
    found = uses_of(program)
    sites = found.get(key, found[WHOLE]).sites
    return sorted(f"{program.sites[site].name}:{program.sites[site].line}" for site in sites)


# A program, and for a key of its results the names that it has to rest on.
TABLE = [
    ("{'x': a}", "x", "a"),
    ("{'x': a, 'y': b}", "y", "b"),
    ("m = a * 2\n{'x': m}", "x", "a"),
    ("m = a\nm += b\n{'x': m}", "x", "a b"),
    ("m, n = a, b\n{'x': n}", "x", "b"),
    ("m = n = a\n{'x': n}", "x", "a"),
    ("d = {}\nd['k'] = a\n{'x': d}", "x", "a"),
    ("d = {}\nd['k'] = {}\nd['k']['l'] = a\n{'x': d['k']}", "x", "a"),
    ("xs = []\nxs.append(a)\n{'x': xs}", "x", "a"),
    ("xs = []\nxs.extend([a])\n{'x': len(xs)}", "x", "a"),
    ("s = set()\ns.discard(a)\n{'x': s}", "x", "a"),
    ("d = {}\nd.update(k=a)\n{'x': d}", "x", "a"),
    ("d = {}\nd.setdefault('k', []).append(a)\n{'x': d}", "x", "a"),
    ("xs = [1]\nxs += [a]\n{'x': xs}", "x", "a"),
    ("xs = [3, 1]\nxs.sort(key=lambda v: v * a)\n{'x': xs}", "x", "a"),
    ("xs = [1]\nys = xs\nys.append(a)\n{'x': xs}", "x", "a"),
    ("xs = [1]\nys = xs\nys += [a]\n{'x': xs}", "x", "a"),
    ("d = {'k': []}\ninner = d['k']\ninner.append(a)\n{'x': d}", "x", "a"),
    ("rows = [{}]\nfor row in rows:\n    row['k'] = a\n{'x': rows}", "x", "a"),
    ("rows = [{}]\nfor n, row in enumerate(rows):\n    cell = row\n    cell['k'] = a\n{'x': rows}", "x", "a"),
    ("rows = [[{}]]\nfor row in rows:\n    for cell in row:\n        cell['k'] = a\n{'x': rows}", "x", "a"),
    ("rows = [{}]\n[row.update(k=a) for row in rows]\n{'x': rows}", "x", "a"),
    ("rows = [1]\n[rows.append(1) for _ in a]\n{'x': rows}", "x", "a"),
    ("rows = [1]\nm = rows.pop() if a else 0\n{'x': rows}", "x", "a"),
    ("rows = [1]\na and rows.append(1)\n{'x': rows}", "x", "a"),
    ("if a > 3:\n    m = 1\nelse:\n    m = 2\n{'x': m}", "x", "a"),
    ("if a > 3:\n    if b:\n        m = 1\nelse:\n    m = 2\n{'x': m}", "x", "a b"),
    ("m = 0\nfor v in a:\n    m += 1\n{'x': m}", "x", "a"),
    ("m = 0\nwhile m < a:\n    m += 1\n{'x': m}", "x", "a"),
    ("n = 0\nfor v in [1, 2]:\n    if v > a:\n        break\n    n += 1\n{'x': n}", "x", "a"),
    ("n = 0\nfor v in [1, 2]:\n    if v > a:\n        continue\n    n += 1\n{'x': n}", "x", "a"),
    ("n = 0\nwhile True:\n    if n > a:\n        break\n    n += 1\n{'x': n}", "x", "a"),
    ("try:\n    check(a)\n    m = True\nexcept ValueError:\n    m = False\n{'x': m}", "x", "a"),
    ("m = 1\ntry:\n    check(a)\nexcept ValueError:\n    m = 2\n{'x': m}", "x", "a"),
    ("m = 1\ntry:\n    check(a)\nexcept ValueError:\n    pass\nelse:\n    m = 2\n{'x': m}", "x", "a"),
    ("def f(v):\n    return v * b\n{'x': f(a)}", "x", "a b"),
    ("out = []\ndef put(v):\n    out.append(v)\nput(a)\n{'x': out}", "x", "a"),
    ("out = []\ndef put(v):\n    if v > b:\n        return\n    out.append(v)\nput(a)\n{'x': out}", "x", "a b"),
    ("out = []\ndef put(v):\n    out.append(v)\nfor w in a:\n    put(w)\n{'x': out}", "x", "a"),
    ("out = []\ndef put(v):\n    out.append(v)\nif b:\n    put(1)\n{'x': out}", "x", "b"),
    ("out = []\nput = lambda v: out.append(v)\nput(a)\n{'x': out}", "x", "a"),
    ("def fill(row):\n    row['k'] = a\nd = {}\nfill(d)\n{'x': d}", "x", "a"),
    ("def fill(row, v):\n    row['k'] = v\nrows = [{}]\nfor r in rows:\n    fill(r, a)\n{'x': rows}", "x", "a"),
    ("n = 0\ndef add(v):\n    global n\n    n += v\nadd(a)\n{'x': n}", "x", "a"),
    ("def outer(v):\n    def inner(w):\n        return w * v\n    return inner\nf = outer(a)\n{'x': f(b)}", "x", "a b"),
    ("class T:\n    def __init__(self, v):\n        self.v = v\nt = T(a)\n{'x': t.v}", "x", "a"),
    ("class T:\n    v = 0\n    def put(self, v):\n        self.v = v\nt = T()\nt.put(a)\n{'x': t.v}", "x", "a"),
    ("class T:\n    v = 0\nt = T()\nt.v = a\n{'x': t.v}", "x", "a"),
    ("if (m := a) > 3:\n    pass\n{'x': m}", "x", "a"),
    ("match a:\n    case 1:\n        m = 1\n    case _:\n        m = 2\n{'x': m}", "x", "a"),
    ("match 3:\n    case n if n > a:\n        m = 1\n    case _:\n        m = 2\n{'x': m}", "x", "a"),
    ("match a:\n    case {'k': k}:\n        m = k\n{'x': m}", "x", "a"),
    ("r = {'x': a}\nr", "x", "a"),
    ("r = {'x': 1}\nr['x'] = a\nr", "x", "a"),
    ("r = {'x': []}\ns = r\ns['x'] = a\nr", "x", "a"),
    ("r = {'x': []}\nr['x'].append(a)\nr", "x", "a"),
    ("r = {'x': 1}\nr.update(x=a)\nr", "x", "a"),
    ("e = {'x': a}\n{**e, 'y': b}", "x", "a"),
    ("dict(x=a)", "x", "a"),
    ("r = {'x': a}\nfor k in [1]:\n    r", "x", "a"),
    ("m = a\nm = b\n{'x': m}", "x", "b"),
    ("{'x': f'{a} of {b:.2f}'}", "x", "a b"),
    ("{'x': [v for v in c if v > a]}", "x", "a c"),
    ("{'x': sql('select * from t', t=a)}", "x", "a"),
    ("{'x': [f(a) for f in [weigh]]}", "x", "a weigh"),
    ("x = max(c, key=lambda v: abs(v - a))\n{'x': x}", "x", "a c"),
    ("import math\nm = math.log(a)\n{'x': math.sqrt(m)}", "x", "a"),
]


@pytest.mark.parametrize(("code", "key", "names"), TABLE)
def test_a_key_rests_on_all_that_decides_it(code: str, key: str, names: str) -> None:
    found = uses(code)
    assert set(names.split()) <= found.get(key, found[WHOLE]).names
    assert set(names.split()) <= found[WHOLE].names


@pytest.mark.parametrize(
    ("code", "key", "behind"),
    [
        ("w = weigh(a)\ns = score(b)\n{'x': w, 'y': s}", "x", ["weigh:1"]),
        ("w = weigh(a)\ns = score(w)\n{'x': s}", "x", ["score:2", "weigh:1"]),
        ("ws = weigh.map(a)\n{'x': max(ws)}", "x", ["weigh:1"]),
        ("rows = [{}]\nfor r in rows:\n    r['w'] = weigh(r)\n{'x': rows, 'y': 1}", "x", ["weigh:3"]),
        ("rows = [{}]\nfor r in rows:\n    r['w'] = weigh(r)\n{'x': rows, 'y': 1}", "y", []),
        ("import math\nm = math.log(weigh(a))\nn = math.log(score(b))\n{'x': m, 'y': n}", "x", ["weigh:2"]),
        ("d = weigh(a)\ne = weigh(b)\ne.append(score(b))\n{'x': d}", "x", ["weigh:1"]),
        ("f = weigh\n{'x': f(a)}", "x", ["weigh:1"]),
        ("def f(v):\n    return weigh(v)\n{'x': f(a), 'y': score(b)}", "x", ["weigh:2"]),
        ("def f(v):\n    return weigh(v)\n{'x': f(a), 'y': score(b)}", "y", ["score:3"]),
        ("{'x': const.R, 'y': weigh(a)}", "x", ["const:1"]),
        ("if check(a):\n    m = weigh(a)\nelse:\n    m = 0\n{'x': m}", "x", ["check:1", "weigh:2"]),
    ],
)
def test_a_key_rests_on_its_calls_and_not_on_those_of_others(code: str, key: str, behind: list[str]) -> None:
    assert calls(code, key) == behind


def test_numbers_and_texts_are_among_what_is_rested_on() -> None:
    found = uses("m = a * 1.25\nn = 7\nt = sql('select * from plate where h > 3')\n{'x': m, 'y': t}")
    assert found["x"].numbers == (1.25,)
    assert "select * from plate where h > 3" in found["y"].texts
    assert 7.0 not in found[WHOLE].numbers


def test_what_is_computed_and_not_returned_is_not_rested_on() -> None:
    found = uses("m = weigh(a)\nn = score(b)\nprint(n)\n{'x': m}")
    assert "b" not in found[WHOLE].names
    assert len(found[WHOLE].sites) == 1


VARIABLES = [f"v{n}" for n in range(6)]
GIVEN = ["a", "b", "c", "d"]
LINES = st.one_of(
    st.tuples(st.sampled_from(VARIABLES), st.sampled_from(VARIABLES + GIVEN)).map(lambda p: f"{p[0]} = {p[1]}"),
    st.tuples(st.sampled_from(VARIABLES), st.sampled_from(VARIABLES + GIVEN)).map(
        lambda p: f"{p[0]} = {p[0]} + {p[1]}"
    ),
    st.tuples(st.sampled_from(VARIABLES), st.sampled_from(VARIABLES + GIVEN)).map(lambda p: f"{p[0]} += {p[1]}"),
    st.tuples(*[st.sampled_from(VARIABLES + GIVEN)] * 2, st.sampled_from(VARIABLES)).map(
        lambda p: f"if sum({p[0]}) > 2:\n    {p[2]} = {p[1]}"
    ),
    st.tuples(st.sampled_from(VARIABLES), st.sampled_from(VARIABLES + GIVEN)).map(lambda p: f"{p[0]}.extend({p[1]})"),
    st.tuples(st.sampled_from(VARIABLES), st.sampled_from(VARIABLES + GIVEN)).map(
        lambda p: f"for i in range(len({p[1]})):\n    if i > 2:\n        break\n    {p[0]}.append(i)"
    ),
    st.tuples(st.sampled_from(VARIABLES), st.sampled_from(VARIABLES + GIVEN)).map(lambda p: f"put({p[0]}, {p[1]})"),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(LINES, max_size=8), st.sampled_from(VARIABLES), st.sampled_from(GIVEN))
def test_what_is_not_named_cannot_change_the_result(lines: list[str], key: str, changed: str) -> None:
    first = [*(f"{name} = [{n}]" for n, name in enumerate(VARIABLES)), "def put(xs, ys):\n    xs.extend(ys)"]
    code = "\n".join([*first, *lines, f"{{'x': {key}}}"])
    if changed in uses(code)["x"].names:
        return
    results = [result(code, changed, value) for value in ([1], [5, 6], [])]
    assert results[0] == results[1] == results[2]


def result(code: str, changed: str, value: list[int]) -> object:
    *body, last = code.split("\n")
    names: dict[str, Any] = {name: [0, n] for n, name in enumerate(GIVEN)} | {changed: value}
    # A program that never ends is none to compare.
    if code.count("extend") + code.count("+") > 12:
        return None
    exec("\n".join(body), names)
    found = eval(last, names)["x"]
    return list(found)
