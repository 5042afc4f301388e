"""Denials over several conditions: "excluding women on placebo" leaves out neither all women nor all on placebo.

Of what is said together behind a word that leaves rows out it is open whether a row has to meet all of it, or a part of
it, to be left out. A condition that is set on the first part alone gives other rows, so that such words are refused.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache

from scitoolagent.language.words import phrase_list, phrases_of, word_list

UNCLEAR = "it is not clear which rows are left out by {!r}; say which rows to leave out one by one"
_WORD = re.compile(r"[\w'’]+|[^\w\s]")
# "Do not smoke at North": a verb is denied, and where stands beside it.
_OF_VERB = re.compile(r"\b(?:do|does|did)\s+$", re.IGNORECASE)
_SHORT_OF_VERB = re.compile(r"(?:do|does|did)n['’]t\b", re.IGNORECASE)
_BOTH = re.compile(r"\s+both\b", re.IGNORECASE)


def unclear_denial(
    text: str, spans: Collection[tuple[int, int]], files: Collection[tuple[int, int]] = (), start: int = 0
) -> str:
    """Why it is not clear which rows a text leaves out; empty where it is.

    Args:
        text: the question.
        spans: where its conditions on rows begin and end.
        files: where names of files begin and end, which may stand between two conditions.
        start: where its words begin that count here.
    """
    for match in _denials().finditer(text, start):
        leaves_out = match[0].casefold() in _leaving_out()
        if not leaves_out and (_OF_VERB.search(text[: match.start()]) or _SHORT_OF_VERB.match(match[0])):
            continue
        behind = sorted(one for one in spans if one[1] > match.end())
        if behind and _BOTH.match(text[match.end() :]):
            return UNCLEAR.format(f"{match[0]} both")
        first = next(iter(behind), None)
        gap = text[match.end() : max(match.end(), first[0])] if first else ""
        if first is None or _parts(gap, leaves_out, led=False):
            continue
        end, led = first[1], bool(set(_words(gap)) & word_list("row_frames", "relatives"))
        for begin, stop in behind[1:]:
            if begin < end:
                end = max(end, stop)
                continue
            if _leaves_out_anew(text, end, begin):
                break
            # "… and answered is yes": a condition may begin with its joint.
            opening = next(iter(_words(text[begin:stop])), "")
            joint = f" {opening}" * (opening in word_list("references", "joints"))
            if not _parts(f"{_without(text, end, begin, files)}{joint}", leaves_out, led):
                return UNCLEAR.format(text[match.start() : stop])
            break
    return ""


def _leaves_out_anew(text: str, end: int, begin: int) -> bool:
    """Whether the second of two conditions is a denial of its own: "excluding women and excluding smokers"."""
    again = _denials().match(text, begin)
    joined = {*_words(text[end:begin])} & {*word_list("references", "joints")}
    return again is not None and again[0].casefold() in _leaving_out() and bool(joined)


def _without(text: str, start: int, end: int, files: Collection[tuple[int, int]]) -> str:
    """A part of a text less the names of files in it."""
    return "".join(text[n] for n in range(start, end) if not any(first <= n < last for first, last in files))


def _words(text: str) -> list[str]:
    return [one.casefold() for one in _WORD.findall(text)]


def _parts(gap: str, leaves_out: bool, led: bool) -> bool:
    """Whether what stands between two conditions begins something else: a main verb, a question, another denial."""
    words = _words(gap)
    joints = {*word_list("references", "joints"), "nor"}
    if set(words) & (_beginning() | {".", "?", "!", ";", ":", "(", ")"}):
        return True
    if not leaves_out and set(words) & joints:
        return True  # "who are not women and smoke"
    # "Excluding women, smokers and …" is a list, in which nothing but small words stands between.
    clause = led and bool(set(words) & joints)
    for word in words:
        clause = clause or word in word_list("row_frames", "relatives")
        if word in _verbs() and not clause:
            return True
    return False


@lru_cache(maxsize=1)
def _leaving_out() -> frozenset[str]:
    return frozenset((*phrase_list("row_words", "excluding"), *phrase_list("row_words", "without"), "but not"))


@lru_cache(maxsize=1)
def _denials() -> re.Pattern[str]:
    """Words that leave rows out, and those that deny what stands behind them."""
    said = {*_leaving_out(), *phrase_list("row_frames", "not"), *word_list("row_words", "class_denials")}
    said -= {one for one in said if one.split()[0] in ("do", "does", "did")}
    listed = "|".join(re.escape(one).replace("'", "['’]") for one in sorted(said, key=len, reverse=True))
    return re.compile(rf"(?<![\w-])(?:{listed})(?![\w-])", re.IGNORECASE)


@lru_cache(maxsize=1)
def _verbs() -> frozenset[str]:
    return word_list("operations", "being") | {*phrase_list("row_frames", "verbs")} - word_list(
        "row_frames", "relatives"
    )


@lru_cache(maxsize=1)
def _beginning() -> frozenset[str]:
    """Words that begin what is asked, or groups: what stands behind them is not left out."""
    kinds = ("asking", "counting", "share", "groups", "among", "link", "not", "difference")
    asked: set[str] = {phrase.split()[0] for kind in kinds for phrase in phrase_list("row_frames", kind)}
    asked |= {phrase.split()[0] for phrases in phrases_of("row_measures").values() for phrase in phrases}
    asked |= {phrase.split()[0] for phrase in _leaving_out()} | {"but", "while"}
    # "A table of" begins one; "with a span" goes on.
    return frozenset(asked - word_list("row_frames", "skipped") - word_list("row_frames", "relatives"))
