"""How the values of an answer are laid out for people."""

from __future__ import annotations

from scitoolagent.records import AnswerValue
from scitoolagent.summarizer import grids, ways


def value(label: str, subject: str, number: float, step: int, unit: str | None = None) -> AnswerValue:
    return AnswerValue(
        label=label, subject=subject, type="", value=number, unit=unit, step=step, tool=f"tool{step}", source="book"
    )


def shape(values: list[AnswerValue]) -> list[tuple[tuple[str, ...], list[tuple[str, tuple[int, ...], list[object]]]]]:
    return [
        (
            grid.subjects,
            [
                (one.label, one.steps, [one.cells[name].value if name in one.cells else None for name in grid.subjects])
                for one in grid.columns
            ],
        )
        for grid in grids(values)
    ]


def test_steps_for_one_thing_each_share_a_column() -> None:
    values = [value("mass", "a", 1, 2), value("mass", "b", 2, 4), value("logP", "a", 3, 5), value("logP", "b", 4, 6)]
    assert shape(values) == [(("a", "b"), [("mass", (2, 4), [1, 2]), ("logP", (5, 6), [3, 4])])]


def test_another_unit_is_another_column() -> None:
    values = [value("mass", "a", 1, 1, "g"), value("mass", "b", 2, 2, "kg")]
    assert [[(column.unit, column.label) for column in grid.columns] for grid in grids(values)] == [
        [("g", "mass")],
        [("kg", "mass")],
    ]


def test_no_value_takes_the_place_of_another() -> None:
    values = [value("mass", "a", 1, 1), value("mass", "a", 2, 2), value("mass", "a", 3, 2)]
    assert shape(values) == [(("a",), [("mass", (1,), [1]), ("mass", (2,), [2]), ("mass", (2,), [3])])]


def test_groups_by_two_columns_are_two_tables() -> None:
    values = [value("mean", "ester", 1, 2), value("mean", "ether", 2, 2)]
    values += [value("mean", "water", 3, 3), value("mean", "DMF", 4, 3)]
    assert [subjects for subjects, _ in shape(values)] == [("ester", "ether"), ("water", "DMF")]


def test_a_cell_without_a_value_is_empty_and_many_of_them_make_a_list() -> None:
    full = grids([value("mass", "a", 1, 1), value("mass", "b", 2, 1), value("logP", "a", 3, 2)])
    assert [grid.is_sparse for grid in full] == [False]
    thin = [value("one", name, 1, 1) for name in "abcdefgh"] + [value(f"p{n}", "a", n, 2) for n in range(6)]
    assert [grid.is_sparse for grid in grids(thin)] == [True]


def test_each_way_is_named_once() -> None:
    values = [value("mass", "a", 1, 2), value("mass", "b", 1, 2), value("logP", "a", 1, 3)]
    assert [(way.steps, way.tool) for way in ways(values)] == [((2,), "tool2"), ((3,), "tool3")]
