r"""Write what a model may say in a turn as a grammar (GBNF): it cannot name a tool or a value that is not there.

Tools are those whose signatures the model was shown, with their ports; values are those of the question. Names that a
program binds itself end in no digit (`mass`, `mass_2`), while all that are given do not bind it: `smiles3` cannot be
written where the question gives two. Blocks go two deep, and there are no functions, f-strings or `try`: what a small
model needs. The text of a program stands inside JSON, so a line ends in `\n` and a double quote in `\"`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from importlib import resources

from scitoolagent.llm import Message, ToolSpec
from scitoolagent.solver.functions import CONSTANTS
from scitoolagent.solver.given import Given
from scitoolagent.solver.stubs import converters
from scitoolagent.toolkg.graph import ToolGraph, ToolNode

_SIGNATURE = re.compile(r"^(\w+)\(.*\) -> ", re.MULTILINE)
_BUILT_IN = (
    "Q", "sql", "column", "table_of", "save", "assume", "mean", "median", "stdev", "len", "min", "max", "sum",
    "sorted", "abs", "round", "zip", "enumerate", "range", "list", "dict", "set", "str", "int", "float", "any", "all",
    "tuple", "print", "math.sqrt", "math.log", "math.log10", "math.exp", "math.floor", "math.ceil",
)  # fmt: skip
_METHODS = (
    "to", "in_", "append", "items", "keys", "values", "get", "split", "strip", "lower", "upper", "startswith",
    "endswith", "replace", "join", "count", "index", "extend",
)  # fmt: skip
_FIELDS = ("value", "unit")
_INDENT = "    "


def bound_specs(
    graph: ToolGraph, specs: Sequence[ToolSpec], given: Given, messages: Sequence[Message]
) -> tuple[ToolSpec, ...]:
    """The functions of a turn, each with the rules of its arguments.

    Args:
        graph: the tool graph.
        specs: the functions.
        given: the values and tables of the question.
        messages: what the model was shown; a tool whose signature is not among it cannot be called.
    """
    tools = [graph.tools[name] for name in sorted(signatures_in(messages) & graph.tools.keys())]
    rules = program_rules(tools, [*given.values, *given.tables], _types(graph, tools))
    return tuple(replace(spec, grammar=rules) for spec in specs)


def signatures_in(messages: Iterable[Message]) -> set[str]:
    """Return the names of the tools whose signatures stand in what a model was shown."""
    return {name for message in messages for name in _SIGNATURE.findall(message.content)}


def _types(graph: ToolGraph, tools: Iterable[ToolNode]) -> list[str]:
    """The semantic types of texts that the tools take, which a program may put around a text of its own."""
    ports = {port.type for tool in tools for port in tool.inputs if port.python == "str"}
    texts = [name for name in graph.types if graph.role(name) in ("value", "kind") and name.isidentifier()]
    return [name for name in texts if name in ports or any(converters(graph, name, port) for port in ports)]


def program_rules(tools: Sequence[ToolNode], names: Collection[str], types: Collection[str]) -> str:
    """The rules of the arguments of all functions of a turn.

    Args:
        tools: those that a program may call.
        names: the variables of the question.
        types: classes that may be put around a text.
    """
    fields = {port.name for tool in tools if len(tool.outputs) > 1 for port in tool.outputs}
    lines = [
        resources.files("scitoolagent.solver").joinpath("program.gbnf").read_text(encoding="utf-8").strip(),
        f"given ::= {_one_of(names)}",
        f"field ::= {_one_of([*sorted(fields), *_FIELDS])}",
        f"method ::= {_one_of(_METHODS)}",
        f'constant ::= "const." ({_one_of(CONSTANTS)})',
        *_calls(tools, types),
        *_blocks(),
    ]
    return "\n".join(lines) + "\n"


def _calls(tools: Sequence[ToolNode], types: Collection[str]) -> Iterator[str]:
    """The rules of calls: each tool takes its own ports, alone or over lists."""
    rules = []
    for tool in tools:
        rule = f"call-{tool.name.replace('_', '-')}"
        rules.append(rule)
        ports = _one_of([port.name for port in tool.inputs])
        passed = f'(({ports}) "=")? expression'
        some = f'({passed} (", " {passed})*)?' if tool.inputs else ""
        yield f'{rule} ::= {_quoted(tool.name)} ".map"? "(" {some} ")"'
    own = [f'({_one_of(_BUILT_IN)}) "(" arguments? ")"']
    kinds = [f'({_one_of(types)}) "(" text ")"'] if types else []
    yield f"call ::= {' | '.join([*rules, *own, *kinds])}"


def _blocks() -> Iterator[str]:
    """The rules of indented lines, two levels deep."""
    inner = _quoted(_INDENT)
    yield f"block-1 ::= (nl {inner} (simple | head block-2))+"
    yield f"block-2 ::= (nl {inner} {inner} simple)+"


def _one_of(words: Iterable[str]) -> str:
    """Alternatives; a rule of none is never met, since no text holds that sign."""
    return " | ".join(_quoted(word) for word in words) or r'"\x00"'


def _quoted(word: str) -> str:
    return json.dumps(word)
