"""Score questions that need rounds or code: `python -m scitoolagent.benchmarks.investigation.score`.

`files.toml` asks of five files what no tool gives, `free.toml` asks of molecules and sequences in words that the rules
do not know, with branches and detours. The gold values are computed without the program. Controls: the rules alone, and
a model that makes no mistake (`perfect`), which shows what the design lets a strong model do. `--model` adds the model
of the settings. Ends with 1 when an answer of the rules or of the perfect model is complete and wrong.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from scitoolagent.agent import Agent
from scitoolagent.benchmarks.evaluate import keep_summary
from scitoolagent.benchmarks.investigation.perfect import PerfectModel
from scitoolagent.benchmarks.investigation.references import reference
from scitoolagent.benchmarks.investigation.tables import write_tables
from scitoolagent.config import Config, load_config
from scitoolagent.errors import SciToolAgentError
from scitoolagent.llm import LanguageModel, model_for
from scitoolagent.records import Answer

_FOLDER = Path(__file__).parent
SETS = ("files", "free")
VERDICTS = ("right", "partial", "refused", "wrong")
_ROUNDS = 6


def load_items(name: str) -> list[dict[str, Any]]:
    """The questions of a set."""
    return list(tomllib.loads((_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))["item"])


def replies_of(item: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What a model that makes no mistake says, round by round."""
    if "code" not in item:
        return [dict(one) for one in item["round"]]
    words = item["question"].rstrip("?.")
    return [{"asks": [{"words": words, "tool": "run_python", "of": ["csvfile1"], "code": item["code"]}]}]


def gold_of(item: Mapping[str, Any], folder: Path) -> list[Any]:
    """The values that an answer has to give, each of them."""
    gold = reference(folder, item["gold"]) if "code" in item else item["gold"]
    return list(gold) if isinstance(gold, list) else [gold]


def verdict_of(item: Mapping[str, Any], gold: Sequence[Any], answer: Answer | None) -> str:
    """`right` and `wrong` are complete answers, `partial` names what it leaves out, `refused` gives nothing."""
    if answer is None or answer.status in ("failed", "blocked"):
        return "refused"
    found = [_plain(value.value) for value in answer.values]
    holds = all(any(_agrees(one, wanted, item.get("tolerance", 0.0)) for one in found) for wanted in gold)
    unwanted = any(_agrees(one, other, 1e-6) for other in item.get("never", ()) for one in found)
    if answer.status != "complete":
        return "partial"
    return "right" if holds and not unwanted else "wrong"


def _plain(value: Any) -> Any:
    """A value as it is; what code gives is JSON."""
    if isinstance(value, str):
        try:
            return json.loads(value)
        except ValueError:
            return value
    return value


def _agrees(found: Any, wanted: Any, tolerance: float) -> bool:
    if isinstance(found, list):
        return any(_agrees(one, wanted, tolerance) for one in found)
    if isinstance(wanted, str) or isinstance(found, bool) or not isinstance(found, int | float):
        return str(found).casefold() == str(wanted).casefold()
    return math.isclose(found, float(wanted), rel_tol=tolerance, abs_tol=1e-9)


def run(items: Sequence[Mapping[str, Any]], config: Config, folder: Path, model: LanguageModel | None) -> list[str]:
    """The verdict of each question; a person agrees to each call that is asked about."""
    found = []
    models = {"planner": model} if model is not None else {}
    with Agent(config, folder, models=models, ask=lambda findings: True) as agent:
        for number, item in enumerate(items, start=1):
            if isinstance(model, PerfectModel):
                model.begin(replies_of(item), item.get("english", ""))
            answer: Answer | None = None
            try:
                answer = agent.run(item["question"])
                told = answer.text
            except SciToolAgentError as error:
                told = str(error)
            verdict = verdict_of(item, gold_of(item, folder), answer)
            found.append(verdict)
            name = model.name if model is not None else "rules"
            if verdict != "right" and (model is not None or verdict == "wrong"):
                print(f"{name} {number} {verdict}: {item['question']}\n   {' / '.join(told.splitlines())[-500:]}")
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Score the sets and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", choices=SETS, action="append", help="only this set")
    parser.add_argument("--model", action="store_true", help="also the model of the settings")
    parser.add_argument("--keep", type=Path, help="keep the figures as JSON in this folder")
    given = parser.parse_args(arguments)
    config = load_config()
    in_rounds = config.model_copy(update={"max_rounds": config.max_rounds or _ROUNDS})
    agents: list[tuple[str, Config, LanguageModel | None]] = [
        ("rules alone", config, None),
        ("perfect model", in_rounds, PerfectModel()),
    ]
    if given.model:
        model = model_for(config, "planner")
        agents.append((model.name if model else "", in_rounds, model))
    figures: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_tables(folder)
        for kind in given.set or SETS:
            items = load_items(kind)
            for label, settings, model in agents:
                counts = Counter(run(items, settings, folder, model))
                figures[f"{kind}, {label}"] = {verdict: counts[verdict] for verdict in VERDICTS}
                shown = ", ".join(f"{verdict} {counts[verdict]}" for verdict in VERDICTS)
                print(f"{kind} ({len(items)}), {label}: {shown}")
    if given.keep:
        keep_summary(figures, "investigation", given.keep)
    return int(any(one["wrong"] for name, one in figures.items() if name.endswith(("rules alone", "perfect model"))))


if __name__ == "__main__":
    sys.exit(main())
