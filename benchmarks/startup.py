"""Print what the time of a cold `ask` goes into: `python -m scitoolagent.benchmarks.startup [--runs N] [--plot FILE]`.

The times of the whole command are taken without the probe, in turn with `import rdkit.Chem`, since the speed of a
shared machine changes from minute to minute; the parts with it. The processes run side by side: only the column of the
main process adds up to the whole. No result is cached, and the bytecode is there, as in every run but a user's first.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from scitoolagent.benchmarks import startup_probe

QUESTION = "What is the TPSA of menthol?"
KINDS = ("main", "server", "worker")
_COMMAND = ["-c", "from scitoolagent.cli import main; main()", "ask", QUESTION]
_ALL = "the whole command"
# What else is started often, and what it is given to read.
_LISTING = (
    b'{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25", '
    b'"capabilities": {}, "clientInfo": {"name": "benchmark", "version": "1"}}}\n'
    b'{"jsonrpc": "2.0", "method": "notifications/initialized"}\n{"jsonrpc": "2.0", "id": 2, "method": "tools/list"}\n'
)
OTHERS = {"--help": (["--help"], b""), "mcp, handshake and list of tools": (["mcp"], _LISTING)}
Parts = dict[str, dict[str, float]]


@dataclass(frozen=True)
class Measured:
    """Seconds: of each whole command, of each process that imports rdkit, and medians by process and part.

    `others` are those of the commands of `OTHERS`, beside the same imports.
    """

    whole: tuple[float, ...]
    rdkit: tuple[float, ...]
    parts: Parts
    others: dict[str, tuple[float, ...]]

    @property
    def ratio(self) -> float:
        """The median of the command in times of the import beside it."""
        return self.ratio_of(self.whole)

    def ratio_of(self, times: tuple[float, ...]) -> float:
        """The median of some times, each in times of the import beside it."""
        return statistics.median(one / rdkit for one, rdkit in zip(times, self.rdkit, strict=True))


def measure(runs: int) -> Measured:
    """Time the command and its parts, `runs` times each.

    Raises:
        RuntimeError: the command does not answer.
    """
    whole, rdkit, parts = [], [], []
    others: dict[str, list[float]] = {name: [] for name in OTHERS}
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(startup_probe.__file__, Path(folder, "sitecustomize.py"))
        env = _environment(folder)
        probed = {**env, "PYTHONPATH": folder, "SCITOOLAGENT_PROBE": f"{folder}/times"}
        for words, given in (*OTHERS.values(), (_COMMAND[2:], b"")):
            _seconds([*_COMMAND[:2], *words], env, given)
        for _ in range(runs):
            rdkit.append(_seconds(["-c", "import rdkit.Chem"], env))
            whole.append(_seconds(_COMMAND, env))
            for name, (words, given) in OTHERS.items():
                others[name].append(_seconds([*_COMMAND[:2], *words], env, given))
            Path(folder, "times").unlink(missing_ok=True)
            _seconds(_COMMAND, {**probed, "SCITOOLAGENT_PROBE_START": str(time.monotonic())})
            parts.append(_read(Path(folder, "times")))
    beside = {name: tuple(times) for name, times in others.items()}
    return Measured(tuple(whole), tuple(rdkit), _medians(parts), beside)


def _environment(folder: str) -> dict[str, str]:
    env = {
        **os.environ,
        "SCITOOLAGENT_CACHE_DIR": folder,
        "SCITOOLAGENT_DATA_DIR": folder,
        "SCITOOLAGENT_CACHE": "false",
    }
    env["PYTHONPYCACHEPREFIX"] = f"{folder}/bytecode"
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    return env


def _seconds(arguments: list[str], env: dict[str, str], given: bytes = b"") -> float:
    begun = time.perf_counter()
    done = subprocess.run([sys.executable, *arguments], capture_output=True, input=given, check=False, env=env)
    spent = time.perf_counter() - begun
    if done.returncode != 0:
        raise RuntimeError(f"the command ended with {done.returncode}: {done.stderr.decode().strip()}")
    return spent


def _read(file: Path) -> Parts:
    found: Parts = {kind: defaultdict(float) for kind in KINDS}
    for line in file.read_text(encoding="utf-8").splitlines():
        _, kind, part, seconds = line.split("\t")
        found[kind][part] += float(seconds)
    # The rest of a worker is waiting.
    found["worker"].pop(startup_probe.REST, None)
    return found


def _medians(runs: list[Parts]) -> Parts:
    return {
        kind: {
            part: statistics.median(run[kind].get(part, 0.0) for run in runs)
            for part in dict.fromkeys(part for run in runs for part in run[kind])
        }
        for kind in KINDS
    }


def table(measured: Measured) -> str:
    """The parts as lines of text, the longest of the main process first, and the whole in seconds and as a ratio."""
    rdkit = statistics.median(measured.rdkit)
    names = dict.fromkeys(part for kind in KINDS for part in measured.parts[kind])
    order = sorted(names, key=lambda part: [-measured.parts[kind].get(part, 0.0) for kind in KINDS])
    lines = [f"{'milliseconds, medians':46}{'main':>8}{'server':>8}{'workers':>8}"]
    for part in order:
        cells = [measured.parts[kind].get(part) for kind in KINDS]
        lines.append(f"{part:46}" + "".join(f"{'' if cell is None else f'{cell * 1000:.0f}':>8}" for cell in cells))
    sums = [sum(measured.parts[kind].values()) for kind in KINDS]
    lines.append(f"{'together, with the probe':46}" + "".join(f"{total * 1000:8.0f}" for total in sums))
    whole = measured.whole
    lines += [
        f"{_ALL}: median {statistics.median(whole):.3f} s, fastest {min(whole):.3f} s",
        f"import rdkit.Chem in a new process: median {rdkit:.3f} s, fastest {min(measured.rdkit):.3f} s",
        f"in times of that import: {measured.ratio:.1f} (median of {len(whole)} pairs), "
        f"{min(whole) / min(measured.rdkit):.1f} (fastest of each)",
        *(
            f"{name}: median {statistics.median(times):.3f} s, in times of that import {measured.ratio_of(times):.1f}"
            for name, times in measured.others.items()
        ),
    ]
    return "\n".join(lines)


def plot(measured: Measured, file: Path) -> None:
    """Draw the parts of each process as one bar."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 4), layout="constrained")
    axes = figure.subplots()
    names = list(dict.fromkeys(part for kind in KINDS for part in measured.parts[kind]))
    lefts = dict.fromkeys(KINDS, 0.0)
    for number, part in enumerate(names):
        widths = [measured.parts[kind].get(part, 0.0) * 1000 for kind in KINDS]
        axes.barh(
            KINDS, widths, left=list(lefts.values()), label=part, color=f"C{number % 10}", hatch="//" * (number // 10)
        )
        lefts = {kind: left + width for (kind, left), width in zip(lefts.items(), widths, strict=True)}
    axes.set_xlabel("milliseconds")
    axes.set_title(f"ask: {measured.ratio:.1f} times import rdkit.Chem")
    figure.legend(loc="outside lower center", ncols=4, fontsize="small")
    figure.savefig(file)


def main() -> None:
    """Measure, print, and draw where that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=9, help="how often each is timed; 9 when left out")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="a picture of the parts, PNG, SVG or PDF")
    given = parser.parse_args()
    if given.runs < 1:
        parser.error("--runs must be 1 or more")
    print(f"load average before: {os.getloadavg()[0]:.2f}")
    measured = measure(given.runs)
    print(table(measured))
    if given.plot is not None:
        plot(measured, given.plot)


if __name__ == "__main__":
    main()
