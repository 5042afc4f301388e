"""Parts of a date by which measurements are put together: year, quarter, month, day of the week, hour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.days import day_of, hour_of
from scitoolagent.tool.types import CalendarDate

CalendarYear = Annotated[int, Semantic("CalendarYear", unit="1", label="calendar year")]
CalendarQuarter = Annotated[str, Semantic("CalendarQuarter", label="calendar quarter")]
CalendarMonth = Annotated[str, Semantic("CalendarMonth", label="calendar month")]
CalendarDay = Annotated[str, Semantic("CalendarDay", label="calendar day")]
CalendarHour = Annotated[str, Semantic("CalendarHour", label="calendar hour")]
HourOfDay = Annotated[int, Semantic("HourOfDay", unit="1", label="hour of the day")]
Weekday = Annotated[str, Semantic("Weekday", label="day of the week", also=("weekday",))]


@dataclass(frozen=True, slots=True)
class DateParts:
    """The year, quarter, month and day of the week that a day lies in."""

    year: CalendarYear
    quarter: CalendarQuarter
    month: CalendarMonth
    weekday: Weekday


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"date": "2024-03-31"})
def parts_of_date(date: CalendarDate) -> DateParts:
    """Tell in which year, quarter and month a date lies, and on which day of the week.

    Args:
        date: As `2024-03-31`, `31.03.2024` or `31 Mar 2024`, of the Gregorian calendar. `03/04/2024` is refused, since
            it is one of two days.
    Returns:
        The year as a number, the quarter as `2024-Q1`, the month as `2024-03`, and the day of the week in words.
    Raises:
        ToolInputError: the text is no such date.
    Source: ISO 8601-1:2019.
    """
    day = day_of(date)
    if day is None:
        raise ToolInputError(f"{date[:40]!r} is no date; write it as 2024-03-31")
    quarter = f"{day.year:04}-Q{(day.month + 2) // 3}"
    return DateParts(day.year, quarter, f"{day.year:04}-{day.month:02}", _WEEKDAYS[day.weekday()])


@dataclass(frozen=True, slots=True)
class TimeParts:
    """The day and the hour that a moment lies in."""

    day: CalendarDay
    hour: CalendarHour
    of_day: HourOfDay


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"date": "2024-03-31 14:30"})
def parts_of_time(date: CalendarDate) -> TimeParts:
    """Tell in which hour of which day a date with a time of day lies.

    Args:
        date: As `2024-03-31 14:30`, with seconds or without; of a time zone behind it nothing is made.
    Returns:
        The day as `2024-03-31`, the hour as `2024-03-31 14h`, and the hour of the day, 0 to 23.
    Raises:
        ToolInputError: the text is no such date, or has no time of day.
    Source: ISO 8601-1:2019.
    """
    day, hour = day_of(date), hour_of(date)
    if day is None or hour is None:
        raise ToolInputError(f"{date[:40]!r} has no time of day; write it as 2024-03-31 14:30")
    return TimeParts(day.isoformat(), f"{day.isoformat()} {hour:02}h", hour)


_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
