"""Whether what a study keeps of its runs makes them again: `python -m scitoolagent.benchmarks.studies.kept FOLDER`.

`scitoolagent study run NAME --out FOLDER` comes before. Of each answer the plan is replayed, the script is run that
compares every value, and a crate is written that names the run and its files.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from scitoolagent.benchmarks.studies.run import REPORT
from scitoolagent.config import Config, load_config
from scitoolagent.errors import ConfigError, SciToolAgentError
from scitoolagent.provenance.export import export
from scitoolagent.provenance.recorded import RecordedRun, load_run
from scitoolagent.provenance.replay import replay
from scitoolagent.toolkg.graph import ToolGraph
from scitoolagent.toolkg.store import load_graph

_SECONDS = 3600
_LAST_LINES = 300


@dataclass(frozen=True, slots=True)
class Kept:
    """What came of making one turn again; each is empty where it is as in the run, and says otherwise what differs."""

    question: str
    replayed: str
    script: str
    crate: str

    @property
    def same(self) -> bool:
        """Whether all of it is as in the run."""
        return not (self.replayed or self.script or self.crate)


def made_again(folder: Path, config: Config) -> Iterator[Kept]:
    """Make the turns of a study again, one after another.

    Args:
        folder: where the study ran.
        config: the settings it ran with.
    Raises:
        ConfigError: no study ran there.
    """
    try:
        report = json.loads((folder / REPORT).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ConfigError(f"{folder} has no {REPORT} of a study: {error}") from error
    graph = load_graph()
    for turn in report["turns"]:
        if not turn["run"]:
            yield Kept(turn["question"], f"it has no run: {turn['status']}", "", "")
            continue
        recorded = load_run(config.runs_dir, turn["run"])
        yield Kept(
            turn["question"],
            _replayed(recorded, config, folder),
            _script(recorded, graph, folder),
            _crate(recorded, graph, folder),
        )


def _replayed(recorded: RecordedRun, config: Config, folder: Path) -> str:
    try:
        again = replay(recorded, config, folder)
    except SciToolAgentError as error:
        return str(error)
    if again.same:
        return ""
    told = [f"step {step.step}: {step.verdict}" for step in again.steps if step.verdict != "same"]
    return "; ".join([again.gate, *told, *again.untrue]).strip("; ") or "differs"


def _script(recorded: RecordedRun, graph: ToolGraph, folder: Path) -> str:
    name = Path(f"again-{recorded.run}.py")
    try:
        written = export(recorded, graph, "script", name, folder)
    except SciToolAgentError as error:
        return str(error)
    try:
        ran = subprocess.run(
            [sys.executable, name], cwd=folder, capture_output=True, text=True, timeout=_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return f"it took more than {_SECONDS} s"
    finally:
        written.unlink(missing_ok=True)
    return "" if ran.returncode == 0 else (ran.stdout + ran.stderr)[-_LAST_LINES:]


def _crate(recorded: RecordedRun, graph: ToolGraph, folder: Path) -> str:
    with tempfile.TemporaryDirectory(dir=folder) as place:
        try:
            written = export(recorded, graph, "crate", Path(place).relative_to(folder) / "crate", folder)
            described = json.loads((written / "ro-crate-metadata.json").read_text(encoding="utf-8"))
        except (SciToolAgentError, OSError, ValueError) as error:
            return str(error)
        files = [one["@id"] for one in described["@graph"] if one.get("@type") == "File"]
        lacking = [name for name in files if not (written / name).exists()]
        actions = [one for one in described["@graph"] if one.get("@type") == "CreateAction"]
        if lacking or not actions:
            return f"it lacks {', '.join(lacking)}" if lacking else "it names no run"
        return ""


def main() -> None:
    """Print of each turn whether replay, script and crate are as the run; ends with 1 where one is not."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="the folder that a study was run in")
    same = True
    for kept in made_again(parser.parse_args().folder.resolve(), load_config()):
        told = {"replay": kept.replayed, "script": kept.script, "crate": kept.crate}
        print(f"{kept.question[:70]} | " + " | ".join(f"{name}: {why or 'same'}" for name, why in told.items()))
        same = same and kept.same
    sys.exit(0 if same else 1)


if __name__ == "__main__":
    main()
