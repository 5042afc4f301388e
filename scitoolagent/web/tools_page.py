"""The pages for finding tools: inputs, outputs and neighbours of each."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from nicegui import run as threads
from nicegui import ui

from scitoolagent.tool import unit_sign
from scitoolagent.toolkg.graph import PortNode, ToolNode
from scitoolagent.web.frame import frame, heading
from scitoolagent.web.page_context import PageContext
from scitoolagent.web.svg import neighbours_svg

_MOST_SHOWN = 60
_SAFETY = {
    "open": "open: runs at once",
    "screened": "screened: molecules and sequences are checked before and after",
    "restricted": "restricted: a person has to confirm each call",
}


def add_tools_pages(context: PageContext) -> None:
    """Add `/tools` and `/tools/…`."""

    @ui.page("/tools")
    async def tools() -> None:
        with frame("Tools"):
            _search(context)

    @ui.page("/tools/{name:path}")
    def tool(name: str) -> None:
        with frame("Tools"):
            found = context.graph.tools.get(name)
            if found is None:
                heading("No such tool", 1)
                ui.label(f"No tool is called {name[:80]}.").classes("wrap")
                ui.link("All tools", "/tools")
            else:
                _show(context, found)


def _search(context: PageContext) -> None:
    heading(f"{len(context.graph.tools)} tools", 1)

    async def find() -> None:
        found = await threads.io_bound(context.find_tools, str(words.value or ""), topic.value or "")
        _list(context, found or [], place)

    topics = {"": "All topics", **{name: name for name in sorted({one.topic for one in context.graph.tools.values()})}}
    with ui.element("div").classes("line"):
        words = (
            ui.input("What do you want to know or do?").props("outlined dense clearable debounce=300").classes("grow")
        )
        topic = ui.select(topics, value="", label="Topic").props("outlined dense").classes("grow")
    words.on_value_change(find)
    topic.on_value_change(find)
    place = ui.element("div").classes("stack")
    _list(context, list(context.graph.tools), place)


def _list(context: PageContext, names: Sequence[str], place: ui.element) -> None:
    if place.is_deleted:
        return
    place.clear()
    with place:
        ui.label(
            f"{len(names)} found" + (f", the first {_MOST_SHOWN} are shown" if len(names) > _MOST_SHOWN else "")
        ).classes("quiet").props("role=status")
        with ui.element("section").classes("card"):
            for name in names[:_MOST_SHOWN]:
                with ui.element("div"):
                    ui.link(name, f"/tools/{quote(name, safe='')}").classes("strong wrap")
                    ui.label(context.graph.tools[name].summary).classes("quiet wrap")


def _show(context: PageContext, tool: ToolNode) -> None:
    graph = context.graph
    heading(tool.name, 1)
    ui.label(tool.summary).classes("wrap")
    ui.label(f"{tool.operation}, {tool.topic} · {_SAFETY.get(tool.safety, tool.safety)}").classes("quiet")
    for title, ports in (("Takes", tool.inputs), ("Gives", tool.outputs)):
        with ui.element("section").classes("card"):
            heading(title)
            for port in ports:
                _port(context, port, title == "Takes")
    before = [other.name for other in graph.fed_by(tool)]
    after = [other.name for other in graph.feeds(tool)]
    with ui.element("section").classes("card"):
        heading("What can come before and after it")
        ui.label(f"{len(before)} tools produce its inputs, {len(after)} use its outputs.").classes("quiet")
        with ui.element("div").classes("scroll").props('tabindex=0 aria-label="Neighbours as a graph"'):
            ui.html(neighbours_svg(tool.name, before, after), sanitize=False)
        for title, names in (("All that can come before", before), ("All that can come after", after)):
            if len(names) > 1:
                whole = ui.expansion(f"{title} ({len(names)})").props("dense").classes("quiet")
                with whole, ui.element("div").classes("line"):
                    for name in names:
                        ui.link(name, f"/tools/{quote(name, safe='')}")
    with ui.element("section").classes("card"):
        heading("More about it")
        ui.label(f"Method: {tool.source}").classes("wrap")
        for title, others in (
            ("Also called", tool.also),
            ("Needs", tool.requires),
            ("Alternatives", tuple(other.name for other in graph.alternatives(tool))),
        ):
            if others:
                ui.label(f"{title}: {', '.join(others)}").classes("quiet wrap")


def _port(context: PageContext, port: PortNode, is_input: bool) -> None:
    kind = context.graph.types[port.type]
    sign = unit_sign(kind.unit)
    parts = [f"{kind.label}{' (several)' if port.many else ''}", f"in {sign}" if sign else ""]
    parts.append("" if port.required or not is_input else f"{port.default!r} by default")
    with ui.element("div"):
        with ui.element("div").classes("line"):
            ui.label(port.name).classes("strong")
            ui.label(", ".join(filter(None, parts))).classes("quiet")
        ui.label(port.text).classes("quiet wrap")
