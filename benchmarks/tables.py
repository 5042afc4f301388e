"""Time and memory of tools over the rows of a file, beside plain RDKit and pandas.

`python -m scitoolagent.benchmarks.tables` maps five descriptors over 1,000 molecules of a CSV file, and one cheap
descriptor over 1,000,000 rows, where the program is killed after a third and started again. Times are from file to
file; a map screens each row, which the others do not. The molecules are made for it, all of them different;
`--molecules` names a file with real ones for the first part. Memory is the proportional set size of all processes
together, by `/proc`, so the second part needs Linux.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from scitoolagent.config import Config, load_config
from scitoolagent.executor import Executor
from scitoolagent.executor.columns import bind_tools
from scitoolagent.executor.server import start_server
from scitoolagent.gate import SafetyGate
from scitoolagent.tables import Options, read_table, write_table
from scitoolagent.toolkg.graph import ToolGraph
from scitoolagent.toolkg.store import load_graph

TOOLS = ("molecular_weight", "polar_surface_area", "rotatable_bond_count", "crippen_descriptors", "qed")
CHEAP = "heavy_atom_count"
_KILLED_AT = 1 / 3
_SAMPLED_EVERY = 0.5
_GROUPS = (
    "C CC CCC C(C)C CC(C)C C(C)(C)C O OC OCC N NC N(C)C F Cl Br C#N C(=O)O C(=O)N C(=O)OC C(=O)C S SC S(=O)(=O)C "
    "S(=O)(=O)N C(F)(F)F OC(F)(F)F CO CN CCO CCN C=C C#C NC(=O)C OC(=O)C C1CC1 C1CCCC1 C1CCCCC1 N1CCOCC1 N1CCCC1 "
    "N1CCCCC1 c1ccccc1 c1ccncc1 Cc1ccccc1 Oc1ccccc1 C(=O)c1ccccc1 c1ccco1 c1cccs1"
).split()
_CORES = (
    "c1cc({0})cc({1})c1{2}",
    "c1nc({0})cc({1})c1{2}",
    "C1CC({0})CC({1})C1{2}",
    "c1(C(=O)NC{0})cc({1})ccc1{2}",
    "c1cc({0})c(OCC{1})cc1{2}",
    "c1c({0})c2cccc({1})c2nc1{2}",
    "C1N({0})CC({1})CN1{2}",
    "c1c({0})sc({1})c1{2}",
    "CC({0})C(=O)N(CC{1})CC{2}",
    "O=C(N{0})c1cc({1})cc({2})c1",
    "c1cc({0})ccc1Cc1ccc({1})cc1{2}",
    "C1CC({0})(CC{1})CCN1{2}",
)


def molecules(count: int) -> Iterator[str]:
    """Different SMILES, the same each time; those beyond 1.2 million are longer."""
    size = len(_GROUPS)
    for number in range(count):
        core, rest = _CORES[number % len(_CORES)], number // len(_CORES)
        groups = [_GROUPS[rest // size**place % size] for place in range(3)]
        yield core.format(*groups) + "C" * (rest // size**3)


def descriptors(smiles: str) -> tuple[float, ...]:
    """The same five by plain RDKit, the molecule parsed once."""
    from rdkit import Chem
    from rdkit.Chem import QED, rdMolDescriptors

    mol = Chem.MolFromSmiles(smiles)
    if mol is None:
        return ()
    return (
        rdMolDescriptors._CalcMolWt(mol),
        rdMolDescriptors.CalcTPSA(mol),
        rdMolDescriptors.CalcNumRotatableBonds(mol),
        *rdMolDescriptors.CalcCrippenDescriptors(mol),
        QED.qed(mol),
    )


def plain(file: Path, out: Path, workers: int) -> float:
    """Seconds of a loop of plain RDKit on so many cores, from file to file."""
    started = time.perf_counter()
    with file.open(encoding="utf-8", newline="") as given, out.open("w", encoding="utf-8", newline="") as written:
        smiles = [row["smiles"] for row in csv.DictReader(given)]
        writer = csv.writer(written)
        if workers == 1:
            writer.writerows([text, *descriptors(text)] for text in smiles)
        else:
            with get_context("spawn").Pool(workers) as pool:
                found = pool.imap(descriptors, smiles, chunksize=32)
                writer.writerows([text, *values] for text, values in zip(smiles, found, strict=True))
    return time.perf_counter() - started


def by_pandas(file: Path, out: Path) -> float:
    """Seconds of `apply`, from file to file, with pandas and RDKit imported."""
    import pandas

    started = time.perf_counter()
    frame = pandas.read_csv(file)
    frame["found"] = frame["smiles"].apply(descriptors)
    frame.to_csv(out)
    return time.perf_counter() - started


def by_map(
    graph: ToolGraph, tools: tuple[str, ...], file: Path, out: Path, config: Config, tell: Callable[[int, int], None]
) -> float:
    """Seconds of a map, from file to file, its worker processes started and ended."""
    started = time.perf_counter()
    start_server()
    executor = Executor(graph, config, file.parent, SafetyGate(graph))
    try:
        executor.warm()
        table = read_table(file, Options(graph, config.cache_dir / "tables"))
        found = executor.map(table, bind_tools(graph, tools, table, "smiles"), tell)
        write_table(found, out, replace=True)
        table.remove()
        found.remove()
    finally:
        executor.close()
    return time.perf_counter() - started


def memory_of(process: int) -> float:
    """Megabytes that a process and all below it hold, pages they share counted once."""
    total = 0.0
    try:
        for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                total = int(line.split()[1]) / 1024
        below = [text for path in Path(f"/proc/{process}/task").glob("*/children") for text in path.read_text().split()]
    except OSError:  # it has ended
        return total
    return total + sum(memory_of(int(child)) for child in below)


def watched(command: list[str], kill_at: float | None) -> tuple[float, float, list[int]]:
    """Seconds and highest memory of a command that prints how many rows are done, and these; killed at a share."""
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    highest = [0.0]

    def sample() -> None:
        while process.poll() is None:
            highest[0] = max(highest[0], memory_of(process.pid))
            time.sleep(_SAMPLED_EVERY)

    sampler = threading.Thread(target=sample, daemon=True)
    sampler.start()
    told: list[int] = []
    for line in process.stdout or ():
        done, total = map(int, line.split())
        told.append(done)
        if kill_at is not None and done >= kill_at * total:
            os.kill(process.pid, signal.SIGKILL)
            break
    process.wait()
    sampler.join()
    if process.returncode != (0 if kill_at is None else -signal.SIGKILL):
        raise SystemExit(f"the map ended with {process.returncode}")
    return time.perf_counter() - started, highest[0], told


def few(file: Path, folder: Path, config: Config, times: int) -> None:
    """Print the times of five descriptors."""
    graph = load_graph()
    rows = sum(1 for _ in file.open(encoding="utf-8")) - 1
    out = folder / "out.csv"
    descriptors("CCO")  # the libraries are imported once
    ways: dict[str, Callable[[], float]] = {
        "plain RDKit, one core": lambda: plain(file, out, 1),
        f"plain RDKit, {config.workers} processes": lambda: plain(file, out, config.workers),
        "pandas apply, one core": lambda: by_pandas(file, out),
        "map": lambda: by_map(graph, TOOLS, file, out, config, _silent),
    }
    print(f"{rows:,} molecules, {len(TOOLS)} tools, {config.workers} workers; median of {times}, lowest, highest")
    for name, way in ways.items():
        found = sorted(way() for _ in range(times))
        print(f"  {name:32} {statistics.median(found):6.2f} s  {found[0]:6.2f} {found[-1]:6.2f}", flush=True)


def many(file: Path, folder: Path) -> None:
    """Print time and memory of one cheap descriptor, killed after a third and resumed."""
    command = [sys.executable, "-m", "scitoolagent.benchmarks.tables", "--map", str(file), "--folder", str(folder)]
    before, first, told = watched(command, _KILLED_AT)
    after, second, again = watched(command, None)
    rows = again[-1]
    with (folder / "out.csv").open(encoding="utf-8") as out:
        written = sum(1 for _ in out) - 1
    print(f"{rows:,} rows, {CHEAP}, each screened")
    print(f"  killed -9 after {before:.0f} s at {told[-1]:,} rows; resumed with {again[0]:,} kept, {after:.0f} s more")
    print(
        f"  {rows / (before + after):,.0f} rows/s with both starts; highest memory {max(first, second):,.0f} MB in all"
    )
    print(f"  {written:,} rows written")


def _silent(done: int, total: int) -> None:
    """Nothing is told where time is taken."""


def _write(path: Path, smiles: Iterator[str]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["id", "smiles"])
        writer.writerows(enumerate(smiles, 1))
    return path


def _named(path: Path, count: int) -> Iterator[str]:
    """The first SMILES of a CSV file that RDKit reads, each once."""
    from rdkit import Chem, rdBase

    opening: Any = gzip.open if path.suffix == ".gz" else open
    with opening(path, "rt", encoding="utf-8") as file, rdBase.BlockLogs():
        found = dict.fromkeys(row["smiles"] for row in csv.DictReader(file) if Chem.MolFromSmiles(row["smiles"]))
    yield from list(found)[:count]


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--few", type=int, default=1000, metavar="N", help="molecules of the first part; 0 for none")
    parser.add_argument("--rows", type=int, default=1_000_000, metavar="N", help="rows of the second part; 0 for none")
    parser.add_argument("--times", type=int, default=3, help="how often each of the first part is done")
    parser.add_argument("--molecules", type=Path, help="a CSV file with a column `smiles` for the first part")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--map", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = given.folder or Path(made)
        config = load_config().model_copy(
            update={"workers": given.workers, "cache_dir": folder / "cache", "data_dir": folder}
        )
        if given.map:
            out = folder / "out.csv"
            by_map(load_graph(), (CHEAP,), given.map, out, config, lambda done, rows: print(done, rows, flush=True))
            return
        if given.few:
            source = _named(given.molecules, given.few) if given.molecules else molecules(given.few)
            few(_write(folder / "few.csv", source), folder, config, given.times)
        if given.rows:
            many(_write(folder / "many.csv", molecules(given.rows)), folder)


if __name__ == "__main__":
    main()
