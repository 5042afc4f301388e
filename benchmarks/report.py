"""The figures in `docs/benchmarks.md`, from the newest results: `python -m scitoolagent.benchmarks.report --check`.

`--write` puts the table between the two markers of the page, `--check` fails when the page differs from it.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from scitoolagent.benchmarks.scitooleval.document import share_text
from scitoolagent.errors import ConfigError

START, END = "<!-- figures: start -->", "<!-- figures: end -->"
_ROOT = Path(__file__).resolve().parents[1]
_NAME = re.compile(r"(\d{4}-\d{2}-\d{2})-(.+)\.json")
TableRows = list[tuple[str, str, str]]


def newest(folder: Path) -> dict[str, tuple[str, dict[str, Any]]]:
    """The newest result of each name, with its date.

    Raises:
        ConfigError: a result is not JSON.
    """
    found: dict[str, tuple[str, dict[str, Any]]] = {}
    for path in sorted(folder.glob("*.json")):
        match = _NAME.fullmatch(path.name)
        if match is None:
            continue
        try:
            result = json.loads(path.read_text(encoding="utf-8"))
        except ValueError as error:
            raise ConfigError(f"{path} is not a result: {error}") from error
        found[match[2]] = (match[1], result)
    return found


def results_table(results: dict[str, tuple[str, dict[str, Any]]]) -> str:
    """The table as Markdown, with the dates of the results in it."""
    rows: TableRows = []
    dates = []
    for name, (date, result) in sorted(results.items()):
        kind = name.partition("-")[0]
        if kind in _TABLES:
            made = _TABLES[kind](result)
            rows += made
            dates += [date] if made else []
    if not rows:
        return "No results yet: `make bench` makes them."
    when = min(dates) if min(dates) == max(dates) else f"{min(dates)} to {max(dates)}"
    lines = [f"Measured {when}; shares with their 95 % interval (Wilson) and counts.", ""]
    lines += ["| what | figure | command |", "|---|---|---|"]
    return "\n".join([*lines, *(f"| {what} | {figure} | `{command}` |" for what, figure, command in rows)])


def _scitooleval(result: dict[str, Any]) -> TableRows:
    command = f"scitoolagent eval scitooleval{_agent(result)}"
    head = f"SciToolEval ({result['questions']}), {_called(result)}"
    if result["run"]["agent"] != "symbolic":
        return _with_model(result, head, command)
    planning, answers, time = result["planning"], result["answers"], result["time"]
    counted = answers["verified"]["verdicts"]
    return [
        (
            f"{head}: plan right by the typed rule, items without a known defect",
            share_text(planning["typed, sound"]),
            command,
        ),
        ("… by the published rule, the same items", share_text(planning["published, sound"]), command),
        ("… by the typed / published rule, all items whose tools exist here", _both(planning), command),
        ("… answer right, verified reference, of those answered", share_text(answers["verified"]["accuracy"]), command),
        ("… answer right, as published, of those answered", share_text(answers["as published"]["accuracy"]), command),
        ("… wrong with confidence", share_text(result["wrong with confidence"]), command),
        ("… complete, correctness unknown", share_text(result["confident, unchecked"]), command),
        ("… no answer given", share_text(result["abstained"]), command),
        ("… items without a verified reference", str(counted["none"]), command),
        ("… all questions, end to end", f"{time['total seconds']} s", command),
    ]


def _with_model(result: dict[str, Any], head: str, command: str) -> TableRows:
    """The rows of systems with a model, which are run on a sample of the questions only."""
    rows = [(f"{head}: plan right by the typed rule", share_text(result["planning"]["typed"]), command)]
    answers, usage = result["answers"]["verified"], result["usage"]
    rows += [
        ("… answer right, verified reference, of those answered", share_text(answers["accuracy"]), command),
        ("… answer right, of all that have a verified reference", share_text(answers["of all"]), command),
        ("… wrong with confidence", share_text(result["wrong with confidence"]), command),
        ("… molecules or sequences altered", str(result["altered molecules or sequences"]), command),
    ]
    tokens = (usage["prompt tokens"] + usage["completion tokens"]) / max(result["questions"], 1)
    return [*rows, ("… tokens a question, prompts and replies", f"{tokens:.0f}", command)]


def _both(planning: dict[str, Any]) -> str:
    typed, published = planning["typed"], planning["published"]
    return f"{typed['percent']:.1f} % / {published['percent']:.1f} % ({typed['total']})"


def _cactus(result: dict[str, Any]) -> TableRows:
    command = f"scitoolagent eval cactus{_agent(result)}"
    rows = [(f"CACTUS ({result['questions']}), {_called(result)}: right", share_text(result["accuracy"]), command)]
    mass = result.get("molecular weight within 1 %")
    if mass:
        task = result["by"].get("task", {}).get("molwt")
        figure = f"{share_text(task['accuracy'])}; within 1 %: {share_text(mass)}" if task else share_text(mass)
        rows.append(
            ('… "molecular weight": gold is the monoisotopic mass, the answer the average mass', figure, command)
        )
    return rows


def _freeask(result: dict[str, Any]) -> TableRows:
    command = f"scitoolagent eval freeask{_agent(result)}"
    abstaining = result["controls"]["no answer to any question"]
    return [
        (f"FreeAsk ({result['questions']}), {_called(result)}: right", share_text(result["right"]), command),
        ("… complete and not right", share_text(result["confident_wrong"]), command),
        ("… right when no question is answered", f"{abstaining['right']} of {result['questions']}", command),
        *(
            (f"… {name}: right / complete and not right", f"{row['right']} / {row['confident_wrong']}", command)
            for name, row in result["controls"].items()
            if row is not abstaining
        ),
    ]


def _composition(result: dict[str, Any]) -> TableRows:
    command = "python -m scitoolagent.benchmarks.composition.grid"
    rows: TableRows = []
    for part, what in (("derived", "properties of what is derived"), ("operations", "operations on several things")):
        figures = result[part]
        rows.append(
            (
                f"{what} ({figures['questions']} questions made from the graph): right",
                share_text(figures["right"]),
                command,
            )
        )
        rows.append(("… refused / wrong", f"{figures['refused']['count']} / {figures['wrong']['count']}", command))
    return rows


def _speed(result: dict[str, Any]) -> TableRows:
    command = "python -m scitoolagent.benchmarks.bench"
    return [(what, f"{figure} {unit}".strip(), command) for what, figure, unit in result["figures"]]


def _retrieval(result: dict[str, Any]) -> TableRows:
    figure = " / ".join(f"{result[f'recall@{n}']:.2f}" for n in (5, 10, 20))
    command = "python -m scitoolagent.benchmarks.retrieval.recall"
    return [("recall of reference tools in the first 5 / 10 / 20 that `tools search` finds", figure, command)]


def _units(result: dict[str, Any]) -> TableRows:
    command = "python -m scitoolagent.benchmarks.units"
    refused = result["bad questions refused with the reason"]
    return [
        (f"questions with units ({result['questions']}): right", share_text(result["right"]), command),
        ("… wrong", str(result["wrong"]), command),
        ("… impossible quantities, refused with the reason", share_text(refused), command),
        ("… inputs with a unit, each asked in another unit", str(result["inputs asked in another unit"]), command),
    ]


def _panel(result: dict[str, Any]) -> TableRows:
    command = "python -m scitoolagent.benchmarks.panel.score"
    rows: TableRows = []
    for part, what in (("dev", "read by us"), ("held", "reserved, not read by us")):
        figures = result[part]
        rows.append(
            (f"questions of bench scientists, {what}: right, rules alone", share_text(figures["right"]), command)
        )
        rows.append(("… complete and not right", share_text(figures["complete and not right"]), command))
    return rows


_SETS = {
    "panel": "questions of bench scientists, the half read by us",
    "own": "our own 60: bench, messy files, pasted data, traps",
    "beyond": "our own 40: rare structures, facts, fluids, files of the field, programs",
    "free": "words that the rules do not know",
    "files": "files that no tool answers",
    "freeask": "FreeAsk dev, what the rules leave",
}
_MODES = {
    "solver": "a strong model by programs",
    "plain": "the same model with plain Python, no tools",
    "rules": "rules alone",
    "unchecked": "without the type-check",
    "single": "without the second reader",
}


def _solver(result: dict[str, Any]) -> TableRows:
    rows: TableRows = []
    for name, what in _SETS.items():
        for mode, how in _MODES.items():
            if (found := result.get(name, {}).get(mode)) is None:
                continue
            asked = found["asked"]
            shown = f"{found['right']}/{asked}, {found['wrong']} complete and wrong"
            if mode in ("solver", "plain"):
                shown += (
                    f"; {found['resting on what the model assumed']} rest on what the model wrote from memory; "
                    f"{found['calls, median']:g} calls, {found['tokens without front, median']:,.0f} tokens"
                )
            first = f"{what}: {how}" if not any(row[0].startswith(what) for row in rows) else f"… {how}"
            rows.append((first, shown, f"python -m scitoolagent.benchmarks.solver.score {name}"))
    return rows


def _mutants(result: dict[str, Any]) -> TableRows:
    return [("planted defects that the tests catch", f"{result['caught']} of {result['planted']}", "make mutants")]


_TABLES: dict[str, Callable[[dict[str, Any]], TableRows]] = {
    "scitooleval": _scitooleval,
    "cactus": _cactus,
    "freeask": _freeask,
    "composition": _composition,
    "speed": _speed,
    "retrieval": _retrieval,
    "units": _units,
    "panel": _panel,
    "solver": _solver,
    "mutants": _mutants,
}


def _agent(result: dict[str, Any]) -> str:
    run = result["run"]
    return "" if run["agent"] == "symbolic" else f" --agent {run['agent']} --model {run['model']}"


def _called(result: dict[str, Any]) -> str:
    run = result["run"]
    return f"{run['agent']} agent" + (f" with {run['model']}" if run["model"] else "")


def filled(text: str, table: str) -> str:
    """Return the page with the table between its markers.

    Raises:
        ConfigError: it does not hold both markers, once each and in order.
    """
    before, start, rest = text.partition(START)
    _, end, after = rest.partition(END)
    if not start or not end or START in after or END in after:
        raise ConfigError(f"the page must hold {START} and {END}, once each")
    return f"{before}{START}\n{table}\n{END}{after}"


def main() -> None:
    """Print the table, write it, or check that the page holds it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--results", type=Path, default=_ROOT / "benchmarks" / "results")
    parser.add_argument("--page", type=Path, default=_ROOT / "docs" / "benchmarks.md")
    parser.add_argument("--write", action="store_true", help="put the table into the page")
    parser.add_argument("--check", action="store_true", help="fail when the page holds another one")
    given = parser.parse_args()
    table = results_table(newest(given.results))
    if not (given.write or given.check):
        print(table)
        return
    text = given.page.read_text(encoding="utf-8")
    fresh = filled(text, table)
    if given.write:
        given.page.write_text(fresh, encoding="utf-8")
    elif fresh != text:
        sys.exit("the figures of docs/benchmarks.md are not those of benchmarks/results; run this command with --write")


if __name__ == "__main__":
    main()
