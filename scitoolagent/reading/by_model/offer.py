"""What a model is shown of a question, and the form of its reply: words of the question, and the tools they ask for."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scitoolagent.llm import Message
from scitoolagent.prompts import read_prompt
from scitoolagent.reading.by_model.inputs import takes_quotes
from scitoolagent.reading.explain import candidate_label, unread_words
from scitoolagent.reading.phrases import Target
from scitoolagent.records import Ask, Entity, Json, Query, Request, Schema
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode

# What a model is told where a reading of its cannot be planned.
QUOTE_INPUTS = (
    "Where the question gives an input in words that were not read as it, quote them: "
    '"inputs":[{"input":"(its name)","words":"(words of the question)"}].'
)
# What a model answers for words that no tool on its list gives anything for.
NOTHING = "none"
# What the result of the first, second … entry of a reply is called in it.
ENTRY = "entry"
MOST_ASKS = 8
_MOST_HANDLES = 16
_MOST_SEARCHES = 3
_MOST_ASIDES = 4
_NAME_SHOWN = 60
_QUESTION_SHOWN = 6000
_WORDS_SHOWN = 120
_MOST_COLUMNS = 40
_VALUE_SHOWN = 24
_LONGEST_CODE = 4000
_MOST_SETTLED = 4
_MOST_INPUTS = 8
_FEW = 4
_JSON_TYPES = {"int": "integer", "float": "number", "bool": "boolean"}


@dataclass(frozen=True, slots=True)
class Came:
    """What an ask came to: in words, and as yes or no where it is a verdict; None where it is none."""

    text: str
    verdict: bool | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """What a model is asked to read.

    Attributes:
        query: the question; its request is what the rules read, empty where they are not asked.
        tools: the tools to choose from.
        operations: the tools that work on values of any kind, where there are several things to work on.
        unsure: the handles of the asks of the rules that cannot be answered as they were read.
        rounds: whether the model works in rounds: it may ask for what only a later round needs, and write code.
        results: by handle, what the asks of the rounds so far came to.
        coder: the tool that runs code; None where none is written.
        short: whether the model is a small one, which is asked in one short turn (`short.py`).
        by_rules: what the rules would read, where they are not asked; None where they are.
        inputs: whether it may say which words of the question are which input of a tool.
    """

    query: Query
    tools: tuple[ToolNode, ...]
    operations: tuple[ToolNode, ...] = ()
    unsure: frozenset[str] = frozenset()
    rounds: bool = False
    results: Mapping[str, Came] = field(default_factory=dict)
    coder: ToolNode | None = None
    short: bool = False
    by_rules: Request | None = None
    inputs: bool = False

    @property
    def read(self) -> tuple[Ask, ...]:
        """What the rules read."""
        return (self.query.request or Request()).asks


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing that a model says is asked: by which words, which tool gives it, of what, and what is done with it.

    `option` is a tool, one output of a tool (`tool.output`), or `NOTHING`. `of` are handles of things that are given
    or of asks that the rules read, or entries of the reply (`entry1`); `then` are operations with their settings, and
    `inputs` names of inputs of the tool with the words that give them.
    """

    words: str
    option: str
    of: tuple[str, ...] = ()
    then: tuple[tuple[str, dict[str, Json]], ...] = ()
    code: str = ""
    targets: tuple[Target, ...] = ()
    inputs: tuple[tuple[str, str], ...] = ()


def reader_messages(graph: ToolGraph, offer: Offer) -> list[Message]:
    """The conversation that asks for a reading. The fixed part comes first, so that a server can keep it."""
    query = offer.query
    given = "; ".join(f"{entity.handle} ({_about(graph, entity)})" for entity in query.entities) or "nothing"
    lines = [f"question: {query.with_handles()[:_QUESTION_SHOWN]}", f"given: {given}"]
    if offer.rounds:
        lines += [f"{table.file}: {_table_line(table)}" for table in query.tables]
    lines += [_ask_line(graph, ask, offer.results) for ask in offer.read if ask.handle not in offer.unsure]
    if unread := _unread(offer):
        lines.append(f"not understood: {unread}")
    lines += ["tools:", *(signature(graph, tool) for tool in offer.tools)]
    if offer.operations:
        lines += ["operations:", *(_operation_line(graph, tool) for tool in offer.operations)]
    prompt = "\n".join(read_prompt(name) for name in ("reader", *(["rounds"] if offer.rounds else [])))
    if offer.coder is not None:
        prompt += f"\n{read_prompt('code').replace('TOOL', offer.coder.name)}"
    return [Message("system", prompt), Message("user", "\n".join(lines))]


