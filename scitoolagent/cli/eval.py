"""`scitoolagent eval`: score an agent on SciToolEval, CACTUS, FreeAsk, or any file of questions with gold values."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from scitoolagent.benchmarks.evaluate import Evaluation
    from scitoolagent.benchmarks.rows import Question
    from scitoolagent.llm import LanguageModel

app = typer.Typer(no_args_is_help=True, help="Score an agent on a benchmark.", rich_markup_mode=None)

QuestionFile = Annotated[
    Path, typer.Option(help="The questions, JSON lines.", exists=True, dir_okay=False, readable=True)
]
Agents = Annotated[
    str,
    typer.Option(help="symbolic, model, react, reflexion, both -typed, chemcrow, cactus."),
]
Model = Annotated[str | None, typer.Option(help="The model to ask; default: that in the settings.")]
Limit = Annotated[int | None, typer.Option(help="Ask only this many questions, from the first.", min=1)]
Ids = Annotated[Path | None, typer.Option(help="Ask only the questions whose ids this file lists, a JSON list.")]
Resume = Annotated[bool, typer.Option("--resume", help="Continue the run in the folder.")]
Out = Annotated[Path | None, typer.Option(help="The folder of the run; default: eval/<benchmark>-<time>.")]
JudgeModel = Annotated[str | None, typer.Option(help="Also let this model judge the answers; reported separately.")]
Files = Annotated[
    Path | None, typer.Option(help="The folder of files that the questions name.", exists=True, file_okay=False)
]
Results = Annotated[Path | None, typer.Option(help="Also keep the summary, with its date, in this folder.")]


@app.command()
def scitooleval(
    data: QuestionFile,
    agent: Agents = "symbolic",
    model: Model = None,
    limit: Limit = None,
    ids: Ids = None,
    resume: Resume = False,
    out: Out = None,
    results: Results = None,
    judge: JudgeModel = None,
) -> None:
    """SciToolEval: plans by the published and the typed rule, answers as published and as verified."""
    evaluation = _evaluation("scitooleval", data, agent, model, _Part(limit, ids), resume, out)
    summary = evaluation.score_scitooleval(_ask(evaluation), _judge(judge))
    _finish(evaluation, summary, "scitooleval", results)


@app.command()
def cactus(
    data: QuestionFile,
    agent: Agents = "symbolic",
    model: Model = None,
    limit: Limit = None,
    ids: Ids = None,
    resume: Resume = False,
    out: Out = None,
    results: Results = None,
) -> None:
    """CACTUS: properties of molecules with gold values and tolerances."""
    evaluation = _evaluation("cactus", data, agent, model, _Part(limit, ids), resume, out)
    summary = evaluation.score_gold(_ask(evaluation), cactus=True)
    _finish(evaluation, summary, "cactus", results)


@app.command()
def freeask(
    data: QuestionFile,
    files: Files = None,
    agent: Agents = "symbolic",
    model: Model = None,
    limit: Limit = None,
    ids: Ids = None,
    resume: Resume = False,
    out: Out = None,
    results: Results = None,
) -> None:
    """FreeAsk: questions in free wording, scored by what was asked and by what the answer claims."""
    from scitoolagent.benchmarks.freeask.items import item_of

    evaluation = _evaluation("freeask", data, agent, model, _Part(limit, ids), resume, out, item_of, files)
    summary = evaluation.score_freeask(_ask(evaluation))
    _finish(evaluation, summary, "freeask", results)


@app.command()
def jsonl(
    data: QuestionFile,
    agent: Agents = "symbolic",
    model: Model = None,
    limit: Limit = None,
    ids: Ids = None,
    resume: Resume = False,
    out: Out = None,
    results: Results = None,
) -> None:
    """Any file with rows of `id, question, gold, tol`."""
    evaluation = _evaluation("jsonl", data, agent, model, _Part(limit, ids), resume, out)
    summary = evaluation.score_gold(_ask(evaluation))
    _finish(evaluation, summary, "jsonl", results)


def _judge(name: str | None) -> LanguageModel | None:
    from scitoolagent.config import load_config
    from scitoolagent.errors import ConfigError
    from scitoolagent.llm import model_for

    if name is None:
        return None
    model = model_for(load_config().model_copy(update={"model": name}), "judge")
    if model is None:
        raise ConfigError("--judge needs an endpoint; set SCITOOLAGENT_MODEL_URL")
    return model


@dataclass(frozen=True, slots=True)
class _Part:
    """Which of the questions are asked: the first so many of those that are listed."""

    limit: int | None
    ids: Path | None


def _evaluation(
    name: str,
    data: Path,
    agent: str,
    model: str | None,
    part: _Part,
    resume: bool,
    out: Path | None,
    make: Callable[[dict[str, Any]], Question] | None = None,
    files: Path | None = None,
) -> Evaluation:
    from scitoolagent.benchmarks.answering import AGENTS
    from scitoolagent.benchmarks.baselines.sample import read_ids
    from scitoolagent.benchmarks.evaluate import Evaluation
    from scitoolagent.benchmarks.rows import question_of
    from scitoolagent.config import load_config
    from scitoolagent.errors import ConfigError

    if agent not in AGENTS:
        raise ConfigError(f"there is no agent {agent!r}; choose one of {', '.join(AGENTS)}")
    if resume and out is None:
        raise ConfigError("--resume needs --out, the folder of the run to continue")
    config = load_config()
    if model is not None:
        config = config.model_copy(update={"model": model})
    folder = out or Path("eval") / f"{name}-{datetime.now(UTC):%Y%m%d-%H%M%S}"
    limit = part.limit if part.ids is None else None
    evaluation = Evaluation(data, folder, AGENTS[agent], config, limit, resume, make or question_of, files)
    if part.ids is None:
        return evaluation
    wanted = read_ids(part.ids)
    chosen = [question for question in evaluation.questions if question.id in wanted]
    if not chosen:
        raise ConfigError(f"{data} has none of the questions that {part.ids} lists")
    evaluation.questions = chosen[: part.limit]
    return evaluation


def _ask(evaluation: Evaluation) -> Any:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    for problem in evaluation.problems[:10]:
        typer.echo(f"left out: {problem}", err=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("asking", total=len(evaluation.questions), completed=0)
        return evaluation.ask(lambda question, outcome, count: bar.update(task, completed=count))


def _finish(evaluation: Evaluation, summary: dict[str, Any], name: str, results: Path | None) -> None:
    from scitoolagent.benchmarks.evaluate import keep_summary

    report = evaluation.out / "report.md"
    text = report.read_text(encoding="utf-8")
    typer.echo(text.partition("\n## ")[0].strip())
    typer.echo(f"\nreport: {report}")
    if results is not None:
        described = evaluation.described
        words = [name, described["agent"], re.sub(r"[^\w.]+", "-", described["model"])]
        typer.echo(f"kept:   {keep_summary(summary, '-'.join(filter(None, words)), results)}")
