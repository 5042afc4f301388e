"""Draw the map of an answer: SVG, a page that needs nothing else, and Mermaid. All text is escaped."""

from __future__ import annotations

from html import escape
from typing import Any

from scitoolagent.knowledge.mindmap import Edge, MindMapAnswer, Node

_WIDTH, _HEIGHT, _GAP_X, _GAP_Y = 210, 34, 110, 14
_LONGEST = 34
_STYLE = """
svg { font: 12px sans-serif; max-width: 100%; height: auto } rect { fill: #eef3fa; stroke: #46688f; rx: 6 }
.asked rect { fill: #fdf1d8; stroke: #a8741a } .own rect { fill: #fff; stroke: #a33; stroke-dasharray: 4 3 }
path { fill: none; stroke: #8a96a5 } path.own { stroke: #a33; stroke-dasharray: 4 3 }
.verb { fill: #555; font-size: 10px }
"""


def as_svg(answer: MindMapAnswer) -> str:
    """The map as an SVG element: the question's entities on the left, what they lead to on the right.

    Nodes and edges that are the model's own are dashed and red.
    """
    columns = _columns(answer.edges)
    places = {
        node: (20 + column * (_WIDTH + _GAP_X), 20 + row * (_HEIGHT + _GAP_Y))
        for column, nodes in enumerate(columns)
        for row, node in enumerate(nodes)
    }
    width = 40 + len(columns) * (_WIDTH + _GAP_X)
    height = 40 + max(map(len, columns), default=1) * (_HEIGHT + _GAP_Y)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}">']
    parts.append(f"<style>{_STYLE}</style>")
    parts += [_line(edge, places[edge.source], places[edge.target]) for edge in answer.edges]
    parts += [_box(node, place) for node, place in places.items()]
    return "\n".join([*parts, "</svg>"])


def as_html(answer: MindMapAnswer) -> str:
    """A page with the question, the answer, the map and the numbered evidence; it loads nothing."""
    steps = "".join(
        f"<li>{_text(step.text)} {' '.join(f'[{number}]' for number in step.facts) or '<em>no evidence named</em>'}</li>"
        for step in answer.inference
    )
    facts = "".join(f"<li>{_text(fact.in_words())}</li>" for fact in answer.evidence.facts)
    parts = [
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Mind map</title>',
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
        "<style>body { font: 15px sans-serif; margin: 2em; max-width: 70em }</style></head><body>",
        f"<h1>{_text(answer.question)}</h1>",
        f"<p>{_text(answer.note)}</p>" if answer.note else "",
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
        reached = {other for node in front for other in joined[node]} - seen
        front = [node for node in nodes if node in reached]
        seen |= reached
    left = [node for node in nodes if node not in seen]
    return [*columns, left] if left else columns


def _line(edge: Edge, start: tuple[int, int], end: tuple[int, int]) -> str:
    forward = start[0] <= end[0]
    x1, x2 = (start[0] + _WIDTH, end[0]) if forward and start[0] != end[0] else (start[0], end[0] + _WIDTH)
    if start[0] == end[0]:
        x1 = x2 = start[0] + _WIDTH
    y1, y2 = start[1] + _HEIGHT // 2, end[1] + _HEIGHT // 2
    bend = _GAP_X // 2 if forward else -_GAP_X // 2
    curve = f"M{x1},{y1} C{x1 + bend},{y1} {x2 - bend if x1 != x2 else x2 + bend},{y2} {x2},{y2}"
    said = f"{edge.relation} [{edge.fact}]" if edge.fact else edge.relation
    look = "" if edge.fact else ' class="own"'
    middle = f'x="{(x1 + x2) // 2}" y="{(y1 + y2) // 2 - 3}" text-anchor="middle"'
    label = f'<text class="verb" {middle}>{_text(_short(said))}</text>'
    return f'<path{look} d="{curve}"><title>{_text(said)}</title></path>{label}'


def _box(node: Node, place: tuple[int, int]) -> str:
    x, y = place
    look = "own" if node.own else "asked" if node.asked else "node"
    told = f"{node.name} ({node.type})" if node.type else f"{node.name} (the model's own)"
    return (
        f'<g class="{look}"><title>{_text(told)}</title><rect x="{x}" y="{y}" width="{_WIDTH}" height="{_HEIGHT}"/>'
        f'<text x="{x + _WIDTH // 2}" y="{y + _HEIGHT // 2 + 4}" text-anchor="middle">'
        f"{_text(_short(node.name))}</text></g>"
    )


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _text(text: str) -> str:
    """Text that is only text in HTML and SVG; signs that XML does not allow are left out."""
    return escape("".join(sign for sign in text if sign >= " " or sign in "\n\t"))


def _mermaid(text: str) -> str:
    """Text that is only text in Mermaid: all but letters, digits and spaces by number."""
    plain = " ".join(text.split())
    return "".join(sign if sign.isalnum() or sign in " -,." else f"#{ord(sign)};" for sign in plain)
