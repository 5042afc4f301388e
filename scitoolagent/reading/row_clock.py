"""Rows of a time of day or a day of the week: "between 8:00 and 12:00", "after 18:30", "on weekends", "on Mondays"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from scitoolagent.language.stem import singular
from scitoolagent.language.words import phrase_meanings, phrases_of, word_list
from scitoolagent.reading.periods import period_at
from scitoolagent.reading.phrase_places import phrase_before
from scitoolagent.reading.row_values import Said, known_values
from scitoolagent.reading.shorthand import Change
from scitoolagent.reading.tokens import Token
from scitoolagent.records import Column, Query
from scitoolagent.tool.types import CalendarDate

_DATE: str = CalendarDate.__metadata__[0].name  # type: ignore[attr-defined]
_CLOCK = re.compile(r"(?<![\d:.])([01]?\d|2[0-4]):([0-5]\d)(?![\d:])")
_SIGNS = {"after": ">", "before": "<", "since": ">=", "until": "<=", "at": "="}
_WHICH_COLUMN = "it is not clear which of {} is meant; name it"


def of_clock(query: Query, sentence: Sequence[Token]) -> Iterator[Said]:
    """The conditions that rows are of a time of day, or of a day of the week, with all the words that say it.

    Args:
        query: knows the columns of its files.
        sentence: its tokens.
    """
    columns = [one for table in query.tables for one in table.columns if one.type == _DATE]
    if not columns:
        return
    problem = _WHICH_COLUMN.format(" and ".join(one.name for one in columns)) if len(columns) > 1 else ""
    for tokens, condition in (*_of_times(query, sentence, columns[0]), *_of_days(query, sentence, columns[0])):
        texts = [token.text for token in sentence]
        denied = phrase_before(texts, tokens[0], "row_words", "excluding")
        held = {"is": "not", "of": condition} if denied else condition
        yield Said((*range(tokens[0] - denied, tokens[0]), *tokens), held, problem=problem)


def _of_times(query: Query, sentence: Sequence[Token], column: Column) -> Iterator[tuple[range, dict[str, Any]]]:
    texts = [token.text for token in sentence]
    times = {place: found for place, token in enumerate(sentence) if (found := _time(query, sentence, token.start))}
    done = -1
    for place, (length, said) in times.items():
        if place < done:
            continue
        joint = place + length
        second = times.get(joint + 1) if joint < len(texts) and texts[joint] in word_list("dates", "ranging") else None
        led = phrase_before(texts, place, "dates", "between")
        if second is not None and led:
            done = joint + 1 + second[0]
            ends = [_compared(column, sign, one) for sign, one in ((">=", said), ("<=", second[1]))]
            yield range(place - led, done), {"is": "all", "of": ends}
            continue
        for lead, sign in _SIGNS.items():
            group = "clock" if lead == "at" else "dates"
            if second is None and (led := phrase_before(texts, place, group, lead)):
                yield range(place - led, place + length), _compared(column, sign, said)
                break


def _time(query: Query, sentence: Sequence[Token], start: int) -> tuple[int, str] | None:
    """How many tokens from a place on are a time of day, and the time."""
    found = _CLOCK.match(query.text, start)
    if found is None:
        return None
    length = sum(found.start() <= token.start < found.end() for token in sentence)
    return length, f"T{int(found[1]):02}:{found[2]}"


def _compared(column: Column, sign: str, time: str) -> dict[str, Any]:
    return {"is": "dated", "column": column.name, "sign": sign, "value": time}


def _of_days(query: Query, sentence: Sequence[Token], column: Column) -> Iterator[tuple[range, dict[str, Any]]]:
    texts = [token.text for token in sentence]
    held = {words for known in known_values(query).values() for words in known}
    for place in range(1, len(texts)):
        led = max(phrase_before(texts, place, "clock", "on"), 0)
        days = [int(one) for one in _days_called(texts[place]).split()]
        # Where a column has classes that are called so, these are meant.
        if not led or not days or (texts[place],) in held or (singular(texts[place]),) in held:
            continue
        each = [_compared(column, "=", f"-W{day}") for day in days]
        yield range(place - led, place + 1), each[0] if len(each) == 1 else {"is": "any", "of": each}


def _days_called(word: str) -> str:
    """The days of the week that a word says, Monday being 1."""
    return next((days for days, words in phrases_of("weekdays").items() if {word, singular(word)} & {*words}), "")


def by_periods(sentence: Sequence[Token]) -> Iterator[Change]:
    """ "Hourly mean of A" as the mean of A by hour, where the sentence makes no other groups."""
    periods = phrase_meanings("periodic")
    grouping = word_list("row_words", "grouping")
    for place, token in enumerate(sentence[:-1]):
        figure = sentence[place + 1].text in word_list("row_words", "group_figures")
        if token.text in periods and figure and not any(one.text in grouping for one in sentence):
            last = [one for one in sentence if one.text not in ("?", ".", "!")][-1]
            yield token.start, sentence[place + 1].start, ""
            yield last.end, last.end, f" by {periods[token.text]}"
            return


def in_months(query: Query, sentence: Sequence[Token]) -> Iterator[Change]:
    """ "In summer (June to August)" as "from June to August": a season is what the question says it is."""
    texts = [token.text for token in sentence]
    for place in range(1, len(texts) - 2):
        if texts[place] not in word_list("clock", "seasons") or texts[place + 1] != "(" or ")" not in texts[place:]:
            continue
        end = texts.index(")", place)
        first = period_at(query.text, sentence[place + 2].start)
        if first is None or not first.month or not {*texts[place + 3 : end]} & word_list("dates", "ranging"):
            continue
        start = place
        while start and texts[start - 1] in word_list("clock", "season_leads"):
            start -= 1
        yield sentence[start].start, sentence[place + 1].end, "from "
        yield sentence[end].start, sentence[end].end, ""
        return
