"""`scitoolagent kg learn` and `kg package`: declarations from documents, confirmed by a person, as a plug-in."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

_MOST_SHOWN = 20


def learn(
    place: Annotated[
        str, typer.Argument(help="A file or folder of sources, help texts, man pages, READMEs; or a package.")
    ],
    to: Annotated[Path, typer.Option(help="The table to write; it must not exist yet.")] = Path("proposed.toml"),
) -> None:
    """Propose declarations from docstrings and other documents, in a table for you to correct and confirm."""
    from scitoolagent.errors import DeclarationError
    from scitoolagent.language.signs import printable_line
    from scitoolagent.toolkg.learned.table import propose_tools, read_documents, table_text
    from scitoolagent.toolkg.learned.vocabulary import Vocabulary, returned_texts
    from scitoolagent.toolkg.store import load_graph

    documents, refused = read_documents(place)
    for one in refused[:_MOST_SHOWN]:
        typer.echo(printable_line(f"skipped: {one.name}: {one.reason}"), err=True)
    if len(refused) > _MOST_SHOWN:
        typer.echo(f"skipped: {len(refused) - _MOST_SHOWN:,} more", err=True)
    tools = propose_tools(documents, Vocabulary(load_graph(), returned_texts()))
    if not tools:
        raise DeclarationError(f"nothing in {place[:200]} describes a function with a result, or a program")
    try:
        with to.open("x", encoding="utf-8") as file:
            file.write(table_text(tools))
    except FileExistsError:
        raise DeclarationError(f"{to} already exists; give another --to") from None
    ports = [port for tool in tools for port in (*tool.inputs, *tool.outputs)]
    new = sum(port.new for port in ports)
    typer.echo(
        f"{len(tools):,} tools are proposed in {to}; {new:,} of their {len(ports):,} inputs and outputs have a new type"
    )
    typer.echo(f"none is used: correct and confirm them there, then `scitoolagent kg package {to} FOLDER`")


def package(
    table: Annotated[Path, typer.Argument(help="A table of `kg learn`, corrected and confirmed.")],
    folder: Annotated[Path, typer.Argument(help="The folder to write; it must not exist yet.")],
    name: Annotated[str, typer.Option(help="The name of the package; default: that of the folder.")] = "",
) -> None:
    """Write the confirmed tools of a table as a plug-in package, once the program takes their declarations."""
    from scitoolagent.toolkg.learned.package import write_package
    from scitoolagent.toolkg.learned.table import read_table

    tools = read_table(table)
    written = write_package(name or folder.resolve().name.replace("-", "_"), tools, folder)
    count = sum(tool.confirmed for tool in tools)
    typer.echo(f"{count} of {len(tools)} tools are in {written[0]}")
    typer.echo(f"try them with PYTHONPATH={folder.resolve()}, or `pip install {folder}`; {written[1].name} tests them")
