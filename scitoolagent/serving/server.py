"""Listen, on this machine only or with a token, until the process is stopped."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path

import uvicorn

from scitoolagent.config import Config
from scitoolagent.errors import ConfigError
from scitoolagent.serving.app import Endpoint
from scitoolagent.sessions import Sessions
from scitoolagent.sessions.access import Door, check_address, is_loopback

TOKEN = "SCITOOLAGENT_SERVE_TOKEN"  # noqa: S105  the name of a variable, not a token
_LARGEST_REQUEST = 2_000_000
_MOST_CONNECTIONS = 512
_ENDING_SECONDS = 5


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
    token = os.environ.get(TOKEN, "")
    check_address(host, token, TOKEN)
    with Sessions(config, _folder(config), running, waiting) as sessions:
        app = Door(
            Endpoint(sessions).app(),
            local=is_loopback(host),
            token=token,
            a_minute=a_minute,
            largest=_LARGEST_REQUEST,
            public=("/health",),
        )
        settings = uvicorn.Config(
            app,
            host=host,
            port=port,
            log_level="warning",
            access_log=False,
            proxy_headers=False,
            server_header=False,
            lifespan="off",
            limit_concurrency=_MOST_CONNECTIONS,
            timeout_graceful_shutdown=_ENDING_SECONDS,
        )
        # The server hands the signal on when it has ended; the sessions have to be ended too, so it must not kill.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            with suppress(KeyboardInterrupt):
                uvicorn.Server(settings).run()
        except SystemExit as error:
            raise ConfigError(f"nothing can listen on {host}:{port}; name another --port") from error


def _folder(config: Config) -> Path:
    return config.data_dir / "sessions"
