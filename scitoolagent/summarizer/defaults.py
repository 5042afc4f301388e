"""What a call took by default: the settings that the question left open and that its value depends on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from scitoolagent.records import Finding, Plan, Query, StepResult
from scitoolagent.summarizer.values import show_value
from scitoolagent.toolkg.graph import PortNode, ToolGraph

# Defaults that stand for the whole or for nothing in particular, so that no value rests on them.
_NO_BASIS: tuple[Any, ...] = ("", "all", "auto", "M", 0, None)


def defaults_told(graph: ToolGraph, plan: Plan, results: Sequence[StepResult]) -> Iterator[str]:
    """One line for each tool that was called: `sodium concentration 50 mM, strand concentration 250 nM (default)`."""
    for result in results:
        tool = graph.tools.get(result.tool)
        if tool is None or result.status != "ok" or graph.is_generic(tool):
            continue
        given = plan.step(result.step).arguments
        left = [
            port
            for port in tool.inputs
            if not port.required
            and port.name not in given
            and graph.is_setting(port.type)
            and not isinstance(port.default, bool | list)
            and port.default not in _NO_BASIS
        ]
        if left:
            yield f"{', '.join(_shown(graph, port) for port in left)} (default)"


def _shown(graph: ToolGraph, port: PortNode) -> str:
    node = graph.types[port.type]
    name = port.name.replace("_", " ")
    # "min length" says more than "length".
    label = name if set(node.label.split()) < set(name.split()) else node.label
    return f"{label} {show_value(port.default, node.unit)}"


def left_out(graph: ToolGraph, query: Query, plan: Plan, results: Sequence[StepResult]) -> Iterator[str]:
    """The chains of a file that no step used, where its value was made of one of several that nobody named."""
    for result in results:
        tool = graph.tools.get(result.tool)
        if tool is None or result.status != "ok":
            continue
        open_chain = [port for port in tool.inputs if graph.is_a(port.type, "ChainId") and port.default == "first"]
        if not open_chain or open_chain[0].name in plan.step(result.step).arguments:
            continue
        chains = [value.value for value in result.outputs.values() if isinstance(value.value, dict)]
        used = {one.name for step in plan.steps for one in step.references() if one.step == result.step}
        if chains and len(chains[0]) > 1 and used and all(isinstance(result.outputs[n].value, str) for n in used):
            first, *others = chains[0]
            files = [one.text for one in query.entities if one.handle in _handles(plan, result.step)]
            of = f" of {files[0]}" if files else ""
            yield f"only chain {first}{of} was used, not {', '.join(others)}"


def withheld(graph: ToolGraph, results: Sequence[StepResult]) -> Iterator[str]:
    """What was left out of the lists of a step until a person has confirmed it, and how that is done."""
    for result in results:
        tool = graph.tools.get(result.tool)
        many = [graph.types[port.type].label for port in tool.outputs if port.many] if tool is not None else []
        by_item: dict[str, list[Finding]] = {}
        for finding in result.withheld:
            by_item.setdefault(finding.subject, []).append(finding)
        for item, findings in by_item.items():
            reasons = "; ".join(dict.fromkeys(finding.reason for finding in findings))
            approvals = " ".join(f"--approve {digest}" for digest in dict.fromkeys(one.digest for one in findings))
            what = many[0] if many else "values"
            yield f"{what} withheld: {item}: {reasons}; confirm only this call with {approvals}"


def _handles(plan: Plan, step: int) -> set[str]:
    return {one.name for one in plan.step(step).references() if one.step is None}
