"""Everyday questions about the rows of a file, put into the plain words that the forms of sentences are written in.

The chunks of a sentence (`row_chunks.py`) are a text of letters, and each frame is a pattern that all of them have to
fit. What comes out is a question that names each column by its header and each condition by "where": the answer shows
it, and the reader has to read all of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from scitoolagent.language.words import phrases_of, word_list
from scitoolagent.reading import row_chunks as of
from scitoolagent.reading.row_chunks import Chunk, Chunked, chunked
from scitoolagent.reading.row_values import words_in
from scitoolagent.records import Column, Query, Schema
from scitoolagent.toolkg.graph import ToolGraph

_PAIR, _ROWS_PAIR = "P", "Y"
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_DATED = {"<": "before", ">": "after"}
_SIGNS = {"=": "is", ">": "is above", "<": "is below", ">=": "is at least", "<=": "is at most"}
_GROUPS = r"(?:G+(?P<g>[CNI](?:jG?[CNI])*))?"


@dataclass(frozen=True, slots=True)
class Framed:
    """A question in plain words, which may be put in several ways, and the conditions that it has to set."""

    texts: tuple[str, ...]
    conditions: tuple[Mapping[str, Any], ...]
    # Whether it says more than the words themselves do, which read as they stand give another answer.
    better: bool = False


@dataclass(slots=True)
class _Sentence:
    """The chunks of a sentence less its conditions, which hold for all that is asked, and the letters of the rest."""

    given: Chunked
    chunks: list[Chunk]
    conditions: list[Chunk]
    better: bool = False
    unit: str = ""

    @property
    def letters(self) -> str:
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
                said.append(_in_words(one.data))
            except KeyError:
                written += f" {self.given.text[one.start : one.end]}"
        if not said:
            return (written,)
        plain, having = " and ".join(said), " and ".join(map(_having, said))
        return f" where {plain}{written}", f" of the rows with {having}{written}"


def framed(graph: ToolGraph, query: Query) -> Framed | None:
    """A question about one file in plain words; None where no frame fits all of it.

    Args:
        graph: for what the rows may be called.
        query: the question, and what is in its file.
    """
    given = chunked(graph, query)
    if given is None:
        return None
    if (share := _share(given)) is not None:
        return replace(_finished(given, *share), better=True)
    if any(one.kind == of.SHARE for one in given.chunks):
        return None
    sentence = _reduced(given)
    if sentence is None:
        return None
    # "Are all …", "do men …": whether something holds, which a list of rows does not say.
    verifying = given.chunks[0].kind == of.VERB
    for frame in _VERIFYING if verifying else _FRAMES:
        asked = frame(sentence)
        if asked:
            unit = f" in {sentence.unit}" if sentence.unit else ""
            texts = [f"{asked}{unit}{where}" for where in sentence.wheres]
            found = _finished(given, texts, [one.data for one in sentence.conditions])
            return replace(found, better=sentence.better)
    return None


def _finished(given: Chunked, texts: Sequence[str], conditions: Sequence[Mapping[str, Any]]) -> Framed:
    quoted = f'"{given.file}"' if " " in given.file and not given.file.startswith('"') else given.file
    return Framed(tuple(f"{text} in {quoted}" for text in texts), tuple(conditions))


def _having(said: str) -> str:
    """A condition in words as it stands behind "with": "age above 50", "sex = F"."""
    return re.sub(r" is (above|below|at least|at most|between|before|after|not|missing)\b", r" \1", said).replace(
        " is ", " = ", 1
    )


def _in_words(condition: Mapping[str, Any]) -> str:
    """A condition in words.

    Raises:
        KeyError: it is of a kind that has none.
    """
    column = str(condition.get("column", ""))
    unit = f" {condition['unit']}" if condition.get("unit") else ""
    if condition["is"] == "compare" and _DATE.fullmatch(str(condition["value"])):
        return f"{column} is {_DATED[condition['sign']]} {condition['value']}"
    if condition["is"] == "compare":
        return f"{column} {_SIGNS[condition['sign']]} {_value(condition['value'])}{unit}"
    if condition["is"] == "one of":
        return f"{column} is {' or '.join(map(_value, condition['values']))}{unit}"
    if condition["is"] == "missing":
        return f"{column} is missing"
    if condition["is"] == "not" and condition["of"]["is"] in ("compare", "one of"):
        return _in_words(condition["of"]).replace(" is ", " is not ", 1)
    if condition["is"] == "all":
        low, high = condition["of"]
        if low["column"] == high["column"] and (low["sign"], high["sign"]) == (">=", "<="):
            unit = f" {low['unit']}" if low.get("unit") else ""
            return f"{low['column']} is between {_value(low['value'])} and {_value(high['value'])}{unit}"
    raise KeyError(condition["is"])


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _reduced(given: Chunked) -> _Sentence | None:
    """The chunks of a sentence without its conditions, with pairs of values as one chunk; None where a word is left."""
    found = [one for one in _truths(given.chunks) if one.kind not in (of.VERB, of.AMONG)]
    found = _paired(_without_headers(_expired(given, found)))
    if any(one.kind == of.NOT for one in found):
        return None
    conditions = [one for one in found if one.kind in (of.CONDITION, of.CELL)]
    wanted = [one for one in found if one.kind == of.WANTED]
    found = [one for one in found if one.kind != of.WANTED]
    if len(wanted) > 1:
        return None
    rest = [one for one in found if one.kind not in (of.CONDITION, of.CELL, of.SEEN)]
    counts = _counting(given.table)
    better = False
    if len(rest) + len(conditions) < len(found) and counts and not any(one.kind == of.COUNT for one in rest):
        # "Where was it found": where there was one at least.
        held = {"is": "compare", "column": counts[0].name, "sign": ">", "value": 0}
        conditions.append(Chunk(of.CONDITION, 0, 0, held))
        better = True
    columns = [str(one.data.get("column")) for one in conditions]
    if len(set(columns)) < len(columns):
        return None
    while rest and rest[-1].kind in (of.JOINT, of.GROUP) and rest[-1].data in (",", "by"):
        rest.pop()
    return _Sentence(given, rest, conditions, better, wanted[0].data if wanted else "")


def _counting(table: Schema) -> list[Column]:
    """The columns that count things in each row."""
    counts = word_list("row_frames", "counts")
    return [one for one in table.columns if one.kind == "integer" and " ".join(words_in(one.name)) in counts]


def _expired(given: Chunked, chunks: Sequence[Chunk]) -> list[Chunk]:
    """The chunks, with what has expired as a condition on the one column of such dates."""
    dates = [
        one for one in given.table.columns if {*words_in(one.name.replace("_", " "))} & word_list("row_frames", "ends")
    ]
    if not any(one.kind == of.EXPIRED for one in chunks) or len(dates) != 1:
        return list(chunks)
    held = {"is": "compare", "column": dates[0].name, "sign": "<", "value": date.today().isoformat()}
    return [Chunk("F", one.start, one.end, held) if one.kind == of.EXPIRED else one for one in chunks]


def _truths(chunks: Sequence[Chunk]) -> list[Chunk]:
    """The chunks, with the header of a column of truths as a condition, unless groups or a link are made of it."""
    linked = any(one.kind == of.LINK for one in chunks)
    found: list[Chunk] = []
    for one in chunks:
        if one.kind == of.TRUTH:
            led = found[-1].kind == of.GROUP if found else "".join(each.kind for each in chunks).startswith("UG")
            held = {"is": "compare", "column": one.data.name, "sign": "=", "value": True}
            one = one._replace(kind=of.CLASS_COLUMN) if led or linked else Chunk("F", one.start, one.end, held)
        found.append(one)
    return found


def _without_headers(chunks: Sequence[Chunk]) -> list[Chunk]:
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


def _paired(chunks: Sequence[Chunk]) -> list[Chunk]:
    """The chunks, with values of one column that are put side by side as one: "men and women", "B1 vs B2"."""
    compared = any(one.kind in (of.DIFFERENCE, of.RATIO, of.COMPARE, of.MORE, of.AGAINST) for one in chunks)
    found: list[Chunk] = []
    place = 0
    while place < len(chunks):
        run, joints, at = [chunks[place]], "", place + 1
        while _column_of(run[0]) and at < len(chunks):
            step = at
            while step < len(chunks) and chunks[step].kind in (of.JOINT, of.EITHER, of.AGAINST, of.MORE, of.ROW):
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
            kind = _PAIR if run[0].kind == of.CONDITION else _ROWS_PAIR
            found.append(Chunk(kind, start, end, (column, values)))
            found += [Chunk(of.MORE, start, start, "")] if of.MORE in joints else []
        place = at
    return found


def _names(chunks: Sequence[Chunk]) -> str:
    names = [one.data.name for one in chunks]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _by(sentence: _Sentence, match: re.Match[str]) -> str:
    groups = sentence.named(match, "g")
    return f" by {_names(groups)}" if groups else ""


def _matched(sentence: _Sentence, *patterns: str) -> re.Match[str] | None:
    """The first pattern that all chunks fit, rows and orders in front left as they are."""
    found = (re.fullmatch(pattern, sentence.letters) for pattern in patterns)
    return next((one for one in found if one is not None), None)


def _figure(sentence: _Sentence) -> str:
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
    groups = sentence.named(match, "g")
    by = [one.data.name for one in groups]
    pair = sentence.named(match, "p")
    if pair:
        column, values = pair[0].data
        sentence.conditions.append(_one_of(pair[0], column, values))
        by += [column] * (column not in by)
    column = sentence.named(match, "n")[0].data
    told = [one.data if one.kind == of.FIGURE else _end(one, column) for one in sentence.named(match, "a")]
    # The highest of all is a row, and no figure.
    if not all(told) or ("S" in match["a"] and not by):
        return ""
    return f"{' and '.join(told).replace('sum', 'total')} {column.name}{f' by {_listed(by)}' if by else ''}"


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _one_of(chunk: Chunk, column: str, values: Sequence[Any]) -> Chunk:
    return Chunk(of.CONDITION, chunk.start, chunk.end, {"is": "one of", "column": column, "values": list(values)})


def _count(sentence: _Sentence) -> str:
    """A number of rows, of what a column counts, or of different values, of all rows or of each group."""
    match = _matched(
        sentence,
        rf"Q?H(?P<r>R?)(?P<p>P?)R*{_GROUPS}",
        rf"Q?H(?P<p>P)(?P<r>R?){_GROUPS}",
        r"G(?P<g>[CNI](?:jG?[CNI])*)j?Q?H(?P<r>R?)(?P<p>P?)",
    )
    if match is not None:
        by = [one.data.name for one in sentence.named(match, "g")]
        pair = sentence.named(match, "p")
        if pair:
            column, values = pair[0].data
            sentence.conditions.append(_one_of(pair[0], column, values))
            by += [column]
        counted = _counted(sentence, sentence.named(match, "r"))
        return f"{counted}{f' by {_listed(by)}' if by else ''}" if counted else ""
    match = _matched(sentence, rf"Q?Hd?(?P<c>[CI]){_GROUPS}", rf"Q?d(?P<c>[CI]){_GROUPS}")
    if match is None:
        return ""
    sentence.better = True
    return f"number of different {_names(sentence.named(match, 'c'))}{_by(sentence, match)}"


def _counted(sentence: _Sentence, rows: Sequence[Chunk]) -> str:
    """What is counted: rows, or the things that a column counts in each row."""
    columns = _counting(sentence.given.table)
    if not columns or any(one.data in word_list("row_frames", "plain_rows") for one in rows):
        return "number of rows"
    sentence.better = len(columns) == 1
    return f"total {columns[0].name}" if len(columns) == 1 else ""


def _best_group(sentence: _Sentence) -> str:
    """The group with the highest figure, the most rows or the most different values."""
    match = _matched(
        sentence,
        r"QR*(?P<c>C)R*(?P<s>[Sc])(?P<a>A)(?P<n>N)R*",
        r"QR*(?P<c>C)R*(?P<s>[Sc])(?P<n>N)R*(?P<a>A)",
        r"QR*(?P<c>C)R*(?P<a>A)(?P<s>[Sc])(?P<n>N)R*",
        r"QR*(?P<c>C)R*(?P<a>A)?(?P<n>N)(?P<s>[Sc])(?P<b>A?)",
    )
    if match is not None:
        figures = [one.data for name in ("a", "b") if name in match.groupdict() for one in sentence.named(match, name)]
        column = sentence.named(match, "n")[0].data
        end = _end(sentence.named(match, "s")[0], column)
        if len(figures) == 1 and end:
            return f"which {_names(sentence.named(match, 'c'))} has the {end} {figures[0]} {column.name}".replace(
                " sum ", " total "
            )
        return ""
    match = _matched(sentence, r"Q(?P<c>C)(?P<s>[Sc])H?(?P<r>R?)", r"Q(?P<c>C)(?P<s>[Sc])H?(?P<o>[CI])")
    if match is None:
        return ""
    group = _names(sentence.named(match, "c"))
    told = sentence.named(match, "s")[0].data
    end = (
        "highest" if told in ("most", "highest", "more") else "lowest" if told in ("fewest", "lowest", "fewer") else ""
    )
    if "o" in match.groupdict():
        return f"which {group} has the {end} number of different {_names(sentence.named(match, 'o'))}" if end else ""
    counted = _counted(sentence, sentence.named(match, "r"))
    if counted == "number of rows":
        return f"which {group} has the {'most' if end == 'highest' else 'fewest'} rows" if end else ""
    return f"which {group} has the {end} {counted}" if end and counted else ""


def _end(chunk: Chunk, column: Column) -> str:
    """Which end of a column is meant by a word: "best" only where the better end is known."""
    if chunk.kind == of.MORE:
        return {"more": "highest", "higher": "highest", "less": "lowest", "lower": "lowest"}.get(chunk.data, "")
    if chunk.data in ("highest", "lowest", "most", "fewest"):
        return {"most": "highest", "fewest": "lowest"}.get(chunk.data, chunk.data)
    from scitoolagent.tables.recognise import header_unit

    words = words_in(header_unit(column.name)[0].replace("_", " "))
    said = {" ".join(words[start:]) for start in range(len(words))}
    better = [name for name, labels in phrases_of("better").items() if said & set(labels)]
    if len(better) != 1:
        return ""
    return "highest" if (chunk.data == "best") == (better[0] == "higher") else "lowest"


def _best_row(sentence: _Sentence) -> str:
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
        side = "top" if end == "highest" else "bottom"
        return f"{side} 1 of each {_names(sentence.named(match, 'g'))} by {column.name}"
    others = sentence.named(match, "o")
    if any(one.data.name == column.name for one in others):
        return ""
    if others and sentence.conditions:
        return ""
    return f"which row has the {end} {column.name}{f' and what is its {_names(others)}' if others else ''}"


def _difference(sentence: _Sentence) -> str:
    """Two classes, or two rows, against one another by a column of numbers."""
    letters = sentence.letters
    pair = next((one for one in sentence.chunks if one.kind in (_PAIR, _ROWS_PAIR)), None)
    numbers = [one.data for one in sentence.chunks if one.kind == of.NUMBER_COLUMN]
    cued = bool(set(letters) & set("DTKcu"))
    if pair is None or len(numbers) != 1 or not cued or set(letters) - set("QARDTKcujNPYHS") or len(pair.data[1]) != 2:
        return ""
    if letters.count("A") > 1 or letters.count("P") + letters.count("Y") != 1:
        return ""
    figures = [one.data for one in sentence.chunks if one.kind == of.FIGURE]
    column, values = pair.data
    first, second = map(_value, values)
    if pair.kind == _ROWS_PAIR:
        return f"compare {numbers[0].name} of row {first} with row {second}" if not figures else ""
    if figures not in ([], ["mean"], ["median"]):
        return ""
    return f"difference in {figures[0] if figures else 'mean'} {numbers[0].name} between {column} {first} and {second}"


def _list(sentence: _Sentence) -> str:
    """The rows that meet conditions, columns of them, or the different values of a column among them."""
    cross = _matched(sentence, r"Q?(?P<a>C)G(?P<b>C)")
    if cross is not None:
        sentence.better = True
        return f"number of rows by {_names([*sentence.named(cross, 'a'), *sentence.named(cross, 'b')])}"
    if re.fullmatch(r"QR*|R+", sentence.letters):
        return "rows" if sentence.conditions else ""
    match = _matched(sentence, r"Qd?(?P<c>C)")
    if match is not None and any(one.kind == of.CELL for one in sentence.conditions):
        return f"list {_names(sentence.named(match, 'c'))}"
    if match is not None:
        sentence.better = True
        return f"number of rows by {_names(sentence.named(match, 'c'))}"
    if not sentence.conditions:
        return ""
    match = _matched(sentence, r"Q(?P<o>[NCI](?:j[NCI])+|[NI])R*", r"QR*(?P<o>[NCI](?:j[NCI])+|[NI])")
    return f"list {_names(sentence.named(match, 'o'))}" if match else ""


def _link(sentence: _Sentence) -> str:
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


def _near(sentence: _Sentence) -> str:
    """The row whose value is nearest to a number."""
    match = _matched(sentence, r"QR*(?P<n>N)L(?P<m>#)", r"QR*L(?P<n>N)(?P<m>#)", r"R*(?P<n>N)L(?P<m>#)")
    if match is None:
        return ""
    number = sentence.named(match, "m")[0]
    return f"row with {_names(sentence.named(match, 'n'))} closest to {number.data}"


def _share(given: Chunked) -> tuple[list[str], list[Mapping[str, Any]]] | None:
    """Which share of some rows holds something, of all or in each group, by where the verb or "among" stands."""
    chunks = _without_headers(_truths(given.chunks))
    places = [n for n, one in enumerate(chunks) if one.kind == of.SHARE]
    if len(places) != 1 or any(one.kind == of.NOT for one in chunks):
        return None
    groups: list[Chunk] = []
    for n, one in enumerate(chunks):
        if one.kind == of.GROUP and n + 1 < len(chunks) and chunks[n + 1].kind == of.CLASS_COLUMN:
            groups += [one, chunks[n + 1]]
    rest = [one for one in chunks if one not in groups]
    if any(one.kind not in "QVRFvmj" for one in rest):
        return None
    at = rest.index(chunks[places[0]])
    front, behind = rest[:at], rest[at + 1 :]
    base, held = _sides(given, front, behind)
    by = [one for one in groups if one.kind == of.CLASS_COLUMN]
    if not held or len({str(one.data.get("column")) for one in (*base, *held)}) < len(base) + len(held):
        return None
    sentence = _Sentence(given, [], base)
    try:
        meant = " and ".join(_having(_in_words(one.data)) for one in held)
    except KeyError:
        return None
    whole = f"each {_names(by)}" if by else "the whole"
    told = f"portion of rows with {meant} within {whole}"
    return [f"{told}{where}" for where in sentence.wheres], [one.data for one in (*base, *held)]


def _sides(given: Chunked, front: Sequence[Chunk], behind: Sequence[Chunk]) -> tuple[list[Chunk], list[Chunk]]:
    """The conditions on the rows that a share is of, and those that it holds; no latter where that is not clear."""

    def conditions(chunks: Sequence[Chunk]) -> list[Chunk]:
        return [one for one in chunks if one.kind == of.CONDITION]

    kinds = "".join(one.kind for one in behind)
    if of.AMONG in kinds:
        at = kinds.index(of.AMONG)
        return conditions(behind[at:]), conditions(behind[:at]) if not conditions(front) else []
    if conditions(front) and any(one.kind == of.AMONG for one in front):
        return conditions(front), conditions(behind)
    if conditions(front):
        # "The pass rate of the women".
        return conditions(behind), conditions(front)
    said = [one for one in behind if one.kind == of.CONDITION]
    if (
        of.VERB not in kinds.lstrip(of.VERB)
        and len(said) > 1
        and given.text[said[-1].start : said[-1].end].endswith("ed")
    ):
        # "Of the patients over 50 improved": the last one is the verb.
        return said[:-1], said[-1:]
    if of.VERB in kinds.lstrip(of.VERB):
        at = len(kinds) - len(kinds.lstrip(of.VERB)) + kinds.lstrip(of.VERB).index(of.VERB)
        return conditions(behind[:at]), conditions(behind[at:])
    found = conditions(behind)
    return [], found if len(found) == 1 else []


_FRAMES: tuple[Callable[[_Sentence], str], ...] = (
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
