"""The command `ask`.

Its options are read by argparse: typer takes a quarter of the time of a short answer to read them. `app.py` lists it
among the other commands and hands its words over.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from scitoolagent.cli.exit import code_of
from scitoolagent.tool.progress import VARIABLE as JOB_PROGRESS
from scitoolagent.tool.progress import tell as tell_progress

if TYPE_CHECKING:
    from scitoolagent.config import Config
    from scitoolagent.records import Query, Usage

_SILENT = 2.0
_INVESTIGATE, _ROUNDS = "--investigate", 6
_SUMMARY = "Answer a question. Exit code 0: answered, 1: in part, 2: no safe plan, 3: stopped by the safety gate."


def ask(words: Sequence[str]) -> int:
    """Answer the question of a command line and give the exit code.

    Raises:
        SystemExit: help was asked for (0), or the words are no use of this command (2).
    """
    given = _parser().parse_args(with_rounds(words))
    if given.background:
        return _in_background(words, given)
    return _as_json(given) if given.json else _on_screen(given)


def with_rounds(words: Sequence[str]) -> list[str]:
    """The words of a command line with a number behind `--investigate`: no question is taken for one."""
    end = words.index("--") if "--" in words else len(words)
    found = list(words)
    for place in (place for place in range(end) if words[place] == _INVESTIGATE):
        if not re.fullmatch(r"-?\d+", "".join(words[place + 1 : place + 2])):
            found[place] = f"{_INVESTIGATE}={_ROUNDS}"
    return found


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("scitoolagent ask", description=_SUMMARY, allow_abbrev=False)
    parser.add_argument("question", help="The question; - reads it from standard input.")
    parser.add_argument("--json", action="store_true", help="Print one JSON object instead of tables, in any case.")
    parser.add_argument("--explain", action="store_true", help="Show what each word of the question was read as.")
    parser.add_argument(
        "--approve",
        metavar="DIGEST",
        action="append",
        default=[],
        help="Confirm one finding of the safety gate, by the digest it was refused with; may be given again.",
    )
    parser.add_argument(
        "--graph", metavar="NAME", action="append", help="A knowledge graph that clauses of the question may ask."
    )
    parser.add_argument("--out", metavar="FILE", help="Write the rows of the answer to a new file: .csv, .xlsx, …")
    parser.add_argument("--model", metavar="NAME", help="The model of all roles, instead of the settings'.")
    parser.add_argument("--model-url", metavar="URL", help="An OpenAI-compatible endpoint, with its /v1.")
    parser.add_argument("--max-seconds", metavar="N", type=float, help="End the run after so many seconds.")
    parser.add_argument("--max-steps", metavar="N", type=int, help="End the run after so many steps.")
    parser.add_argument(
        _INVESTIGATE,
        metavar="N",
        nargs="?",
        type=int,
        const=_ROUNDS,
        help=f"Let the model see the results and ask on, N times at most ({_ROUNDS} without a number).",
    )
    parser.add_argument("--max-tokens", metavar="N", type=int, help="Ask a model no more after so many tokens.")
    parser.add_argument("--max-cost", metavar="DOLLARS", type=float, help="Ask a model no more after so much money.")
    parser.add_argument(
        "--background",
        action="store_true",
        help="Answer while you do something else: `jobs` shows how far it is, `cancel` ends it.",
    )
    return parser


def _in_background(words: Sequence[str], given: argparse.Namespace) -> int:
    """Start a job and say how to look at it; nobody is there who could confirm anything."""
    from scitoolagent.cli.jobs import start

    _settings(given)  # wrong ones are told here, where somebody reads it
    question = read_question(given.question)
    passed = [question if word == "-" else word for word in words if word != "--background"]
    job = start(passed, question)
    sys.stdout.write(
        f"{job.id}\nanswered in the background; `scitoolagent jobs {job.id}` shows it, `scitoolagent cancel {job.id}` "
        "ends it\n"
    )
    return 0


def _settings(given: argparse.Namespace) -> Config:
    from scitoolagent.errors import ConfigError

    config = with_model(given.model, given.model_url)
    if given.graph and len(given.graph) > 1:
        raise ConfigError(f"a question asks one graph, and --graph names {len(given.graph)}; ask one after the other")
    config = config if not given.graph else config.model_copy(update={"knowledge_graph": given.graph[0]})
    if given.investigate is not None:
        config = in_rounds(config, given.investigate)
    return bounded(config, given.max_seconds, given.max_steps, given.max_cost, given.max_tokens)


def in_rounds(config: Config, rounds: int) -> Config:
    """The settings of an investigation.

    Raises:
        ConfigError: it has no round or too many, or there is no model to ask on.
    """
    from scitoolagent.config import MOST_ROUNDS
    from scitoolagent.errors import ConfigError

    if not 0 < rounds <= MOST_ROUNDS:
        raise ConfigError(f"--investigate takes a number from 1 to {MOST_ROUNDS}")
    if config.model_url is None:
        raise ConfigError("--investigate needs a model: set SCITOOLAGENT_MODEL_URL, or name one by --model-url")
    return config.model_copy(update={"max_rounds": rounds})


def going_on(config: Config, rounds: int) -> tuple[Config, str]:
    """The settings for a run that had so many rounds left, and what a person should know of it."""
    if not rounds or config.max_rounds:
        return config, ""
    if config.model_url is None:
        return config, (
            f"the run had {rounds} rounds of a model left, and none goes on without a model: set SCITOOLAGENT_MODEL_URL"
        )
    return in_rounds(
        config, rounds
    ), f"going on with {rounds} rounds, which the run had left; --investigate sets others"


def bounded(
    config: Config, seconds: float | None, steps: int | None, cost: float | None = None, tokens: int | None = None
) -> Config:
    """The settings, with the bounds of a run that the command line sets.

    Raises:
        ConfigError: a bound is not larger than nothing, or the prices of the model are not known.
    """
    from scitoolagent.errors import ConfigError
    from scitoolagent.llm.spending import Spending

    bounds = {"max_seconds": seconds, "max_steps": steps, "max_cost": cost, "max_model_tokens": tokens}
    given = {name: bound for name, bound in bounds.items() if bound is not None}
    if not all(bound > 0 for bound in given.values()):
        raise ConfigError("--max-seconds, --max-steps, --max-tokens and --max-cost take a number larger than 0")
    found = config.model_copy(update=given)
    Spending(found)
    return found


def spent_before(usage: Sequence[Usage], was_killed: bool) -> str:
    """What a run has spent before it is gone on with, and what nobody knows of it."""
    priced = [one.dollars for one in usage if one.dollars is not None]
    told = f"spent before: ${sum(priced):.4f} in {len(usage)} replies of a model"
    told += f", {len(usage) - len(priced)} of them without a price" if len(priced) < len(usage) else ""
    return told + ("; a reply under way when it was killed is not counted" if was_killed else "")


def _as_json(given: argparse.Namespace) -> int:
    from scitoolagent.agent import Agent
    from scitoolagent.cli.jobs import note_run
    from scitoolagent.errors import SciToolAgentError
    from scitoolagent.outcome import unanswered
    from scitoolagent.records import Answer, Query

    query: Query | None = None
    answer: Answer | None = None
    problem: SciToolAgentError | None = None
    try:
        with Agent(_settings(given), approved=given.approve) as agent:
            agent.save_as, agent.progress = given.out or "", _progress()
            for record in agent.stream(read_question(given.question)):
                note_run(agent.run_name)
                query = record if isinstance(record, Query) else query
                answer = record if isinstance(record, Answer) else answer
    except SciToolAgentError as error:
        problem = error
        # A question without a plan has its answer already; whatever else ends a run has none.
        answer = answer or unanswered(error, query)
    if answer is not None:
        told = answer.model_dump(mode="json") | _reading(query, given.explain)
        sys.stdout.write(json.dumps(told, indent=2, ensure_ascii=False) + "\n")
    if problem is not None:
        raise problem
    return code_of(answer) if answer is not None else 1


def _reading(query: Query | None, is_wanted: bool) -> dict[str, Any]:
    return {"query": None if query is None else query.model_dump(mode="json")} if is_wanted else {}


def _on_screen(given: argparse.Namespace) -> int:
    from rich.console import Console

    from scitoolagent.agent import Agent
    from scitoolagent.cli.jobs import note_run
    from scitoolagent.cli.render import RunView
    from scitoolagent.records import Answer

    code = 1
    text, config = read_question(given.question), _settings(given)
    console = Console()
    with RunView(console, given.explain) as view:
        person = view.confirm if console.is_terminal and sys.stdin.isatty() else None
        with Agent(config, approved=given.approve, ask=person) as agent:
            agent.save_as, agent.progress = given.out or "", _progress()
            for record in agent.stream(text):
                note_run(agent.run_name)
                view.show(record)
                if isinstance(record, Answer):
                    code = code_of(record)
    return code


def _progress() -> Callable[[int, int], None] | None:
    """Tells a person how many rows are done, or whoever looks at a job; nobody where the errors go to a file."""
    if os.environ.get(JOB_PROGRESS):
        return lambda done, total: tell_progress(done, total, "rows")
    if not sys.stderr.isatty():
        return None
    began = time.monotonic()

    def tell(done: int, total: int) -> None:
        # Short work needs no word.
        if time.monotonic() - began > _SILENT:
            sys.stderr.write(f"\r{done:,} of {total:,} rows" + ("\n" if done >= total else ""))
            sys.stderr.flush()

    return tell


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
