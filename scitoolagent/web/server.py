"""Serve the page, on this machine only or to holders of a token, until the process is stopped."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from fastapi import FastAPI, Response
from nicegui import app as pages
from nicegui import ui

from scitoolagent.config import Config
from scitoolagent.sessions import Sessions
from scitoolagent.sessions.access import check_address, is_loopback
from scitoolagent.sessions.listening import listen
from scitoolagent.web.ask_page import add_ask_pages
from scitoolagent.web.login import LoginMiddleware
from scitoolagent.web.page_context import PageContext
from scitoolagent.web.pictures import Renderer
from scitoolagent.web.runs_page import add_runs_page
from scitoolagent.web.tools_page import add_tools_pages

TOKEN_VARIABLE = "SCITOOLAGENT_WEB_TOKEN"  # noqa: S105  the name of a variable, not a token
_ICON = Path(__file__).with_name("icon.svg")


def serve(config: Config, host: str, port: int, running: int = 2) -> None:
    """Serve browsers.

    Args:
        config: settings.
        host: the address to listen on; others than loopback need a token in `SCITOOLAGENT_WEB_TOKEN`.
        port: the port to listen on.
        running: how many questions are answered at a time.
    Raises:
        ConfigError: the address is open to others and there is no token, or it cannot be listened on.
    """
    token = os.environ.get(TOKEN_VARIABLE, "")
    check_address(host, token, TOKEN_VARIABLE)
    with Sessions(config, config.data_dir / "sessions", running) as sessions:
        renderer = Renderer(config.tool_megabytes)
        try:
            listen(make_app(PageContext(sessions, renderer, is_loopback(host) and not token), host, token), host, port)
        finally:
            renderer.close()


def make_app(context: PageContext, host: str, token: str) -> LoginMiddleware:
    """The protected application; to be made once in a process, because the framework registers pages globally."""
    add_ask_pages(context)
    add_tools_pages(context)
    add_runs_page(context)
    _add_drawings(context)
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    ui.run_with(
        app,
        title="scitoolagent",
        favicon=_ICON,
        dark=None,
        storage_secret=secrets.token_urlsafe(32),
        session_middleware_kwargs={"same_site": "strict"},
        reconnect_timeout=20,
        show_welcome_message=False,
    )
    return LoginMiddleware(app, is_loopback(host), token)


def _add_drawings(context: PageContext) -> None:
    """Add `/drawing/…`, the pictures of molecules in rows, which a browser asks for once they come into view."""

    @pages.get("/drawing/{key}.svg", include_in_schema=False)
    async def drawing(key: str) -> Response:
        drawn = await context.drawn(key)
        if drawn is None:
            return Response(status_code=404)
        return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "private, max-age=3600"})
