"""The speed of the safety screen, and how its time grows with the database.

`python -m scitoolagent.benchmarks.safety.bench [--growth 1 10 100] [--plot FILE] [--json FILE]` prints medians in
milliseconds.
Larger databases are the real one repeated with changed bits (fingerprints) and changed residues (toxins), so that the
density of near neighbours stays that of real data.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from scitoolagent.safety_db import screen, store
from scitoolagent.safety_db.alignment import AMINO_ACIDS, ToxinIndex
from scitoolagent.safety_db.fingerprints import FingerprintIndex, similarity_score
from scitoolagent.safety_db.molecules import parse_structure, standardise

SAMPLE = 200
FIGURES: dict[str, dict[str, float | None]] = {}
Growth = tuple[int, int, int, float, float, float, float]
TARGETS = {"score": 0.5, "molecule": 15.0, "protein": 20.0, "load": 100.0}


def timed(call: Callable[[Any], object], items: Iterable[Any]) -> list[float]:
    """The milliseconds that each call takes."""
    spent = []
    for item in items:
        begin = time.perf_counter()
        call(item)
        spent.append((time.perf_counter() - begin) * 1e3)
    return spent


def line(label: str, spent: list[float], target: float | None = None) -> None:
    """Print and keep median, 95th percentile and maximum."""
    ordered = sorted(spent)
    FIGURES[label.strip()] = {
        "median_ms": round(statistics.median(ordered), 3),
        "calls": len(ordered),
        "aim_ms": target,
    }
    aim = f"   aim {target:g}: {'met' if statistics.median(ordered) <= target else 'MISSED'}" if target else ""
    high = ordered[int(0.95 * (len(ordered) - 1))]
    print(f"{label:58}{statistics.median(ordered):9.3f}{high:9.3f}{ordered[-1]:9.3f}{aim}")


def molecules(seed: int) -> list[str]:
    """Molecules of the database and copies with one atom changed: half are listed, half are not."""
    rows = store.compounds(store.folder()).rows
    chosen = random.Random(seed).sample(rows, SAMPLE)
    listed = [row.split("\t")[1] for row in chosen]
    changed = [smiles.replace("C", "CC", 1) for smiles in listed[: SAMPLE // 2]]
    return listed[SAMPLE // 2 :] + changed


def random_proteins(count: int, seed: int) -> list[str]:
    """Proteins of 276 residues in random order, as ordinary queries."""
    source = random.Random(seed)
    return ["".join(source.choices(AMINO_ACIDS, k=276)) for _ in range(count)]


def toxins(count: int, seed: int) -> list[str]:
    """Toxins of about 276 residues with a changed residue: the slowest queries, having many relatives."""
    rows = store.proteins(store.folder()).sequences
    near = sorted(rows, key=lambda sequence: (abs(len(sequence) - 276), sequence))[: 4 * count]
    return [varied(sequence, 1, random.Random(seed + i)) for i, sequence in enumerate(near[::4])]


def varied(sequence: str, changes: int, source: random.Random) -> str:
    """The sequence with some residues changed."""
    letters = list(sequence)
    for place in source.sample(range(len(letters)), min(changes, len(letters))):
        letters[place] = source.choice(AMINO_ACIDS)
    return "".join(letters)


def loading() -> None:
    """Time to read, check and index the tables, in a process that has numpy already."""
    place = store.folder()
    molecule, protein = timed(store.Compounds, [place] * 9), timed(_proteins, [place] * 9)
    line("load both tables (9 times)", [a + b for a, b in zip(molecule, protein, strict=True)], TARGETS["load"])
    line("  for a molecule: the compounds", molecule)
    line("  for a sequence: the toxins and their index", protein)


def _proteins(place: Path) -> object:
    return store.Proteins(place).index


def fingerprint_queries() -> list[Any]:
    """Fingerprints of the largest fragments of the sample."""
    found = []
    for smiles in molecules(1):
        try:
            fragments = standardise(parse_structure(smiles)).fragments
        except ValueError:
            continue
        found.append(max(fragments, key=lambda fragment: fragment.mol.GetNumHeavyAtoms()).fingerprint())
    return found


def exhaustive_search(index: FingerprintIndex, query: Any) -> int:
    """Search by comparing every row, for reference."""
    common = np.bitwise_count(index.columns & query[:, None]).sum(axis=0, dtype=np.int64)
    values = similarity_score(int(np.bitwise_count(query).sum()), index.counts, common)
    return int((values >= screen.MOLECULE_DELTA).sum())


def larger(index: FingerprintIndex, times: int) -> FingerprintIndex:
    """The fingerprints repeated, with a twentieth of the bits moved in each copy."""
    if times == 1:
        return index
    source = np.random.default_rng(7)
    copies = [index.columns]
    for _ in range(times - 1):
        flips = source.integers(0, index.columns.shape[0], size=(3, index.columns.shape[1]))
        copy = index.columns.copy()
        for word in flips:
            copy[word, np.arange(copy.shape[1])] ^= np.uint64(1) << source.integers(0, 64, copy.shape[1]).astype(
                np.uint64
            )
        copies.append(copy)
    columns = np.concatenate(copies, axis=1)
    counts = np.bitwise_count(columns).sum(axis=0, dtype=np.int64)
    order = np.argsort(counts, kind="stable")
    return FingerprintIndex.of(np.ascontiguousarray(columns[:, order]), counts[order])


def more_toxins(times: int) -> list[str]:
    """The toxins repeated, with a fifth of the residues changed in each copy."""
    sequences = store.proteins(store.folder()).sequences
    source = random.Random(7)
    copies = list(sequences)
    for _ in range(times - 1):
        copies += [varied(sequence, len(sequence) // 5, source) for sequence in sequences]
    return copies


def growth(factors: list[int]) -> list[Growth]:
    """(factor, compounds, toxins, ms per fingerprint, per ordinary protein, per toxin, for the index) for each size."""
    print("\ngrowth\n  factor  compounds   toxins   ms/fingerprint   ms/protein   ms/toxin   toxin index, s")
    queries, ordinary, hits = fingerprint_queries(), random_proteins(50, 3), toxins(30, 5)
    index = store.compounds(store.folder()).index
    rows = []
    for factor in factors:
        big = larger(index, factor)
        fingerprint = statistics.median(timed(partial(big.search, threshold=screen.MOLECULE_DELTA), queries))
        compounds = len(big.counts)
        del big
        sequences = more_toxins(factor)
        begin = time.perf_counter()
        proteins = ToxinIndex(sequences)
        built = time.perf_counter() - begin
        ordinary_ms = statistics.median(timed(proteins.search, ordinary))
        hit_ms = statistics.median(timed(proteins.search, hits))
        size = len(proteins.lengths)
        del proteins
        sizes = f"  {factor:5d}x {compounds:10,d} {size:8,d}"
        print(f"{sizes} {fingerprint:16.3f} {ordinary_ms:12.2f} {hit_ms:10.2f} {built:17.1f}")
        rows.append((factor, compounds, size, fingerprint, ordinary_ms, hit_ms, built * 1e3))
    return rows


def plot(rows: list[Growth], path: Path) -> None:
    """Plot the growth, if matplotlib is installed."""
    try:
        import matplotlib as mpl
    except ImportError:
        print(f"no matplotlib: {path} is not drawn")
        return
    mpl.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(5, 3.5), layout="constrained")
    factors = [row[0] for row in rows]
    labels = {
        3: "fingerprint",
        4: "protein, 276 residues",
        5: "toxin, about 276 residues",
        6: "loading: index of toxins",
    }
    for column, label in labels.items():
        axes.loglog(factors, [float(row[column]) for row in rows], "o-", label=label)
    axes.set_xlabel(f"size of the database (1 = {rows[0][1]:,} compounds, {rows[0][2]:,} toxins)")
    axes.set_ylabel("median time, ms")
    axes.set_xticks(factors, [f"{factor}x" for factor in factors])
    axes.set_ylim(top=2e3 * max(float(row[5]) for row in rows))  # room for the legend
    axes.legend(frameon=False, loc="upper left")
    figure.savefig(path, dpi=160)
    print(f"drawn: {path}")


def main(arguments: list[str] | None = None) -> int:
    """Print all figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--growth", type=int, nargs="*", default=[1, 10])
    parser.add_argument("--plot", type=Path)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args(arguments)
    place = store.folder()
    compounds, proteins = store.compounds(place), store.proteins(place)
    print(f"{len(compounds):,} compounds, {len(proteins):,} toxins\n{'':58}   median      p95      max  (ms)")
    loading()
    queries = fingerprint_queries()
    line(
        "score one fingerprint",
        timed(lambda q: compounds.index.search(q, screen.MOLECULE_DELTA), queries),
        TARGETS["score"],
    )
    line(
        "  the plain loop over all compounds (numpy)",
        timed(lambda q: exhaustive_search(compounds.index, q), queries[:40]),
    )
    screen.screen_molecule("CCO")
    line("screen one molecule, from its SMILES", timed(screen.screen_molecule, molecules(2)), TARGETS["molecule"])
    line("screen a protein of 276 residues", timed(screen.screen_protein, random_proteins(100, 3)), TARGETS["protein"])
    line("screen a toxin of about 276 residues", timed(screen.screen_protein, toxins(100, 5)), TARGETS["protein"])
    genes = ["".join(random.Random(i).choices("ACGT", k=828)) for i in range(50)]
    line("screen a gene of 828 nucleotides, six frames", timed(screen.screen_nucleotide, genes))
    worst = ["".join(random.Random(1).choices(AMINO_ACIDS, k=100_000))]
    line("screen a protein of 100,000 residues", timed(screen.screen_protein, worst))
    mixture = ".".join(molecules(4)[:50])
    line("screen a mixture of 50 fragments", timed(screen.screen_molecule, [mixture] * 3))
    rows = growth(options.growth) if options.growth else []
    if options.plot and rows:
        plot(rows, options.plot)
    if options.json:
        columns = ("factor", "compounds", "toxins", "fingerprint_ms", "protein_ms", "toxin_ms", "index_ms")
        grown = [dict(zip(columns, (round(value, 3) for value in row), strict=True)) for row in rows]
        content = {"counts": store.manifest(place)["counts"], "figures": FIGURES, "growth": grown}
        options.json.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
