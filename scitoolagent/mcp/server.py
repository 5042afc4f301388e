"""The MCP server: `TOOLS` over the protocol, with the service doing the work in threads."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import anyio
import anyio.to_thread
from mcp.server import Server, ServerRequestContext
from mcp.types import CallToolRequestParams, CallToolResult, ListToolsResult, PaginatedRequestParams, TextContent, Tool

from scitoolagent import __version__
from scitoolagent.errors import SciToolAgentError
from scitoolagent.mcp.definitions import TOOLS
from scitoolagent.mcp.instructions import INSTRUCTIONS
from scitoolagent.mcp.service import McpService, message_of

_LONGEST = 1_000_000
# Each question that a client waits for occupies a thread; quick calls need some as well.
_THREADS = 128


def make_server(service: McpService) -> Server[Any]:
    """A server over a service, for any transport."""

    threads = anyio.CapacityLimiter(_THREADS)

    async def list_tools(context: ServerRequestContext[Any], page: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=[Tool.model_validate(definition) for definition in TOOLS])

    async def call_tool(context: ServerRequestContext[Any], params: CallToolRequestParams) -> CallToolResult:
        call = partial(_serve, service, params.name, dict(params.arguments or {}))
        # When a client gives up, its thread ends with the call, which is bounded in time.
        return await anyio.to_thread.run_sync(call, abandon_on_cancel=True, limiter=threads)

    return Server(
        "scitoolagent",
        version=__version__,
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def _serve(service: McpService, name: str, arguments: dict[str, Any]) -> CallToolResult:
    try:
        found = service.call(name, arguments)
    except SciToolAgentError as error:
        return _refused(message_of(error))
    text = json.dumps(found, ensure_ascii=False)
    if len(text) > _LONGEST:
        return _refused(f"ToolFailedError: {name} gave {len(text):,} characters, at most {_LONGEST:,} are sent")
    return CallToolResult(content=[TextContent(text=text)], structured_content=found)


def _refused(message: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(text=message)], is_error=True)
