"""Rows of a period: "the samples taken in 2022", "visits between May and July 2022", "date after 2024-05-01"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

from scitoolagent.language.stem import singular
from scitoolagent.language.words import phrase_meanings, word_list
from scitoolagent.reading.periods import Period, period_at
from scitoolagent.reading.phrase_places import phrase_at, phrase_before
from scitoolagent.reading.row_values import Said, words_in
from scitoolagent.reading.tokens import ENTITY, NUMBER, WORD, Token
from scitoolagent.reading.wishes import units_asked_in
from scitoolagent.reading.words import Word
from scitoolagent.records import Column, Query
from scitoolagent.tool.types import CalendarDate

_DATE: str = CalendarDate.__metadata__[0].name  # type: ignore[attr-defined]
# The first that fits is meant: "from May to July" is a range, and "from 2022-05-01" behind a header a beginning.
_LEADS = ("between", "after", "before", "since", "until", "in")
_SIGNS = {"after": ">", "before": "<", "since": ">=", "until": "<="}
_WHICH_COLUMN = "it is not clear which of {} is meant; name it"
_WHICH_YEAR = "the year of that month is not said"
_APART = "it is not clear whether these periods are meant together or each apart; write 'or' for together"


def of_periods(
    query: Query, sentence: Sequence[Token], headers: Sequence[tuple[int, int, Column]], nouns: frozenset[str]
) -> Iterator[Said]:
    """The conditions that rows are of a period, with all the words that say it.

    Args:
        query: knows the columns of its files.
        sentence: its tokens.
        headers: where each begins and ends, and its column.
        nouns: what the rows may be called.
    """
    columns = [one for table in query.tables for one in table.columns if one.type == _DATE]
    years = [one for table in query.tables for one in table.columns if _is_of_years(one)]
    # A column of texts that are no dates is named where no other has any: what it holds is told when it is read.
    named = [one for one in headers if one[2] in columns or one[2] in years or (one[2].kind == "text" and not columns)]
    texts = [token.text for token in sentence]
    place = 0
    while place < len(sentence):
        said = _Reader(query, sentence, texts).at(place, nouns) if columns or years or named else None
        if said is None:
            place += 1
            continue
        lead, periods, first, end, joint = said
        place = end
        start, column = _header_before(first, named, sentence)
        if column is None:
            start = first
            while start and texts[start - 1] in word_list("dates", "verbs"):
                start -= 1
        denied = phrase_before(texts, start, "row_words", "excluding")
        denied = denied or int(start > 0 and texts[start - 1] in word_list("dates", "denied"))
        known = [column] if column else years if years and all(one.year for one in periods) else columns
        if not known:
            continue
        condition = _condition(known[0], lead, periods)
        problem = _WHICH_COLUMN.format(" and ".join(one.name for one in known)) if len(known) > 1 else ""
        problem = problem or (_APART if joint == "and" and lead == "in" and len(periods) > 1 else "")
        problem = problem if condition else _WHICH_YEAR
        condition = {"is": "not", "of": condition} if denied and condition else condition or {}
        yield Said(tuple(range(start - denied, end)), condition, problem=problem)


def _is_of_years(column: Column) -> bool:
    words = words_in(column.name)
    return column.kind == "integer" and bool(words) and words[-1] in word_list("dates", "year")


def _header_before(
    place: int, headers: Sequence[tuple[int, int, Column]], sentence: Sequence[Token]
) -> tuple[int, Column | None]:
    """Where a header begins that ends at a place, with the words that lead to it, and its column."""
    for start, end, column in headers:
        if end == place:
            while start and sentence[start - 1].text in word_list("row_words", "having"):
                start -= 1
            return start, column
    return place, None


class _Reader:
    """Reads periods with what leads to them."""

    def __init__(self, query: Query, sentence: Sequence[Token], texts: Sequence[str]) -> None:
        self._text, self._sentence, self._texts = query.text, sentence, texts

    def at(self, place: int, nouns: frozenset[str]) -> tuple[str, list[Period], int, int, str] | None:
        """The lead at a place, the periods behind it, where the lead begins, where they end, and what joins them."""
        for lead in _LEADS:
            length = phrase_at(self._texts, place, "dates", lead)
            first = self._period(place + length) if length else None
            if first is None:
                continue
            if lead == "between":
                second = self._joined(first, word_list("dates", "ranging"))
                if second is None:
                    continue
                return lead, [first[0].in_year_of(second[0]), second[0]], place, second[1], ""
            if lead == "since" and self._texts[place] == "from" and not self._is_day(first[0]):
                continue
            return self._listed(lead, place, first)
        named = self._period(place)
        # "The 2022 samples".
        if named and named[0].year and named[1] < len(self._texts) and singular(self._texts[named[1]]) in nouns:
            return "in", [named[0]], place, named[1], ""
        excluded = phrase_before(self._texts, place, "row_words", "excluding")
        return ("in", [named[0]], place, named[1], "") if named and named[0].first and excluded else None

    def _listed(self, lead: str, place: int, first: tuple[Period, int]) -> tuple[str, list[Period], int, int, str]:
        periods, end, joint = [first[0]], first[1], ""
        while lead == "in" and (more := self._joined((periods[-1], end), {"and", "or", ","})):
            joint = "and" if "and" in (joint, self._texts[end]) else self._texts[end]
            periods, end = [*periods, more[0]], more[1]
        for other, key in (("since", "onwards"), ("until", "backwards")):
            if lead == "in" and len(periods) == 1 and (length := phrase_at(self._texts, end, "dates", key)):
                return other, periods, place, end + length, ""
        return lead, periods, place, end, joint

    def _joined(self, first: tuple[Period, int], joints: frozenset[str] | set[str]) -> tuple[Period, int] | None:
        """The period behind another one and a word between them."""
        end = first[1]
        return self._period(end + 1) if end < len(self._texts) and self._texts[end] in joints else None

    def _period(self, place: int) -> tuple[Period, int] | None:
        """The period whose first word is at a place, and where its words end."""
        if place >= len(self._sentence) or self._sentence[place].kind not in (NUMBER, WORD, ENTITY):
            return None
        found = period_at(self._text, self._sentence[place].start)
        if found is None:
            return None
        end = place
        while end < len(self._sentence) and self._sentence[end].start < found.end:
            end += 1
        return (found, end) if self._sentence[end - 1].end <= found.end else None

    @staticmethod
    def _is_day(period: Period) -> bool:
        return period.first is not None and period.first == period.last


def _condition(column: Column, lead: str, periods: Sequence[Period]) -> dict[str, Any] | None:
    """What must hold of a column; None where a month lacks the year that it needs."""
    if lead == "in":
        each = [_within(column, one) for one in periods]
        return each[0] if len(each) == 1 else {"is": "any", "of": each}
    months = [one.month for one in periods]
    if lead == "between" and all(months) and months == sorted(months):
        return {"is": "any", "of": [_in_month(column, one) for one in range(months[0], months[1] + 1)]}
    first, last = periods[0].first, periods[-1].last
    if first is None or last is None:
        return None
    if lead == "between":
        return _both(column, first, last)
    return _against(column, _SIGNS[lead], last if lead in ("after", "until") else first)


def _within(column: Column, period: Period) -> dict[str, Any]:
    if period.first is None or period.last is None:
        return _in_month(column, period.month)
    return _both(column, period.first, period.last)


def _in_month(column: Column, month: int) -> dict[str, Any]:
    return {"is": "dated", "column": column.name, "sign": "=", "value": f"--{month:02}"}


def _both(column: Column, first: date, last: date) -> dict[str, Any]:
    if first == last or (column.is_number and first.year == last.year):
        return _against(column, "=", first)
    return {"is": "all", "of": [_against(column, ">=", first), _against(column, "<=", last)]}


def _against(column: Column, sign: str, day: date) -> dict[str, Any]:
    if column.is_number:
        return {"is": "compare", "column": column.name, "sign": sign, "value": day.year}
    return {"is": "dated", "column": column.name, "sign": sign, "value": day.isoformat()}


def periods_in_full(query: Query, words: list[Word]) -> list[Word]:
    """The words, with the parts of a date in full where a question has one: "by month" asks for calendar months."""
    full = phrase_meanings("dates_in_full")
    if not any(one.type == _DATE for one in query.entities):
        return words
    # "The mean wait in hours" is told in that unit, and asks for no hours of the calendar.
    units = {start for start, _, _ in units_asked_in(query.text)}
    found: list[Word] = []
    for place, word in enumerate(words):
        told = word.start in units or (place > 0 and words[place - 1].text == "calendar")
        # "Hour of the day" is another thing than the hour.
        behind = [one.text for one in words[place + 1 : place + 4]]
        told = told or behind[:2] == ["of", "day"] or behind == ["of", "the", "day"]
        meant = word.text if told else full.get(singular(word.text), word.text)
        found += [word._replace(text=text) for text in meant.split()]
    return found
