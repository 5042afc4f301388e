"""Every tool can be reached by a question: one made of its own label and example, and a free one for each family.

`python tests/planner/test_reachable.py` prints the share that is reached, and what is not, with the reason.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.config import load_config
from scitoolagent.errors import SciToolAgentError
from scitoolagent.planner import Planner
from scitoolagent.records import Plan
from scitoolagent.tool.registry import load_tool
from scitoolagent.tool.units import unit_sign
from scitoolagent.toolkg.graph import PortNode, ToolNode
from scitoolagent.toolkg.store import load_graph

GRAPH = load_graph()
ASKED = tomllib.loads(Path(__file__).with_name("reachable.toml").read_text(encoding="utf-8"))
EXCEPTIONS: dict[str, str] = ASKED["exceptions"]


@lru_cache(maxsize=1)
def planner() -> Planner:
    return Planner(GRAPH, load_config())


def written(port: PortNode, value: Any, named: bool) -> str:
    """An argument as a question writes it; `named` puts the name of its type before it."""
    node = GRAPH.types[port.type]
    if isinstance(value, list):
        parts = [str(item) for item in value]
        text = f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else parts[0]
    else:
        sign = unit_sign(node.unit) if isinstance(value, (int, float)) else ""
        text = f"{value} {sign}".strip()
    return f"the {node.label} {text}" if named else text


def questions(tool: ToolNode) -> Iterator[str]:
    """The tool's own question, then those made of a label or name of it and the arguments of its example."""
    if tool.name in ASKED["own"]:
        yield ASKED["own"][tool.name]
    ports = {port.name: port for port in tool.inputs}
    example = load_tool(tool.name, tool.module).example
    settings = [
        f"{GRAPH.types[ports[name].type].label} {written(ports[name], value, False)}"
        for name, value in example.items()
        if GRAPH.is_setting(ports[name].type)
    ]
    tail = f" with {' and '.join(settings)}" if settings else ""
    names = [GRAPH.types[tool.outputs[0].type].label, *tool.also]
    for named in (False, True):
        things = [
            written(ports[name], value, named)
            for name, value in example.items()
            if not GRAPH.is_setting(ports[name].type)
        ]
        of = " and ".join(things)
        for name in names:
            yield f"What is the {name}{' of ' if of else ''}{of}{tail}?"
        if of:
            yield f"Convert {of} to {names[0]}{tail}."


def planned(question: str) -> tuple[Plan | None, str]:
    """The plan of a question, or why there is none."""
    try:
        return planner().draft(planner().recognise(question)), ""
    except SciToolAgentError as error:
        return None, str(error)


def reaches(plan: Plan, tool: ToolNode) -> bool:
    """Whether a plan that uses the whole question calls the tool, or one that gives the same of the same."""
    given = sorted(port.type for port in tool.required)
    steps = [GRAPH.tools[step.tool] for step in plan.steps]
    return not (plan.missing or plan.unread) and any(
        step.name == tool.name
        or (step.outputs[0].type == tool.outputs[0].type and sorted(port.type for port in step.required) == given)
        for step in steps
    )


def unreached(tool: ToolNode) -> str:
    """Why no question made from a tool reaches it, by the first one; empty when one does."""
    reason = ""
    for question in questions(tool):
        plan, why = planned(question)
        if plan is not None and reaches(plan, tool):
            return ""
        steps = plan and f"plans {', '.join(step.tool for step in plan.steps)}; {plan.missing or plan.unread}"
        reason = reason or f"{question} {steps or why}"
    return reason


@pytest.mark.parametrize("name", sorted(GRAPH.tools))
def test_every_tool_is_reached_by_its_own_label_and_example(name: str) -> None:
    reason = unreached(GRAPH.tools[name])
    if name in EXCEPTIONS:
        assert reason, f"{name} is reached; take it out of the exceptions in reachable.toml"
    else:
        assert not reason


def unanswered(family: dict[str, Any]) -> str:
    """Why the free question of a family reaches none of its tools; empty when it does."""
    plan, why = planned(family["ask"])
    if plan is None:
        return why
    steps = [step.tool for step in plan.steps]
    whole = not plan.missing and not plan.unread
    return "" if whole and set(steps) & set(family["tools"]) else f"plans {steps}; {plan.missing or plan.unread}"


@pytest.mark.parametrize("family", ASKED["family"], ids=lambda family: family["of"])
def test_every_family_is_reached_by_a_free_question(family: dict[str, Any]) -> None:
    reason = unanswered(family)
    if "missing" in family:
        assert reason, f"{family['of']} is reached; take `missing` out of reachable.toml"
    else:
        assert not reason


def test_each_family_has_a_question() -> None:
    asked = {family["of"] for family in ASKED["family"]}
    assert asked == {f"{tool.topic}/{tool.operation}" for tool in GRAPH.tools.values()}
    assert set(EXCEPTIONS) | set(ASKED["own"]) <= set(GRAPH.tools)


def main() -> None:
    """Print what is reached and what is not."""
    missed = {name: reason for name, tool in GRAPH.tools.items() if (reason := unreached(tool))}
    total = len(GRAPH.tools)
    for name, reason in missed.items():
        print(f"{name}: {reason[:240]}")
    print(f"{total - len(missed)} of {total} tools are reached by a question of their own label and example")
    lost = {family["of"]: reason for family in ASKED["family"] if (reason := unanswered(family))}
    for name, reason in lost.items():
        print(f"{name}: {reason[:240]}")
    print(f"{len(ASKED['family']) - len(lost)} of {len(ASKED['family'])} families are reached by a free question")


if __name__ == "__main__":
    main()
