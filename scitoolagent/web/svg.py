"""Small SVG drawings: a plan, the neighbours of a tool. The XML writer escapes all text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import quote
from xml.etree.ElementTree import Element, SubElement, tostring

from scitoolagent.records import Plan, Query, Step, StepResult
from scitoolagent.solver.steps import label_of, steps_behind
from scitoolagent.summarizer import show_output

_WIDE, _HIGH, _GAP_X, _GAP_Y = 186, 46, 48, 16
_LETTERS = 24


def plan_svg(query: Query | None, plan: Plan, results: Mapping[int, StepResult], anchor: str = "") -> str:
    """A plan from left to right: values of the question, then the steps in the order in which they can run.

    The class of a step says how far it is: `todo`, `ok`, `failed`, `skipped` or `blocked`; `goal` is added where the
    question asks for what it gives. With an `anchor` each step is a link to the element of that name and its number.
    """
    columns = _columns(query, plan)
    tallest = max(len(column) for column in columns)
    width = len(columns) * (_WIDE + _GAP_X) - _GAP_X + 8
    height = tallest * (_HIGH + _GAP_Y) - _GAP_Y + 8
    image = _image(width, height, f"plan of {len(plan.steps)} steps", "plan-graph")
    if anchor:
        # The children of an image are hidden from screen readers; links must not be.
        image.set("role", "group")
    places = {}
    for number, column in enumerate(columns):
        lift = (tallest - len(column)) * (_HIGH + _GAP_Y) / 2
        for row, name in enumerate(column):
            places[name] = (4 + number * (_WIDE + _GAP_X), 4 + lift + row * (_HIGH + _GAP_Y))
    goals = {goal.output.split(".")[0] for goal in plan.goals}
    for step in plan.steps:
        for origin in dict.fromkeys([*_handles(step), *(f"${number}" for number in steps_behind(step))]):
            if origin in places:
                _edge(image, places[origin], places[f"${step.id}"])
    for entity in query.entities if query else ():
        if (name := f"$query.{entity.handle}") in places:
            _box(image, places[name], "value", _cut(str(entity.value)), entity.type)
    for step in plan.steps:
        result = results.get(step.id)
        state = result.status if result else "todo"
        name = f"${step.id}"
        kind = f"step {state}{' goal' if name in goals else ''}"
        _box(
            SubElement(image, "a", {"href": f"#{anchor}{step.id}"}) if anchor else image,
            places[name],
            kind,
            f"{step.id}  {label_of(result.tool if result else step.tool)}",
            _given(result, state),
        )
    return _text(image)


def neighbours_svg(tool: str, before: Sequence[str], after: Sequence[str], most: int = 8) -> str:
    """A tool between the tools that can precede it and those that can follow it, each of them a link."""
    left, right = list(before[:most]), list(after[:most])
    rows = max(len(left), len(right), 1)
    height = rows * (_HIGH + _GAP_Y) - _GAP_Y + 8
    image = _image(3 * _WIDE + 2 * _GAP_X + 8, height, f"what can come before and after {tool}", "plan-graph")
    middle = (4 + _WIDE + _GAP_X, 4 + (rows - 1) * (_HIGH + _GAP_Y) / 2)
    for names, x, is_left in ((left, 4, True), (right, 4 + 2 * (_WIDE + _GAP_X), False)):
        lift = (rows - len(names)) * (_HIGH + _GAP_Y) / 2
        for row, name in enumerate(names):
            place = (x, 4 + lift + row * (_HIGH + _GAP_Y))
            _edge(image, *((place, middle) if is_left else (middle, place)))
            # The children of an image are hidden from screen readers; links must not be.
            image.set("role", "group")
            link = SubElement(image, "a", {"href": f"/tools/{quote(name, safe='')}"})
            _box(link, place, "step", name, "")
    _box(image, middle, "step goal ok", tool, "")
    return _text(image)


def _columns(query: Query | None, plan: Plan) -> list[list[str]]:
    used = {handle for step in plan.steps for handle in _handles(step)}
    values = [f"$query.{entity.handle}" for entity in (query.entities if query else ())]
    depth: dict[str, int] = {}
    for step in plan.steps:
        behind = [depth.get(f"${number}", 0) for number in steps_behind(step)]
        depth[f"${step.id}"] = 1 + max(behind, default=0)
    levels = range(1, max(depth.values(), default=1) + 1)
    columns = [[name for name in values if name in used]]
    columns += [[name for name, level in depth.items() if level == number] for number in levels]
    return [column for column in columns if column] or [[]]


def _handles(step: Step) -> list[str]:
    return [str(reference) for reference in step.references() if reference.step is None]


def _given(result: StepResult | None, state: str) -> str:
    if result is None or not result.outputs:
        return "" if state == "todo" else state
    first = next(iter(result.outputs.values()))
    return show_output(first)


def _image(width: int, height: int, title: str, kind: str) -> Element:
    image = Element(
        "svg",
        {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {width} {height}", "role": "img", "class": kind},
    )
    image.set("style", f"width:{width}px")
    image.set("aria-label", title)
    return image


def _box(parent: Element, place: tuple[float, float], kind: str, text: str, below: str) -> None:
    x, y = place
    group = SubElement(parent, "g", {"class": kind})
    radius = "22" if kind == "value" else "8"
    SubElement(group, "rect", {"x": str(x), "y": str(y), "width": str(_WIDE), "height": str(_HIGH), "rx": radius})
    SubElement(group, "title").text = _printable(f"{text} {below}".strip())
    _label(group, x + _WIDE / 2, y + (20 if below else 28), _cut(text), "middle")
    if below:
        _label(group, x + _WIDE / 2, y + 36, _cut(below), "middle", "small")


def _edge(image: Element, start: tuple[float, float], end: tuple[float, float]) -> None:
    x0, y0 = start[0] + _WIDE, start[1] + _HIGH / 2
    x1, y1 = end[0], end[1] + _HIGH / 2
    bend = (x1 - x0) / 2
    path = f"M{x0} {y0} C{x0 + bend} {y0} {x1 - bend} {y1} {x1 - 7} {y1}"
    SubElement(image, "path", {"class": "edge", "d": path})
    SubElement(image, "path", {"class": "tip", "d": f"M{x1 - 8} {y1 - 4} L{x1} {y1} L{x1 - 8} {y1 + 4} Z"})


def _label(parent: Element, x: float, y: float, text: str, anchor: str, kind: str = "") -> None:
    label = SubElement(parent, "text", {"x": str(x), "y": str(y), "text-anchor": anchor})
    if kind:
        label.set("class", kind)
    label.text = _printable(text)


def _cut(text: str, length: int = _LETTERS) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"


def _printable(text: str) -> str:
    """The text without control characters, which XML does not allow."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def _text(image: Element) -> str:
    return tostring(image, encoding="unicode")


def plot_points(value: Any) -> tuple[list[tuple[float, float]], bool] | None:
    """The points of a value that can be plotted, and whether they are sticks; None when it cannot be plotted."""
    if isinstance(value, dict) and len(value) >= 3 and _all_numbers(value.values()):
        return [(float(place), float(one)) for place, one in enumerate(value.values(), 1)], True
    if not isinstance(value, list) or not 3 <= len(value) <= 20_000:
        return None
    if _all_numbers(value):
        return [(float(place), float(one)) for place, one in enumerate(value, 1)], False
    if all(isinstance(one, list | tuple) and len(one) == 2 and _all_numbers(one) for one in value):
        return [(float(x), float(y)) for x, y in value], True
    return None


def _all_numbers(values: Iterable[Any]) -> bool:
    return all(isinstance(one, int | float) and not isinstance(one, bool) and abs(one) < 1e300 for one in values)
