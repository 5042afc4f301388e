"""For all tests: no connection leaves this machine, no comparison is blind, and the model file that some need."""

from __future__ import annotations

import hashlib
import os
import socket
import time
import uuid
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

_LOOPBACK = ("127.", "::1", "localhost")
# Below it the tolerance that approx takes by itself, 1e-12, is more than a thousandth of the value.
_SMALL = 1e-9
_approx = pytest.approx
# Of a test with many cases `make test` runs so many, or one in so many where that is more; others each day.
_LEAST_CASES, _ONE_IN = 2, 40
SEED, _SECONDS_A_DAY = "SCITOOLAGENT_TEST_SEED", 86_400


def _seeing_approx(expected: Any, rel: Any = None, abs: Any = None, nan_ok: bool = False) -> Any:  # noqa: A002
    """`pytest.approx`, which has to be told a tolerance for values so small that its own one makes it blind."""
    if abs is None:
        small = [value for value in _numbers(expected) if 0 < value < _SMALL or -_SMALL < value < 0]
        assert not small, f"approx sees no difference from {small[0]}: give abs=0, or abs= where the value means zero"
    return _approx(expected, rel=rel, abs=abs, nan_ok=nan_ok)


def _numbers(value: Any) -> Iterator[float]:
    if isinstance(value, int | float):
        yield value
    elif isinstance(value, Mapping):
        yield from _numbers(list(value.values()))
    elif hasattr(value, "tolist"):
        yield from _numbers(value.tolist())
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _numbers(item)


def pytest_configure() -> None:
    """Put it in the place of pytest's, and choose the seed of the sample for all processes of the run."""
    pytest.approx = _seeing_approx
    os.environ.setdefault(SEED, str(int(time.time()) // _SECONDS_A_DAY))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as slow what `make test` leaves to `make test-all`: of a test with many cases, those outside of the sample."""
    cases: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        cases[item.nodeid.partition("[")[0]].append(item)
    for found in cases.values():
        for item in sorted(found, key=_drawn)[max(_LEAST_CASES, len(found) // _ONE_IN) :]:
            item.add_marker("slow")


def _drawn(item: pytest.Item) -> str:
    """A key by which the cases of a test are drawn; another seed draws others."""
    return hashlib.sha256(f"{os.environ[SEED]} {item.nodeid}".encode()).hexdigest()


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say with which seed the cases were drawn, where one of them failed."""
    if terminalreporter.stats.get("failed"):
        terminalreporter.write_line(f"cases were drawn by {SEED}={os.environ[SEED]}; set it to draw the same ones")


@pytest.fixture(autouse=True)
def loopback_only(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Refuse connections to other machines, and keep settings, cache and traces out of the user's folders."""
    # Not made before something is kept there: pytest lists all folders of a run to number a new one.
    folder = tmp_path_factory.getbasetemp() / "homes" / uuid.uuid4().hex
    monkeypatch.setenv("SCITOOLAGENT_DATA_DIR", str(folder / "data"))
    monkeypatch.setenv("SCITOOLAGENT_MCP_DIR", str(folder / "mcp"))
    # One cache for all tests of a process: the index of compound names takes seconds to make.
    monkeypatch.setenv("SCITOOLAGENT_CACHE_DIR", str(tmp_path_factory.getbasetemp() / "cache"))
    from scitoolagent.config import load_config

    load_config.cache_clear()
    if request.node.get_closest_marker("network"):
        return
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        if isinstance(address, tuple) and not str(address[0]).startswith(_LOOPBACK):
            raise AssertionError(f"a test tried to reach {address}")
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", guarded)


@pytest.fixture(scope="session")
def model_file() -> Path:
    """The GGUF file of a small language model, which llama.cpp serves; tests that need it are skipped without it."""
    pytest.importorskip("xllamacpp", reason="xllamacpp is not installed; pip install 'scitoolagent[local]'")
    named = os.environ.get("SCITOOLAGENT_TEST_GGUF")
    if not named:
        pytest.skip("SCITOOLAGENT_TEST_GGUF names no model file")
    return Path(named)
