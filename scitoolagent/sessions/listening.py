"""Run an ASGI server without request logs, until a signal lets it shut down in order."""

from __future__ import annotations

import signal
from contextlib import suppress

from scitoolagent.errors import ConfigError
from scitoolagent.sessions.access import App

_LARGEST_WEBSOCKET_MESSAGE = 2_000_000
_MOST_CONNECTIONS = 512
_ENDING_SECONDS = 5


def listen(app: App, host: str, port: int) -> None:
    """Serve an application until the process is told to end, then return so that the caller can release its resources.

    Args:
        app: the application, wrapped in its access checks.
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
    # uvicorn raises the signal again after shutdown; it must not kill the process before the caller has cleaned up.
    if signal.getsignal(signal.SIGTERM) == signal.SIG_DFL:
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with suppress(KeyboardInterrupt):
            uvicorn.Server(settings).run()
    except SystemExit as error:
        raise ConfigError(f"nothing can listen on {host}:{port}; name another --port") from error
