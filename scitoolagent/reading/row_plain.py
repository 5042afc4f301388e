"""A sentence about rows: the conditions that it sets, in plain words, and the chunks of what else it says."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from scitoolagent.language.words import word_list
from scitoolagent.reading import row_lexicon as of
from scitoolagent.reading.row_chunks import Chunk, Chunked
from scitoolagent.reading.row_parting import is_total
from scitoolagent.reading.row_values import words_in
from scitoolagent.records import Column, Schema

# Chunks of two or more values of one column, and of names of rows.
PAIR, ROWS_PAIR = "P", "Y"
# Between questions about the same rows.
AGAIN = "? "
# So many columns of a row are read.
_MOST_COLUMNS = 30
_WITH = re.compile(r"\b(?:with|have|has|had|having)\s+(?:an?|any|some)\s+$", re.IGNORECASE)
# A number with at most a sign of money or a unit around it.
_AMOUNT = re.compile(r"\W{0,3}\d[\d.,'\s]*\W{0,3}")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_DATED = {"<": "before", ">": "after"}
_SIGNS = {"=": "is", ">": "is above", "<": "is below", ">=": "is at least", "<=": "is at most"}


@dataclass(frozen=True, slots=True)
class Framed:
    """A question in plain words, which may be put in several ways, and the conditions that it has to set."""

    texts: tuple[str, ...]
    conditions: tuple[Mapping[str, Any], ...]
    # Whether it says more than the words themselves do, which read as they stand give another answer.
    better: bool = False


@dataclass(slots=True)
class PlainSentence:
    """The chunks of a sentence less its conditions, which hold for all that is asked, and the letters of the rest."""

    given: Chunked
    chunks: list[Chunk]
    conditions: list[Chunk]
    better: bool = False
    unit: str = ""

    @property
    def letters(self) -> str:
        """The kinds of the chunks, one letter each."""
        return "".join(one.kind for one in self.chunks)

    def named(self, match: re.Match[str], name: str) -> list[Chunk]:
        """The chunks that a part of a pattern took, less joints and words for groups."""
        start, end = match.span(name)
        return [one for one in self.chunks[start:end] if one.kind not in "jGo"] if start >= 0 else []

    @property
    def wheres(self) -> tuple[str, ...]:
        """The conditions in words, in two ways; those that have no words as they were written."""
        said: list[str] = []
        written = ""
        for one in self.conditions:
            try:
                said.append(in_words(one.data))
            except KeyError:
                written += f" {self.given.text[one.start : one.end]}"
        if not said:
            return (written,)
        plain, held = " and ".join(said), " and ".join(map(having, said))
        return f" where {plain}{written}", f" of the rows with {held}{written}"


def finished(given: Chunked, texts: Sequence[str], conditions: Sequence[Mapping[str, Any]]) -> Framed:
    """A question in plain words with the file that it is about."""
    quoted = f'"{given.file}"' if " " in given.file and not given.file.startswith('"') else given.file
    sheet = f"the sheet {given.table.sheet} of " if given.table.sheets and given.table.sheet else ""
    files = [text.replace(AGAIN, f" in {sheet}{quoted}{AGAIN}") for text in texts]
    return Framed(tuple(f"{text} in {sheet}{quoted}" for text in files), tuple(conditions))


def having(said: str) -> str:
    """A condition in words as it stands behind "with": "age above 50", "sex = F"."""
    return re.sub(r" is (above|below|at least|at most|between|before|after|not|missing)\b", r" \1", said).replace(
        " is ", " = ", 1
    )


def in_words(condition: Mapping[str, Any]) -> str:
    """A condition in words.

    Raises:
        KeyError: it is of a kind that has none.
    """
    column = str(condition.get("column", ""))
    unit = f" {condition['unit']}" if condition.get("unit") else ""
    if condition["is"] == "compare" and _DATE.fullmatch(str(condition["value"])):
        return f"{column} is {_DATED[condition['sign']]} {condition['value']}"
    if condition["is"] == "compare":
        return f"{column} {_SIGNS[condition['sign']]} {value_in_words(condition['value'])}{unit}"
    if condition["is"] == "one of":
        return f"{column} is {' or '.join(map(value_in_words, condition['values']))}{unit}"
    if condition["is"] == "missing":
        return f"{column} is missing"
    if condition["is"] == "not" and condition["of"]["is"] == "missing":
        return f"{condition['of']['column']} is not missing"
    if condition["is"] == "not" and condition["of"]["is"] in ("compare", "one of"):
        return in_words(condition["of"]).replace(" is ", " is not ", 1)
    if condition["is"] == "all":
        low, high = condition["of"]
        if low["column"] == high["column"] and (low["sign"], high["sign"]) == (">=", "<="):
            unit = f" {low['unit']}" if low.get("unit") else ""
            return (
                f"{low['column']} is between {value_in_words(low['value'])} and {value_in_words(high['value'])}{unit}"
            )
    raise KeyError(condition["is"])


def value_in_words(value: Any) -> str:
    """A value of a column as a question says it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)


