"""`scitoolagent mcp`, and the commands that bring in the tools of other MCP servers."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from scitoolagent.mcp.catalogue import ForeignPort, ForeignServer, ForeignTool

ServerName = Annotated[str, typer.Argument(help="The server's name.")]
Seconds = Annotated[float, typer.Option(help="How long it may take to list its tools.", min=0.1)]


app = typer.Typer(invoke_without_command=True, rich_markup_mode=None)


@app.callback()
def mcp(
    context: typer.Context,
    http: Annotated[bool, typer.Option("--http", help="Listen for streamable HTTP instead of standard input.")] = False,
    host: Annotated[
        str, typer.Option(help="The address to listen on; others than loopback need a token.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port to listen on.", min=1, max=65_535)] = 8765,
    folder: Annotated[
        Path | None, typer.Option(help="Where files that questions name must lie; the current folder if left out.")
    ] = None,
) -> None:
    """Serve tools and agent to MCP clients. A token for HTTP is read from SCITOOLAGENT_MCP_TOKEN."""
    if context.invoked_subcommand is not None:
        return
    need_sdk()
    if http:
        from scitoolagent.mcp.http import serve_http
        from scitoolagent.mcp.stdio import enter_folder

        enter_folder(folder)
        serve_http(host, port)
    else:
        from scitoolagent.mcp.stdio import serve_stdio

        serve_stdio(folder)


@app.command()
def config(
    host: Annotated[
        str, typer.Argument(help="claude-desktop, claude-code, vscode or cursor; lists them if left out.")
    ] = "",
    write: Annotated[bool, typer.Option("--write", help="Put it into the host's file, once you agree.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="With --write: do not ask.")] = False,
    uvx: Annotated[bool, typer.Option("--uvx", help="Start the server by uvx, from a package index.")] = False,
    project: Annotated[Path, typer.Option(help="The project of Claude Code, VS Code or Cursor.")] = Path(),
    folder: Annotated[Path | None, typer.Option(help="Where files that questions name must lie.")] = None,
) -> None:
    """Show how an MCP host finds this server, or write it into the host's file."""
    from scitoolagent.language.signs import printable
    from scitoolagent.mcp.hosts import HOSTS, host_of, read_settings, server_entry, with_server, write_settings

    if not host:
        for name, one in HOSTS.items():
            typer.echo(f"{name}: {one.label}, {one.path(project)}")
        return
    asked = host_of(host)
    path = asked.path(project.resolve())
    entry = server_entry(asked, uvx, None if folder is None else folder.resolve())
    if not write:
        typer.echo(with_server("", asked, entry), nl=False)
        typer.echo(f"this belongs into {path}; --write puts it there, beside the servers that are there", err=True)
        return
    before = read_settings(path)
    after = with_server(before, asked, entry)
    if after == before:
        typer.echo(f"{path} has it already")
        return
    for line in _changes(before, after, path):
        typer.echo(printable(line), err=True)
    if not yes and not typer.confirm(f"Write this into {path}?", err=True):
        raise typer.Exit(1)
    write_settings(path, after)
    typer.echo(f"wrote {path}; start {asked.label} again")


def _changes(before: str, after: str, path: Path) -> list[str]:
    """What is written, as lines of a unified difference."""
    from difflib import unified_diff

    return list(unified_diff(before.splitlines(), after.splitlines(), str(path), str(path), lineterm=""))


@app.command()
def bundle(
    out: Annotated[Path, typer.Option(help="The file to write; it must not be there yet.")] = Path("scitoolagent.mcpb"),
    wheel: Annotated[Path | None, typer.Option(help="A wheel of this program, to go into the bundle.")] = None,
) -> None:
    """Write an MCP bundle: one file that Claude Desktop and other hosts install."""
    from scitoolagent.mcp.bundle import write_bundle

    typer.echo(f"wrote {write_bundle(out, wheel)}")


def add(
    name: Annotated[str, typer.Argument(help="A name for the server: small letters and digits.")],
    command: Annotated[list[str] | None, typer.Argument(help="The command that starts it, behind --.")] = None,
    url: Annotated[str, typer.Option(help="Its address, if it listens for streamable HTTP.")] = "",
    seconds: Seconds = 60.0,
) -> None:
    """Read what an MCP server offers and propose its tools, in a file where you confirm them."""
    from pydantic import ValidationError

    from scitoolagent.errors import ConfigError
    from scitoolagent.mcp.catalogue import ForeignServer, check_name, write_server
    from scitoolagent.tool.foreign import catalogue_folder

    check_name(name)
    if bool(command) == bool(url):
        raise ConfigError("name either a command behind --, or a --url")
    try:
        server = ForeignServer(name=name, command=tuple(command or ()), url=url)
    except ValidationError as error:
        raise ConfigError(f"--url {url[:80]!r} is not an address; it must start with http:// or https://") from error
    proposed = _read(server, seconds)
    path = write_server(catalogue_folder(), proposed)
    typer.echo(f"{len(proposed.tools)} tools of {name} are proposed in {path}")
    typer.echo(f"none is used yet: check them and correct their types there, then `scitoolagent tools confirm {name}`")


