"""How the servers listen: quietly, and until a signal that lets them end what they hold."""

from __future__ import annotations

import signal
from contextlib import suppress

from scitoolagent.errors import ConfigError
from scitoolagent.sessions.access import App

_LARGEST_WEBSOCKET_MESSAGE = 2_000_000
_MOST_CONNECTIONS = 512
_ENDING_SECONDS = 5


def listen(app: App, host: str, port: int) -> None:
    """Serve an application until the process is told to end; returns then, so that the caller can end its own.

    Args:
        app: the application, behind whatever guards it.
        host: the address to listen on.
        port: the port to listen on.
    Raises:
        ConfigError: nothing can listen there.
    """
    import uvicorn

    settings = uvicorn.Config(
        app,
        host=host,
        port=port,
        log_level="warning",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        ws_max_size=_LARGEST_WEBSOCKET_MESSAGE,
        limit_concurrency=_MOST_CONNECTIONS,
        timeout_graceful_shutdown=_ENDING_SECONDS,
    )
    # The server hands the signal on when it has ended; what the caller holds has to end too, so it must not kill.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with suppress(KeyboardInterrupt):
            uvicorn.Server(settings).run()
    except SystemExit as error:
        raise ConfigError(f"nothing can listen on {host}:{port}; name another --port") from error
