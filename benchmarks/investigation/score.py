"""Score questions that programs answer; `python -m scitoolagent.benchmarks.solver.ask {free,files}` asks them.

`files.toml` asks of five files what no tool gives, `free.toml` asks of molecules and sequences in words that the rules
do not know, with branches and detours. The gold values are computed without the program.
"""

from __future__ import annotations

import json
import math
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from scitoolagent.benchmarks.investigation.references import reference
from scitoolagent.records import Answer

_FOLDER = Path(__file__).parent


def load_items(name: str) -> list[dict[str, Any]]:
    """The questions of a set."""
    return list(tomllib.loads((_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))["item"])


def gold_of(item: Mapping[str, Any], folder: Path) -> list[Any]:
    """The values that an answer has to give, each of them."""
    # That of a file is named by how it is computed.
    gold = reference(folder, item["gold"]) if isinstance(item["gold"], str) else item["gold"]
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
