"""Which share of some rows holds something, of all or in each group: where the main verb or "among" stands tells it.

The words of a sentence are a text of letters, as in `row_frames.py`, and what is said of which rows has to be one of
the forms below. Where it is none, nothing is answered: with the rows of another clause the share is another one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scitoolagent.language.words import phrase_list, word_list
from scitoolagent.reading import row_lexicon as of
from scitoolagent.reading.row_chunks import Chunk, Chunked
from scitoolagent.reading.row_plain import PlainSentence, having, in_words, names, with_truths, without_headers

# A condition; one that says where or when, "at site A"; one that is a verb, "improved", "did not respond".
_PLAIN, _PLACED, _DONE = "F", "P", "E"
_RELATIVE, _COMMA, _PARTED, _NEUTRAL = "W", ",", "o", "y"
_LED = re.compile(r"(?:in|at|on|from|within)\b", re.IGNORECASE)
_BEHIND_PLACE = re.compile(r"\b(?:in|at|on|from|within)\s+(?:the\s+|an?\s+)?$", re.IGNORECASE)
_DENIED_VERB = re.compile(r"(?:did|does|do)(?:n['’]t|\s+not)\b", re.IGNORECASE)
_ANY = f"[{_PLAIN}{_PLACED}{_DONE}]"
# "Patients over 50 with A and B", and clauses as "who improved and are over 50" behind them.
_NAMED = rf"(?:y?{_ANY}(?:[jy]?{_ANY})*)?"
_CLAUSE = rf"W[vy]*{_ANY}+(?:jW?[vy]*{_ANY})*"
_SUBJECT = rf"(?P<base>{_NAMED}(?:{_CLAUSE})*)"
_ALONG = rf"(?P<placed>{_PLACED}*)"
_FORMS = (
    # "… are women", "… are women who smoke".
    re.compile(rf"{_SUBJECT}(?P<held>v+y?{_ANY}(?:[j,]+v*{_ANY})*){_ALONG}(?P<more>W[vy]*{_ANY})?"),
    # "… improved", "… did not respond in the placebo arm".
    re.compile(rf"{_SUBJECT}(?P<held>{_DONE}(?:jv*{_ANY})*){_ALONG}"),
    # The last clause is what is asked for where no main verb comes: "the women who improved". Behind a verb it may
    # belong to what stands before that: "which share of the patients improved who are women".
    re.compile(rf"(?![^{_RELATIVE}]*{_DONE}{_RELATIVE}){_SUBJECT}(?P<held>W[vy]*{_ANY}(?:jW?[vy]*{_ANY})*){_ALONG}"),
    re.compile(rf"(?P<held>y?{_ANY})"),
)
# "Of all patients": each of them counts, and what else is said is what the share holds.
_OF_ALL = re.compile(r"\b(?:all|every|each|the\s+whole|the\s+total)\b(?!\s*[,.?!]|\s*$)", re.IGNORECASE)
# "Of each clinic among women", "of each species at the ridge": of which rows it is, is open.
_COMPOSED = re.compile(rf"(?:{of.AMONG}|{_PLACED}).*")
_ROWS_WITH = re.compile(rf"R(?P<held>{_ANY}(?:j{_ANY})+)")
_HELD_AMONG = re.compile(rf"W?[vy]*{_ANY}(?:jW?[vy]*{_ANY})*")
_ROWS_AMONG = re.compile(rf"{_NAMED}(?:{_CLAUSE})?")
_IN_FRONT = re.compile(rf"m?(?P<base>{_NAMED}(?:{_CLAUSE})*),?Q?v*")


class _Said(NamedTuple):
    """A letter of a sentence, and the condition that it stands for where it is one."""

    letter: str
    chunk: Chunk


def share_framed(given: Chunked) -> tuple[list[str], list[Mapping[str, Any]]] | None:
    """Which share of some rows holds something, of all or in each group, by where the verb or "among" stands."""
    chunks = without_headers(with_truths(given.chunks, given.table))
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
    if groups and _parts_a_whole(given, chunks, places[0]):
        return None
    base, held = _sides(given, rest, rest.index(chunks[places[0]]))
    by = [one for one in groups if one.kind == of.CLASS_COLUMN]
    if not held or len({str(one.data.get("column")) for one in (*base, *held)}) < len(base) + len(held):
        return None
    sentence = PlainSentence(given, [], base)
    try:
        meant = " and ".join(having(in_words(one.data)) for one in held)
    except KeyError:
        return None
    whole = f"each {names(by)}" if by else "the whole"
    told = f"portion of rows with {meant} within {whole}"
    return [f"{told}{where}" for where in sentence.wheres], [one.data for one in (*base, *held)]


def _sides(given: Chunked, chunks: Sequence[Chunk], at: int) -> tuple[list[Chunk], list[Chunk]]:
    """The conditions on the rows that a share is of, and those that it holds; no latter where that is not clear."""
    said = [one for n in range(len(chunks)) for one in _lettered(given, chunks, n)]
    share = next(n for n, one in enumerate(said) if one.chunk is chunks[at])
    front = [one for one in said[:share] if one.letter != of.ROW]
    behind = [one for one in said[share + 1 :] if one.letter != of.ROW]
    if _letters(front).lstrip("Q") in (_PLAIN, _DONE) and said[share - 1] is front[-1] and not _is_led(given, chunks):
        # "The pass rate of the women", "the female share among those who improved".
        of_those = _letters(behind).removeprefix(of.AMONG)
        return (_conditions(behind), _conditions(front)) if _ROWS_AMONG.fullmatch(of_those) else ([], [])
    first = _IN_FRONT.fullmatch(_letters(front))
    if first is None or (first["base"] and not _is_led(given, chunks)):
        return [], []
    subject = _subject(given, chunks, said[share + 1 :])
    base, held = _behind(given.text, behind, _letters(said[share + 1 :]), _OF_ALL.search(subject) is not None)
    return [*_conditions(front), *base], held


def _subject(given: Chunked, chunks: Sequence[Chunk], behind: Sequence[_Said]) -> str:
    """The words that say which rows a share is of, as far as the first verb; less what is a condition."""
    verb = next((one.chunk.start for one in behind if one.letter in (of.VERB, _RELATIVE, _DONE)), len(given.text))
    text = list(given.text[:verb])
    for one in chunks:
        if one.kind in (of.CONDITION, of.GROUP) and one.start < verb:
            text[one.start : min(one.end, verb)] = " " * (min(one.end, verb) - one.start)
    return "".join(text)


def _parts_a_whole(given: Chunked, chunks: Sequence[Chunk], share: int) -> bool:
    """Whether groups are what a share is told of: "share of each clinic among women", "of women come from each clinic".

    That is how all women are parted among the clinics, and no share of each clinic.
    """
    group = next(n for n, one in enumerate(chunks) if one.kind == of.GROUP)
    if group < share:
        return False
    before = [one for one in chunks[share + 1 : group] if one.kind != of.ROW]
    last = max([n for n in range(share, group) if chunks[n].kind in (of.SHARE, of.CONDITION)])
    gap = {*given.text[chunks[last].end : chunks[group].start].casefold().split()}
    came = word_list("row_frames", "neutral") | word_list("row_frames", "came_from")
    if before:
        return before[-1].kind == of.VERB or bool(gap & came)
    rest = chunks[group + 2 :]
    said = _letters([one for n in range(len(rest)) for one in _lettered(given, rest, n) if one.letter != of.ROW])
    return _COMPOSED.match(said) is not None


def _behind(text: str, said: Sequence[_Said], with_rows: str, of_all: bool) -> tuple[list[Chunk], list[Chunk]]:
    """The same of the words behind the share: "of the patients who improved are women"."""
    letters = _letters(said)
    before, among, rows = letters.partition(of.AMONG)
    if among and before:
        clear = _HELD_AMONG.fullmatch(before) and _ROWS_AMONG.fullmatch(rows)
        return (_conditions(said[len(before) :]), _conditions(said[: len(before)])) if clear else ([], [])
    said, letters = (said[1:], rows) if among else (said, letters)
    if _ROWS_WITH.fullmatch(with_rows):
        return [], _conditions(said)
    match = next((found for form in _FORMS if (found := form.fullmatch(letters)) is not None), None)
    if match is None:
        return [], []
    part = match.groupdict()
    taken = {name: said[slice(*match.span(name))] for name in part if part[name]}
    base, held, placed = (list(taken.get(name, ())) for name in ("base", "held", "placed"))
    # "Are women on placebo": both may be what is asked, or the women among those on placebo. Only behind a verb,
    # "improved at North", the place says of which rows, unless it is said that all of them are meant.
    being = bool(held) and held[0].letter == of.VERB and _opens_with_being(text, held[0].chunk)
    if placed and not of_all and (held[-1].letter != _DONE or being):
        return [], []
    base, held = (base, held + placed) if of_all else (base + placed, held)
    return _conditions(base), _conditions([*held, *taken.get("more", ())])


def _opens_with_being(text: str, chunk: Chunk) -> bool:
    """Whether what is held is led by "are", as in "are ringed at the ridge"; "improved at North" is not."""
    return text[chunk.start : chunk.end].casefold().split()[0] in word_list("operations", "being")


def _letters(said: Sequence[_Said]) -> str:
    return "".join(one.letter for one in said)


def _conditions(said: Sequence[_Said]) -> list[Chunk]:
    return [one.chunk for one in said if one.letter in (_PLAIN, _PLACED, _DONE)]


def _is_led(given: Chunked, chunks: Sequence[Chunk]) -> bool:
    """Whether a sentence begins with which rows it is about: "of those who improved, …", "at site A, …"."""
    before = given.text[: chunks[0].start].casefold()
    # "In a.csv, …" leads to the file.
    before = before.rpartition(given.file.casefold())[2]
    words = {*before.split(), given.text[chunks[0].start :].casefold().split()[0]}
    return chunks[0].kind == of.AMONG or bool(words & word_list("row_frames", "share_leads"))


def _lettered(given: Chunked, chunks: Sequence[Chunk], n: int) -> list[_Said]:
    """The letters of a chunk, with those of the words that it begins with or has before it: "who are older than 50"."""
    one = chunks[n]
    text = given.text[one.start : one.end]
    words = text.casefold().split()
    if one.kind == of.JOINT:
        return [_Said(_COMMA if one.data == "," else of.JOINT, one)]
    gap = given.text[chunks[n - 1].end if n else 0 : one.start].casefold()
    parted = n > 0 and chunks[n - 1].kind == of.CONDITION and "of" in (*gap.split(), words[0])
    # "Men of those who recovered"; of "men of the active arm" it is open what "of" says.
    found = [_Said(_PARTED if one.kind == of.CONDITION else of.AMONG, one)] if parted else []
    if one.kind in (of.ASK, of.VERB) and words[0] in word_list("row_frames", "relatives"):
        asks = n + 1 < len(chunks) and chunks[n + 1].kind == of.SHARE
        return [*found, _Said(of.ASK if asks else _RELATIVE, one)]
    if one.kind != of.CONDITION:
        return [*found, _Said(one.kind, one)]
    if n and {*gap.split()} & (word_list("row_frames", "neutral") | word_list("row_frames", "traded")):
        found.append(_Said(_NEUTRAL, one))
    if words[0] in word_list("row_frames", "relatives"):
        found.append(_Said(_RELATIVE, one))
        words = words[1:]
    done = _DENIED_VERB.match(" ".join(words)) is not None
    if words[0] in phrase_list("row_frames", "verbs") and not done:
        found.append(_Said(of.VERB, one))
    if _LED.match(text) or _BEHIND_PLACE.search(given.text[: one.start]):
        return [*found, _Said(_PLACED, one)]
    return [*found, _Said(_DONE if done or words[-1].endswith("ed") else _PLAIN, one)]
