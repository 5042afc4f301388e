"""The counters of a server, in the Prometheus text exposition format, version 0.0.4."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

_BOUNDS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0)


class Metrics:
    """Counters, updated in the thread of the event loop only."""

    def __init__(self) -> None:
        self._started = time.time()
        self._requests: Counter[tuple[str, int]] = Counter()
        self._within: Counter[float] = Counter()
        self._seconds = 0.0
        self._timed = 0

    def count(self, route: str, status: int) -> None:
        """Count a request; `route` must be one of a few fixed values."""
        self._requests[route, status] += 1

    def time(self, seconds: float) -> None:
        """Record the duration of a chat completion."""
        self._timed += 1
        self._seconds += seconds
        for bound in _BOUNDS:
            self._within[bound] += seconds <= bound

    def text(self, health: Mapping[str, int]) -> str:
        """All metrics as text; `health` is that of the sessions."""
        lines = _head("scitoolagent_requests_total", "counter", "Requests by route and status.")
        lines += [
            f'scitoolagent_requests_total{{route="{route}",status="{status}"}} {number}'
            for (route, status), number in sorted(self._requests.items())
        ]
        name = "scitoolagent_chat_seconds"
        lines += _head(name, "histogram", "Seconds from a request for a chat completion to its end.")
        lines += [f'{name}_bucket{{le="{bound:g}"}} {self._within[bound]}' for bound in _BOUNDS]
        lines += [f'{name}_bucket{{le="+Inf"}} {self._timed}', f"{name}_sum {self._seconds:.6f}"]
        lines += [f"{name}_count {self._timed}"]
        lines += _head("scitoolagent_runs", "gauge", "Runs in the queue, under way, and waiting for a person.")
        lines += [f'scitoolagent_runs{{state="{state}"}} {health[state]}' for state in ("queued", "running", "asking")]
        lines += _head("scitoolagent_runs_total", "counter", "Runs that have ended.")
        ends = ("finished", "failed", "cancelled")
        lines += [f'scitoolagent_runs_total{{state="{state}"}} {health[state]}' for state in ends]
        lines += _head("scitoolagent_sessions", "gauge", "Open sessions.")
        lines += [f"scitoolagent_sessions {health['sessions']}"]
        lines += _head("process_start_time_seconds", "gauge", "When the server started, in seconds since 1970.")
        lines += [f"process_start_time_seconds {self._started:.2f}"]
        if resident := _resident():
            lines += _head("process_resident_memory_bytes", "gauge", "Memory of the server without its workers.")
            lines += [f"process_resident_memory_bytes {resident}"]
        return "\n".join(lines) + "\n"


def _head(name: str, kind: str, about: str) -> list[str]:
    return [f"# HELP {name} {about}", f"# TYPE {name} {kind}"]


def _resident() -> int:
    """Resident memory of this process in bytes; 0 where the system does not report it."""
    try:
        lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS:")), 0)
