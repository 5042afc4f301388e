"""`scitoolagent web`: the web page for asking, watching, confirming and browsing."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Annotated

import typer


def web(
    port: Annotated[int, typer.Option(help="The port to listen on.", min=1, max=65_535)] = 8080,
    host: Annotated[
        str, typer.Option(help="The address to listen on; others than loopback need a token.")
    ] = "127.0.0.1",
    running: Annotated[int, typer.Option(help="How many questions to answer at a time.", min=1, max=64)] = 2,
) -> None:
    """Serve the web page. A token is read from SCITOOLAGENT_WEB_TOKEN."""
    from scitoolagent.config import load_config
    from scitoolagent.errors import ConfigError

    if find_spec("nicegui") is None:
        raise ConfigError("the page needs the package nicegui: pip install 'scitoolagent[web]'")
    from scitoolagent.executor.server import start_server

    # The worker processes import their libraries while this process imports the page.
    start_server()
    from scitoolagent.web.server import serve

    shown = f"[{host}]" if ":" in host else host
    typer.echo(f"open http://{shown}:{port} in a browser; Ctrl-C stops it", err=True)
    serve(load_config(), host, port, running)
