"""Replay runs whose trace or page somebody edited, and say whether the gate stopped them."""

from __future__ import annotations

from pathlib import Path

from scitoolagent.config import Config
from scitoolagent.errors import BlockedError
from scitoolagent.provenance.page import page
from scitoolagent.provenance.portable import pack
from scitoolagent.provenance.recorded import RecordedRun
from scitoolagent.provenance.replay import Replay, replay
from scitoolagent.provenance.replay_page import replay_page
from scitoolagent.toolkg.graph import ToolGraph


def replayed_trace(run: RecordedRun, config: Config, folder: Path) -> str:
    """Replay a run: `stopped` or `passed`."""
    try:
        return _outcome(replay(run, config, folder))
    except BlockedError:
        return "stopped"


def replayed_page(run: RecordedRun, graph: ToolGraph, config: Config, folder: Path) -> str:
    """Write the page of a run and replay it: `stopped` or `passed`."""
    path = folder / "edited.html"
    path.write_text(page(run, graph, pack(run, graph, folder, folder)), encoding="utf-8")
    try:
        return _outcome(replay_page(path, config, folder))
    except BlockedError:
        return "stopped"


def _outcome(made: Replay) -> str:
    said = f"{made.gate} {[(step.differences, step.causes) for step in made.steps]}"
    return "stopped" if "nothing here works on it" in said or "BlockedError" in said else "passed"
