"""The datasheet of the training data: their contents, how they were made, what was left out and why."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from importlib.metadata import version
from pathlib import Path

from scitoolagent.finetune.conversations import Conversation
from scitoolagent.finetune.tasks import TrainingTask, usable_tools
from scitoolagent.toolkg.graph import ToolGraph

_SHOWN = 15
_MAKING = (
    "## Making",
    "Typed paths are sampled from the graph, filled with values, run with the real tools, and put into",
    "words by templates (and by a model where one was asked to). The messages are those that the roles",
    "send at run time: the roles were run, and their questions recorded. The plan of every task was",
    "accepted by the planner's own checks, and every text of the summarizer by the check of its numbers.",
    "",
    "Conversations (`solver.jsonl`): the agent was run on a model that says what it is told to. Its programs",
    "are printed from the plans of the tasks; front, question, search results and errors are what the loop",
    "shows. Each was type-checked and run by the executor; kept are those that give the results of the plan",
    "and leave nothing of the question open. In some, a fault is planted in the program, and then mended.",
)


@dataclass
class DatasetCounts:
    """Counts of examples by role, of training tasks by kind, length and tool, and of dropped tasks by reason.

    Of conversations those for training are counted by form, and tasks that have none by reason.
    """

    examples: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    tools: Counter[str] = field(default_factory=Counter)
    dropped: Counter[str] = field(default_factory=Counter)
    conversations: Counter[str] = field(default_factory=Counter)
    without_conversation: Counter[str] = field(default_factory=Counter)

    def add(self, task: TrainingTask, split: str) -> None:
        """Count a task; of held-out tasks only the total is counted."""
        if split != "train":
            self.kinds["heldout"] += 1
            return
        self.kinds[task.kind] += 1
        self.lengths[len(task.plan.steps) if task.plan else 0] += 1
        self.tools.update(task.plan_tools)

    def add_conversation(self, talk: Conversation | str, split: str) -> None:
        """Count a conversation of the training data, or why a task has none."""
        if split != "train":
            return
        if isinstance(talk, Conversation):
            self.conversations[talk.form] += 1
        else:
            self.without_conversation[talk] += 1


def write_datasheet(
    out: Path, seed: int, evaluation: Sequence[Path], graph: ToolGraph, count: DatasetCounts, seconds: float
) -> None:
    """Write `datasheet.json` for programs and `DATASHEET.md` for people."""
    data = {
        "seed": seed,
        "graph": graph.digest,
        "versions": {name: version(name) for name in ("scitoolagent", "rdkit", "biopython", "chemicals")},
        # By its folder as well: several sets call their questions dev.jsonl.
        "evaluation": {
            f"{path.parent.name}/{path.name}": hashlib.sha256(path.read_bytes()).hexdigest() for path in evaluation
        },
        "seconds": round(seconds, 1),
        "usable_tools": len(usable_tools(graph)),
        **{part.name: dict(getattr(count, part.name).most_common()) for part in fields(count)},
    }
    (out / "datasheet.json").write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    (out / "DATASHEET.md").write_text(_content(data, count), encoding="utf-8")


def _content(data: dict[str, object], count: DatasetCounts) -> str:
    made, dropped = sum(count.kinds.values()), sum(count.dropped.values())
    rare = sorted(count.tools.items(), key=lambda item: item[1])[:_SHOWN]
    evaluation = data["evaluation"]
    files = evaluation if isinstance(evaluation, dict) else {}
    return "\n".join(
        [
            "# Datasheet",
            "Instructions for the planner and the summarizer of scitoolagent, and conversations of its solver, made",
            "from its tool graph.",
            "",
            *_MAKING,
            "",
            f"Seed {data['seed']}, {data['seconds']} s, versions {json.dumps(data['versions'])}.",
            "",
            "## Sources",
            "Compounds: the identifier tables of the package `chemicals` (MIT; from PubChem). Human peptide hormones;",
            "sequences and cubic crystals drawn at random; the example files of the tools.",
            "",
            "## Holdings",
            _table("examples", count.examples),
            _table("form of a conversation", count.conversations),
            _table("kind of task", count.kinds),
            _table("steps of a plan", count.lengths),
            f"{len(count.tools)} of {data['usable_tools']} tools are called; rarest: "
            + ", ".join(f"{name} {number}" for name, number in rare),
            "",
            f"## Left out: {dropped} of {made + dropped} tasks",
            _table("reason", count.dropped),
            "Tasks without a conversation:",
            "",
            _table("reason", count.without_conversation),
            "## Leakage",
            f"Compared with {len(files)} evaluation files: {', '.join(files) or 'none, so nothing is known'}.",
            "Left out: values that occur there (molecules in any notation), questions equal to one there, with",
            "eight words in a row in common, or with at least 0.7 of their three-word runs in common.",
            "",
            "## Limits",
            "Template questions are plainer than people's. A task that the planner's own rules refuse is not in the",
            "data. Settings vary around values that are known to work.",
            "No conversation has a table, asks back, describes a tool, or says that a question has no answer.",
            "",
        ]
    )


def _table(head: str, counter: Counter[str] | Counter[int]) -> str:
    rows = "\n".join(f"| {name} | {number} |" for name, number in sorted(counter.items(), key=lambda item: -item[1]))
    return f"| {head} | number |\n| --- | --- |\n{rows}\n"
