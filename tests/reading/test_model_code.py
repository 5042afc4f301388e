"""What a program of a model says counts only in the lines that its result is of."""

from __future__ import annotations

import pytest

from scitoolagent.reading.by_model.code import read_code

USED = "part = table1[table1['site'] == 'b']\nresult = part['mass'].head(7).sum()"


def test_what_the_result_is_of_is_said() -> None:
    code = read_code(USED)
    assert code.numbers == {7.0}
    assert {"site", "b", "mass"} <= code.texts
    assert code.says("mass") and not code.says("mas")
    assert read_code("result = table1.query('far > 2').mass.sum()").says("far")
    assert read_code("result = table1.mass.sum()").says("mass")
    assert "table1" in code.names


@pytest.mark.parametrize(
    "idle",
    [
        "limit = 42",
        "'over 42'",
        "limit = 42\nprint(limit)",
        "assert 42 > 7",
        "def over(rows):\n    return rows > 42",
        "def f():\n    result = 42\n    return result",
        "for one in range(42):\n    other = one",
        "# 42",
    ],
)
def test_a_line_that_nothing_is_done_with_says_nothing(idle: str) -> None:
    for text in (f"{idle}\n{USED}", f"{USED}\n{idle}"):
        assert read_code(text) == read_code(USED)


@pytest.mark.parametrize(
    "text",
    [
        "limit = 42\nresult = (table1['mass'] > limit).sum()",
        "limit = 40\nlimit += 42\nresult = limit + len(table1)",
        "rows = []\nfor one in table1['mass']:\n    rows.append(one > 42)\nresult = sum(rows)",
        "def over(rows):\n    return rows > 42\n\nresult = over(table1['mass']).sum()",
        "table1['far'] = table1['mass'] > 42\nresult = table1['far'].sum()",
        "table1.query('mass > 42', inplace=True)\nresult = len(table1)",
        "import numpy as np\ngrid = np.zeros(3)\nnp.add.at(grid, 1, 42)\nresult = grid.sum()",
        "if len(table1) > 42:\n    result = 1\nelse:\n    result = 2",
        "result = {}\nfor name, part in table1.groupby('site'):\n    result[name] = (part['mass'] > 42).sum()",
        "result = 1\nresult = result + 42",
        "first, result = 42, 7\nresult = first",
        "print(len(table1), 42)",
    ],
)
def test_what_reaches_the_result_on_a_detour_is_said(text: str) -> None:
    assert 42.0 in read_code(text).numbers


@pytest.mark.parametrize("text", ["result = 42 +", "result = 42\x00", "(" * 400 + "42"])
def test_what_is_no_python_says_nothing(text: str) -> None:
    assert read_code(text).numbers == frozenset()
