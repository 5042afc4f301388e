"""Write the pictures of a run as files."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import typer

from scitoolagent.errors import ConfigError
from scitoolagent.records import StepResult


def save_pictures(results: Iterable[StepResult], file: Path) -> None:
    """Write each picture that steps gave; the second and all further ones get the number of their step in the name.

    Raises:
        ConfigError: there is none.
        PictureError: one cannot be written, or a file of that name is there.
    """
    from scitoolagent.pictures import write_picture
    from scitoolagent.toolkg.store import load_graph

    graph = load_graph()
    found = [
        (result.step, value.value)
        for result in results
        for value in result.outputs.values()
        if isinstance(value.value, str) and value.type in graph.types and graph.is_a(value.type, "SvgPicture")
    ]
    if not found:
        raise ConfigError("there is no picture to write; ask for one, with `draw` or `plot`")
    for number, (step, svg) in enumerate(found):
        path = file if not number else file.with_stem(f"{file.stem}-step{step}")
        write_picture(svg, path)
        typer.echo(f"wrote {path}", err=True)
