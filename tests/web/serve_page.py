"""Serve the page as the command does, in a process of its own."""

from __future__ import annotations

import sys

from scitoolagent.config import load_config
from scitoolagent.executor.server import start_server

if __name__ == "__main__":
    start_server()
    from scitoolagent.web.server import serve

    serve(load_config(), "127.0.0.1", int(sys.argv[1]), running=2)
