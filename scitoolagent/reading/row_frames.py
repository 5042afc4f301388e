"""Everyday questions about the rows of a file, put into the plain words that the forms of sentences are written in.

The chunks of a sentence (`row_chunks.py`) are a text of letters, and each frame is a pattern that all of them have to
fit. What comes out is a question that names each column by its header and each condition by "where": the answer shows
it, and the reader has to read all of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from scitoolagent.language.stem import singular
from scitoolagent.language.words import phrases_of, word_list
from scitoolagent.reading import row_lexicon as of
from scitoolagent.reading.judging import judged_end
from scitoolagent.reading.row_chunks import Chunk, chunked
from scitoolagent.reading.row_frame_shares import share_framed
from scitoolagent.reading.row_plain import (
    AGAIN,
    PAIR,
    ROWS_PAIR,
    Framed,
    PlainSentence,
    adds_up,
    counting,
    finished,
    having,
    holds_amounts,
    in_words,
    lacks,
    listed,
    names,
    reduced,
    running,
    telling,
    there_is_one,
    value_in_words,
)
from scitoolagent.reading.row_values import repeated_subject, words_in
from scitoolagent.records import Column, Query
from scitoolagent.toolkg.graph import ToolGraph

# How many rows a class has at least, and the share of rows that differ where each is one of its own.
_SEVERAL, _NEARLY_ALL = 2, 0.9
# In front of a verb that a header is as well.
_DONE = re.compile(r"\b(?:was|were|been|got)\s+$", re.IGNORECASE)
_GROUPS = r"(?:G+(?P<g>[CNI](?:jG?[CNI])*))?"


def framed(graph: ToolGraph, query: Query) -> Framed | None:
    """A question about one file in plain words; None where no frame fits all of it.

    Args:
        graph: for what the rows may be called.
        query: the question, and what is in its file.
    """
    given = chunked(graph, query)
    if given is None:
        return None
    if (share := share_framed(given)) is not None:
        return replace(finished(given, *share), better=True)
    if any(one.kind == of.SHARE for one in given.chunks):
        return None
    sentence = reduced(given)
    if sentence is None:
        return None
    # "Are all …", "do men …": whether something holds, which a list of rows does not say.
    verifying = given.chunks[0].kind == of.VERB
    for frame in _VERIFYING if verifying else _FRAMES:
        asked = frame(sentence)
        if asked:
            unit = f" in {sentence.unit}" if sentence.unit else ""
            texts = [AGAIN.join(f"{one}{unit}{where}" for one in asked.split(AGAIN)) for where in sentence.wheres]
            found = finished(given, texts, [one.data for one in sentence.conditions])
            return replace(found, better=sentence.better)
    return None


def conditions_said(graph: ToolGraph, query: Query) -> str:
    """The conditions that a question about rows sets, as they stand behind "with"; empty where it says more than that.

    Args:
        graph: for what the rows may be called.
        query: the question, and what is in its file.
    """
    given = chunked(graph, query)
    sentence = reduced(given) if given is not None else None
    if sentence is None or not sentence.conditions or not re.fullmatch(r"Q?R*", sentence.letters):
        return ""
    try:
        return " and ".join(having(in_words(one.data)) for one in sentence.conditions)
    except KeyError:
        return ""


def _by(sentence: PlainSentence, match: re.Match[str]) -> str:
    groups = sentence.named(match, "g")
    return f" by {names(groups)}" if groups else ""


def _matched(sentence: PlainSentence, *patterns: str) -> re.Match[str] | None:
    """The first pattern that all chunks fit, rows and orders in front left as they are."""
    found = (re.fullmatch(pattern, sentence.letters) for pattern in patterns)
    return next((one for one in found if one is not None), None)


def _figure(sentence: PlainSentence) -> str:
    """A figure of a column, of all rows, of each group or of the classes that are named."""
    match = _matched(
        sentence,
        rf"Q?(?P<a>[AS](?:j[AS])*)R*(?P<n>N)R*{_GROUPS}R*(?P<p>P?)R*",
        rf"Q?(?P<n>N)R*(?P<p>P?)R*{_GROUPS}(?P<a>A)R*",
        r"G(?P<g>[CNI](?:jG?[CNI])*)j?Q?(?P<a>[AS])(?P<n>N)R*(?P<p>P?)R*",
        rf"Q?(?P<a>A)R*(?P<p>P)R*(?P<n>N){_GROUPS}",
    )
    if match is None:
        return ""
    by = _parted_by(sentence, match)
    column = sentence.named(match, "n")[0].data
    told = [one.data if one.kind == of.FIGURE else _end(one, column) for one in sentence.named(match, "a")]
    # The highest of all is a row, and no figure.
    if not all(told) or ("S" in match["a"] and not by and len(told) == 1):
        return ""
    if len(told) > 1 and not by:
        asked = [f"which row has the {one}" if one in ("highest", "lowest") else one for one in told]
        return AGAIN.join(f"{one.replace('sum', 'total')} {column.name}" for one in asked)
    return f"{' and '.join(told).replace('sum', 'total')} {column.name}{f' by {listed(by)}' if by else ''}"


def _parted_by(sentence: PlainSentence, match: re.Match[str]) -> list[str]:
    """The columns that part the rows: those that are named, and that of values side by side, which are then meant."""
    by = [one.data.name for one in sentence.named(match, "g")]
    for one in sentence.named(match, "p"):
        column, values = one.data
        held = {"is": "one of", "column": column, "values": list(values)}
        sentence.conditions.append(Chunk(of.CONDITION, one.start, one.end, held))
        by += [column] * (column not in by)
    return by


def _count(sentence: PlainSentence) -> str:
    """A number of rows, of what a column counts, or of different values, of all rows or of each group."""
    match = _matched(
        sentence,
        rf"Q?H(?P<r>R?)(?P<p>P?)R*{_GROUPS}",
        rf"Q?H(?P<p>P)(?P<r>R?){_GROUPS}",
        r"Q?(?P<r>R)(?P<p>)G+(?P<g>[CNI](?:jG?[CNI])*)",
        r"G(?P<g>[CNI](?:jG?[CNI])*)j?Q?H(?P<r>R?)(?P<p>P?)",
    )
    if match is not None:
        by = _parted_by(sentence, match)
        counted = _counted(sentence, sentence.named(match, "r"))
        return f"{counted}{f' by {listed(by)}' if by else ''}" if counted else ""
    match = _matched(sentence, rf"Q?H(?P<n>N)R*{_GROUPS}")
    if match is not None:
        column = sentence.named(match, "n")[0].data
        # "How many bottles" of a column `Bottles`.
        things = column.kind == "integer" and column.unit in (None, "1") and column.name.casefold().endswith("s")
        sentence.better = things
        return f"total {column.name}{_by(sentence, match)}" if things else ""
    match = _matched(sentence, rf"Q?Hd?(?P<c>[CI]){_GROUPS}", rf"Q?d(?P<c>[CI]){_GROUPS}")
    if match is None:
        return ""
    (kind,) = sentence.named(match, "c")
    if counting(sentence.given.table) and "d" not in match[0] and of.is_said_by_file(sentence.given.file, kind.data):
        # Of `moths.csv`, with so many of each `moth`.
        return f"{_counted(sentence, ())}{_by(sentence, match)}"
    sentence.better = True
    if "H" not in match[0]:
        return f"number of rows by {listed([kind.data.name, *(one.data.name for one in sentence.named(match, 'g'))])}"
    if _DONE.search(sentence.given.text[: kind.start]):
        return ""  # "How many trout were caught", where `Caught` holds days
    table = sentence.given.table
    if kind.data.type.endswith("Sequence") and "d" not in match[0]:
        return f"number of rows{_by(sentence, match)}"
    held, rows = table.values.get(kind.data.name, ()), table.rows
    if len(held) * _SEVERAL > rows:
        # Two pupils may both be called Anna.
        return f"number of rows{_by(sentence, match)}" if len(held) > rows * _NEARLY_ALL else ""
    if kind.data.name == repeated_subject(table) and lacks(sentence):
        return ""
    there_is_one(sentence)
    return f"number of different {kind.data.name}{_by(sentence, match)}"


def _counted(sentence: PlainSentence, rows: Sequence[Chunk]) -> str:
    """What is counted: rows, or the things that a column counts in each row."""
    columns = counting(sentence.given.table)
    said = {singular(str(getattr(one.data, "name", one.data)).casefold()) for one in rows}
    if said & word_list("row_frames", "plain_rows"):
        return "number of rows"
    subject = (
        ""
        if columns or said - set(phrases_of("implied_classes")["subject"])
        else repeated_subject(sentence.given.table)
    )
    if subject:
        # "How many smokers" of a file of visits.
        sentence.better = True
        return "" if lacks(sentence) else f"number of different {subject}"
    if not columns:
        return "number of rows"
    sentence.better = len(columns) == 1
    return f"total {columns[0].name}" if len(columns) == 1 else ""


def _best_group(sentence: PlainSentence) -> str:
    """The group with the highest figure, the most rows or the most different values."""
    match = _matched(
        sentence,
        r"QR*(?P<c>C)R*(?P<s>[Sc])(?P<a>A)(?P<n>N)R*",
        r"QR*(?P<c>C)R*(?P<s>[Sc])(?P<n>N)R*(?P<a>A)",
        r"QR*(?P<c>C)R*(?P<a>A)(?P<s>[Sc])(?P<n>N)R*",
        r"QR*(?P<c>C)R*(?P<a>A)?(?P<n>N)(?P<s>[Sc])(?P<b>A?)",
        r"Q?(?P<s>S)(?P<c>C)G(?P<a>A)(?P<n>N)",
    )
    if match is not None:
        figures = [one.data for name in ("a", "b") if name in match.groupdict() for one in sentence.named(match, name)]
        column = sentence.named(match, "n")[0].data
        end = _end(sentence.named(match, "s")[0], column)
        if len(figures) == 1 and end:
            return f"which {names(sentence.named(match, 'c'))} has the {end} {figures[0]} {column.name}".replace(
                " sum ", " total "
            )
        return ""
    match = _matched(sentence, r"Q(?P<c>C)(?P<s>[Sc])H?(?P<r>R?)", r"Q(?P<c>C)(?P<s>[Sc])H?(?P<o>[CI])")
    if match is None:
        return ""
    group = names(sentence.named(match, "c"))
    told = sentence.named(match, "s")[0].data
    end = (
        "highest" if told in ("most", "highest", "more") else "lowest" if told in ("fewest", "lowest", "fewer") else ""
    )
    if "o" in match.groupdict():
        return f"which {group} has the {end} number of different {names(sentence.named(match, 'o'))}" if end else ""
    if not sentence.named(match, "r") and told not in ("most", "fewest", "more", "fewer"):
        return ""
    counted = _counted(sentence, sentence.named(match, "r"))
    if counted == "number of rows":
        return f"which {group} has the {'most' if end == 'highest' else 'fewest'} rows" if end else ""
    return f"which {group} has the {end} {counted}" if end and counted else ""


def _end(chunk: Chunk, column: Column) -> str:
    """Which end of a column is meant by a word: "best" only where the better end is known."""
    if chunk.kind == of.MORE:
        return {"more": "highest", "higher": "highest", "less": "lowest", "lower": "lowest"}.get(str(chunk.data), "")
    if chunk.data in ("highest", "lowest", "most", "fewest"):
        return {"most": "highest", "fewest": "lowest"}.get(str(chunk.data), str(chunk.data))
    return judged_end(column.name, chunk.data == "best")


def _best_row(sentence: PlainSentence) -> str:
    """The row at an end of a column, what else it holds, or one of each group."""
    match = _matched(
        sentence,
        r"Q?(?P<o>[NCI](?:j[NCI])*)R*S(?P<n>N)R*(?P<e>)(?P<g>)",
        r"Q(?P<o>[NC])(?P<n>N)S(?P<e>)(?P<g>)",
        r"Q?R*(?P<e>E)R*(?P<o>)(?P<g>)",
        r"Q?R*S(?P<n>N)R*(?P<o>)(?P<e>)(?P<g>)",
        r"Q?R*(?P<e>E)R*G(?P<g>C)(?P<o>)",
    )
    if match is None:
        return ""
    at_end = sentence.named(match, "e")
    if at_end:
        column, end = at_end[0].data
    else:
        column = sentence.named(match, "n")[0].data
        place = sentence.letters.index("S")
        end = _end(sentence.chunks[place], column)
    if not end:
        return ""
    if sentence.named(match, "g"):
        sentence.better = True
        side = "top" if end == "highest" else "bottom"
        return f"{side} 1 of each {names(sentence.named(match, 'g'))} by {column.name}"
    others = sentence.named(match, "o")
    if any(one.data.name == column.name for one in others):
        return ""
    if others and sentence.conditions:
        return ""
    if len(others) == 1 and others[0].kind == of.CLASS_COLUMN and adds_up(sentence, others[0].data, column):
        return f"which {others[0].data.name} has the {end} total {column.name}"
    return f"which row has the {end} {column.name}{f' and what is its {names(others)}' if others else ''}"


def _difference(sentence: PlainSentence) -> str:
    """Two classes, or two rows, against one another by a column of numbers."""
    letters = sentence.letters
    pair = next((one for one in sentence.chunks if one.kind in (PAIR, ROWS_PAIR)), None)
    numbers = [one.data for one in sentence.chunks if one.kind == of.NUMBER_COLUMN]
    cued = bool(set(letters) & set("DTKcu"))
    if pair is not None and pair.kind == ROWS_PAIR and set(letters) <= {of.COMPARE, ROWS_PAIR, of.ROW}:
        return _side_by_side(sentence, *pair.data)
    if pair is None or len(numbers) != 1 or not cued or set(letters) - set("QARDTKcujNPYHS") or len(pair.data[1]) != 2:
        return ""
    if letters.count("A") > 1 or letters.count("P") + letters.count("Y") != 1:
        return ""
    figures = [one.data for one in sentence.chunks if one.kind == of.FIGURE]
    column, values = pair.data
    first, second = map(value_in_words, values)
    if pair.kind == ROWS_PAIR:
        return f"compare {numbers[0].name} of row {first} with row {second}" if not figures else ""
    if figures not in ([], ["mean"], ["median"]):
        return ""
    return f"difference in {figures[0] if figures else 'mean'} {numbers[0].name} between {column} {first} and {second}"


def _side_by_side(sentence: PlainSentence, column: str, values: Sequence[object]) -> str:
    """Rows that are compared in nothing that is said: all that they hold."""
    columns = telling(sentence.given.table, column)
    if sentence.conditions or not columns or of.COMPARE not in sentence.letters:
        return ""
    sentence.better = True
    return f"list {listed(columns)} where {column} is {' or '.join(map(value_in_words, values))}"


def _list(sentence: PlainSentence) -> str:
    """The rows that meet conditions, columns of them, or the different values of a column among them."""
    cross = _matched(sentence, r"Q?(?P<a>C)G(?P<b>C)")
    if cross is not None:
        if holds_amounts(sentence.given.table, sentence.named(cross, "a")[0].data):
            return ""
        sentence.better = True
        return f"number of rows by {names([*sentence.named(cross, 'a'), *sentence.named(cross, 'b')])}"
    if re.fullmatch(r"QR*|R+", sentence.letters):
        return _whole_rows(sentence) if sentence.conditions else ""
    match = _matched(sentence, r"Qd?(?P<c>C)")
    if match is not None and any(one.kind == of.CELL for one in sentence.conditions):
        return f"list {names(sentence.named(match, 'c'))}"
    if match is not None:
        sentence.better = True
        there_is_one(sentence)
        return f"number of rows by {names(sentence.named(match, 'c'))}"
    if not sentence.conditions:
        return ""
    match = _matched(sentence, r"(?P<o>[NC])R*")
    if match is not None and _names_row(sentence):
        return f"list {names(sentence.named(match, 'o'))}"
    match = _matched(sentence, r"Q(?P<o>[NCI](?:j[NCI])+|[NI])R*", r"QR*(?P<o>[NCI](?:j[NCI])+|[NI])")
    return f"list {names(sentence.named(match, 'o'))}" if match else ""


def _whole_rows(sentence: PlainSentence) -> str:
    """Rows, with all that they hold where one that is named is wanted as such: "the record of A2"."""
    said = {str(one.data) for one in sentence.chunks if one.kind == of.ROW}
    columns = telling(sentence.given.table)
    if not _names_row(sentence) or not said & word_list("row_frames", "whole_rows") or not columns:
        return "rows"
    sentence.better = True
    return f"list {listed(columns)}"


def _names_row(sentence: PlainSentence) -> bool:
    """Whether a condition names a row: by its cell, or its running number as in "respondent 3"."""
    naming, first = word_list("tables", "naming"), running(sentence.given.table)
    held = [str(one.data.get("column")) for one in sentence.conditions]
    called = any(one.kind == of.CELL for one in sentence.conditions)
    return called or any(one == first or set(words_in(one)) & naming for one in held)


def _link(sentence: PlainSentence) -> str:
    """Whether two columns have to do with one another: by what they hold, a correlation or a test."""
    letters = sentence.letters
    columns = [one for one in sentence.chunks if isinstance(one.data, Column) and one.kind != of.ROW]
    if letters.count("B") != 1 or set(letters) - set("QBNCRju") or len(columns) != 2:
        return ""
    kinds = sorted(one.kind for one in columns)
    names = [one.data.name for one in columns]
    if kinds == [of.NUMBER_COLUMN, of.NUMBER_COLUMN]:
        return f"correlation of {names[0]} and {names[1]}"
    if kinds == [of.CLASS_COLUMN, of.CLASS_COLUMN]:
        return f"chi-square test of {names[0]} and {names[1]}"
    number, group = sorted(columns, key=lambda one: one.kind != of.NUMBER_COLUMN)
    return f"compare {number.data.name} by {group.data.name}"


def _near(sentence: PlainSentence) -> str:
    """The row whose value is nearest to a number."""
    match = _matched(sentence, r"QR*(?P<n>N)L(?P<m>#)", r"QR*L(?P<n>N)(?P<m>#)", r"R*(?P<n>N)L(?P<m>#)")
    if match is None:
        return ""
    number = sentence.named(match, "m")[0]
    return f"row with {names(sentence.named(match, 'n'))} closest to {number.data}"


_FRAMES: tuple[Callable[[PlainSentence], str], ...] = (
    _difference,
    _near,
    _link,
    _best_group,
    _best_row,
    _count,
    _figure,
    _list,
)
_VERIFYING = (_difference, _link)
