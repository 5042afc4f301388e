"""Plant one fault in a program: a tool that is none, a wrong field, type or unit, a bare number, an undefined name."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence

from scitoolagent.finetune.programs import Printed
from scitoolagent.records import Query
from scitoolagent.toolkg.graph import ToolGraph

_QUANTITY = re.compile(r"Q\(([^,()]+), '[^']*'\)")
_BOUND = re.compile(r"^(\w+) = ", re.MULTILINE)
_LAST = re.compile(r"(: (?:\w+|\w+\(.*\)))}$")
_WORD = re.compile(r"[a-z0-9]+")
_NUMPY = re.compile(r"\b(mean|sum|max|min|sorted|abs)\(")


def plant(graph: ToolGraph, query: Query, printed: Printed, rng: random.Random) -> str:
    """The program with one fault; empty where none of them has a place in it."""
    kinds: tuple[Callable[[ToolGraph, Query, Printed], Iterator[str]], ...] = (
        _misspelt, _field, _bare, _wrong_unit, _wrong_type, _undefined,
    )  # fmt: skip
    for kind in rng.sample(kinds, len(kinds)):
        broken = [code for code in kind(graph, query, printed) if code != printed.code]
        if broken:
            return rng.choice(broken)
    return ""


def invent(graph: ToolGraph, printed: Printed, phrases: Sequence[str]) -> str:
    """The program with a tool called as it might be called; empty where there is no such name."""
    for name, phrase in zip(printed.tools, phrases, strict=True):
        other = "_".join(_WORD.findall(phrase.casefold()))
        if other.isidentifier() and other not in graph.tools and other != name:
            return re.sub(rf"\b{name}(?=\(|\.map\()", other, printed.code)
    return ""


def _misspelt(graph: ToolGraph, query: Query, printed: Printed) -> Iterator[str]:
    """A tool by a name that is nearly its own: a letter less, a word more, the words the other way round."""
    for name in printed.tools:
        first, *others = name.split("_")
        half = len(name) // 2
        other_number = name.removesuffix("s") if name.endswith("s") else f"{name}s"
        near = [f"{name[:half]}{name[half + 1 :]}", f"calculate_{name}", other_number, "_".join([*others, first])]
        for other in near:
            if other not in graph.tools:
                yield re.sub(rf"\b{name}(?=\(|\.map\()", other, printed.code)


def _field(graph: ToolGraph, query: Query, printed: Printed) -> Iterator[str]:
    """A field that a result does not have."""
    for name in printed.tools:
        outputs = graph.tools[name].outputs
        fields = {port.name for port in outputs}
        for field in sorted(fields) if len(outputs) > 1 else ():
            for other in (field.rpartition("_")[2], f"{field}_value"):
                if other not in fields:
                    yield re.sub(rf"\.{field}\b", f".{other}", printed.code)
        if len(outputs) == 1:
            # As if all results were objects with the name of what they hold.
            body, line, last = printed.code.rpartition("\n")
            yield body + line + _LAST.sub(rf"\1.{outputs[0].name}}}", last)


def _bare(graph: ToolGraph, query: Query, printed: Printed) -> Iterator[str]:
    """A number without the unit that it must have."""
    for quantity in query.quantities:
        if quantity.value is not None:
            yield re.sub(rf"\b{quantity.handle}\b", f"{quantity.value:g}", printed.code)
    yield _QUANTITY.sub(r"\1", printed.code, count=1)


def _wrong_unit(graph: ToolGraph, query: Query, printed: Printed) -> Iterator[str]:
    """A quantity in a unit of another dimension."""
    for match in _QUANTITY.finditer(printed.code):
        for unit in ("s", "mg"):
            wrong = f"Q({match[1]}, '{unit}')"
            yield f"{printed.code[: match.start()]}{wrong}{printed.code[match.end() :]}"
    for quantity in query.quantities:
        if quantity.value is not None and re.search(rf"\b{quantity.handle}\b", printed.code):
            yield re.sub(rf"\b{quantity.handle}\b", f"({quantity.handle} * Q(1, 's'))", printed.code)


def _wrong_type(graph: ToolGraph, query: Query, printed: Printed) -> Iterator[str]:
    """A list of values for a port that takes one."""
    for entity in query.entities:
        for name in printed.tools:
            yield printed.code.replace(f"{name}({entity.handle}", f"{name}([{entity.handle}]", 1)


def _undefined(graph: ToolGraph, query: Query, printed: Printed) -> Iterator[str]:
    """A name that nothing defines: a library that is not imported, or a variable that was never bound."""
    yield _NUMPY.sub(r"np.\1(", printed.code, count=1)
    body, _, last = printed.code.rpartition("\n")
    for name in _BOUND.findall(body):
        yield f"{body}\n" + re.sub(rf"(?<!['\w.]){name}\b(?!')", f"{name}_value", last)
