"""Show jobs on the terminal."""

from __future__ import annotations

from datetime import UTC, datetime

import typer
from rich.console import Console

from scitoolagent.cli import jobs
from scitoolagent.cli.render import table_of
from scitoolagent.language.signs import printable


def show_jobs() -> None:
    """All jobs as a table, the newest first."""
    every = jobs.list_jobs()
    if not every:
        typer.echo("no jobs; `scitoolagent ask --background QUESTION` starts one")
        return
    rows = [
        (job.id, job.state, _since(job.started), _told(job), printable(" ".join(job.question.split()))[:200])
        for job in every
    ]
    Console().print(table_of("Jobs", ("job", "state", "started", "progress", "question"), rows))


def show_job(name: str) -> None:
    """Show the state of a job, and what it has printed.

    Raises:
        ConfigError: there is no job of that name.
    """
    job = jobs.load(name)
    typer.echo(f"job {job.id}: {job.state}, started {_since(job.started)}; run {job.run or 'not started'}")
    if job.state == "running" and (told := _told(job)):
        typer.echo(told)
    typer.echo(printable(job.question) if not job.printed else job.printed)


def cancel_job(name: str) -> int:
    """End a job; the exit code is 1 if it was not running.

    Raises:
        ConfigError: there is no job of that name.
    """
    job = jobs.load(name)
    if not jobs.cancel(job):
        typer.echo(f"job {job.id} is not running: {job.state}", err=True)
        return 1
    goes_on = f"; `scitoolagent resume {job.run}` continues it" if job.run else ""
    typer.echo(f"job {job.id} is cancelled{goes_on}")
    return 0


def clear_jobs() -> None:
    """Remove the jobs that have ended."""
    typer.echo(f"{jobs.clear()} jobs removed; `scitoolagent show` still lists their runs")


def _told(job: jobs.Job) -> str:
    progress = job.progress
    if progress is None or job.state != "running":
        return ""
    return f"{progress}, {_ago(datetime.now(UTC).timestamp() - progress.at)} ago"


def _since(started: str) -> str:
    try:
        return f"{_ago((datetime.now(UTC) - datetime.fromisoformat(started)).total_seconds())} ago"
    except ValueError:
        return "at an unknown time"


def _ago(seconds: float) -> str:
    whole = max(0, round(seconds))
    return f"{whole} s" if whole < 120 else f"{whole // 60} min" if whole < 7200 else f"{whole // 3600} h"
