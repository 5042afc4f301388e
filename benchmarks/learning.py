"""Descriptors and a random forest on public sets, by the tools and by plain scikit-learn: `python -m …learning FOLDER`.

The folder holds the CSV files of MoleculeNet with gzip: solubility, lipophilicity, passage of the blood-brain barrier.
The tools compute twelve descriptors of each row by a map, screened like any other, and cross-validate a forest of 200
trees. Beside them stands a loop of plain RDKit with scikit-learn on the same rows and the same folds, with descriptors
and scores of its own. Both must agree to within rounding; the program ends with 1 where they do not.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import math
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scitoolagent.agent import Agent
from scitoolagent.config import load_config
from scitoolagent.tables import Table

TOOLS = (
    "molecular_weight", "polar_surface_area", "rotatable_bond_count", "crippen_descriptors", "qed", "heavy_atom_count",
    "hydrogen_bond_donor_count", "hydrogen_bond_acceptor_count", "ring_count", "aromatic_ring_count", "fraction_csp3",
)  # fmt: skip
_WITHIN = 1e-9
_TREES = 200


@dataclass(frozen=True)
class Set:
    """A public set: its file, the column that is foretold, and whether that holds classes."""

    name: str
    file: str
    target: str
    classes: bool


SETS = (
    Set("ESOL", "ESOL_delaney-processed.csv.gz", "measured log solubility in mols per litre", False),
    Set("Lipophilicity", "Lipophilicity.csv.gz", "exp", False),
    Set("BBBP", "BBBP.csv.gz", "p_np", True),
)


def plain_descriptors(smiles: str) -> list[float]:
    """The same twelve by RDKit alone."""
    from rdkit import Chem
    from rdkit.Chem import QED, Descriptors, Lipinski, rdMolDescriptors

    mol: Any = Chem.MolFromSmiles(smiles)
    descriptors: Any = Descriptors
    made: list[Callable[[Any], float]] = [
        descriptors.MolWt, descriptors.TPSA, rdMolDescriptors.CalcNumRotatableBonds, descriptors.MolLogP,
        descriptors.MolMR, QED.qed, Lipinski.HeavyAtomCount, rdMolDescriptors.CalcNumHBD, rdMolDescriptors.CalcNumHBA,
        rdMolDescriptors.CalcNumRings, rdMolDescriptors.CalcNumAromaticRings, rdMolDescriptors.CalcFractionCSP3,
    ]  # fmt: skip
    return [float(one(mol)) for one in made]


def plain_scores(
    features: Sequence[Sequence[float]], target: Sequence[Any], folds: Sequence[int], classes: bool
) -> dict[str, float]:
    """The mean over the folds of scores that scikit-learn gives."""
    import numpy as np
    from sklearn import ensemble, metrics

    x, y, fold = np.array(features), np.array(target), np.array(folds)
    found: dict[str, list[float]] = {}
    for number in sorted(set(folds)):
        train, test = fold != number, fold == number
        forest: Any = (ensemble.RandomForestClassifier if classes else ensemble.RandomForestRegressor)(
            n_estimators=_TREES, random_state=0
        ).fit(x[train], y[train])
        guess = forest.predict(x[test])
        if classes:
            scores = {
                "ROC-AUC": metrics.roc_auc_score(y[test], forest.predict_proba(x[test])[:, 1]),
                "balanced accuracy": metrics.balanced_accuracy_score(y[test], guess),
            }
        else:
            scores = {
                "RMSE": metrics.root_mean_squared_error(y[test], guess),
                "MAE": metrics.mean_absolute_error(y[test], guess),
                "R squared": metrics.r2_score(y[test], guess),
            }
        for name, value in scores.items():
            found.setdefault(name, []).append(float(value))
    return {name: sum(values) / len(values) for name, values in found.items()}


def _unpacked(source: Path, given: Set, folder: Path) -> Path:
    """SMILES and target as a file of rows; the other columns of the source are not looked at."""
    path = folder / f"{given.name}.csv"
    with gzip.open(source / given.file, "rt", encoding="utf-8") as file, path.open("w", newline="") as written:
        writer = csv.writer(written)
        writer.writerow(["smiles", "target"])
        writer.writerows([row["smiles"], row[given.target]] for row in csv.DictReader(file))
    return path


def compared(agent: Agent, path: Path, given: Set, split: str) -> bool:
    """Print the scores of both ways; whether they agree."""
    started = time.perf_counter()
    table = agent.map(TOOLS, agent.table(path), "smiles")
    names = [name for name in table.names if name not in ("smiles", "target")]
    mapped = time.perf_counter()
    validate = agent.tool(f"cross_validate_{'classes' if given.classes else 'numbers'}")
    found = validate(table=str(table.folder), target="target", features=names, split=split)
    learned = time.perf_counter()
    rows = _rows(Table.load(table.folder.parent / found["predictions"]))
    held = [row for row in rows if row["fold"] is not None]
    plain = plain_scores(
        [plain_descriptors(row["smiles"]) for row in held],
        [row["target"] for row in held],
        [row["fold"] for row in held],
        given.classes,
    )
    scores = Table.load(table.folder.parent / found["table"])
    print(f"{given.name}, split by {split}: {len(held):,} of {table.rows:,} rows; {'; '.join(scores.notes)}")
    for text in (table.first_malformed, table.first_failed, table.first_stopped):
        if text:
            print(f"  left out, the first: {text}")
    print(f"  map {mapped - started:.0f} s, cross-validation {learned - mapped:.0f} s")
    print(f"  {'':20} {'tools':>9} {'95 % interval':>20} {'scikit-learn':>13} {'baseline':>9}")
    agree = True
    for row in _rows(scores):
        name = row["score"]
        agree &= math.isclose(row["mean"], plain[name], rel_tol=_WITHIN)
        interval = f"[{row['lower']:.4f}, {row['upper']:.4f}]"
        print(f"  {name:20} {row['mean']:9.4f} {interval:>20} {plain[name]:13.4f} {row['baseline']:9.4f}")
    print("  the two agree" if agree else "  THE TWO DIFFER", flush=True)
    return agree


def _rows(table: Table) -> list[dict[str, Any]]:
    return [
        dict(zip(table.names, values, strict=True))
        for chunk in table.chunks()
        for values in zip(*(chunk.values[name] for name in table.names), strict=True)
    ]


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where the CSV files are")
    parser.add_argument("--only", choices=[one.name for one in SETS], help="one of the sets")
    parser.add_argument("--split", choices=("identity", "scaffold"), action="append", help="both when left out")
    given = parser.parse_args()
    from rdkit import rdBase

    agree = True
    with rdBase.BlockLogs(), tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        config = load_config().model_copy(update={"cache_dir": folder / "cache", "data_dir": folder})
        with Agent(config, workspace=folder) as agent:
            for one in SETS:
                if given.only in (None, one.name):
                    path = _unpacked(given.folder, one, folder)
                    for split in given.split or ("identity", "scaffold"):
                        agree &= compared(agent, path, one, split)
    raise SystemExit(0 if agree else 1)


if __name__ == "__main__":
    main()