def confirm(
    name: ServerName,
    tools: Annotated[list[str] | None, typer.Argument(help="Only these of its tools; default: all.")] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Confirm without asking.")] = False,
    seconds: Seconds = 60.0,
) -> None:
    """Look at the tools of an MCP server as it describes them now, and allow their use."""
    from scitoolagent.errors import ConfigError
    from scitoolagent.mcp.catalogue import read_server, write_server
    from scitoolagent.mcp.foreign import declare_server
    from scitoolagent.mcp.propose import renew
    from scitoolagent.tool.foreign import catalogue_folder

    folder = catalogue_folder()
    known = read_server(folder, name)
    renewed, notes = renew(known, _read(known, seconds))
    asked = {tool.tool for tool in renewed.tools} if not tools else set(tools)
    absent = sorted(asked - {tool.tool for tool in renewed.tools})
    if absent:
        raise ConfigError(f"{name} has no tool {absent[0][:100]!r}; `scitoolagent tools servers` lists them")
    chosen = tuple(
        tool.model_copy(update={"confirmed": True}) if tool.tool in asked else tool for tool in renewed.tools
    )
    server = renewed.model_copy(update={"tools": chosen})
    declare_server(server)
    for tool, before in zip(chosen, renewed.tools, strict=True):
        if tool.confirmed and not before.confirmed:
            _show(tool, notes.get(tool.tool, ""))
    for tool_name, note in notes.items():
        if note == "gone":
            typer.echo(f"{tool_name} is gone: the server no longer offers it")
    count = sum(tool.confirmed for tool in chosen)
    if chosen != known.tools and not yes and not typer.confirm("Are their types right, and may they be used?"):
        raise typer.Exit(1)
    write_server(folder, server, replace=True)
    typer.echo(f"{count} of {len(chosen)} tools of {name} are confirmed")


def remove(name: ServerName) -> None:
    """Remove an MCP server and its tools."""
    from scitoolagent.mcp.catalogue import remove_server
    from scitoolagent.tool.foreign import catalogue_folder

    typer.echo(f"{remove_server(catalogue_folder(), name)} is removed; the tools of {name} are no longer used")


def servers() -> None:
    """List the MCP servers that were added, their tools, and what is wrong with a file."""
    from scitoolagent.errors import ConfigError
    from scitoolagent.mcp.catalogue import read_server, server_names
    from scitoolagent.tool.foreign import catalogue_folder

    folder = catalogue_folder()
    names = server_names(folder)
    if not names:
        typer.echo(f"no server was added; `scitoolagent tools add mcp` puts one into {folder}")
    for name in names:
        try:
            server = read_server(folder, name)
        except ConfigError as error:
            typer.echo(f"{name[:40]}: cannot be used: {error}")
            continue
        typer.echo(f"{name}: {server.url or ' '.join(server.command)}")
        for tool in server.tools:
            typer.echo(f"  {'confirmed' if tool.confirmed else 'proposed '}  {tool.tool}  {tool.summary}")


def _read(server: ForeignServer, seconds: float) -> ForeignServer:
    """The proposals for a server's tools; prints what cannot be used."""
    need_sdk()
    from scitoolagent.config import load_config
    from scitoolagent.executor.worker import memory_bound
    from scitoolagent.mcp.client import fetch_tools
    from scitoolagent.mcp.propose import propose

    # A server may send without end; this process has the bound of a worker, where its tools will run.
    with memory_bound(load_config().tool_megabytes):
        proposed, left_out = propose(server, fetch_tools(server, seconds))
    for reason in left_out:
        typer.echo(f"left out: {reason}", err=True)
    return proposed


def _show(tool: ForeignTool, note: str) -> None:
    typer.echo(f"{tool.tool}{f' ({note})' if note else ''}  {tool.safety}: {tool.summary}")
    for way, ports in (("takes", tool.inputs), ("gives", tool.outputs)):
        for port in ports:
            typer.echo(f"  {way} {_port(port)}")


def _port(port: ForeignPort) -> str:
    kind = f"{port.type}{'[]' if port.many else ''}"
    return f"{port.port}: {kind}{'' if port.required else ', optional'}  {port.text}".rstrip()


def need_sdk() -> None:
    if find_spec("mcp") is None:
        from scitoolagent.errors import ConfigError

        raise ConfigError("this needs the package mcp: pip install 'scitoolagent[mcp]'")
