"""Show a value by its type: molecules as drawings, structures as 3D models, numbers as plots, the rest as text."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from nicegui import background_tasks, ui
from nicegui.element import Element

from scitoolagent.shapes import StructureModel
from scitoolagent.toolkg.graph import ToolGraph
from scitoolagent.web.page_context import PageContext
from scitoolagent.web.svg import plot_points

StructureFormat = Literal["smiles", "mol", "sdf", "pdb", "cif"]
_FORMS: tuple[tuple[str, StructureFormat], ...] = (("MolBlock", "mol"), ("PdbBlock", "pdb"), ("PdbText", "pdb"))
_FILES: tuple[tuple[str, StructureFormat], ...] = (("SdfFile", "sdf"), ("BackboneFile", "pdb"), ("CifFile", "cif"))
_LONGEST_TEXT = 20_000
_MOST_MOLECULES = 12
_MOST_MARKED = 60


class StructureView(Element, component="structure.js"):
    """A structure that can be turned; `shape` is the result of `structure_model`."""

    def __init__(self, shape: StructureModel, label: str) -> None:
        super().__init__()
        self._props["shape"] = shape
        self._props["label"] = label


class Zoom(Element, component="zoom.js"):
    """A picture that can be looked at closely; as an image nothing in it is run."""

    def __init__(self, svg: str, label: str) -> None:
        super().__init__()
        data = base64.b64encode(svg.encode()).decode()
        name = re.sub(r"\W+", "-", label).strip("-") or "picture"
        self._props.update(src=f"data:image/svg+xml;base64,{data}", label=label, file=f"{name[:60]}.svg")


@dataclass(frozen=True, slots=True)
class Picture:
    """Something that can be drawn: `kind` is molecule, shape, file, plot or svg; `content` is what is drawn."""

    kind: str
    label: str
    content: Any
    form: str = ""


def pictures_of(graph: ToolGraph, label: str, kind: str, value: Any) -> list[Picture]:
    """What can be drawn of a value of a semantic type."""
    if isinstance(value, str):
        if graph.is_a(kind, "Smiles"):
            return [Picture("molecule", label, value)]
        if graph.is_a(kind, "SvgPicture"):
            return [Picture("svg", label, value)]
        for name, form in _FORMS:
            if graph.is_a(kind, name):
                return [Picture("shape", label, value, form)]
        for name, form in _FILES:
            if graph.is_a(kind, name):
                return [Picture("file", label, value, form)]
        return [Picture("shape", label, value, "cif")] if value.startswith("data_") or "\ndata_" in value[:400] else []
    if isinstance(value, list) and graph.is_a(kind, "Smiles"):
        return [Picture("molecule", label, one) for one in value[:_MOST_MOLECULES] if isinstance(one, str)]
    return [] if (found := plot_points(value)) is None else [Picture("plot", label, found)]


def show_pictures(context: PageContext, browser: str, pictures: Iterable[Picture]) -> None:
    """Draw the distinct pictures in a grid, leaving out those that cannot be drawn."""
    seen: dict[tuple[str, str], Picture] = {}
    for picture in pictures:
        seen.setdefault((picture.kind, str(picture.content)), picture)
    if not seen:
        return
    with ui.element("div").classes("pictures"):
        for picture in seen.values():
            _place(context, browser, picture)


def _place(context: PageContext, browser: str, picture: Picture) -> None:
    box = ui.element("figure").classes("picture")
    if picture.kind == "plot":
        box.classes("broad")
        points, sticks = picture.content
        with box:
            _caption(picture.label)
            _plot(points, picture.label, sticks)
    elif picture.kind == "svg":
        box.classes("broad")
        with box:
            _caption(picture.label)
            Zoom(picture.content, picture.label)
    else:
        box.set_visibility(False)
        background_tasks.create(_draw(context, browser, picture, box))


def plot_options(points: Sequence[tuple[float, float]], sticks: bool) -> dict[str, Any]:
    """Return how numbers are plotted: a slider below, a drawn box, and the wheel with Shift show a part of them."""
    zoom = {"filterMode": "none", "zoomOnMouseWheel": "shift", "moveOnMouseMove": "shift"}
    axis = {"type": "value", "splitLine": {"show": False}, "axisLine": {"show": True}}
    series = {"type": "bar", "barWidth": 2} if sticks else {"type": "line", "showSymbol": len(points) <= _MOST_MARKED}
    buttons = {"dataZoom": {"yAxisIndex": "none"}, "restore": {}, "saveAsImage": {"type": "svg", "name": "plot"}}
    return {
        "animation": False,
        "color": ["#3b8cc4"],
        "grid": {"left": 8, "right": 24, "top": 36, "bottom": 48, "containLabel": True},
        "tooltip": {"trigger": "axis"},
        "toolbox": {"feature": buttons, "right": 8, "iconStyle": {"borderColor": "#6b86a0"}},
        "xAxis": {**axis, "scale": True},
        # What stands on a floor of zero is compared by its height.
        "yAxis": {**axis, "scale": not sticks},
        "dataZoom": [{"type": "inside", **zoom}, {"type": "slider", "filterMode": "none", "height": 18, "bottom": 8}],
        "series": [{**series, "data": [list(point) for point in points]}],
    }


def _plot(points: Sequence[tuple[float, float]], label: str, sticks: bool) -> None:
    with ui.element("div").classes("plot").props("role=img") as place:
        ui.echart(plot_options(points, sticks), renderer="svg").classes("chart")
    place.props["aria-label"] = f"plot of {label}, {len(points)} values"


async def _draw(context: PageContext, browser: str, picture: Picture, box: ui.element) -> None:
    """Fill the box once the picture is ready, unless the page has been closed."""
    svg, shape, text, form = None, None, picture.content, picture.form
    if picture.kind == "molecule":
        svg = await context.renderer.molecule(text)
    else:
        text = context.file_text(context.session(browser), text) if picture.kind == "file" else text
        shape = await context.renderer.shape(text, form)
    if box.is_deleted or (svg is None and shape is None):
        return
    with box:
        _caption(picture.label)
        if shape is not None:
            StructureView(shape, f"three-dimensional structure of {picture.label}")
        if svg is not None:
            drawing = ui.html(svg, sanitize=False).classes("molecule").props("role=img")
            drawing.props["aria-label"] = f"structure of {picture.label}"
            _offer_shape(context, picture)
    box.set_visibility(True)


def _offer_shape(context: PageContext, picture: Picture) -> None:
    """A button that shows a molecule in 3D; the geometry is computed only on demand because that takes a moment."""

    async def show() -> None:
        button.props("loading")
        shape = await context.renderer.shape(picture.content, "smiles")
        if holder.is_deleted:
            return
        button.delete()
        with holder:
            if shape is None:
                ui.label("no shape could be computed").classes("quiet")
            else:
                StructureView(shape, f"three-dimensional structure of {picture.label}")

    holder = ui.element("div")
    with holder:
        button = ui.button("Show in 3-D", on_click=show).props("flat dense no-caps size=sm")


def _caption(text: str) -> None:
    ui.label(text).classes("quiet wrap")


def show_text(short: str, whole: str) -> None:
    """A value as text; where it was cut, it can be expanded to the whole."""
    ui.label(short).classes("wrap")
    if len(whole) > len(short):
        with ui.expansion("Show all of it").props("dense").classes("quiet"):
            ui.label(whole[:_LONGEST_TEXT]).classes("wrap quiet")
