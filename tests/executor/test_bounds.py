"""The bounds that a tool declares are those of its calls; a setting that somebody made is a cap."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.config import Config
from scitoolagent.executor.backends.protocol import Limits, limits_of
from scitoolagent.toolkg.graph import ToolNode

Runs = Callable[..., list[list[dict[str, Any]]]]


def step(tool: str, **arguments: Any) -> dict[str, Any]:
    return {"tool": tool, "arguments": arguments or {"note": "hello"}}


def tool(**bounds: Any) -> ToolNode:
    return ToolNode("t", "T.", "Analysis", "General", "open", "tests", (), (), **bounds)


@pytest.mark.parametrize(("bounds", "settings", "limits"), [
    ({}, {}, Limits(60.0, 4096)),
    ({"seconds": 180.0}, {}, Limits(180.0, 4096, declared=True)),
    ({"seconds": 5.0}, {}, Limits(5.0, 4096, declared=True)),
    ({"seconds": 180.0}, {"tool_seconds": 60.0}, Limits(60.0, 4096)),
    ({"seconds": 180.0}, {"tool_seconds": 600.0}, Limits(180.0, 4096, declared=True)),
    ({"seconds": 5.0}, {"tool_seconds": 60.0}, Limits(5.0, 4096, declared=True)),
    ({}, {"tool_seconds": 600.0}, Limits(600.0, 4096)),
    ({"memory": 9000}, {}, Limits(60.0, 9000)),
    ({"memory": 700}, {}, Limits(60.0, 700)),
    ({"memory": 9000}, {"tool_megabytes": 5000}, Limits(60.0, 5000)),
    ({"memory": 700}, {"tool_megabytes": 5000}, Limits(60.0, 700)),
    ({}, {"tool_megabytes": 5000}, Limits(60.0, 5000)),
])  # fmt: skip
def test_a_declaration_replaces_the_usual_bound_and_a_setting_caps_it(
    bounds: dict[str, Any], settings: dict[str, Any], limits: Limits
) -> None:
    assert limits_of(tool(**bounds), Config(**settings)) == limits


def test_a_setting_of_the_environment_is_a_cap(monkeypatch: pytest.MonkeyPatch) -> None:
    from scitoolagent.config import load_config

    monkeypatch.setenv("SCITOOLAGENT_TOOL_SECONDS", "3")
    load_config.cache_clear()
    try:
        assert limits_of(tool(seconds=180.0), load_config()).seconds == 3.0
        assert limits_of(None, load_config()).seconds == 3.0
    finally:
        load_config.cache_clear()


def test_calls_end_at_the_bounds_of_their_tools(run_plans: Runs, tmp_path: Path) -> None:
    naps = {"steps": [step("naps_shortly", nap=20.0), step("naps_long", nap=1.6)]}
    ((short, long),) = run_plans(tmp_path, naps)
    assert (short["status"], short["error"]["error"]) == ("failed", "ToolTimeoutError")
    assert "longer than 1 s" in short["error"]["message"]
    assert "SCITOOLAGENT_TOOL_SECONDS" not in short["error"]["message"], "no setting would lengthen it"
    assert long["status"] == "ok", "60 s are not what it declares"
    ((short, long),) = run_plans(tmp_path, naps, tool_seconds=0.8, cache=False)
    for result in (short, long):
        assert "longer than 0.8 s" in result["error"]["message"]
        assert "raise SCITOOLAGENT_TOOL_SECONDS" in result["error"]["message"]


@pytest.mark.slow
def test_the_memory_is_bounded_for_each_call(run_plans: Runs, tmp_path: Path) -> None:
    # One process makes all calls: a bound must not outlast the call that it is for.
    tools = ("small_bound", "large_bound", "usual_bound", "small_bound")
    run = {"steps": [step(name, note=f"{number}") for number, name in enumerate(tools)]}
    found = [[result["outputs"]["megabytes"]["value"] for result in results] for results in run_plans(tmp_path, run)]
    assert found == [[700, 9000, 4096, 700]]
    ((small, large, usual, _),) = run_plans(tmp_path, run, tool_megabytes=5000, cache=False)
    assert [result["outputs"]["megabytes"]["value"] for result in (small, large, usual)] == [700, 5000, 5000]


def test_a_dead_worker_is_an_error_of_its_own_and_tried_again_by_its_class(run_plans: Runs, tmp_path: Path) -> None:
    died = {"steps": [step("dies_once", note="a", folder=str(tmp_path))]}
    spoke = {"steps": [step("speaks_of_a_death", note="a", folder=str(tmp_path))]}
    ((again,), (once,)) = run_plans(tmp_path, died, spoke)
    assert (again["status"], again["attempts"]) == ("ok", 2)
    # What a tool says in its own words is no reason to call it again.
    assert (once["error"]["error"], once["attempts"]) == ("ToolFailedError", 1)
    assert (tmp_path / "spoken").read_text() == "x"


@pytest.mark.parametrize("fails", [False, True])
def test_the_bound_goes_with_the_call(fails: bool) -> None:
    import contextlib
    import resource

    from scitoolagent.executor.worker import run_bounded

    def call() -> tuple[int, int]:
        found.append(resource.getrlimit(resource.RLIMIT_AS))
        if fails:
            raise MemoryError
        return found[0]

    found: list[tuple[int, int]] = []
    before = resource.getrlimit(resource.RLIMIT_AS)
    with contextlib.suppress(MemoryError):
        run_bounded(1_000_000, call)  # so large that nothing else in this process is in its way
    assert found == [(1_000_000 << 20, before[1])]
    assert resource.getrlimit(resource.RLIMIT_AS) == before
