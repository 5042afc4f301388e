"""The command line. Nothing heavy is imported before a command asks for it."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Run the command line; errors of this package end it with a message and a code, never with a traceback."""
    # pydantic looks for plug-ins in every installed package, here and in each worker: 50 ms for what nobody uses.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    if "ask" in sys.argv[1:2]:
        # Before anything else: the worker processes import their libraries while this one imports its own.
        from scitoolagent.executor.server import start_server

        start_server()
    from scitoolagent.cli.app import app
    from scitoolagent.cli.exit import code_of
    from scitoolagent.errors import SciToolAgentError

    try:
        app()
    except SciToolAgentError as error:
        print(f"scitoolagent: {error}", file=sys.stderr)  # noqa: T201
        sys.exit(code_of(error))
    except KeyboardInterrupt:
        print("scitoolagent: stopped", file=sys.stderr)  # noqa: T201
        sys.exit(130)
