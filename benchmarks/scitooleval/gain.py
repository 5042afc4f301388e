"""The gain of one run over another on the same questions: `python -m scitoolagent.benchmarks.scitooleval.gain A B`."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from scitoolagent.benchmarks.metrics import share_of
from scitoolagent.errors import ConfigError
from scitoolagent.intervals import paired_gain


def typed_plans(run: Path) -> dict[str, bool]:
    """Whether each question's plan is right by the typed rule, for questions whose tools exist here.

    Raises:
        ConfigError: the folder holds no scores.
    """
    try:
        rows = [json.loads(line) for line in (run / "scores.jsonl").read_text(encoding="utf-8").splitlines()]
        return {row["id"]: row["plan"]["typed"] for row in rows if row["plan"]["covered"]}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ConfigError(f"{run} holds no scores of `scitoolagent eval scitooleval` ({error})") from error


def compared(before: Path, after: Path) -> str:
    """Both shares and the gain, each with its 95 % interval.

    Raises:
        ConfigError: the runs asked different questions.
    """
    old, new = typed_plans(before), typed_plans(after)
    if set(old) != set(new) or not old:
        raise ConfigError(f"{before} and {after} do not hold the same questions")
    ids = sorted(old)
    gain, low, high = paired_gain([old[name] for name in ids], [new[name] for name in ids])
    lines = []
    for run, right in ((before, old), (after, new)):
        share = share_of(right.values())
        bounds = share.interval or (0.0, 1.0)
        lines.append(
            f"{run.name}: {share.count}/{share.total} = {100 * (share.value or 0):.1f} % "
            f"[{100 * bounds[0]:.1f}, {100 * bounds[1]:.1f}]"
        )
    return "\n".join([*lines, f"gain: {100 * gain:+.1f} points [{100 * low:+.1f}, {100 * high:+.1f}]"])


def main() -> None:
    """Print the comparison of two run folders."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    chosen = parser.parse_args()
    print(compared(chosen.before, chosen.after))


if __name__ == "__main__":
    main()
