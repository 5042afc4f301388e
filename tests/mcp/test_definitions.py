"""The definitions are few, their schemas are valid, and read-only tools are marked."""

from __future__ import annotations

import json

import jsonschema
import pytest

from scitoolagent.mcp.definitions import TOOLS
from scitoolagent.mcp.described import arguments_schema
from scitoolagent.mcp.service import McpService
from scitoolagent.toolkg.store import load_graph


def test_few_definitions_lead_to_all_tools() -> None:
    assert {tool["name"] for tool in TOOLS} == {
        "search_tools",
        "describe_tool",
        "run_program",
        "run_tool",
        "plan",
        "ask",
        "get_run",
        "safety_screen",
    }
    # A model reads what the tools take before it reads a question.
    assert len(json.dumps([tool["inputSchema"] for tool in TOOLS])) < 7_000
    # Programs took it from 26,000: their results name the step, the tool and the source of each value.
    assert len(json.dumps(TOOLS)) < 31_000
    assert all(callable(getattr(McpService, tool["name"])) for tool in TOOLS)


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool["name"])
def test_schemas_are_schemas_and_closed(tool: dict) -> None:
    for key in ("inputSchema", "outputSchema"):
        jsonschema.Draft202012Validator.check_schema(tool[key])
        assert tool[key]["type"] == "object"
        assert tool[key]["additionalProperties"] is False
    assert tool["annotations"]["destructiveHint"] is False
    assert tool["annotations"]["readOnlyHint"] is (tool["name"] not in ("run_tool", "run_program", "ask"))


def test_the_arguments_of_every_tool_have_a_schema() -> None:
    graph = load_graph()
    for tool in graph.tools.values():
        schema = arguments_schema(graph, tool)
        jsonschema.Draft202012Validator.check_schema(schema)
        assert set(schema["required"]) == {port.name for port in tool.required}
