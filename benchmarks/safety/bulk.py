"""The speed of screening many molecules at once, beside FPSim2's search of the same compounds where that is installed.

`python -m scitoolagent.benchmarks.safety.bulk [--count N] [--molecules FILE]` screens N SMILES as the rows of a table
are, and some of them one by one, which has to give the same findings. FPSim2 reads each SMILES, makes its fingerprint
and looks for compounds with a Tanimoto coefficient of 0.9, on one core as well: it looks up no name of a family, no
salt and no tautomer.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from scitoolagent.benchmarks.tables import molecules
from scitoolagent.errors import DeclarationError
from scitoolagent.gate import screen_each, screen_many
from scitoolagent.safety_db import store
from scitoolagent.tool.registry import load_function

_TANIMOTO = 0.9  # about where the published score reaches 0.95
_PIECE = 10_000


def in_bulk(texts: Sequence[str]) -> list[tuple[Any, ...]]:
    """The findings of many SMILES."""
    found: list[tuple[Any, ...]] = []
    for start in range(0, len(texts), _PIECE):
        found += screen_each("smiles", texts[start : start + _PIECE])
    return found


def one_by_one(texts: Sequence[str]) -> list[tuple[Any, ...]]:
    """The same, each alone."""
    return [screen_many([("smiles", text)]) for text in texts]


def by_fpsim2(folder: Path) -> Callable[[Sequence[str]], list[Any]] | None:
    """The search of FPSim2 over the structures of the hazard database; None where it is not installed."""
    try:
        engine_of: Any = load_function("FPSim2:FPSim2Engine")
        create: Any = load_function("FPSim2.io:create_db_file")
    except DeclarationError:
        return None
    from rdkit import rdBase

    compounds = store.compounds(store.folder())
    rows = [[compounds.row(number)["smiles"], number] for number in sorted(compounds.row_of.tolist())]
    file = str(folder / "compounds.h5")
    with rdBase.BlockLogs():
        create(
            mols_source=rows,
            filename=file,
            mol_format="smiles",
            fp_type="Morgan",
            fp_params={"radius": 2, "fpSize": 2048},
        )
    engine = engine_of(file)
    return lambda texts: [engine.similarity(text, _TANIMOTO, n_workers=1) for text in texts]


def main(words: list[str] | None = None) -> int:
    """Print the rates; ends with 1 where screening in bulk and one by one differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--single", type=int, default=2_000, help="how many are also screened one by one")
    parser.add_argument("--molecules", type=Path, help="a file with a SMILES in each line, instead of ours")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args(words)
    texts = given.molecules.read_text(encoding="utf-8").split() if given.molecules else list(molecules(given.count))
    some = texts[: given.single]
    in_bulk(texts[:10])
    figures: dict[str, float] = {}

    def rate(name: str, screen: Callable[[Sequence[str]], list[Any]], values: Sequence[str]) -> list[Any]:
        begin = time.perf_counter()
        found = screen(values)
        figures[name] = round(len(values) / (time.perf_counter() - begin))
        print(f"{name:28}{len(values):>9,} SMILES {figures[name]:>9,} a second", flush=True)
        return found

    found = rate("in bulk", in_bulk, texts)
    alone = rate("one by one", one_by_one, some)
    with tempfile.TemporaryDirectory() as folder:
        search = by_fpsim2(Path(folder))
        if search is None:
            print("FPSim2 is not installed, so nothing is beside it")
        else:
            rate("FPSim2, search alone", search, some)
    differ = sum(one != other for one, other in zip(found, alone, strict=False))
    told = sum(1 for items in found if items)
    load = os.getloadavg()[0]
    print(f"{told:,} with findings; {differ} of {len(some):,} differ from those screened alone; load {load:.1f}")
    if given.json:
        given.json.write_text(json.dumps(figures | {"differ": differ}, indent=1) + "\n", encoding="utf-8")
    return int(differ > 0)


if __name__ == "__main__":
    sys.exit(main())
