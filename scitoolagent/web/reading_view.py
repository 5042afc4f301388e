"""How a question was read, on the page: each word marked by its role, and a table of what is asked."""

from __future__ import annotations

from html import escape

from nicegui import ui

from scitoolagent.language.signs import printable
from scitoolagent.reading.explain import ROLE_NAMES, AskSummary, Segment, segments, summarise_asks
from scitoolagent.records import Query
from scitoolagent.web.page_context import PageContext

_MOST_PIECES = 300
_MOST_ASKS = 60
_COLUMNS = {"asked": "what", "of": "of", "then": "then", "in": "unit", "problem": "problem"}


def show_reading(context: PageContext, query: Query) -> None:
    """Draw a question with the reading of its words; the bare text where they were not accounted for."""
    if query.request is None:
        ui.label(printable(query.text[:2000])).classes("wrap")
        return
    with ui.element("div").classes("stack").props('data-testid="reading"'):
        ui.html(reading_html(segments(query)), sanitize=False).classes("reading wrap")
        asks = summarise_asks(context.graph, query)
        if asks:
            with ui.expansion("What is asked for").props("dense").classes("quiet"):
                ui.html(asks_html(asks), sanitize=False).classes("scroll")
        else:
            ui.label("Nothing that a tool computes is asked for.").classes("quiet")


def reading_html(pieces: tuple[Segment, ...]) -> str:
    """The question with its words marked, and a legend of the marks in it."""
    parts = [_mark(piece) for piece in pieces[:_MOST_PIECES]]
    if len(pieces) > _MOST_PIECES:
        parts.append(f"… and {len(pieces) - _MOST_PIECES} more pieces")
    present = {piece.role for piece in pieces[:_MOST_PIECES]}
    legend = (f'<span class="read {role}">{name}</span>' for role, name in ROLE_NAMES.items() if role in present)
    return f'<div>{"".join(parts)}</div><div class="legend quiet">{" ".join(legend)}</div>'


def _mark(piece: Segment) -> str:
    text = escape(piece.shown)
    if piece.role is None:
        return text
    taken = (f"understood as {piece.read_as}",) if piece.read_as else ()
    about = ", ".join((ROLE_NAMES[piece.role], *piece.asks, *piece.handles, *taken))
    # `mark` is announced by screen readers; colour alone would hide the unread words from many people.
    name = "mark" if piece.role == "unread" else "span"
    corrected = f' <i class="quiet">[{escape(piece.read_as)}]</i>' if piece.read_as else ""
    return f'<{name} class="read {piece.role}" title="{escape(about)}">{text}</{name}>{corrected}'


def asks_html(asks: tuple[AskSummary, ...]) -> str:
    """The asks as a table; a column that no ask fills is left out."""
    shown = {name: field for name, field in _COLUMNS.items() if any(getattr(ask, field) for ask in asks)}
    head = "".join(f"<th scope=col>{name}</th>" for name in ("", *shown))
    rows = (
        f"<td>{escape(ask.handle)}</td>" + "".join(_cell(name, getattr(ask, field)) for name, field in shown.items())
        for ask in asks[:_MOST_ASKS]
    )
    more = f"<p>… and {len(asks) - _MOST_ASKS} more requests</p>" if len(asks) > _MOST_ASKS else ""
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return f'<table class="values"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}'


def _cell(name: str, text: str) -> str:
    # A narrow screen has no head of the table and shows the name of the column in the cell.
    return f'<td data-name="{name}">{escape(text)}</td>' if text else "<td></td>"
