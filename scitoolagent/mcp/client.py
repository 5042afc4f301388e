"""Call tools of another MCP server: one connection per call, bounded in time and size; all failures are this package's.

A server may die, hang, violate its own schema or send without end, so nothing it says is trusted beyond its types.
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from scitoolagent.errors import ToolError, ToolFailedError, ToolInputError, ToolTimeoutError, ToolUnavailableError
from scitoolagent.mcp.catalogue import ForeignServer
from scitoolagent.mcp.propose import MOST_TOOLS, definition_digest
from scitoolagent.toolkg.imported.records import one_line

if TYPE_CHECKING:
    from mcp import Client

LONGEST = 1_000_000
_MOST_PAGES = 20
ResultT = TypeVar("ResultT")


def fetch_tools(server: ForeignServer, seconds: float) -> list[dict[str, Any]]:
    """The tools of a server as it describes them: `name`, `description`, `inputSchema`, `outputSchema`.

    Raises:
        ToolError: it cannot be reached, does not answer in time, or violates the protocol.
    """

    return _talk(server, seconds, _listed)


async def _listed(client: Client) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    cursor: str | None = None
    for _ in range(_MOST_PAGES):
        page = await client.list_tools(cursor=cursor)
        found += [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in page.tools]
        cursor = page.next_cursor
        if cursor is None or len(found) > MOST_TOOLS:
            break
    return found


def call(server: ForeignServer, tool: str, digest: str, arguments: dict[str, Any], seconds: float) -> tuple[Any, str]:
    """Call a tool; returns its structured content (None when it has none) and its text.

    Args:
        server: the server of the tool.
        tool: its name on the server.
        digest: the hash of the confirmed definition; a tool whose definition has another one is not called.
        arguments: the arguments by the server's names.
        seconds: the time limit for the whole exchange.
    Raises:
        ToolUnavailableError: the tool has changed since it was confirmed.
        ToolInputError: the server says that the call is wrong.
        ToolError: as for `fetch_tools`, or the result is too large.
    """

    async def called(client: Client) -> tuple[Any, str]:
        said = [definition_digest(definition) for definition in await _listed(client) if definition.get("name") == tool]
        if said != [digest]:
            raise _changed(server, tool, said)
        answer = await client.call_tool(tool, arguments)
        text = "\n".join(block.text for block in answer.content if block.type == "text")
        if len(text) > LONGEST or len(repr(answer.structured_content)) > LONGEST:
            raise ToolFailedError(f"{tool} of {server.name} gave more than {LONGEST:,} characters; ask it for less")
        if answer.is_error:
            raise ToolInputError(f"{tool} of {server.name} says: {one_line(text, 500) or 'no reason'}")
        return answer.structured_content, text

    return _talk(server, seconds, called)


def _talk(server: ForeignServer, seconds: float, do: Callable[[Client], Awaitable[ResultT]]) -> ResultT:
    import anyio
    import httpx2
    from mcp import MCPError
    from pydantic import ValidationError

    failures = (
        MCPError,
        OSError,
        RuntimeError,
        ValueError,
        ValidationError,
        httpx2.HTTPError,
        anyio.ClosedResourceError,
    )
    try:
        return anyio.run(_connected, server, seconds, do)
    except TimeoutError as error:
        raise _late(server, seconds) from error
    except MemoryError:
        raise ToolFailedError(f"the server {server.name} sent more than fits into memory") from None
    except BaseExceptionGroup as group:
        raise _told(server, seconds, _leaf(group)) from group
    except (*failures, anyio.BrokenResourceError, anyio.EndOfStream) as error:
        raise _told(server, seconds, error) from error


async def _connected(server: ForeignServer, seconds: float, do: Callable[[Client], Awaitable[ResultT]]) -> ResultT:
    import anyio
    from mcp import Client, StdioServerParameters, stdio_client

    # The server's standard error is dropped: it may hold terminal escape sequences.
    with Path(os.devnull).open("w") as nowhere, anyio.fail_after(seconds):
        if server.url:
            transport: Any = server.url
        else:
            command, *arguments = server.command
            transport = stdio_client(StdioServerParameters(command=command, args=arguments), errlog=nowhere)
        async with Client(transport, read_timeout_seconds=seconds) as client:
            return await do(client)


def _changed(server: ForeignServer, tool: str, said: list[str]) -> ToolUnavailableError:
    how = "describes it differently now" if said else "no longer has it"
    return ToolUnavailableError(
        f"{one_line(tool, 60)} of {server.name} is not what was confirmed: the server {how}; look at it again with "
        f"`scitoolagent tools confirm {server.name}`"
    )


def _leaf(error: BaseException) -> BaseException:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def _late(server: ForeignServer, seconds: float) -> ToolError:
    return ToolTimeoutError(f"the server {server.name} did not answer within {seconds:g} s")


def _told(server: ForeignServer, seconds: float, error: BaseException) -> ToolError:
    """Translate an error of the SDK, the system or the network into one of this package."""
    if isinstance(error, ToolError):
        return error
    if isinstance(error, TimeoutError):
        return _late(server, seconds)
    if isinstance(error, MemoryError):
        return ToolFailedError(f"the server {server.name} sent more than fits into memory")
    reason = one_line(f"{type(error).__name__}: {error}", 300)
    name = type(error).__name__
    if isinstance(error, (RuntimeError, ValueError)):
        return ToolFailedError(f"the server {server.name} does not keep to its own description: {reason}")
    if name == "MCPError" and "timed out" in str(error).lower():
        return _late(server, seconds)
    return ToolUnavailableError(f"the server {server.name} cannot be used: {reason}")
