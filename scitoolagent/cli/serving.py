"""`scitoolagent serve`: the agent as a model behind an OpenAI-compatible endpoint."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Annotated

import typer


def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen on; others than loopback need a token.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port to listen on.", min=1, max=65_535)] = 8766,
    running: Annotated[int, typer.Option(help="How many questions to answer at a time.", min=1, max=64)] = 2,
    waiting: Annotated[int, typer.Option(help="How many more questions may wait.", min=0, max=10_000)] = 64,
    rate: Annotated[int, typer.Option(help="The most requests of one client in a minute.", min=1)] = 600,
) -> None:
    """Serve the agent to OpenAI clients, under /v1. A token is read from SCITOOLAGENT_SERVE_TOKEN."""
    from scitoolagent.config import load_config
    from scitoolagent.errors import ConfigError

    if find_spec("starlette") is None or find_spec("uvicorn") is None:
        raise ConfigError("the server needs starlette and uvicorn: pip install 'scitoolagent[serve]'")
    from scitoolagent.executor.server import start_server

    # The worker processes import their libraries while this process imports the server.
    start_server()
    from scitoolagent.serving.server import serve as listen

    shown = f"[{host}]" if ":" in host else host
    typer.echo(f"serving the model scitoolagent at http://{shown}:{port}/v1; Ctrl-C stops it", err=True)
    listen(load_config(), host, port, running, waiting, rate)
