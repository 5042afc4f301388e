"""Every public entry of the program against what must be stopped and what must pass.

`python -m scitoolagent.benchmarks.safety.entries [--rows N] [--proteins FASTA] [--json FILE]` sends every blocked
compound and protein of the hazard database, in the writings of `writings.py`, and everyday molecules and ordinary
proteins, through each entry. An entry that starts processes or servers of its own gets one writing of each row, in
turn; the table says how many values an entry got. With `--rows` only so many rows are taken.
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import count, islice
from pathlib import Path
from typing import Any

from scitoolagent.benchmarks.safety import surface, writings
from scitoolagent.benchmarks.safety.writings import Writing
from scitoolagent.errors import ToolError
from scitoolagent.tool.registry import load_function

PROTEINS = 600
_RESIDUES = "ACDEFGHIKLMNPQRSTVWY"
_SHARES = tuple(
    map(
        float,
        "8.25 1.38 5.46 6.71 3.86 7.07 2.27 5.90 5.79 9.64 2.41 4.06 4.74 3.93 5.52 6.65 5.36 6.85 1.10 2.92".split(),
    )
)
_LONGEST = 400


def must_stop(rows: int | None) -> list[Writing]:
    """All writings of the blocked rows, those of one row together."""
    found: list[Writing] = []
    for name, smiles in islice(writings.blocked_molecules(), rows):
        found += writings.molecule_writings(name, smiles)
    for name, sequence in islice(writings.blocked_proteins(), rows):
        found += writings.protein_writings(name, sequence)
    return found


def must_pass(rows: int | None, proteins: Path | None = None) -> list[Writing]:
    """Everyday molecules as SMILES, and proteins: those of a FASTA file, otherwise made ones."""
    found = [Writing(name, "smiles", "Smiles", smiles) for name, smiles in islice(everyday(), rows)]
    wanted = min(PROTEINS, rows or PROTEINS)
    chosen = islice(made_proteins(), wanted) if proteins is None else real_proteins(proteins, wanted)
    return [*found, *(Writing(name, "plain", "ProteinSequence", letters) for name, letters in chosen)]


def made_proteins() -> Iterator[tuple[str, str]]:
    """Random proteins with the composition of Swiss-Prot."""
    source = random.Random(17)
    for number in count():
        letters = source.choices(_RESIDUES, _SHARES, k=source.randrange(40, _LONGEST))
        yield f"protein {number}", "".join(letters)


def real_proteins(file: Path, wanted: int) -> list[tuple[str, str]]:
    """So many proteins from all over a FASTA file, which may be packed with gzip."""
    content = file.read_bytes()
    text = (gzip.decompress(content) if content.startswith(b"\x1f\x8b") else content).decode()
    records = [record.partition("\n") for record in text.split(">")[1:]]
    step = max(1, len(records) // wanted)
    return [(title.split()[0], "".join(lines.split())) for title, _, lines in records[::step][:wanted]]


def everyday() -> Iterator[tuple[str, str]]:
    """The names in `everyday.txt` with their structures; a name without one is left out."""
    lines = (Path(__file__).parent / "everyday.txt").read_text(encoding="utf-8").splitlines()
    names = [name.strip() for line in lines if not line.startswith("#") for name in line.split(";")]
    to_smiles = load_function("scitoolagent.tools.chemistry.names:name_to_smiles")
    for name in filter(None, names):
        with contextlib.suppress(ToolError):
            found = to_smiles(name)
            yield name, str(getattr(found, "smiles", found))


def one_each(values: Sequence[Writing]) -> list[Writing]:
    """One writing of each row, another one from row to row."""
    rows: dict[str, list[Writing]] = {}
    for value in values:
        rows.setdefault(value.of, []).append(value)
    return [row[number % len(row)] for number, row in enumerate(rows.values())]


def measure(
    entry: Callable[[Writing], str], values: Sequence[Writing], say: Callable[[str], None], wanted: str = "stopped"
) -> tuple[Counter[str], list[str], float]:
    """The outcomes of sending values through an entry, those that were not as wanted, and the seconds it took."""
    begin = time.perf_counter()
    outcomes: Counter[str] = Counter()
    others: list[str] = []
    for value in values:
        outcome = entry(value)
        outcomes[outcome] += 1
        if outcome != wanted:
            others.append(f"{value.of} as {value.form}: {outcome}")
    say(f"  {dict(outcomes)} in {time.perf_counter() - begin:.0f} s")
    return outcomes, others, time.perf_counter() - begin


def main(words: list[str] | None = None) -> int:
    """Measure all entries; ends with 1 when something passed that must not, or did not that must."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int)
    parser.add_argument("--entry", action="append", help="Only this entry; may be given again.")
    parser.add_argument(
        "--fast", action="store_true", help="Leave out the entries that start a process for each value."
    )
    parser.add_argument("--proteins", type=Path, help="A FASTA file of proteins that must pass, instead of made ones.")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args(words)
    stop, let = must_stop(given.rows), must_pass(given.rows, given.proteins)
    figures: dict[str, Any] = {}
    print(f"{len(stop)} writings of {len({one.of for one in stop})} rows must be stopped, {len(let)} values must pass")
    with tempfile.TemporaryDirectory() as folder, surface.opened(Path(folder)) as entries:
        for name, entry in entries.items():
            if (given.entry and name not in given.entry) or (given.fast and entry.is_slow):
                continue
            print(name, flush=True)
            wanted, allowed = (one_each(stop), let[:: max(1, len(let) // 60)]) if entry.is_slow else (stop, let)
            stopped, missed, spent = measure(entry.send, wanted, print)
            passed, refused, also = measure(entry.send, allowed, print, "passed")
            figures[name] = {
                "must_stop": len(wanted),
                "stopped": stopped["stopped"],
                "not_stopped": missed[:20],
                "must_pass": len(allowed),
                "blocked": passed["stopped"],
                "not_passed": refused[:20],
                "asked": passed["asked"],
                "seconds": round(spent + also, 1),
            }
    _print(figures)
    if given.json:
        given.json.write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return int(any(row["stopped"] < row["must_stop"] or row["blocked"] for row in figures.values()))


def _print(figures: dict[str, Any]) -> None:
    print(f"\n{'entry':28}{'stopped':>16}{'blocked':>14}{'asked':>12}{'ms/value':>10}")
    for name, row in figures.items():
        each = 1e3 * row["seconds"] / max(1, row["must_stop"] + row["must_pass"])
        stopped = f"{row['stopped']}/{row['must_stop']}"
        blocked, asked = f"{row['blocked']}/{row['must_pass']}", f"{row['asked']}/{row['must_pass']}"
        print(f"{name:28}{stopped:>16}{blocked:>14}{asked:>12}{each:>10.1f}")
        for one in (*row["not_stopped"], *row["not_passed"]):
            print(f"    {one}")


if __name__ == "__main__":
    sys.exit(main())
