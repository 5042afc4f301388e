"""Find samples of numbers and points in a question: "a t-test on 5.1, 4.9, 5.6 and 6.1, 6.4, 5.9"."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list

_LONGEST = 4000
_FEWEST = 2
_NUMBER = re.compile(r"(?<![\w.,])[-−+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\w%]|[.,]\d)")
_COMMA = re.compile(r"\s*,\s*|\s+")
_AND = re.compile(r"\s*,?\s*(?:and|&)\s*")
_UNIT = re.compile(r"(?:\s*(?P<unit>[^\W\d_]{1,4}|%)(?=\s*(?:[,;.?!)\]]|$|\s(?:and|vs|versus|against|with|from)\b)))?")
_LABEL = r"(?:(?:the|for|in|of)\s+)*[^\W\d_][\w-]*(?:\s+\w)?"
_NAMED = re.compile(rf"(?:(?<![\w-]){_LABEL}\s*[:=]\s*)?[\[({{]?\s*$")
_PAIR = re.compile(r"\(\s*(?P<x>[-−+]?\d+(?:\.\d+)?)\s*[,;|]\s*(?P<y>[-−+]?\d+(?:\.\d+)?)\s*\)")
_BETWEEN_PAIRS = re.compile(r"\s*(?:,|;|and|\s)\s*(?:and\s+)?")
_LEAD = r"(?<![\w-])(?P<axis>[xy])(?:[- ]?values?)?\s*(?:=|:|are|of|being)?\s*[\[({]?\s*"
_AXIS, _AXES = re.compile(rf"{_LEAD}$", re.IGNORECASE), re.compile(rf"{_LEAD}[-−+\d]", re.IGNORECASE)


@dataclass(slots=True)
class _Run:
    """Numbers that commas, blanks or a last "and" part; `parted` are the places behind which an "and" stands."""

    start: int
    end: int
    numbers: list[str]
    parted: list[int]
    unit: str = ""


@cache
def _joints() -> re.Pattern[str]:
    """What stands between two samples, with the name of the second: "versus", "; treated:", "] and [" """
    words = any_of(phrase_list("samples", "joints"))
    return re.compile(
        rf"\s*[\])}}]?\s*(?:(?:;|,|\|)?\s*(?:{words}|and|&)?\s*(?P<label>{_LABEL}\s*(?:[:=]|are|\())?\s*)[\[({{]?\s*",
        re.IGNORECASE,
    )


@cache
def _cues() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{any_of(phrase_list('samples', 'asked'))})(?![\w-])", re.IGNORECASE)


def find_samples(text: str) -> Iterator[tuple[int, int, str]]:
    """Two samples or more that a text wants compared, as `5.1 4.9 5.6; 6.1 6.4 5.9`.

    Where commas, "and" and "versus" leave it open which number belongs to which sample, none is found.
    """
    if len(text) > _LONGEST or not _cues().search(text):
        return
    runs = _runs(text)
    for first, one in enumerate(runs):
        if first and _joined(text, runs[first - 1], one):
            continue
        last = first
        while last + 1 < len(runs) and _joined(text, runs[last], runs[last + 1]):
            last += 1
        groups = _groups(runs[first : last + 1])
        if groups and len({run.unit for run in runs[first : last + 1] if run.unit}) < _FEWEST:
            start, end = _with_brackets(text, one.start, runs[last].end)
            yield start, end, "; ".join(" ".join(group) for group in groups)


def find_points(text: str) -> Iterator[tuple[int, int, str]]:
    """Points of which a text gives x and y: "(1, 2.1), (2, 3.9)", "x = 1, 2, 3 and y = 2.1, 3.9, 6.2"."""
    if len(text) > _LONGEST:
        return
    yield from _pairs(text)
    if not _AXES.search(text):
        return
    axes = [(run, found) for run in _runs(text) if (found := _AXIS.search(text, 0, run.start))]
    if len(axes) == _FEWEST and {found["axis"].lower() for _, found in axes} == {"x", "y"}:
        runs = {found["axis"].lower(): run for run, found in axes}
        x, y = (_plain(runs[axis].numbers) for axis in "xy")
        if len(x) == len(y):
            start, end = axes[0][1].start(), _with_brackets(text, axes[0][0].start, axes[1][0].end)[1]
            yield start, end, "; ".join(f"{one} {other}" for one, other in zip(x, y, strict=True))


def _pairs(text: str) -> Iterator[tuple[int, int, str]]:
    found = list(_PAIR.finditer(text))
    while found:
        count = 1
        while count < len(found) and _BETWEEN_PAIRS.fullmatch(text, found[count - 1].end(), found[count].start()):
            count += 1
        if count >= _FEWEST:
            points = ("{} {}".format(*_plain([one["x"], one["y"]])) for one in found[:count])
            yield found[0].start(), found[count - 1].end(), "; ".join(points)
        found = found[count:]


def _runs(text: str) -> list[_Run]:
    """The numbers of a text, in runs that only commas, blanks and "and" part. The number of a label is none."""
    runs: list[_Run] = []
    for match in _NUMBER.finditer(text):
        if re.match(r"\s*[:=]", text[match.end() :]):
            continue
        gap = text[runs[-1].end : match.start()] if runs else None
        if gap is not None and not runs[-1].unit and (_COMMA.fullmatch(gap) or _AND.fullmatch(gap)):
            if not _COMMA.fullmatch(gap):
                runs[-1].parted.append(len(runs[-1].numbers))
            runs[-1].numbers.append(match[0])
            runs[-1].end = match.end()
        else:
            runs.append(_Run(match.start(), match.end(), [match[0]], []))
        behind = _UNIT.match(text, match.end())
        if behind and behind["unit"]:
            runs[-1].unit, runs[-1].end = behind["unit"], behind.end()
    return runs


def _joined(text: str, one: _Run, other: _Run) -> bool:
    """Whether only what parts two samples stands between two runs."""
    gap = text[one.end : other.start]
    return bool(gap.strip()) and _joints().fullmatch(gap) is not None


def _groups(runs: Sequence[_Run]) -> list[list[str]]:
    """The samples of runs; empty where it is open which number belongs to which."""
    if len(runs) == 1:
        run = runs[0]
        places = [0, *run.parted, len(run.numbers)]
        groups = [run.numbers[start:end] for start, end in itertools.pairwise(places)]
    else:
        # "4, 5 and 6 versus 7, 8 and 9": a last "and" within.
        if any(run.parted and run.parted != [len(run.numbers) - 1] for run in runs):
            return []
        groups = [run.numbers for run in runs]
    if len(groups) < _FEWEST or any(len(group) < _FEWEST for group in groups):
        return []
    return [_plain(group) for group in groups]


def _plain(numbers: Sequence[str]) -> list[str]:
    return [number.replace("−", "-").lstrip("+") for number in numbers]


def _with_brackets(text: str, start: int, end: int) -> tuple[int, int]:
    """The span with the brackets around it and the name of the first sample: `control: [`."""
    before = _NAMED.search(text, 0, start)
    # "t-test: 5.1, 4.9 …" names what is asked for, and no sample.
    before = None if before is not None and _cues().search(before[0]) else before
    behind = re.compile(r"\s*[\])}]").match(text, end)
    return before.start() if before and before[0].strip() else start, behind.end() if behind else end
