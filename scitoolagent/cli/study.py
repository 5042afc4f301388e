"""`scitoolagent study`: case studies, each a few plain questions with follow-ups."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from scitoolagent.cli.tools import Approve

app = typer.Typer(
    no_args_is_help=True,
    help="Run a case study: plain questions about files, one after another.",
    rich_markup_mode=None,
)

_CODES = {"complete": 0, "partial": 1, "failed": 1, "refused": 2, "blocked": 3}


@app.command("list")
def list_studies() -> None:
    """List the studies, what each asks, and what it is about."""
    from scitoolagent.benchmarks.studies import load_studies

    for study in load_studies():
        typer.echo(f"{study.name}: {study.title}")
        for question in study.questions:
            typer.echo(f"  {question}")
        if study.files:
            typer.echo(f"  about: {', '.join(f'{name} ({place} in --data)' for name, place in study.files)}")
        if study.needs:
            typer.echo(f"  needs: {', '.join(study.needs)}")


@app.command("run")
def run(
    name: Annotated[str, typer.Argument(help="A study, by the name that `study list` gives.")],
    quick: Annotated[bool, typer.Option("--quick", help="Ask the short form, which takes seconds.")] = False,
    data: Annotated[
        Path | None, typer.Option(help="The folder with the files that it is about.", exists=True, file_okay=False)
    ] = None,
    out: Annotated[Path | None, typer.Option(help="The folder to work in; default: study-NAME.")] = None,
    approve: Approve = None,
    model: Annotated[str | None, typer.Option(help="The model for all roles, instead of that in the settings.")] = None,
    model_url: Annotated[str | None, typer.Option(help="An OpenAI-compatible endpoint, with its /v1.")] = None,
) -> None:
    """Run a study. Exit code: that of the worst answer, 0 answered, 1 partial, 2 no plan, 3 stopped by the gate."""
    from rich.console import Console

    from scitoolagent.agent import Agent
    from scitoolagent.benchmarks.studies import run_study, study_named
    from scitoolagent.cli.ask import with_model
    from scitoolagent.cli.render import RunView
    from scitoolagent.language.signs import printable

    study, folder = study_named(name), out or Path(f"study-{name}")
    folder.mkdir(parents=True, exist_ok=True)
    study.fetch(data, folder)
    console, code, total = Console(), 0, 0.0
    person = RunView(console).confirm if console.is_terminal and sys.stdin.isatty() else None
    with Agent(with_model(model, model_url), folder, approved=approve or (), ask=person) as agent:
        for turn in run_study(agent, study, folder, quick):
            typer.echo("\n".join([f"> {turn.question}", *map(printable, turn.text.splitlines())]))
            typer.echo(f"[{turn.status}, {turn.steps} steps, {turn.seconds} s, run {turn.run or 'none'}]\n")
            code, total = max(code, _CODES[turn.status]), total + turn.seconds
    typer.echo(f"{name}: {total:.1f} s; answers, tables, pictures and notebooks are in {folder}")
    raise typer.Exit(code)
