"""Questions about files that were not understood, in other words for the same: the whole header for a part of it,
"highest" for the "best" yield, "by sex" for "men and women".

Only what is in the file tells that the words mean the same, and the question in those words has to be read whole: then
the answer says in which words it was read. Each change leads back to what was written, as of another language.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from scitoolagent.language.stem import singular
from scitoolagent.language.words import phrase_list, phrase_meanings, phrases_of, word_list
from scitoolagent.reading.header_pairs import by_which_test, in_full
from scitoolagent.reading.header_places import headers_in
from scitoolagent.reading.in_turn import in_words_of_a_turn
from scitoolagent.reading.joined import in_words_of_a_join
from scitoolagent.reading.judging import judged_end, judging
from scitoolagent.reading.phrase_places import phrase_at
from scitoolagent.reading.row_clock import by_periods, in_months
from scitoolagent.reading.row_nouns import noun_of, row_nouns
from scitoolagent.reading.row_said import all_said
from scitoolagent.reading.row_values import words_in
from scitoolagent.reading.shorthand import Change
from scitoolagent.reading.tokens import SIGN, WORD, Token, read_tokens, sentences
from scitoolagent.records import Column, Original, Piece, Query, Request
from scitoolagent.tool.units import convertible
from scitoolagent.toolkg.graph import ToolGraph

# Between a noun and its header a link and an article stand.
_NEAR = 3
_QUESTION = 6
Headers = Sequence[tuple[int, int, Column]]


def is_whole(request: Request | None, settings: Sequence[tuple[int, int]] = ()) -> bool:
    """Whether each word of a question was read, or stands at a place of settings, and nothing is against its asks."""
    if request is None or not request.asks:
        return False
    left = [one for one in request.readings if one.role == "unread"]
    left = [one for one in left if not any(start <= one.start and one.end <= end for start, end in settings)]
    return not any(one.problem for one in request.asks) and not left


def sets_all(request: Request | None, conditions: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a request sets conditions on each column that some conditions are on, with their values."""
    held = json.dumps([one.model_dump(mode="json") for one in request.asks] if request else [], ensure_ascii=False)
    if not all(json.dumps(text, ensure_ascii=False) in held for one in conditions for text in _said_by(one)):
        return False
    plain = [one for one in conditions if one.get("is") == "compare" and one.get("sign") == "="]
    denied = [json.dumps(one["of"], sort_keys=True) for one in _denials(json.loads(held))]
    return not any(json.dumps({**one}, sort_keys=True) in denied for one in plain)


def _denials(held: Any) -> Iterator[dict[str, Any]]:
    """The conditions in a request whose opposite is wanted."""
    if isinstance(held, dict) and held.get("is") == "not":
        yield held
    for one in held.values() if isinstance(held, dict) else held if isinstance(held, list) else ():
        yield from _denials(one)


def _said_by(condition: Mapping[str, Any]) -> Iterator[Any]:
    """The column and the texts of a condition."""
    inner = condition.get("of", ())
    for one in [inner] if isinstance(inner, Mapping) else inner:
        yield from _said_by(one)
    if "column" in condition:
        values = [condition.get("value"), *condition.get("values", ())]
        yield from (condition["column"], *(one for one in values if isinstance(one, str)))


def reworded(graph: ToolGraph, query: Query) -> tuple[str, Original] | None:
    """A question about files in other words, and how these lead to what was written; None where there are none.

    Args:
        graph: for what rows may be called.
        query: the question, and what is in its files.
    """
    if not query.tables:
        return None
    parts = sentences(query.text, read_tokens(query))
    changes: list[Change] = [*in_words_of_a_turn(query), *by_which_test(parts)]
    for sentence in parts:
        headers = list(headers_in(query, sentence))
        for found in (
            in_words_of_a_join(query, sentence),
            _two_questions(query, sentence),
            *_whole_headers(query, sentence, headers),
            _measured_words(query, sentence, headers),
            _got(sentence),
            _spread_beside(sentence),
            _where(query, sentence),
            _number_per(sentence, row_nouns(graph, query)),
            _found(sentence),
            _done(query, sentence, headers),
            _better_ends(query, sentence, headers),
            _groups(graph, query, sentence, headers),
        ):
            _add(changes, found)
    return in_other_words(query, changes) if changes else None


