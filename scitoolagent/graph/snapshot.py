"""What was reckoned from a graph once, kept as JSON under a digest of what it was reckoned from."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from pathlib import Path
from typing import Any


def digest_of(content: bytes) -> str:
    """Stands for that very content; any other has another digest."""
    return hashlib.sha256(content).hexdigest()[:16]


def read_snapshot(folder: Path, name: str, digest: str) -> Any:
    """What was kept; None when nothing was, it cannot be read, or it is not what was written."""
    with contextlib.suppress(OSError, ValueError, RecursionError):
        written, _, body = _path(folder, name, digest).read_bytes().partition(b"\n")
        if written.decode() == digest_of(body):
            return json.loads(body)
    return None


def write_snapshot(folder: Path, name: str, digest: str, content: Any) -> None:
    """Keep plain values; a folder that cannot be written to is no reason to fail."""
    body = json.dumps(content).encode()
    keep(_path(folder, name, digest), digest_of(body).encode() + b"\n" + body)


def keep(path: Path, content: bytes) -> None:
    """Write a file as a whole or not at all; where there is no room for it, nothing is left of it."""
    partial = path.with_suffix(f".{os.getpid()}.partial")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial.write_bytes(content)
        partial.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            partial.unlink(missing_ok=True)


def _path(folder: Path, name: str, digest: str) -> Path:
    return folder / f"{name}-{digest}.json"
