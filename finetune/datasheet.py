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
from scitoolagent.finetune.solving.runs import TakenRuns
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
    "and leave nothing of the question open. In some, a fault is planted in the program, and then mended; in some",
    "the answer comes in a turn of its own (`summary`), a tool is described first, or search finds nothing for what is",
    "asked and the answer says so.",
    "",
    "Conversations about rows: closed requests are drawn for random tables (`solving/tables.toml`), and their plans",
    "compiled and run by the tools without a word being read. Programs query the tables and are kept where they give",
    "the same. Wordings are the canonical sentence and frames; those of held-out questions are in no other. In some, a",
    "column is not there, or two fit and the person is asked.",
    "",
    "Runs (`--from-runs`): traces whose answer is complete and which a person confirmed; secrets and personal data in",
    "them are masked, and a run in which that would change a value is left out.",
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
    families: Counter[str] = field(default_factory=Counter)
    heldout_families: Counter[str] = field(default_factory=Counter)
    runs: Counter[str] = field(default_factory=Counter)

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

    def add_family(self, family: str, split: str) -> None:
        """Count a wording of a question about rows."""
        (self.families if split == "train" else self.heldout_families)[family] += 1

    def add_runs(self, taken: TakenRuns) -> None:
        """Count the runs that became conversations, and those that did not, by reason."""
        self.runs.update(taken.refused)
        if taken.rows:
            self.runs["taken"] = len(taken.rows)
            self.examples["solver"] += len(taken.rows)
            self.conversations["run"] += len(taken.rows)


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
            "sequences and cubic crystals drawn at random; the example files of the tools; tables and wordings written",
            "for this program (its own licence). Runs belong to whoever made them.",
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
            "Wordings of questions about rows:",
            "",
            _table("family", count.families),
            _table("held-out family", count.heldout_families),
            _table("run", count.runs),
            "## Leakage",
            f"Compared with {len(files)} evaluation files: {', '.join(files) or 'none, so nothing is known'}.",
            "Left out: values that occur there (molecules in any notation), questions equal to one there, with",
            "eight words in a row in common, or with at least 0.7 of their three-word runs in common.",
            "",
            "## Limits",
            "Template questions are plainer than people's. A task that the planner's own rules refuse is not in the",
            "data. Settings vary around values that are known to work.",
            "No conversation has two files or goes on from an earlier question.",
            "",
        ]
    )


def _table(head: str, counter: Counter[str] | Counter[int]) -> str:
    rows = "\n".join(f"| {name} | {number} |" for name, number in sorted(counter.items(), key=lambda item: -item[1]))
    return f"| {head} | number |\n| --- | --- |\n{rows}\n"
