"""The command `ask`.

Its options are read by argparse: typer takes a quarter of the time of a short answer to read them. `app.py` lists it
among the other commands and hands its words over.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from scitoolagent.cli.exit import code_of

if TYPE_CHECKING:
    from scitoolagent.config import Config

_SUMMARY = "Answer a question. Exit code 0: answered, 1: in part, 2: no safe plan, 3: stopped by the safety gate."


def ask(words: Sequence[str]) -> int:
    """Answer the question of a command line and give the exit code.

    Raises:
        SystemExit: help was asked for (0), or the words are no use of this command (2).
    """
    given = _parser().parse_args(words)
    text = read_question(given.question)
    config = with_model(given.model, given.model_url)
    approved: list[str] = given.approve
    return _as_json(text, config, approved) if given.json else _on_screen(text, config, approved)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("scitoolagent ask", description=_SUMMARY, allow_abbrev=False)
    parser.add_argument("question", help="The question; - reads it from standard input.")
    parser.add_argument("--json", action="store_true", help="Print JSON instead of tables.")
    parser.add_argument(
        "--approve",
        metavar="DIGEST",
        action="append",
        default=[],
        help="Confirm one finding of the safety gate, by the digest it was refused with; may be given again.",
    )
    parser.add_argument("--model", metavar="NAME", help="The model of all roles, instead of the settings'.")
    parser.add_argument("--model-url", metavar="URL", help="An OpenAI-compatible endpoint, with its /v1.")
    return parser


def _as_json(text: str, config: Config, approved: Sequence[str]) -> int:
    from scitoolagent.agent import Agent

    with Agent(config, approved=approved) as agent:
        answer = agent.run(text)
    sys.stdout.write(answer.model_dump_json(indent=2) + "\n")
    return code_of(answer)


def _on_screen(text: str, config: Config, approved: Sequence[str]) -> int:
    from rich.console import Console

    from scitoolagent.agent import Agent
    from scitoolagent.cli.render import RunView
    from scitoolagent.records import Answer

    code = 1
    console = Console()
    with RunView(console) as view:
        person = view.confirm if console.is_terminal and sys.stdin.isatty() else None
        with Agent(config, approved=approved, ask=person) as agent:
            for record in agent.stream(text):
                view.show(record)
                if isinstance(record, Answer):
                    code = code_of(record)
    return code


def with_model(model: str | None, url: str | None) -> Config:
    """The settings, with the model of the command line in the place of theirs."""
    from scitoolagent.config import load_config

    settings = load_config()
    if model is not None:
        roles = {"planner_model": None, "executor_model": None, "summarizer_model": None}
        settings = settings.model_copy(update={"model": model, **roles})
    return settings if url is None else settings.model_copy(update={"model_url": url})


def read_question(text: str) -> str:
    """The question itself; `-` stands for standard input, of which no more than can be a question is read."""
    if text != "-":
        return text
    from scitoolagent.config import load_config

    return sys.stdin.read(load_config().max_question_characters + 1)
