"""Rankings: the order, the first of them, and ties, which are never broken by chance."""

from __future__ import annotations

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.tables.ordering import pick_extreme, sort_by_value, top_by_value

NAMES = ["a", "b", "c", "d"]


@pytest.mark.parametrize(("order", "expected"), [("ascending", ["d", "b", "c", "a"]), ("descending", list("acbd"))])
def test_things_are_sorted_by_their_values(order: str, expected: list[str]) -> None:
    made = sort_by_value(NAMES, [3.5, -1, 2, -7.25], order)
    assert made.ranking == expected
    assert made.sorted_values == sorted([3.5, -1, 2, -7.25], reverse=order == "descending")
    assert made.tied == []


@pytest.mark.parametrize("order", ["ascending", "descending"])
def test_equal_values_keep_their_order_and_are_told(order: str) -> None:
    made = sort_by_value(NAMES, [1.0, 0.1 + 0.2, 5.0, 0.3], order)
    # 0.1 + 0.2 is not 0.3 for a computer; a chemist's two isomers have one mass.
    assert [name for name in made.ranking if name in "bd"] == ["b", "d"]
    assert sorted(made.tied) == ["b", "d"]


def test_the_first_of_a_ranking_are_taken() -> None:
    assert top_by_value(NAMES, [3, 1, 2, 4], 2).top == ["d", "a"]
    lowest = top_by_value(NAMES, [3, 1, 2, 4], 3, "lowest")
    assert (lowest.top, lowest.top_values) == (["b", "c", "a"], [1, 2, 3])
    # A tie among those that are in does not matter, one over the last place does.
    assert top_by_value(NAMES, [4, 4, 2, 1], 2).top == ["a", "b"]
    with pytest.raises(ToolInputError, match="b, c tie with a value of 3"):
        top_by_value(NAMES, [4, 3, 3, 1], 2)


def test_the_extreme_is_picked() -> None:
    assert (pick_extreme(NAMES, [3, 1, 2, 4]).winner, pick_extreme(NAMES, [3, 1, 2, 4]).value) == ("d", 4)
    assert pick_extreme(NAMES, [3, 1, 2, 4], "lowest").winner == "b"
    assert pick_extreme(NAMES, [3, 1, 2, 4], "highest", 2).winner == "a"
    assert pick_extreme(NAMES, [3, 1, 2, 4], "lowest", 4).winner == "d"
    # Those below tie, and the first place is clear.
    assert pick_extreme(NAMES, [9, 1, 1, 1]).winner == "a"


@pytest.mark.parametrize(("values", "place"), [([5, 5, 1, 0], 1), ([5, 5, 1, 0], 2), ([9, 1, 1, 0], 2)])
def test_a_tie_at_the_place_is_refused_with_its_names(values: list[float], place: int) -> None:
    with pytest.raises(ToolInputError, match=r"(a, b|b, c) tie"):
        pick_extreme(NAMES, values, "highest", place)


@pytest.mark.parametrize(
    ("call", "why"),
    [
        (lambda: sort_by_value(NAMES, [1, 2, 3]), "4 subjects and 3 values"),
        (lambda: sort_by_value(["a"], [1]), "at least 2"),
        (lambda: sort_by_value(NAMES, [1, 2, 3, 4], "upwards"), "ascending, descending"),
        (lambda: top_by_value(NAMES, [1, 2, 3, 4], 5), "5 are asked for"),
        (lambda: top_by_value(NAMES, [1, 2, 3, 4], 0), "0 are asked for"),
        (lambda: pick_extreme(["a"], [1]), "at least 2"),
        (lambda: pick_extreme(NAMES, [1, 2, 3, 4], "highest", 5), "place 5"),
        (lambda: pick_extreme(NAMES, [1, 2, 3, 4], "most"), "highest, lowest"),
    ],
)
def test_what_is_not_defined_is_refused(call: object, why: str) -> None:
    with pytest.raises(ToolInputError, match=why):
        call()  # type: ignore[operator]