def in_whole_headers(query: Query) -> tuple[str, Original] | None:
    """A question about files with whole headers and the test in one sentence, and nothing else changed."""
    parts = sentences(query.text, read_tokens(query)) if query.tables else []
    changes: list[Change] = [*by_which_test(parts)]
    for sentence in parts:
        for found in _whole_headers(query, sentence, list(headers_in(query, sentence))):
            _add(changes, found)
    return in_other_words(query, changes) if changes else None


def _whole_headers(query: Query, sentence: Sequence[Token], headers: Headers) -> tuple[Iterator[Change], ...]:
    """What puts whole headers, and conditions of time, in place of what stands for them."""
    return (
        in_full(query, sentence, headers),
        by_periods(sentence),
        in_months(query, sentence),
        _in_part(query, sentence, headers),
    )


def _add(changes: list[Change], found: Iterable[Change]) -> None:
    """Add changes of words that nothing has changed yet."""
    changes += [one for one in found if not any(one[0] < other[1] and other[0] < one[1] for other in changes)]


def in_other_words(query: Query, changes: Sequence[Change]) -> tuple[str, Original] | None:
    """A question with changes, and how its words lead to what was written; None where words are changed twice."""
    text = query.original.text if query.original else query.text
    before = query.original.pieces if query.original else (Piece(start=0, end=len(text), text=text),)
    pieces = _over(before, text, sorted(changes))
    return ("".join(one.text for one in pieces), Original(text=text, pieces=tuple(pieces))) if pieces else None


def _over(before: Sequence[Piece], text: str, changes: Sequence[Change]) -> list[Piece]:
    """Pieces with changes of the words that they make; none where a change is of a word that stands for another."""
    found: list[Piece] = []
    place, left = 0, list(changes)
    for piece in before:
        end = place + len(piece.text)
        own = [one for one in left if place <= one[0] and one[1] <= end]
        left = [one for one in left if one not in own]
        if own and piece.text != text[piece.start : piece.end]:
            return []
        at, shift = place, piece.start - place
        for first, behind, words in own:
            if first > at:
                found.append(Piece(start=at + shift, end=first + shift, text=piece.text[at - place : first - place]))
            found.append(Piece(start=first + shift, end=behind + shift, text=words))
            at = behind
        if at < end or not own:
            found.append(Piece(start=at + shift, end=piece.end, text=piece.text[at - place :]))
        place = end
    return [] if left else found


def _in_part(query: Query, sentence: Sequence[Token], headers: Headers) -> Iterator[Change]:
    """Words that stand in one header alone, which they mean: "yield" of `isolated yield`."""
    taken = {place for start, end, _ in headers for place in range(start, end)}
    known = _known_words() | {word for _, _, column in headers for word in words_in(column.name)}
    # "Voles" are the rows of a file whose `vole_id` tells them apart, and not their numbers.
    known |= {noun for table in query.tables if (noun := noun_of(table.named))}
    parts: dict[str, set[str]] = {}
    for table in query.tables:
        for column in table.columns:
            for word in _own_words(column.name):
                parts.setdefault(word, set()).add(column.name)
    for place, token in enumerate(sentence):
        word = singular(token.text)
        if place in taken or token.kind != WORD or {token.text, word} & known:
            continue
        named = parts.get(word, set())
        if len(named) == 1:
            yield token.start, token.end, min(named)


def _own_words(header: str) -> set[str]:
    """The words of a header of several, less its unit and what only says that it tells rows apart."""
    from scitoolagent.tables.recognise import header_unit

    words = [singular(word) for word in words_in(header_unit(header)[0].replace("_", " ")) if word.isalpha()]
    small = word_list("tables", "identifying") | word_list("frames", "words") | word_list("references", "small")
    small |= word_list("row_frames", "traded")
    # A header that is a question has no word that stands for it: "How satisfied are you with …".
    return {word for word in words if len(word) > 1} - small if 1 < len(words) < _QUESTION else set()


def _known_words() -> frozenset[str]:
    """Words that say something of columns, and are none of theirs."""
    lists = (("row_words", "group_work"), ("references", "small"), ("row_words", "skipped"), ("tables", "naming"))
    extremes = {word for words in phrases_of("extremes").values() for one in words for word in one.split()}
    return frozenset(extremes).union(*(word_list(group, name) for group, name in lists))