def _about(graph: ToolGraph, entity: Entity) -> str:
    label = graph.types[entity.type].label
    if entity.file:
        return f"column {_compact(str(entity.value)[:_NAME_SHOWN])} of {entity.file}: {label}"
    # A name is no structure: a model may know it, and nothing is computed from what it reads here.
    shown = str(entity.value)
    return f"{label}: {shown}" if entity.type == "MoleculeName" and len(shown) <= _NAME_SHOWN else label


def _table_line(table: Schema) -> str:
    """What is in a file of rows; headers and values are text of the file, quoted and cut."""
    columns = []
    for column in table.columns[:_MOST_COLUMNS]:
        values = ", ".join(_compact(one[:_VALUE_SHOWN]) for one in table.values.get(column.name, ())[:_FEW])
        unit = f" in {column.unit}" if column.unit and column.unit != "1" else ""
        columns.append(f"{_compact(column.name[:_NAME_SHOWN])} {column.kind}{unit}{f' ({values})' if values else ''}")
    more = f" and {len(table.columns) - _MOST_COLUMNS} more" if len(table.columns) > _MOST_COLUMNS else ""
    return f"{table.rows:,} rows; {'; '.join(columns)}{more}"


def _ask_line(graph: ToolGraph, ask: Ask, results: Mapping[str, Came]) -> str:
    what = " or ".join(dict.fromkeys(candidate_label(graph, one) for one in ask.what[:_FEW]))
    came = f" -> {results[ask.handle].text}" if ask.handle in results else ""
    return f"read: {ask.handle} {_compact(ask.text[:_WORDS_SHOWN])} = {what} of {', '.join(ask.of) or 'all'}{came}"


def _unread(offer: Offer) -> str:
    asks = [ask.text for ask in offer.read if ask.handle in offer.unsure]
    words = dict.fromkeys([*asks, *unread_words(offer.query)])
    return ", ".join(_compact(text[:_WORDS_SHOWN]) for text in list(words)[:MOST_ASKS])


def more_tools(graph: ToolGraph, tools: Sequence[ToolNode]) -> Message:
    """The answer to a search."""
    lines = [signature(graph, tool) for tool in tools]
    return Message("user", "\n".join(["more tools:", *lines] if lines else ["no other tool was found"]))


def signature(graph: ToolGraph, tool: ToolNode) -> str:
    """A tool in one line: its inputs, what it is for, and its outputs where it has several."""
    inputs = ", ".join(f"{port.name}…" if port.many else port.name for port in tool.required)
    several = outputs_of(graph, tool)
    listed = f" Gives {', '.join(several[:_FEW])}{', …' if len(several) > _FEW else ''}." if several else ""
    return f"{tool.name}({inputs}): {tool.summary.rstrip('.')}.{listed}"


def outputs_of(graph: ToolGraph, tool: ToolNode) -> list[str]:
    """The outputs that can be asked for one by one; none where a tool has only one."""
    names = [port.name for port in tool.outputs if not graph.is_note(port.type)]
    return names if len(names) > 1 else []


def operation_settings(graph: ToolGraph, tool: ToolNode) -> list[PortNode]:
    """The settings of an operation; its other inputs are the values of an ask and what they are of."""
    numbers = ("threshold", "lower", "upper")
    return [port for port in tool.inputs if port.name in numbers or graph.is_setting(port.type)]


def _operation_line(graph: ToolGraph, tool: ToolNode) -> str:
    shown = []
    for port in operation_settings(graph, tool):
        pattern = graph.types[port.type].pattern
        shown.append(f"{port.name}: {pattern}" if graph.types[port.type].choices else port.name)
    return f"{tool.name}({', '.join(shown)}): {tool.summary.rstrip('.')}"


