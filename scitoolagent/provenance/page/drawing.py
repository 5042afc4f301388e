"""A plan drawn from top to bottom, so that it can be read on a telephone: one box a step, and arcs for what it uses."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from scitoolagent.provenance.page.elements import element
from scitoolagent.provenance.recorded import RecordedRun
from scitoolagent.records import Step
from scitoolagent.solver.steps import label_of, steps_behind
from scitoolagent.summarizer import is_picture, show_output

MOST_STEPS = 40
_WIDE, _HIGH, _GAP, _LEFT, _LETTERS = 360, 42, 16, 64, 36
_DISTANCE = _HIGH + _GAP


def drawn_plan(recorded: RecordedRun) -> Element:
    """The values of the question that are used, and then the steps in their order."""
    steps = recorded.plan.steps[:MOST_STEPS]
    names = [*_values(recorded, steps), *(f"${step.id}" for step in steps)]
    places = {name: 4 + number * _DISTANCE for number, name in enumerate(names)}
    height = len(names) * _DISTANCE - _GAP + 8
    label = f"plan of {len(recorded.plan.steps)} steps"
    drawing = element(
        "svg", xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {_WIDE} {height}", role="img", aria_label=label
    )
    for start, end in _edges(places, steps):
        drawing.append(_edge(start, end))
    for handle in names[: len(names) - len(steps)]:
        entity = recorded.query.entity(handle.removeprefix("$query."))
        drawing.append(_box(places[handle], "value", str(entity.value), entity.type))
    for step in steps:
        drawing.append(_step(recorded, step, places[f"${step.id}"]))
    return drawing


def _values(recorded: RecordedRun, steps: tuple[Step, ...]) -> list[str]:
    """The values of the question that steps refer to."""
    used = {str(reference) for step in steps for reference in step.references() if reference.step is None}
    return [f"$query.{one.handle}" for one in recorded.query.entities if f"$query.{one.handle}" in used]


def _edges(places: dict[str, int], steps: tuple[Step, ...]) -> Iterator[tuple[int, int]]:
    for step in steps:
        given = [str(reference) for reference in step.references() if reference.step is None]
        for name in dict.fromkeys([*given, *(f"${number}" for number in steps_behind(step))]):
            if name in places and places[name] < places[f"${step.id}"]:
                yield places[name], places[f"${step.id}"]


def _step(recorded: RecordedRun, step: Step, place: int) -> Element:
    result = recorded.results.get(step.id)
    tool = label_of(result.tool if result is not None else step.tool)
    made = next(iter(result.outputs.values()), None) if result is not None else None
    given: str = result.status if result is not None else "not run"
    if made is not None:
        given = "a picture" if is_picture(made.value) else show_output(made)
    is_goal = any(goal.output.startswith(f"${step.id}.") for goal in recorded.plan.goals)
    status = result.status if result is not None else "skipped"
    return _box(place, f"step {status}{' goal' if is_goal else ''}", f"{step.id}  {tool}", given)


def _box(y: int, kind: str, text: str, below: str) -> Element:
    radius = "21" if kind == "value" else "7"
    wide = str(_WIDE - _LEFT - 4)
    return element(
        "g",
        element("rect", x=str(_LEFT), y=str(y), width=wide, height=str(_HIGH), rx=radius),
        element("text", _cut(text), x=str(_LEFT + 14), y=str(y + 18)),
        element("text", _cut(below), x=str(_LEFT + 14), y=str(y + 34), class_="small"),
        class_=kind,
    )


def _edge(start: int, end: int) -> Element:
    """An arrow to the next box, or an arc past those between, the wider the more there are."""
    if end - start == _DISTANCE:
        x, above, below = _LEFT + 28, start + _HIGH, end
        tip = f"M{x - 4} {below - 7} L{x} {below} L{x + 4} {below - 7}"
        return element("path", d=f"M{x} {above} V{below} {tip}", class_="edge")
    bend = _LEFT - min(_LEFT - 4, 12 + 8 * (end - start) // _DISTANCE)
    above, below = start + _HIGH // 2, end + _HIGH // 2
    path = f"M{_LEFT} {above} C{bend} {above} {bend} {below} {_LEFT} {below}"
    return element(
        "path", d=f"{path} M{_LEFT - 7} {below - 4} L{_LEFT} {below} L{_LEFT - 7} {below + 4}", class_="edge"
    )


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LETTERS else f"{line[: _LETTERS - 1]}…"