def _measured_words(query: Query, sentence: Sequence[Token], headers: Headers) -> Iterator[Change]:
    """Nouns beside a header that say only that it is measured: "the maths mark", "the mark in maths"."""
    nouns = word_list("tables", "marks")
    said = {singular(word) for table in query.tables for one in table.columns for word in words_in(one.name)}
    called = [place for place, token in enumerate(sentence) if singular(token.text) in nouns - said]
    linked = [one for one in headers if one[2].is_number and one[0] and _is_linked(sentence, one[0])]
    if len(called) == 1 and len(linked) == 1 and linked[0][0] - called[0] > _NEAR:
        # "The mean mark of each class in maths".
        start, end, column = linked[0]
        yield sentence[called[0]].start, sentence[called[0]].end, column.name
        yield sentence[start - 1].start, sentence[end - 1].end, ""
        return
    for start, end, column in headers:
        if not column.is_number:
            continue
        measures = nouns | {noun for noun, unit in phrase_meanings("measure_nouns").items() if _is_in(column, unit)}
        if end < len(sentence) and singular(sentence[end].text) in measures - said:
            yield sentence[end - 1].end, sentence[end].end, ""
        before = start
        while before and sentence[before - 1].text in word_list("row_words", "articles"):
            before -= 1
        if before > 1 and sentence[before - 1].text in word_list("tables", "mark_links"):
            noun = sentence[before - 2]
            if singular(noun.text) in nouns - said:
                yield noun.start, sentence[start].start, ""


def _is_in(column: Column, unit: str) -> bool:
    return bool(column.unit) and convertible(column.unit or "", unit)


def _is_linked(sentence: Sequence[Token], place: int) -> bool:
    return sentence[place - 1].text in word_list("tables", "mark_links")


def _got(sentence: Sequence[Token]) -> Iterator[Change]:
    """Verbs in front of an end of a scale, which say that something has it: "who got the highest mark"."""
    ends = {word for name in ("highest", "lowest") for one in phrase_list("row_words", name) for word in one.split()}
    for token, *behind in itertools.zip_longest(sentence, sentence[1:], sentence[2:]):
        near = {one.text for one in behind if one}
        if token.text in word_list("tables", "got") and near & (ends | judging()):
            yield token.start, token.end, "has"


def _spread_beside(sentence: Sequence[Token]) -> Iterator[Change]:
    """ "Mean ± SD of A", and "the mean A (with SD)": the mean and the standard deviation."""
    texts = [token.text for token in sentence]
    means = [place for place, text in enumerate(texts) if text in word_list("operations", "mean")]
    for place in range(means[0] + 1 if means else len(texts), len(texts)):
        led = phrase_at(texts, place, "row_words", "spread_leads")
        names = ("deviation", "error") if led else ()
        length, name = max(((phrase_at(texts, place + led, "row_words", one), one) for one in names), default=(0, ""))
        if not length:
            continue
        first, last, said = place, place + led + length - 1, f"standard {name}"
        if place == means[0] + 1:
            yield sentence[first].start, sentence[last].end, f"and {said}"
        else:
            bracketed = texts[first - 1] == "(" and texts[last + 1 : last + 2] == [")"]
            of = "" if texts[means[0] + 1 : means[0] + 2] == ["of"] else " of"
            yield sentence[means[0]].end, sentence[means[0]].end, f" and {said}{of}"
            yield sentence[first - bracketed - 1].end, sentence[last + bracketed].end, ""
        return


def _found(sentence: Sequence[Token]) -> Iterator[Change]:
    """ "Duplicates in x.csv" are to be found; elsewhere they are said of rows: "when duplicates are removed"."""
    if sentence[0].text in word_list("tables", "repeats"):
        yield sentence[0].start, sentence[0].start, "find "


def _two_questions(query: Query, sentence: Sequence[Token]) -> Iterator[Change]:
    """ "The mean A in x.csv and how many are B" asks of all rows, and then of some: two questions about one file."""
    if len(query.tables) != 1:
        return
    file, texts = query.entity(query.tables[0].file), [token.text for token in sentence]
    words = [token for token in sentence if token.kind != SIGN]
    for place in range(1, len(texts)):
        counts = phrase_at(texts, place, "row_frames", "counting")
        if counts and texts[place - 1] in word_list("references", "joints") and file.end <= sentence[place - 1].start:
            opened = query.text[sentence[place].start : sentence[place].end].capitalize()
            yield sentence[place - 1].start, sentence[place].end, f"? {opened}"
            yield words[-1].end, words[-1].end, f" in {file.text}"
            return


def _number_per(sentence: Sequence[Token], nouns: frozenset[str]) -> Iterator[Change]:
    """ "Samples per plate" at the beginning is the number of them."""
    place = 0
    while place < len(sentence) and sentence[place].text in word_list("row_words", "articles"):
        place += 1
    per = [token.text for token in sentence[place + 1 : place + 2]]
    if per == ["per"] and singular(sentence[place].text) in nouns:
        yield sentence[place].start, sentence[place].start, "number of "