def reader_schema(graph: ToolGraph, offer: Offer) -> dict[str, Any]:
    """The JSON schema of the reply: only tools of the list, only handles of the question and earlier asks."""
    options = [NOTHING]
    for tool in offer.tools:
        options += [tool.name, *(f"{tool.name}.{name}" for name in outputs_of(graph, tool))]
    handles = [entity.handle for entity in offer.query.entities]
    handles += [ask.handle for ask in offer.read if ask.handle not in offer.unsure]
    # No more than there are: nothing in a schema keeps a small model from naming one of them again and again.
    most = min(max(len(handles), _FEW), _MOST_HANDLES)
    handles += [f"{ENTRY}{number}" for number in range(1, MOST_ASKS)]
    if offer.coder is not None:
        options.append(offer.coder.name)
    words = {"type": "string", "minLength": 1, "maxLength": _WORDS_SHOWN}
    properties: dict[str, Any] = {
        # Words are only left out where a later round needs what is asked.
        "words": {**words, "minLength": 0, "maxLength": 4 * _WORDS_SHOWN} if offer.rounds else words,
        "tool": {"enum": options},
        "of": {"type": "array", "maxItems": most, "items": {"enum": handles}},
    }
    if offer.operations:
        called = [_operation_schema(graph, tool) for tool in offer.operations]
        properties["then"] = {"type": "array", "maxItems": 2, "items": {"anyOf": called}}
    if offer.coder is not None:
        properties["code"] = {"type": "string", "minLength": 1, "maxLength": _LONGEST_CODE}
    if offer.inputs and (names := _quotable(offer)):
        one = _object({"input": {"enum": names}, "words": words}, ["input", "words"])
        properties["inputs"] = {"type": "array", "maxItems": _MOST_INPUTS, "items": one}
    found: dict[str, Any] = {
        "asks": {"type": "array", "maxItems": MOST_ASKS, "items": _object(properties, ["words", "tool", "of"])},
        "aside": {"type": "array", "maxItems": _MOST_ASIDES, "items": words},
        "search": {"type": "array", "maxItems": _MOST_SEARCHES, "items": {"type": "string", "maxLength": 60}},
    }
    if offer.results:
        settled = _object({"words": words, "by": {"enum": list(offer.results)}}, ["words", "by"])
        found["settled"] = {"type": "array", "maxItems": _MOST_SETTLED, "items": settled}
    return _object(found, ["asks"])


def _quotable(offer: Offer) -> list[str]:
    """The names of the inputs that can be quoted, each once."""
    return list(dict.fromkeys(port.name for tool in offer.tools for port in tool.inputs if takes_quotes(port)))


def _object(properties: dict[str, Any], required: list[str]) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": False, "required": required, "properties": properties}


def _operation_schema(graph: ToolGraph, tool: ToolNode) -> dict[str, Any]:
    properties: dict[str, Any] = {"do": {"const": tool.name}}
    required = ["do"]
    for port in operation_settings(graph, tool):
        if graph.types[port.type].generic:
            # A number of the question, quoted with its unit.
            properties[port.name] = {"type": "string", "minLength": 1, "maxLength": 40}
        elif choices := graph.types[port.type].choices:
            properties[port.name] = {"enum": choices}
        elif port.python == "str":
            properties[port.name] = {"type": "string", "maxLength": 12}
        else:
            properties[port.name] = {"type": _JSON_TYPES[port.python]}
        required += [port.name] if port.required else []
    return _object(properties, required)


def reader_reply(claims: Sequence[Claim]) -> str:
    """The reply that stands for some claims; what a model is trained to write."""
    return _compact({"asks": [_written(claim) for claim in claims]})


def search_reply(texts: Sequence[str]) -> str:
    """The reply that asks for more tools; what a model is trained to write where the right one is not on the list."""
    return _compact({"asks": [], "search": list(texts)[:_MOST_SEARCHES]})


def _written(claim: Claim) -> dict[str, Any]:
    said: dict[str, Any] = {"words": claim.words, "tool": claim.option, "of": list(claim.of)}
    return {**said, "then": [{"do": tool, **settings} for tool, settings in claim.then]} if claim.then else said


def read_reply(data: dict[str, Any]) -> tuple[Claim, ...]:
    """The claims of a reply that fits the schema."""
    found = []
    for ask in data["asks"]:
        then = [
            (str(one["do"]), {name: value for name, value in one.items() if name != "do"})
            for one in ask.get("then", ())
        ]
        of = tuple(dict.fromkeys(ask["of"]))
        inputs = tuple((one["input"], one["words"]) for one in ask.get("inputs", ()))
        found.append(Claim(ask["words"], ask["tool"], of, tuple(then), ask.get("code", ""), inputs=inputs))
    return tuple(found)


def _compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