def counting(table: Schema) -> list[Column]:
    """The columns that count things in each row."""
    counts = word_list("row_frames", "counts")
    return [one for one in table.columns if one.kind == "integer" and " ".join(words_in(one.name)) in counts]


def lacks(sentence: PlainSentence) -> bool:
    """Whether rows without something are meant: who had no event at one visit may have had one at another."""
    return any(one.data["is"] in ("missing", "any", "not") for one in sentence.conditions)


def there_is_one(sentence: PlainSentence) -> None:
    """Where things are counted, a place has those of which there is one at least."""
    counts = counting(sentence.given.table)
    limited = {one.data.get("column") for one in sentence.conditions}
    classed = limited & set(sentence.given.table.values)
    if len(counts) == 1 and classed and counts[0].name not in limited:
        held = {"is": "compare", "column": counts[0].name, "sign": ">", "value": 0}
        sentence.conditions.append(Chunk(of.CONDITION, 0, 0, held))


def adds_up(sentence: PlainSentence, group: Column, column: Column) -> bool:
    """Whether "which region sold the most units" adds up: a class of several rows, and a column of amounts."""
    told = {str(one.data) for one in sentence.chunks if one.kind == of.EXTREME}
    return is_total(sentence.given.table, group, column) and bool(told & {"most", "fewest"})


def holds_amounts(table: Schema, column: Column) -> bool:
    """Whether the texts of a column are amounts as people write them, "$450.00", so that it parts no rows."""
    held = table.values.get(column.name, ())
    return bool(held) and all(_AMOUNT.fullmatch(one) for one in held)


def with_truths(chunks: Sequence[Chunk], table: Schema) -> list[Chunk]:
    """The chunks, with the header of a column of truths as a condition, unless groups or a link are made of it."""
    linked = any(one.kind == of.LINK for one in chunks)
    found: list[Chunk] = []
    for one in chunks:
        if one.kind == of.TRUTH:
            led = found[-1].kind == of.GROUP if found else "".join(each.kind for each in chunks).startswith("UG")
            held = {"is": "compare", "column": one.data.name, "sign": "=", "value": of.said_true(one.data, table)}
            one = one._replace(kind=of.CLASS_COLUMN) if led or linked else Chunk("F", one.start, one.end, held)
        found.append(one)
    return found


def without_headers(chunks: Sequence[Chunk]) -> list[Chunk]:
    """The chunks less the headers that stand beside one of their values: "batch B1", "the drug arm"."""
    held = [_column_of(one) for one in chunks]
    found = []
    for place, one in enumerate(chunks):
        if isinstance(one.data, Column) and one.kind in (of.CLASS_COLUMN, of.NAME_COLUMN, of.NUMBER_COLUMN, of.ROW):
            beside = [held[n] for n in (place - 1, place + 1) if 0 <= n < len(chunks)]
            if one.data.name in beside and not (place and chunks[place - 1].kind == of.GROUP):
                continue
        found.append(one)
    return found


def _column_of(chunk: Chunk) -> str:
    """The header that a condition on one value is of."""
    single = chunk.kind in (of.CONDITION, of.CELL) and chunk.data.get("is") == "compare" and chunk.data["sign"] == "="
    return str(chunk.data["column"]) if single else ""


def _having(given: Chunked) -> list[Chunk]:
    """The chunks, with "with an adverse event" as the condition that the cell of that column is not blank."""
    texts = {one.name for one in given.table.columns if one.kind == "text"}
    return [
        Chunk(of.CONDITION, one.start, one.end, {"is": "not", "of": {"is": "missing", "column": one.data.name}})
        if isinstance(one.data, Column) and one.data.name in texts and _WITH.search(given.text[: one.start])
        else one
        for one in given.chunks
    ]


