"""The web page as a process of its own, for the tests that look at it in a browser."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SERVE = Path(__file__).with_name("serve_page.py")


@contextmanager
def served(folder: Path, cache: Path, **settings: str) -> Iterator[str]:
    """The address of a server whose data lie in a folder; its log must be free of tracebacks in the end."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    env = {name: value for name, value in os.environ.items() if not name.startswith("SCITOOLAGENT_")}
    env |= {"SCITOOLAGENT_DATA_DIR": str(folder), "SCITOOLAGENT_CACHE_DIR": str(cache)}
    env |= {f"SCITOOLAGENT_{name}": value for name, value in settings.items()}
    log = (folder / "log").open("w")
    process = subprocess.Popen([sys.executable, str(SERVE), str(port)], env=env, cwd=folder, stderr=log)
    try:
        _wait_for(process, port)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(60)
        log.close()
    assert "Traceback" not in (folder / "log").read_text(encoding="utf-8")


def _wait_for(process: subprocess.Popen[bytes], port: int) -> None:
    end = time.monotonic() + 120
    while time.monotonic() < end and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise AssertionError("the server did not come up")
