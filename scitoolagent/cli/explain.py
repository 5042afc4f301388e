"""How a question was read, for a terminal (in colours) and for a file or a pipe (in lines)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from scitoolagent.reading.explain import ROLE_NAMES, AskSummary, Segment, segments, summarise_asks

if TYPE_CHECKING:
    from scitoolagent.records import Query, Role
    from scitoolagent.toolkg.graph import ToolGraph

_STYLES: dict[Role, str] = {
    "ask": "bold green",
    "entity": "magenta",
    "quantity": "cyan",
    "setting": "cyan underline",
    "operation": "yellow",
    "selection": "blue underline",
    "form": "green underline",
    "frame": "dim",
    "unread": "bold white on red",
}
_MOST_PIECES = 300
_MOST_ASKS = 60


def explanation(graph: ToolGraph, query: Query, console: Console) -> RenderableType:
    """The question with each word's reading, and what is asked in a table."""
    if query.request is None:
        return Text("There is no word-by-word account of this question.", style="yellow")
    pieces = segments(query)
    is_coloured = console.is_terminal and not console.no_color
    parts: list[RenderableType] = [_coloured(pieces[:_MOST_PIECES]) if is_coloured else _listed(pieces[:_MOST_PIECES])]
    if len(pieces) > _MOST_PIECES:
        parts.append(Text(f"… and {len(pieces) - _MOST_PIECES} more pieces", style="dim"))
    asks = summarise_asks(graph, query)
    parts.append(
        _asks(asks[:_MOST_ASKS]) if asks else Text("Nothing that a tool computes is asked for.", style="yellow")
    )
    if len(asks) > _MOST_ASKS:
        parts.append(Text(f"… and {len(asks) - _MOST_ASKS} more requests", style="dim"))
    return Group(*parts)


def _coloured(pieces: tuple[Segment, ...]) -> RenderableType:
    text, legend = Text(), Text()
    for piece in pieces:
        text.append(piece.shown, _STYLES[piece.role] if piece.role else "")
        if piece.read_as:
            text.append(f" [{piece.read_as}]", "italic magenta")
    present = {piece.role for piece in pieces}
    for role, name in ROLE_NAMES.items():
        if role in present:
            legend.append(name, _STYLES[role]).append("  ")
    return Group(text, Text(), legend)


def _listed(pieces: tuple[Segment, ...]) -> RenderableType:
    table = Table.grid(padding=(0, 2))
    for piece in pieces:
        if piece.role is not None:
            name = "NOT UNDERSTOOD" if piece.role == "unread" else ROLE_NAMES[piece.role]
            behind = [f"${handle}" for handle in piece.handles] or list(piece.asks)
            behind += [f"understood as {piece.read_as}"] if piece.read_as else []
            table.add_row(Text(name), Text(" ".join(piece.shown.split())), Text(", ".join(behind)))
    return table


def _asks(asks: tuple[AskSummary, ...]) -> Table:
    columns = {"asked": "what", "of": "of", "then": "then", "in": "unit", "problem": "problem"}
    # A column that no ask fills would only push the others together.
    shown = {name: field for name, field in columns.items() if any(getattr(ask, field) for ask in asks)}
    table = Table(box=box.SIMPLE_HEAD)
    for name in ("", *shown):
        table.add_column(name, overflow="fold")
    for ask in asks:
        table.add_row(
            Text(ask.handle, style="dim"),
            *(Text(getattr(ask, field), style="red" if name == "problem" else "") for name, field in shown.items()),
        )
    return table
