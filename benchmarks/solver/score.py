"""Judge answers and print the figures: `python -m scitoolagent.benchmarks.solver.score SET --out FOLDER`.

Every set is judged as its own scorer does: the panel and sets of a folder by values and texts in the answer, FreeAsk by
its verdicts, the investigations by their golds. A trap is right where the answer names it and gives no wrong value.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import statistics
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from scitoolagent.benchmarks.answering import Outcome
from scitoolagent.benchmarks.evaluate import keep_summary
from scitoolagent.benchmarks.freeask.items import item_of
from scitoolagent.benchmarks.freeask.score import score_freeask
from scitoolagent.benchmarks.investigation import score as investigation
from scitoolagent.benchmarks.panel import score as panel
from scitoolagent.benchmarks.solver.ask import MODES
from scitoolagent.benchmarks.solver.sets import FILES, FREE, FREEASK, PANEL, Row, rows_of
from scitoolagent.records import Answer
from scitoolagent.solver.law import NAMED
from scitoolagent.solver.numbers import is_free

_SHORTEST_SMILES, _FEWEST_ATOMS = 5, 3
RIGHT = ("right", "left open", "trap named")
WRONG = ("wrong", "told as complete", "confident_wrong")


def verdict(row: Row, found: Mapping[str, Any]) -> str:
    """The verdict on an answer."""
    answer = Answer(**found["answer"]) if found["answer"] else None
    text = answer.text if answer else found.get("text", "")
    if row.kind == FREEASK:
        outcome = Outcome(status=found["status"], answer=answer, message=text)
        return score_freeask(item_of(dict(row.gold)), outcome).verdict
    if row.kind in (FREE, FILES):
        if answer is not None:
            return investigation.verdict_of(row.gold["item"], row.gold["gold"], answer)
        holds = all(_holds(text, one, row.gold["item"].get("tolerance", 0.0)) for one in row.gold["gold"])
        return "refused" if found["status"] == "failed" else "right" if holds else "wrong"
    if row.kind == PANEL:
        return panel.judge(row.gold, found["status"], text)
    return own_verdict(row.gold, found["status"], text)


def _holds(text: str, wanted: Any, tolerance: float) -> bool:
    if isinstance(wanted, int | float) and not isinstance(wanted, bool):
        return panel.holds_value(text, {"value": wanted, "tol_rel": tolerance})
    return panel.holds_text(text, str(wanted))


def own_verdict(gold: Mapping[str, Any], status: str, text: str) -> str:
    """The verdict on an answer to a row of a folder."""
    holds = all(panel.holds_value(text, one) for one in gold.get("values", ()))
    holds = holds and all(panel.holds_text(text, one) for one in gold.get("texts", ()))
    if gold.get("kind") != "trap":
        if status == "complete":
            return "right" if holds else "wrong"
        return ("partial with all values" if holds else "partial") if status == "partial" else "refused"
    named = any(re.search(one, text, re.IGNORECASE | re.DOTALL) for one in gold["names"])
    if named and holds:
        return "trap named"
    return "wrong" if status == "complete" and not named else "partial"


def figures(rows: list[Row], lines: list[dict[str, Any]]) -> dict[str, Any]:
    """The counts of the verdicts, and what an answer took."""
    by_id = {row.id: row for row in rows}
    found = {line["id"]: verdict(by_id[line["id"]], line) for line in lines if line["id"] in by_id}
    counts = Counter(found.values())
    asked = [line for line in lines if line["id"] in by_id and line["calls"]]
    front = _front_tokens()
    return {
        "asked": len(found),
        "right": sum(counts[one] for one in RIGHT),
        "wrong": sum(counts[one] for one in WRONG),
        "verdicts": dict(counts),
        "calls, median": statistics.median([line["calls"] for line in asked]) if asked else 0,
        "tokens without front, median": statistics.median([_tokens(line, front) for line in asked]) if asked else 0,
        "resting on what the model assumed": sum(_assumes(line, by_id[line["id"]].question) for line in asked),
        "by id": found,
    }


def _assumes(line: Mapping[str, Any], question: str) -> bool:
    """Whether a number or structure of an answer is the model's own; a thing that it only named is not.

    In plain Python it is where the code that was run holds a number that is neither in the question nor a count or an
    exact conversion, or a text that is a molecule and not in the question.
    """
    if line["mode"] == "plain":
        return any(_is_own(value, question) for code in line["codes"] for value in _literals(code))
    assumed = (line["answer"] or {}).get("assumed") or ()
    return any(not one.startswith(NAMED) for one in assumed)


def _literals(code: str) -> Iterator[Any]:
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return
    yield from (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))


def _is_own(value: Any, question: str) -> bool:
    if isinstance(value, str):
        return value not in question and _is_molecule(value)
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and not is_free(float(value), question)


def _is_molecule(text: str) -> bool:
    """Whether a text is the SMILES of more than three atoms."""
    from rdkit import Chem, rdBase

    if len(text) < _SHORTEST_SMILES or " " in text or not any(sign in text for sign in "()=#123"):
        return False
    with rdBase.BlockLogs():
        molecule = Chem.MolFromSmiles(text)
    return molecule is not None and molecule.GetNumAtoms() > _FEWEST_ATOMS


def _tokens(line: Mapping[str, Any], front: int) -> int:
    return sum(prompt + done - (front if role == "solver" else 0) for role, prompt, done in line["tokens"])


def _front_tokens() -> int:
    from scitoolagent.solver.front import Front
    from scitoolagent.solver.stubs import Stubs
    from scitoolagent.solver.turns import SPECS
    from scitoolagent.toolkg.store import load_graph

    graph = load_graph()
    specs = json.dumps([[one.name, one.description, one.parameters] for one in SPECS])
    return (len(Front(graph, Stubs(graph)).fixed()) + len(specs)) // 4


def main() -> None:
    """Print the figures of each mode that was asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("set")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--keep", type=Path, help="add the figures to those of the day in this folder")
    parser.add_argument("--show", action="store_true", help="print the verdict on each answer that is not right")
    given = parser.parse_args()
    rows, kept = rows_of(given.set, given.shared), {}
    for mode in MODES:
        file = given.out / f"{mode}.jsonl"
        if not file.is_file():
            continue
        lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        found = figures(rows, lines)
        by_id = found.pop("by id")
        kept[mode] = found
        print(f"{given.set} {mode}: {json.dumps(found)}")
        if given.show:
            print("\n".join(f"   {name}: {one}" for name, one in by_id.items() if one not in RIGHT))
    if given.keep:
        _keep(given.keep, Path(given.set).name, kept)


def _keep(folder: Path, name: str, figures: Mapping[str, Any]) -> None:
    """Add the figures of a set to those of the day."""
    before = sorted(folder.glob("*-solver.json"))
    known = json.loads(before[-1].read_text(encoding="utf-8")) if before else {}
    keep_summary({**known, name: figures}, "solver", folder)


if __name__ == "__main__":
    main()
