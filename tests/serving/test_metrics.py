"""The text form of Prometheus, read by the rules of its documentation."""

from __future__ import annotations

import re

from scitoolagent.serving.metrics import Metrics

HEALTH = {"queued": 1, "running": 2, "asking": 0, "finished": 3, "failed": 4, "cancelled": 5, "sessions": 6}
# name, optional labels, value: prometheus.io/docs/instrumenting/exposition_formats
_LINE = re.compile(r'([a-zA-Z_:][a-zA-Z0-9_:]*)(\{(?:[a-zA-Z_]\w*="[^"\\\n]*",?)*\})? (-?[0-9.e+-]+|\+Inf|NaN)')


def read(text: str) -> dict[str, float]:
    assert text.endswith("\n")
    kinds: dict[str, str] = {}
    found: dict[str, float] = {}
    for line in text.splitlines():
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            assert name not in kinds
            kinds[name] = kind
            continue
        if line.startswith("#"):
            continue
        match = _LINE.fullmatch(line)
        assert match, line
        name = re.sub("_(bucket|sum|count)$", "", match[1]) if match[1] not in kinds else match[1]
        assert name in kinds
        assert match[1] + (match[2] or "") not in found
        found[match[1] + (match[2] or "")] = float(match[3])
    return found


def test_what_was_counted_is_told() -> None:
    metrics = Metrics()
    for seconds in (0.05, 0.3, 1000.0):
        metrics.time(seconds)
        metrics.count("chat", 200)
    metrics.count("chat", 400)
    found = read(metrics.text(HEALTH))
    assert found['scitoolagent_requests_total{route="chat",status="200"}'] == 3
    assert found['scitoolagent_requests_total{route="chat",status="400"}'] == 1
    assert found["scitoolagent_chat_seconds_count"] == found['scitoolagent_chat_seconds_bucket{le="+Inf"}'] == 3
    assert found["scitoolagent_chat_seconds_sum"] == 1000.35
    # A bucket counts all that took no longer than its bound.
    buckets = {
        bound: found[f'scitoolagent_chat_seconds_bucket{{le="{bound}"}}'] for bound in ("0.05", "0.25", "0.5", "300")
    }
    assert buckets == {"0.05": 1, "0.25": 1, "0.5": 2, "300": 2}
    assert found['scitoolagent_runs{state="running"}'] == 2
    assert found['scitoolagent_runs_total{state="cancelled"}'] == 5
    assert found["scitoolagent_sessions"] == 6


def test_a_server_that_was_not_asked_yet_tells_so_too() -> None:
    assert read(Metrics().text(HEALTH))["scitoolagent_chat_seconds_count"] == 0
