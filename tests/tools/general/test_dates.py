"""Parts of dates, against days whose weekday is on record."""

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tool.days import day_of
from scitoolagent.tools.general.dates import parts_of_date


@pytest.mark.parametrize(
    ("text", "year", "quarter", "month", "weekday"),
    [
        ("2024-03-31", 2024, "2024-Q1", "2024-03", "Sunday"),  # Easter
        ("20.07.1969", 1969, "1969-Q3", "1969-07", "Sunday"),  # the landing on the Moon
        ("29 Feb 2000", 2000, "2000-Q1", "2000-02", "Tuesday"),
        ("9 November 1989", 1989, "1989-Q4", "1989-11", "Thursday"),  # the fall of the wall
        ("2022-05-11T23:59:59Z", 2022, "2022-Q2", "2022-05", "Wednesday"),
    ],
)
def test_parts(text: str, year: int, quarter: str, month: str, weekday: str) -> None:
    parts = parts_of_date(text)
    assert (parts.year, parts.quarter, parts.month, parts.weekday) == (year, quarter, month, weekday)


@pytest.mark.parametrize("text", ["03/04/2024", "2023-02-29", "31.04.2024", "yesterday", "", "2024", "12.5", "2024-03"])
def test_what_is_no_day_or_may_be_two_is_refused(text: str) -> None:
    assert day_of(text) is None
    with pytest.raises(ToolInputError, match="is no date"):
        parts_of_date(text)
