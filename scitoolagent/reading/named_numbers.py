"""The numbers without a unit that stand beside a name of an input: "n 3", "two electrons", "MW 388.5"."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from scitoolagent.reading.given import BETWEEN, label_pattern, labels
from scitoolagent.tool import unit_sign
from scitoolagent.tool.numbers import IN_WORDS, number_at
from scitoolagent.tool.units import is_understood, normal
from scitoolagent.toolkg.graph import PortNode, ToolGraph

_NUMBER = r"([+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)"
_ORDINALS = {word: float(place) for place, word in enumerate("first second third fourth fifth sixth".split(), 1)}
_IN_WORDS = {**IN_WORDS, **_ORDINALS}
_WORDED = rf"((?:{'|'.join(_IN_WORDS)})\b)"
# "MW 388.5", "Kf=1.86", "ε of 6220": nothing else may stand between a symbol and the number whose unit is left out.
_BESIDE = r"[ \t]?(?:=|:|of|is|was)?[ \t]?(?=[+-]?\.?\d)"
# "3-5", "3.2 ± 0.1", "1/2", "3 and 5", "5 of 20", "3 samples": no one value, or one of something.
_GOES_ON = re.compile(r"\s?(?:[-–±/*·×^]|\+/-|to\b|or\b|and\b|,|&)\s?\d|\s?x\s?\d|[\w%°]|\s+(?:of|out)\b")
_COUNTS = re.compile(r"\s+(?!(?:and|or|in|for|at|with|by|as|to|is|are|from|on|was|were)\b)[^\W\d_]")
Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class NamedNumber:
    """A number that a name of an input stands beside; `whole` is the place of both."""

    value: float
    text: str
    place: Place
    whole: Place


def named_number(graph: ToolGraph, port: PortNode, text: str, taken: Sequence[Place]) -> NamedNumber | None:
    """The number beside a name of an input; a number serves one input once."""
    node = graph.types[port.type]
    for label in sorted({*labels(node, port.name), *node.announced}, key=len, reverse=True):
        name = label_pattern(label)
        # "Three frames" and a "three-frame translation" are of three of them; "1024 bits" are a number of bits.
        counts = node.label.startswith("number of")
        plural, joint = ("s?", r"[\s-]*") if counts else ("", r"\s*")
        patterns = (
            rf"\b{name}{BETWEEN}{_NUMBER}",
            rf"(?<![\w.]){_NUMBER}(?:st|nd|rd|th)?{joint}{name}{plural}\b",
            rf"\b{_WORDED}{joint}{name}{plural}\b",
        )
        for match in itertools.chain.from_iterable(re.finditer(pattern, text, re.IGNORECASE) for pattern in patterns):
            found = _read(text, match)
            if found is not None and found.place not in taken:
                return found
    return None


def _read(text: str, match: re.Match[str]) -> NamedNumber | None:
    """The whole number at a match: of "Ka 1.8×10^-5" the power, too; None where it is no one value."""
    said = match[1].lower()
    if said in _IN_WORDS:
        return NamedNumber(_IN_WORDS[said], match[1], match.span(1), match.span())
    whole = number_at(normal(text), match.start(1))
    if whole is None or whole.problem:
        return None
    end = max(whole.end, match.end(1))
    return NamedNumber(
        whole.value, text[match.start(1) : end], (match.start(1), end), (match.start(), max(end, match.end()))
    )


def plain_value(port: PortNode, found: NamedNumber) -> Any:
    """A number as an input takes it; None where it takes whole ones only, and this is none."""
    if port.python == "int":
        return int(found.value) if found.value.is_integer() else None
    return found.value


@dataclass(frozen=True, slots=True)
class Understood:
    """Numbers whose unit people leave out, by input; `problem` says why it is open which number an input has."""

    numbers: dict[str, NamedNumber]
    notes: tuple[str, ...] = ()
    problem: str = ""


def understood_numbers(graph: ToolGraph, ports: Sequence[PortNode], text: str) -> Understood:
    """The numbers right behind a name of an input whose unit people leave out: "MW 388.5" is in g/mol.

    Of two names that end at one number the longer one counts. Nothing is chosen: where two inputs could have a number,
    or an input two numbers, that is the problem.
    """
    claims: dict[Place, dict[str, int]] = {}
    numbers: dict[str, dict[Place, NamedNumber]] = {port.name: {} for port in ports}
    for port in ports:
        for length, found in _beside(graph, port, text):
            claims.setdefault(found.place, {})
            claims[found.place][port.name] = max(length, claims[found.place].get(port.name, 0))
            numbers[port.name][found.place] = found
    called = {port.name: graph.types[port.type].label for port in ports}
    chosen: dict[str, NamedNumber] = {}
    for place, lengths in claims.items():
        longest = [name for name, length in lengths.items() if length == max(lengths.values())]
        said = text[slice(*place)]
        if len(longest) > 1:
            told = " or ".join(dict.fromkeys(called[name] for name in longest))
            return Understood({}, problem=f"{said} could be {told}; say which is which")
        (name,) = longest
        found = numbers[name][place]
        if name in chosen and chosen[name].value != found.value:
            told = f"{chosen[name].text} and {said}"
            return Understood({}, problem=f"{told} could be {called[name]}; say which is which")
        chosen[name] = found
    units = {port.name: unit_sign(graph.types[port.type].unit) for port in ports}
    notes = tuple(f"{called[name]}: {one.text} was taken in {units[name]}" for name, one in chosen.items())
    return Understood(chosen, notes)


def _beside(graph: ToolGraph, port: PortNode, text: str) -> Iterator[tuple[int, NamedNumber]]:
    """The numbers right behind the names of an input, each with the length of the name."""
    node = graph.types[port.type]
    plain = normal(text)
    for label in labels(node, port.name):
        for match in re.finditer(rf"(?<![\w-]){label_pattern(label)}{_BESIDE}", text, re.IGNORECASE):
            number = number_at(plain, match.end())
            if (
                number is None
                or number.problem
                or _GOES_ON.match(plain, number.end)
                or _COUNTS.match(plain, number.end)
            ):
                continue
            if is_understood(node.unit, number.value):
                place = (number.start, number.end)
                yield len(label), NamedNumber(number.value, text[slice(*place)], place, (match.start(), number.end))


def _goes_on(text: str, end: int) -> bool:
    """Whether what stands behind a number makes it no value of its own, or a number of things."""
    return bool(_GOES_ON.match(text, end) or _COUNTS.match(text, end))
