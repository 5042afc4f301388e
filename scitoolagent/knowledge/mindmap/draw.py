"""Draw the map of an answer: SVG, a page that needs nothing else, and Mermaid. All text is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any
from unicodedata import east_asian_width

from scitoolagent.knowledge.mindmap.answer import Edge, MindMapAnswer, Node, about
from scitoolagent.knowledge.mindmap.aside import in_words

# Pixels. An edge ends in a straight piece, as long as a label, that its label stands on; a port is one such end.
_WIDTH, _HEIGHT, _GAP_Y, _PORT = 250, 34, 14, 13
_BEND, _LABEL = 70, 150
_STEP = _WIDTH + _BEND + _LABEL
_STYLE = """
svg { font: 12px sans-serif; max-width: 100%; height: auto } rect { fill: #eef3fa; stroke: #46688f; rx: 6 }
.asked rect { fill: #fdf1d8; stroke: #a8741a } .own rect { fill: #fff; stroke: #a33; stroke-dasharray: 4 3 }
path { fill: none; stroke: #8a96a5 } path.own { stroke: #a33; stroke-dasharray: 4 3 } polygon { fill: #6b7785 }
.verb { fill: #444; font-size: 10px; paint-order: stroke; stroke: #fff; stroke-width: 3px } .key { fill: #a33 }
"""
_ARROW = (
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" '
    'orient="auto-start-reverse"><polygon points="0,1 8,4 0,7"/></marker></defs>'
)


@dataclass(frozen=True, slots=True)
class _Box:
    column: int
    x: int
    y: int
    height: int


def as_svg(answer: MindMapAnswer) -> str:
    """The map as an SVG element: the question's entities on the left, what they lead to on the right.

    Nodes and edges that are the model's own are dashed and red.
    """
    columns = _columns(answer.edges)
    boxes = _placed(columns, answer.edges)
    last = set(columns[-1]) if columns else set()
    looped = any(edge.source in last and edge.target in last for edge in answer.edges)
    width = 40 + max(len(columns), 1) * _STEP - (0 if looped else _BEND + _LABEL)
    height = 40 + max((box.y + box.height for box in boxes.values()), default=0)
    size = f'viewBox="0 0 {width} {height}" width="{width}"'
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" {size}><style>{_STYLE}</style>', _ARROW]
    parts += _lines(answer.edges, boxes)
    parts += [_drawn(node, box) for node, box in boxes.items()]
    if any(edge.fact == 0 for edge in answer.edges):
        key = _text("dashed: the model's own, not in the evidence")
        parts.append(f'<text class="key" x="20" y="{height - 10}">{key}</text>')
    return "\n".join([*parts, "</svg>"])


def as_html(answer: MindMapAnswer) -> str:
    """A page with the question, the answer, the map and the numbered evidence; it loads nothing."""
    steps = "".join(
        f"<li>{_text(step.text)} {' '.join(f'[{one}]' for one in step.facts) or '<em>no evidence named</em>'}</li>"
        for step in answer.inference
    )
    facts = "".join(f"<li>{_text(fact.in_words())}</li>" for fact in answer.evidence.facts)
    parts = [
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Mind map</title>',
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
        "<style>body { font: 15px sans-serif; margin: 2em; max-width: 70em }</style></head><body>",
        f"<h1>{_text(answer.question)}</h1>",
        f"<p>{_text(answer.note)}</p>" if answer.note else "",
        f"<p>About: {_text(about(answer))}</p>" if answer.evidence.seeds else "",
        f"<p>Set apart: {_text(in_words(answer.apart))}</p>" if answer.apart else "",
        f"<p>Not used: {_text(', '.join(answer.unused))}</p>" if answer.unused else "",
        f"<h2>Summary</h2><p>{_text(answer.summary)}</p>" if answer.summary else "",
        f"<h2>Inference</h2><ol>{steps}</ol>" if steps else "",
        f"<h2>Map</h2>{as_svg(answer)}<p>Dashed and red: added by the model, not in the evidence.</p>",
        f"<h2>Evidence</h2><ol>{facts}</ol></body></html>\n",
    ]
    return "\n".join(part for part in parts if part)


def as_mermaid(answer: MindMapAnswer) -> str:
    """The map as a Mermaid flow chart; nodes that are the model's own are dashed and red."""
    nodes = list(dict.fromkeys(end for edge in answer.edges for end in (edge.source, edge.target)))
    name = {node: f"n{number}" for number, node in enumerate(nodes)}
    lines = ["graph LR", "classDef asked fill:#fdf1d8,stroke:#a8741a", "classDef own stroke:#a33,stroke-dasharray: 4 3"]
    for node in nodes:
        look = ":::own" if node.own else ":::asked" if node.asked else ""
        lines.append(f'{name[node]}["{_mermaid(node.name)}"]{look}')
    for edge in answer.edges:
        arrow = "-->" if edge.fact else "-.->"
        lines.append(f'{name[edge.source]} {arrow}|"{_mermaid(edge.relation)}"| {name[edge.target]}')
    return "\n".join(lines) + "\n"


def as_json(answer: MindMapAnswer) -> dict[str, Any]:
    """The answer as plain values; facts are numbered from 1."""
    evidence = answer.evidence
    return {
        "question": answer.question,
        "entities": [[seed.entity, seed.how, seed.weight, seed.words] for seed in evidence.seeds],
        "facts": [
            [number, fact.relation.subject, fact.relation.predicate, fact.relation.object, fact.in_words()]
            for number, fact in enumerate(evidence.facts, 1)
        ],
        "paths": [[[step.subject, step.predicate, step.object] for step in chain] for chain in evidence.paths],
        "truncated": evidence.cut,
        "summary": answer.summary,
        "inference": [{"text": step.text, "facts": list(step.facts)} for step in answer.inference],
        "map": [
            {
                "source": edge.source.name,
                "relation": edge.relation,
                "target": edge.target.name,
                "fact": edge.fact or None,
                "own": [node.name for node in (edge.source, edge.target) if node.own],
            }
            for edge in answer.edges
        ],
        "note": answer.note,
        "apart": [[one.words, one.why] for one in answer.apart],
        "unused": list(answer.unused),
    }


def _columns(edges: tuple[Edge, ...]) -> list[list[Node]]:
    """Nodes by their distance from the question's entities; those that nothing joins to them come last."""
    nodes = list(dict.fromkeys(end for edge in edges for end in (edge.source, edge.target)))
    joined: dict[Node, set[Node]] = {node: set() for node in nodes}
    for edge in edges:
        joined[edge.source].add(edge.target)
        joined[edge.target].add(edge.source)
    columns: list[list[Node]] = []
    front = [node for node in nodes if node.asked] or nodes[:1]
    seen = set(front)
    while front:
        columns.append(front)
        # Beside what they are joined to, so that few lines cross.
        row = {node: place for place, node in enumerate(front)}
        reached = {other for node in front for other in joined[node]} - seen
        front = sorted((node for node in nodes if node in reached), key=lambda one: _mean(row, joined[one]))
        seen |= reached
    left = [node for node in nodes if node not in seen]
    return [*columns, left] if left else columns


def _mean(row: Mapping[Node, int], nodes: Iterable[Node]) -> float:
    places = [row[node] for node in nodes if node in row]
    return sum(places) / max(len(places), 1)


def _placed(columns: list[list[Node]], edges: tuple[Edge, ...]) -> dict[Node, _Box]:
    """Boxes that are high enough for a port for each edge that arrives from the left."""
    column = {node: number for number, nodes in enumerate(columns) for node in nodes}
    ports = dict.fromkeys(column, 0)
    for edge in edges:
        if column[edge.source] != column[edge.target]:
            ports[max(edge.source, edge.target, key=lambda end: column[end])] += 1
    boxes = {}
    for number, nodes in enumerate(columns):
        y = 20
        for node in nodes:
            boxes[node] = _Box(number, 20 + number * _STEP, y, max(_HEIGHT, ports[node] * _PORT + 8))
            y += boxes[node].height + _GAP_Y
    return boxes


def _lines(edges: tuple[Edge, ...], boxes: Mapping[Node, _Box]) -> list[str]:
    across: dict[Node, list[Edge]] = {}
    within: dict[int, list[Edge]] = {}
    for edge in edges:
        left, right = sorted((edge.source, edge.target), key=lambda end: boxes[end].column)
        if boxes[left].column == boxes[right].column:
            within.setdefault(boxes[left].column, []).append(edge)
        else:
            across.setdefault(right, []).append(edge)
    lines = []
    for right, own in across.items():
        box = boxes[right]
        own.sort(key=lambda edge: min(boxes[edge.source], boxes[edge.target], key=lambda one: one.column).y)
        for number, edge in enumerate(own):
            left = edge.source if edge.target == right else edge.target
            y = box.y + box.height // 2 + int((number - (len(own) - 1) / 2) * _PORT)
            lines.append(_across(edge, left, boxes[left], (box.x, y)))
    for own in within.values():
        taken: set[int] = set()
        lines += [_within(edge, boxes[edge.source], boxes[edge.target], taken) for edge in own]
    return lines


def _across(edge: Edge, left: Node, box: _Box, port: tuple[int, int]) -> str:
    """A line from a box to a port at the left of another."""
    (x, y), x1, y1 = port, box.x + _WIDTH, box.y + box.height // 2
    bend = x - _LABEL
    curve = f"M{x1},{y1} C{x1 + _BEND // 2},{y1} {bend - _BEND // 2},{y} {bend},{y} L{x},{y}"
    return _line(edge, curve, "start" if edge.target == left else "end", f'x="{x - 9}" y="{y - 3}" text-anchor="end"')


def _within(edge: Edge, source: _Box, target: _Box, taken: set[int]) -> str:
    """A line between two boxes of one column, on their right."""
    x, y1, y2 = source.x + _WIDTH, source.y + source.height // 2, target.y + target.height // 2
    out = x + _BEND // 2
    y = (y1 + y2) // 2
    while any(abs(y - other) < _PORT for other in taken):
        y += _PORT
    taken.add(y)
    return _line(edge, f"M{x},{y1} C{out},{y1} {out},{y2} {x},{y2}", "end", f'x="{out}" y="{y}"')


def _line(edge: Edge, curve: str, arrow: str, place: str) -> str:
    said = f" [{edge.fact}]" if edge.fact else ""
    look = "" if edge.fact else ' class="own"'
    label = _short(edge.relation, 10, _LABEL - 40) + said
    return (
        f'<path{look} d="{curve}" marker-{arrow}="url(#arrow)"><title>{_text(edge.relation + said)}</title></path>'
        f'<text class="verb" {place}>{_text(label)}</text>'
    )


def _drawn(node: Node, box: _Box) -> str:
    look = "own" if node.own else "asked" if node.asked else "node"
    told = f"{node.name} ({node.type})" if node.type else f"{node.name} (the model's own)"
    return (
        f'<g class="{look}"><title>{_text(told)}</title>'
        f'<rect x="{box.x}" y="{box.y}" width="{_WIDTH}" height="{box.height}"/>'
        f'<text x="{box.x + _WIDTH // 2}" y="{box.y + box.height // 2 + 4}" text-anchor="middle">'
        f"{_text(_short(node.name, 12, _WIDTH - 16))}</text></g>"
    )


def _short(text: str, size: int, room: int) -> str:
    """As much of a text as fits into so many pixels, by the usual widths of letters of that size."""
    used = 0.0
    for place, sign in enumerate(text):
        if east_asian_width(sign) in "WF" or sign in "WMmw@%":
            used += size
        else:
            used += size * (0.78 if sign.isupper() else 0.58)
        if used > room:
            return text[: max(place - 1, 0)] + "…"
    return text


def _text(text: str) -> str:
    """Text that is only text in HTML and SVG; signs that XML does not allow are left out."""
    return escape("".join(sign for sign in text if sign >= " " or sign in "\n\t"))


def _mermaid(text: str) -> str:
    """Text that is only text in Mermaid: all but letters, digits and spaces by number."""
    plain = " ".join(text.split())
    return "".join(sign if sign.isalnum() or sign in " -,." else f"#{ord(sign)};" for sign in plain)
