"""Run a benchmark from its file to its report: ask, score, summarise, write."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from scitoolagent.benchmarks import gold
from scitoolagent.benchmarks.answering import AgentName, Outcome, make_answerer
from scitoolagent.benchmarks.cactus.score import mass_within_one_percent, score_cactus
from scitoolagent.benchmarks.freeask.items import Item
from scitoolagent.benchmarks.freeask.report import failures, freeask_report, freeask_summary
from scitoolagent.benchmarks.freeask.score import FreeAskScored, score_freeask
from scitoolagent.benchmarks.plots import draw_plots
from scitoolagent.benchmarks.rows import Question, file_sha256, question_of, read_rows
from scitoolagent.benchmarks.running import ask_all, describe, open_run
from scitoolagent.benchmarks.scitooleval.document import scitooleval_report
from scitoolagent.benchmarks.scitooleval.judge import judge_answers
from scitoolagent.benchmarks.scitooleval.score import Scored, Scorer
from scitoolagent.benchmarks.scitooleval.summary import scitooleval_summary
from scitoolagent.benchmarks.vain import NAME, asked_in_vain
from scitoolagent.config import Config
from scitoolagent.llm import LanguageModel
from scitoolagent.toolkg.store import load_graph

Progress = Callable[[Question, Outcome, int], None]


class Evaluation:
    """One run of an agent on a file, in a folder of its own.

    Args:
        data: the questions, JSON lines.
        out: the folder of the run; holds `run.json`, `questions.jsonl`, and in the end summary, scores and report.
        agent: which agent to ask.
        config: its settings; the cache is not used, and the traces go to the folder.
        limit: ask only so many questions.
        resume: continue the run in the folder.
        make: makes a question of a row of the file.
        files: a folder whose files the questions may name; they are copied. None: no file can be named.

    Raises:
        ConfigError: the file or the folder cannot be used, or the agent is not available.
    """

    def __init__(
        self,
        data: Path,
        out: Path,
        agent: AgentName,
        config: Config,
        limit: int | None = None,
        resume: bool = False,
        make: Callable[[dict[str, Any]], Question] = question_of,
        files: Path | None = None,
    ) -> None:
        questions, self.problems = read_rows(data, make)
        self.questions = questions[:limit]
        self.out = out
        self._files = files
        self._agent: AgentName = agent
        self._config = config.model_copy(update={"cache": False, "data_dir": out})
        model = "" if agent == "symbolic" else config.model or config.planner_model or ""
        self.described = describe(agent, model, data.name, file_sha256(data))
        self._done = open_run(out, self.described, resume)
        self.described = json.loads((out / "run.json").read_text(encoding="utf-8"))

    @property
    def done(self) -> int:
        """How many questions an earlier run has answered."""
        return sum(1 for question in self.questions if question.id in self._done)

    def ask(self, progress: Progress) -> dict[str, Outcome]:
        """Ask the questions that have not been answered yet."""
        count = 0

        def step(question: Question, outcome: Outcome) -> None:
            nonlocal count
            count += 1
            progress(question, outcome, count)

        lines = self.out / "questions.jsonl"
        if self.done == len(self.questions):
            return self._done
        with make_answerer(self._agent, self._config, self._workspace()) as answerer:
            return ask_all(answerer, self.questions, lines, self._done, step)

    def _workspace(self) -> Path:
        """A folder with the given files and no other: a question from outside cannot name a file of the user."""
        workspace = self.out / "workspace"
        workspace.mkdir(exist_ok=True)
        for path in sorted(self._files.iterdir()) if self._files else ():
            if path.is_file() and not path.is_symlink():
                shutil.copy(path, workspace)
        return workspace

    def score_scitooleval(self, outcomes: dict[str, Outcome], judge: LanguageModel | None = None) -> dict[str, Any]:
        """Score by plan and answer; write summary, scores, report and plots. A judge's verdicts are kept separate."""
        scorer = Scorer(load_graph())
        scored = [scorer.score(question, outcomes[question.id]) for question in self.questions]
        summary = self._summary(scitooleval_summary(scored, outcomes), outcomes)
        if judge is not None:
            summary["judge"] = judge_answers(judge, self.questions, outcomes)
        self._write(summary, scored)
        plots = draw_plots(summary, self.out)
        (self.out / "report.md").write_text(
            scitooleval_report(self.described, summary, scored, plots), encoding="utf-8"
        )
        return summary

    def score_gold(self, outcomes: dict[str, Outcome], cactus: bool = False) -> dict[str, Any]:
        """Score by the gold values, and write summary, scores and report."""
        score = score_cactus if cactus else gold.score_gold
        scored = [score(question, outcomes[question.id]) for question in self.questions]
        summary = self._summary(gold.gold_summary(scored), outcomes)
        if cactus:
            summary["molecular weight within 1 %"] = mass_within_one_percent(self.questions, outcomes)
        self._write(summary, scored)
        (self.out / "report.md").write_text(gold.gold_report(self.described, summary), encoding="utf-8")
        return summary

    def score_freeask(self, outcomes: dict[str, Outcome]) -> dict[str, Any]:
        """Score by what each question asked; write summary, scores, report, and the failures with their questions."""
        items = [item for item in self.questions if isinstance(item, Item)]
        scored = [score_freeask(item, outcomes[item.id]) for item in items]
        summary = self._summary(freeask_summary(items, scored, self.described["sha256"]), outcomes)
        self._write(summary, scored)
        (self.out / "failures.jsonl").write_text(failures(items, scored, outcomes), encoding="utf-8")
        (self.out / "report.md").write_text(freeask_report(self.described, summary), encoding="utf-8")
        return summary

    def _summary(self, figures: dict[str, Any], outcomes: dict[str, Outcome]) -> dict[str, Any]:
        asked = [outcomes[question.id] for question in self.questions]
        vain = {NAME: asked_in_vain(asked)} if self.described["model"] else {}
        return {"run": self.described, "lines left out": len(self.problems), **vain, **figures}

    def _write(self, summary: dict[str, Any], scored: Sequence[Scored | gold.GoldScored | FreeAskScored]) -> None:
        lines = "".join(json.dumps(asdict(item)) + "\n" for item in scored)
        (self.out / "scores.jsonl").write_text(lines, encoding="utf-8")
        (self.out / "summary.json").write_text(json.dumps(summary, indent=1) + "\n", encoding="utf-8")


def keep_summary(summary: dict[str, Any], name: str, folder: Path) -> Path:
    """Store a summary among the dated results; returns the file. It holds ids and figures, never a question."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{datetime.now(UTC):%Y-%m-%d}-{name}.json"
    fresh = path.with_suffix(".partial")
    fresh.write_text(json.dumps(summary, indent=1) + "\n", encoding="utf-8")
    shutil.move(fresh, path)
    return path
