"""`scitoolagent mcp`: serve the tools and the agent over the Model Context Protocol."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Annotated

import typer


def mcp(
    http: Annotated[bool, typer.Option("--http", help="Listen for streamable HTTP instead of standard input.")] = False,
    host: Annotated[
        str, typer.Option(help="The address to listen on; others than loopback need a token.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port to listen on.", min=1, max=65_535)] = 8765,
) -> None:
    """Serve tools and agent to MCP clients. A token for HTTP is read from SCITOOLAGENT_MCP_TOKEN."""
    if find_spec("mcp") is None:
        from scitoolagent.errors import ConfigError

        raise ConfigError("the server needs the package mcp: pip install 'scitoolagent[mcp]'")
    if http:
        from scitoolagent.mcp.http import serve_http

        serve_http(host, port)
    else:
        from scitoolagent.mcp.stdio import serve_stdio

        serve_stdio()


def add(
    name: Annotated[str, typer.Argument(help="A name for the server: small letters and digits.")],
    command: Annotated[list[str] | None, typer.Argument(help="The command that starts it, behind --.")] = None,
    url: Annotated[str, typer.Option(help="Its address, when it listens for streamable HTTP.")] = "",
    seconds: Annotated[float, typer.Option(help="How long it may take to say what it offers.", min=0.1)] = 60.0,
) -> None:
    """Read what an MCP server offers and propose its tools, in a file where you confirm them one by one."""
    from pydantic import ValidationError

    from scitoolagent.config import load_config
    from scitoolagent.errors import ConfigError
    from scitoolagent.executor.worker import start_worker
    from scitoolagent.mcp.catalogue import ForeignServer, catalogue_folder, check_name, write_server
    from scitoolagent.mcp.client import list_tools
    from scitoolagent.mcp.propose import propose

    check_name(name)
    if bool(command) == bool(url):
        raise ConfigError("name either a command behind --, or a --url")
    try:
        server = ForeignServer(name=name, command=tuple(command or ()), url=url)
    except ValidationError as error:
        raise ConfigError(f"--url {url[:80]!r} is no address; it starts with http:// or https://") from error
    # A server may send without end; this process has the bound of a worker, where its tools will run.
    start_worker(load_config().tool_megabytes)
    proposed, left_out = propose(server, list_tools(server, seconds))
    path = write_server(catalogue_folder(), proposed)
    for reason in left_out:
        typer.echo(f"left out: {reason}", err=True)
    typer.echo(f"{len(proposed.tools)} tools of {name} are proposed in {path}")
    typer.echo("read each one, correct its types, and set `confirmed = true`; then they are used, screened")
