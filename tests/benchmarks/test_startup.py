"""The parts of a cold start: charged to one part at a time, found in every process, printed and drawn."""

from __future__ import annotations

import functools
import importlib
from pathlib import Path

import pytest

from scitoolagent.benchmarks import startup, startup_probe


def test_every_function_that_is_timed_is_there() -> None:
    for module, name, _ in startup_probe.FUNCTIONS:
        assert callable(functools.reduce(getattr, name.split("."), importlib.import_module(module)))


def test_time_is_charged_to_the_innermost_part(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 1.0, 3.0, 6.0, 10.0])
    monkeypatch.setattr(startup_probe.time, "monotonic", lambda: next(clock))
    probe = startup_probe.Probe()
    reported: dict[str, float] = {}
    monkeypatch.setattr(probe, "report", lambda: reported.update(probe.seconds))
    inner = startup_probe.timed(probe, "inner", lambda: 7)
    assert startup_probe.timed(probe, "outer", inner)() == 7
    assert reported == {startup_probe.REST: 1.0, "outer": 2.0 + 4.0, "inner": 3.0}


def test_imports_are_charged_to_their_package() -> None:
    assert startup_probe.part_of("pydantic_core._pydantic_core") == "import pydantic"
    assert startup_probe.part_of("pydanticish") == startup_probe.OTHER_IMPORTS
    assert startup_probe.part_of("scitoolagent.config") == "the records and settings as pydantic models"
    assert startup_probe.part_of("scitoolagent.planner.draft") == "import the program"


def test_a_cold_start_is_measured_in_all_its_processes(tmp_path: Path) -> None:
    measured = startup.measure(1)
    main, server, worker = (measured.parts[kind] for kind in startup.KINDS)
    for part in (
        "start the interpreter",
        "import pydantic",
        "load the graph",
        "recognise",
        "plan",
        "summarise",
        "print",
    ):
        assert main[part] > 0, part
    assert server["import rdkit"] > 0
    assert worker["call the tools"] > 0
    assert "import rdkit" not in main
    text = startup.table(measured)
    assert "wait for the workers" in text
    assert f"in times of that import: {measured.whole[0] / measured.rdkit[0]:.1f} " in text
    for name in startup.OTHERS:
        assert f"{name}: median {measured.others[name][0]:.3f} s" in text
    startup.plot(measured, tmp_path / "parts.png")
    assert (tmp_path / "parts.png").read_bytes().startswith(b"\x89PNG")


def test_a_command_that_fails_is_no_measurement(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(startup, "_COMMAND", ["-c", "raise SystemExit('no')"])
    with pytest.raises(RuntimeError, match="ended with 1: no"):
        startup.measure(1)