def _expired(given: Chunked, chunks: Sequence[Chunk]) -> list[Chunk]:
    """The chunks, with what has expired as a condition on the one column of such dates."""
    dates = [
        one for one in given.table.columns if {*words_in(one.name.replace("_", " "))} & word_list("row_frames", "ends")
    ]
    if not any(one.kind == of.EXPIRED for one in chunks) or len(dates) != 1:
        return list(chunks)
    held = {"is": "compare", "column": dates[0].name, "sign": "<", "value": date.today().isoformat()}
    return [Chunk("F", one.start, one.end, held) if one.kind == of.EXPIRED else one for one in chunks]


def _paired(chunks: Sequence[Chunk]) -> list[Chunk]:
    """The chunks, with values of one column that are put side by side as one: "men and women", "B1 vs B2"."""
    # "How many women and how many men".
    again = {of.COUNT} if chunks and chunks[0].kind == of.COUNT else set()
    compared = any(one.kind in (of.DIFFERENCE, of.RATIO, of.COMPARE, of.MORE, of.AGAINST) for one in chunks)
    found: list[Chunk] = []
    place = 0
    while place < len(chunks):
        run, joints, at = [chunks[place]], "", place + 1
        while _column_of(run[0]) and at < len(chunks):
            step = at
            while step < len(chunks) and chunks[step].kind in (
                of.JOINT,
                of.EITHER,
                of.AGAINST,
                of.MORE,
                of.ROW,
                *again,
            ):
                step += 1
            if (
                step == len(chunks)
                or _column_of(chunks[step]) != _column_of(run[0])
                or chunks[step].kind != run[0].kind
            ):
                break
            joints += "".join(one.kind for one in chunks[at:step])
            run.append(chunks[step])
            at = step + 1
        if len(run) == 1:
            found.append(run[0])
            place += 1
            continue
        values = list(dict.fromkeys(one.data["value"] for one in run))
        column, (start, end) = _column_of(run[0]), (run[0].start, run[-1].end)
        if of.EITHER in joints and not compared:
            held = {"is": "one of", "column": column, "values": values}
            found.append(Chunk(of.CONDITION, start, end, held))
        else:
            kind = PAIR if run[0].kind == of.CONDITION else ROWS_PAIR
            found.append(Chunk(kind, start, end, (column, values)))
            found += [Chunk(of.MORE, start, start, "")] if of.MORE in joints else []
        place = at
    return found


def reduced(given: Chunked) -> PlainSentence | None:
    """The chunks of a sentence without its conditions, with pairs of values as one chunk; None where a word is left."""
    found = [one for one in with_truths(_having(given), given.table) if one.kind not in (of.VERB, of.AMONG)]
    found = _paired(without_headers(_expired(given, found)))
    if any(one.kind == of.NOT for one in found):
        return None
    conditions = [one for one in found if one.kind in (of.CONDITION, of.CELL)]
    wanted = [one for one in found if one.kind == of.WANTED]
    found = [one for one in found if one.kind != of.WANTED]
    if len(wanted) > 1:
        return None
    rest = [one for one in found if one.kind not in (of.CONDITION, of.CELL, of.SEEN)]
    counts = counting(given.table)
    better = False
    if len(rest) + len(conditions) < len(found) and counts and not any(one.kind == of.COUNT for one in rest):
        # "Where was it found": where there was one at least.
        held = {"is": "compare", "column": counts[0].name, "sign": ">", "value": 0}
        conditions.append(Chunk(of.CONDITION, 0, 0, held))
        better = True
    columns = [str(one.data.get("column") or one.data.get("of")) for one in conditions]
    if len(set(columns)) < len(columns):
        return None
    while rest and rest[-1].kind in (of.JOINT, of.GROUP) and rest[-1].data in (",", "by"):
        rest.pop()
    return PlainSentence(given, rest, conditions, better, wanted[0].data if wanted else "")


def running(table: Schema) -> str:
    """The header of the running numbers that rows are called by, where these stand first."""
    return table.columns[0].name if table.columns[0].kind == "integer" else ""


def telling(table: Schema, *but: str) -> list[str]:
    """The headers of all that is held of a row, less those that name it; none where nobody reads so many."""
    found = [one.name for one in table.columns if one.name not in (table.named, running(table), *but)]
    return found if len(found) <= _MOST_COLUMNS else []


def names(chunks: Sequence[Chunk]) -> str:
    """The headers of some columns as a list in words."""
    return listed([one.data.name for one in chunks])


def listed(texts: Sequence[str]) -> str:
    """Texts as a list in words."""
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"
