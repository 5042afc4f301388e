"""Listen, on this machine only or with a token, until the process is stopped."""

from __future__ import annotations

import os
from pathlib import Path

from scitoolagent.config import Config
from scitoolagent.serving.app import Endpoint
from scitoolagent.sessions import Sessions
from scitoolagent.sessions.access import AccessMiddleware, check_address, is_loopback
from scitoolagent.sessions.listening import listen

TOKEN_VARIABLE = "SCITOOLAGENT_SERVE_TOKEN"  # noqa: S105  the name of a variable, not a token
_LARGEST_REQUEST = 2_000_000


def serve(config: Config, host: str, port: int, running: int, waiting: int, a_minute: int) -> None:
    """Serve clients until the process is stopped.

    Args:
        config: settings.
        host: the address to listen on; others than loopback need a token in `SCITOOLAGENT_SERVE_TOKEN`.
        port: the port to listen on.
        running: how many questions are answered at a time.
        waiting: how many more may wait for their turn.
        a_minute: how many requests one client may make in a minute.
    Raises:
        ConfigError: the address is open to others and there is no token, or it cannot be listened on.
    """
    token = os.environ.get(TOKEN_VARIABLE, "")
    check_address(host, token, TOKEN_VARIABLE)
    with Sessions(config, _folder(config), running, waiting) as sessions:
        app = AccessMiddleware(
            Endpoint(sessions).app(),
            local=is_loopback(host),
            token=token,
            a_minute=a_minute,
            largest=_LARGEST_REQUEST,
            public=("/health",),
        )
        listen(app, host, port)


def _folder(config: Config) -> Path:
    return config.data_dir / "sessions"
