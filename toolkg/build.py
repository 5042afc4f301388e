"""Make the tool graph from the declarations, and write it as Turtle: a pure function from declarations to RDF."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any, get_origin

from scitoolagent.language.detect import READ
from scitoolagent.language.lexicon import label_table
from scitoolagent.language.words import split_phrases
from scitoolagent.tool import Port, Semantic, ToolSpec
from scitoolagent.tool.registry import Registry
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode, TypeNode

KG = "https://scitoolagent.org/kg#"
EDAM = "http://edamontology.org/"
PREFIXES = {
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "edam": EDAM,
    "sta": KG,
}


def graph_of(registry: Registry) -> ToolGraph:
    """The tool graph of all declared tools."""
    return ToolGraph((_tool_node(spec) for spec in registry), (_type_node(node) for node in registry.types.values()))


def _type_node(semantic: Semantic) -> TypeNode:
    declared = {field.name: getattr(semantic, field.name) for field in fields(TypeNode) if field.name != "labels_in"}
    return TypeNode(**declared, labels_in=_labels_in(semantic.name))


def _tool_node(spec: ToolSpec) -> ToolNode:
    return ToolNode(
        spec.name,
        spec.text.summary,
        str(spec.operation),
        str(spec.topic),
        str(spec.safety),
        spec.text.source,
        tuple(map(_port_node, spec.inputs)),
        tuple(map(_port_node, spec.outputs)),
        spec.also,
        spec.requires,
        spec.function.__module__,
        spec.seconds,
        spec.memory,
        _labels_in(spec.name),
        spec.batch,
        tuple(sorted(spec.loses)),
        tuple(sorted(spec.supplies)),
    )


def _labels_in(name: str) -> tuple[tuple[str, str], ...]:
    """What other languages call a type or a tool, by the files of labels."""
    return tuple((code, label) for code in READ for label in split_phrases(_label_table(code).get(name, "")))


@cache
def _label_table(code: str) -> dict[str, str]:
    return label_table(code)


def _port_node(port: Port) -> PortNode:
    python = getattr(get_origin(port.python) or port.python, "__name__", str(port.python))
    default = None if port.required else json.loads(json.dumps(port.default, default=str))
    return PortNode(port.name, port.semantic.name, python, port.many, port.required, default, port.text)


def turtle(graph: ToolGraph) -> str:
    """The graph as Turtle, in a fixed order, so that a change of one tool is a change of its lines only."""
    lines = ["# Generated from the declarations of the tools by `scitoolagent kg build`; do not edit."]
    lines += [f"@prefix {name}: <{uri}> ." for name, uri in PREFIXES.items()]
    blocks = [_block(_type_lines(node)) for node in graph.types.values()]
    blocks += [_block(_tool_lines(tool)) for tool in graph.tools.values()]
    return "\n".join(lines) + "\n\n" + "\n".join(blocks)


def write_turtle(graph: ToolGraph, path: Path) -> None:
    """Write the graph to `path`."""
    path.write_text(turtle(graph), encoding="utf-8")


def _block(lines: Iterable[str]) -> str:
    head, *rest = lines
    return " ;\n  ".join([head, *rest]) + " .\n"


def _type_lines(node: TypeNode) -> Iterator[str]:
    yield f"sta:{node.name} a sta:SemanticType"
    yield f"rdfs:label {_text(node.label)}"
    if node.parent:
        yield f"rdfs:subClassOf sta:{node.parent}"
    if node.unit:
        yield f"sta:unit {_text(node.unit)}"
    if node.edam:
        yield f"sta:edam edam:{node.edam}"
    if node.pattern:
        yield f"sta:pattern {_text(node.pattern)}"
    if node.also:
        yield f"skos:altLabel {_texts(node.also)}"
    if node.labels_in:
        yield f"skos:altLabel {_tagged(node.labels_in)}"
    if node.role:
        yield f"sta:role {_text(node.role)}"
    if node.announced:
        yield f"sta:announcedBy {_texts(node.announced)}"
    if node.needs_context:
        yield "sta:needsContext true"
    if node.recogniser:
        yield f"sta:recogniser {_text(node.recogniser)}"
    if node.speller:
        yield f"sta:speller {_text(node.speller)}"
    if node.finder:
        yield f"sta:finder {_text(node.finder)}"
    if node.again:
        yield f"sta:saidAgain {_text(node.again)}"
    if node.generic:
        yield f"sta:generic {_text(node.generic)}"
    if node.shown:
        yield f"sta:shownAs {_text(node.shown)}"
    if node.screen:
        yield f"sta:screenedAs {_text(node.screen)}"


def _tool_lines(tool: ToolNode) -> Iterator[str]:
    yield f"sta:{tool.name} a sta:Tool"
    yield f"rdfs:label {_text(tool.name)}"
    yield f"rdfs:comment {_text(tool.summary)}"
    if tool.also:
        yield f"skos:altLabel {_texts(tool.also)}"
    if tool.labels_in:
        yield f"skos:altLabel {_tagged(tool.labels_in)}"
    yield f"sta:operation {_text(tool.operation)}"
    yield f"sta:topic {_text(tool.topic)}"
    yield f"sta:safety {_text(tool.safety)}"
    yield f"sta:source {_text(tool.source)}"
    if tool.module:
        yield f"sta:module {_text(tool.module)}"
    if tool.requires:
        yield f"sta:requires {_texts(tool.requires)}"
    if tool.seconds is not None:
        yield f"sta:seconds {float(tool.seconds)!r}"
    if tool.memory is not None:
        yield f"sta:megabytes {tool.memory}"
    if tool.batch:
        yield "sta:batch true"
    if tool.loses:
        yield f"sta:loses {_texts(tool.loses)}"
    if tool.supplies:
        yield f"sta:supplies {_texts(tool.supplies)}"
    if tool.required:
        yield "sta:consumes " + _names(port.type for port in tool.required)
    if tool.outputs:
        yield "sta:produces " + _names(port.type for port in tool.outputs)
    for place, port in enumerate(tool.inputs):
        yield f"sta:input {_port(place, port)}"
    for place, port in enumerate(tool.outputs):
        yield f"sta:output {_port(place, port)}"


def _port(place: int, port: PortNode) -> str:
    parts = [
        f"a sta:Port ; rdfs:label {_text(port.name)}",
        f"sta:type sta:{port.type}",
        f"sta:position {place}",
        f"sta:python {_text(port.python)}",
        f"sta:many {_boolean(port.many)}",
        f"sta:required {_boolean(port.required)}",
    ]
    if not port.required:
        parts.append(f"sta:default {_text(json.dumps(port.default))}")
    if port.text:
        parts.append(f"rdfs:comment {_text(port.text)}")
    return "[ " + " ; ".join(parts) + " ]"


def _names(names: Iterable[str]) -> str:
    return ", ".join(f"sta:{name}" for name in sorted(set(names)))


def _texts(texts: Iterable[Any]) -> str:
    return ", ".join(_text(text) for text in texts)


def _tagged(labels: Iterable[tuple[str, str]]) -> str:
    return ", ".join(f"{_text(label)}@{code}" for code, label in labels)


def _boolean(value: bool) -> str:
    return "true" if value else "false"


def _text(text: str) -> str:
    # JSON's escapes are all legal in a Turtle string, so one well-tested writer serves.
    return json.dumps(text, ensure_ascii=False)
