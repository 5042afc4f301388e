"""The commands `ask`, `chat`, `plan`, `show`, `doctor`, and the groups of commands."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scitoolagent import __version__
from scitoolagent.cli.ask import ask as answer_question
from scitoolagent.cli.ask import read_question, with_model
from scitoolagent.cli.eval import app as evaluation
from scitoolagent.cli.finetune import app as finetune
from scitoolagent.cli.kg import app as kg
from scitoolagent.cli.knowledge import app as knowledge
from scitoolagent.cli.llm import app as llm
from scitoolagent.cli.map import map_rows
from scitoolagent.cli.mcp import app as mcp
from scitoolagent.cli.provenance import export, replay
from scitoolagent.cli.safety import app as safety
from scitoolagent.cli.serving import serve
from scitoolagent.cli.study import app as study
from scitoolagent.cli.tools import Approve
from scitoolagent.cli.tools import app as tools
from scitoolagent.cli.web import web

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console

    from scitoolagent.agent import Agent
    from scitoolagent.provenance.recorded import RecordedRun
    from scitoolagent.records import AnyRecord

app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="Ask a scientific question; get numbers that real tools computed, each traced to its call.",
)
app.add_typer(tools, name="tools")
app.add_typer(kg, name="kg")
app.add_typer(safety, name="safety")
app.add_typer(evaluation, name="eval")
app.add_typer(knowledge, name="knowledge")
app.add_typer(llm, name="llm")
app.add_typer(finetune, name="finetune")
app.add_typer(study, name="study")
app.add_typer(mcp, name="mcp")

ModelName = Annotated[
    str | None, typer.Option("--model", help="The model for all roles, instead of that in the settings.")
]
ModelUrl = Annotated[str | None, typer.Option("--model-url", help="An OpenAI-compatible endpoint, with its /v1.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")]
Explain = Annotated[bool, typer.Option("--explain", help="Show what each word of the question was understood as.")]

_ENDING_CHAT = ("quit", "exit")


@app.callback(invoke_without_command=True)
def _version(version: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False) -> None:
    if version:
        typer.echo(f"scitoolagent {__version__}")
        raise typer.Exit


@app.command(
    add_help_option=False,
    context_settings={"allow_extra_args": True, "ignore_unknown_options": True, "allow_interspersed_args": False},
)
def ask(context: typer.Context) -> None:
    """Answer a question. Exit code 0: answered, 1: partial, 2: no safe plan, 3: stopped by the safety gate."""
    raise typer.Exit(answer_question(context.args))


@app.command()
def chat(
    approve: Approve = None, model: ModelName = None, model_url: ModelUrl = None, explain: Explain = False
) -> None:
    """Ask one question after another; `it`, `sort them` or `the same for …` refer to what came before."""
    from rich.console import Console

    from scitoolagent.agent import Agent
    from scitoolagent.cli.render import RunView
    from scitoolagent.conversation import Conversation
    from scitoolagent.errors import SciToolAgentError

    console = Console()
    console.print("Ask a question; an empty line or `quit` ends the chat.", style="dim", markup=False)
    view = RunView(console, explain)
    is_there = console.is_terminal and sys.stdin.isatty()
    person, back = (view.confirm, view.ask_back) if is_there else (None, None)
    with Agent(with_model(model, model_url), approved=approve or [], ask=person, question=back) as agent:
        conversation = Conversation(agent)
        while text := _next_question(console):
            try:
                with view:
                    for record in conversation.stream(text):
                        view.show(record)
            except SciToolAgentError as error:
                console.print(str(error), style="yellow", markup=False)


def _next_question(console: Console) -> str:
    """The next line from the person, or from standard input; empty where the chat ends."""
    try:
        line = console.input("[bold]> [/]").strip()
    except EOFError:
        return ""
    return "" if line.lower().lstrip("/:\\") in _ENDING_CHAT else line


@app.command()
def plan(
    question: Annotated[str, typer.Argument(help="The question; - reads it from standard input.")],
    json_out: AsJson = False,
) -> None:
    """Show how a question is understood and the plan for it, without running it."""
    from rich.console import Console

    from scitoolagent.cli.render import RunView
    from scitoolagent.config import load_config
    from scitoolagent.errors import PlanError
    from scitoolagent.gate import SafetyGate
    from scitoolagent.outcome import planned, unplanned
    from scitoolagent.planner import Planner
    from scitoolagent.reading.files import look_in
    from scitoolagent.reading.folders import folders_in
    from scitoolagent.records import Query
    from scitoolagent.toolkg.store import load_graph

    query: Query | None = None
    problem: PlanError | None = None
    try:
        graph = load_graph()
        planner = Planner(graph, load_config())
        text, here = read_question(question), Path.cwd()
        query = planner.recognise(text, look_in(graph, load_config(), here), folders_in(here, text))
        SafetyGate(graph).admit(query)
        outcome = planned(query, planner.draft(query))
    except PlanError as error:
        problem, outcome = error, unplanned(error, query)
    if json_out:
        typer.echo(outcome.model_dump_json(indent=2))
    else:
        RunView(Console(), explain=True).show_plan(outcome)
    if problem is not None:
        raise problem


@app.command()
def show(
    run: Annotated[str, typer.Argument(help="A run's id, or `last`; lists the runs when left out.")] = "",
    json_out: AsJson = False,
    explain: Explain = False,
    picture: Annotated[Path | None, typer.Option(help="Write its pictures to a file: .svg, .png or .pdf.")] = None,
    value: Annotated[int, typer.Option(help="Only this value of the answer, by its number.")] = 0,
    rows: Annotated[bool, typer.Option("--rows", help="With --value: the rows that it comes from.")] = False,
) -> None:
    """Show an earlier run again from its trace."""
    from rich.console import Console

    if value or rows:
        from scitoolagent.cli.rows import show_rows

        show_rows(run or "last", value or 1, rows)
        return

    from scitoolagent.cli.render import RunView
    from scitoolagent.config import load_config
    from scitoolagent.errors import ConfigError
    from scitoolagent.provenance.admission import admitted_trace
    from scitoolagent.records import Answer
    from scitoolagent.trace import list_runs

    folder = load_config().runs_dir
    if not run:
        typer.echo("\n".join(list_runs(folder)) or f"no runs in {folder}")
        return
    records = admitted_trace(folder, run)
    if not records:
        raise ConfigError(f"run {run} has no record; its trace was cut off, or scitoolagent did not write the file")
    if picture is not None:
        from scitoolagent.cli.pictures import save_pictures
        from scitoolagent.records import StepResult

        save_pictures((one for one in records if isinstance(one, StepResult)), picture)
        return
    if json_out:
        typer.echo("[" + ",\n".join(record.model_dump_json() for record in records) + "]")
        return
    with RunView(Console(), explain) as view:
        for record in records:
            view.show(record)
    if not any(isinstance(record, Answer) for record in records):
        typer.echo("there is no answer: the run was stopped, or its trace was cut off; `resume` continues it", err=True)


@app.command()
def resume(
    run: Annotated[str, typer.Argument(help="A run that was stopped or killed, or `last`.")],
    approve: Approve = None,
    max_seconds: Annotated[float | None, typer.Option(help="Stop the run after this many seconds.")] = None,
    max_steps: Annotated[int | None, typer.Option(help="Stop the run after this many steps.")] = None,
    max_cost: Annotated[
        float | None,
        typer.Option(help="Spend at most this many US dollars on the model, including what the run has spent already."),
    ] = None,
    max_tokens: Annotated[
        int | None, typer.Option(help="Let the model use at most this many tokens, including those used already.")
    ] = None,
) -> None:
    """Continue a run: finished calls of open tools are not repeated. Exit codes as for `ask`."""
    from rich.console import Console

    from scitoolagent.agent import Agent
    from scitoolagent.cli.ask import bounded, spent_before
    from scitoolagent.cli.exit import code_of
    from scitoolagent.cli.render import RunView
    from scitoolagent.config import load_config
    from scitoolagent.provenance.recorded import load_run
    from scitoolagent.records import Answer

    config, console, code = bounded(load_config(), max_seconds, max_steps, max_cost, max_tokens), Console(), 1
    recorded = load_run(config.runs_dir, run)
    if config.max_cost is not None or config.max_model_tokens is not None:
        typer.echo(spent_before(recorded.usage, recorded.answer is None), err=True)
    with RunView(console) as view:
        person = view.confirm if console.is_terminal and sys.stdin.isatty() else None
        with Agent(config, approved=approve or (), ask=person) as agent:
            for record in _gone_on(agent, recorded):
                view.show(record)
                code = code_of(record) if isinstance(record, Answer) else code
    raise typer.Exit(code)


def _gone_on(agent: Agent, recorded: RecordedRun) -> Iterator[AnyRecord]:
    """The records of a run that goes on: with its programs, or with its plan."""
    if recorded.programs:
        return agent.resume_programs(recorded.query, recorded.programs, recorded.usage)
    return agent.resume(recorded.query, recorded.plan, tuple(recorded.results.values()), recorded.usage)


@app.command()
def jobs(
    job: Annotated[str, typer.Argument(help="A job, or `last`; lists the jobs when left out.")] = "",
    clear: Annotated[bool, typer.Option("--clear", help="Remove finished jobs, but not their traces.")] = False,
) -> None:
    """List the background jobs (`ask --background`), or show one."""
    from scitoolagent.cli.job_view import clear_jobs, show_job, show_jobs

    if clear:
        clear_jobs()
    elif job:
        show_job(job)
    else:
        show_jobs()


@app.command()
def cancel(job: Annotated[str, typer.Argument(help="A job, or `last`.")]) -> None:
    """Stop a question that is being answered in the background; its trace stays, and `resume` continues it."""
    from scitoolagent.cli.job_view import cancel_job

    raise typer.Exit(cancel_job(job))


@app.command()
def doctor(
    everything: Annotated[bool, typer.Option("--all", help="Name the tools, and what each extra brings.")] = False,
) -> None:
    """Say what the tools need here and how to get it. Exit code 1: something that is installed is broken."""
    from scitoolagent.cli.doctor import probe, summary, whole
    from scitoolagent.language.signs import printable

    probed = probe()
    for line in whole(probed) if everything else summary(probed):
        # Lines stay whole, so that a command can be copied.
        typer.echo("\n".join(map(printable, line.splitlines() or [""])))
    raise typer.Exit(1 if probed.broken else 0)


app.command("map")(map_rows)
app.command()(web)
app.command()(serve)
app.command()(export)
app.command()(replay)