def _where(query: Query, sentence: Sequence[Token]) -> Iterator[Change]:
    """ "Where is" in front of what a row is called, where one column says places: "what is the location of"."""
    names = [one.name for table in query.tables for one in table.columns
             if {*map(singular, words_in(one.name.replace("_", " ")))} & word_list("tables", "places")]  # fmt: skip
    being = sentence[1:2] and sentence[1].text in word_list("operations", "being")
    if being and sentence[0].text == "where" and len(names) == 1:
        last = 1 + (sentence[2:3] != [] and sentence[2].text in word_list("row_words", "articles"))
        yield sentence[0].start, sentence[last].end, f"what is the {names[0]} of"


def _done(query: Query, sentence: Sequence[Token], headers: Headers) -> Iterator[Change]:
    """Verbs of those that a column of truth values tells of: "how many of the women smoke", from `smoker`."""
    taken = {place for start, end, _ in headers for place in range(start, end)}
    truths = {one.name.casefold() for table in query.tables for one in table.columns if one.kind == "truth"}
    for place, token in enumerate(sentence):
        verb = token.text
        named = [one for one in truths if one in (f"{verb}r", f"{verb}er", f"{verb[:-1]}r", f"{verb[:-1]}er")]
        if place and place not in taken and token.kind == WORD and len(named) == 1 and len(verb) > _NEAR:
            yield token.start, token.end, f"are {named[0]}s"


def _better_ends(query: Query, sentence: Sequence[Token], headers: Headers) -> Iterator[Change]:
    """ "Best" and "worst" in front of a column of which the better end is known: "the best yield for each solvent"."""
    good = phrase_list("degrees", "good")[0].split()
    for place, token in enumerate(sentence):
        if token.text not in judging():
            continue
        column = next((one for start, _, one in headers if start > place and one.is_number), None)
        if column is not None and (end := judged_end(column.name, token.text in good)):
            yield token.start, token.end, end


def _bare(header: str) -> str:
    from scitoolagent.tables.recognise import header_unit

    return header_unit(header)[0]


def _groups(graph: ToolGraph, query: Query, sentence: Sequence[Token], headers: Headers) -> Iterator[Change]:
    """Classes and levels that are joined by "and", and so are groups: "the mean age of men and women"."""
    for said in all_said(query, sentence, row_nouns(graph, query), ()):
        if not said.apart:
            continue
        header = str(said.condition["column"])
        compared = bool(phrase_at([token.text for token in sentence], 0, "row_frames", "compare"))
        if compared and not any(one[2].is_number for one in headers):
            continue  # "Compare B1 and B2" is of all that they have
        first, last = sentence[said.tokens[0]], sentence[said.tokens[-1]]
        if _is_all(query, said.condition):
            # All rows that have one of the classes are meant.
            yield first.start, last.end, "rows"
        else:
            # Of "batches B1 and B2" the noun is the header.
            before = said.tokens[0] - 1
            noun = _bare(header).casefold()
            if before >= 0 and sentence[before].text in (noun, f"{noun}s", f"{noun}es"):
                yield sentence[before].start, sentence[before].end, ""
            joints = (sentence[n] for n in said.tokens if sentence[n].text in ("and", "&"))
            yield from ((token.start, token.end, "or") for token in joints)
        grouped = next((one for one in headers if _parts(query.text, sentence, one[0]) and one[2].name != header), None)
        if grouped is not None:
            yield sentence[grouped[1] - 1].end, sentence[grouped[1] - 1].end, f" and {header}"
        else:
            yield last.end, last.end, f" by {header}"


def _is_all(query: Query, condition: Mapping[str, Any]) -> bool:
    """Whether a condition names each class of its column."""
    named = {condition.get("value"), *condition.get("values", ())}
    column = next(one for table in query.tables for one in table.columns if one.name == condition["column"])
    classes = {value for table in query.tables for value in table.values.get(column.name, ())}
    return {True, False} <= named if column.kind == "truth" else bool(classes) and classes <= named


def _parts(text: str, sentence: Sequence[Token], place: int) -> bool:
    """Whether words that part the rows stand in front of a header: "in each arm"."""
    said = text[: sentence[place].start].casefold().rstrip()
    return any(re.search(rf"(?<!\w){re.escape(phrase)}$", said) for phrase in phrase_list("row_words", "by"))
