"""Periods as they are said."""

import datetime

import pytest

from scitoolagent.reading.periods import period_at


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("2022", "2022-01-01", "2022-12-31"),
        ("the year 2022", "2022-01-01", "2022-12-31"),
        ("February 2024", "2024-02-01", "2024-02-29"),
        ("may 2022", "2022-05-01", "2022-05-31"),
        ("Sept 2021", "2021-09-01", "2021-09-30"),
        ("2022-11", "2022-11-01", "2022-11-30"),
        ("Q4 2022", "2022-10-01", "2022-12-31"),
        ("the second quarter of 2022", "2022-04-01", "2022-06-30"),
        ("2022-05-04", "2022-05-04", "2022-05-04"),
        ("4 May 2022", "2022-05-04", "2022-05-04"),
        ("the 4th of May 2022", "2022-05-04", "2022-05-04"),
        ("May 4, 2022", "2022-05-04", "2022-05-04"),
    ],
)
def test_days_of_a_period(text: str, first: str, last: str) -> None:
    found = period_at(f"{text} and more", 0)
    assert found is not None
    assert (found.first, found.last) == (datetime.date.fromisoformat(first), datetime.date.fromisoformat(last))
    assert found.end == len(text)


def test_a_month_of_any_year() -> None:
    found = period_at("March", 0)
    assert found is not None
    assert (found.month, found.first, found.last) == (3, None, None)


@pytest.mark.parametrize(
    "text",
    ["may", "march", "30 February 2022", "2022.5", "2022-05-04-01", "20221", "2022nd", "1200", "9999", "Marches"],
)
def test_what_is_no_period(text: str) -> None:
    assert period_at(text, 0) is None
