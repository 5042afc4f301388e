"""The MCP server: `TOOLS` over the protocol, with the service doing the work in threads."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import anyio
import anyio.to_thread
from mcp.server import Server, ServerRequestContext
from mcp.types import (
    CallToolRequestParams,
    CallToolResult,
    InputRequiredResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
)

from scitoolagent import __version__
from scitoolagent.errors import SciToolAgentError, ToolFailedError
from scitoolagent.mcp.caller import Caller, FormNeeded
from scitoolagent.mcp.definitions import TOOLS
from scitoolagent.mcp.elicitation import caller_of, form_request
from scitoolagent.mcp.envelope import FAILURE, PROVENANCE, Failed, failed, failure_in
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

    async def call_tool(
        context: ServerRequestContext[Any], params: CallToolRequestParams
    ) -> CallToolResult | InputRequiredResult:
        call = partial(_serve, service, params.name, dict(params.arguments or {}), caller_of(context, params))
        # When a client gives up, its thread ends with the call, which is bounded in time.
        return await anyio.to_thread.run_sync(call, abandon_on_cancel=True, limiter=threads)

    return Server(
        "scitoolagent",
        version=__version__,
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def _serve(
    service: McpService, name: str, arguments: dict[str, Any], caller: Caller
) -> CallToolResult | InputRequiredResult:
    try:
        found = service.call(name, arguments, caller)
    except FormNeeded as needed:
        return form_request(needed)
    except SciToolAgentError as error:
        return _refused(service, caller, message_of(error), failed(error))
    text = json.dumps(found, ensure_ascii=False)
    if len(text) > _LONGEST:
        long = ToolFailedError(f"{name} gave {len(text):,} characters, at most {_LONGEST:,} are sent")
        return _refused(service, caller, message_of(long), failed(long))
    meta: dict[str, Any] = {PROVENANCE: service.provenance(caller)}
    failure = failure_in(found) if name in ("ask", "plan") else None
    if failure is not None:
        meta[FAILURE] = failure.model_dump(mode="json")
    return CallToolResult(
        content=[TextContent(text=text)], structured_content=found, is_error=failure is not None, _meta=meta
    )


def _refused(service: McpService, caller: Caller, message: str, failure: Failed) -> CallToolResult:
    meta = {FAILURE: failure.model_dump(mode="json"), PROVENANCE: service.provenance(caller)}
    return CallToolResult(content=[TextContent(text=message)], is_error=True, _meta=meta)
