"""Plant errors and find them from the command line: `python -m scitoolagent.benchmarks.knowledge.planted`.

`claims/` holds a small reference of medicines, their targets and what they are for, and 60 statements: 30 of them are
errors of the graph under check (false relations, wrong names, wrong types, entities that are none, relations left
out), 30 are sound. Both graphs are loaded and the statements checked by `scitoolagent knowledge check --claims`, in two
modes: the reference is said to be complete (`--complete`), or nothing is said of it. An error is found when a false
statement is refuted, or is doubted in the second mode, or when adding what was left out is proposed. A false alarm is
a sound statement that is refuted or doubted, or an addition proposed that the reference does not have.
"""

from __future__ import annotations

import argparse
import contextlib
import csv
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

from scitoolagent.benchmarks.knowledge.tables import keep, print_table
from scitoolagent.benchmarks.metrics import Share

_MAPPING = """
[[entities]]
file = "entities.tsv"
id = "id"
name = "name"
type_column = "type"
[[relations]]
file = "relations.tsv"
subject = "subject"
object = "object"
predicate_column = "relation"
"""
Row = dict[str, str]


def data() -> Path:
    """Where the reference and the statements are."""
    return Path(str(resources.files("scitoolagent.benchmarks.knowledge") / "claims"))


def rows_of(name: str) -> list[Row]:
    """The rows of one of the tables."""
    with (data() / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def write_graphs(folder: Path) -> None:
    """Write the reference and, with the errors in it, the graph under check, each with its mapping."""
    entities, relations, claims = (rows_of(name) for name in ("entities.tsv", "relations.tsv", "claims.tsv"))
    _write(folder / "reference", entities, relations)
    for claim in claims:
        triple = {name: claim[name] for name in ("subject", "relation", "object")}
        own = next((one for one in entities if one["id"] == claim["subject"]), None)
        if claim["gold"] == "missing":
            relations.remove(triple)
        elif claim["gold"] != "wrong":
            continue
        elif claim["relation"]:
            relations.append(triple)
        elif own is None:
            entities.append({"id": claim["subject"], "type": claim["value"], "name": claim["subject"]})
        else:
            own["name" if claim["attribute"] else "type"] = claim["value"]
    _write(folder / "checked", entities, relations)


def _write(folder: Path, entities: list[Row], relations: list[Row]) -> None:
    folder.mkdir()
    (folder / "mapping.toml").write_text(_MAPPING, encoding="utf-8")
    for name, rows in (("entities", entities), ("relations", relations)):
        with (folder / f"{name}.tsv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]), delimiter="\t", lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)


def command(folder: Path, *words: str) -> str:
    """What a command of `scitoolagent knowledge` prints, whatever it ends with; its graphs are kept in `folder`."""
    told = {**os.environ, "SCITOOLAGENT_DATA_DIR": str(folder)}
    call = [sys.executable, "-m", "scitoolagent.cli", "knowledge", *words]
    return subprocess.run(call, env=told, capture_output=True, text=True, check=False, timeout=600).stdout


@contextlib.contextmanager
def loaded() -> Iterator[Path]:
    """The folder with both graphs loaded under their names; it lasts as long as this."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        write_graphs(folder)
        for name in ("reference", "checked"):
            command(folder, "load", name, f"{made}/{name}/mapping.toml", "--format", "mapping")
        yield folder


def score(folder: Path, complete: bool) -> dict[str, object]:
    """What the command finds in one mode."""
    words = ("check", "checked", "--claims", str(data() / "claims.tsv"), "--against", "reference", "--json")
    told = json.loads(command(folder, *words, *(("--complete",) if complete else ())))
    found = alarms = errors = 0
    missed = []
    for row, gold in zip(told["rows"], rows_of("claims.tsv"), strict=True):
        potential = gold["kind"] == "potential"
        hit = row["proposal"] == "add" if potential else row["verdict"] in ("refute", "doubtful")
        if gold["gold"] in ("wrong", "missing"):
            errors += 1
            found += hit
        else:
            alarms += hit
        if hit != (gold["gold"] in ("wrong", "missing")):
            missed.append(row["claim"])
    sound = len(told["rows"]) - errors
    return {
        "mode": "complete" if complete else "open",
        "errors found": f"{found} of {errors}",
        "share": _shown(found, errors),
        "false alarms": f"{alarms} of {sound}",
        "alarm share": _shown(alarms, sound),
        "verdicts": told["verdicts"],
        "process": told["process"],
        "wrong": missed,
    }


def _shown(count: int, total: int) -> str:
    one = Share(count, total).as_json()
    return f"{one['percent']} % [{one['low']}, {one['high']}]"


def main() -> None:
    """Print one row a mode."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, help="write the figures here, as JSON")
    given = parser.parse_args()
    with loaded() as folder:
        modes = [score(folder, complete) for complete in (True, False)]
    found = {"benchmark": "planted", "statements": len(rows_of("claims.tsv")), "modes": modes}
    print_table(found, "modes")
    keep(found, given.out)


if __name__ == "__main__":
    main()
