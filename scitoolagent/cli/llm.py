"""`scitoolagent llm`: serve a model on this machine, and check the endpoint that the settings name."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(no_args_is_help=True, help="Serve a local model; check an endpoint.", rich_markup_mode=None)

_CHECKED = {
    "type": "object",
    "additionalProperties": False,
    "required": ["element", "number"],
    "properties": {
        "element": {"enum": ["carbon", "oxygen"]},
        "number": {"type": "integer", "minimum": 1, "maximum": 9},
    },
}
_QUESTION = "Which element has the sign C, and what is its atomic number? Answer with JSON only."


@app.command()
def serve(
    model: Annotated[Path, typer.Argument(help="A GGUF file with its chat template inside.", dir_okay=False)],
    port: Annotated[int, typer.Option(help="The port on 127.0.0.1; any free one when 0.", min=0, max=65_535)] = 0,
    context: Annotated[int, typer.Option(help="The most tokens of a conversation.", min=512, max=1_048_576)] = 8192,
    adapter: Annotated[
        list[Path] | None, typer.Option(help="A LoRA adapter as a GGUF file; may be repeated.", dir_okay=False)
    ] = None,
    release: Annotated[
        Path | None, typer.Option(help="A folder made by `finetune release`; its files are checked.", file_okay=False)
    ] = None,
    role: Annotated[str | None, typer.Option(help="The adapter of the release, if it has several.")] = None,
    name: Annotated[
        str | None, typer.Option(help="The name of the model at the endpoint; default: that of the file.")
    ] = None,
    threads: Annotated[
        int, typer.Option(min=0, max=1024, help="Threads to compute with; 0 means all, or fewer on a busy machine.")
    ] = 0,
) -> None:
    """Serve a model on this machine by llama.cpp, until Ctrl-C."""
    import shlex
    import threading

    from scitoolagent.errors import ConfigError
    from scitoolagent.llm import SOLVER
    from scitoolagent.llm.local import serve_gguf
    from scitoolagent.llm.release import released_adapter

    if (release is not None and adapter) or (release is None and role is not None):
        raise ConfigError("give --adapter, or --release with its --role, not both")
    chosen, setting = list(adapter or ()), "SCITOOLAGENT_MODEL"
    if release is not None:
        role, file = released_adapter(release, model, role)
        # The model of the planner drives the loop.
        chosen, setting = [file], f"SCITOOLAGENT_{'PLANNER' if role == SOLVER else role.upper()}_MODEL"
    served = name or role or model.stem
    with serve_gguf(model, port, context, adapters=chosen, alias=served, threads=threads) as url:
        typer.echo(f"{served} is served; in another terminal:")
        typer.echo(f"export SCITOOLAGENT_MODEL_URL={url}")
        typer.echo(f"export {setting}={shlex.quote(served)}")
        if role == "planner":
            # It was trained on the form in which a small model is asked.
            typer.echo("export SCITOOLAGENT_SMALL_MODEL=true")
        elif role == SOLVER:
            typer.echo("export SCITOOLAGENT_SOLVER_FRONT=rules SCITOOLAGENT_MODEL_GRAMMAR=llama.cpp")
        typer.echo("Ctrl-C stops it.")
        # The server has its own threads; this one only keeps the process alive until Ctrl-C.
        threading.Event().wait()


@app.command()
def check(
    model: Annotated[str | None, typer.Option("--model", help="The model, instead of that in the settings.")] = None,
    model_url: Annotated[str | None, typer.Option("--model-url", help="The endpoint, with its /v1.")] = None,
) -> None:
    """Ask the endpoint one tiny question with a JSON schema; say how long it took and how many tokens."""
    from scitoolagent.config import load_config
    from scitoolagent.errors import ConfigError
    from scitoolagent.llm import Message, model_for

    given = {"model": model, "model_url": model_url}
    config = load_config().model_copy(update={name: value for name, value in given.items() if value is not None})
    found = model_for(config, "check" if config.model else "planner")
    if found is None:
        raise ConfigError("no endpoint is set; set SCITOOLAGENT_MODEL_URL, or start one with `scitoolagent llm serve`")
    reply = found.complete("check", [Message("user", _QUESTION)], _CHECKED, 64)
    usage = reply.usage
    typer.echo(f"{found.name} answered {reply.data}")
    tokens = f"{usage.prompt_tokens} prompt and {usage.completion_tokens} completion tokens"
    typer.echo(f"{usage.seconds:.2f} s, {tokens}, {usage.calls} call{'s' if usage.calls > 1 else ''}")
