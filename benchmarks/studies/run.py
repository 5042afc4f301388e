"""Run a case study: ask its questions, and keep the answers, tables, pictures, traces and a notebook of each run."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from scitoolagent.agent import Agent
from scitoolagent.benchmarks.studies.study import Study
from scitoolagent.conversation import Conversation
from scitoolagent.errors import ConfigError, SciToolAgentError
from scitoolagent.provenance.export import export
from scitoolagent.provenance.recorded import load_run
from scitoolagent.records import Answer, AnyRecord, StepResult

REPORT = "report.json"


@dataclass(frozen=True, slots=True)
class TurnRun:
    """One question of a study and what came of it.

    Attributes:
        status: that of the answer, or `refused` where there is no safe plan.
        run: the name of its trace; empty where there is none.
        files: what was written beside the report.
    """

    question: str
    status: str
    seconds: float
    text: str
    run: str
    steps: int
    files: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StudyRun:
    """A study as it was run."""

    study: str
    turns: tuple[TurnRun, ...]

    @property
    def seconds(self) -> float:
        """How long the questions took together."""
        return round(sum(turn.seconds for turn in self.turns), 1)


def run_study(agent: Agent, study: Study, folder: Path, quick: bool = False) -> Iterator[TurnRun]:
    """Ask the questions of a study, and write what comes of each into a folder; gives each turn as it is done.

    Args:
        agent: its workspace is the folder.
        study: its files lie in the folder.
        folder: what is written stands in it as `turn1.…`, with all turns in `report.json`; older ones are written over.
        quick: ask the short form of the questions.
    """
    conversation = Conversation(agent)
    turns: list[TurnRun] = []
    for number, question in enumerate(study.quick if quick and study.quick else study.questions, 1):
        turn = _asked(agent, conversation, question, folder, f"turn{number}")
        turns.append(turn)
        report = {"study": study.name, "quick": quick, "turns": [asdict(one) for one in turns]}
        (folder / REPORT).write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        yield turn


def _asked(agent: Agent, conversation: Conversation, question: str, folder: Path, stem: str) -> TurnRun:
    started = time.monotonic()
    records: list[AnyRecord] = []
    try:
        records.extend(conversation.stream(question))
    except SciToolAgentError as error:
        return TurnRun(question, "refused", round(time.monotonic() - started, 1), str(error), "", 0, ())
    seconds = round(time.monotonic() - started, 1)
    answer = next(record for record in reversed(records) if isinstance(record, Answer))
    files = list(_written(agent, records, answer, folder, stem))
    steps = sum(isinstance(record, StepResult) for record in records)
    return TurnRun(question, answer.status, seconds, answer.text, answer.run, steps, tuple(files))


def _written(agent: Agent, records: Iterable[Any], answer: Answer, folder: Path, stem: str) -> Iterator[str]:
    """Write answer, tables, pictures and notebook of a turn; gives the names of the files."""
    from scitoolagent.tables.write import write_table

    for old in folder.glob(f"{stem}[-.]*"):
        old.unlink()
    (folder / f"{stem}.json").write_text(answer.model_dump_json(indent=1) + "\n", encoding="utf-8")
    yield f"{stem}.json"
    for place in range(len(answer.tables)):
        name = f"{stem}-{place + 1}.csv"
        write_table(answer.table(place, agent.config.cache_dir / "tables"), folder / name)
        yield name
    pictures = [
        (record.step, value.value)
        for record in records
        if isinstance(record, StepResult)
        for value in record.outputs.values()
        if isinstance(value.value, str) and agent.graph.is_a(value.type, "SvgPicture")
    ]
    for step, svg in pictures:
        name = f"{stem}-step{step}.svg"
        (folder / name).write_text(svg, encoding="utf-8")
        yield name
    try:
        recorded = load_run(agent.config.runs_dir, answer.run)
        yield export(recorded, agent.graph, "notebook", Path(f"{stem}.ipynb"), folder).name
    except ConfigError:  # a run without a result has nothing to make again
        return
